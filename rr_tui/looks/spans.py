"""Rows of spans: a screen as plain values, before any terminal is thought of.

A span is a piece of text with the name of its role in the theme and, where it shows a thing that
can be pointed at, that thing's place. Widths are counted in cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size


class Place(NamedTuple):
    """A thing on the board, or one of the words under it."""

    zone: str
    """A zone of the view, or player, button, word (those two are options)."""
    seat: int = -1
    at: int = -1
    cell: tuple[int, ...] = ()
    """Where on a lattice it is: x to the right, then y downwards; empty for what lies on none."""


NOWHERE = Place("")

QUARTERS = 4


class HeldShape(NamedTuple):
    """A thing that is held over a lattice, and how many quarters it is turned, clockwise."""

    thing: Place
    quarter: int = 0

    def turned(self, by: int = 1) -> HeldShape:
        """The same thing, turned on."""
        return self._replace(quarter=(self.quarter + by) % QUARTERS)


class Span(NamedTuple):
    """A piece of one row."""

    text: str
    role: str = "text"
    """What it is: a role of the theme, or "text"."""
    place: Place | None = None
    """The thing it shows, for the mouse."""
    ground: str = ""
    """What lies behind it: a ground of the theme, or "" for that of its area."""


Row = tuple[Span, ...]

BLANK: Row = ()


def width_of(row: Row) -> int:
    """How many cells a row takes."""
    return sum([len(text) if text.isascii() else cell_len(text) for text, *_ in row])


@lru_cache(maxsize=4096)
def fit(text: str, width: int) -> str:
    """`text` cut to at most `width` cells, with an ellipsis where something is missing."""
    if cell_len(text) <= width:
        return text
    if width <= 1:
        return set_cell_size(text, max(width, 0))
    return f"{set_cell_size(text, width - 1).rstrip()}…"


def widen(text: str, width: int) -> str:
    """`text` with as many blanks after it as make it at least `width` cells."""
    return text + " " * (width - cell_len(text))


def pad(row: Row, width: int, ground: str = "") -> Row:
    """A row of exactly `width` cells: filled with blanks, or cut."""
    missing = width - width_of(row)
    if missing > 0:
        return (*row, Span(" " * missing, ground=ground))
    return row if missing == 0 else cut(row, width)


def cut(row: Row, width: int) -> Row:
    """The first `width` cells of a row."""
    kept: list[Span] = []
    for span in row:
        room = width - width_of(tuple(kept))
        if room <= 0:
            break
        text = span.text if cell_len(span.text) <= room else set_cell_size(span.text, room)
        kept.append(span._replace(text=text))
    return tuple(kept)


def shortened(row: Row, width: int) -> Row:
    """A row of at most `width` cells, with an ellipsis where something is missing."""
    if width_of(row) <= width:
        return row
    return (*cut(row, max(width - 1, 0)), Span("…", "muted"))


def block(rows: Sequence[Row], width: int, height: int) -> list[Row]:
    """Exactly `height` rows of exactly `width` cells."""
    shown = [pad(row, width) for row in rows[:height]]
    return shown + [pad(BLANK, width)] * (height - len(shown))


def beside(*blocks: Sequence[Row]) -> list[Row]:
    """Blocks of the same height, side by side."""
    return [tuple(span for row in rows for span in row) for rows in zip(*blocks, strict=True)]


def spread(left: Row, right: Row, width: int) -> Row:
    """A row with one part at its left end and one at its right; the left part is cut first."""
    room = max(width - width_of(right), 0)
    return pad((*pad(shortened(left, room), room), *right), width)


@lru_cache(maxsize=1024)
def wrap(text: str, width: int) -> tuple[str, ...]:
    """`text` broken into lines at blanks; a word longer than a line is broken anywhere."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        joined = f"{line} {word}" if line else word
        if cell_len(joined) <= width:
            line = joined
            continue
        if line:
            lines.append(line)
        *whole, line = _pieces(word, width)
        lines.extend(whole)
    return (*lines, line) if line else tuple(lines)


def _pieces(word: str, width: int) -> list[str]:
    pieces: list[str] = []
    piece = ""
    for char in word:
        if piece and cell_len(piece + char) > max(width, 1):
            pieces.append(piece)
            piece = ""
        piece += char
    return [*pieces, piece]


def indented(text: str, width: int, role: str = "text") -> list[Row]:
    """A text broken into rows of a width, each standing one cell in."""
    return [(Span(f" {line}", role),) for line in wrap(text, width)]


def wrap_row(row: Row, width: int) -> list[Row]:
    """A row of several roles broken into rows at blanks, each word keeping its role."""
    rows: list[Row] = []
    line: Row = ()
    for word, blank in _whole_words(row, width):
        gap = (Span(" ", word[0].role, word[0].place, word[0].ground),) if blank and line else ()
        if line and width_of((*line, *gap, *word)) > width:
            rows.append(line)
            line, gap = (), ()
        line = (*line, *gap, *word)
    return [*rows, line] if line else rows


def _whole_words(row: Row, width: int) -> Iterator[tuple[Row, int]]:
    """Each word with 1 if a blank precedes it; "Robot's" has parts of two roles, and is one.

    Where a line has no room for all of its parts they are words of their own.
    """
    word: list[tuple[Span, int]] = []
    for part, blank in (*_words(row), (Span(""), 1)):
        if blank and word:
            parts, first = tuple([each for each, _ in word]), word[0][1]
            if width_of(parts) <= width:
                yield parts, first
            else:
                yield from (((each._replace(text=fit(each.text, width)),), b) for each, b in word)
            word = []
        word.append((part, blank))


HELD = "\xa0"
"""A blank at which no row is broken."""


def held_together(row: Row, names: Iterable[str]) -> Row:
    """The row, in which `wrap_row` does not break these names; `let_go` has it as it was."""
    # The longest first: one may begin with another.
    for name in sorted(names, key=len, reverse=True):
        if any(name in span.text for span in row):
            held = name.replace(" ", HELD)
            row = tuple(span._replace(text=span.text.replace(name, held)) for span in row)
    return row


def let_go(row: Row) -> Row:
    """The row with blanks as people and terminals have them."""
    return tuple(span._replace(text=span.text.replace(HELD, " ")) for span in row)


def _words(row: Row) -> Iterable[tuple[Span, int]]:
    """Each word with 1 if a blank precedes it."""
    blank = 0
    for span in row:
        parts = span.text.split(" ")
        for number, part in enumerate(parts):
            if number:
                blank = 1
            if part:
                yield span._replace(text=part), blank
                blank = 0


def plain(rows: Iterable[Row]) -> str:
    """The text alone: what a screen without colour says."""
    return "\n".join("".join(span.text for span in row).rstrip() for row in rows)
