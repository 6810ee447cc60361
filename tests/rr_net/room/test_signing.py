"""The host first, its signatures, games taken up in an event, and what people take home."""

import hashlib
import json

import pytest

from rr_net import link
from rr_rules.kernel.transcript import Answer
from tests.support.rr_net.chanceplay import (
    EVENT,
    ROLL,
    SHUFFLE,
    event,
    frozen,
    mashes,
    past_the_deal,
    table,
)
from tests.support.rr_net.roomplay import SLOW, WatchedArchive, dealt, hall, seated

OPENING = "16bytesof-my-own-dice"
PLEDGE = hashlib.sha256(OPENING.encode()).hexdigest()


# --- the host first -------------------------------------------------------------------------


async def to_the_pass(place, players):
    """Everybody draws and throws once, until all pass a pebble on at once."""
    await place.passes(EVENT)
    while players[0].screen.ask is None or players[0].screen.ask.verb != "pass":
        for player in players:
            if player.screen.ask is not None and player.screen.ask.verb != "pass":
                await player.answers("pass" if player.screen.ask.verb == "catch" else None)
        await place.passes(1.2)


@pytest.mark.attack("T53")
@pytest.mark.parametrize("level", ["table", "solo"])
async def test_others_are_asked_only_when_the_hosts_own_answer_is_kept_and_signed(level):
    async with hall(seats=3, fairness=level) as place:
        ann, bob, cem = players = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
        await to_the_pass(place, players)
        assert bob.screen.pending.waiting == (0,)
        assert (bob.screen.ask, cem.screen.ask) == (None, None)
        await bob.does(link.Give(number=bob.screen.pending.number, option=0))
        assert bob.screen.problem.code == "wrong_seat"
        await ann.answers()
        assert [kind for kind, _ in place.record.steps[-2:]] == ["entry", "sign"]
        assert place.record.entries[-1].seat == 0
        assert bob.screen.pending.waiting == (1, 2)
        assert bob.screen.ask.verb == cem.screen.ask.verb == "pass"
        await cem.answers()
        await bob.answers()
        assert [type(each) for each in place.record.entries[-3:]] == [Answer] * 3
        assert bob.screen.view.phase != "pass"


@pytest.mark.attack("T53")
async def test_the_control_a_host_without_a_seat_lets_all_choose_at_once():
    async with table(options={"host_seat": "dealer_only"}) as place:
        await place.comes("zoe", is_host=True)
        players = await dealt(place, "ann", "bob", pets=(1, 0), host=-1)
        await to_the_pass(place, players)
        assert players[0].screen.pending.waiting == (0, 1)
        assert all(player.screen.ask is not None for player in players)


@pytest.mark.attack("T53")
async def test_bots_too_choose_after_the_host():
    async with table(seats=3, bots=1, options={"window": "fast"}) as place:
        players = ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        await to_the_pass(place, players)
        count = len(place.record.entries)
        await place.passes(60)
        assert len(place.record.entries) == count
        await ann.answers()
        assert [each.seat for each in place.record.entries[count:]] == [0, 2]
        assert bob.screen.pending.waiting == (1,)


async def test_the_turn_clock_of_the_others_begins_when_they_are_asked():
    async with table(options={"turn_clock": "30"}) as place:
        ann, bob = players = await dealt(place, "ann", "bob", pets=(1, 0))
        await to_the_pass(place, players)
        await place.passes(20)
        await ann.answers()
        assert bob.screen.pending.clock == 30


# --- heads and words ------------------------------------------------------------------------


async def test_a_turns_end_is_signed_and_told_in_four_words():
    async with table() as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        await past_the_deal(place, ann)
        [deal] = [line for line in ann.screen.lines if line.kind == "checkpoint"]
        assert deal.text == f"The deal is signed: {' '.join(place.record.head.words[:4])}"
        await ann.answers("skip")
        await ann.answers("throw")
        await bob.answers("pass")
        await place.passes(1.2 + ROLL + SLOW)
        lines = [line for line in ann.screen.lines if line.kind == "checkpoint"]
        assert lines[1].text == f"Turn 1 is signed: {' '.join(place.record.head.words[:4])}"
        assert [kind for kind, _ in place.record.steps[-2:]] == ["entry", "sign"]


async def test_no_head_is_signed_or_shown_while_a_window_is_open():
    async with table() as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        await past_the_deal(place, ann)
        await ann.answers("skip")
        await ann.answers("throw")
        assert bob.screen.window is not None
        head, steps = place.record.head, len(place.record.steps)
        await bob.answers("pass")
        await place.passes(1.1)
        assert [kind for kind, _ in place.record.steps[steps:]] == ["entry"]
        assert place.record.head == head
        assert place.room.receipt[0].startswith(f"rr2/{place.record.gid}\n{head.size}\n".encode())


