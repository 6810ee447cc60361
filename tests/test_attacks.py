"""Every attack that the threat model names is tried by a test, and every test names one of them."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROW = re.compile(r"^\| (T\d+) \|", re.MULTILINE)
AT_THE_DOOR = {*(f"T{n}" for n in range(24, 37)), "T40", "T41"}
"""Attacks on the door and the screens, which the page names together and not one by one."""
NOBODY_TRUSTED = {f"T{n}" for n in range(44, 51)}
"""Attacks on a mode that does not exist."""


def marked(source):
    """Each attack that a test of this source is marked with, and the name of that test."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            calls = [call for each in node.decorator_list for call in ast.walk(each)]
            for call in filter(is_attack, calls):
                yield from ((ast.literal_eval(name), node.name) for name in call.args)


def is_attack(node):
    match node:
        case ast.Call(func=ast.Attribute(attr="attack", value=ast.Attribute(attr="mark"))):
            return True
    return False


@cache
def every_test():
    """The attack ids of the tests that would be collected, each with the places it stands at."""
    found = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        source = path.read_text("utf-8")
        for attack, test in marked(source) if "mark.attack(" in source else ():
            found.setdefault(attack, []).append(f"{path.relative_to(ROOT)}::{test}")
    return found


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
    assert sorted(named - set(every_test())) == []


def test_no_test_names_an_attack_that_the_page_does_not(named):
    assert {name: tests for name, tests in every_test().items() if name not in named} == {}


def test_every_attack_test_is_a_test():
    tests = [place.split("::")[1] for places in every_test().values() for place in places]
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
    assert sorted(marked(source)) == [
        ("T1", "test_one"), ("T2", "test_one"), ("T3", "test_inside"), ("T4", "test_three"),
    ]  # fmt: skip
