"""A game without a board of its own, as the interface asks for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import is_dataclass, replace

from rr_net.link import Ask, AskOption
from rr_tui.board.model import PlayerModel
from rr_tui.board.option_places import OptionPlaces, option_places
from rr_tui.board.plan import Plan
from rr_tui.board.scene import Scene
from rr_tui.board.walk import Floor
from rr_tui.games.gameboard import Timeline
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
from rr_tui.looks.spans import Place, Row


class AsWords:
    """A view of which nothing can be pointed at: every option is a line of the list."""

    def is_thing(self, place: Place) -> bool:
        """Nothing is shown where an option could point at it."""
        return False

    def place_of(self, option: AskOption) -> Place | None:
        """No option is shown anywhere but in the list."""
        return None


class PlainBoard:
    """What any frozen view can say, with the question as a numbered list."""

    scene = PlainScene

    def draws(self, view: object) -> bool:
        """Every view, even one of which it can say nothing."""
        return True

    def option_places(self, ask: Ask | None, view: object, picked: tuple[int, ...]) -> OptionPlaces:
        """Every option in the list, but for those that have keys of their own."""
        return replace(option_places(ask, AsWords()), as_menu=True)

    def plan(self, scene: Scene, width: int, height: int) -> Plan:
        """Which part of a screen each area gets."""
        return plain_plan(width, height)

    def rows(self, scene: Scene, plan: Plan, area: str) -> list[Row]:
        """The rows of one area."""
        return PAINTING.rows(_plain(scene), plan, area)

    def floors(self, scene: Scene, plan: Plan) -> tuple[Floor, ...]:
        """All places the cursor may stand on."""
        return plain_floors(_plain(scene))

    def told(self, view: object, model: PlayerModel) -> Iterator[str]:
        """The view's fields in sentences, each seat's part under its name."""
        if not is_dataclass(view):
            yield str(view)
            return
        for number, part in enumerate(parts(view)):
            yield f"{model.name(number)}: {inner(part, model.title)}."
        for name, value in fields_of(view):
            yield f"{name}: {value_words(value, model.title)}."

    def timeline(self) -> Timeline | None:
        """None: nothing of a view says how near its player is to winning."""
        return None


def _plain(scene: Scene) -> PlainScene:
    assert isinstance(scene, PlainScene)
    return scene