async def test_without_a_host_key_nothing_is_signed_and_the_game_goes_on():
    async with table(archive=WatchedArchive(signs=False)) as place:
        players = await dealt(place, "ann", "bob", pets=(1, 0))
        await to_the_pass(place, players)
        await players[0].answers()
        assert players[1].screen.ask is not None
        assert place.room.receipt is None
        assert "checkpoint" not in [line.kind for line in players[1].screen.lines]


# --- taken up again -------------------------------------------------------------------------


async def again(archive, place):
    """Takes up the last game of an archive, as after a crash."""
    place.room.resume(await archive.unfinished())
    await place.settle()


@pytest.mark.rule("RR-TABLE-08")
async def test_an_event_that_was_open_goes_on_with_its_number_when_its_players_are_back():
    archive = WatchedArchive()
    async with table(archive=archive) as place:
        _, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        await mashes(bob, "asdf")
        await place.passes(1)
    async with table(archive=archive) as place:
        await again(archive, place)
        ann = await place.comes("ann")
        await place.passes(5)
        assert event(ann) is None, "the others have their grace period"
        assert ann.screen.pending.chance == "bag"
        await ann.does(link.Host(act="remove", seat=1))
        assert ann.screen.problem.code == "event_open"
        bob = await place.comes("bob")
        assert (event(bob).number, event(bob).opening, event(bob).mine) == (1, 2, "")
        assert event(bob).closes_in == pytest.approx(SHUFFLE)
        assert [kind for kind, _ in place.record.steps].count("event") == 1
        told = [line.text for line in bob.screen.lines if line.kind == "event"]
        assert len(told) == 2
        assert "open again (opening 2): nothing that was given before is used" in told[1]
        await mashes(bob, "jkl")
        await place.passes(EVENT)
        assert [each.value for each in frozen(place)[0].given][1:] == ["jkl"]
        assert ann.screen.ask is not None


async def test_only_the_event_that_was_open_waits_for_those_who_are_away():
    archive = WatchedArchive()
    async with table(archive=archive) as place:
        await dealt(place, "ann", "bob", pets=(1, 0))
        await place.passes(EVENT)
    async with table(archive=archive) as place:
        await again(archive, place)
        ann = await place.comes("ann")
        await ann.answers("skip")
        await ann.answers("throw")
        await place.passes(1.2)
        assert ann.screen.seats[1].grace > 0
        assert (event(ann).kind, event(ann).stage) == ("roll", "contribute")


async def test_an_event_waits_no_longer_than_the_grace_period_of_who_is_away():
    archive = WatchedArchive()
    async with table(archive=archive) as place:
        await dealt(place, "ann", "bob", pets=(1, 0))
    async with table(archive=archive) as place:
        await again(archive, place)
        ann = await place.comes("ann")
        await place.passes(59)
        assert event(ann) is None
        await place.passes(1)
        # The bot that stands in gives nothing, and nobody else is waited for.
        assert event(ann).stage == "slow"
        await place.passes(EVENT)
        assert frozen(place)[0].absent == (1,)
        assert ann.screen.ask is not None


@pytest.mark.attack("T8")
@pytest.mark.parametrize("seconds", [SHUFFLE, SHUFFLE + 1.9])
async def test_an_event_that_was_frozen_is_never_frozen_again(seconds):
    archive = WatchedArchive()
    async with table(archive=archive) as place:
        _, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        await mashes(bob, "asdf")
        await place.passes(seconds)
        [before] = frozen(place)
        lines = [line.text for line in bob.screen.lines]
    async with table(archive=archive) as place:
        await again(archive, place)
        bob = await place.comes("bob")
        assert (event(bob).stage, event(bob).digest) == ("slow", before.digest)
        assert event(bob).mine == "asdf"
        assert [line.text for line in bob.screen.lines if line.kind != "room"] == lines
        await bob.does(link.Contribute(event=1, keys="more"))
        assert bob.screen.problem.code == "no_event"
        await place.passes(SLOW)
        assert frozen(place) == [before]
        assert len(bob.screen.view.seats[1].hand) == 3


@pytest.mark.attack("T67")
async def test_a_pledge_ends_with_a_window_in_which_the_host_may_have_heard_it():
    archive = WatchedArchive()
    async with table(archive=archive) as place:
        ann, bob = await seated(place, "ann", "bob", pets=(1, 0))
        await bob.does(link.Pledge(hash=PLEDGE))
        for player in (ann, bob):
            await player.does(link.Ready())
    async with table(archive=archive) as place:
        await again(archive, place)
        for name in ("ann", "bob"):
            bob = await place.comes(name)
        assert (event(bob).how, event(bob).opening) == ("keys", 2)
        await bob.does(link.Contribute(event=1, opening=OPENING))
        assert bob.screen.problem.code == "bad_contribution"
        await mashes(bob, "asdf")
        assert event(bob).mine == "asdf"


