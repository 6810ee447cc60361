"""A record's head, to be compared: twelve words to read aloud, and a QR code for a phone."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby, zip_longest

import segno
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.strip import Strip

from rr_tui.client.keepsakes import SignedHead
from rr_tui.looks.palette import Palette
from rr_tui.looks.profile import Profile
from rr_tui.looks.spans import Row, Span, width_of
from rr_tui.looks.wording import count
from rr_tui.terminal.depth import ColourDepth, GlyphSet
from rr_tui.terminal.ink import printable
from rr_tui.widgets.lines import DrawnRows
from rr_tui.widgets.page import Page

HEAD_DIGITS = 33
"""Hexadecimal digits of the head in the code: 132 bits, as many as twelve words."""
QUIET = 4
"""Light modules around the code: the standard asks for four."""
QUIETS = (QUIET, 3, 2)
"""Those around a code that has to fit: phones do with two."""

# By what is dark: the upper half of a cell, then the lower.
_HALVES = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}


def text_of(size: int, head: str) -> str:
    """What a phone reads: the record's size, and the beginning of its head."""
    return f"RR1 {size} {head[:HEAD_DIGITS].upper()}"


@lru_cache(maxsize=64)
def modules(text: str, quiet: int = QUIET) -> tuple[tuple[bool, ...], ...]:
    """The code with its quiet zone: true is dark."""
    code = segno.make(text, error="l", boost_error=False, micro=False)
    return tuple(tuple(bool(dark) for dark in row) for row in code.matrix_iter(border=quiet))


def half_blocks(text: str, quiet: int = QUIET) -> tuple[str, ...]:
    """Two modules a cell, one above the other; what is light is drawn."""
    rows = modules(text, quiet)
    light = (False,) * len(rows[0])
    pairs = zip_longest(rows[::2], rows[1::2], fillvalue=light)
    return tuple("".join(_HALVES[pair] for pair in zip(*two, strict=True)) for two in pairs)


WORDS_A_LINE = 3
READ_ALOUD = 4
"""The words of a turn's end stand in one line."""
NARROWEST = 35
"""Cells of a column that holds the words, and the code in half blocks."""
WIDEST = 68
"""Cells of a column that holds the code in two characters a module."""

# Whatever the theme: a camera wants black on white.
_INKS = {
    "halves": Style.parse("#ffffff on #000000"),
    "light": Style.parse("#000000 on #ffffff"),
    "dark": Style.parse("#ffffff on #000000"),
}


CAPTION = " The same as a code, for a phone to keep:"


class HeadRows(DrawnRows):
    """The rows of the words and the code."""

    def strip_of(self, row: Row, palette: Palette, width: int) -> Strip:
        """The code in black on white, whatever the theme; everything else as usual."""
        if not any(span.role in _INKS for span in row):
            return super().strip_of(row, palette, width)
        text = palette.style("text", self.ground)
        inks = {} if palette.depth is ColourDepth.NONE else _INKS
        segments = [Segment(printable(span.text), inks.get(span.role, text)) for span in row]
        return Strip(segments).adjust_cell_length(width, text)


class HeadView(Page):
    """The words and the code."""

    DRAWN = HeadRows


def column_width(profile: Profile, width: int) -> int:
    """How wide a column this terminal can give to a head: in half blocks, or two cells a module."""
    return WIDEST if profile.glyphs is GlyphSet.ASCII and width >= 2 * WIDEST - 24 else NARROWEST


def head_rows(signed: SignedHead, profile: Profile, width: int, height: int) -> list[Row]:
    """The rows of the column: the words, the size, and the code if it fits."""
    rows, code = words_rows(signed), code_rows(signed, profile)
    fits = len(rows) + 1 + len(code) <= height and max(map(width_of, code)) <= width
    return [*rows, (Span(CAPTION, "muted"),), *code] if fits else rows


def words_rows(signed: SignedHead) -> list[Row]:
    """The words, three a line, and how much of the record they stand for."""
    words = signed.words
    together = len(words) if len(words) == READ_ALOUD else WORDS_A_LINE
    lines = [words[at : at + together] for at in range(0, len(words), together)]
    rows: list[Row] = [(Span(" Read this to each other:", "title"),)]
    rows += [(Span(f" {' '.join(line)}", "accent"),) for line in lines]
    return [*rows, (Span(f" {count(signed.size, 'row')} of the record", "muted"),)]


def code_rows(signed: SignedHead, profile: Profile) -> list[Row]:
    """The code: half blocks, or two characters a module."""
    code = _drawn(text_of(signed.size, signed.head), profile, QUIET)
    return [(Span(" "), *row) for row in code]


def drawn_code(text: str, profile: Profile, room: Size) -> list[Row]:
    """Any text as a code with as much light around it as there is room for; nothing without."""
    for quiet in QUIETS:
        rows = _drawn(text, profile, quiet)
        if len(rows) <= room.height and width_of(rows[0]) <= room.width:
            return rows
    return []


def least_size(text: str, profile: Profile) -> Size:
    """The room that the code of a text wants at the least."""
    rows = _drawn(text, profile, QUIETS[-1])
    return Size(width_of(rows[0]), len(rows))


def _drawn(text: str, profile: Profile, quiet: int) -> list[Row]:
    if profile.glyphs is GlyphSet.UNICODE:
        return [(Span(line, "halves"),) for line in half_blocks(text, quiet)]
    # Without colours what is light is drawn.
    light = "##" if profile.depth is ColourDepth.NONE else "  "
    return [_runs(line, light) for line in modules(text, quiet)]


def _runs(line: tuple[bool, ...], light: str) -> Row:
    spans: list[Span] = []
    for dark, run in groupby(line):
        cells = len(list(run))
        spans.append(Span("  " * cells, "dark") if dark else Span(light * cells, "light"))
    return tuple(spans)
