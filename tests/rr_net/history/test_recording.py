"""What a table writes into the book of results, from the deal to the verdict."""

import re
from contextlib import closing
from copy import deepcopy
from pathlib import Path

import pytest

from rr_net import link
from rr_net.history.book import HistoryError, book_in_memory, open_book
from rr_net.history.recording import GameHistory, keep_rated, open_history
from rr_net.history.results import OWN_KEY, cleaned
from rr_net.history.search import GameSearch
from rr_net.history.telling import AT_A_TABLE, Asker, page_of
from rr_net.store import MemoryJournal
from tests.rr_net.room.test_ending import StackedChances, finished, play_on
from tests.rr_net.room.test_newcomers import to_next_turn, with_bots
from tests.rr_net.room.test_resume import resumed
from tests.support.golden.constants import standing_digests
from tests.support.rr_net.journals import journalled
from tests.support.rr_net.pastgames import DAY, NOON, game
from tests.support.rr_net.roomplay import TODAY, dealt, hall


def kept(book):
    return book.find(GameSearch(), 9)[1]


async def test_a_game_is_in_the_book_from_its_deal_to_its_verdict():
    book = book_in_memory()
    async with hall(archive=journalled(), book=book) as place:
        players = await dealt(place, "ann", "bob", pets=(1, 0))
        [begun] = kept(book)
        assert (begun.state, begun.game, begun.level) == ("playing", "pebbles", "solo")
        assert [(each.name, each.key) for each in begun.seats] == [
            ("ann", "SHA256:ann"), ("bob", "SHA256:bob"),
        ]  # fmt: skip
        await play_on(place, players)
        told = players[0].screen.last(link.Ended)
        winners = told.winners
    [ended] = kept(book)
    assert re.fullmatch(r"\d{1,2} \w+, 1 min", told.when)
    assert (ended.gid, ended.state, ended.checked) == (begun.gid, "finished", "holds")
    assert [seat.won for seat in ended.seats] == [at in winners for at in range(2)]
    assert ended.reason
    assert ended.seconds == ended.ended - ended.began > 0
    assert ended.why_not_rated == "the host alone chose the luck"


async def test_a_record_that_does_not_verify_is_kept_as_such():
    book = book_in_memory()
    async with hall(archive=journalled(chances=StackedChances), book=book) as place:
        await finished(place, "ann", "bob")
    [ended] = kept(book)
    assert (ended.state, ended.checked, ended.counts) == ("finished", "fails", False)
    assert ended.problem


async def test_a_game_that_the_host_ends_is_no_result():
    book = book_in_memory()
    async with hall(archive=journalled(), book=book) as place:
        ann, _ = await dealt(place, "ann", "bob", pets=(1, 0))
        await ann.does(link.Host(act="end"))
    [ended] = kept(book)
    assert (ended.state, ended.counts) == ("broken_off", False)
    assert not any(seat.rank for seat in ended.seats)


async def test_a_table_that_closes_leaves_the_turn_and_the_time_of_its_game():
    book = book_in_memory()
    async with hall(archive=journalled(), book=book) as place:
        players = await dealt(place, "ann", "bob", pets=(1, 0))
        for player in players:
            if player.screen.ask is not None:
                await player.answers()
        await place.passes(90)
        turn = place.record.manifest and kept(book)[0].turns
    [left] = kept(book)
    assert (left.state, left.turns) == ("playing", turn)
    assert left.seconds >= 90


async def test_a_chair_that_was_taken_over_is_told_and_the_game_changes_no_rating():
    book = book_in_memory()
    with standing_digests():
        async with hall(
            archive=journalled(), book=book, game="runes-regulations", seats=3
        ) as place:
            root, ann = await with_bots(place)
            await ann.does(link.Sit(seat=1))
            await root.does(link.Host(act="seat", name="ann"))
            await to_next_turn(place, root)
            await root.does(link.Host(act="end"))
    [ended] = kept(book)
    taken = ended.seats[1]
    assert (taken.name, taken.key, taken.bot) == ("ann", "SHA256:ann", "")
    assert taken.since > 0
    assert ended.is_changed


