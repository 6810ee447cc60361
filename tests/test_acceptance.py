"""Each promise that docs/pace.md makes of an evening is held by a test, or by a command there."""

import re

import pytest

from tests.support.marks import ROOT, every_test

PAGE = ROOT / "docs" / "pace.md"
ROW = re.compile(r"^\| (\d+) \| .+ \| (.+) \|$", re.MULTILINE)
COMMAND = re.compile(r"`python -m (tests\.lab\.[\w.]+)[^`]*`")
PROMISES = [*range(1, 14), 16, *range(18, 28)]
"""14, 15 and 17 are about learning and about checking, and stand on other pages."""


@pytest.fixture(scope="module")
def held_by():
    """By number, what the page says that it is held by."""
    rows = ROW.findall(PAGE.read_text("utf-8"))
    assert len(rows) == len(dict(rows))
    return {int(number): by for number, by in rows}


def test_the_page_lists_every_promise(held_by):
    assert list(held_by) == PROMISES


@pytest.mark.slow
def test_every_promise_is_held_by_a_marked_test_or_by_a_command_of_the_page(held_by):
    tested = every_test("acceptance")
    assert set(tested) <= set(PROMISES)
    assert [n for n, by in held_by.items() if ("tests" in by.split(", ")) != (n in tested)] == []
    assert [n for n, by in held_by.items() if n not in tested and not COMMAND.search(by)] == []


def test_every_command_is_there(held_by):
    named = [name for by in held_by.values() for name in COMMAND.findall(by)]
    assert named
    for name in named:
        path = ROOT / name.replace(".", "/")
        assert path.with_suffix(".py").is_file() or (path / "__main__.py").is_file()
