"""Regicide as the interface asks for it."""

from __future__ import annotations

from collections.abc import Iterable

from rr_net.link import Ask, AskOption
from rr_rules.kernel.game import Line
from rr_rules.regicide.preview import warning
from rr_rules.regicide.view import RegicideView
from rr_tui.board.model import PlayerModel
from rr_tui.board.option_places import OptionPlaces
from rr_tui.board.plan import Plan
from rr_tui.board.scene import Scene
from rr_tui.board.walk import Floor
from rr_tui.games.gameboard import as_rule
from rr_tui.games.regicide.board import PAINTING
from rr_tui.games.regicide.scene import RegicideScene, option_places
from rr_tui.games.regicide.timeline import RegicideTimeline
from rr_tui.games.regicide.walk import floors, regicide_plan
from rr_tui.games.regicide.words import foretold, table_words
from rr_tui.looks.spans import Row


class RegicideBoard:
    """The enemy, the piles, the plays and the hands, on the board and in words."""

    scene = RegicideScene

    def draws(self, view: object) -> bool:
        """Whether this is a view of Regicide."""
        return isinstance(view, RegicideView)

    def option_places(self, ask: Ask | None, view: object, picked: tuple[int, ...]) -> OptionPlaces:
        """Where each option of a question is shown."""
        return option_places(ask, _view(view), picked)

    def plan(self, scene: Scene, width: int, height: int) -> Plan:
        """Which part of a screen each area gets."""
        view = _view(scene.view)
        return regicide_plan(width, height, len(view.seats), view.hand_limit)

    def rows(self, scene: Scene, plan: Plan, area: str) -> list[Row]:
        """The rows of one area."""
        return PAINTING.rows(_scene(scene), plan, area)

    def floors(self, scene: Scene, plan: Plan) -> tuple[Floor, ...]:
        """All places the cursor may stand on."""
        return floors(_scene(scene))

    def told(self, view: object, model: PlayerModel) -> Iterable[str]:
        """The table in sentences."""
        return table_words(_view(view), model)

    def timeline(self) -> RegicideTimeline:
        """The castle, enemy by enemy with its blows."""
        return RegicideTimeline()

    def risk(self, view: object, option: AskOption) -> Line | None:
        """What loses the game, or a hand for nothing."""
        return warning(_view(view), as_rule(option))

    def foretold(self, view: object, option: AskOption) -> Iterable[str]:
        """The public consequences of an answer."""
        return [said.text for said in foretold(_view(view), option)]


def _view(view: object) -> RegicideView:
    assert isinstance(view, RegicideView)
    return view


def _scene(scene: Scene) -> RegicideScene:
    assert isinstance(scene, RegicideScene)
    return scene
