"""The book of results: what is kept of games, found again, and forgotten."""

import re
import sqlite3

import pytest

from rr_net.history.book import NAME, HistoryError, book_in_memory, open_book
from rr_net.history.results import SOMEBODY, SeatResult
from rr_net.history.search import BadWords, GameSearch, asked, typed
from tests.support.rr_net.pastgames import ANN, BOB, NOON, ROOT, game, seat, together


def book_of(*games):
    book = book_in_memory()
    book.keep(*games)
    return book


def numbers(book, words="", **more):
    count, found = book.find(GameSearch(typed(words), (ROOT,), **more), 50)
    assert count == len(found)
    return [int(each.gid, 16) for each in found]


def test_a_game_is_kept_as_it_was_in_a_file_of_its_owner(tmp_path):
    kept = game(7, others=(ANN, BOB), is_hinted=True, problem="", folder="/somewhere")
    book = open_book(tmp_path / "new")
    book.keep(kept)
    book.close()
    assert (tmp_path / "new" / NAME).stat().st_mode & 0o777 == 0o600
    again = open_book(tmp_path / "new")
    assert again.game(kept.gid) == kept
    assert again.game("0" * 64) is None
    again.close()


def test_a_book_that_can_only_be_read_says_so_to_who_would_write(tmp_path, monkeypatch):
    book = open_book(tmp_path)
    book.keep(game(1))
    book.close()
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda path, **terms: connect(
        path if "immutable" in path else path + "?mode=ro", **terms))  # fmt: skip
    shut = open_book(tmp_path)
    assert numbers(shut) == [1]
    for write in (lambda: shut.keep(game(2)), lambda: shut.forget(ANN)):
        with pytest.raises(HistoryError, match=r"history\.db cannot be written: it was left"):
            write()
    shut.close()


def test_several_have_the_book_open_at_once(tmp_path):
    one, other = open_book(tmp_path), open_book(tmp_path)
    one.keep(game(1))
    other.keep(game(2))
    assert numbers(one) == [2, 1]
    one.close()
    other.close()


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("", [4, 3, 2, 1]),
        ("rune", [2, 1]),
        ("REGI ann", [3]),
        ("bob", [4, 2]),
        ("won", [3, 1]),
        ("lost", [2]),
        ("unfinished", [4]),
        (">60", [2]),
        ("<30 finished", [3]),
        ("100%", []),
        ("nobody-here", []),
    ],
)
def test_words_narrow_the_games_down_and_all_must_fit(words, found):
    book = book_of(
        game(1),
        game(2, winner=BOB, others=(ROOT, ANN), seconds=5000),
        together(3, 12, ROOT, ANN, seconds=60),
        game(4, edition="Nefarious", game="nn", state="playing", seats=(seat(ROOT), seat(BOB)),
             seconds=0),
    )  # fmt: skip
    assert numbers(book, words) == found


def test_games_are_found_by_game_and_by_all_people_who_took_part():
    book = book_of(game(1), game(2, others=(ANN, BOB)), together(3, 4, ROOT, BOB))
    assert numbers(book, game="regicide") == [3]
    assert numbers(book, game="runes & reg") == [2, 1]
    assert numbers(book, game="Runes-Regulations") == numbers(book, game="RUNES & REGULATIONS")
    assert numbers(book, game="rune") == [2, 1]
    book.keep(game(4, edition="Rune", game="rune"))
    assert numbers(book, game="rune") == [4]
    assert numbers(book, people=("bob",)) == [3, 2]
    assert numbers(book, people=("BOB", ANN)) == [2]


def test_games_are_found_by_the_name_of_a_bot():
    book = book_of(game(1), game(2, seats=(seat(ROOT, won=True), SeatResult("bot2", bot="hard"))))
    assert numbers(book, "BOT2") == numbers(book, people=("bot2",)) == [2]


@pytest.mark.parametrize(
    ("line", "search", "as_program"),
    [
        ("", GameSearch(), False),
        ("bob won >30", GameSearch(("bob", "won", ">30")), False),
        ("--game regi --person ann --person=bob --by length --me --json lost",
         GameSearch(("lost",), game="regi", people=("ann", "bob"), by="length", is_own_only=True),
         True),
        ('--game "runes & reg" o\'neil', GameSearch(("o'neil",), game="runes & reg"), False),
        (r"\ # $(x)", GameSearch(("\\", "#", "$(x)")), False),
    ],
)  # fmt: skip
def test_words_after_the_ssh_line_say_what_is_looked_for(line, search, as_program):
    assert asked(line, (), is_own_only=False) == (search, as_program)
    assert asked(line, (ANN,), is_own_only=True)[0].is_own_only


@pytest.mark.parametrize(
    ("line", "why"),
    [("--all", "What came was --all."), ("--game", "Nothing came after --game."),
     ("--by luck", "What came was --by luck."), ("--json=1", "What came was --json=1."),
     ('"bob', "quotation mark is open"), ("forget bob", "as runes history forget"),
     ("--help", "After history come parts")],
)  # fmt: skip
def test_words_that_say_no_search_are_refused_with_what_there_is(line, why):
    with pytest.raises(BadWords, match=re.escape(why)):
        asked(line, (), is_own_only=False)


@pytest.mark.parametrize(
    ("by", "found"),
    [("when", [3, 2, 1]), ("length", [1, 3, 2]), ("game", [3, 2, 1]), ("people", [3, 1, 2])],
)
def test_games_are_listed_by_time_game_people_or_length(by, found):
    book = book_of(
        game(1, others=(ANN,), seconds=9000, edition="Zebra"),
        game(2, others=(BOB,), seconds=60),
        game(3, others=(BOB, ANN), seconds=600, edition="Apple"),
    )
    assert numbers(book, by=by) == found


