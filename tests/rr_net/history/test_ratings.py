"""Ratings: who is strong at what, and that the order of writing changes nothing."""

import random

import pytest

from rr_net.history import book as book_module
from rr_net.history.book import HistoryError, book_in_memory, open_book
from rr_net.history.ratings import rated_anew, ratings_of
from rr_net.history.recording import keep_rated
from rr_net.history.results import SeatResult
from tests.support.rr_net.pastgames import ANN, BOB, ROOT, game, seat, together


def by_key(games):
    return {each.key: each for each in ratings_of(games)}


def test_whoever_wins_rises_and_whoever_plays_is_known_better():
    rated = by_key([game(n) for n in range(1, 7)])
    assert rated[ROOT].mu > 25 > rated[ANN].mu
    assert rated[ROOT].sigma < 25 / 3
    assert (rated[ROOT].games, rated[ANN].games) == (6, 6)
    few = by_key([game(1)])
    assert few[ROOT].sigma > rated[ROOT].sigma


def test_each_game_has_a_rating_of_its_own():
    rated = ratings_of([game(1), game(2, edition="Rune", winner=ANN, others=(ROOT,))])
    assert {(each.edition, each.key): each.mu > 25 for each in rated} == {
        ("Runes & Regulations", ROOT): True,
        ("Runes & Regulations", ANN): False,
        ("Rune", ANN): True,
        ("Rune", ROOT): False,
    }


def test_all_who_did_not_win_did_as_well():
    rated = by_key([game(1, others=(ANN, BOB))])
    assert rated[ANN].mu == pytest.approx(rated[BOB].mu)


def test_ratings_do_not_depend_on_the_order_in_which_games_are_written_down():
    # Several end at the same moment: then their names decide.
    games = [
        game(n, winner=random.Random(n).choice([ROOT, ANN, BOB]), ended=1_795_000_000 + n // 4,
             others=(random.Random(n + 99).choice(["SHA256:x", "SHA256:y"]),))
        for n in range(40)
    ]  # fmt: skip
    wanted = set(ratings_of(games))
    for seed in range(5):
        random.Random(seed).shuffle(games)
        assert set(ratings_of(games)) == wanted
    book = book_in_memory()
    for each in games:
        book.keep(each)
        rated_anew(book)
    assert set(book.ratings()) == wanted


@pytest.mark.parametrize(
    "more",
    [
        {"state": "broken_off"}, {"checked": "fails"}, {"is_ours": False}, {"is_hinted": True},
        {"is_changed": True}, {"level": "solo"}, {"others": ()}, {"others": ("local:1",)},
    ],
)  # fmt: skip
def test_some_games_change_no_rating(more):
    assert ratings_of([game(1, **more)]) == ()


def test_what_all_win_together_is_no_contest_and_bots_are_no_opponents():
    bot = SeatResult("bot3", "", "rule", 1, won=True)
    assert ratings_of([together(1, 12, ROOT, ANN)]) == ()
    won_by_a_bot = game(2, seats=(seat(ROOT), seat(ANN), bot))
    rated = by_key([won_by_a_bot])
    assert rated[ROOT].mu == pytest.approx(rated[ANN].mu)
    assert set(rated) == {ROOT, ANN}


def test_somebody_who_was_forgotten_has_no_rating_and_is_a_newcomer_to_others():
    book = book_in_memory()
    book.keep(*(game(n) for n in range(1, 4)))
    rated_anew(book)
    before = {each.key: each for each in book.ratings()}
    book.forget(ANN)
    rated_anew(book)
    after = {each.key: each for each in book.ratings()}
    assert set(after) == {ROOT}
    assert after[ROOT].games == before[ROOT].games == 3


def test_a_game_that_ends_at_another_table_meanwhile_is_rated_too(tmp_path, monkeypatch):
    monkeypatch.setattr(book_module, "PATIENCE", 0.0)
    book, other = open_book(tmp_path), open_book(tmp_path)
    rate = book.rate

    def while_the_other_table_writes(ratings):
        # Between what one table reads and what it writes there is room for nobody.
        with pytest.raises(HistoryError, match="being written by another table"):
            keep_rated(other, game(2, winner=BOB, others=(ROOT,)))
        rate(ratings)

    monkeypatch.setattr(book, "rate", while_the_other_table_writes)
    keep_rated(book, game(1, winner=ROOT, others=(ANN,)))
    keep_rated(other, game(2, winner=BOB, others=(ROOT,)))
    assert sorted(book.ratings()) == sorted(ratings_of(book.all_finished()))
    assert {each.key: each.games for each in book.ratings()} == {ROOT: 2, ANN: 1, BOB: 1}
    for each in (book, other):
        each.close()
