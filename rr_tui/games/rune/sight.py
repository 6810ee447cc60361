"""Sight: which part of the lattice fits into the box, so that the cursor is always in it."""

from __future__ import annotations

from typing import NamedTuple

from rr_rules.rune.lattice import Point
from rr_tui.games.rune.scene import RuneScene

MARGIN = 2
"""Cells beyond the outermost runes at which a card can still begin or end."""
WIDEST = 127
"""Cells from one end of any table to the other, at most: all its cards in one row take fewer.

Where a host elsewhere says more, a part is shown."""
AXIS = 3
"""Cells of the terminal that the numbers of the rows take."""
MIDDLE = (1, 1)
"""The middle of the starting card: it stays where it is while the table still fits."""


class Extent(NamedTuple):
    """The outermost runes."""

    low: Point
    high: Point


class Sight(NamedTuple):
    """The cells that are shown."""

    first: Point
    """The top left cell."""
    columns: int
    rows: int
    is_roomy: bool
    """Whether there are lines between the cells."""

    @property
    def last(self) -> Point:
        """The bottom right cell."""
        return self.first[0] + self.columns - 1, self.first[1] + self.rows - 1


class More(NamedTuple):
    """How many columns and rows of runes are out of sight."""

    left: int
    right: int
    up: int
    down: int


def extent(scene: RuneScene) -> Extent:
    """The outermost runes of the table."""
    xs, ys = zip(*scene.cells, strict=True) if scene.view.cells else ((0,), (0,))
    low = min(xs), min(ys)
    return Extent(low, (min(max(xs), low[0] + WIDEST), min(max(ys), low[1] + WIDEST)))


def reach(scene: RuneScene) -> tuple[range, range]:
    """The columns and the rows in which the cursor may stand."""
    found = extent(scene)
    # A card may begin before the first rune; what is only looked at has a rune.
    margin = MARGIN if scene.places.held is not None else 0
    columns, rows = (range(found.low[axis] - margin, found.high[axis] + 1) for axis in range(2))
    return columns, rows


def sight(scene: RuneScene, width: int, height: int) -> Sight:
    """What is shown in a part of the terminal, the numbers of columns and rows included."""
    found = extent(scene)
    size = [found.high[axis] - found.low[axis] + 1 for axis in range(2)]
    columns, rows = (width - AXIS - 1) // 4, (height - 2) // 2
    is_roomy = size[0] + MARGIN <= columns and size[1] + MARGIN <= rows
    if not is_roomy:
        columns, rows = (width - AXIS) // 3, height - 1
    spot = _spot(scene)
    first = [
        _begin(found.low[axis], found.high[axis], room, MIDDLE[axis], spot[axis])
        for axis, room in enumerate((columns, rows))
    ]
    return Sight((first[0], first[1]), columns, rows, is_roomy)


def rows_of(scene: RuneScene) -> int:
    """How many rows show all of it, with lines around its areas."""
    found = extent(scene)
    return 2 * (found.high[1] - found.low[1] + 1 + MARGIN) + 2


def more(seen: Sight, found: Extent) -> More:
    """What is out of sight."""
    (left, up), (right, down) = seen.first, seen.last
    return More(
        max(0, left - found.low[0]),
        max(0, found.high[0] - right),
        max(0, up - found.low[1]),
        max(0, found.high[1] - down),
    )


def _spot(scene: RuneScene) -> Point:
    """What must be in sight: the cursor's cell, or, while one only waits, the newest card."""
    if scene.spot.cell and (scene.ask is not None or scene.focus.cell):
        return scene.spot.cell[0], scene.spot.cell[1]
    newest = scene.view.laid[-1] if scene.view.laid else None
    return (newest.x, newest.y) if newest is not None else MIDDLE


def _begin(low: int, high: int, room: int, middle: int, spot: int) -> int:
    """The first row or column in sight."""
    low, high = low - MARGIN, high + MARGIN
    last = high - room + 1
    if last <= low:
        return min(max(middle - room // 2, last), low)
    # By half a box at a time: so it seldom scrolls, and each scroll shows something new.
    pages = [*range(low, last, max(1, room // 2)), last]
    best: int = min(pages, key=lambda first: abs(first + room // 2 - (spot + 1)))
    return best
