"""Every clause of the rules is held by a test, and every test names clauses that exist."""

import ast
import re
from functools import cache

import pytest

from tests.support.marks import ROOT, is_mark

CLAUSE = re.compile(r"\*\*([A-Z]{2}(?:-[A-Z0-9]+){2,}[a-z]?)\*\*")
CATALOGUES = {
    "runes-and-regulations.md": ("RR", 187),
    "nefarious-neighbor.md": ("NN", 168),
    "regicide.md": ("RG", 130),
    "rune.md": ("RN", 103),
}
"""By the page of a game: how its clauses begin, and how many its catalogue holds."""
MOST_IN_A_TEST = 3


def clauses(page):
    return CLAUSE.findall(page)


def marked(source):
    """The name of every test in a source with the clause ids of its markers, set by set."""
    if "mark.rule" not in source:
        return
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, kinds) and (sets := sets_of(node.decorator_list)):
            yield node.name, sets


def sets_of(decorators):
    """The ids that hold for a whole test, or these with those of each marked parameter."""
    whole = [name for each in decorators if is_rule(each) for name in ids(each)]
    inner = [node for each in decorators if not is_rule(each) for node in ast.walk(each)]
    parameters = [[*whole, *ids(node)] for node in inner if is_rule(node)]
    return parameters or ([whole] if whole else [])


def is_rule(node):
    return is_mark(node, "rule")


def ids(call):
    return [ast.literal_eval(each) for each in call.args]


@cache
def every_test():
    return tuple(
        (f"{path.relative_to(ROOT)}::{test}", each)
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        for test, sets in marked(path.read_text("utf-8"))
        for each in sets
    )


def on_page(name):
    return clauses((ROOT / "docs" / "rules" / name).read_text("utf-8"))


@pytest.fixture(scope="module")
def written():
    return [clause for name in CATALOGUES for clause in on_page(name)]


def test_every_rules_page_has_its_catalogue():
    pages = {path.name for path in (ROOT / "docs" / "rules").glob("*.md")}
    assert pages == set(CATALOGUES)


@pytest.mark.parametrize("name", CATALOGUES)
def test_the_rules_page_holds_every_clause_once(name):
    prefix, count = CATALOGUES[name]
    written = on_page(name)
    assert sorted(written) == sorted(set(written))
    assert {clause.partition("-")[0] for clause in written} == {prefix}
    assert len(written) == count


def test_no_bullet_of_a_rules_page_has_a_clause_that_is_not_counted():
    for name in CATALOGUES:
        page = (ROOT / "docs" / "rules" / name).read_text("utf-8")
        bold = re.findall(r"^- \*\*([^*]*)\*\*", page, re.MULTILINE)
        assert bold == on_page(name)


@pytest.mark.slow
def test_every_clause_is_named_by_a_test(written):
    named = {clause for _, each in every_test() for clause in each}
    assert sorted(set(written) - named) == []


def test_no_test_names_a_clause_that_does_not_exist(written):
    known = set(written)
    unknown = {test: bad for test, each in every_test() if (bad := sorted(set(each) - known))}
    assert unknown == {}


def test_no_test_names_more_than_three_clauses():
    assert {test: named for test, named in every_test() if len(named) > MOST_IN_A_TEST} == {}


def test_markers_are_read_wherever_they_stand():
    source = """
@pytest.mark.rule("RR-A-01", "RR-A-02")
@pytest.mark.asyncio
async def test_one(): ...

class TestTwo:
    @pytest.mark.rule("RR-B-01")
    def test_inside(self): ...

@pytest.mark.parametrize(
    "x",
    [
        pytest.param(1, marks=pytest.mark.rule("RR-C-01", "RR-C-02")),
        pytest.param(2, marks=[pytest.mark.rule("RR-C-03")]),
        pytest.param(3, id="rule"),
    ],
)
def test_three(x): ...

def test_without(): ...
"""
    assert sorted(marked(source)) == [
        ("test_inside", [["RR-B-01"]]),
        ("test_one", [["RR-A-01", "RR-A-02"]]),
        ("test_three", [["RR-C-01", "RR-C-02"], ["RR-C-03"]]),
    ]
