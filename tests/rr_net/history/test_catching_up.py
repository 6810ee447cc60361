"""Ends and verdicts that a host could not write before it stopped are in the book at its next."""

from copy import deepcopy

import pytest

from rr_net import link
from rr_net.fairness.base.errors import Failure, FairnessError, VerifyError
from rr_net.history.book import HistoryError, book_in_memory
from rr_net.history.catching_up import catch_up
from rr_net.history.recording import GameHistory
from rr_net.store import BadJournal, MemoryJournal
from tests.rr_net.history.test_recording import kept
from tests.rr_net.room.test_ending import StackedChances, play_on
from tests.support.rr_net.journals import journalled
from tests.support.rr_net.roomplay import dealt, hall


async def played(journal, book, *, end=play_on, **means):
    """A whole game, at a table whose host writes nothing into the book from its end on."""
    async with hall(archive=journalled(journal, **means), book=book) as place:
        players = await dealt(place, "ann", "bob", pets=(1, 0))
        history = place.services.history
        history.ended = history.checked = nothing
        await end(place, players)
        return place.record.manifest.gid


async def nothing(*_, **__):
    """What a host does that is not there any more."""


async def ends(place, players):
    await players[0].does(link.Host(act="end"))


def behind(book):
    return GameHistory(book)


@pytest.mark.parametrize("kills", ["before its end", "before its verdict"])
async def test_a_host_that_stopped_at_the_end_of_a_game_has_it_judged_at_the_next_start(kills):
    book, journal = book_in_memory(), MemoryJournal()
    async with hall(archive=journalled(journal), book=book) as place:
        players = await dealt(place, "ann", "bob", pets=(1, 0))
        history = place.services.history
        history.checked = nothing
        if kills == "before its end":
            history.ended = nothing
        await play_on(place, players)
        winners = players[0].screen.last(link.Ended).winners
    [left] = kept(book)
    assert left.checked == "unchecked"
    await catch_up(behind(book), journal, journalled(journal).verdict_of)
    [result] = kept(book)
    assert (result.state, result.checked, result.problem) == ("finished", "holds", "")
    assert [seat.won for seat in result.seats] == [at in winners for at in range(2)]
    assert result.ended == left.ended
    # Who had left for good at the end is in no journal.
    assert result.is_changed is (kills == "before its end")
    assert await behind(book).behind() == ()


async def test_a_record_with_a_fault_counts_for_nothing_after_the_next_start_either():
    book, journal = book_in_memory(), MemoryJournal()
    await played(journal, book, chances=StackedChances)
    await catch_up(behind(book), journal, journalled(journal).verdict_of)
    [result] = kept(book)
    assert (result.checked, result.counts) == ("fails", False)
    assert result.problem


async def test_a_game_that_was_broken_off_does_not_go_on_in_the_book_and_one_that_goes_on_does():
    book, journal = book_in_memory(), MemoryJournal()
    given_up = await played(journal, book, end=ends)
    goes_on = await played(journal, book, end=nothing, luck=2)
    assert {each.state for each in kept(book)} == {"playing"}
    await catch_up(behind(book), journal, journalled(journal).verdict_of)
    states = {each.gid: (each.state, each.checked) for each in kept(book)}
    assert states == {given_up: ("broken_off", "unchecked"), goes_on: ("playing", "unchecked")}


async def test_a_game_that_was_given_up_before_anything_was_dealt_was_broken_off():
    """Nobody owes an opening of it, so that a journal does not name it among the unopened."""
    book, journal = book_in_memory(), MemoryJournal()
    await played(journal, book, end=nothing)
    before = deepcopy(journal)
    [manifest] = await before.begun()
    stored = await before.load(manifest.gid)
    fresh = MemoryJournal()
    await fresh.begin(manifest, stored.secret, stored.rows[0])
    await fresh.break_off(manifest.gid)
    assert await fresh.unopened() == ()
    await catch_up(behind(book), fresh, journalled(fresh).verdict_of)
    assert [each.state for each in kept(book)] == ["broken_off"]


async def test_what_this_version_cannot_check_stays_unchecked_and_accuses_nobody():
    book, journal = book_in_memory(), MemoryJournal()
    gid = await played(journal, book)

    async def too_much(_):
        raise VerifyError(FairnessError(Failure.TOO_MANY, "more rows than this version reads"))

    await catch_up(behind(book), journal, too_much)
    assert (book.game(gid).state, book.game(gid).checked) == ("playing", "unchecked")
    assert [each.gid for each in await behind(book).behind()] == [gid]
    await catch_up(behind(book), journal, journalled(journal).verdict_of)
    assert book.game(gid).checked == "holds"


@pytest.mark.parametrize("fault", [HistoryError("busy"), BadJournal("row 3 is damaged")])
async def test_a_book_or_a_journal_that_cannot_be_read_stops_no_start(caplog, fault):
    book, journal = book_in_memory(), MemoryJournal()
    await played(journal, book)
    history = behind(book)

    async def breaks(*_):
        raise fault

    if isinstance(fault, HistoryError):
        history.behind = breaks
    await catch_up(history, journal, breaks)
    assert str(fault) in caplog.text
    assert [each.checked for each in kept(book)] == ["unchecked"]


async def test_a_game_that_cannot_be_read_keeps_no_other_one_from_its_verdict(caplog):
    book, journal = book_in_memory(), MemoryJournal()
    await played(journal, book)
    await played(journal, book, luck=2)
    damaged, other = [each.gid for each in await behind(book).behind()]
    verdict_of = journalled(journal).verdict_of

    async def damaged_first(gid):
        if gid == damaged:
            raise BadJournal("row 3 is damaged")
        return await verdict_of(gid)

    await catch_up(behind(book), journal, damaged_first)
    assert (book.game(damaged).checked, book.game(other).checked) == ("unchecked", "holds")
    assert "row 3 is damaged" in caplog.text


async def test_nothing_is_said_of_a_game_that_another_journal_has():
    book, journal, other = book_in_memory(), MemoryJournal(), MemoryJournal()
    gid = await played(journal, book, end=nothing)
    await catch_up(behind(book), other, journalled(other).verdict_of)
    assert book.game(gid).state == "playing"
