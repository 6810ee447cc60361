"""Rune as the interface asks for it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from rr_net.link import Ask, AskOption
from rr_rules.kernel.game import Line
from rr_rules.rune.forbidding import why_not
from rr_rules.rune.preview import preview
from rr_rules.rune.view import RuneView
from rr_tui.board.laying import laying
from rr_tui.board.model import PlayerModel
from rr_tui.board.option_places import NO_OPTIONS, OptionPlaces, option_places
from rr_tui.board.painting import Painting
from rr_tui.board.plan import NOT_SHOWN, Plan, ScreenArea, plan
from rr_tui.board.walk import Floor, Group, bar, kept, lattice, menu
from rr_tui.games.gameboard import GameBoard, as_rule
from rr_tui.games.rune.details import about
from rr_tui.games.rune.hand import hand, hand_places
from rr_tui.games.rune.lattice import table
from rr_tui.games.rune.scene import TABLE, UNSEEN, RuneScene, place_of
from rr_tui.games.rune.seats import header, open_hand, scores
from rr_tui.games.rune.sight import reach, rows_of
from rr_tui.games.rune.timeline import Areas
from rr_tui.games.rune.words import deal_words, foretold, signs, table_words
from rr_tui.looks.glyphs import Glyphs
from rr_tui.looks.spans import HeldShape, Row

COLUMN = 30
"""The narrowest column that shows three lying cards."""
WIDEST = 46
SCORES = 7
LEAST_TABLE = 8
HAND = 6
TAUGHT = 9
"""Rows that what a teacher says needs, where the table is as wide as that."""
PAINTING = Painting(header, {"upper": table, "lower": scores, "hand": hand}, about)


class RuneBoard(GameBoard[RuneView, RuneScene]):
    """The growing table of Rune, on the board and in words."""

    view = RuneView
    scene = RuneScene
    counts = "Points"

    def secrets(self, view: RuneView) -> Iterable[tuple[str, tuple[str, ...]]]:
        """The hand."""
        yield "hand", view.seats[view.me].hand if 0 <= view.me < len(view.seats) else ()

    def plan(self, scene: RuneScene, width: int, height: int) -> Plan:
        """Divides a screen; what is beyond 80x24 goes to the table above all."""
        found = plan(width, height)
        main, body = found.header.width, found.foot.y - 1
        column = max(COLUMN, min(WIDEST, main // 3))
        left, below = main - column, 1 + SCORES + HAND
        if scene.lesson is not None and body - below < TAUGHT:
            # A teacher has more to say than stands in the column: it stands below the table.
            table = body - TAUGHT
            return found._replace(
                upper=ScreenArea(0, 1, left, table),
                middle=NOT_SHOWN,
                lower=ScreenArea(left, 1, column, SCORES),
                hand=ScreenArea(left, 1 + SCORES, column, body - SCORES),
                details=ScreenArea(0, 1 + table, left, TAUGHT),
            )
        return found._replace(
            upper=ScreenArea(0, 1, left, body),
            middle=NOT_SHOWN,
            lower=ScreenArea(left, 1, column, SCORES),
            hand=ScreenArea(left, 1 + SCORES, column, HAND),
            details=ScreenArea(left, below, column, 1 + body - below),
        )

    def painting(self, scene: RuneScene, plan: Plan) -> Painting[RuneScene]:
        """The lattice beside the scores and the hand."""
        return PAINTING

    def floors(self, scene: RuneScene, plan: Plan) -> tuple[Floor, ...]:
        """The lattice beside the scores and the hand, and under them the words of the bar."""
        held = hand_places(scene)
        unseen = (UNSEEN,) if scene.view.unseen else ()
        shown = tuple(place for seat in scene.around for place in open_hand(scene, seat))
        beside = (Group(held, 1), Group(shown, 1), Group(unseen, 1), menu(scene.places))
        return kept(((lattice(TABLE, *reach(scene)), *beside), bar(scene.places)))

    def told(self, view: RuneView, model: PlayerModel) -> Iterable[str]:
        """The table in sentences."""
        return table_words(view, model)

    def dealt(self, view: RuneView, model: PlayerModel) -> Iterable[str]:
        """The own hand and the goal."""
        return deal_words(view)

    def option_places(
        self, ask: Ask | None, view: RuneView, picked: tuple[int, ...] = ()
    ) -> OptionPlaces:
        """Where each option of a question is shown; those that lay a card are held first."""
        if ask is None:
            return NO_OPTIONS
        lays = tuple(option for option in ask.options if option.act == "lay")
        others = tuple(option for option in ask.options if option.act != "lay")
        rest = ask.model_copy(update={"options": others})
        found = option_places(rest, partial(place_of, view), lambda _: False)
        return replace(found, laying=laying(lays, TABLE))

    def at_last(self, scene: RuneScene, width: int, height: int) -> list[Row]:
        """The table, as much of it as there is room for."""
        needed = min(height, rows_of(scene) + 2)
        return table(scene, width, needed) if needed >= LEAST_TABLE else []

    def timeline(self) -> Areas:
        """What the areas are worth to whom."""
        return Areas()

    def risk(self, view: RuneView, option: AskOption) -> Line | None:
        """A master that adds no points; a card can be taken back."""
        found = preview(view, as_rule(option))
        return found.warning if found is not None else None

    def foretold(self, view: RuneView, option: AskOption) -> Iterable[str]:
        """What an answer would do to the points."""
        return foretold(view, option)

    def against(self, view: RuneView, held: HeldShape, cell: tuple[int, ...]) -> Line | None:
        """Which rule is against laying a card of the own hand there."""
        face = view.seats[view.me].hand[held.thing.at]
        found = why_not(view, face, (cell[0], cell[1]), held.quarter)
        return Line(found.text, found.clause) if found is not None else None

    def signs(self, view: RuneView, glyphs: Glyphs) -> Iterable[tuple[str, str]]:
        """The signs on the lattice."""
        return signs(view, glyphs)
