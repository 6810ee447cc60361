"""What the ends of a turn promise the seat whose turn it is, at first sight."""

from __future__ import annotations

from typing import NamedTuple

from rr_rules.rune.board import KINDS, Board
from rr_rules.rune.cards import VALUES
from rr_rules.rune.course import Course
from rr_rules.rune.outlook import Rates, rates
from rr_rules.rune.sketch import Sketch, Tally
from rr_rules.rune.tokens import Change

DRAW = -1
"""In place of a number of runes."""


class Claim(NamedTuple):
    """A second phase: a draw, or a master on a free area."""

    worth: float
    colour: int
    """Of the area; -1 where there is none."""
    runes: int
    """How many it has; 0 where there is none, and DRAW for a draw."""


class Scales:
    """Weighs the second phases of a turn."""

    __slots__ = ("_claimed", "_drawn", "_seat", "_stood")

    def __init__(self, course: Course) -> None:
        """For the seat whose turn it is: it has a master left."""
        self._seat, self._stood = course.player, stood(course)
        self._claimed = rates_after(course, placed=1)
        self._drawn = rates_after(course, drawn=1) if course.draws else None

    def draw(self, tally: Tally) -> float:
        """What it promises to draw."""
        assert self._drawn is not None, "somebody may draw only where a card is left"
        return self._worth(tally, self._drawn, max(_spares(tally)))

    def claim(self, tally: Tally, colour: int, runes: int) -> float:
        """What it promises to claim a free area; with no runes, none at all."""
        if not runes:
            return self._worth(tally, self._claimed, max(_spares(tally)))
        free = list(tally.free)
        free[colour] = free[colour][:]
        free[colour].remove(runes)
        rest = Tally(tally.scores, (free[0], free[1], free[2]))
        gain = self._claimed.ahead * runes + self._claimed.stood
        return self._worth(rest, self._claimed, max(_spares(rest))) + gain * VALUES[colour]

    def best(self, tally: Tally) -> Claim:
        """The claim that promises most: of each colour the largest area is looked at."""
        claimed, spares = self._claimed, _spares(tally)
        ground = self._worth(tally, claimed, 0)
        best = Claim(ground + claimed.free * max(spares), -1, 0)
        if any(tally.free):
            best = max([
                Claim(
                    ground
                    + (claimed.ahead * counts[0] + claimed.stood) * VALUES[colour]
                    + claimed.free * _left(spares, colour, counts),
                    colour, counts[0],
                )
                for colour, counts in enumerate(tally.free) if counts
            ])  # fmt: skip
        if self._drawn is not None:
            drawn = self._worth(tally, self._drawn, max(spares))
            if drawn > best.worth:
                return Claim(drawn, -1, DRAW)
        return best

    def _worth(self, tally: Tally, rates: Rates, free: int) -> float:
        ahead = tally.scores[self._seat] - tally.scores[1 - self._seat]
        return rates.base + rates.ahead * ahead + rates.stood * self._stood + rates.free * free


def rates_after(course: Course, *, placed: int = 0, drawn: int = 0) -> Rates:
    """The rates once the turn has ended with so many masters and cards less."""
    seat, other = course.player, 1 - course.player
    masters = course.supply[seat] - placed, course.supply[other]
    tokens = course.tokens[seat], course.tokens[other]
    return rates(masters, len(course.deck) - drawn, tokens, mine=not masters[1])


def _spares(tally: Tally) -> list[int]:
    """By colour, what the largest free area is worth beyond its first rune; sorts the areas."""
    spares = []
    for colour, counts in enumerate(tally.free):
        counts.sort(reverse=True)
        spares.append(VALUES[colour] * (counts[0] - 1) if counts else 0)
    return spares


def _left(spares: list[int], colour: int, counts: list[int]) -> int:
    """The most of these once the largest area of a colour is claimed."""
    own = VALUES[colour] * (counts[1] - 1) if len(counts) > 1 else 0
    return max(own, spares[colour - 1], spares[colour - 2])


def sketch_of(board: Board) -> Sketch:
    """The board in short numbers; made once for each."""
    if not isinstance(board.sketch, Sketch):
        board.sketch = Sketch(board)
    return board.sketch


def tally_of(board: Board) -> Tally:
    """What the table comes to as it lies."""
    return sketch_of(board).tally()


def changed(course: Course, change: Change) -> float:
    """What it promises to use the token so, and to end the turn."""
    seat, board = course.player, course.board
    course.token(change)
    worth = kept(course)
    course.board, course.tokens[seat] = board, course.tokens[seat] + 1
    return worth


def kept(course: Course) -> float:
    """What it promises to end the turn now."""
    return _as_it_lies(course, rates_after(course))


def promise(course: Course, seat: int) -> float:
    """What the position between two turns promises a seat."""
    mover = course.player
    masters = course.supply[mover], course.supply[1 - mover]
    tokens = course.tokens[mover], course.tokens[1 - mover]
    worth = _as_it_lies(course, rates(masters, len(course.deck), tokens, mine=True))
    return worth if mover == seat else -worth


def _as_it_lies(course: Course, rates: Rates) -> float:
    tally, seat = tally_of(course.board), course.player
    ahead = tally.scores[seat] - tally.scores[1 - seat]
    free = max(_spares(tally))
    return rates.base + rates.ahead * ahead + rates.stood * stood(course) + rates.free * free


def stood(course: Course) -> int:
    """What the runes under the masters of the seat whose turn it is are worth more."""
    return _stood(course.board, course.player) - _stood(course.board, 1 - course.player)


def _stood(board: Board, seat: int) -> int:
    """What the runes under a seat's masters are worth."""
    masters = board.standing[seat]
    return sum([VALUES[kind] * (board.colours[kind] & masters).bit_count() for kind in KINDS])
