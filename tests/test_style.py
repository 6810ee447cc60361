"""What the style guide forbids in one file and ruff does not see.

What can be told of all files together alone, a class name that repeats, say, stands in test_house.
"""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LONGEST_FUNCTION = 40
LONGEST_FILE = 500

NEVER = frozenset({"manager", "handler", "helper", "helpers", "util", "utils"})
# As a part of a longer name these two can say something: `data_received`, `data_directory`.
NEVER_ALONE = frozenset({"data", "info"})


def sources():
    packages = ("rr_rules", "rr_net", "rr_tui")
    return [path for package in packages for path in sorted((ROOT / package).rglob("*.py"))]


def functions(source):
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return [node for node in ast.walk(ast.parse(source)) if isinstance(node, kinds)]


def length(function):
    """The lines of a function, from its `def` on, without its docstring."""
    lines = function.end_lineno - function.lineno + 1
    match function.body[0]:
        case ast.Expr(value=ast.Constant(value=str())) as docstring:
            lines -= docstring.end_lineno - docstring.lineno + 1
    return lines


def long_functions(source):
    return [each.name for each in functions(source) if length(each) > LONGEST_FUNCTION]


def words(name):
    parts = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)
    return [part.lower() for part in parts]


def is_empty_name(name):
    """Whether a name says nothing: a FooManager, a helper, or plainly `data`."""
    said = words(name)
    is_class = name[:1].isupper()
    alone = said[-1:] if is_class else said if len(said) == 1 else []
    return bool(NEVER & set(said) or NEVER_ALONE & set(alone))


def defined(source):
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return [node.name for node in ast.walk(ast.parse(source)) if isinstance(node, kinds)]


def test_no_function_is_longer_than_forty_lines():
    found = {str(path.relative_to(ROOT)): long_functions(path.read_text()) for path in sources()}
    assert {path: names for path, names in found.items() if names} == {}


def test_no_file_is_longer_than_500_lines():
    lengths = {str(path.relative_to(ROOT)): path.read_text().count("\n") for path in sources()}
    assert {path: lines for path, lines in lengths.items() if lines > LONGEST_FILE} == {}


def test_no_definition_has_an_empty_name():
    found = {
        str(path.relative_to(ROOT)): [
            name for name in (path.stem, *defined(path.read_text())) if is_empty_name(name)
        ]
        for path in sources()
    }
    assert {path: names for path, names in found.items() if names} == {}


@pytest.mark.parametrize(("body", "is_long"), [(39, False), (40, True)])
def test_the_docstring_is_not_counted(body, is_long):
    docstring = '    """One.\n\n    Two.\n    """\n'
    source = "def long():\n" + docstring + "    go()\n" * body
    assert bool(long_functions(source)) is is_long


@pytest.mark.parametrize(
    "name", ["SeatManager", "net_utils", "helper", "EventHandler", "data", "info", "SeatInfo"]
)
def test_an_empty_name_is_seen(name):
    assert is_empty_name(name)


@pytest.mark.parametrize("name", ["data_received", "Table", "information_set", "seat", "handle"])
def test_a_name_that_speaks_passes(name):
    assert not is_empty_name(name)