@pytest.mark.attack("T53")
@pytest.mark.parametrize("is_signed", [True, False])
async def test_the_host_is_first_after_a_crash_too(is_signed):
    archive = WatchedArchive()
    async with table(archive=archive) as place:
        players = ann, _ = await dealt(place, "ann", "bob", pets=(1, 0))
        await to_the_pass(place, players)
        await ann.answers()
        if not is_signed:  # the machine failed between the two
            archive.journal.lose_last(place.record.gid)
        signed = [kind for kind, _ in place.record.steps].count("sign")
    async with table(archive=archive) as place:
        await again(archive, place)
        assert [kind for kind, _ in place.record.steps].count("sign") == signed + (not is_signed)
        bob = await place.comes("bob")
        assert bob.screen.pending.waiting == (1,)
        assert bob.screen.ask.verb == "pass"


async def test_words_and_freezes_are_in_the_log_of_a_game_taken_up_again():
    archive = WatchedArchive()
    async with table(archive=archive) as place:
        players = await dealt(place, "ann", "bob", pets=(1, 0))
        await to_the_pass(place, players)
        lines = [line.text for line in players[1].screen.lines]
        kinds = [line.kind for line in players[1].screen.lines]
    assert {"commitment", "event", "freeze", "shuffle", "checkpoint"} <= set(kinds)
    async with table(archive=archive) as place:
        await again(archive, place)
        bob = await place.comes("bob")
        assert [line.text for line in bob.screen.lines if line.kind != "room"] == lines


# --- what people take home ------------------------------------------------------------------


async def test_whoever_leaves_takes_the_last_note_and_the_own_contributions_along():
    async with table(seats=3) as place:
        ann, bob, _ = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
        watcher = await place.comes("zoe")
        await mashes(bob, "asdf")
        await past_the_deal(place, ann)
        head = place.record.head
        await bob.does(link.Leave())
        receipt = bob.screen.last(link.Bye).receipt
        assert f"rr2/{place.record.gid}" in receipt
        assert " ".join(head.words[:6]) in receipt
        assert "1.1 1 mash asdf" in receipt
        await watcher.does(link.Leave())
        assert not [
            line for line in watcher.screen.last(link.Bye).receipt if line.startswith("1.1 ")
        ]
        place.room.close()
        await place.running
        lines = ann.screen.last(link.Bye).receipt
        assert next(line for line in lines if line.startswith("1.1 0 chain "))


async def test_receipts_are_for_the_key_that_has_the_seat():
    async with table() as place:
        await dealt(place, "ann", "bob", pets=(1, 0))
        assert json.loads(place.room.receipts("SHA256:bob"))["seat"] == 1
        assert place.room.receipts("SHA256:zoe") is None
        assert place.room.receipts("") is None
        assert place.room.promise.game == place.record.gid


async def test_the_end_shows_the_twelve_words_of_the_last_head():
    async with table(options={"turn_cap": "1"}) as place:
        players = await dealt(place, "ann", "bob", pets=(1, 0))
        await place.passes(EVENT)
        await players[0].answers("skip")
        await players[0].answers("throw")
        await place.passes(1.2 + ROLL + SLOW)
        first, last = players[1].screen.all(link.Ended)
        assert (first.size, first.head, first.words) == (0, "", ())
        head = place.record.head
        assert (last.size, last.head, last.words) == (head.size, head.head, head.words)
        assert len(last.words) == 12


async def test_a_game_that_is_opened_on_request_shows_its_words_at_once():
    async with hall(options={"turn_cap": "1", "audit": "on_request", "window": "fast"}) as place:
        players = await dealt(place, "ann", "bob", pets=(1, 0))
        while place.room.phase == "playing":
            for player in players:
                if player.screen.ask is not None:
                    await player.answers()
        [ended] = players[1].screen.all(link.Ended)
        assert ended.verdict == ""
        assert ended.words == place.record.head.words
        assert place.record.steps[-1] == ("sign", ended.size)


async def test_a_game_that_is_broken_off_in_a_window_shows_the_last_head_that_was_signed():
    async with table() as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        await past_the_deal(place, ann)
        await ann.answers("skip")
        await ann.answers("throw")
        signed = place.record.head
        await ann.does(link.Host(act="end"))
        assert bob.screen.last(link.Ended).head == signed.head
        assert place.record.head == signed
