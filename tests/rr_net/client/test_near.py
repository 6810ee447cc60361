"""Clients at a room in this process: what another device, or a host that was killed, does not cost.

Everything is the clients' own but the lines, which are in memory.
"""

import asyncio
import contextlib

import pytest

from rr_net import link
from rr_net.client import checked
from rr_net.fairness.base.rows import AnswerRow
from rr_net.store import MemoryJournal
from tests.support.rr_net.joining import proved_here
from tests.support.rr_net.nearby import near, settled
from tests.support.rr_net.roomplay import journalled, pebbles_stacked, stacked_journal
from tests.support.rr_net.signplay import (
    asked,
    comes_plain,
    comes_signing,
    given_by,
    kept_rows,
    plays_on,
    rows_of,
    said_of,
    signing_hall,
    three,
)
from tests.support.tasks import turns


async def window_of(place, players, many=1):
    """Whoever is asked first in a window for so many, once there is one."""
    for _ in range(80):
        player = await asked(place, players)
        if player.screen.window:
            found = [each for each in players if each.screen.ask is not None]
            if len(found) >= many:
                return found[0]
        acts = [each.act for each in player.screen.ask.options]
        await player.answers("throw" if "throw" in acts else "pass" if "catch" in acts else None)
    raise AssertionError("no window opens")


async def two_at(place):
    ann = await comes_signing(place, "ann", seat=0, is_host=True)
    bob = await comes_signing(place, "bob", seat=1)
    for each in (ann, bob):
        await each.does(link.Ready())
    return ann, bob


async def goes_on(place, guest, *players, turns=0):
    """Who has joined presses what comes, and so do the others, until the game is over."""
    pressed = ()
    for _ in range(turns or 2000):
        if place.room.phase != "playing":
            return
        pending = guest.pending
        at = pending.number, len(guest.all(link.Problem))
        if pending.ask is not None and at != pressed:
            pressed = at
            await guest.presses()
        await plays_on(place, players, turns=1)
        await settled(place, guest)
    assert turns, f"it stands still: {guest.pending}"


async def comes_back_otherwise(place, gone, folder):
    """Somebody who is asked comes back with another device, and plays to the end."""
    name, seat = gone.client.name, gone.client.seat
    await gone.drops()
    async with near(place, name, folder, is_host=seat == 0) as again:
        number = again.pending.number
        await again.presses("pass")
        assert again.pending.number != number or again.pending.ask is None
        assert not again.all(link.Problem)
        others = [each for each in place.players.values() if each is not gone]
        await goes_on(place, again, *others)
        assert again.remote.state.findings == ()
    by = given_by(rows_of(place))
    assert by[seat, "", ""] > 0 < by[seat, "", "answer"]
    assert [each.seat for each in said_of(rows_of(place), "seat")] == [seat]


@pytest.mark.parametrize("window", ["answered", "fast"])
async def test_a_window_without_a_beat_takes_the_answer_of_another_device(tmp_path, window):
    async with signing_hall(options={"window": window, "turn_cap": "4"}) as place:
        await comes_back_otherwise(place, await window_of(place, await two_at(place)), tmp_path)


async def test_so_does_the_window_of_who_is_alone(tmp_path):
    async with signing_hall(bots=1, options={"turn_cap": "12"}) as place:
        ann = await comes_signing(place, "ann", seat=0, is_host=True)
        await ann.does(link.Ready())
        await comes_back_otherwise(place, await window_of(place, [ann]), tmp_path)


