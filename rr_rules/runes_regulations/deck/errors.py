"""What is wrong with a deck file, as lines that name file, card and field.

A line quotes what it complains about, cut short and without a character that a terminal obeys.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

from rr_rules.kernel.errors import DeckError
from rr_rules.runes_regulations.deck.models import (
    CardPart,
    ConditionPart,
    DeckPart,
    Filtered,
    ItemPart,
    RulePart,
    StrictPart,
    TriggerPart,
    Unfit,
    WinPart,
    is_plain,
)
from rr_rules.runes_regulations.text.words import one_of

MOST_LINES = 50
LONGEST_QUOTE = 40
LARGEST_QUOTED = 10**12
NOTHING = object()
"""What was found where a word is missing."""

_PARTS: dict[object, type[StrictPart]] = {
    "deck": DeckPart,
    "card": CardPart,
    "trigger": TriggerPart,
    "if": ConditionPart,
    "all": ConditionPart,
    "rules": RulePart,
    "gives": RulePart,
    "win": WinPart,
    "price": ItemPart,
    "effects": ItemPart,
    "cost": ItemPart,
    "choose": ItemPart,
}
_TYPES = {
    "string_type": "text in quotes",
    "int_type": "a whole number",
    "bool_type": "true or false",
    "list_type": "a list in [ ]",
    "model_type": "a table in { }",
}
_BOUNDS = {
    "greater_than_equal": ("is too small", "at least", "ge", ""),
    "less_than_equal": ("is too large", "at most", "le", ""),
    "too_short": ("is too short", "at least", "min_length", "entry entries"),
    "too_long": ("is too long", "at most", "max_length", "entry entries"),
    "string_too_short": ("is too short", "at least", "min_length", "letter letters"),
    "string_too_long": ("is too long", "at most", "max_length", "letter letters"),
}


class ErrorPhrase(str):
    """What was found, in our own words: quoted without quotation marks."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class DeckProblem:
    """One thing that is wrong with a card."""

    field: str
    what: str
    expected: str
    got: object = NOTHING

    def line(self, file: str, card: str) -> str:
        """The problem in one line."""
        quoted = f"{self.what}: expected {self.expected}, got {shown(self.got)}"
        return f"{file}: {card}: {self.field}: {quoted}"


def refuse(lines: Sequence[str]) -> DeckError:
    """The one error of a file with all its problems, the first fifty in words."""
    more = len(lines) - MOST_LINES
    rest = [f"... and {more} more."] if more > 0 else []
    return DeckError("\n".join([*lines[:MOST_LINES], *rest]))


def shown(value: object) -> str:
    """A value as an error quotes it: short, and harmless in a terminal."""
    match value:
        case _ if value is NOTHING:
            return "nothing"
        case ErrorPhrase():
            return str(value)
        case str():
            return _cut(f'"{value}"' if all(map(is_plain, value[:200])) else ascii(value[:200]))
        case bool():
            return "true" if value else "false"
        case int() if abs(value) > LARGEST_QUOTED:
            return "a very large number"
        case dict():
            return "a table" if value else "an empty table"
        case list() | tuple() | set() | frozenset():
            return _cut(f"[{', '.join(map(shown, list(value)[:8]))}]") if value else "an empty list"
    return _cut(str(value))


def label(text: str) -> str:
    """A name from outside as an error says it: short, on one line, of plain letters."""
    return _cut("".join(letter if is_plain(letter) else "?" for letter in text[:200])) or "?"


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 3]}..."


def words(choices: Sequence[str] | frozenset[str]) -> str:
    """The words to choose from, in one phrase."""
    listed = sorted(choices) if isinstance(choices, frozenset) else choices
    return one_of(listed) or "no word at all"


def from_model(found: Sequence[Mapping[str, object]], root: str) -> list[DeckProblem]:
    """What pydantic found; `root` says whether in a "deck" or in a "card"."""
    return [_problem(each, root) for each in found]


def _problem(found: Mapping[str, object], root: str) -> DeckProblem:
    kind, loc, context = str(found["type"]), found["loc"], found.get("ctx", {})
    assert isinstance(loc, tuple)
    assert isinstance(context, dict)
    what, expected = _sentence(kind, context, _words_at(loc[:-1], root), str(found["msg"]))
    got = NOTHING if kind == "missing" else found["input"]
    return DeckProblem(place(loc) or root, what, expected, got)


def _sentence(
    kind: str, context: dict[str, object], known: Sequence[str], message: str
) -> tuple[str, str]:
    match kind, context.get("error"):
        case _, Unfit() as unfit:
            return unfit.what, unfit.expected
        case "missing", _:
            return "is missing", "a value"
        case "extra_forbidden", _:
            return "is no word for this place", words(known)
        case "literal_error", _:
            return "is not in the vocabulary", str(context["expected"]).replace("'", "")
        case "string_pattern_mismatch", _:
            return "is no slug", 'small letters and digits joined by "-"'
    if kind in _TYPES:
        return "is of the wrong type", _TYPES[kind]
    if kind in _BOUNDS:
        what, direction, bound, unit = _BOUNDS[kind]
        one, _, many = unit.partition(" ")
        number = context[bound]
        return what, f"{direction} {number} {one if number == 1 else many}".strip()
    return "is not allowed", message


def place(loc: Sequence[int | str]) -> str:
    """Where in a card: words and positions counted from 1, as in effects.2.do."""
    steps = [str(step + 1) if isinstance(step, int) else label(step) for step in loc]
    return ".".join(steps)


def _words_at(loc: Sequence[int | str], root: str) -> list[str]:
    named = [step for step in loc if step in _PARTS]
    part = _PARTS[named[-1] if named else root]
    # What a part is about comes first, the filters last.
    names = sorted(part.model_fields, key=lambda name: name in Filtered.model_fields)
    return [part.model_fields[name].alias or name for name in names]


def listed(literal: object) -> str:
    """The words of a Literal, in one phrase."""
    return words(get_args(literal))
