"""A view of any game in words: its fields, one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass

Title = Callable[[str], str]
"""The name of a face."""

TOLD_OTHERWISE = frozenset({"me", "seats", "reasons", "choices"})
"""Fields about single seats, cards and answers: those are told where these stand."""


def fields_of(view: object) -> Iterator[tuple[str, object]]:
    """The fields that say something about the whole table, with their names as words."""
    for each in fields(view) if is_dataclass(view) else ():
        value = getattr(view, each.name)
        if each.name not in TOLD_OTHERWISE and value is not None:
            yield each.name.replace("_", " "), value


def inner(part: object, title: Title) -> str:
    """A value with fields of its own, in one line; its seat is told otherwise."""
    if not is_dataclass(part):
        return value_words(part, title)
    named = ((each.name.replace("_", " "), getattr(part, each.name)) for each in fields(part))
    return "; ".join(f"{name} {value_words(value, title)}" for name, value in named
                     if name != "seat")  # fmt: skip


def value_words(value: object, title: Title) -> str:
    """A value: a face by its name, equal ones counted."""
    match value:
        case bool():
            return "yes" if value else "no"
        case tuple() if all(isinstance(part, str) for part in value):
            counts = Counter(title(part) if part else "hidden" for part in value)
            words = (f"{n} x {name}" if n > 1 else name for name, n in counts.items())
            return ", ".join(words) or "none"
        case tuple():
            return ", ".join(_in_a_list(part, title) for part in value) or "none"
        case str():
            return title(value) if value else "none"
    return inner(value, title) if is_dataclass(value) else str(value)


def _in_a_list(part: object, title: Title) -> str:
    words = value_words(part, title)
    return f"({words})" if is_dataclass(part) or isinstance(part, tuple) else words
