"""Scrolling: which rows of something long are in sight."""

from __future__ import annotations

from dataclasses import dataclass, replace


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
    """The part of a list that is shown; where not all of it fits, its last line says so."""
    if count <= room:
        return Scroll(count, room)
    return Scroll(count, max(room - 1, 0)).showing(focus)
