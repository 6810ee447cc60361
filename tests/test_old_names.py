"""No old word is left for a thing that has a new one: `tests/support/oldnames.py` lists them."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tests.support.oldnames import (
    EVERYWHERE,
    NEW,
    OLD_ATTRIBUTES,
    OLD_CLASSES,
    OLD_CONSTANTS,
    OLD_MODULES,
    ON_PAGES,
)

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


CLASS = re.compile(r"^ *class (\w+)", re.MULTILINE)
CONSTANT = re.compile(r"^(\w+)(?:: [^=\n]+)? = ", re.MULTILINE)


@cache
def sources():
    """By its path without the ending, the text of each file."""
    paths = [path for package in EVERYWHERE for path in sorted((ROOT / package).rglob("*.py"))]
    return {path.relative_to(ROOT).with_suffix(""): path.read_text("utf-8") for path in paths}


def is_below(path, places):
    return any(path.is_relative_to(place) for place in places)


def modules_left(paths):
    return [
        str(path)
        for path in paths
        for old, places in OLD_MODULES.items()
        if is_below(path, places) and old in (path.name, path.as_posix())
    ]


def names_left(texts, old_names, definition):
    return [
        f"{path}: {name}"
        for path, text in texts.items()
        for name in definition.findall(text)
        if name in old_names and is_below(path, old_names[name])
    ]


def attributes_left(texts):
    """What a class is still given by an old name."""
    for path, text in texts.items():
        for (owner, old), places in OLD_ATTRIBUTES.items():
            if is_below(path, places) and owner in CLASS.findall(text):
                yield from (
                    f"{path}: {owner}.{old}" for name in members(text, owner) if name == old
                )


def members(text, owner):
    """The methods and the fields of a class."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ClassDef) and node.name == owner:
            for each in node.body:
                target = each.target if isinstance(each, ast.AnnAssign) else each
                yield getattr(target, "name", getattr(target, "id", ""))


def words_left(page):
    """The old names in the code of a page."""
    spans = " ".join(re.findall(r"`([^`\n]+)`", page))
    return sorted(ON_PAGES & set(re.findall(r"\w+", spans)))


def test_no_module_has_an_old_name():
    assert modules_left(sources()) == []


def test_no_class_has_an_old_name():
    assert names_left(sources(), OLD_CLASSES, CLASS) == []


def test_no_constant_and_no_attribute_has_an_old_name():
    assert names_left(sources(), OLD_CONSTANTS, CONSTANT) == []
    assert list(attributes_left(sources())) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_no_page_names_what_is_called_otherwise_now(page):
    assert words_left(page.read_text("utf-8")) == []


def test_every_new_name_is_there():
    texts = sources().values()
    there = {name for text in texts for of in (CLASS, CONSTANT) for name in of.findall(text)}
    assert set(NEW.split()) - there == set()


@pytest.mark.parametrize(
    ("path", "is_seen"),
    [
        ("rr_rules/rune/guessing", True),
        ("rr_net/host/host", True),
        ("rr_net/ssh/host", False),
        ("rr_rules/rune/bot/insight", False),
        ("rr_rules/bots/insight", True),
    ],
)
def test_an_old_module_is_seen_where_it_was(path, is_seen):
    assert bool(modules_left([Path(path)])) is is_seen


@pytest.mark.parametrize(
    ("path", "is_seen"),
    [
        ("rr_rules/bots/search", True),
        ("rr_rules/runes_regulations/state/settings", False),
    ],
)
def test_an_old_class_is_seen_where_it_was(path, is_seen):
    source = "def make():\n    class Settings: ..."
    assert bool(names_left({Path(path): source}, OLD_CLASSES, CLASS)) is is_seen


def test_an_old_attribute_is_seen():
    source = "class Game:\n    options: tuple\n    settings = ()"
    assert list(attributes_left({Path("rr_rules/kernel/game"): source}))
    assert not list(attributes_left({Path("rr_rules/rune/game"): source}))


def test_an_old_word_on_a_page_is_seen():
    assert words_left("The `Desk` and the `rr_net.room.Stage`; a desk, a Stage.") == [
        "Desk",
        "Stage",
    ]
