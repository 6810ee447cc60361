"""A menu: lines to choose from with the arrows and Enter, or with their digit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from textual import events
from textual.binding import Binding
from textual.message import Message

from rr_tui.board.panels import Box, framed
from rr_tui.board.scroll import listed_part, with_ends
from rr_tui.looks.spans import Place, Row, Span, fit, pad, shortened, width_of
from rr_tui.widgets.lines import LineView


class MenuItem(NamedTuple):
    """One line of a menu."""

    key: str
    """What it is called among the lines of its menu."""
    words: Row
    note: str = ""
    """What there is to say about it."""
    is_open: bool = True
    """Whether it can be chosen now; its note says why not."""
    is_heading: bool = False
    """Whether it only says what follows: the cursor passes over it."""
    digit: int | None = None
    """The key that chooses it, 0 for none; None where lines are counted from the first one on.

    A menu whose lines come and go names one for each that stays: what was 3 is 3 the next time.
    """

    is_grave: bool = False
    """Whether the cursor must not come upon it where the line that it stood on has gone."""

    def key_at(self, at: int) -> int:
        """The digit that chooses it as the line number `at`, or 0."""
        digit = at + 1 if self.digit is None else self.digit
        return digit if digit <= MOST_DIGIT else 0


def item(
    key: str,
    words: str,
    note: str = "",
    *,
    is_open: bool = True,
    role: str = "text",
    is_grave: bool = False,
) -> MenuItem:
    """A line of one colour."""
    row = (Span(words, role if is_open else "disabled"),)
    return MenuItem(key, row, note, is_open, is_grave=is_grave)


ExplainLine = Callable[[MenuItem | None], object]
"""Says what the line under the cursor means, None where a menu has no line."""


def _nothing(_item: MenuItem | None) -> None:
    """Says nothing of a line."""


MARKS = 3
"""Cells before a line's words: the cursor and a digit."""
MOST_DIGIT = 9


class Menu(LineView, can_focus=True):
    """Lines in a frame, with a cursor."""

    BINDINGS = [
        Binding("up,k", "step(-1)", "Up", id="menu.up", show=False),
        Binding("down,j", "step(1)", "Down", id="menu.down", show=False),
        Binding("home,pageup", "step(-999)", "First", id="menu.first", show=False),
        Binding("end,pagedown", "step(999)", "Last", id="menu.last", show=False),
        Binding("enter,space", "choose", "Choose", id="menu.choose", show=False),
    ]

    @dataclass
    class Chosen(Message):
        """A line was chosen."""

        key: str

    def __init__(
        self,
        title: str = "",
        *,
        explain: ExplainLine = _nothing,
        numbered: bool = True,
        id: str | None = None,  # noqa: A002 - Textual's word
    ) -> None:
        super().__init__(ground="panel", id=id)
        # Called, not told by a message: what is said of a line belongs to the picture of it, and a
        # message to the screen would come after that picture, with another one of its own.
        self._explain, self._numbered = explain, numbered
        self.title = title
        self.items: tuple[MenuItem, ...] = ()
        self._at = 0

    @property
    def current(self) -> MenuItem | None:
        """The line that the cursor is on."""
        return self.items[self._at] if self.items else None

    def offer(self, items: Sequence[MenuItem], at: str = "") -> None:
        """Shows other lines; the cursor stays on the line of the same key.

        Where that has gone it stays in its place, but never on a line that is grave.
        """
        before = self.current
        wanted = at or (before.key if before else "")
        self.items = tuple(items)
        keys = [each.key for each in self.items]
        self._at = keys.index(wanted) if wanted in keys else min(self._at, max(len(keys) - 1, 0))
        self._pass_headings(1)
        if before is not None and wanted not in keys:
            self._pass_grave()
        self.look()

    def _pass_grave(self) -> None:
        """Moves the cursor off a line that nobody has gone to, to the first that does no harm."""
        if self.current is not None and self.current.is_grave:
            lines = enumerate(self.items)
            safe = (at for at, each in lines if not (each.is_grave or each.is_heading))
            self._at = next(safe, self._at)

    def _pass_headings(self, by: int) -> None:
        """Moves the cursor off a heading, onwards or else back."""
        lines = [at for at, each in enumerate(self.items) if not each.is_heading]
        onwards = [at for at in lines if (at >= self._at if by > 0 else at <= self._at)]
        if lines:
            at = onwards or lines
            self._at = at[0] if (by > 0) == bool(onwards) else at[-1]

    def on_focus(self) -> None:
        """The cursor is seen while the menu has the keys."""
        self.look()

    def on_blur(self) -> None:
        """The cursor is not seen while something else has the keys."""
        self.look()

    def on_click(self, event: events.Click) -> None:
        """A click chooses a line."""
        span = self.span_at(event.x, event.y)
        if span is not None and span.place is not None:
            self._at = span.place.at
            self.look()
            self.action_choose()

    def action_step(self, by: int) -> None:
        """Moves the cursor."""
        self._at = max(0, min(len(self.items) - 1, self._at + by))
        self._pass_headings(by)
        self.look()

    def action_choose(self) -> None:
        """Chooses the line under the cursor, if it can be chosen."""
        if self.current is not None and self.current.is_open and not self.current.is_heading:
            self.post_message(self.Chosen(self.current.key))

    def on_key(self, event: events.Key) -> None:
        """A digit chooses the line with that number."""
        if self._numbered and event.character is not None and event.character in "123456789":
            digits = [each.key_at(at) for at, each in enumerate(self.items)]
            if int(event.character) in digits:
                event.stop()
                self._at = digits.index(int(event.character))
                self.look()
                self.action_choose()

    def look(self) -> None:
        """Shows the lines around the cursor, and says which one that is."""
        width, height = self.size
        if width < 4 or height < 3:
            return
        shown = self._arranged(width - 2)
        here = next((n for n, row in enumerate(shown) if self._at in row), 0)
        part = listed_part(len(shown), height - 2, here)
        rows = [self._beside(row, width - 2) for row in shown[part.first : part.last]]
        rows = with_ends(rows, part, height - 2, _more)
        title = (Span(f" {fit(self.title, width - 5)} ", "title"),) if self.title else ()
        self.show(framed(rows, Box(title), width, height, self.glyphs))
        self._explain(self.current)

    def _arranged(self, width: int) -> Sequence[Sequence[int]]:
        """Which lines stand in each row."""
        return [(at,) for at in range(len(self.items))]

    def _beside(self, lines: Sequence[int], width: int) -> Row:
        """A row of lines."""
        return self._line(lines[0], width)

    def _line(self, at: int, width: int) -> Row:
        is_current, line = at == self._at, self.items[at]
        pointer = self.glyphs.pointer if is_current else " "
        digit = f"{line.key_at(at) or ' '} "
        key = (Span(digit, "muted"),) if self._numbered else ()
        ground = "focus" if is_current and self.has_focus else ""
        return _standing((Span(pointer), *key, *line.words), at, ground, width)


