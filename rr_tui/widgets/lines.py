"""Widgets of rows: a picture made of spans, of which only the changed rows are drawn again."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import ClassVar

from rich.segment import Segment
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.filter import LineFilter
from textual.geometry import Region, Size, Spacing
from textual.strip import Strip
from textual.widget import Widget

from rr_tui.board.scroll import Scroll
from rr_tui.looks.glyphs import UNICODE, Glyphs
from rr_tui.looks.palette import Palette, palette_of
from rr_tui.looks.spans import BLANK, Row, Span, wrap_row
from rr_tui.terminal.depth import ColourDepth
from rr_tui.terminal.ink import printable
from rr_tui.terminal.painter import BareStrip
from rr_tui.widgets.player_app import PlayerApp

LOG_LENGTH = 500
"""How many entries a log keeps."""


class DrawnRows:
    """Rows as strips in the colours of a theme."""

    def __init__(self, ground: str) -> None:
        self.ground = ground
        self.rows: tuple[Row, ...] = ()

    def at(self, y: int) -> Row:
        """One row; below the last one they are blank."""
        return _at(self.rows, y)

    def change(self, rows: Sequence[Row]) -> list[int]:
        """Takes other rows; which of them look different now."""
        old, self.rows = self.rows, tuple(rows)
        longest = max(len(old), len(self.rows))
        return [y for y in range(longest) if _at(old, y) != _at(self.rows, y)]

    def span_at(self, x: int, y: int) -> Span | None:
        """The span under a cell, for the mouse."""
        for span in self.at(y):
            x -= Segment(printable(span.text)).cell_length
            if x < 0:
                return span
        return None

    def strip_of(self, row: Row, palette: Palette, width: int) -> Strip:
        """One row as it is drawn."""
        return drawn(row, self.ground, palette, width)


@lru_cache(maxsize=4096)
def drawn(row: Row, ground: str, palette: Palette, width: int) -> BareStrip:
    """A row as a strip; equal rows share one, whoever looks at them."""
    segments = [
        # The text was cleaned when it came in; here it is made sure of.
        Segment(printable(span.text), palette.style(span.role, span.ground or ground))
        for span in row
    ]
    left = width - sum(segment.cell_length for segment in segments)
    if left < 0:
        return BareStrip(BareStrip(segments).adjust_cell_length(width), width)
    if left:
        segments.append(Segment(" " * left, palette.style("text", ground)))
    return BareStrip(segments, width)


class RowView(Widget):
    """A picture of rows of spans: it has no children and no layout of its own."""

    @property
    def palette(self) -> Palette:
        """The colours of the player who looks at this."""
        if isinstance(self.app, PlayerApp):
            return self.app.palette
        return palette_of("dark", ColourDepth.MANY)

    @property
    def glyphs(self) -> Glyphs:
        """The glyphs of the player who looks at this."""
        return self.app.glyphs if isinstance(self.app, PlayerApp) else UNICODE

    def strip_at(self, y: int, palette: Palette, width: int) -> Strip:
        """One row as it is drawn, as wide as this is."""
        raise NotImplementedError

    def render_line(self, y: int) -> Strip:
        """One row as a strip."""
        return self.strip_at(y, self.palette, self.size.width)

    def render_lines(self, crop: Region) -> list[Strip]:
        """The rows as they are, where no style sheet puts anything around them.

        Textual looks its styles up for each row, and keeps the rows a second time.
        """
        if self.gutter != Spacing():
            return super().render_lines(crop)
        palette, width = self.palette, self.size.width
        strips = [self.strip_at(y, palette, width) for y in crop.line_range]
        if crop.column_span == (0, width):
            return strips
        return [strip.crop(*crop.column_span) for strip in strips]

    def get_line_filters(self) -> Sequence[LineFilter]:
        """None: where a theme names a colour of the terminal, it means that one."""
        return ()


class Ground(RowView):
    """What lies behind others where it holds them: it has no rows of its own."""

    def strip_at(self, y: int, palette: Palette, width: int) -> Strip:
        """One row of the ground."""
        return drawn((), "background", palette, width)

    def render_lines(self, crop: Region) -> list[Strip]:
        """The same row everywhere, in the space around what it holds too."""
        return [self.strip_at(0, self.palette, crop.width)] * crop.height


class Across(Horizontal, Ground):
    """Holds others beside each other."""


class Down(Vertical, Ground):
    """Holds others below each other."""


class LineView(RowView):
    """Shows rows of spans in the colours of the player's theme.

    A changed row costs that row and nothing else.
    """

    DEFAULT_CSS = "LineView { height: 1fr; width: 1fr; }"
    DRAWN: ClassVar[type[DrawnRows]] = DrawnRows
    """How the rows are drawn."""

    def __init__(self, *, ground: str = "background", id: str | None = None) -> None:  # noqa: A002 - Textual's
        super().__init__(id=id)
        self._drawn = self.DRAWN(ground)

    @property
    def ground(self) -> str:
        """What stands behind the rows."""
        return self._drawn.ground

    @property
    def rows(self) -> tuple[Row, ...]:
        """What is shown, from the top."""
        return self._drawn.rows

    def on_resize(self) -> None:
        """Another size has other rows."""
        self.look()

    def look(self) -> None:
        """Makes the rows anew, where a subclass has some that depend on its size."""

    def show(self, rows: Sequence[Row]) -> None:
        """Shows other rows; those that stay the same are not drawn again."""
        changed = self._drawn.change(rows)
        if changed and self.size.width:
            self.refresh(*(Region(0, y, self.size.width, 1) for y in changed))

    def span_at(self, x: int, y: int) -> Span | None:
        """The span under a cell, for the mouse."""
        return self._drawn.span_at(x, y)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many rows as are shown, where the style sheet says `height: auto`."""
        return max(1, len(self.rows))

    def strip_at(self, y: int, palette: Palette, width: int) -> Strip:
        """One row as it is drawn; below the last one they are blank."""
        return self._drawn.strip_of(self._drawn.at(y), palette, width)


