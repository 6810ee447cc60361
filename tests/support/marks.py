"""Which tests are marked with what, read from their sources: nothing has to be collected."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def marked(source, marker):
    """Each value that a test of this source is marked with, and the name of that test."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            calls = [call for each in node.decorator_list for call in ast.walk(each)]
            for call in calls:
                if is_mark(call, marker):
                    yield from ((ast.literal_eval(value), node.name) for value in call.args)


def is_mark(node, marker):
    """Whether a piece of a source is such a marker."""
    match node:
        case ast.Call(func=ast.Attribute(attr=name, value=ast.Attribute(attr="mark"))):
            return name == marker
    return False


@cache
def every_test(marker):
    """The values of the tests that would be collected, each with the places it stands at."""
    found = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        source = path.read_text("utf-8")
        for value, test in marked(source, marker) if f"mark.{marker}(" in source else ():
            found.setdefault(value, []).append(f"{path.relative_to(ROOT)}::{test}")
    return found