def test_one_asks_for_own_games_alone():
    book = book_of(game(1), game(2, winner=BOB, others=(ANN,)))
    assert numbers(book, is_own_only=True) == [1]
    count, found = book.find(GameSearch(("won",), (BOB,), is_own_only=True), 9)
    assert (count, [each.gid for each in found]) == (1, [f"{2:064x}"])


def test_people_who_met_have_a_score_against_each_other():
    book = book_of(
        game(1), game(2), game(3, winner=ANN, others=(ROOT,)),
        game(4, winner=BOB, others=(ROOT, ANN)),
        together(5, 9, ROOT, ANN),
        game(6, checked="fails"),
        game(7, is_changed=True),
        game(8, is_ours=False, checked="unchecked"),
        game(9, state="broken_off"),
    )  # fmt: skip
    ann, bob = book.met((ROOT,))
    assert (ann.key, ann.name, ann.won, ann.lost, ann.drawn) == (ANN, "ann", 2, 1, 1)
    assert (bob.won, bob.lost, bob.drawn) == (0, 1, 0)


def test_a_game_that_all_win_together_counts_by_how_far_it_came():
    book = book_of(together(1, 9, ROOT, ANN), together(2, 11, ROOT), together(3, 12, ANN))
    [best] = book.best((ROOT,))
    assert (best.edition, best.score, best.games) == ("Regicide", 11, 2)


def test_a_running_game_is_noted_turn_by_turn_and_an_ended_one_is_not():
    book = book_of(game(1, state="playing", seconds=10), game(2, turns=5))
    for number in (1, 2):
        book.note(f"{number:064x}", turns=9, ended=NOON, seconds=50)
    assert (book.game(f"{1:064x}").turns, book.game(f"{1:064x}").seconds) == (9, 60)
    assert book.game(f"{2:064x}").turns == 5


def test_a_game_that_goes_on_can_be_ended_early_and_no_other():
    book = book_of(game(1, state="playing"), game(2), game(3, state="playing"))
    book.break_off([f"{number:064x}" for number in (1, 2, 4)])
    states = [book.game(f"{number:064x}").state for number in (1, 2, 3)]
    assert states == ["broken_off", "finished", "playing"]


def test_whoever_is_forgotten_is_somebody_then_and_in_what_is_taken_in_later(tmp_path):
    book = open_book(tmp_path)
    book.keep(game(1), game(2, winner=ANN, others=(BOB,)), game(3, others=(BOB,)))
    assert book.forget(ANN) == 2
    book.keep(game(2, winner=ANN, others=(BOB,)), game(4))
    every = book.find(GameSearch(), 9)[1]
    assert [[s.name for s in each.seats] for each in every] == [
        ["root", SOMEBODY], ["root", "bob"], [SOMEBODY, "bob"], ["root", SOMEBODY],
    ]  # fmt: skip
    assert numbers(book, people=("ann",)) == numbers(book, people=(ANN,)) == []
    book.close()
    for file in tmp_path.iterdir():
        content = file.read_bytes()
        assert b"ann" not in content
        assert b"bob" in content or file.name != NAME


def test_of_a_host_who_is_forgotten_the_key_of_the_machine_goes_too(tmp_path):
    book, machine = open_book(tmp_path), "SHA256:machine"
    theirs = f"local@{machine}"
    played = {"others": (BOB,), "winner": theirs, "host_key": machine, "is_ours": False}
    book.keep(game(1, **played), game(2, others=(BOB,), host_key=machine))
    assert book.forget(theirs) == 1
    book.keep(game(3, **played))
    assert [book.game(f"{n:064x}").host_key for n in (1, 2, 3)] == ["", machine, ""]


def test_a_mark_cannot_be_made_again_without_the_book(tmp_path):
    marks = []
    for folder in ("one", "two"):
        book = open_book(tmp_path / folder)
        book.forget(ANN)
        book.close()
        with sqlite3.connect(tmp_path / folder / NAME) as file:
            marks.append(file.execute("SELECT mark FROM forgotten").fetchone())
        file.close()
    assert marks[0] != marks[1]


def test_bots_are_not_people():
    bot = SeatResult("bot2", "", "rule", 2)
    kept = game(1, seats=(seat(ROOT, won=True), bot))
    assert book_of(kept).met((ROOT,)) == ()
    assert kept.why_not_rated == "one person alone"


@pytest.mark.parametrize(
    ("broken", "said"),
    [(b"no database at all, but long enough to be looked at " * 40, "no book of results")],
)
def test_a_damaged_book_is_refused_in_a_sentence_and_left_as_it_is(tmp_path, broken, said):
    path = tmp_path / NAME
    path.write_bytes(broken)
    path.chmod(0o600)
    with pytest.raises(HistoryError, match=said):
        open_book(tmp_path)
    assert path.read_bytes() == broken


def test_a_book_of_another_program_or_for_other_eyes_is_refused(tmp_path):
    path = tmp_path / NAME
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE theirs (x)")
    other.close()
    path.chmod(0o600)
    with pytest.raises(HistoryError, match="another program"):
        open_book(tmp_path)
    path.chmod(0o644)
    with pytest.raises(HistoryError, match="chmod 600"):
        open_book(tmp_path)
