"""Rune as the interface asks for it."""

from __future__ import annotations

from collections.abc import Iterable

from rr_net.link import Ask, AskOption
from rr_rules.kernel.game import Line
from rr_rules.rune.view import RuneView
from rr_tui.board.model import PlayerModel
from rr_tui.board.option_places import OptionPlaces
from rr_tui.board.plan import Plan
from rr_tui.board.scene import Scene
from rr_tui.board.walk import Floor
from rr_tui.games.rune.board import PAINTING
from rr_tui.games.rune.scene import RuneScene, table_places
from rr_tui.games.rune.timeline import Points
from rr_tui.games.rune.walk import floors, table_plan
from rr_tui.games.rune.words import against, foretold, risk, signs, table_words
from rr_tui.looks.glyphs import Glyphs
from rr_tui.looks.spans import HeldShape, Row


class RuneBoard:
    """The growing table of Rune, on the board and in words."""

    scene = RuneScene

    def draws(self, view: object) -> bool:
        """Whether this is a view of Rune."""
        return isinstance(view, RuneView)

    def option_places(self, ask: Ask | None, view: object, picked: tuple[int, ...]) -> OptionPlaces:
        """Where each option of a question is shown."""
        return table_places(ask, _view(view))

    def plan(self, scene: Scene, width: int, height: int) -> Plan:
        """Which part of a screen each area gets."""
        return table_plan(width, height)

    def rows(self, scene: Scene, plan: Plan, area: str) -> list[Row]:
        """The rows of one area."""
        return PAINTING.rows(_scene(scene), plan, area)

    def floors(self, scene: Scene, plan: Plan) -> tuple[Floor, ...]:
        """All places the cursor may stand on."""
        return floors(_scene(scene))

    def told(self, view: object, model: PlayerModel) -> Iterable[str]:
        """The table in sentences."""
        return table_words(_view(view), model)

    def timeline(self) -> Points:
        """The points of both players, turn by turn."""
        return Points()

    def risk(self, view: object, option: AskOption) -> Line | None:
        """A master that adds no points; a card can be taken back."""
        return risk(_view(view), option)

    def foretold(self, view: object, option: AskOption) -> Iterable[str]:
        """What an answer would do to the points."""
        return foretold(_view(view), option)

    def against(self, view: object, held: HeldShape, cell: tuple[int, ...]) -> Line | None:
        """Which rule is against laying a card of the own hand there."""
        return against(_view(view), held, cell)

    def signs(self, view: object, glyphs: Glyphs) -> Iterable[tuple[str, str]]:
        """The signs on the lattice."""
        return signs(_view(view), glyphs)


def _view(view: object) -> RuneView:
    assert isinstance(view, RuneView)
    return view


def _scene(scene: Scene) -> RuneScene:
    assert isinstance(scene, RuneScene)
    return scene
