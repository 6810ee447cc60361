"""The page of Rune's rules, as the interface reads it."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

from rr_rules.rulebook import file_name, load_pages, read_rules
from rr_rules.rune.cards import layout_words
from rr_rules.rune.settings import SETTINGS
from rr_rules.rune.words import WORDS
from tests.support.rr_rules.rulestext import broken_of, options_of, rows_of
from tests.support.rr_rules.rune import RULES

TEXT = read_rules(files("rr_rules"), file_name(RULES.name))
SECTIONS = load_pages(TEXT)
PAGES = {page.id: page for section in SECTIONS for page in section.pages}


def test_every_clause_is_read_once():
    assert len(PAGES) == TEXT.count("**RN-") == 103


def test_every_clause_is_a_whole_sentence():
    assert broken_of(PAGES.values()) == []


def test_the_numbers_of_a_family_run_without_a_gap():
    families = {}
    for clause in PAGES:
        family, _, number = clause.rpartition("-")
        families.setdefault(family, []).append(int(number))
    assert all(sorted(n) == list(range(1, len(n) + 1)) for n in families.values())


def test_the_log_the_options_and_the_code_name_clauses_that_exist():
    assert {clause for _, clause in WORDS.values()} <= set(PAGES)
    assert {spec.clause for spec in SETTINGS if spec.clause} <= set(PAGES)
    package = Path(str(files("rr_rules.rune")))
    named = {
        clause
        for path in package.glob("*.py")
        for clause in re.findall(r"RN-[A-Z]+-\d\d", path.read_text("utf-8"))
    }
    assert len(named) > 30
    assert named - set(PAGES) == set()


def test_every_clause_the_page_refers_to_exists():
    assert set(re.findall(r"RN-[A-Z]+-\d+", TEXT)) == set(PAGES)


@pytest.mark.parametrize("spec", SETTINGS, ids=lambda spec: spec.name)
def test_the_page_lists_every_table_option(spec):
    listed = options_of(SECTIONS, "Table options")
    assert set(listed) == {each.name for each in SETTINGS}
    words, default, clause = listed[spec.name]
    assert words == set(spec.values) if spec.least is None else words <= set(spec.values)
    assert default.startswith(f"`{spec.default}`")
    assert clause == spec.clause


def test_the_page_shows_the_cards_as_they_are():
    cells = [cell for row in rows_of(SECTIONS, "The cards") for cell in row]
    shown = dict(zip(cells[::2], cells[1::2], strict=True))
    faces = [each for each in RULES.card_set.faces if each[0] != "START"]
    assert {face: layout_words(layout) for face, layout in faces} == shown


def test_the_page_says_of_every_zone_who_sees_it():
    zones = rows_of(SECTIONS, "Hidden information")
    assert len(zones) == 6
    assert [row[1] for row in zones if row[0] == "hand"] == ["its holder"]