class LogView(LineView, can_focus=True):
    """The newest entries of a log, wrapped to the width; older ones can be scrolled back to."""

    BINDINGS = [
        Binding("up,k", "scroll_log(1)", "Older", id="log.older", show=False),
        Binding("down,j", "scroll_log(-1)", "Newer", id="log.newer", show=False),
        Binding("pageup", "page_log(1)", "Older page", id="log.page-older", show=False),
        Binding("pagedown", "page_log(-1)", "Newer page", id="log.page-newer", show=False),
        Binding("home", "oldest", "Oldest", id="log.oldest", show=False),
        Binding("end", "newest", "Newest", id="log.newest", show=False),
    ]

    def __init__(self, *, ground: str = "background", id: str | None = None) -> None:  # noqa: A002 - Textual's
        super().__init__(ground=ground, id=id)
        self._entries: deque[Row] = deque(maxlen=LOG_LENGTH)
        self._scroll = Scroll()
        """Counted from the end: the newest line is the first."""

    def append(self, entry: Row) -> None:
        """Adds one entry at the end."""
        self.extend((entry,))

    def extend(self, entries: Iterable[Row]) -> None:
        """Adds entries; who has scrolled back keeps on reading where they are."""
        for entry in entries:
            self._entries.append(entry)
            if self._scroll.first:
                self._scroll = self._scroll.by(len(wrapped(entry, self.size.width)))
        self.look()

    def replace(self, entries: Iterable[Row]) -> None:
        """Shows another log from its end on."""
        self._entries.clear()
        self._entries.extend(entries)
        self._scroll = Scroll()
        self.look()

    def action_scroll_log(self, lines: int) -> None:
        """Scrolls towards older entries, or newer ones with a negative number."""
        self._scroll = self._scroll.by(lines)
        self.look()

    def action_page_log(self, pages: int) -> None:
        """Scrolls by what is in sight, less a line to hold on to."""
        self.action_scroll_log(pages * max(1, self.size.height - 2))

    def action_oldest(self) -> None:
        """Scrolls to the oldest entry that is kept."""
        self.action_scroll_log(len(tuple(self._lines_from_end())))

    def action_newest(self) -> None:
        """Scrolls to the newest entry and stays there."""
        self._scroll = Scroll()
        self.look()

    def look(self) -> None:
        """Shows the lines that are in sight now."""
        width, height = self.size
        if not width or not height:
            return
        lines = list(islice(self._lines_from_end(), self._scroll.first + height))
        self._scroll = self._scroll.over(len(lines), height)
        sight = lines[self._scroll.first : self._scroll.last][::-1]
        if self._scroll.first and height > 2:
            below = f"{self.glyphs.more_down} {self._scroll.first + 1} more"
            sight[-1] = (Span(below, "muted"),)
        self.show(sight)

    def _lines_from_end(self) -> Iterator[Row]:
        for entry in reversed(self._entries):
            yield from reversed(wrapped(entry, self.size.width))


@lru_cache(maxsize=4096)
def wrapped(entry: Row, width: int) -> tuple[Row, ...]:
    """An entry as rows of a width; most entries are the same for every player."""
    return tuple(wrap_row(entry, width)) or (BLANK,)


def _at(rows: Sequence[Row], y: int) -> Row:
    return rows[y] if 0 <= y < len(rows) else BLANK
