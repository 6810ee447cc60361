"""A board in short numbers, made to count what many placements come to.

The lattice of a `Board` has room for every game; what lies there now fits into a much smaller one.
So a bot that compares hundreds of placements counts on that, and only what a card changes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rr_rules.rune.board import KINDS, Board
from rr_rules.rune.cards import RUNES, VALUES
from rr_rules.rune.lattice import MIDDLE, STRIDE, shape
from rr_rules.rune.placing import Placement

MARGIN = 3
"""Cells kept free on each side: a card juts out by two, and its neighbours by one more."""
ROW = (1 << STRIDE) - 1


class Field(NamedTuple):
    """An area in short numbers."""

    runes: int
    """How many runes it has."""
    cells: int
    seat: int
    """Whose masters stand there, or -1."""


class EstimateTally(NamedTuple):
    """What a picture of the table comes to."""

    scores: tuple[int, int]
    free: tuple[list[int], list[int], list[int]]
    """By colour, how many runes each area without a master has, in no order."""


class TurnedCard(NamedTuple):
    """A turned card in short numbers, told from one left and one up of its first cell."""

    foot: int
    runes: tuple[int, int, int]
    reach: tuple[int, int, int]
    """By colour, the cells whose areas it changes: those it covers, and beside its runes."""


class Sketch:
    """The runes and masters of a board; it stays as it is."""

    __slots__ = ("board", "fields", "left", "scores", "standing", "stride", "top")

    def __init__(self, board: Board) -> None:
        """Draw the board anew."""
        self.board = board
        columns, rows = _extent(board.occupied)
        self.left, self.top = columns[0] - MARGIN, rows[0] - MARGIN
        # One column more than the margins, so that no row runs into the next one.
        self.stride = columns[1] - columns[0] + 2 * MARGIN
        self.standing = self.shortened(board.standing[0]), self.shortened(board.standing[1])
        self.fields = tuple([self._fields(colour) for colour in KINDS])
        self.scores = self._score(0), self._score(1)

    # --- places ----------------------------------------------------------------------

    def shortened(self, cells: int) -> int:
        """A set of cells of the lattice in short numbers."""
        short, cells, place = 0, cells >> self.top * STRIDE + self.left, 0
        while cells:
            short |= (cells & ROW) << place
            cells, place = cells >> STRIDE, place + self.stride
        return short

    def corner(self, where: Placement) -> int:
        """Where a piece is shifted to for a placement."""
        x, y, _ = where
        return (y + MIDDLE - self.top - 1) * self.stride + x + MIDDLE - self.left - 1

    # --- what is there ---------------------------------------------------------------

    def _fields(self, colour: int) -> tuple[Field, ...]:
        one, two = self.standing
        return tuple([
            Field(cells.bit_count(), cells, 0 if cells & one else 1 if cells & two else -1)
            for cells in parts(self.shortened(self.board.colours[colour]), self.stride)
        ])  # fmt: skip

    def _score(self, seat: int) -> int:
        return sum([
            VALUES[colour] * each.runes
            for colour in KINDS for each in self.fields[colour] if each.seat == seat
        ])  # fmt: skip

    def tally(self) -> EstimateTally:
        """What the table comes to as it lies."""
        blue, green, red = [
            [each.runes for each in fields if each.seat < 0] for fields in self.fields
        ]
        return EstimateTally(self.scores, (blue, green, red))

    def with_card(self, card: int, where: Placement) -> EstimateTally:
        """What the table comes to once this card lies there."""
        piece, corner = self.piece(card, where[2]), self.corner(where)
        one, two = self.standing
        mine, theirs = self.scores
        free: tuple[list[int], list[int], list[int]] = ([], [], [])
        keep = ~(piece.foot << corner)
        for colour in KINDS:
            reach, rest, value = piece.reach[colour] << corner, 0, VALUES[colour]
            loose = free[colour]
            for runes, cells, seat in self.fields[colour]:
                if cells & reach:
                    rest |= cells
                    if seat == 0:
                        mine -= value * runes
                    elif seat == 1:
                        theirs -= value * runes
                elif seat < 0:
                    loose.append(runes)
            for cells in parts(rest & keep | piece.runes[colour] << corner, self.stride):
                if cells & one:
                    mine += value * cells.bit_count()
                elif cells & two:
                    theirs += value * cells.bit_count()
                else:
                    loose.append(cells.bit_count())
        return EstimateTally((mine, theirs), free)

    def piece(self, card: int, quarter: int) -> TurnedCard:
        """A turned card in the short numbers of this sketch."""
        return piece_of(self.board.layouts[card], quarter, self.stride)


def parts(rest: int, stride: int) -> list[int]:
    """The areas that runes of one colour make up."""
    # As `lattice.area_of`, on short numbers: it runs for every placement that a bot thinks of.
    found = []
    while rest:
        area = edge = rest & -rest
        while edge:
            edge = (edge << 1 | edge >> 1 | edge << stride | edge >> stride) & rest & ~area
            area |= edge
        rest ^= area
        found.append(area)
    return found


@lru_cache(maxsize=4096)
def piece_of(layout: str, quarter: int, stride: int) -> TurnedCard:
    """A layout turned by so many quarters, for a lattice of that stride."""
    turned = shape(layout, quarter)
    frame = turned.frame
    cells = [(1 + n // frame.width) * stride + 1 + n % frame.width for n in range(RUNES)]
    runes = [0, 0, 0]
    for colour, cell in zip(turned.colours, cells, strict=True):
        runes[colour] |= 1 << cell
    foot = sum(runes)
    reach = [foot | each << 1 | each >> 1 | each << stride | each >> stride for each in runes]
    return TurnedCard(foot, (runes[0], runes[1], runes[2]), (reach[0], reach[1], reach[2]))


def _extent(occupied: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """The columns and rows, from and to, in which anything lies; the latter not included."""
    low = ((occupied & -occupied).bit_length() - 1) // STRIDE
    rest, columns = occupied >> low * STRIDE, 0
    while rest:
        columns, rest = columns | rest & ROW, rest >> STRIDE
    first = (columns & -columns).bit_length() - 1
    return (first, columns.bit_length()), (low, (occupied.bit_length() - 1) // STRIDE + 1)