async def test_who_leaves_for_good_changes_the_chair():
    book = book_in_memory()
    async with hall(archive=journalled(), book=book) as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        await bob.does(link.Leave())
        await play_on(place, [ann])
    [ended] = kept(book)
    assert (ended.state, ended.is_changed) == ("finished", True)


@pytest.mark.parametrize("audit", ["on_request", "automatic"])
async def test_a_restart_after_the_end_leaves_the_end_as_it_was(audit):
    book, journal, copies = book_in_memory(), MemoryJournal(), []
    async with hall(archive=journalled(journal), book=book, options={"audit": audit}) as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        await bob.does(link.Leave())
        write = place.services.history.ended

        async def killed_after(*how):
            await write(*how)
            copies.append(deepcopy(journal))

        place.services.history.ended = killed_after
        await play_on(place, [ann])
    [before] = kept(book)
    archive = journalled(copies[0])
    async with hall(archive=archive, book=book) as place:
        await place.passes(DAY)
        await resumed(place, archive)
        await place.settle()
    [after] = kept(book)
    assert (before.state, before.is_changed) == ("finished", True)
    assert after == before


async def test_the_host_at_its_own_terminal_is_known_as_such():
    book = book_in_memory()
    async with hall(archive=journalled(), book=book) as place:
        root = await place.comes("root", OWN_KEY, is_host=True)
        bob = await place.comes("bob")
        for seat, player in enumerate((root, bob)):
            await player.does(link.Sit(seat=seat))
            await player.does(link.Ready())
    [begun] = kept(book)
    assert [seat.key for seat in begun.seats] == [OWN_KEY, "SHA256:bob"]


async def test_a_game_without_a_book_is_written_nowhere():
    async with hall(archive=journalled()) as place:
        await finished(place, "ann", "bob")
        assert (await place.room.history.game(place.record.manifest.gid)) is None
        assert not place.room.history.is_kept


class FullDisk:
    """A book that cannot be written."""

    def __getattr__(self, name):
        raise HistoryError("the disk is full")


async def test_a_book_that_cannot_be_written_stops_no_table(caplog):
    async with hall(archive=journalled(), book=FullDisk()) as place:
        ann, _ = await finished(place, "ann", "bob")
        assert ann.screen.last(link.Ended).verified is True
    assert "the disk is full" in caplog.text


@pytest.mark.parametrize("failing", [1, 2])
async def test_an_end_and_a_verdict_that_a_busy_book_refused_are_written_later(
    monkeypatch, failing
):
    book, left = book_in_memory(), ["busy"] * failing
    write = book.at_once

    def busy():
        if left and place.room.phase == "over":
            left.pop()
            raise HistoryError("history.db is being written by another table: try again")
        return write()

    monkeypatch.setattr(book, "at_once", busy)
    async with hall(archive=journalled(), book=book) as place:
        await finished(place, "ann", "bob")
        if failing == 2:  # the verdict too: it comes with what is written next
            assert kept(book)[0].state == "playing"
            await place.room.history.began(place.record.manifest)
    [ended] = kept(book)
    assert not left
    assert (ended.state, ended.checked) == ("finished", "holds")
    assert ended.seconds == ended.ended - ended.began


async def test_what_is_owed_to_a_book_is_written_as_it_is_let_go_of(tmp_path, monkeypatch):
    book = open_book(tmp_path)
    keep_rated(book, game(1, checked="unchecked"))
    history = GameHistory(book)
    with monkeypatch.context() as patch:
        patch.setattr(book, "at_once", lambda: FullDisk().at_once)
        await history.checked(game(1).gid, "a card is not the one that was dealt")
    assert kept(book)[0].checked == "unchecked"
    await history.close()
    with closing(open_book(tmp_path)) as again:
        assert kept(again)[0].checked == "fails"


