"""The tree of docs/architecture.md, from the first sentence of each room's docstring."""

import ast
import re
import textwrap
from pathlib import Path

ROOT = Path(__file__).parents[3]
PACKAGES = ("rr_rules", "rr_net", "rr_tui")
INDENT = 2
NAMES = 26
WIDTH = 108


def tree():
    """Each package, its modules and all rooms below it, a line or two each."""
    lines = [line for package in PACKAGES for line in branch(ROOT / package, 0)]
    return "```text\n" + "".join(f"{line}\n" for line in lines) + "```\n"


def branch(folder, depth):
    yield from leaf(f"{folder.name}/", folder / "__init__.py", depth)
    if not depth:
        for module in sorted(folder.glob("*.py")):
            if module.name != "__init__.py":
                yield from leaf(module.name, module, depth + 1)
    for room in sorted(path.parent for path in folder.glob("*/__init__.py")):
        yield from branch(room, depth + 1)


def leaf(name, module, depth):
    """The name at its depth, and beside it what it is."""
    start = " " * depth * INDENT + name
    lines = textwrap.wrap(first_sentence(module), WIDTH - NAMES)
    yield f"{start:<{NAMES}}{lines[0]}"
    yield from (" " * NAMES + line for line in lines[1:])


def first_sentence(module):
    """What a module says of itself first. Raises ValueError where it says nothing."""
    docstring = ast.get_docstring(ast.parse(module.read_text("utf-8")))
    if not docstring:
        raise ValueError(f"{module.relative_to(ROOT)} has no docstring: expected a sentence")
    return sentence_of(docstring).removesuffix(".")


def sentence_of(docstring):
    """The first sentence of a docstring."""
    paragraph = " ".join(docstring.split("\n\n")[0].split())
    return re.split(r"(?<=[.?!]) (?=[A-Z])", paragraph)[0]
