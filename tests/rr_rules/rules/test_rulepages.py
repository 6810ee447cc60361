import re
import shutil
import tomllib
from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest

from rr_rules.kernel.errors import BadSetup, NoSuchClause
from rr_rules.rulebook import (
    RulePage,
    clause,
    expansion_texts,
    load_pages,
    read_rules,
    rule_text,
    sections,
)
from rr_rules.runes_regulations.state.settings import NEFARIOUS_SETTINGS, SETTINGS
from tests.support.rr_rules.rulestext import broken_of, options_of, rows_of

ROOT = Path(__file__).parents[3]
GAME = "runes-regulations"
PAGE = "runes-and-regulations.md"
FAMILIES = {
    "RR-COMP": 3, "RR-SETUP": 9, "RR-CARD": 7, "RR-TERM": 13, "RR-WHO": 3, "RR-TURN": 8,
    "RR-SPIN": 7, "RR-EVENT": 7, "RR-SLIM": 4, "RR-HLIM": 4, "RR-RLIM": 3, "RR-WIN": 4,
    "RR-EFF": 13, "RR-CHAIN": 14, "RR-EX": 18, "RR-TABLE": 10, "RR-EDGE": 35, "RR-HID": 25,
}  # fmt: skip
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))

SMALL = """# Dominoes

How to *read* it:

- **not a clause** is this, bold or not
- plain points stay prose,
  wrapped ones too

## The first part

- **DO-ONE-01** A text that is
  wrapped, with `option = on`
- **DO-ONE-02** Another.

A word after the clauses.

## Options

<!-- made: options -->
| option | default |
| --- | --- |
<!-- end -->
"""


@pytest.fixture(scope="module")
def pages():
    return [page for section in load_pages(rule_text(GAME)) for page in section.pages]


def test_every_clause_is_read_once_and_in_its_family(pages):
    families = Counter(page.id.rpartition("-")[0] for page in pages)
    assert families == FAMILIES
    assert len({page.id for page in pages}) == sum(FAMILIES.values()) == 187


def test_the_numbers_of_a_family_run_without_a_gap(pages):
    expected = [f"{name}-{i:02}" for name, count in FAMILIES.items() for i in range(1, count + 1)]
    assert sorted(page.id for page in pages) == sorted(expected)


def test_every_clause_is_a_whole_sentence(pages):
    assert broken_of(pages, (".", '."', ".)")) == []


def test_every_clause_that_the_pages_refer_to_exists(pages):
    known = {page.id for page in pages}
    named = set(re.findall(r"RR-[A-Z]+-\d+", rule_text(GAME)))
    assert named - known == set()


def test_a_clause_bullet_that_the_parser_misses_would_be_seen(pages):
    assert rule_text(GAME).count("**RR-") == len(pages)
    assert not any("RR-" in line[:6] for part in sections(GAME) for line in part.text.splitlines())


def test_a_clause_is_found_with_the_title_of_its_section():
    page = clause(GAME, "RR-TURN-03")
    assert page.title == "Turn"
    assert page.text.startswith("Draw phase:")


def test_wrapped_lines_become_one_text_and_prose_stays_markdown():
    opening, first, options = load_pages(SMALL)
    assert (opening.title, opening.text.splitlines()[0]) == ("Dominoes", "How to *read* it:")
    assert first.pages == (
        RulePage("DO-ONE-01", "The first part", "A text that is wrapped, with `option = on`"),
        RulePage("DO-ONE-02", "The first part", "Another."),
    )
    assert first.text == "A word after the clauses."
    assert (options.text, options.pages) == ("| option | default |\n| --- | --- |", ())


def test_who_reads_a_page_sees_no_marks_of_its_source():
    read = [text for part in sections(GAME) for text in (part.text, *(p.text for p in part.pages))]
    assert not any(mark in text for text in read for mark in "*`")


def test_wrapped_prose_is_not_taken_for_a_clause():
    assert "plain points stay prose,\n  wrapped ones too" in load_pages(SMALL)[0].text


def test_the_pages_list_every_table_option_with_its_values_default_and_clause():
    written = [
        part for text in (rule_text(GAME), *expansion_texts(GAME)) for part in load_pages(text)
    ]
    rows = options_of(written, "Table options")
    more = options_of(written, "Options of the expansion")
    assert sorted(rows) == sorted({spec.name for spec in SETTINGS} - more.keys())
    assert sorted(more) == sorted(spec.name for spec in NEFARIOUS_SETTINGS)
    rows |= more
    wrong = [spec.name for spec in SETTINGS if not is_listed(spec, *rows[spec.name])]
    assert wrong == []


def is_listed(spec, closed, default, clauses):
    is_closed = spec.least is None and spec.name not in ("first_seat", "volunteer_seat")
    known = closed == set(spec.values) if is_closed else closed <= set(spec.values)
    return known and default.startswith(f"`{spec.default}`") and clauses.startswith(spec.clause)


def test_the_pages_say_of_every_zone_who_knows_what():
    rows = rows_of(sections(GAME), "Hidden information")
    assert len(rows) == 9
    assert {len(row) for row in rows} == {5}
    private = [row[0] for row in rows if row[1] == "its holder"]
    assert private == ["hand", "Fence"]


def test_an_unknown_clause_is_refused():
    with pytest.raises(NoSuchClause, match="no clause 'RR-TURN-99': expected one like RR-"):
        clause(GAME, "RR-TURN-99")


@pytest.mark.parametrize("game", ["poker", "../adr/0001", ""])
def test_an_unknown_game_has_no_pages(game):
    with pytest.raises(BadSetup, match="expected one of runes-regulations"):
        rule_text(game)


def test_a_checkout_reads_the_file_in_docs():
    assert rule_text(GAME) == (ROOT / "docs" / "rules" / PAGE).read_text("utf-8")


def test_a_wheel_carries_the_same_pages_inside_the_package(tmp_path):
    wheel = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
    shutil.copytree(ROOT / "docs" / "rules", tmp_path / wheel["sources"]["docs"] / "rules")
    assert read_rules(tmp_path / "rr_rules", PAGE) == read_rules(files("rr_rules"), PAGE)


def test_a_package_without_pages_says_so(tmp_path):
    with pytest.raises(NoSuchClause, match=r"are missing: expected runes-and-regulations\.md"):
        read_rules(tmp_path / "rr_rules", PAGE)
