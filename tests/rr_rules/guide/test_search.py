"""The search: all words, the best clause first."""

import pytest

from rr_rules.guide.search import MOST_FOUND, Readable, found, readables
from rr_rules.registry import EDITIONS, load_game


@pytest.fixture(scope="module")
def every():
    edition = EDITIONS[0]
    game = load_game(edition.game)
    return readables(edition, game.cards(game.settle(dict(edition.options))))


def test_the_best_clause_comes_first(every):
    assert found(every, "summoning limit")[0].clause.startswith("RR-SLIM-")
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