async def test_so_does_one_that_waits_for_half_a_day_for_who_wants_to_be_asked(tmp_path):
    dealer = pebbles_stacked(["red"] * 3, ["red"] * 3)
    options = {"pace": "days", "turn_cap": "3"}
    async with signing_hall(archive=stacked_journal(dealer), options=options) as place:
        ann = await comes_signing(place, "ann", seat=0, is_host=True)
        bob = await comes_signing(place, "bob", seat=1)
        for each in (ann, bob):
            await each.does(link.Ready())
        await bob.catches_up()
        marks = ("threw",)
        orders = bob.client.orders(bob.screen.pending.number, (), marks)
        await bob.does(link.FileOrders(ask_me=marks, signed=link.OrdersSignature(**orders)))
        await bob.drops()
        while ann.screen.window is None:
            await (await asked(place, [ann])).answers()
        async with near(place, "bob", tmp_path) as bob:
            number = bob.pending.number
            assert bob.pending.window.closes_in > 3600
            await bob.presses("pass")
            assert not bob.all(link.Problem)
            await place.passes(2)
            await settled(place, bob)
            assert bob.pending.number != number
        assert [each.seat for each in said_of(kept_rows(place), "plain")] == [1]


async def test_in_such_a_window_it_does_not_matter_either_who_is_back_with_the_key_by_then():
    """What was answered without it stands, and stands behind what all others answer."""
    async with signing_hall(seats=3, options={"window": "answered", "turn_cap": "4"}) as place:
        players = await three(place)
        first = await window_of(place, players, 2)
        seat, name = first.client.seat, first.client.name
        await first.drops()
        first = await comes_plain(place, name, is_host=seat == 0)
        await first.answers("pass")
        assert first.screen.window.answered
        assert not first.screen.all(link.Problem)
        await first.drops()
        first = players[seat] = await comes_signing(place, name, is_host=seat == 0)
        first.client.seat = seat
        assert first.screen.ask is None
        assert not said_of(kept_rows(place), "plain")
        await plays_on(place, players)
        rows = rows_of(place)
        turns = [row.seq for row in rows if row.type == "plain"]
        assert [each.until for each in said_of(rows, "plain")] == [0, 1]
        between = [row for row in rows[turns[0] : turns[1]] if isinstance(row, AnswerRow)]
        assert [(each.body.seat, each.body.by, each.body.signed) for each in between] == [
            (seat, "", None)
        ]
        before = rows[turns[0] - 1]
        assert isinstance(before, AnswerRow), "the others stand before it"
        assert given_by(rows)[seat, "", "answer"] > 0


async def test_who_cannot_answer_in_a_window_yet_is_told_so(tmp_path):
    """In one with a beat: what was pressed there comes too late, and that is told as well."""
    async with signing_hall(seats=3, options={"turn_cap": "4"}) as place:
        players = await three(place)
        gone = await window_of(place, players)
        seat = gone.client.seat
        await gone.drops()
        async with near(place, gone.client.name, tmp_path, is_host=seat == 0) as again:
            await again.presses("pass")
            said = [each.text for each in again.all(link.Notice)]
            assert any("you answer again once this window is over" in text for text in said)
            assert not again.all(link.Problem)
            await place.passes(2)
            await settled(place, again)
            assert [each.code for each in again.all(link.Problem)] == ["stale_answer"]


# --- what was signed here and counted nowhere ---------------------------------------------------


async def sits_down(place, guest, *players):
    """Bob sits down with his client, and is asked alone."""
    await guest.does(link.Sit(seat=1))
    await guest.does(link.Ready())
    for each in players:
        await each.does(link.Ready())
    while not (guest.pending and guest.pending.ask and guest.pending.window is None):
        await plays_on(place, players, turns=1)
        await settled(place, guest)


async def test_who_answers_otherwise_with_another_device_accuses_nobody(tmp_path):
    """The line was lost as it was answered with the first one: that answer is in no row."""
    one, two = tmp_path / "one", tmp_path / "two"
    for folder in (one, two):
        folder.mkdir()
    async with signing_hall(options={"turn_cap": "9"}) as place:
        ann = await comes_signing(place, "ann", seat=0, is_host=True)
        async with near(place, "bob", one) as bob:
            await sits_down(place, bob, ann)
            number = bob.pending.number
            bob.line.is_deaf = True
            await bob.presses(bob.pending.ask.options[0].act)
        async with near(place, "bob", two) as bob:
            assert bob.pending.number == number
            await bob.presses(bob.pending.ask.options[1].act)
            assert bob.pending.number != number
            await goes_on(place, bob, ann, turns=2)
        assert said_of(kept_rows(place), "seat")
        async with near(place, "bob", one) as bob:
            assert bob.remote.state.checked > 0
            assert bob.remote.state.findings == ()
            await goes_on(place, bob, ann)
            assert bob.remote.state.findings == ()


