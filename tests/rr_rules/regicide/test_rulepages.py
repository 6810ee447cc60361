"""The page of Regicide's rules, as the interface reads it."""

from importlib.resources import files

import pytest

from rr_rules.regicide.settings import SETTINGS
from rr_rules.regicide.words import WORDS
from rr_rules.rulebook import file_name, load_pages, read_rules
from tests.support.rr_rules.regicide import RULES
from tests.support.rr_rules.rulestext import broken_of, options_of, rows_of

TEXT = read_rules(files("rr_rules"), file_name(RULES.name))
SECTIONS = load_pages(TEXT)
PAGES = {page.id: page for section in SECTIONS for page in section.pages}


def test_every_clause_is_read_once():
    assert len(PAGES) == TEXT.count("**RG-") == 130


def test_every_clause_is_a_whole_sentence():
    assert broken_of(PAGES.values()) == []


def test_clauses_without_a_number_and_with_long_names_are_found():
    assert PAGES["RG-STEP2-HEARTS-DIAMONDS"].title == "Diamonds"
    assert PAGES["RG-STEP2-HEARTS-01"].title == "Hearts"
    assert PAGES["RG-DRAWN-01"].text.startswith("Royals in your hand")


def test_the_log_and_the_options_name_clauses_that_exist():
    assert {clause for _, clause in WORDS.values()} <= set(PAGES)
    assert {spec.clause for spec in SETTINGS if spec.clause} <= set(PAGES)


@pytest.mark.parametrize("spec", SETTINGS, ids=lambda spec: spec.name)
def test_the_page_lists_every_table_option(spec):
    listed = options_of(SECTIONS, "Table options")
    assert set(listed) == {each.name for each in SETTINGS}
    words, default, clause = listed[spec.name]
    is_closed = spec.least is None and spec.name != "first_seat"
    assert words == set(spec.values) if is_closed else words <= {*spec.values, "first_player"}
    assert (default, clause) == (f"`{spec.default}`", spec.clause)


def test_the_page_says_of_every_zone_who_sees_it():
    assert [row[0] for row in rows_of(SECTIONS, "Hidden information")] == [
        "hand", "Tavern", "discard pile", "table and enemy", "castle", "Jesters of a single player",
    ]  # fmt: skip
