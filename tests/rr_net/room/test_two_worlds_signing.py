"""Two worlds at a table whose players sign: the stream tells nobody who has answered in a window.

A row that stood between the answers of a window would count those before it.
"""

from functools import partial

import pytest

from rr_net import link
from rr_net.game.recorded import RecordedGame
from rr_net.game.signing import SigningSeats
from tests.rr_net.room.test_two_worlds import (
    BEAT,
    MATCHING,
    USELESS,
    assert_same,
    at_level,
    last_hand,
)
from tests.support.rr_net.roomplay import hall
from tests.support.rr_net.signplay import comes_plain, comes_signing, plays_on

NAMES = ("ann", "bob", "cem")
MIDDLE = 0.5
"""When others do something, in a window of `BEAT` seconds."""


async def an_evening(play, hand, *, level):
    """What everybody but Cem, who has this hand, was told while the others and he `play`."""
    options = {"first_player": "pets"}
    async with hall(seats=3, options=options, **at_level(level, last_hand(hand))) as place:
        players = [
            await comes_signing(place, name, seat=seat, is_host=seat == 0)
            for seat, name in enumerate(NAMES)
        ]
        await players[0].does(link.Sit(seat=0, declare=1))
        for player in players:
            await player.does(link.Ready())
        watcher = await place.comes("zoe")
        await watcher.does(link.Watch())
        await past_events(place, players)
        for player in (players[0], players[2]):
            await player.bears_witness()
        told = [player.screen.told for player in (*players[:2], watcher)]
        await play(place, players)
        await plays_on(place, list(place.players.values())[:3], turns=4)
        return told


async def past_events(place, players):
    for _ in range(20):
        if players[0].screen.pending.event is None:
            return
        for player in players:
            if player.screen.pending.event.how == "signed" and not player.screen.pending.event.mine:
                await player.gives()
        await place.passes(5)


async def throws(place, players):
    """Ann throws, so that Bob and Cem may catch."""
    await players[0].answers("skip")
    await players[0].answers("throw")
    assert players[2].screen.window is not None


def answers_at(seconds, meanwhile, act="pass"):
    """Cem answers so long after the throw, or never; what the others do comes in mid-window."""

    async def answers(place, players):
        await players[2].answers(act)

    moments = sorted([(MIDDLE, meanwhile), (seconds, answers)], key=lambda each: each[0])

    async def play(place, players):
        await throws(place, players)
        now = 0.0
        for moment, happens in moments:
            if moment < BEAT:
                await place.passes(moment - now)
                now = moment
                await happens(place, players)
        await place.passes(BEAT + 0.1 - now)

    return play


async def nothing(place, players):
    """Nobody does anything."""


async def bears_witness(place, players):
    """Bob's client has checked the newest head just now."""
    await players[1].bears_witness()


async def steps_away(place, players):
    await players[1].does(link.StepAway())


async def comes_back(place, players):
    """Bob was away, and sits down again."""
    await players[1].does(link.StepAway())
    await players[1].does(link.Sit(seat=1))


async def returns_plain(place, players):
    """Bob loses his line, is back by ssh alone, and answers."""
    await players[1].drops()
    bob = await comes_plain(place, "bob")
    await bob.does(link.Give(number=bob.screen.pending.number, option=0))
    assert bob.screen.problem.code == "unsigned"
    assert "back without your client" in bob.screen.problem.text


async def takes_another_device(place, players):
    await players[1].drops()
    bob = await comes_signing(place, "bob", device=" two")
    bob.client.seat = 1


WAYS = [nothing, bears_witness, steps_away, comes_back, returns_plain, takes_another_device]


def lengths(told):
    """How long each row was that somebody was told of, those aside that open cards."""
    rows = [row for _, each in told if isinstance(each, link.RecordRows) for row in each.rows]
    return [len(row) for row in rows if '"type":"commit"' not in row]


@pytest.mark.slow
@pytest.mark.attack("T51")
@pytest.mark.rule("RR-HID-12")
@pytest.mark.parametrize("level", ["solo", "table"])
@pytest.mark.parametrize("meanwhile", WAYS)
async def test_when_somebody_who_signs_has_answered_cannot_be_read_off_the_stream(meanwhile, level):
    evening = partial(an_evening, level=level)
    silent = await evening(answers_at(9, meanwhile), USELESS)
    assert any(isinstance(each, link.RecordRows) for _, each in silent[2])
    for seconds in (0.05, 0.9):
        answered = await evening(answers_at(seconds, meanwhile), USELESS)
        assert_same(silent, answered)
        assert list(map(lengths, silent)) == list(map(lengths, answered))


@pytest.mark.attack("T51")
async def test_a_hand_cannot_be_read_off_it_either():
    evening = partial(an_evening, level="table")
    for meanwhile in (bears_witness, steps_away):
        play = answers_at(0.05, meanwhile)
        assert_same(await evening(play, MATCHING), await evening(play, USELESS))


@pytest.mark.attack("T51")
async def test_filed_orders_cannot_be_read_off_it_full_or_empty():
    async def files(place, players, orders=()):
        await players[2].files(*orders)
        await throws(place, players)
        await place.passes(BEAT)

    full = (link.Order(zone="hand", at=0, face="green", when=("all",)),)
    evening = partial(an_evening, level="table")
    assert_same(await evening(files, USELESS),
                await evening(partial(files, orders=full), USELESS))  # fmt: skip


# --- controls -----------------------------------------------------------------------------------


@pytest.mark.attack("T51")
async def test_the_control_a_row_in_the_window_would_tell_who_has_answered(monkeypatch):
    monkeypatch.setattr(RecordedGame, "is_between", property(lambda play: not play.in_event))
    worlds = [await an_evening(answers_at(seconds, steps_away), USELESS, level="solo")
              for seconds in (0.05, 9)]  # fmt: skip
    with pytest.raises(AssertionError):
        assert_same(*worlds)


@pytest.mark.attack("T51")
async def test_the_control_a_witness_of_the_moment_would_tell_it_too(monkeypatch):
    row = SigningSeats.witnesses

    def called_now(signers):
        signers.call_witnesses()
        return row(signers)

    monkeypatch.setattr(SigningSeats, "witnesses", called_now)
    worlds = [await an_evening(answers_at(seconds, bears_witness), USELESS, level="solo")
              for seconds in (0.05, 9)]  # fmt: skip
    with pytest.raises(AssertionError):
        assert_same(*worlds)
