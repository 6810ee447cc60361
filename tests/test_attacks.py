"""Every attack that the threat model names is tried by a test, and every test names one of them."""

import re

import pytest

from tests.support.marks import ROOT, every_test, marked

ROW = re.compile(r"^\| (T\d+) \|", re.MULTILINE)
AT_THE_DOOR = {*(f"T{n}" for n in range(24, 37)), "T40", "T41"}
"""Attacks on the door and the screens, which the page names together and not one by one."""
NOBODY_TRUSTED = {f"T{n}" for n in range(44, 51)}
"""Attacks on a mode that does not exist."""


@pytest.fixture(scope="module")
def named():
    """What the page tells of, row by row, and what it leaves to the page on hosting."""
    rows = ROW.findall((ROOT / "docs" / "threat-model.md").read_text("utf-8"))
    assert len(rows) == len(set(rows))
    return {*rows, *AT_THE_DOOR}


def test_the_page_names_every_attack_but_those_on_what_does_not_exist(named):
    everything = {f"T{n}" for n in (*range(1, 54), *range(61, 78))} - NOBODY_TRUSTED
    assert named == everything


@pytest.mark.slow
def test_every_attack_of_the_page_is_tried_by_a_test(named):
    # Nobody can prevent or show that a host peeks: what is held is that everybody is told so.
    assert sorted(named - set(every_test("attack"))) == []


def test_no_test_names_an_attack_that_the_page_does_not(named):
    assert {name: tests for name, tests in every_test("attack").items() if name not in named} == {}


def test_every_attack_test_is_a_test():
    tests = [place.split("::")[1] for places in every_test("attack").values() for place in places]
    assert [name for name in tests if not name.startswith("test_")] == []


def test_markers_are_read_wherever_they_stand():
    source = """
@pytest.mark.attack("T1", "T2")
async def test_one(): ...

class TestTwo:
    @pytest.mark.attack("T3")
    def test_inside(self): ...

@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.attack("T4"))])
@pytest.mark.rule("T5")
def test_three(x): ...
"""
    assert sorted(marked(source, "attack")) == [
        ("T1", "test_one"), ("T2", "test_one"), ("T3", "test_inside"), ("T4", "test_three"),
    ]  # fmt: skip
