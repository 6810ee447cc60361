"""What the ends of a turn promise the seat whose turn it is, at first sight."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from rr_rules.rune.board import KINDS, Board
from rr_rules.rune.bot.estimates import EstimateTally, Sketch
from rr_rules.rune.bot.imagined import Course
from rr_rules.rune.bot.values import Rates, rates
from rr_rules.rune.cards import A_BLUE, A_GREEN, A_RED, VALUES
from rr_rules.rune.placing import Change

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

    def draw(self, tally: EstimateTally) -> float:
        """What it promises to draw."""
        assert self._drawn is not None, "somebody may draw only where a card is left"
        return self._worth(tally, self._drawn, spare(largest(tally)))

    def claim(self, tally: EstimateTally, colour: int, runes: int) -> float:
        """What it promises to claim a free area; with no runes, none at all."""
        tops = largest(tally)
        if not runes:
            return self._worth(tally, self._claimed, spare(tops))
        rest = tally.free[colour][:]
        rest.remove(runes)
        tops[colour] = max(rest, default=0)
        gain = (self._claimed.ahead * runes + self._claimed.stood) * VALUES[colour]
        return self._worth(tally, self._claimed, spare(tops)) + gain

    def best(self, tally: EstimateTally) -> Claim:
        """The claim that promises most: of each colour the largest area is looked at."""
        # This runs for every placement that a bot thinks of.
        tops, (_, ahead, stood, free) = largest(tally), self._claimed
        gain, colour, runes = 0.0, -1, 0
        for kind, top in enumerate(tops):
            if top and ((more := (ahead * top + stood) * VALUES[kind]) > gain or colour < 0):
                gain, colour, runes = more, kind, top
        drawn = -inf if self._drawn is None else self._worth(tally, self._drawn, spare(tops))
        if runes and free:
            counts = tally.free[colour]
            counts.remove(runes)
            tops[colour] = max(counts, default=0)
            counts.append(runes)
        worth = self._worth(tally, self._claimed, spare(tops)) + gain
        return Claim(worth, colour, runes) if worth >= drawn else Claim(drawn, -1, DRAW)

    def _worth(self, tally: EstimateTally, rates: Rates, free: int) -> float:
        ahead = tally.scores[self._seat] - tally.scores[1 - self._seat]
        return rates.base + rates.ahead * ahead + rates.stood * self._stood + rates.free * free


def rates_after(course: Course, *, placed: int = 0, drawn: int = 0) -> Rates:
    """The rates once the turn has ended with so many masters and cards less."""
    seat, other = course.player, 1 - course.player
    masters = course.supply[seat] - placed, course.supply[other]
    tokens = course.tokens[seat], course.tokens[other]
    return rates(masters, len(course.deck) - drawn, tokens, mine=not masters[1])


def largest(tally: EstimateTally) -> list[int]:
    """By colour, how many runes the largest free area has."""
    return [max(counts) if counts else 0 for counts in tally.free]


def spare(tops: Sequence[int]) -> int:
    """What the best of these areas is worth beyond its first rune."""
    blue, green, red = tops
    return max(A_BLUE * (blue - 1), A_GREEN * (green - 1), A_RED * (red - 1), 0)


def sketch_of(board: Board) -> Sketch:
    """The board in short numbers; made once for each."""
    if not isinstance(board.sketch, Sketch):
        board.sketch = Sketch(board)
    return board.sketch


def tally_of(board: Board) -> EstimateTally:
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
    free = spare(largest(tally))
    return rates.base + rates.ahead * ahead + rates.stood * stood(course) + rates.free * free


def stood(course: Course) -> int:
    """What the runes under the masters of the seat whose turn it is are worth more."""
    return _stood(course.board, course.player) - _stood(course.board, 1 - course.player)


def _stood(board: Board, seat: int) -> int:
    """What the runes under a seat's masters are worth."""
    masters = board.standing[seat]
    return sum([VALUES[kind] * (board.colours[kind] & masters).bit_count() for kind in KINDS])
