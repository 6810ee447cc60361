"""The lattice that all runes lie on, as bits of whole numbers, and the shapes of turned cards.

A set of cells is one number: cell (x, y) is bit `bit_of(x, y)`. So the whole table is compared
with a card in a few operations, wherever the card may lie.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from rr_rules.rune.cards import LETTERS

FARTHEST = 36
"""No cell can lie farther out: every card covers a rune, so each adds two cells at the most."""
STRIDE = 80
MIDDLE = STRIDE // 2
"""The row and the column of cell (0, 0)."""

Point = tuple[int, int]

NEIGHBOURS = ((0, -1), (-1, 0), (1, 0), (0, 1))
QUARTERS = range(4)


def bit_of(x: int, y: int) -> int:
    """The number of a cell's bit."""
    return (y + MIDDLE) * STRIDE + x + MIDDLE


def point_of(bit: int) -> Point:
    """The cell of a bit."""
    y, x = divmod(bit, STRIDE)
    return x - MIDDLE, y - MIDDLE


def is_within(x: int, y: int) -> bool:
    """Whether a card can lie with its corner there at all."""
    return abs(x) <= FARTHEST and abs(y) <= FARTHEST


def bits(cells: int) -> Iterator[int]:
    """The numbers of the bits that are set, ascending."""
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest


def points(cells: int) -> list[Point]:
    """The cells of a set, row by row."""
    return [point_of(bit) for bit in bits(cells)]


def grown(cells: int) -> int:
    """A set of cells with all that lies next to it."""
    return cells | cells << 1 | cells >> 1 | cells << STRIDE | cells >> STRIDE


def area_of(seed: int, colour: int) -> int:
    """All cells of `colour` that are connected to the seed by edges, the seed included."""
    area, edge = seed, seed
    while edge:
        edge = (edge << 1 | edge >> 1 | edge << STRIDE | edge >> STRIDE) & colour & ~area
        area |= edge
    return area


def ring(cells: int) -> int:
    """All that lies around a set of cells, diagonals included: for tokens only (RN-GEO-08)."""
    row = cells | cells << 1 | cells >> 1
    return (row | row << STRIDE | row >> STRIDE) & ~cells


CORNER = STRIDE + 1
"""Shapes are told from one left and one up of their first cell, so that neighbours count too."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A card's outline, upright or lying: where its cells and their outside neighbours are."""

    width: int
    height: int
    cells: tuple[int, ...]
    """Distances from the corner, in reading order."""
    touched: tuple[int, ...]
    """For each outside neighbour the number of the cell it touches."""
    outside: tuple[int, ...]
    """For each outside neighbour its distance from the corner."""


def _frame(width: int, height: int) -> Frame:
    cells = [(x, y) for y in range(height) for x in range(width)]
    edges = [
        (number, (y + dy + 1) * STRIDE + x + dx + 1)
        for number, (x, y) in enumerate(cells)
        for dx, dy in NEIGHBOURS
        if (x + dx, y + dy) not in cells
    ]
    return Frame(
        width,
        height,
        tuple([(y + 1) * STRIDE + x + 1 for x, y in cells]),
        tuple([cell for cell, _ in edges]),
        tuple([distance for _, distance in edges]),
    )


FRAMES = (_frame(2, 3), _frame(3, 2))
"""Upright and lying."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A card turned by so many quarters, clockwise."""

    quarter: int
    lying: int
    """1 if it is wider than high: which frame it has."""
    colours: tuple[int, ...]
    """Of its cells, in reading order."""
    under: tuple[int, ...]
    """For rule A: where in `Meeting.under` its cells with their colours are."""
    beside: tuple[int, ...]
    """For rule B: where in `Meeting.beside` its edges with their colours are."""
    foot: int
    """Its cells, from the corner."""
    runes: tuple[int, int, int]
    """By colour, its cells of that colour."""
    halo: tuple[int, int, int]
    """By colour, those cells and all next to them."""

    @property
    def frame(self) -> Frame:
        """Its outline."""
        return FRAMES[self.lying]

    def letters(self) -> str:
        """Its rows as people write them: BBB/RGG."""
        width = self.frame.width
        letters = "".join([LETTERS[colour] for colour in self.colours])
        return "/".join(letters[at : at + width] for at in range(0, len(letters), width))


@cache
def shape(layout: str, quarter: int) -> Shape:
    """A layout turned clockwise by so many quarters (RN-GEO-03)."""
    rows = [layout[at : at + 2] for at in range(0, len(layout), 2)]
    for _ in range(quarter):
        rows = ["".join(column) for column in zip(*reversed(rows), strict=True)]
    colours = tuple([LETTERS.index(letter) for row in rows for letter in row])
    frame = FRAMES[quarter % 2]
    runes = [0, 0, 0]
    for colour, cell in zip(colours, frame.cells, strict=True):
        runes[colour] |= 1 << cell
    blue, green, red = runes
    return Shape(
        quarter,
        quarter % 2,
        colours,
        tuple([colour * len(frame.cells) + n for n, colour in enumerate(colours)]),
        tuple([colours[cell] * len(frame.touched) + n for n, cell in enumerate(frame.touched)]),
        blue | green | red,
        (blue, green, red),
        (grown(blue), grown(green), grown(red)),
    )


@cache
def shapes(layout: str) -> tuple[Shape, ...]:
    """The ways to turn a layout that look different; all four for the project's own cards."""
    found: dict[tuple[int, tuple[int, ...]], Shape] = {}
    for quarter in QUARTERS:
        turned = shape(layout, quarter)
        found.setdefault((turned.lying, turned.colours), turned)
    return tuple(found.values())
