"""A game without a board of its own, as the interface asks for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import is_dataclass

from rr_tui.board.model import PlayerModel
from rr_tui.board.painting import Painting
from rr_tui.board.plan import Plan
from rr_tui.board.walk import Floor
from rr_tui.games.gameboard import GameBoard
from rr_tui.games.plain.board import (
    PAINTING,
    PlainScene,
    fields_of,
    inner,
    parts,
    plain_floors,
    plain_plan,
    value_words,
)


class PlainBoard(GameBoard[object, PlainScene]):
    """What any frozen view can say, with the question as a numbered list."""

    view = object
    scene = PlainScene

    def painting(self, scene: PlainScene, plan: Plan) -> Painting[PlainScene]:
        """The table above the own hand."""
        return PAINTING

    def floors(self, scene: PlainScene, plan: Plan) -> tuple[Floor, ...]:
        """All places the cursor may stand on."""
        return plain_floors(scene)

    def told(self, view: object, model: PlayerModel) -> Iterator[str]:
        """The view's fields in sentences, each seat's part under its name."""
        if not is_dataclass(view):
            yield str(view)
            return
        for number, part in enumerate(parts(view)):
            yield f"{model.name(number)}: {inner(part, model.title)}."
        for name, value in fields_of(view):
            yield f"{name}: {value_words(value, model.title)}."

    def plan(self, scene: PlainScene, width: int, height: int) -> Plan:
        """Which part of a screen each area gets."""
        return plain_plan(width, height)
