"""The areas of the board in one widget: rows at fixed places, with a mouse that points at things.

An area that is a widget has a task, a style and events of its own: nine of them are half of what
it costs to show a board for the first time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from textual import events
from textual.geometry import Region
from textual.strip import Strip

from rr_tui.board.plan import AREAS, NOT_SHOWN, SMALLEST, ScreenArea
from rr_tui.looks.palette import Palette
from rr_tui.looks.spans import BLANK, Row, Span
from rr_tui.terminal.painter import BareStrip
from rr_tui.widgets.lines import DrawnRows, RowView, drawn
from rr_tui.widgets.messages import Pointed

Part = tuple[Row, str, ScreenArea]
"""A row of an area, the ground behind it, and where the area is."""

GROUNDS = {"header": "background", "middle": "background", "foot": "background"}
TOO_SMALL = "too small"


class BoardArea:
    """One area of the board: its rows, and where they stand."""

    def __init__(self, ground: str) -> None:
        self.drawn = DrawnRows(ground)
        self.place = NOT_SHOWN

    def has(self, x: int, y: int) -> bool:
        """Whether a cell of the board is one of this area."""
        place = self.place
        return 0 <= x - place.x < place.width and 0 <= y - place.y < place.height

    def rows_in(self, changed: Sequence[int]) -> Iterator[Region]:
        """Some of its rows as regions of the board, those that there is room for."""
        place = self.place
        for y in changed:
            if y < place.height:
                yield Region(place.x, place.y + y, place.width, 1)


class BoardView(RowView):
    """The whole board, or a polite request where the terminal is too small for one."""

    DEFAULT_CSS = "BoardView { width: 100%; height: 100%; }"

    def __init__(self) -> None:
        super().__init__()
        self.areas = {area: BoardArea(GROUNDS.get(area, "panel")) for area in AREAS}
        self._request = BoardArea("background")
        self._shown: tuple[BoardArea, ...] = ()
        """The areas that have a place, from left to right."""

    def stand_at(self, places: dict[str, ScreenArea]) -> None:
        """Gives each area its place; without one it is not shown."""
        for name, area in self.areas.items():
            area.place = places.get(name, NOT_SHOWN)
        self._shown = tuple(sorted(self.areas.values(), key=_left))
        self.refresh()

    def show(self, area: str, rows: Sequence[Row]) -> None:
        """Shows other rows in an area; those that stay the same are not drawn again."""
        found = self.areas[area]
        if changed := list(found.rows_in(found.drawn.change(rows))):
            self.refresh(*changed)

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
        self._request.place = ScreenArea(0, 0, width, height)
        self._shown = (self._request,)
        self.refresh(*self._request.rows_in(self._request.drawn.change(rows)))

    def strip_at(self, y: int, palette: Palette, width: int) -> Strip:
        """One row of the board."""
        parts = tuple(
            [
                (area.drawn.at(y - area.place.y), area.drawn.ground, area.place)
                for area in self._shown
                if area.has(area.place.x, y)
            ]
        )
        return across(parts, palette, width)

    def on_click(self, event: events.Click) -> None:
        """Says what was pointed at."""
        area = next((each for each in self._shown if each.has(event.x, event.y)), None)
        if area is None:
            return
        span = area.drawn.span_at(event.x - area.place.x, event.y - area.place.y)
        if span is not None and span.place is not None:
            self.post_message(Pointed(span.place, event.time, twice=event.chain > 1))


@lru_cache(maxsize=4096)
def across(parts: tuple[Part, ...], palette: Palette, width: int) -> BareStrip:
    """One row of the board, from all areas that it crosses; boards that look alike share it."""
    strips: list[Strip] = []
    x = 0
    for row, ground, place in parts:
        if place.x > x:
            strips.append(Strip.blank(place.x - x, palette.style("text", "background")))
        strips.append(drawn(row, ground, palette, place.width))
        x = place.x + place.width
    whole = BareStrip.join(strips)
    return BareStrip(whole.adjust_cell_length(width, palette.style("text", "background")), width)


def _left(area: BoardArea) -> int:
    return area.place.x
