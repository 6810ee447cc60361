"""The lattice as rows: with lines around its areas where there is room, else cell by cell."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from rr_rules.rune.lattice import Point
from rr_rules.rune.view import Cell
from rr_tui.board.panels import Box, Weight, across, down, framed, joint
from rr_tui.games.rune.scene import TABLE, Ghost, RuneScene, letter_of, tile_of
from rr_tui.games.rune.sight import AXIS, MARGIN, Sight, extent, more, reach, sight
from rr_tui.looks.spans import BLANK, Place, Row, Span

GHOST = "ghost"


class CellLook(NamedTuple):
    """One cell: three characters, and what it belongs to."""

    spans: tuple[Span, ...]
    ground: str
    """The tile that also fills the gap to a neighbour of the same region; "" for no rune."""
    region: Hashable
    """Cells of one region have no line between them."""
    group: str = ""
    """The ghost, or what is pointed at: a strong line goes around it."""


class Looks:
    """The cells of one scene."""

    def __init__(self, scene: RuneScene) -> None:
        self.scene = scene
        self.ghost: Ghost | None = scene.ghost()
        against = self.ghost.against if self.ghost is not None else None
        self.faults = frozenset(against.cells if against is not None else ())
        self.marked = self._marked()
        self._cells, self._reach = scene.cells, reach(scene)
        self._found: dict[Point, CellLook | None] = {}

    def at(self, point: Point) -> CellLook | None:
        """What a cell shows; None where there is neither a rune nor anything else."""
        if point not in self._found:
            self._found[point] = self._look(point)
        return self._found[point]

    @property
    def strong_role(self) -> str:
        """The role of the strong line."""
        if self.ghost is None:
            return "accent"
        return "success" if self.ghost.fits else "danger"

    def _marked(self) -> frozenset[Point]:
        """What the strong line goes around instead of a ghost: an area, or the newest card."""
        scene = self.scene
        if self.ghost is not None:
            return frozenset()
        cell = scene.cell_at(scene.focus)
        if cell is not None:
            return frozenset(scene.view.areas[cell.area].cells)
        newest = len(scene.view.laid) - 1
        is_new = newest > 0 and not scene.is_over
        return frozenset((c.x, c.y) for c in scene.view.cells if is_new and c.laid == newest)

    # --- one cell ----------------------------------------------------------------------------

    def _look(self, point: Point) -> CellLook | None:
        cell = self._cells.get(point)
        if self.ghost is not None and point in self.ghost.letters:
            return self._of_ghost(self.ghost, point, cell)
        if cell is not None:
            return self._of_rune(point, cell)
        return None

    def nothing(self, point: Point) -> Span:
        """A cell without a rune: whether the held card may begin there."""
        place, glyphs = Place(TABLE, cell=point), self.scene.glyphs
        if point[0] not in self._reach[0] or point[1] not in self._reach[1]:
            return Span("   ")
        if self.scene.focus == place:
            return Span(f"{glyphs.pointer}  ", "text", place, "focus")
        if self.scene.is_pointed_at(place):
            return Span(f"{glyphs.arrow}  ", "text", place, "window")
        mark = glyphs.bullet if place in self.scene.places.at else " "
        return Span(f" {mark} ", "legal", place)

    def _of_ghost(self, ghost: Ghost, point: Point, cell: Cell | None) -> CellLook:
        letter = ghost.letters[point]
        beneath = letter_of(cell.colour).lower() if cell is not None else " "
        glyphs, place = self.scene.glyphs, Place(TABLE, cell=point)
        tile = tile_of(letter)
        if point in self.faults:
            mark = Span(glyphs.refused, "text", place, "alert")
        else:
            here, pointed = self.scene.focus == place, self.scene.is_pointed_at(place)
            sign = glyphs.pointer if here else glyphs.arrow if pointed else " "
            ground = "focus" if here else "window" if pointed else tile
            mark = Span(sign, "text", place, ground)
        text = Span(letter + beneath, "text", place, tile)
        return CellLook((mark, text), tile, (GHOST, letter), GHOST)

    def _of_rune(self, point: Point, cell: Cell) -> CellLook:
        scene, place = self.scene, Place(TABLE, cell=point)
        letter = letter_of(cell.colour)
        tile = tile_of(letter)
        ground = "focus" if scene.focus == place else tile
        controller = scene.view.areas[cell.area].controller
        sign = scene.sign_of(controller) if controller >= 0 else " "
        mark = self._mark(place, cell)
        spans: tuple[Span, ...] = (Span(mark + letter + sign, "text", place, ground),)
        if cell.master >= 0 and ground == tile:
            role = scene.role_of(cell.master)
            side = Span(sign, role, place, "panel")
            spans = (side, Span(letter, "text", place, tile), side)
        if scene.is_pointed_at(place) and ground == tile:
            arrow = Span(scene.glyphs.arrow, "text", place, "window")
            spans = (arrow, Span(letter + sign, "text", place, tile))
        if point in self.faults:
            fault = Span(scene.glyphs.refused, "text", place, "alert")
            spans = (fault, Span(letter + sign, "text", place, tile))
        return CellLook(spans, tile, cell.area, "marked" if point in self.marked else "")

    def _mark(self, place: Place, cell: Cell) -> str:
        """What stands before the letter of a rune."""
        scene = self.scene
        if scene.focus == place:
            return scene.glyphs.pointer
        if cell.master >= 0:
            return scene.sign_of(cell.master)
        if cell.token >= 0:
            return scene.glyphs.dot
        return scene.glyphs.bullet if place in scene.places.at else " "


ROOMY_CELL, CLOSE_CELL = 4, 3
"""Columns of the terminal that a cell takes, with the line before it and without one."""


def table(scene: RuneScene, width: int, height: int) -> list[Row]:
    """The table in its frame, which says what is out of sight."""
    inner, room = width - 2, height - 2
    seen = sight(scene, inner, room)
    looks = Looks(scene)
    rows = [_axis(scene, seen)]
    rows += _roomy(looks, seen) if seen.is_roomy else _close(looks, seen)
    box = Box(_title(scene, looks), _out_of_sight(scene, seen))
    return framed(rows, box, width, height, scene.glyphs)


def _title(scene: RuneScene, looks: Looks) -> Row:
    ghost = looks.ghost
    if ghost is None:
        return (Span(" The table ", "title"),)
    sign, words = ("chosen", "fits") if ghost.fits else ("refused", "does not fit")
    mark = getattr(scene.glyphs, sign)
    return (Span(f" {ghost.words}: ", "title"), Span(f"{mark} {words} ", looks.strong_role))


def _out_of_sight(scene: RuneScene, seen: Sight) -> Row:
    """How much of the table lies beyond each edge."""
    glyphs, beyond = scene.glyphs, more(seen, extent(scene))
    signs = (glyphs.pointer_left, glyphs.pointer, glyphs.more_up, glyphs.more_down)
    words = [f"{sign}{count}" for sign, count in zip(signs, beyond, strict=True) if count]
    return (Span(f" more: {'  '.join(words)} ", "warning"),) if words else ()


def _axis(scene: RuneScene, seen: Sight) -> Row:
    """The numbers of the columns."""
    width = ROOMY_CELL if seen.is_roomy else CLOSE_CELL
    shown = _shown(scene, seen, 0)
    start = AXIS + (shown.start - seen.first[0]) * width
    spans = [Span(" " * start)]
    for x in shown:
        text = f" {x:^3}" if seen.is_roomy else f"{x:>2} "
        spans.append(Span(text, _axis_role(scene, 0, x)))
    return tuple(spans)


def _axis_role(scene: RuneScene, axis: int, number: int) -> str:
    spot = scene.spot.cell
    return "accent" if spot and spot[axis] == number else "muted"


def _number(scene: RuneScene, y: int) -> Span:
    return Span(f"{y:>{AXIS - 1}} ", _axis_role(scene, 1, y))


def _shown(scene: RuneScene, seen: Sight, axis: int) -> range:
    """The columns (axis 0) or rows (axis 1) in which there can be anything to see."""
    found = extent(scene)
    low = max(seen.first[axis], found.low[axis] - MARGIN)
    return range(low, max(low, min(seen.last[axis], found.high[axis] + 2 * MARGIN) + 1))


# --- cell by cell -----------------------------------------------------------------------------


def _close(looks: Looks, seen: Sight) -> list[Row]:
    """A row for each row of cells; a ghost is marked in each of its cells."""
    scene = looks.scene
    shown, lines = _shown(scene, seen, 0), _shown(scene, seen, 1)
    gap = Span(" " * ((shown.start - seen.first[0]) * CLOSE_CELL))
    rows: list[Row] = [BLANK] * (lines.start - seen.first[1])
    for y in lines:
        spans = [_number(scene, y), gap]
        for x in shown:
            spans += _close_cell(looks, (x, y))
        rows.append(tuple(spans))
    return rows


def _close_cell(looks: Looks, point: Point) -> tuple[Span, ...]:
    look = looks.at(point)
    if look is None:
        return (looks.nothing(point),)
    if look.group == GHOST:
        return (_ghost_mark(looks, point, look.spans[0]), *look.spans[1:])
    first, *others = look.spans
    mark, rest = first._replace(text=first.text[0]), first._replace(text=first.text[1:])
    glyphs, before = looks.scene.glyphs, looks.at((point[0] - 1, point[1]))
    if look.group and mark.text in (" ", glyphs.bullet):
        mark = mark._replace(text=glyphs.legal, ground="focus")
    elif mark.text == " " and _between(before, look):
        mark = mark._replace(text=down(Weight.LIGHT, glyphs))
    return (mark, rest, *others) if rest.text else (mark, *others)


def _ghost_mark(looks: Looks, point: Point, mark: Span) -> Span:
    """What stands for the line around a ghost where there are no lines."""
    glyphs, ghost = looks.scene.glyphs, looks.ghost
    if mark.ground in {"focus", "window"} or ghost is None:
        return mark
    if ghost.fits:
        return mark._replace(text=glyphs.chosen, ground="focus")
    sign = glyphs.refused if point in looks.faults else glyphs.bullet
    return mark._replace(text=sign, ground="alert")


# --- with lines ----------------------------------------------------------------------------------


def _roomy(looks: Looks, seen: Sight) -> list[Row]:
    """A row for each row of cells, and rows of lines between them."""
    scene = looks.scene
    shown, lines = _shown(scene, seen, 0), _shown(scene, seen, 1)
    gap = Span(" " * ((shown.start - seen.first[0]) * ROOMY_CELL))
    rows: list[Row] = [BLANK] * (2 * (lines.start - seen.first[1]))
    for y in lines:
        rows.append((Span(" " * AXIS), gap, *_line(looks, shown, y)))
        rows.append((_number(scene, y), gap, *_cells(looks, shown, y)))
    rows.append((Span(" " * AXIS), gap, *_line(looks, shown, lines.stop)))
    return rows


def _cells(looks: Looks, shown: range, y: int) -> list[Span]:
    """A row of cells, each after the line that parts it from the one before."""
    spans: list[Span] = []
    for x in shown:
        look = looks.at((x, y))
        spans.append(_side(looks, looks.at((x - 1, y)), look))
        spans += look.spans if look is not None else (looks.nothing((x, y)),)
    spans.append(_side(looks, looks.at((shown.stop - 1, y)), None))
    return spans


def _side(looks: Looks, before: CellLook | None, look: CellLook | None) -> Span:
    """What parts a cell from the one to its left."""
    weight = _between(before, look)
    ground = look.ground if look is not None else ""
    if not weight:
        return Span(" ", ground=ground)
    line = down(weight, looks.scene.glyphs)
    if weight is Weight.HEAVY or before is None or look is None:
        return Span(line, _role(looks, weight))
    # On the tile: a line on a ground of its own would double what a row costs.
    return Span(line, ground=ground)


def _line(looks: Looks, shown: range, y: int) -> list[Span]:
    """The lines above a row of cells."""
    spans: list[Span] = []
    for x in (*shown, shown.stop):
        spans.append(_joint(looks, x, y))
        if x < shown.stop:
            spans.append(_edge(looks, x, y))
    return spans


def _edge(looks: Looks, x: int, y: int) -> Span:
    above, look = looks.at((x, y - 1)), looks.at((x, y))
    weight = _between(above, look)
    if weight:
        line = across(weight, looks.scene.glyphs) * (ROOMY_CELL - 1)
        return Span(line, _role(looks, weight))
    return Span(" " * (ROOMY_CELL - 1), ground=look.ground if look is not None else "")


def _joint(looks: Looks, x: int, y: int) -> Span:
    """Where the lines around four cells meet."""
    one, two = looks.at((x - 1, y - 1)), looks.at((x, y - 1))
    three, four = looks.at((x - 1, y)), looks.at((x, y))
    weights = (_between(one, two), _between(two, four), _between(three, four), _between(one, three))
    strongest = max(weights)
    if strongest:
        return Span(joint(*weights, looks.scene.glyphs), _role(looks, strongest))
    return Span(" ", ground=four.ground if four is not None else "")


def _between(one: CellLook | None, other: CellLook | None) -> Weight:
    """The line between two cells next to each other."""
    if one is None or other is None:
        if one is other:
            return Weight.NONE
        alone = one or other
        assert alone is not None
        return Weight.HEAVY if alone.group else Weight.LIGHT
    if one.group != other.group:
        return Weight.HEAVY
    return Weight.NONE if one.region == other.region else Weight.LIGHT


def _role(looks: Looks, weight: Weight) -> str:
    return looks.strong_role if weight is Weight.HEAVY else "border"