@pytest.mark.parametrize("name", ["Zoë\x1b[2J", "a\u202eb"])
def test_names_are_cleaned(name):
    assert "\x1b" not in cleaned(name)
    assert "\u202e" not in cleaned(name)


async def test_the_lobby_says_with_whom_and_when_a_game_was_left_unfinished():
    book, journal = book_in_memory(), MemoryJournal()
    async with hall(archive=journalled(journal), book=book) as place:
        await dealt(place, "ann", "bob", pets=(1, 0))
    async with hall(archive=journalled(journal), book=book) as place:
        cem = await place.comes("cem", is_host=True)
        [note] = [note for note in cem.screen.lobby.notes if note.startswith("Unfinished")]
    assert note.startswith("Unfinished, with ann and bob")
    assert re.search(r", on \d+ \w{3}: it is kept, can go on", note)


def test_a_page_says_what_can_become_of_an_unfinished_game():
    left = game(1, state="playing", turns=9, checked="unchecked")
    said = page_of(left, Asker(("local",)), NOON)
    assert "Unfinished: whoever dealt it can go on with it, or open its cards." in said


async def test_a_game_that_is_being_played_is_said_so_and_no_other_unfinished_one():
    book = book_in_memory()
    async with hall(archive=journalled(), book=book) as place:
        ann, _ = await dealt(place, "ann", "bob", pets=(1, 0))
        await ann.does(link.AskHistory(find=""))
        [now] = ann.screen.last(link.PastGames).games
    assert now.result == "being played"
    assert AT_A_TABLE in now.lines
    later = GameHistory(book, now=lambda: TODAY + DAY)
    [left] = (await later.shown("", Asker(("SHA256:ann",)))).games
    assert left.result == "unfinished"


async def test_finished_games_at_a_shared_level_change_ratings_at_once():
    book = book_in_memory()
    for luck in (1, 2):
        async with hall(archive=journalled(luck=luck), book=book, fairness="table") as place:
            players = await dealt(place, "ann", "bob", pets=(1, 0))
            await place.passes(60)
            await play_on(place, players)
    assert [each.why_not_rated for each in kept(book)] == ["", ""]
    assert {each.key: each.games for each in book.ratings()} == {"SHA256:ann": 2, "SHA256:bob": 2}


async def test_a_fault_in_past_games_costs_who_asked_a_line_and_the_table_nothing(
    caplog, monkeypatch
):
    async def breaks(*_):
        raise ValueError("a secret card")

    async with hall(archive=journalled(), book=book_in_memory()) as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        monkeypatch.setattr(place.room.history, "shown", breaks)
        await ann.does(link.AskHistory(find=""))
        assert ann.screen.problem.code == "fault"
        assert bob.screen.all(link.Problem) == []
        await play_on(place, [ann, bob])
        assert bob.screen.last(link.Ended).winners is not None
    assert "ValueError at test_recording.py" in caplog.text
    assert "a secret card" not in caplog.text


async def test_a_flood_of_looks_at_past_games_is_refused_and_later_answered_again():
    async with hall(book=book_in_memory()) as place:
        ann = await place.comes("ann")
        for number in range(40):
            await ann.does(link.AskHistory(find=f"game {number}"))
        told = ann.screen.all(link.PastGames)
        assert [each.find for each in told] == [f"game {number}" for number in range(10)]
        assert {each.code for each in ann.screen.all(link.Problem)} == {"too_fast"}
        await place.passes(2)
        await ann.does(link.AskHistory(find="again"))
        assert ann.screen.last(link.PastGames).find == "again"


async def test_a_folder_is_known_by_its_whole_path_from_wherever_it_is_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    history = open_history(tmp_path, Path("games"), print)
    history_again = open_history(tmp_path, tmp_path / "games", print)
    async with hall(archive=journalled()) as place:
        await dealt(place, "ann", "bob", pets=(1, 0))
        await history.began(place.record.manifest)
    assert [each.gid for each in await history_again.behind()] == [place.record.manifest.gid]
    await history.close()
    await history_again.close()
