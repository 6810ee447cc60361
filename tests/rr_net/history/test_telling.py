"""Past games in words: for a list, a page, a program, and only what one may know."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

import pytest

from rr_net.history.book import Rated, book_in_memory
from rr_net.history.search import GameSearch
from rr_net.history.telling import (
    Asker,
    as_json,
    day_of,
    folded,
    look_up,
    page_of,
    text_lines,
    told,
)
from tests.support.rr_net.pastgames import ANN, BOB, DAY, NOON, ROOT, game, seat, together

CLOCK = partial(datetime.fromtimestamp, tz=UTC)
MINE, ALL = Asker((ANN,)), Asker((ROOT,), sees_all=True)
NOW = NOON + 3 * DAY


def lines_of(asker, *games, words=(), ratings=(), most=50):
    book = book_in_memory()
    book.keep(*games)
    book.rate(ratings)
    search = GameSearch(words, asker.keys, is_own_only=not asker.sees_all)
    found = look_up(book, search, asker, most)
    return text_lines(found, NOW, CLOCK), json.loads(as_json(found))


@pytest.mark.parametrize(
    ("kept", "said"),
    [
        (game(1), ("19 Nov", "Runes & Regulations", "41 min", "root, ann", "won", "checked")),
        (game(1, winner=ANN, others=(ROOT,)), (..., ..., ..., "ann, root", "lost", ...)),
        (game(1, others=()), (..., ..., ..., "root", "won", ...)),
        (game(1, winner=ANN, others=(BOB,)), (..., ..., ..., "ann, bob", "ann won", ...)),
        (game(1, seats=(seat(ROOT, rank=1), seat(ANN, rank=1))),
         (..., ..., ..., ..., "nobody won", ...)),
        (together(1, 9, ROOT, ANN), (..., "Regicide", ..., ..., "9/12", ...)),
        (game(1, state="playing", turns=9, seconds=0, checked="unchecked"),
         (..., ..., "-", "root, ann, turn 9", "unfinished", "")),
        (game(1, state="broken_off", turns=9),
         (..., ..., ..., "root, ann, turn 9", "ended early", ...)),
        (game(1, checked="fails"), (..., ..., ..., ..., "void", "does not verify")),
        (game(1, is_ours=False), (..., ..., ..., ..., ..., "taken in")),
        (game(-400), ("Oct 2025", ..., ..., ..., ..., ...)),
        (game(1, seconds=3 * DAY), (..., ..., "3 days", ..., ..., ...)),
        (game(1, others=tuple(f"somebody-{n}" for n in range(4))),
         (..., ..., ..., "5 people", ..., ...)),
    ],
)  # fmt: skip
def test_a_line_says_when_what_how_long_with_whom_and_how_it_ended(kept, said):
    for found, expected in zip(told(kept, ALL, NOW, CLOCK), said, strict=True):
        assert expected in (..., found)


def test_the_text_has_one_line_a_game_and_then_what_they_come_to():
    rated = [Rated("Runes & Regulations", key, mu, 7.2, 6) for key, mu in ((ROOT, 27.4), (ANN, 22))]
    said, _ = lines_of(ALL, game(1), game(2), together(3, 11, ROOT, BOB), ratings=rated)
    assert said == [
        "Past games: 3",
        " 21 Nov  Regicide             41 min  root, bob  11/12  checked",
        " 20 Nov  Runes & Regulations  41 min  root, ann  won    checked",
        " 19 Nov  Runes & Regulations  41 min  root, ann  won    checked",
        "Rating, Runes & Regulations: root 27 ±7 (6), ann 22 ±7 (6)",
        "Won and lost against: ann 2-0",
        "Regicide: best 11/12 in 1 game",
    ]


def test_a_guest_hears_of_own_games_and_nobody_elses_rating():
    games = (game(1), game(2, others=(BOB,)), game(3, winner=BOB, others=(ROOT,)))
    rated = [Rated("Runes & Regulations", key, 25, 7, 3) for key in (ROOT, ANN, BOB)]
    said, plain = lines_of(MINE, *games, ratings=rated)
    assert said == [
        "Past games: 1",
        " 19 Nov  Runes & Regulations  41 min  root, ann  lost  checked",
        "Rating, Runes & Regulations: 25 ±7 (3)",
        "Won and lost against: root 0-1",
    ]
    assert [each["key"] for each in plain["ratings"]] == [ANN]
    assert BOB not in json.dumps(plain)


def test_a_guest_learns_no_name_from_games_of_others():
    def called(name, number, winner):
        seats = (seat(winner, won=True), replace(seat(BOB), name=name))
        return game(number, seats=seats)

    games = (called("rob", 1, ANN), called("bob", 2, ANN), called("robert", 3, ROOT))
    said, _ = lines_of(MINE, *games)
    assert "Won and lost against: bob 2-0" in said
    said, _ = lines_of(Asker((ANN,), sees_all=True), *games)
    assert "Won and lost against: robert 2-0" in said


def test_a_rating_is_shown_from_three_games_on():
    said, _ = lines_of(ALL, game(1), ratings=[Rated("Rune", ROOT, 25, 8, 2)])
    assert not any(line.startswith("Rating") for line in said)


def test_what_a_list_leaves_out_is_counted():
    said, _ = lines_of(ALL, *(game(n) for n in range(1, 6)), most=2)
    assert said[0] == "Past games: 5"
    assert said[3] == " and 3 more"
    assert lines_of(ALL)[0] == ["No past games."]


@pytest.mark.parametrize(
    ("asker", "more", "said"),
    [
        (ALL, {"words": ("zoë",)}, 'None of 3 past games fits "zoë".'),
        (ALL, {"words": ("won", ">30"), "game": "re", "people": ("bob", "cem")},
         ("None of 3 past games fits all of this: "
          'game "re", player "bob", player "cem", you won, ">30".')),
        (ALL, {"is_own_only": True, "words": ("lost",)},
         "None of 3 past games fits all of this: you were there, you lost."),
        (MINE, {"words": ("bob",)}, 'None of your 2 past games fits "bob".'),
        (Asker(("SHA256:cem",)), {"words": ("bob",)}, "No past games."),
        (ALL, {"words": ("\x1b[2J\u202e",)}, 'None of 3 past games fits "[2J".'),
    ],
)  # fmt: skip
def test_where_none_fits_it_is_said_of_how_many_and_what_was_looked_for(asker, more, said):
    book = book_in_memory()
    book.keep(game(1), game(2), game(3, others=(BOB,)))
    given = {"keys": asker.keys, "is_own_only": not asker.sees_all, **more}
    found = look_up(book, GameSearch(**given), asker, 50)
    assert text_lines(found, NOW, CLOCK)[0] == said
    plain = json.loads(as_json(found))
    assert (plain["count"], plain["of"]) == (0, found.of)


def test_a_page_says_everything_that_is_known_of_a_game():
    kept = game(1, is_hinted=True, seats=(seat(ROOT, won=True), seat(ANN, since=9)))
    said = page_of(kept, ALL, NOW, CLOCK)
    assert said[0] == "Runes & Regulations, 19 Nov, 41 min, 17 turns: won."
    assert "2 ann, rank 2, from turn 9 on (the host's word)" in said
    assert "It changes no rating: played with hints." in said
    assert "Its record was checked on this machine and holds." in said
    guests = page_of(kept, MINE, NOW, CLOCK)
    assert "Its record was checked on the host's machine and holds." in guests
    sampled = page_of(game(1, checked="sampled"), MINE, NOW, CLOCK)
    assert any(
        line.startswith("A sample of its record was checked on the host's") for line in sampled
    )
    failing = page_of(game(1, checked="fails", problem="a roll is wrong"), ALL, NOW, CLOCK)
    assert "Its record does not verify, so it counts for nothing: a roll is wrong." in failing
    closed = page_of(game(1, state="broken_off", checked="unchecked"), ALL, NOW, CLOCK)
    assert not any("record" in line for line in closed)
    assert any(line.startswith("Its cards are closed") for line in closed)


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({}, ""),
        ({"state": "broken_off"}, "not finished"),
        ({"checked": "fails"}, "its record does not verify"),
        ({"is_ours": False}, "taken in from a file"),
        ({"is_shared": True}, "played together"),
        ({"others": ()}, "one person alone"),
        ({"level": "solo"}, "the host alone chose the luck"),
        ({"is_hinted": True}, "played with hints"),
        ({"is_changed": True}, "a chair changed hands"),
        ({"others": ("local:1",)}, "at one screen"),
    ],
)
def test_only_some_games_change_a_rating(more, why):
    assert game(1, **more).why_not_rated == why


def test_lines_are_folded_between_words_where_a_terminal_is_narrow():
    lines = ["Past games: 1", f" 22 Nov  {'word ' * 20}".rstrip()]
    told_lines = list(folded(lines, 40))
    assert told_lines[0] == "Past games: 1"
    assert max(map(len, told_lines)) <= 40
    assert told_lines[1].startswith(" 22 Nov  word")
    assert all(line.startswith("    word") for line in told_lines[2:])
    assert " ".join(" ".join(told_lines).split()) == " ".join(" ".join(lines).split())
    assert list(folded(lines, 200)) == lines


@pytest.mark.parametrize("far", [300_000_000_000, 2**62, -1, -(2**62), 10**30])
def test_a_moment_of_no_calendar_is_a_day_that_nobody_knows(far):
    assert day_of(far, NOW) == "-"
    text, _ = lines_of(ALL, *(game(1, ended=far) for far in [min(far, 2**62)]))
    assert text[1].startswith(" -  ")


def test_whoever_can_open_a_game_reads_by_which_letters():
    book = book_in_memory()
    book.keep(game(1), game(2))
    found = look_up(book, GameSearch(keys=(ROOT,)), ALL, 50)
    named, plain = (text_lines(found, NOW, CLOCK, is_named=named) for named in (True, False))
    assert [line.split()[-1] for line in named[1:3]] == [each.gid[:8] for each in found.games]
    assert plain[1:3] == [line.rpartition("  ")[0].rstrip() for line in named[1:3]]
