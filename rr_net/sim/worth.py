"""What shares of won games say: how sure they are, and what a card is good for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

from rr_net.sim.games import GamePlayed

Z = 1.959963984540054
"""How many standard deviations on both sides hold 95 % of a normal distribution."""


def wilson(won: float, games: int) -> tuple[float, float]:
    """The 95 % Wilson score interval of a win rate."""
    if not games:
        return 0.0, 1.0
    rate, square = won / games, Z * Z
    middle = rate + square / (2 * games)
    around = Z * sqrt(rate * (1 - rate) / games + square / (4 * games * games))
    whole = 1 + square / games
    return max(0.0, (middle - around) / whole), min(1.0, (middle + around) / whole)


class Seat(NamedTuple):
    """One seat of one game."""

    role: str
    won: bool
    held: frozenset[str]


@dataclass(slots=True)
class Worth:
    """How the seats did that drew a card."""

    name: str
    seats: int = 0
    won: int = 0
    sure: float = 0.0
    """How many would have won if each had won as often as its role does."""

    @property
    def rate(self) -> float:
        """How often they won."""
        return self.won / self.seats

    @property
    def expected(self) -> float:
        """How often seats of the same roles win, whatever they draw."""
        return self.sure / self.seats

    @property
    def difference(self) -> float:
        """By how much more often they won."""
        return self.rate - self.expected

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the difference, by that of the rate."""
        low, high = wilson(self.won, self.seats)
        return low - self.expected, high - self.expected


def worths(played: Sequence[GamePlayed], *, early: bool = False) -> list[Worth]:
    """Every card that was drawn, or drawn early, the one of the greatest difference first.

    Some cards come to one side of the table alone. So a seat is compared with others of its role,
    or with all where there are no roles.
    """
    seats = [seat for game in played for seat in _seats_of(game, early)]
    rates = _rates(seats)
    found: dict[str, Worth] = {}
    for seat in seats:
        for card in seat.held:
            worth = found.setdefault(card, Worth(card))
            worth.seats += 1
            worth.won += seat.won
            worth.sure += rates[seat.role]
    return sorted(found.values(), key=lambda worth: (-worth.difference, worth.name))


def _seats_of(game: GamePlayed, early: bool) -> Iterator[Seat]:
    for number, held in enumerate(game.early if early else game.held):
        role = game.roles[number] if game.roles else ""
        yield Seat(role, number in game.winners, held)


def _rates(seats: Sequence[Seat]) -> dict[str, float]:
    """How often each role wins."""
    won: dict[str, list[bool]] = {}
    for seat in seats:
        won.setdefault(seat.role, []).append(seat.won)
    return {role: sum(each) / len(each) for role, each in won.items()}
