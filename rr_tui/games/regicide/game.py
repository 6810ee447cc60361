"""Regicide as the interface asks for it."""

from __future__ import annotations

from collections.abc import Iterable

from rr_net.link import Ask, AskOption
from rr_rules.kernel.game import Line
from rr_rules.regicide.preview import warning
from rr_rules.regicide.view import RegicideView
from rr_tui.board.model import PlayerModel
from rr_tui.board.option_places import OptionPlaces
from rr_tui.board.painting import Painting
from rr_tui.board.plan import Plan
from rr_tui.board.walk import Floor
from rr_tui.games.gameboard import GameBoard, as_rule
from rr_tui.games.regicide.details import about
from rr_tui.games.regicide.enemy import enemy_and_piles
from rr_tui.games.regicide.hand import hand, header
from rr_tui.games.regicide.scene import RegicideScene, option_places
from rr_tui.games.regicide.table import plays_and_seats
from rr_tui.games.regicide.timeline import RegicideTimeline
from rr_tui.games.regicide.walk import floors, regicide_plan
from rr_tui.games.regicide.words import foretold, table_words

PAINTING = Painting(
    header, {"upper": enemy_and_piles, "lower": plays_and_seats, "hand": hand}, about
)


class RegicideBoard(GameBoard[RegicideView, RegicideScene]):
    """The enemy, the piles, the plays and the hands, on the board and in words."""

    view = RegicideView
    scene = RegicideScene

    def painting(self, scene: RegicideScene, plan: Plan) -> Painting[RegicideScene]:
        """The enemy above the plays and the hand."""
        return PAINTING

    def floors(self, scene: RegicideScene, plan: Plan) -> tuple[Floor, ...]:
        """All places the cursor may stand on."""
        return floors(scene)

    def told(self, view: RegicideView, model: PlayerModel) -> Iterable[str]:
        """The table in sentences."""
        return table_words(view, model)

    def option_places(
        self, ask: Ask | None, view: RegicideView, picked: tuple[int, ...]
    ) -> OptionPlaces:
        """Where each option of a question is shown."""
        return option_places(ask, view, picked)

    def plan(self, scene: RegicideScene, width: int, height: int) -> Plan:
        """Which part of a screen each area gets."""
        return regicide_plan(width, height, len(scene.view.seats), scene.view.hand_limit)

    def timeline(self) -> RegicideTimeline:
        """The castle, enemy by enemy with its blows."""
        return RegicideTimeline()

    def risk(self, view: RegicideView, option: AskOption) -> Line | None:
        """What loses the game, or a hand for nothing."""
        return warning(view, as_rule(option))

    def foretold(self, view: RegicideView, option: AskOption) -> Iterable[str]:
        """The public consequences of an answer."""
        return [said.text for said in foretold(view, option)]
