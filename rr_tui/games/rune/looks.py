"""Looks: what one cell of the table shows, as table and ghost, cursor and question have it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from rr_rules.rune.lattice import Point
from rr_rules.rune.view import Cell
from rr_tui.board.places import Place
from rr_tui.games.rune.scene import TABLE, Ghost, RuneScene, letter_of, tile_of
from rr_tui.games.rune.sight import reach
from rr_tui.looks.spans import Span

GHOST = "ghost"


class Look(NamedTuple):
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
        self.faults = frozenset(self._faults())
        self.marked = self._marked()
        self._cells, self._reach = scene.cells, reach(scene)
        self._found: dict[Point, Look | None] = {}

    def at(self, point: Point) -> Look | None:
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

    def _faults(self) -> tuple[Point, ...]:
        against = self.ghost.against if self.ghost is not None else None
        return against.cells if against is not None else ()

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

    def _look(self, point: Point) -> Look | None:
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
        mark = glyphs.bullet if place in self.scene.choices.at else " "
        return Span(f" {mark} ", "legal", place)

    def _of_ghost(self, ghost: Ghost, point: Point, cell: Cell | None) -> Look:
        letter = ghost.letters[point]
        beneath = letter_of(cell.colour).lower() if cell is not None else " "
        glyphs, place = self.scene.glyphs, Place(TABLE, cell=point)
        tile = tile_of(letter)
        if point in self.faults:
            mark = Span(glyphs.refused, "text", place, "alert")
        else:
            here = self.scene.focus == place
            mark = Span(glyphs.pointer if here else " ", "text", place, "focus" if here else tile)
        text = Span(letter + beneath, "text", place, tile)
        return Look((mark, text), tile, (GHOST, letter), GHOST)

    def _of_rune(self, point: Point, cell: Cell) -> Look:
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
        if point in self.faults:
            fault = Span(scene.glyphs.refused, "text", place, "alert")
            spans = (fault, Span(letter + sign, "text", place, tile))
        return Look(spans, tile, cell.area, "marked" if point in self.marked else "")

    def _mark(self, place: Place, cell: Cell) -> str:
        """What stands before the letter of a rune."""
        scene = self.scene
        if scene.focus == place:
            return scene.glyphs.pointer
        if cell.master >= 0:
            return scene.sign_of(cell.master)
        if cell.token >= 0:
            return scene.glyphs.dot
        return scene.glyphs.bullet if place in scene.choices.at else " "
