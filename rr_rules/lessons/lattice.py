"""Positions of Rune in words: R09@(0,2)/90 is a card, where it lies, and how far it is turned."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from rr_rules.kernel.game import GameState
from rr_rules.kernel.requests import Option
from rr_rules.kernel.settings import settle
from rr_rules.kernel.table import Table
from rr_rules.lessons.places import (
    BadLesson,
    PointedThing,
    Scenery,
    number,
    refuse_unknown,
    settings,
    texts,
)
from rr_rules.rune.board import Board, Laid
from rr_rules.rune.cards import CARDS, COLOURS, PROJECT_CARDS
from rr_rules.rune.game import load
from rr_rules.rune.lattice import Point
from rr_rules.rune.settings import SETTINGS
from rr_rules.rune.state import MASTERS, RuneState

START = "START@(0,0)/0"
KNOWN = frozenset({"cards", "hands", "masters0", "masters1", "deck", "player", "settings"})
QUARTER = 90
DEGREES = ("0", "90", "180", "270")
FACES = frozenset({"START", *(PROJECT_CARDS.face(each) for each in range(CARDS))})


def card(face: str) -> int:
    """The number of a face."""
    return CARDS if face == "START" else int(face[1:]) - 1


def faces(words: str) -> list[int]:
    """The numbers of faces in a row."""
    return [card(face) for face in words.split()]


def laid(words: str) -> Laid:
    """A placement in this notation: R09@(0,2)/90. Raises BadLesson."""
    face, _, where = words.partition("@")
    square, _, degrees = where.partition("/")
    if face not in FACES or degrees not in DEGREES:
        raise BadLesson(f"{words!r} is no placement: expected one like R09@(0,2)/90")
    x, y = cell(square)
    return Laid(card(face), x, y, DEGREES.index(degrees))


def cell(words: str) -> Point:
    """A square in this notation: (0,-2). Raises BadLesson."""
    if not is_cell(words):
        raise BadLesson(f"{words!r} is no square: expected one like (0,-2)")
    x, y = words[1:-1].split(",")
    return int(x), int(y)


def is_cell(words: str) -> bool:
    """Whether words are a square."""
    parts = words[1:-1].split(",")
    numbers = [part.removeprefix("-").isdecimal() for part in parts]
    return words[:1] + words[-1:] == "()" and numbers == [True, True]


def board(
    *words: str,
    m1: Iterable[Point] = (),
    m2: Iterable[Point] = (),
    tokens: Sequence[tuple[int, ...]] = (),
) -> Board:
    """The starting card, these cards, masters, and tokens as (seat, x, y, colour)."""
    masters = [(0, *point) for point in m1] + [(1, *point) for point in m2]
    placed = [laid(START), *map(laid, words)]
    return Board.built(PROJECT_CARDS.layouts, placed, masters, tokens)


def position(
    *words: str,
    hands: Sequence[str] = ("", ""),
    m1: Sequence[Point] = (),
    m2: Sequence[Point] = (),
    tokens: Sequence[tuple[int, ...]] = (),
    deck: int | None = None,
    player: int = 0,
    phase: str = "lay",
    options: Mapping[str, str] | None = None,
) -> RuneState:
    """A table at the start of a turn of `player`; of the deck the first `deck` cards are left."""
    rules = load()
    state = RuneState.opening(rules.card_set, settle(SETTINGS, options or {}), [0, 0])
    state.board = state.shown = board(*words, m1=m1, m2=m2, tokens=tokens)
    state.hand = [faces(hand) for hand in hands]
    state.supply = [MASTERS - len(m1), MASTERS - len(m2)]
    for token in tokens:
        state.tokens[token[0]] = 0
    gone = {each.card for each in state.board.laid} | {*state.hand[0], *state.hand[1]}
    left = [each for each in range(CARDS) if each not in gone]
    state.deck, state.removed = (left, []) if deck is None else (left[:deck], left[deck:])
    state.starter, state.player, state.phase, state.turn = player, player, phase, 1
    return state


class LatticeScenery(Scenery):
    """Rune."""

    def table(self, start: Mapping[str, object]) -> Table[GameState]:
        """The table at that position. Raises BadLesson, or another RulesError."""
        refuse_unknown(start, KNOWN)
        state = position(
            *texts(start, "cards"),
            hands=texts(start, "hands"),
            m1=[cell(each) for each in texts(start, "masters0")],
            m2=[cell(each) for each in texts(start, "masters1")],
            deck=number(start, "deck", 0) if "deck" in start else None,
            player=number(start, "player", 0),
            options=settings(start),
        )
        return cast("Table[GameState]", Table.at(load(), state))

    def name(self, state: GameState, option: Option) -> str:
        """A card as it would lie, a square, a colour on a square, or the option's act."""
        assert isinstance(state, RuneState), "a state of this game"
        where = f"({option.order[0]},{option.order[1]})" if option.order else ""
        if option.act == "lay":
            face = self._face(state, option.seat, option.at)
            return f"{face}@{where}/{option.order[2] * QUARTER}"
        if option.zone == "hand":
            return self._face(state, option.seat, option.at)
        return f"{where} {COLOURS[option.at]}" if option.at >= 0 else where or option.act

    def card_title(self, name: str) -> str:
        """A card by its number; a square says where it is."""
        return f"the square {name}" if is_cell(name) else f"card {name}"

    def named(self, state: GameState, zone: str, seat: int) -> Sequence[str]:
        """The faces in a hand."""
        assert isinstance(state, RuneState), "a state of this game"
        if zone != "hand":
            raise BadLesson(f"there are no names in {zone!r}")
        return [self._face(state, seat, at) for at in range(len(state.hand[seat]))]

    def pointed(self, state: GameState, words: str) -> PointedThing:
        """As elsewhere; `table:(0,2)` is a square."""
        zone, _, square = words.partition(":")
        if zone == "table" and square:
            return PointedThing("table", cell=cell(square))
        return super().pointed(state, words)

    @staticmethod
    def _face(state: RuneState, seat: int, at: int) -> str:
        return PROJECT_CARDS.face(state.hand[seat][at])
