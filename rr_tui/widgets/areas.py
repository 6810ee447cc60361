"""The areas of the board as widgets: rows at a fixed place, with a mouse that points at things."""

from __future__ import annotations

from textual import events
from textual.geometry import Region
from textual.strip import Strip

from rr_tui.board.plan import SMALLEST, ScreenArea
from rr_tui.looks.spans import BLANK, Row, Span
from rr_tui.widgets.lines import LineView
from rr_tui.widgets.messages import Pointed

GROUNDS = {"header": "background", "middle": "background", "foot": "background"}


class BoardArea(LineView):
    """One area of the board."""

    DEFAULT_CSS = "BoardArea { position: absolute; }"

    def __init__(self, area: str) -> None:
        super().__init__(ground=GROUNDS.get(area, "panel"), id=area)

    def render_lines(self, crop: Region) -> list[Strip]:
        """The rows as they are: an area has no frame and no padding that a style could add.

        It would be asked for each row's style again for every frame.
        """
        strips = self.strips(crop.line_range)
        if crop.column_span == (0, self.size.width):
            return strips
        return [strip.crop(*crop.column_span) for strip in strips]

    def stand_at(self, area: ScreenArea, *, shown: bool) -> None:
        """Takes the place that the plan gives it; without one it is not shown."""
        self.display = shown and area.width > 0 and area.height > 0
        self.styles.offset = (area.x, area.y)
        self.styles.width = area.width
        self.styles.height = area.height

    def on_click(self, event: events.Click) -> None:
        """Says what was pointed at."""
        span = self.span_at(event.x, event.y)
        if span is not None and span.place is not None:
            self.post_message(Pointed(span.place, event.time, twice=event.chain > 1))


class TooSmall(LineView):
    """A polite request where the terminal is too small for a board."""

    DEFAULT_CSS = "TooSmall { position: absolute; width: 100%; height: 100%; }"

    def request(self, width: int, height: int, *, asked: bool) -> None:
        """Asks for a larger terminal, and says whether the table waits."""
        rows: list[Row] = [
            BLANK,
            (Span(" Please enlarge"), Span(" your terminal")),
            (Span(f" to {SMALLEST[0]}x{SMALLEST[1]}: it is {width}x{height}", "muted"),),
            BLANK,
            (Span(" You are asked", ground="alert"),) if asked else BLANK,
            (Span(" [q] leave", "muted"),),
        ]
        self.show(rows)
