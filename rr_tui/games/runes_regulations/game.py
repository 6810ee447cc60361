"""Runes & Regulations as the interface asks for it."""

from __future__ import annotations

from collections.abc import Iterable

from rr_net.link import Ask, AskOption
from rr_rules.kernel.game import Line
from rr_rules.kernel.requests import Option
from rr_rules.runes_regulations.state.view import View
from rr_rules.runes_regulations.views.prompts import warning
from rr_tui.board.model import PlayerModel
from rr_tui.board.option_places import OptionPlaces
from rr_tui.board.plan import Plan
from rr_tui.board.scene import Scene
from rr_tui.board.walk import Floor
from rr_tui.games.gameboard import Spins
from rr_tui.games.runes_regulations.board import painting
from rr_tui.games.runes_regulations.scene import StreetScene, option_places, spins_of, street_plan
from rr_tui.games.runes_regulations.timeline import StreetTimeline
from rr_tui.games.runes_regulations.walk import floors
from rr_tui.games.runes_regulations.words import signs, street_words
from rr_tui.looks.glyphs import Glyphs
from rr_tui.looks.spans import Row


class StreetBoard:
    """The street with its Lawns, on the board and in words."""

    scene = StreetScene

    def draws(self, view: object) -> bool:
        """Whether this is a view of the street."""
        return isinstance(view, View)

    def option_places(self, ask: Ask | None, view: object, picked: tuple[int, ...]) -> OptionPlaces:
        """Where each option of a question is shown."""
        return option_places(ask, _view(view), picked)

    def plan(self, scene: Scene, width: int, height: int) -> Plan:
        """Which part of a screen each area gets."""
        return street_plan(width, height, len(scene.around))

    def rows(self, scene: Scene, plan: Plan, area: str) -> list[Row]:
        """The rows of one area."""
        street = _street(scene)
        return painting(street, plan).rows(street, plan, area)

    def floors(self, scene: Scene, plan: Plan) -> tuple[Floor, ...]:
        """All places the cursor may stand on."""
        return floors(_street(scene), plan)

    def told(self, view: object, model: PlayerModel) -> Iterable[str]:
        """The street in sentences."""
        return street_words(_view(view), model)

    def timeline(self) -> StreetTimeline:
        """How many Mythical Creatures each seat had, turn by turn."""
        return StreetTimeline()

    def spins(self, view: object) -> Spins:
        """What the Spinner has shown this turn."""
        return spins_of(_view(view))

    def risk(self, view: object, option: AskOption) -> Line | None:
        """What cannot be taken back: a role that everybody has read."""
        return warning(Option(option.act, option.zone, option.seat, option.at, option.order))

    def foretold(self, view: object, option: AskOption) -> Iterable[str]:
        """Nothing: what a card does stands on it."""
        return ()

    def signs(self, view: object, glyphs: Glyphs) -> Iterable[tuple[str, str]]:
        """What the signs of the street mean."""
        return signs(_view(view), glyphs)


def _view(view: object) -> View:
    assert isinstance(view, View)
    return view


def _street(scene: Scene) -> StreetScene:
    assert isinstance(scene, StreetScene)
    return scene
