"""What the end of a playout is worth to a seat, from 0 to 1, whatever scale a game judges by."""

from __future__ import annotations

from math import exp, sqrt

from rr_rules.kernel.game import State
from rr_rules.kernel.table import Table

WON, LOST = 1.0, 0.0
NOBODY = 0.5
"""Where nobody wins, a draw or a game lost together, the best is worth so much."""
STEEPEST = 30.0
"""No judgement lies more spreads off the middle, so that `exp` never overflows."""


class Spread:
    """The middle and the spread of numbers seen so far: Welford's running sums."""

    __slots__ = ("_count", "_middle", "_squares")

    def __init__(self) -> None:
        self._count = 0
        self._middle = self._squares = 0.0

    def place(self, number: float) -> float:
        """Where a number lies among all seen, between 0 and 1; it is one of them from now on."""
        self._count += 1
        off = number - self._middle
        self._middle += off / self._count
        self._squares += off * (number - self._middle)
        spread = sqrt(self._squares / self._count)
        if spread == 0.0:
            return 0.5
        steps = (number - self._middle) / spread
        return 1.0 / (1.0 + exp(-max(-STEEPEST, min(STEEPEST, steps))))


class Scale:
    """Makes payoffs of tables: outcomes as they are, judgements by how they compare."""

    def __init__(self) -> None:
        self._spreads: dict[tuple[int, bool], Spread] = {}

    def payoff(self, table: Table[State], seat: int) -> float:
        """What `seat` has of a table that is over, or that is judged as it stands."""
        outcome = table.outcome
        if outcome is not None and outcome.winners:
            return WON if seat in outcome.winners else LOST
        rules = table.rules
        judged = rules.judge(rules.view(table.state, seat), seat)
        # Ends are compared with ends: games mark them by numbers far off all others.
        spread = self._spreads.setdefault((seat, outcome is not None), Spread())
        placed = spread.place(judged)
        return placed if outcome is None else NOBODY * placed
