"""The picture on a terminal, and the shortest way from it to the next one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Any, NamedTuple

from rich.segment import Segment
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.cache import FIFOCache
from textual.strip import Strip

from rr_tui.terminal.depth import ColourDepth
from rr_tui.terminal.ink import PLAIN, Pen, blank_pen, blank_with, cells, change, pen_of

# A few unchanged cells are cheaper to draw again than to jump over.
SHORT_GAP = 4
# What an unknown cell holds: nothing that could be wanted there.
UNKNOWN = "\0"
_PLAIN = re.compile("[\0-\u02ff\u2500-\u25ff]*")

Position = tuple[int, int]


class Cells(NamedTuple):
    """What the cells of a row hold, and with which pens they are drawn. Neither is changed."""

    chars: list[str]
    pens: list[Pen]


class _Nothing(FIFOCache[object, object]):
    """A cache that keeps nothing."""

    __slots__ = ()

    def __setitem__(self, key: object, value: object) -> None:
        """Forgets it."""


_NOTHING: Any = _Nothing(0)


class BareStrip(Strip):
    """A strip that is drawn and never asked twice: Textual's own brings seven caches along.

    What its cells hold is kept: who sees the same row on another terminal is sent the same.
    """

    __slots__ = ("_painted",)

    def __init__(self, segments: Iterable[Segment], cell_length: int | None = None) -> None:
        self._segments = list(segments)
        self._cell_length = cell_length
        self._divide_cache = self._crop_cache = self._style_cache = _NOTHING
        self._filter_cache = self._line_length_cache = _NOTHING
        self._crop_extend_cache = self._offsets_cache = _NOTHING
        self._render_cache = self._link_ids = self._cell_count = None
        self._painted: tuple[object, Cells] | None = None

    def painted(self, wanted: object, make: Callable[[Strip], Cells]) -> Cells:
        """The cells of it as they are `wanted`; made where they were last wanted otherwise."""
        if self._painted is None or self._painted[0] != wanted:
            self._painted = (wanted, make(self))
        return self._painted[1]


class Piece(NamedTuple):
    """A part of one row that an update draws."""

    y: int
    x: int
    end: int
    strip: Strip


class _Row:
    """What the terminal shows in one row."""

    __slots__ = ("chars", "pens")

    def __init__(self, width: int) -> None:
        self.chars = [UNKNOWN] * width
        self.pens = [PLAIN] * width


class Painter:
    """Knows what one terminal really shows, and draws only what differs from it.

    A frame that is asked for must be sent: the painter takes it as shown.
    """

    def __init__(self, depth: ColourDepth, *, ascii_only: bool) -> None:
        self.depth = depth
        self.ascii_only = ascii_only
        self._width = 0
        self._rows: list[_Row] = []
        self._cursor: Position | None = None

    def forget(self) -> None:
        """The terminal may show anything: the next frame draws every cell of it."""
        self._rows = []
        self._width = 0
        self._cursor = None

    @property
    def picture(self) -> tuple[tuple[tuple[str, Pen], ...], ...]:
        """What the terminal shows, row by row: each cell's characters and how they are drawn."""
        return tuple([tuple(zip(row.chars, row.pens, strict=True)) for row in self._rows])

    def frame(self, update: CompositorUpdate, size: tuple[int, int], cursor: Position) -> str:
        """What to send so that the terminal shows an update; nothing if it does already."""
        width, height = size
        if width != self._width or height != len(self._rows):
            self._width = width
            self._rows = [_Row(width) for _ in range(height)]
        brush = _Brush()
        for piece in pieces(update):
            if 0 <= piece.y < height:
                self._draw(brush, piece)
        brush.rest()
        # The hidden cursor marks where an input method shows its menu.
        if brush.out or cursor != self._cursor:
            self._cursor = cursor
            brush.out.append(_at(*cursor))
        return "".join(brush.out)

    def _draw(self, brush: _Brush, piece: Piece) -> None:
        row = self._rows[piece.y]
        x = piece.x
        end = min(piece.end, self._width)
        if x >= end:
            return
        chars, pens = self._kept(piece.strip, end - x)
        shown, held = row.chars[x:end], row.pens[x:end]
        if shown == chars and held == pens:
            return
        is_new = shown.count(UNKNOWN) == len(shown)
        changed = [(0, end - x)] if is_new else _stretches(_changed(shown, chars, held, pens))
        for start, stop in changed:
            brush.go(piece.y, x + start)
            brush.paint(chars[start:stop], pens[start:stop])
        if shown[0] == "" and x:
            # The left half of a wide character stays behind, and terminals differ about its look.
            row.chars[x - 1] = UNKNOWN
        row.chars[x:end], row.pens[x:end] = chars, pens

    def _kept(self, strip: Strip, width: int) -> Cells:
        if not isinstance(strip, BareStrip):
            return self._cells(strip, width)
        wanted = (width, self.depth, self.ascii_only)
        return strip.painted(wanted, lambda bare: self._cells(bare, width))

    def _cells(self, strip: Strip, width: int) -> Cells:
        """The cells of a strip, exactly as many as it must fill."""
        chars: list[str] = []
        pens: list[Pen] = []
        for text, style, control in strip:
            if control:
                continue
            found = cells(text, ascii_only=self.ascii_only)
            chars += found
            pens += _pens(pen_of(style, self.depth), found)
        missing = width - len(chars)
        if missing < 0:
            if chars[width] == "":
                chars[width - 1] = " "
            del chars[width:], pens[width:]
        elif missing:
            chars += [" "] * missing
            pens += [blank_pen(pens[-1] if pens else PLAIN)] * missing
        return Cells(chars, pens)


