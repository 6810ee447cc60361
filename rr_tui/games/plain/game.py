"""A game without a board of its own, as the interface asks for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import is_dataclass

from rr_tui.board.model import PlayerModel
from rr_tui.board.painting import Painting
from rr_tui.board.plan import NOT_SHOWN, Plan, ScreenArea, plan
from rr_tui.board.walk import Floor, Group, bar, kept, menu
from rr_tui.games.gameboard import GameBoard
from rr_tui.games.plain.board import (
    PAINTING,
    PlainScene,
    fields_of,
    held,
    inner,
    parts,
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
        """The own hand beside the question, and under both the words of the bar."""
        own = held(scene)
        return kept(((Group(own, max(1, len(own))), menu(scene.places)), bar(scene.places)))

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
        """The table takes all that the hand, the question and the log leave."""
        found = plan(width, height)
        table = ScreenArea(0, 1, found.header.width, found.hand.y - 1)
        return found._replace(upper=table, middle=NOT_SHOWN, lower=NOT_SHOWN)