async def test_a_draft_that_is_lost_with_its_host_and_given_again_as_at_first_is_no_cheat(tmp_path):
    """The first answer, taken back and given otherwise, is given again over the same rows."""
    journal, options = MemoryJournal(), {"first_seat": "2"}
    async with contextlib.AsyncExitStack() as guests:
        async with signing_hall(archive=journalled(journal), game="rune", options=options) as place:
            ann = await comes_signing(place, "ann", seat=0, is_host=True)
            bob = await guests.enter_async_context(near(place, "bob", tmp_path))
            await sits_down(place, bob, ann)
            await bob.presses("lay")
            await bob.presses("undo")
            first, second = [each for each in bob.pending.ask.options if each.act == "lay"][:2]
            await bob.does(link.Give(number=bob.pending.number, option=second.option))
            bob.line.is_deaf = True
        archive = journalled(journal, luck=2)
        async with signing_hall(archive=archive) as place:
            place.room.resume(await archive.unfinished())
            await place.settle()
            ann = await comes_signing(place, "ann", is_host=True)
            ann.client.seat = 0
            await bob.comes_back_to(place)
            await bob.does(link.Give(number=bob.pending.number, option=first.option))
            await goes_on(place, bob, ann)
            assert bob.remote.state.findings == ()
            assert not bob.all(link.Problem)
            await guests.aclose()


# --- another game -------------------------------------------------------------------------------


@pytest.mark.parametrize("plays", [1, 30])
async def test_a_line_that_drops_as_another_game_is_dealt_leads_to_that_game(tmp_path, plays):
    """The first game had more rows than the second one has, and as many as it has later."""
    async with signing_hall(options={"turn_cap": "4"}) as place:
        ann = await comes_signing(place, "ann", seat=0, is_host=True)
        async with near(place, "bob", tmp_path) as bob:
            await sits_down(place, bob, ann)
            await goes_on(place, bob, ann)
            before = bob.remote.state.checked
            await bob.does(link.Rematch())
            bob.line.is_deaf = True
            await ann.does(link.Rematch())
            assert place.room.phase == "playing"
            await plays_on(place, [ann], turns=plays)
            await bob.comes_back_to(place)
            assert 0 < bob.remote.state.checked < before
            await goes_on(place, bob, ann)
            assert bob.remote.state.findings == ()
            assert not bob.all(link.Problem)
        assert given_by(rows_of(place))[1, "", "answer"] > 0


async def test_who_sits_elsewhere_after_a_game_holds_that_against_nobody(tmp_path):
    """The rows of the last game come again over the next line."""
    async with signing_hall(options={"turn_cap": "4"}) as place:
        ann = await comes_signing(place, "ann", seat=0, is_host=True)
        async with contextlib.AsyncExitStack() as guests:
            bob = await guests.enter_async_context(near(place, "bob", tmp_path))
            await sits_down(place, bob, ann)
            await goes_on(place, bob, ann)
            await ann.does(link.SetUp())
            await ann.does(link.Stand())
            await bob.does(link.Sit(seat=0))
            await ann.does(link.Sit(seat=1))
            await bob.comes_back_to(place)
            assert bob.remote.state.findings == ()
            async with near(place, "bob", tmp_path / "none") as again:
                await again.does(link.TakeOver())
                assert again.remote.state.checked > 0
                assert again.remote.state.findings == ()
                await place.passes(6)
                await settled(place, again)
                assert again.remote.state.findings == ()
            bob = await guests.enter_async_context(near(place, "bob", tmp_path))
            for each in (ann, bob):
                await each.does(link.Ready())
            assert place.room.phase == "playing"
            ann.client.seat = 1
            await goes_on(place, bob, ann)
            assert bob.remote.state.findings == ()
        assert given_by(rows_of(place))[0, "", "answer"] > 0


