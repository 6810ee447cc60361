"""The glossary: whatever a face, a phase or the Spinner says has an entry, and it is short."""

from functools import cache

import pytest

from rr_rules.guide.glossary import GlossaryTerm, capitals, glossary, term_for, terms_in
from rr_rules.guide.source import BadGuide, entries
from rr_rules.registry import EDITIONS, load_game
from rr_rules.rulebook import clause
from rr_rules.runes_regulations.turn.spinner import EVENTS, NEFARIOUS_RESULTS, RESULTS

LONGEST = 100
"""Characters of a sentence: it stands in two lines of a dialog."""
PHASES = {
    "Runes & Regulations": ("begin", "draw", "cast", "summon", "spin", "end"),
    "The Nefarious Neighbor": ("begin", "draw", "cast", "summon", "spin", "end"),
    "Regicide": ("play", "next", "attack"),
    "Rune": ("lay", "claim", "token"),
}

every_edition = pytest.mark.parametrize("edition", EDITIONS, ids=lambda each: each.name)


@cache
def faces_of(game_id, options):
    game = load_game(game_id)
    return game.cards(game.settle(dict(options)))


def faces(edition):
    return faces_of(edition.game, tuple(edition.options.items()))


def missing(edition, field, wanted):
    """What no term of an edition is about."""
    known = {each for term in glossary(edition) for each in getattr(term, field)}
    return set(wanted) - known


@every_edition
def test_every_word_in_capitals_on_a_face_has_an_entry(edition):
    known = glossary(edition)
    said = {word for card in faces(edition) for word in capitals(card.text)}
    assert {word for word in said if term_for(known, word) is None} == set()
    assert said or edition.game != "runes-regulations"


@every_edition
def test_every_kind_of_card_has_an_entry(edition):
    assert missing(edition, "kinds", {card.kind for card in faces(edition)}) == set()


@every_edition
def test_every_phase_has_an_entry(edition):
    assert missing(edition, "phases", PHASES[edition.name]) == set()


@pytest.mark.parametrize("edition", EDITIONS[:2], ids=lambda each: each.name)
def test_every_result_of_a_spinner_has_an_entry(edition):
    dark = NEFARIOUS_RESULTS if edition.options["nefarious"] == "on" else ()
    assert missing(edition, "results", (*RESULTS, *EVENTS, *dark)) == set()


def test_every_role_has_an_entry():
    edition = EDITIONS[1]
    roles = {card.id for card in faces(edition) if card.kind == "role"}
    by_kind = {"the-nefarious-neighbor"} & {term_id(term) for term in glossary(edition)}
    assert missing(edition, "faces", roles) == by_kind != set()


def term_id(term):
    return f"the-{term.word.lower().replace(' ', '-')}"


@every_edition
def test_every_clause_that_is_named_is_there(edition):
    assert all(clause(edition.game, term.clause).id == term.clause for term in glossary(edition))


@every_edition
def test_a_term_is_a_sentence_and_an_example(edition):
    for term in glossary(edition):
        assert 0 < len(term.says) <= LONGEST, term.word
        assert 0 < len(term.example) <= LONGEST, term.word
        assert term.says[-1] in ".?!", term.word
        assert term.example[-1] in ".?!", term.word


@every_edition
def test_no_word_means_two_things(edition):
    known = glossary(edition)
    words = [word for term in known for word in (term.word, *term.forms)]
    assert sorted({word for word in words if words.count(word) > 1}) == []


def test_the_words_of_the_expansion_are_not_told_in_the_game_without_it():
    plain, dark = (glossary(edition) for edition in EDITIONS[:2])
    assert term_for(plain, "Curse") is None
    assert term_for(dark, "Curse") is not None
    assert set(plain) < set(dark)


def test_the_forms_of_a_verb_are_that_verb():
    known = glossary(EDITIONS[0])
    assert term_for(known, "STOLEN").word == "STEAL"
    assert term_for(known, "hexes").word == "HEX"
    text = "STEAL a Creature. If it was HEXED, STEAL another."
    assert [term.word for term in terms_in(known, text)] == ["STEAL", "HEX"]


def test_a_guide_file_with_a_strange_word_is_refused():
    with pytest.raises(BadGuide, match=r"\[\[term\]\] is not understood"):
        entries("rune", "glossary.toml", "term", lambda word: GlossaryTerm)
