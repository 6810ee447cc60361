"""pyte's screen, quicker where tests spend their time: runs of text, and rows that stand still.

pyte looks up the width of each character and copies the cursor's style for it; here each character
is styled once, and only what is no plain text within its row is left to pyte.
"""

from functools import lru_cache

import pyte
from pyte.charsets import LAT1_MAP
from pyte.modes import IRM
from pyte.screens import wcwidth


class _Cells(dict):
    """By character: its cell in one style; None where it is not one column wide."""

    def __init__(self, style):
        super().__init__()
        self._style = style

    def __missing__(self, character):
        is_plain = wcwidth(character) == 1
        cell = self[character] = self._style._replace(data=character) if is_plain else None
        return cell


_cells_of = lru_cache(1024)(_Cells)


class QuickScreen(pyte.Screen):
    """Shows the same as pyte's own, cell for cell."""

    def __init__(self, columns, lines):
        self._rows = {}
        super().__init__(columns, lines)

    def draw(self, data):
        """Draws a run of text."""
        cursor = self.cursor
        start, end = cursor.x, cursor.x + len(data)
        styled = _cells_of(cursor.attrs)
        cells = [styled[character] for character in data]
        is_usual = self.charset == 0 and self.g0_charset is LAT1_MAP and IRM not in self.mode
        if end > self.columns or not is_usual or None in cells:
            super().draw(data)
            return
        self.buffer[cursor.y].update(zip(range(start, end), cells, strict=True))
        cursor.x = end
        self.dirty.add(cursor.y)

    @property
    def text(self):
        """The rows as they look; those on which nothing was drawn since the last look are kept."""
        rows = self._rows
        for number in self.dirty:
            rows[number] = row_of(self, number)
        self.dirty.clear()
        return [rows[number] for number in range(self.lines)]


def row_of(screen, number):
    """A row of a pyte screen; the second half of a wide character is an empty cell."""
    row = screen.buffer[number]
    return "".join([row[x].data for x in range(screen.columns)]).rstrip()
