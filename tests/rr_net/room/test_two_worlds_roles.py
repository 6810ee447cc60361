"""Two worlds that differ in secret roles alone: everybody else sees and hears the same.

As in `test_two_worlds_room`: the same evening is played twice and compared message for message and
moment for moment. The roles that are exchanged are those of one seat and of nobody.
"""

import logging
import zlib

import pytest

from rr_net import link
from rr_rules.registry import make_bot
from rr_rules.runes_regulations.turn.roles import role_of
from tests.rr_net.room.test_two_worlds import assert_same, at_level, past_events
from tests.support.rr_net.nightrooms import (
    CURATOR,
    GAME,
    HEXLORD,
    NEFARIOUS,
    ROLES,
    SAVIOR,
    TIDIER,
    night_stacked,
    roles_told,
)
from tests.support.rr_net.roomplay import dealt, hall
from tests.support.rr_rules.longplay import LONG

NAMES = ("ann", "bob", "cem", "dan")
WORLDS = ((SAVIOR, HEXLORD, TIDIER), (SAVIOR, HEXLORD, CURATOR))
"""The last of four seats has one of two roles; the other one is nobody's."""
DECLINES = ("pass", "no", "decline", "skip", "done", "stop")


class Thinking:
    """Bots that think for a while on the fake clock: longer with some roles than with others."""

    def __init__(self, times):
        self._times = times

    def think(self, thought, done):
        question = thought.question
        role = role_of(question.table.state, question.choose.seat).id
        self.clock.call_later(self._times.get(role, 0.1), lambda: done(thought()))

    async def close(self):
        pass


async def an_evening(roles, play, *, level="solo", people=4, seats=4, **settings):
    """What reaches everybody but the last of the people, and a spectator, with its times."""
    options = {"nefarious": "on", "window_seconds": "1", **settings.pop("options", {})}
    settings |= at_level(level, night_stacked(roles))
    thinker = settings.get("thinker")
    async with hall(game=GAME, seats=seats, options=options, **settings) as place:
        if thinker is not None:
            thinker.clock = place.clock
        players = await dealt(place, *NAMES[:people])
        watcher = await place.comes("zoe")
        await past_events(place, players[0])
        await play(place, players)
        told = players[: people - 1] if people == seats else players
        return [player.screen.told for player in (*told, watcher)]


def turns(count):
    """Everybody plays on as plainly as possible until so many turns have begun."""

    async def play(place, players):
        watcher = place.players["zoe"]
        while watcher.screen.view.turn < count and place.room.phase == "playing":
            asked = next((p for p in players if p.screen.ask is not None), None)
            if asked is not None:
                acts = [option.act for option in asked.screen.ask.options]
                await asked.answers(next((act for act in DECLINES if act in acts), None))
            await place.passes(0.5)
            await past_events(place, players[0])

    return play


# --- people -------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.attack("T37", "T51")
@pytest.mark.rule("NN-INFO-01", "NN-INFO-03")
@pytest.mark.parametrize("level", ["solo", "table"])
@pytest.mark.parametrize("window", ["sealed", "answered", "fast"])
async def test_a_role_cannot_be_read_off_what_the_others_and_a_spectator_are_told(level, window):
    rounds, options = turns(10 if LONG else 7), {"window": window}
    one, other = [await an_evening(roles, rounds, level=level, options=options) for roles in WORLDS]
    assert len(one[0]) > 60
    assert_same(one, other)


async def test_the_control_the_owner_of_the_role_is_told_it_and_how_far_it_is():
    seen = []
    for roles in WORLDS:

        async def look(place, players):
            seen.append(players[3].screen.view.nefarious)

        await an_evening(roles, look)
    assert [each.roles[3] for each in seen] == [TIDIER, CURATOR]
    assert seen[0].progress != seen[1].progress


@pytest.mark.attack("T37")
@pytest.mark.rule("NN-INFO-10")
async def test_a_game_that_is_broken_off_tells_no_role_until_it_is_opened():
    async def breaks_off(place, players):
        await turns(4)(place, players)
        await players[0].does(link.Host(act="end"))
        late = await place.comes("xan")
        assert late.screen.all(link.Ended) == place.players["zoe"].screen.all(link.Ended)[-1:]

    options = {"audit": "on_request"}
    one, other = [await an_evening(roles, breaks_off, options=options) for roles in WORLDS]
    assert_same(one, other)
    ended = [message for _, message in one[-1] if isinstance(message, link.Ended)]
    assert [(each.reason, each.roles, each.unused_roles) for each in ended] == [
        ("broken_off", (), ())
    ]


@pytest.mark.attack("T37")
@pytest.mark.parametrize("worlds", [WORLDS, ((SAVIOR, TIDIER, HEXLORD), (TIDIER, SAVIOR, HEXLORD))])
async def test_no_line_of_the_log_of_the_host_names_a_secret_role(worlds, caplog):
    caplog.set_level(logging.DEBUG)
    for roles in worlds:
        told = await an_evening(roles, turns(6))
        assert roles_told([message for _, message in told[-1]]) == {NEFARIOUS}
    assert not [role for role in ROLES for line in caplog.messages if role in line]


# --- bots ---------------------------------------------------------------------------------


class Superstitious:
    """A bot whose choice hangs on every face of a sampled table, the roles with the cards."""

    def choose(self, view, pending, sample, out_of_time):
        state = sample().state
        cards = [*state.roles, *state.unused_roles, *state.deck, *state.forbidden_deck]
        omen = "".join(state.face[card].id for card in cards if card >= 0)
        return zlib.crc32(omen.encode()) % len(pending.options)


BOTS = {"greedy": make_bot, "superstitious": lambda *_: Superstitious()}
BOBS = ((SAVIOR, HEXLORD, TIDIER), (CURATOR, HEXLORD, TIDIER))
"""Bob is a person with one of two roles, and the seats behind his are bots'."""


@pytest.mark.slow
@pytest.mark.attack("T37")
@pytest.mark.rule("NN-INFO-12")
@pytest.mark.parametrize("kind", BOTS)
async def test_a_bots_play_does_not_depend_on_the_role_of_somebody_else(kind):
    streams = []
    for roles in BOBS:
        told = await an_evening(
            roles, turns(9), people=2, seats=4, bots=2, make_bot=BOTS[kind],
            options={"window": "fast"},
        )  # fmt: skip
        streams.append([told[0], told[-1]])
    lines = [line.kind for _, m in streams[0][-1] if isinstance(m, link.Log) for line in m.lines]
    assert lines.count("turn") >= 8
    assert_same(*streams)


@pytest.mark.slow
@pytest.mark.attack("T38")
@pytest.mark.rule("NN-INFO-03")
@pytest.mark.parametrize(("bot", "longest"), [("greedy", 0.2), ("search", 0.7)])
async def test_how_long_a_bot_thinks_about_its_role_does_not_show(bot, longest):
    async def thought_for(seconds):
        return await an_evening(
            WORLDS[0], turns(9), people=2, seats=4, bots=2, bot=bot, pace=0.9, bot_seconds=0.7,
            thinker=Thinking({HEXLORD: seconds, TIDIER: longest - seconds}),
        )  # fmt: skip

    one, other = await thought_for(0.05), await thought_for(longest - 0.05)
    assert any(m.waiting == (3,) for _, m in one[-1] if isinstance(m, link.Pending))
    assert_same(one, other)
