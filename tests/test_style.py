"""What the style guide forbids in one file and ruff does not see.

What can be told of all files together alone, a class name that repeats, say, stands in test_house.
"""

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.support.house import statements

ROOT = Path(__file__).parent.parent
LONGEST_FUNCTION = 40
LONGEST_FILE = 500

NEVER = frozenset({"manager", "handler", "helper", "helpers", "util", "utils"})
# As a part of a longer name these two can say something: `data_received`, `data_directory`.
NEVER_ALONE = frozenset({"data", "info"})


PACKAGES = ("rr_rules", "rr_net", "rr_tui")
TESTS = ROOT / "tests"
OF_SCREENS = ("tests/rr_tui/", "tests/support/rr_tui/")
"""Tests with ceilings of their own."""
OF_PROCESSES = ("tests/e2e/", "tests/support/e2e/")
"""Tests with real processes can only look again and again."""
OF_TASKS = ("tests/support/tasks.py", "tests/test_style.py")
NAMED_TUPLES = frozenset({"_fields", "_replace", "_asdict"})
OF_OTHERS = frozenset({"_transport", "_capture_stdout", "_parse_extended_key", "_down_buttons"})
"""Names of asyncio, asyncssh and Textual that something of ours bears as well."""

# Ceilings fall and never rise; at 0 they are laws.
SLEEPS = {"screens": 0, "others": 0}
TASKS = {"screens": 0, "others": 4}
PRIVATE_READS = {"screens": 0, "others": 0}


def sources():
    return [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


@cache
def definitions(source):
    """The name and the lines of each function of a source, and of each class without its lines."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    found = [node for node, _ in statements(ast.parse(source)) if isinstance(node, kinds)]
    return [(node.name, 0 if isinstance(node, ast.ClassDef) else length(node)) for node in found]


def length(function):
    """The lines of a function, from its `def` on, without its docstring."""
    lines = function.end_lineno - function.lineno + 1
    match function.body[0]:
        case ast.Expr(value=ast.Constant(value=str())) as docstring:
            lines -= docstring.end_lineno - docstring.lineno + 1
    return lines


def long_functions(source):
    return [name for name, lines in definitions(source) if lines > LONGEST_FUNCTION]


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
    return [name for name, _ in definitions(source)]


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


# --- tests ------------------------------------------------------------------------------


def files_of_tests():
    """Each file of tests with its name and its part; a bench measures time, and is none."""
    for path in sorted(TESTS.rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if name.startswith("tests/lab/"):
            continue
        yield path, name, "screens" if name.startswith(OF_SCREENS) else "others"


def test_each_command_of_the_laboratory_says_what_it_measures_before_it_does():
    silent = [
        path.name
        for path in (TESTS / "lab").rglob("*.py")
        if '\nif __name__ == "__main__":' in path.read_text()
        and not re.search(r"ArgumentParser\([^()]*description=", path.read_text())
    ]
    assert silent == []


def sleeps(source):
    """How often a source waits for time; one that is written in a text counts too."""
    return len(re.findall(r"\bsleep\(", source))


@cache
def our_private_names():
    """Every name with an underscore that our packages define."""
    defined = re.compile(r"(?:self\.|cls\.|def |^ *)(_[a-z]\w*)", re.MULTILINE)
    found = {name for path in sources() for name in defined.findall(path.read_text())}
    return found - NAMED_TUPLES - OF_OTHERS


def private_reads(source):
    """The private names of ours that a source reads from something else than itself."""
    if not our_private_names() & set(re.findall(r"\.(_[a-z]\w*)", source)):
        return []
    return [
        node.attr
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute)
        and node.attr in our_private_names()
        and ast.unparse(node.value) not in {"self", "cls", "super()"}
    ]


def test_no_test_waits_for_time():
    counted = Counter()
    for path, name, part in files_of_tests():
        if not name.startswith(OF_PROCESSES):
            counted[part] += sleeps(path.read_text())
    assert counted <= Counter(SLEEPS)


def test_no_test_starts_a_task_that_it_may_forget():
    """`tests.support.tasks.beside` starts one that ends with its block."""
    started = re.compile(r"\b(?:create_task|ensure_future)\(")
    counted = Counter()
    for path, name, part in files_of_tests():
        if name not in OF_TASKS:
            counted[part] += len(started.findall(path.read_text()))
    assert counted <= Counter(TASKS)


def test_no_test_reads_a_private_name_of_ours():
    counted = Counter()
    for path, _, part in files_of_tests():
        if not path.stem.endswith("_contract"):
            counted[part] += len(private_reads(path.read_text()))
    assert counted <= Counter(PRIVATE_READS)


@pytest.mark.parametrize("waiting", ["await asyncio.sleep" + "(0.1)", "time.sleep" + "(1)"])
def test_a_wait_for_time_is_seen(waiting):
    assert sleeps(waiting) == 1


@pytest.mark.parametrize(
    ("source", "read"),
    [("room._state.play", ["_state"]), ("self._state", []), ("event._replace(at=1)", [])],
)
def test_a_read_of_a_private_name_is_seen(source, read):
    assert private_reads(source) == read