@lru_cache(maxsize=1024)
def _standing(row: Row, at: int, ground: str, width: int) -> Row:
    """A line where it stands: most lines are as they were before the key that was just pressed."""
    shown, place = pad(shortened(row, width), width), Place("line", -1, at)
    return tuple(span._replace(place=place, ground=ground or span.ground) for span in shown)


class MenuInColumns(Menu, can_focus=True):
    """Two short lines beside each other, and a long one in a row of its own."""

    BINDINGS = [
        Binding("left", "aside(-1)", "Left", id="menu.left", show=False),
        Binding("right", "aside(1)", "Right", id="menu.right", show=False),
    ]

    def _arranged(self, width: int) -> Sequence[Sequence[int]]:
        rows: list[list[int]] = []
        for at in range(len(self.items)):
            is_beside = rows and len(rows[-1]) == 1 and self._is_short(rows[-1][0], width)
            if is_beside and self._is_short(at, width):
                rows[-1].append(at)
            else:
                rows.append([at])
        return rows

    def _is_short(self, at: int, width: int) -> bool:
        return MARKS + width_of(self.items[at].words) < width // 2

    def _beside(self, lines: Sequence[int], width: int) -> Row:
        if not self._is_short(lines[0], width):
            return self._line(lines[0], width)
        left = self._line(lines[0], width // 2)
        rest = width - width // 2
        return (*left, *(self._line(lines[1], rest) if len(lines) > 1 else (Span(" " * rest),)))

    def action_step(self, by: int) -> None:
        """Moves the cursor up or down, in its column."""
        rows = self._arranged(self.size.width - 2)
        if abs(by) >= len(rows):
            super().action_step(by * len(self.items))
            return
        here = next(n for n, row in enumerate(rows) if self._at in row)
        there = rows[max(0, min(len(rows) - 1, here + by))]
        self._at = there[min(rows[here].index(self._at), len(there) - 1)]
        self.look()

    def action_aside(self, by: int) -> None:
        """Moves the cursor to the line beside."""
        row = next(each for each in self._arranged(self.size.width - 2) if self._at in each)
        self._at = row[max(0, min(len(row) - 1, row.index(self._at) + by))]
        self.look()


def _more(count: int) -> Row:
    return (Span(f"    +{count} more", "muted"),)
