"""Attacks by whoever looks at their own screen for what it lets slip (T38).

The same evening is played twice, with other cards in one hand, and the bytes that reach another
player's terminal are compared step by step: from the real interface over a real room.
"""

import re

import pytest

from rr_net import link
from rr_tui.client.table_client import TableClient
from rr_tui.screens.board import BoardScreen
from tests.support.rr_net.roomplay import SLOW, dealt, hall, runes_stacked
from tests.support.rr_tui.fakelink import FakeLink
from tests.support.rr_tui.sitting import sitting

FENCES = [
    ("tricky-trap", "salty-shaker", "blo-blo-gadget"),
    ("wobbly-weathervane", "remembrance-birdbath", "toastinator-2000"),
]
RUNES = ("gnasty-gnome", "squeaky-side-gate")
COMMON = ("calling-in-sick", "newts-in-bulk", "bin-night-chimera")
HANDS = (
    ("point-of-order", "vacation-hold", *COMMON),
    ("horrifyingly-smelly-dragon", "griffin-with-a-tiny-head", *COMMON),
)
"""Two Spells with short names, or two Creatures with long ones."""
BOBS = ("sneaky-griffin", "parcel-pegasus", "garden-hose-hydra", "sunbathing-basilisk",
        "moulting-griffin")  # fmt: skip
NEXT = ("curbside-treasure-hunt", "fetching-pegasus", "trade-in-value", "open-house-open-cage")
KEYS = ("qwertyuiop", "!!!!!!!!!!")
HASHES = re.compile(r"(?<=is signed: )[a-z ]+|[0-9a-f]{16,}")


@pytest.fixture(autouse=True)
def _clocks_stand_still(monkeypatch):
    """What passes on a board by itself follows this machine's clock, and not the table's."""
    for what in ("since_pending", "since_lobby"):
        monkeypatch.setattr(TableClient, what, lambda client: 0.0)
    for what in ("_tick", "_next_face"):
        monkeypatch.setattr(BoardScreen, what, lambda board: None)


async def evening(world, play, watch, fairness="solo"):
    """What `watch` sees of an evening in which the first seat holds the hand of this world."""
    dealer = runes_stacked([HANDS[world], BOBS], FENCES, [0] * 9, deck=NEXT, runes=RUNES)
    settings = {"game": "runes-regulations", "dealer": dealer, "fairness": fairness}
    async with hall(**settings) as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0), host=1)
        if fairness != "solo":
            await place.passes(1.5 + SLOW)
        return await watch(place, ann, bob, play(place, ann, world))


class Unhashed:
    """A link whose log has the same hash for every shuffle and head: of these, each is another."""

    def __init__(self, seat):
        self.send, self.close, self._attach = seat.send, seat.close, seat.attach

    def attach(self, receive):
        self._attach(lambda message: receive(unhashed(message)))


def unhashed(message):
    if not isinstance(message, link.Log):
        return message
    lines = [
        line.model_copy(update={"text": HASHES.sub("0", line.text),
                                "event": line.event if line.kind != "checkpoint" else {}})
        for line in message.lines
    ]  # fmt: skip
    return message.model_copy(update={"lines": tuple(lines)})


def on_the_terminal_of(name, size):
    """Watches the bytes of each step that reach the terminal of a player, or of a spectator."""

    async def watch(place, ann, bob, play):
        if name == "bob":
            await bob.drops()
        seat = Unhashed(place.room.connect(f"SHA256:{name}", name))
        async with sitting(seat, size=size) as terminal:
            steps = []
            async for step in play:
                await place.settle()
                await terminal.rest()
                steps.append((step, place.clock.time(), terminal.terminal.sent))
                terminal.terminal.writes.clear()
            assert sum(len(sent) > 0 for *_, sent in steps) >= 2, "things happen on this screen"
            return steps

    return watch


async def on_anns_own_terminal(place, ann, bob, play):
    """The same of the one who holds the hand, in front of the same interface."""
    async for _ in play:
        await place.settle()
    told = FakeLink(*(message for _, message in ann.screen.told))
    async with sitting(told, size=(100, 30)) as terminal:
        return terminal.terminal.sent


# --- drawing, sorting and passing on ---------------------------------------------------------


async def draws_and_sorts(place, ann, world):
    yield "dealt"
    for act in ("skip", "draw"):
        await ann.answers(act)
        yield act
    order = tuple(reversed(range(len(ann.screen.view.seats[0].hand))))
    await ann.does(link.Rearrange(zone="hand", order=order))
    yield "sorted"
    await place.passes(5)
    yield "waited"


@pytest.mark.slow
@pytest.mark.attack("T38")
@pytest.mark.parametrize("name", ["bob", "zoe"])
@pytest.mark.parametrize("size", [(100, 30), (80, 24)])
async def test_a_player_who_measures_the_own_screen_learns_nothing_of_anothers_draws(name, size):
    watch = on_the_terminal_of(name, size)
    one, other = [await evening(world, draws_and_sorts, watch) for world in (0, 1)]
    assert one == other
    # Control: where the hand is to be seen, the same evenings differ.
    mine = [await evening(world, draws_and_sorts, on_anns_own_terminal) for world in (0, 1)]
    assert mine[0] != mine[1]


# --- contributing to a SPIN ------------------------------------------------------------------


async def spins(place, ann, world):
    yield "dealt"
    for act in ("skip", "skip"):
        await ann.answers(act)
        yield act
    event = ann.screen.pending.event
    for key in KEYS[world]:
        await ann.does(link.Contribute(event=event.number, keys=key))
        yield "a key"


@pytest.mark.slow
@pytest.mark.attack("T38")
@pytest.mark.parametrize("name", ["bob", "zoe"])
async def test_a_player_who_watches_an_event_learns_neither_anothers_hand_nor_keys(name):
    watch = on_the_terminal_of(name, (100, 30))
    one, other = [await evening(world, spins, watch, "table") for world in (0, 1)]
    assert one == other
    # Control: whoever pressed the keys is shown them.
    mine = [await evening(world, spins, on_anns_own_terminal, "table") for world in (0, 1)]
    assert b"".join(map(str.encode, KEYS[0])) in mine[0]
    assert KEYS[0].encode() not in mine[1]
