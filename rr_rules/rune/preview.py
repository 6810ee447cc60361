"""Previews: what the table would be worth after something that is only thought of."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rr_rules.kernel.game import Line
from rr_rules.kernel.requests import Option
from rr_rules.rune.board import SEATS, Board, Laid, Master, Token
from rr_rules.rune.forbidding import board_of
from rr_rules.rune.lattice import Point, bit_of
from rr_rules.rune.view import RuneView

WASTED = Line("You control this area already, and a master never moves", "RN-MASTER-05")
"""A second master in an own area is legal and seldom meant."""


@dataclass(frozen=True, slots=True)
class RunePreview:
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
    warning: Line | None = None
    """What to say before it is done."""


def preview(view: RuneView, option: Option) -> RunePreview | None:
    """What an option of the looking seat would do; None where nothing comes onto the table."""
    match option.act, option.order:
        case "lay", (x, y, quarter):
            return _lay(view, view.seats[view.me].hand[option.at], (x, y), quarter)
        case "master", (x, y):
            return _place_master(view, (x, y))
        case "token", (x, y):
            board = board_of(view)
            return _compared(board, board.with_token(Token(view.me, x, y, option.at)))
    return None


def _lay(view: RuneView, face: str, at: Point, quarter: int) -> RunePreview:
    board = board_of(view)
    laid = Laid(view.faces.index(face), *at, quarter)
    covered = (board.footprint(laid) & board.occupied).bit_count()
    return replace(_compared(board, board.with_card(laid)), covered=covered)


def _place_master(view: RuneView, at: Point) -> RunePreview:
    board = board_of(view)
    is_own = board.held(view.me) >> bit_of(*at) & 1
    found = _compared(board, board.with_master(Master(view.me, *at)))
    return replace(found, warning=WASTED if is_own else None)


def _compared(before: Board, after: Board) -> RunePreview:
    joined = [met for met in _meetings(after, before) if met > 1]
    parted = [met for met in _meetings(before, after) if met > 1]
    return RunePreview(_points(before), _points(after), joined=sum(joined), parted=len(parted))


def _points(board: Board) -> tuple[int, ...]:
    return tuple([board.score(seat) for seat in range(SEATS)])


def _meetings(board: Board, other: Board) -> list[int]:
    """For each area of a board, how many areas of the same colour on the other one it meets."""
    return [
        sum(bool(area.cells & each.cells) for each in other.areas if each.colour == area.colour)
        for area in board.areas
    ]
