"""Runes & Regulations as the interface asks for it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from rr_net.link import Ask, AskOption
from rr_rules.kernel.game import Line
from rr_rules.runes_regulations.state.view import View
from rr_rules.runes_regulations.views.prompts import warning
from rr_tui.board.model import PlayerModel
from rr_tui.board.option_places import OptionPlaces, option_places
from rr_tui.board.painting import Painting
from rr_tui.board.plan import Plan
from rr_tui.board.walk import Floor
from rr_tui.games.gameboard import GameBoard, Spins, as_rule
from rr_tui.games.runes_regulations.details import about
from rr_tui.games.runes_regulations.folding import folded, in_own_place
from rr_tui.games.runes_regulations.hand import hand
from rr_tui.games.runes_regulations.lawns import neighbours
from rr_tui.games.runes_regulations.lines import header, street
from rr_tui.games.runes_regulations.scene import (
    StreetScene,
    is_folded,
    is_seats_thing,
    is_very_wide,
    place_of,
    spins_of,
    street_plan,
)
from rr_tui.games.runes_regulations.timeline import StreetTimeline
from rr_tui.games.runes_regulations.walk import floors
from rr_tui.games.runes_regulations.words import signs, street_words
from rr_tui.looks.glyphs import Glyphs


class StreetBoard(GameBoard[View, StreetScene]):
    """The street with its Lawns, on the board and in words."""

    view = View
    scene = StreetScene

    def painting(self, scene: StreetScene, plan: Plan) -> Painting[StreetScene]:
        """Neighbours have boxes or lines, and one of those may need the own place."""
        boxes = partial(neighbours, texts=is_very_wide(plan))
        return Painting(
            header,
            {
                "upper": folded if is_folded(plan, len(scene.neighbours)) else boxes,
                "middle": street,
                "lower": partial(in_own_place, plan),
                "hand": hand,
            },
            about,
        )

    def floors(self, scene: StreetScene, plan: Plan) -> tuple[Floor, ...]:
        """All places the cursor may stand on."""
        return floors(scene, plan)

    def told(self, view: View, model: PlayerModel) -> Iterable[str]:
        """The street in sentences."""
        return street_words(view, model)

    def option_places(
        self, ask: Ask | None, view: View, picked: tuple[int, ...] = ()
    ) -> OptionPlaces:
        """Where each option of a question is shown."""
        return option_places(ask, partial(place_of, view), partial(is_seats_thing, view), picked)

    def plan(self, scene: StreetScene, width: int, height: int) -> Plan:
        """Which part of a screen each area gets."""
        return street_plan(width, height, len(scene.around))

    def timeline(self) -> StreetTimeline:
        """How many Mythical Creatures each seat had, turn by turn."""
        return StreetTimeline()

    def spins(self, view: View) -> Spins:
        """What the Spinner has shown this turn."""
        return spins_of(view)

    def risk(self, view: View, option: AskOption) -> Line | None:
        """What cannot be taken back: a role that everybody has read."""
        return warning(as_rule(option))

    def signs(self, view: View, glyphs: Glyphs) -> Iterable[tuple[str, str]]:
        """What the signs of the street mean."""
        return signs(view, glyphs)