class _Brush:
    """Writes a frame: where the cursor is, and what it draws with."""

    def __init__(self) -> None:
        self.out: list[str] = []
        self._pen = PLAIN
        self._y = -1
        self._x: int | None = None

    def go(self, y: int, x: int) -> None:
        """Moves the cursor there the shortest way."""
        known = self._x if y == self._y else None
        self._y = y
        if known is None or known > x:
            self.out.append(_at(x, y))
        elif known < x:
            self.out.append(f"\x1b[{x - known}C" if x - known > 1 else "\x1b[C")
        self._x = x

    def paint(self, chars: list[str], pens: list[Pen]) -> None:
        """Draws cells from the cursor on."""
        x = 0
        for wanted, alike in groupby(pens):
            end = x + len(list(alike))
            self._write("".join(chars[x:end]), wanted)
            x = end
        # Terminals disagree about the width of anything but the plainest characters.
        assert self._x is not None
        self._x = self._x + len(chars) if _are_plain(chars) else None

    def _write(self, text: str, wanted: Pen) -> None:
        words = text.lstrip(" ") if wanted is not self._pen else text
        if len(words) < len(text):
            self._take(blank_with(self._pen, wanted))
            self.out.append(text[: len(text) - len(words)])
        if words:
            self._take(wanted)
            self.out.append(words)

    def _take(self, pen: Pen) -> None:
        if pen is not self._pen:
            self.out.append(change(self._pen, pen))
            self._pen = pen

    def rest(self) -> None:
        """Leaves the terminal with its own colours."""
        if self.out and self._pen != PLAIN:
            self.out.append("\x1b[0m")


def pieces(update: CompositorUpdate) -> Iterator[Piece]:
    """The parts that an update draws, whichever kind it is."""
    match update:
        case LayoutUpdate():
            return _whole(update)
        case ChopsUpdate():
            return _parts(update)
        case _:
            return iter(())


def _whole(update: LayoutUpdate) -> Iterator[Piece]:
    for y, strips in enumerate(update.strips, update.region.y):
        x = update.region.x
        for strip in strips:
            end = x + strip.cell_length
            yield Piece(y, x, end, strip)
            x = end


def _parts(update: ChopsUpdate) -> Iterator[Piece]:
    """Every chop that touches a changed span; it is there as a whole."""
    for y, start, stop in update.spans:
        for (x, strip), end in zip(update.chops[y].items(), update.chop_ends[y], strict=False):
            if strip is not None and x < stop and end > start:
                yield Piece(y, x, end, strip)


def _pens(pen: Pen, chars: list[str]) -> list[Pen]:
    """The pen of each cell; blanks look alike whatever the colour of the text is."""
    blank = blank_pen(pen)
    if blank is pen or " " not in chars:
        return [pen] * len(chars)
    return [blank if char == " " else pen for char in chars]


def _changed(shown: list[str], chars: list[str], held: list[Pen], pens: list[Pen]) -> list[int]:
    """Which cells must be drawn; the second half of a wide character comes with the first."""
    cells_of_both = zip(shown, chars, held, pens, strict=True)
    return [
        at
        for at, (old, new, pen, wanted) in enumerate(cells_of_both)
        if old != new or pen is not wanted
    ]


def _stretches(changed: list[int]) -> list[tuple[int, int]]:
    """Changed cells as stretches; short gaps between them are closed."""
    found: list[tuple[int, int]] = []
    for at in changed:
        if found and at - found[-1][1] <= SHORT_GAP:
            found[-1] = (found[-1][0], at + 1)
        else:
            found.append((at, at + 1))
    return found


def _are_plain(chars: list[str]) -> bool:
    """Whether every terminal agrees about how wide these are."""
    return _PLAIN.fullmatch("".join(chars)) is not None


def _at(x: int, y: int) -> str:
    if x:
        return f"\x1b[{y + 1};{x + 1}H"
    return f"\x1b[{y + 1}H" if y else "\x1b[H"
