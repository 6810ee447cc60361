"""The rules page of the expansion, read as the interface reads it."""

from __future__ import annotations

import re

import pytest

from rr_rules.kernel.errors import NoSuchClause
from rr_rules.rulebook import clause, expansion_texts, sections
from rr_rules.runes_regulations.views.log import ASIDES, LINES, NEFARIOUS_REASONS
from tests.support.rr_rules.rulestext import broken_of

GAME = "runes-regulations"
[TEXT] = expansion_texts(GAME)
PAGES = [page for part in sections(GAME) for page in part.pages if page.id.startswith("NN-")]


def test_every_clause_of_the_expansion_is_read_once():
    assert len(PAGES) == len({page.id for page in PAGES}) == TEXT.count("**NN-") == 168


def test_every_clause_is_a_whole_sentence():
    assert broken_of(PAGES) == []


def test_every_clause_that_the_page_refers_to_exists():
    named = set(re.findall(r"(?:RR|NN)-[A-Z]+-\d+", TEXT))
    for name in named:
        assert clause(GAME, name).id == name


def test_a_clause_with_a_small_letter_is_found_with_its_section():
    assert clause(GAME, "NN-SPIN-02b").title == "The Nefarious Spinner"
    assert clause(GAME, "NN-ROLE-NEFARIOUS-TIMING").title == "Roles"
    with pytest.raises(NoSuchClause):
        clause(GAME, "NN-SPIN-02c")


def test_no_two_sections_have_one_title():
    titles = [part.title for part in sections(GAME)]
    assert len(titles) == len(set(titles))


def test_every_aside_is_a_kind_of_event_that_has_words():
    assert set(LINES) > ASIDES


def test_the_log_names_clauses_that_exist():
    for _, name in LINES.values():
        assert clause(GAME, name).text
    assert set(NEFARIOUS_REASONS) == {"role", "five_and_role", "beasts", "deck_out"}