def fetches_late(line, may_fetch):
    """Has what is fetched over a line come no sooner than that event."""
    fetch = line.fetch

    async def late(word):
        await may_fetch.wait()
        return await fetch(word)

    line.fetch = late


async def test_receipts_that_are_of_the_next_game_already_are_held_against_nobody(tmp_path):
    """They were asked for in the last one, and come before the rows of the next one do."""
    is_dealt = asyncio.Event()
    async with signing_hall(options={"turn_cap": "4"}) as place:
        ann = await comes_signing(place, "ann", seat=0, is_host=True)
        async with near(place, "bob", tmp_path) as bob:
            await sits_down(place, bob, ann)
            fetches_late(bob.line, is_dealt)
            await place.passes(6)
            await goes_on(place, bob, ann)
            await bob.does(link.Rematch())
            bob.line.is_slow = True
            await ann.does(link.Rematch())
            assert place.room.phase == "playing"
            is_dealt.set()
            await turns()
            bob.line.is_slow = False
            await goes_on(place, bob, ann)
            assert bob.remote.state.findings == ()


async def test_a_record_that_is_of_the_next_game_already_is_no_false_one(tmp_path):
    """It was fetched late, and the next game was short."""
    are_over = asyncio.Event()
    async with signing_hall(game="rune", options={"first_seat": "1"}) as place:
        ann = await comes_signing(place, "ann", seat=0, is_host=True)
        async with near(place, "bob", tmp_path, prove=proved_here) as bob:
            await sits_down(place, bob, ann)
            fetches_late(bob.line, are_over)
            await goes_on(place, bob, ann)
            for each in (ann, bob):
                await each.does(link.Rematch())
            assert place.room.phase == "playing"
            await goes_on(place, bob, ann)
            are_over.set()
            await bob.hears(lambda: bob.remote.state.came_to == "unproved")
            said = [each.text for each in bob.all(link.Notice) if "on your machine" in each.text]
            assert [each[:10] for each in said] == ["The game b", "Checked on"]
            assert not bob.settings.record


async def test_an_evening_may_have_as_many_games_as_people_like(tmp_path, monkeypatch):
    monkeypatch.setattr(checked, "MOST_GAMES", 1)
    async with signing_hall(options={"turn_cap": "4"}) as place:
        ann = await comes_signing(place, "ann", seat=0, is_host=True)
        async with near(place, "bob", tmp_path) as bob:
            await sits_down(place, bob, ann)
            await goes_on(place, bob, ann)
            await place.passes(1 / checked.GAMES_A_SECOND)
            for each in (ann, bob):
                await each.does(link.Rematch())
            assert place.room.phase == "playing"
            await goes_on(place, bob, ann)
            assert bob.remote.state.findings == ()
        assert given_by(rows_of(place))[1, "", "answer"] > 0


# --- which key it is ----------------------------------------------------------------------------


async def test_who_has_done_much_at_once_is_known_by_the_key_all_the_same(tmp_path):
    """The line drops as somebody sorts cards: what the disk is needed for is counted by then."""
    async with signing_hall(options={"turn_cap": "9"}) as place:
        ann = await comes_signing(place, "ann", seat=0, is_host=True)
        async with near(place, "bob", tmp_path) as bob:
            await sits_down(place, bob, ann)
            while bob.last(link.Problem) is None or bob.last(link.Problem).code != "too_fast":
                await bob.does(link.Rearrange(zone="hand", order=(1, 0, 2)))
            await bob.comes_back_to(place)
            assert bob.last(link.Lobby).seats[1].checks
            await goes_on(place, bob, ann)
            assert not said_of(rows_of(place), "plain")


@pytest.mark.parametrize("way", [{"day": "2026-11-24"}, {}])
async def test_naming_keys_without_end_is_too_fast(way):
    async with signing_hall() as place:
        bob = await comes_signing(place, "bob")
        for _ in range(12):
            await bob.does(link.SignWith(**bob.client.signer | way))
        assert bob.screen.problem.code == "too_fast"
