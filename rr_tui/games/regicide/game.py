"""Regicide as the interface asks for it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from rr_net.link import Ask, AskOption
from rr_rules.kernel.game import Line
from rr_rules.regicide.preview import warning
from rr_rules.regicide.view import RegicideView
from rr_tui.board.model import PlayerModel
from rr_tui.board.option_places import OptionPlaces, together
from rr_tui.board.painting import Painting
from rr_tui.board.plan import NOT_SHOWN, SMALLEST, Plan, ScreenArea, plan
from rr_tui.board.walk import Floor, Group, bar, kept, menu
from rr_tui.games.gameboard import GameBoard, as_rule
from rr_tui.games.regicide.details import about
from rr_tui.games.regicide.enemy import enemy_and_piles
from rr_tui.games.regicide.hand import hand, hand_places, header
from rr_tui.games.regicide.scene import (
    CASTLE,
    DISCARD,
    ENEMY,
    TAVERN,
    RegicideScene,
    is_own_card,
    place_of,
)
from rr_tui.games.regicide.table import plays_and_seats
from rr_tui.games.regicide.timeline import RegicideTimeline
from rr_tui.games.regicide.words import deal_words, foretold, table_words
from rr_tui.looks.spans import Place, Row

PLAYS = ("play", "jester")
"""Acts that name the cards of a play, one by one in any order."""
PAINTING = Painting(
    header, {"upper": enemy_and_piles, "lower": plays_and_seats, "hand": hand}, about
)

ENEMY_ROWS = 7
"""The enemy's box: five rows in a frame."""
LEAST_HOME = 5
LEAST_HAND, MOST_HAND_ROWS = 9, 14
HAND = 36
"""Room for a card with what it would do."""


def regicide_plan(width: int, height: int, seats: int, hand_limit: int) -> Plan:
    """Divides a screen: the rows beyond 24 go to the plays, the hand and the log."""
    found = plan(width, height)
    main, below = found.header.width, 1 + ENEMY_ROWS
    home = max(LEAST_HOME, seats + 2) if seats > 1 else LEAST_HOME - 1
    hand = found.foot.y - below - home
    spare = height - SMALLEST[1]
    most = max(hand_limit + 2, min(MOST_HAND_ROWS, LEAST_HAND + spare // 3))
    hand, home = min(hand, most), home + max(0, hand - most)
    hand_width, hand_row = max(HAND, found.hand.width), below + home
    return found._replace(
        upper=ScreenArea(0, 1, main, ENEMY_ROWS),
        middle=NOT_SHOWN,
        lower=ScreenArea(0, below, main, home),
        hand=ScreenArea(0, hand_row, hand_width, hand),
        details=ScreenArea(hand_width, hand_row, main - hand_width, hand),
    )


class RegicideBoard(GameBoard[RegicideView, RegicideScene]):
    """The enemy, the piles, the plays and the hands, on the board and in words."""

    view = RegicideView
    scene = RegicideScene
    counts = "Enemies defeated"

    def painting(self, scene: RegicideScene, plan: Plan) -> Painting[RegicideScene]:
        """The enemy above the plays and the hand."""
        return PAINTING

    def floors(self, scene: RegicideScene, plan: Plan) -> tuple[Floor, ...]:
        """All places the cursor may stand on, from the top of the board to its bottom."""
        view = scene.view
        piles = (CASTLE, TAVERN, *((DISCARD,) if view.discard else ()))
        above = (Group((ENEMY,) if view.enemy else (), 1), Group(piles, len(piles)))
        table = tuple(Place("table", -1, at) for at in range(len(scene.on_table)))
        seats = tuple(Place("player", seat) for seat in scene.clockwise)
        around = (Group(table, 1), Group(seats if len(seats) > 1 else (), max(1, len(seats))))
        held = hand_places(scene)
        lower = (Group(held, max(1, len(held))), menu(scene.places))
        return kept((above, around, lower, bar(scene.places)))

    def told(self, view: RegicideView, model: PlayerModel) -> Iterable[str]:
        """The table in sentences."""
        return table_words(view, model)

    def dealt(self, view: RegicideView, model: PlayerModel) -> Iterable[str]:
        """The own hand, the first enemy and the goal."""
        return deal_words(view, model)

    def option_places(
        self, ask: Ask | None, view: RegicideView, picked: tuple[int, ...] = ()
    ) -> OptionPlaces:
        """Where each option of a question is shown."""
        return together(ask, partial(place_of, view), partial(is_own_card, view), picked, *PLAYS)

    def secrets(self, view: RegicideView) -> Iterable[tuple[str, tuple[str, ...]]]:
        """The hand."""
        yield "hand", view.seats[view.me].hand if 0 <= view.me < len(view.seats) else ()

    def plan(self, scene: RegicideScene, width: int, height: int) -> Plan:
        """Which part of a screen each area gets."""
        return regicide_plan(width, height, len(scene.view.seats), scene.view.hand_limit)

    def at_last(self, scene: RegicideScene, width: int, height: int) -> list[Row]:
        """The enemy that still stood, and the piles."""
        return enemy_and_piles(scene, width, ENEMY_ROWS) if height >= ENEMY_ROWS else []

    def timeline(self) -> RegicideTimeline:
        """The castle, enemy by enemy with its blows."""
        return RegicideTimeline()

    def risk(self, view: RegicideView, option: AskOption) -> Line | None:
        """What loses the game, or a hand for nothing."""
        return warning(view, as_rule(option))

    def foretold(self, view: RegicideView, option: AskOption) -> Iterable[str]:
        """The public consequences of an answer."""
        return [said.text for said in foretold(view, option)]
