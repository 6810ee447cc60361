"""Scrolling: which rows of something long are in sight."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

Line = TypeVar("Line")

LEAST = 3
"""Rows from which on both ends of a list can say that they are cut."""


@dataclass(frozen=True, slots=True)
class Scroll:
    """A part of some rows, as high as its box."""

    length: int = 0
    """How many rows there are."""
    height: int = 0
    """How many of them are in sight at once."""
    first: int = 0
    """The first one in sight."""

    @property
    def last(self) -> int:
        """The row after the last one in sight."""
        return min(self.first + self.height, self.length)

    @property
    def below(self) -> int:
        """How many rows come after those in sight."""
        return self.length - self.last

    @property
    def hidden(self) -> int:
        """How many rows are not in sight."""
        return self.length - (self.last - self.first)

    def by(self, rows: int) -> Scroll:
        """Moved by some rows, towards the beginning with a negative number."""
        return replace(self, first=max(0, self.first + rows))

    def over(self, length: int, height: int) -> Scroll:
        """The same place in another number of rows or another box, not beyond the end."""
        return Scroll(length, height, max(0, min(self.first, length - height)))

    def showing(self, row: int | None) -> Scroll:
        """Moved as little as needed to have a row in sight, as that with the cursor."""
        if row is None or self.first <= row < self.first + self.height:
            return self
        return replace(self, first=row if row < self.first else row - self.height + 1)


def listed_part(count: int, room: int, focus: int | None) -> Scroll:
    """The part of a list that is shown; where not all fits, a line at each cut end says so."""
    if count <= room:
        return Scroll(count, room)
    one_end, at = max(room - 1, 0), focus or 0
    if room < LEAST or at < one_end:
        return Scroll(count, one_end).showing(at)
    if at >= count - one_end:
        return Scroll(count, one_end, count - one_end)
    return Scroll(count, room - 2, at - (room - 2) + 1)


def with_ends(
    rows: Sequence[Line], part: Scroll, room: int, more: Callable[[int], Line]
) -> list[Line]:
    """The rows of a part, and where it is cut a line that says how many come there."""
    if room < LEAST:
        return [*rows, more(part.hidden)][:room] if part.hidden else list(rows)
    above = [more(part.first)] if part.first else []
    return [*above, *rows, *([more(part.below)] if part.below else [])]
