"""A pager: a text longer than its box, read with the arrows."""

from __future__ import annotations

from collections.abc import Iterable

from textual.binding import Binding

from rr_tui.board.panels import Box, framed
from rr_tui.board.scroll import Scroll
from rr_tui.looks.spans import BLANK, Row, Span, fit, width_of, wrap_row
from rr_tui.widgets.lines import LineView

MARGIN = 1


class Pager(LineView, can_focus=True):
    """Paragraphs in a frame, wrapped to its width."""

    BINDINGS = [
        Binding("up,k", "scroll_by(-1)", "Up", id="pager.up", show=False),
        Binding("down,j,enter", "scroll_by(1)", "Down", id="pager.down", show=False),
        Binding("pageup", "page(-1)", "Page up", id="pager.page-up", show=False),
        Binding("pagedown,space", "page(1)", "Page down", id="pager.page-down", show=False),
        Binding("home", "scroll_by(-99999)", "Top", id="pager.top", show=False),
        Binding("end", "scroll_by(99999)", "End", id="pager.end", show=False),
    ]

    def __init__(
        self,
        title: str = "",
        text: Iterable[Row] = (),
        *,
        id: str | None = None,  # noqa: A002 - Textual's word
    ) -> None:
        super().__init__(ground="panel", id=id)
        self.read(title, text)

    def read(self, title: str, text: Iterable[Row]) -> None:
        """Shows another text from its beginning; an empty row is a blank line."""
        self._title = title
        self._text = tuple(text)
        self._scroll = Scroll()
        self.look()

    def action_scroll_by(self, lines: int) -> None:
        """Moves the text by some lines."""
        self._scroll = self._scroll.by(lines)
        self.look()

    def action_page(self, pages: int) -> None:
        """Moves the text by what is in sight, less a line to hold on to."""
        self.action_scroll_by(pages * max(1, self.size.height - 3))

    def look(self) -> None:
        """Shows the lines that are in sight now."""
        width, height = self.size
        if width < 6 or height < 3:
            return
        rows = [row for text in self._text for row in _wrapped(text, width - 2 - 2 * MARGIN)]
        self._scroll = self._scroll.over(len(rows), height - 2)
        shown = rows[self._scroll.first : self._scroll.last]
        sight: list[Row] = [(Span(" " * MARGIN), *row) for row in shown]
        left = self._scroll.below
        foot = (Span(f" {self.glyphs.more_down} {left} more ", "muted"),) if left else ()
        title = (Span(f" {fit(self._title, width - 5)} ", "title"),) if self._title else ()
        self.show(framed(sight, Box(title, foot), width, height, self.glyphs))


def _wrapped(text: Row, width: int) -> list[Row]:
    # What fits keeps its columns.
    return [text] if width_of(text) <= width else wrap_row(text, width) or [BLANK]
