"""Text mode whose every line comes five seconds late, in a real room with windows of a second."""

import asyncio
import re

import pytest

from rr_tui.linear import TextInterface
from tests.support.rr_net.roomplay import dealt, hall, runes_stacked

LATE = 5.0
HASH = re.compile(r"[0-9a-f]{32}")


class SlowTypist:
    """A player in text mode: reads at once, and is five seconds late with every line."""

    def __init__(self, place, player):
        self.place = place
        self.lines = []
        # The same seat: what the room tells its link is heard in words as well.
        self.interface = TextInterface(player.link, self, place.clock, width=400)
        for _, message in player.screen.told:
            self.interface.hear(message)
        player.link.attach(self._both(player.screen.receive))

    def _both(self, receive):
        def hear(message):
            receive(message)
            self.interface.hear(message)

        return hear

    @property
    def is_terminal(self):
        return True

    async def read_line(self):
        await asyncio.get_running_loop().create_future()

    def write_line(self, text):
        self.lines.append(text)

    async def drain(self):
        pass

    async def types(self, line):
        await self.place.passes(LATE)
        self.interface.said(line)
        await self.place.settle()
        await self.place.passes(0.01)


CASTER = ("rune-service-lukewarm", "rune-service-lukewarm", "point-of-order")
FENCE = ("tricky-trap", "tricky-trap", "toastinator-2000")


async def casts(place, player):
    """Plays a turn up to a cast, and lets the windows go by."""
    while all(option.act != "cast" for option in player.screen.ask.options):
        await player.answers()
    await player.answers("cast")
    await place.passes(2)


async def plays_on(place, player):
    """Ends the turn of a player as quickly as can be."""
    while (ask := player.screen.ask) is not None:
        acts = [option.act for option in ask.options]
        await player.answers("skip" if "skip" in acts else "pass" if "pass" in acts else None)
        await place.passes(2)


def uses(player):
    return sum(line.text.endswith("uses Tricky Trap") for line in player.screen.lines)


@pytest.mark.rule("RR-HID-19")
@pytest.mark.acceptance(18)
async def test_no_reaction_is_lost_that_orders_named_and_no_hash_is_said():
    deal = runes_stacked([CASTER, ()], [(), FENCE], [0], runes=("gnasty-gnome",))
    async with hall(game="runes-regulations", seats=2, dealer=deal) as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        slow = SlowTypist(place, bob)
        await slow.types("f use tricky trap on spells")
        await casts(place, ann)
        assert uses(ann) == 1
        await plays_on(place, ann)
        assert "Your turn." in slow.lines
        assert not any(line.startswith("Reaction window:") for line in slow.lines)
        while bob.screen.ask is not None and bob.screen.view.player == 1:
            acts = [option.act for option in bob.screen.ask.options]
            await slow.types("s" if "skip" in acts else "1")
        await slow.types("f use tricky trap")
        assert any(line.startswith("Orders?") for line in slow.lines)
        await casts(place, ann)
        assert uses(ann) == 2
        await slow.types("l 200")
        assert not any(HASH.search(line) for line in slow.lines)
        await slow.types("proof")
        assert any(HASH.search(line) for line in slow.lines)
