"""Previews: what the table would be worth after something that is only thought of."""

from __future__ import annotations

from dataclasses import dataclass

from rr_rules.rune.board import SEATS, Board, Laid, Master, Token
from rr_rules.rune.cards import COLOURS
from rr_rules.rune.forbidding import board_of
from rr_rules.rune.lattice import Point
from rr_rules.rune.view import View


@dataclass(frozen=True, slots=True)
class Preview:
    """The table before and after, whether or not it may be done."""

    before: tuple[int, ...]
    """By seat, the points."""
    after: tuple[int, ...]
    covered: int = 0
    """How many runes the card would lie on."""
    joined: int = 0
    """How many areas would become part of a larger one with others of them."""
    parted: int = 0
    """How many areas would fall apart."""


def lay(view: View, face: str, at: Point, quarter: int) -> Preview:
    """With a card laid, its box's top left cell there, turned clockwise by so many quarters."""
    board = board_of(view)
    laid = Laid([each for each, _ in view.layouts].index(face), *at, quarter % 4)
    covered = (board.footprint(laid) & board.occupied).bit_count()
    return _preview(board, board.with_card(laid), covered)


def place_master(view: View, at: Point) -> Preview:
    """With a master of the looking seat on a rune."""
    board = board_of(view)
    return _preview(board, board.with_master(Master(view.me, *at)))


def place_token(view: View, at: Point, colour: str) -> Preview:
    """With a token of the looking seat on a rune, this colour up."""
    board = board_of(view)
    return _preview(board, board.with_token(Token(view.me, *at, COLOURS.index(colour))))


def _preview(before: Board, after: Board, covered: int = 0) -> Preview:
    joined = [met for met in _meetings(after, before) if met > 1]
    parted = [met for met in _meetings(before, after) if met > 1]
    return Preview(_points(before), _points(after), covered, sum(joined), len(parted))


def _points(board: Board) -> tuple[int, ...]:
    return tuple([board.score(seat) for seat in range(SEATS)])


def _meetings(board: Board, other: Board) -> list[int]:
    """For each area of a board, how many areas of the same colour on the other one it meets."""
    return [
        sum(bool(area.cells & each.cells) for each in other.areas if each.colour == area.colour)
        for area in board.areas
    ]
