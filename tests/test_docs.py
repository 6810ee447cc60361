"""The pages for people: links lead somewhere, what they name is there, made parts are fresh."""

import pytest

from tests.support.docs import pages as docs
from tests.support.docs.made import parts_of, remade
from tests.support.docs.references import (
    anchors_of,
    broken_links,
    every_page,
    missing_dotted,
    missing_files,
    missing_names,
    text_of,
)

PAGES = {str(page): page for page in every_page()}
MAP = "docs/architecture.md"
PLANNED = {
    "rr_net/fairness/blind/",
    "rr_net/host/tables.py",
}
"""What the map names as coming."""


def test_the_pages_are_found():
    assert {"README.md", "docs/architecture.md", "docs/rules/rune.md"} <= PAGES.keys()
    assert "tests/lab/bench.md" in PAGES


@pytest.mark.parametrize("page", PAGES)
def test_every_link_of_a_page_leads_to_a_file_and_a_heading(page):
    assert broken_links(PAGES[page]) == []


@pytest.mark.parametrize("page", PAGES)
def test_every_file_and_module_that_a_page_names_is_there(page):
    text = text_of(page)
    coming = PLANNED if page == MAP else set()
    assert set(missing_files(text)) - coming == set()
    assert missing_dotted(text) == []


def test_what_has_come_is_no_longer_told_as_coming():
    assert set(missing_files(text_of(MAP))) == PLANNED


def test_every_class_and_method_on_the_map_is_in_the_code():
    assert missing_names(text_of(MAP)) == []


@pytest.mark.parametrize("page", docs.PAGES)
def test_what_a_page_takes_from_the_code_is_fresh(page):
    text, makers = text_of(page), docs.PAGES[page]
    assert parts_of(text).keys() == makers.keys()
    stale = [name for name, made in parts_of(text).items() if made != makers[name]()]
    assert stale == [], f"{page} is stale: run `make docs`"


def test_a_page_is_made_anew_between_its_marks_alone():
    text = "a\n<!-- made: one -->\nold\n<!-- end -->\nb\n"
    assert remade(text, {"one": lambda: "new\n"}) == text.replace("old", "new")


def test_what_is_not_there_is_seen():
    text = "`Scene.gone`, `GoneClass.here` and `Scene`"
    assert missing_names(text) == ["GoneClass", "Scene.gone"]
    text = "`rr_net/nowhere.py`, `gone.py`, `room/gone/`, rr_rules.kernel.gone and `rr_net/link/`"
    assert missing_files(text) == ["gone.py", "room/gone/", "rr_net/nowhere.py"]
    assert missing_dotted(text) == ["rr_rules.kernel.gone"]
    assert missing_files("`games/<game>/board.py` and `cards/*.toml`") == []
    assert missing_dotted("`rr_net.link` and `rr_net.link.TableLink`") == []


def test_headings_have_the_names_that_links_use():
    text = "# What is `pending`, *then*?\n```\n# no heading\n```\n## Runes & Regulations\n"
    assert anchors_of(text) == {"what-is-pending-then", "runes--regulations"}
