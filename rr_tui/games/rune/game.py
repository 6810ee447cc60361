"""Rune as the interface asks for it."""

from __future__ import annotations

from collections.abc import Iterable

from rr_net.link import Ask, AskOption
from rr_rules.kernel.game import Line
from rr_rules.rune.view import RuneView
from rr_tui.board.model import PlayerModel
from rr_tui.board.option_places import OptionPlaces
from rr_tui.board.painting import Painting
from rr_tui.board.plan import Plan
from rr_tui.board.walk import Floor
from rr_tui.games.gameboard import GameBoard
from rr_tui.games.rune.details import about
from rr_tui.games.rune.hand import hand
from rr_tui.games.rune.lattice import table
from rr_tui.games.rune.scene import RuneScene, table_places
from rr_tui.games.rune.seats import header, scores
from rr_tui.games.rune.timeline import Points
from rr_tui.games.rune.walk import floors, table_plan
from rr_tui.games.rune.words import against, foretold, risk, signs, table_words
from rr_tui.looks.glyphs import Glyphs
from rr_tui.looks.spans import HeldShape

PAINTING = Painting(header, {"upper": table, "lower": scores, "hand": hand}, about)


class RuneBoard(GameBoard[RuneView, RuneScene]):
    """The growing table of Rune, on the board and in words."""

    view = RuneView
    scene = RuneScene

    def painting(self, scene: RuneScene, plan: Plan) -> Painting[RuneScene]:
        """The lattice beside the scores and the hand."""
        return PAINTING

    def floors(self, scene: RuneScene, plan: Plan) -> tuple[Floor, ...]:
        """All places the cursor may stand on."""
        return floors(scene)

    def told(self, view: RuneView, model: PlayerModel) -> Iterable[str]:
        """The table in sentences."""
        return table_words(view, model)

    def option_places(
        self, ask: Ask | None, view: RuneView, picked: tuple[int, ...]
    ) -> OptionPlaces:
        """Where each option of a question is shown."""
        return table_places(ask, view)

    def plan(self, scene: RuneScene, width: int, height: int) -> Plan:
        """Which part of a screen each area gets."""
        return table_plan(width, height)

    def timeline(self) -> Points:
        """The points of both players, turn by turn."""
        return Points()

    def risk(self, view: RuneView, option: AskOption) -> Line | None:
        """A master that adds no points; a card can be taken back."""
        return risk(view, option)

    def foretold(self, view: RuneView, option: AskOption) -> Iterable[str]:
        """What an answer would do to the points."""
        return foretold(view, option)

    def against(self, view: RuneView, held: HeldShape, cell: tuple[int, ...]) -> Line | None:
        """Which rule is against laying a card of the own hand there."""
        return against(view, held, cell)

    def signs(self, view: RuneView, glyphs: Glyphs) -> Iterable[tuple[str, str]]:
        """The signs on the lattice."""
        return signs(view, glyphs)
