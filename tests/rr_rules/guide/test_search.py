"""The search: all words, what a word means first, then the best clause."""

import pytest

from rr_rules.guide.search import MOST_FOUND, Readable, found, readables
from rr_rules.registry import EDITIONS, load_game


@pytest.fixture(scope="module")
def every():
    edition = EDITIONS[0]
    game = load_game(edition.game)
    return readables(edition, game.cards(game.settle(dict(edition.options))))


def test_what_a_word_means_comes_first_and_then_the_best_clause(every):
    for wanted in ("summoning limit", "draw", "DISCARDS"):
        word, clause, *_ = found(every, wanted)
        assert (word.kind, clause.kind) == ("word", "rule")
        assert word.title.casefold().startswith(wanted.casefold()[:6])
    assert found(every, "summoning limit")[1].clause.startswith("RR-SLIM-")


def test_the_best_clause_comes_first_where_no_word_is_called_so(every):
    assert found(every, "RR-TERM-07")[0].clause == "RR-TERM-07"
    assert found(every, "hand limit seven")[0].clause == "RR-HLIM-01"


def test_words_cards_and_the_log_are_found_too(every):
    log = Readable("log", "", "Bob STEALS Sparkly Dragon from Cem", "RR-TERM-10")
    kinds = {each.kind for each in found((*every, log), "Sparkly Dragon")}
    assert {"card", "log"} <= kinds
    assert {each.kind for each in found(every, "hex")} >= {"rule", "word", "card"}
    names = [each.title for each in found(every, "tricky trap") if each.kind == "card"]
    assert names == ["Tricky Trap"]


def test_every_word_must_be_there(every):
    assert found(every, "hex bananas") == ()
    assert found(every, "") == found(every, " . ") == ()
    assert len(found(every, "e")) == MOST_FOUND


def test_the_card_that_is_called_so_comes_before_clauses_that_name_it(every):
    [first, second, *_] = found(every, "grubby grabber")
    assert (first.kind, first.title) == ("card", "Grubby Grabber")
    assert second.kind == "rule"
