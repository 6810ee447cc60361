"""Text from people: hostile until `clean` has made it `SafeText`."""

from __future__ import annotations

import re
import unicodedata
from typing import NewType

# Only this module makes one: widgets and log lines accept nothing else from people.
SafeText = NewType("SafeText", str)

CHAT_LENGTH = 200
NAME_LENGTH = 16
MARKS_IN_A_ROW = 2

DROPPED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
NAME = re.compile(rf"[A-Za-z0-9][A-Za-z0-9_.-]{{0,{NAME_LENGTH - 1}}}")


class BadName(ValueError):
    """A name breaks the rule for names."""


def clean(text: str, limit: int = CHAT_LENGTH) -> SafeText:
    """Makes `text` safe to show: one line, no control or format characters, no towers of marks."""
    kept = (_spaced(c) for c in text[: limit * 8] if is_safe(c))
    normal = unicodedata.normalize("NFC", "".join(kept))
    return SafeText(_without_towers(normal)[:limit])


def is_safe(char: str) -> bool:
    """Whether one character may be shown at all: no control, format, unassigned or surrogate."""
    return unicodedata.category(char) not in DROPPED


def clean_name(text: str) -> SafeText:
    """A player's name as it is shown, or `BadName`; whether it is still free the lobby knows."""
    name = unicodedata.normalize("NFC", text)
    if NAME.fullmatch(name) is None:
        shown = clean(text, 40)
        raise BadName(
            f"bad name {shown!r}: expected 1 to {NAME_LENGTH} of A-Z a-z 0-9 _ . -, "
            "a letter or digit first"
        )
    return SafeText(name)


def name_hint(username: str) -> SafeText:
    """A legal name as near as possible to an SSH username, which may be anything."""
    plain = unicodedata.normalize("NFKD", username)
    words = re.sub(r"[^A-Za-z0-9_.-]+", " ", _without_marks(plain)).split()
    name = "-".join(words).lstrip("_.-")[:NAME_LENGTH].rstrip("_.-")
    return SafeText(name or "guest")


def _spaced(char: str) -> str:
    return " " if unicodedata.category(char) == "Zs" else char


def _is_mark(char: str) -> bool:
    return unicodedata.category(char).startswith("M")


def _without_marks(text: str) -> str:
    return "".join(c for c in text if not _is_mark(c))


def _without_towers(text: str) -> str:
    # A mark without a letter of its own would land on the board's frame: such marks go too.
    kept: list[str] = []
    marks = MARKS_IN_A_ROW
    for char in text:
        marks = marks + 1 if _is_mark(char) else (MARKS_IN_A_ROW if char == " " else 0)
        if not _is_mark(char) or marks <= MARKS_IN_A_ROW:
            kept.append(char)
    return "".join(kept)
