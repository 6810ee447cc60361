"""Text from people: hostile until `clean` has made it `SafeText`; and faults, told without it."""

from __future__ import annotations

import re
import traceback
import unicodedata
from typing import NewType

# Only this module makes one: widgets and log lines accept nothing else from people.
SafeText = NewType("SafeText", str)

CHAT_LENGTH = 200
MARKS_IN_A_ROW = 2

SENTENCE_LENGTH = 40
"""Characters that a part of a text must have to say anything for itself."""
_ENDS = re.compile(r"[.;:!?](?= )")

DROPPED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def clean(text: str, limit: int = CHAT_LENGTH) -> SafeText:
    """Makes `text` safe to show: one line, no control or format characters, no towers of marks."""
    if text.isascii() and text.isprintable():
        # Most of what is shown is of the house's own words, and has nothing that could be unsafe.
        return SafeText(text[:limit])
    kept = (_spaced(c) for c in text[: limit * 8] if is_safe(c))
    normal = unicodedata.normalize("NFC", "".join(kept))
    return SafeText(_without_towers(normal)[:limit])


def whole(text: str, limit: int) -> SafeText:
    """Makes `text` safe to show, and ends it with a sentence of it where it is too long."""
    said = clean(text, limit + 1)
    if len(said) <= limit:
        return said
    ends = [each.start() for each in _ENDS.finditer(said, SENTENCE_LENGTH, limit)]
    return SafeText(f"{said[: ends[-1]]}." if ends else said[:limit])


def is_safe(char: str) -> bool:
    """Whether one character may be shown at all: no control, format, unassigned or surrogate."""
    return unicodedata.category(char) not in DROPPED


def _spaced(char: str) -> str:
    return " " if unicodedata.category(char) == "Zs" else char


def _is_mark(char: str) -> bool:
    return unicodedata.category(char).startswith("M")


def _without_towers(text: str) -> str:
    # A mark without a letter of its own would land on the board's frame: such marks go too.
    kept: list[str] = []
    marks = MARKS_IN_A_ROW
    for char in text:
        marks = marks + 1 if _is_mark(char) else (MARKS_IN_A_ROW if char == " " else 0)
        if not _is_mark(char) or marks <= MARKS_IN_A_ROW:
            kept.append(char)
    return "".join(kept)


def places_of(error: BaseException) -> str:
    """An exception's kind and origin: neither its message nor locals, which may hold cards."""
    frames = reversed(traceback.extract_tb(error.__traceback__))
    places = (f"{f.filename.rpartition('/')[2]}:{f.lineno} {f.name}" for f in frames)
    return f"{type(error).__name__} at {' < '.join(places)}"
