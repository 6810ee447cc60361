"""Whoever answers in a player's place: bots, stand-ins, and the turn clock.

Pure bookkeeping of one request: the game tells it the time of the table's clock and asks what is
due.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from rr_net.game.due import BotAnswer, Cue, Think
from rr_net.game.seats import GameSeat
from rr_rules.bots.kinds import BotLimits
from rr_rules.kernel.requests import Seat

SLACK = 0.5
"""How long a bot may take to notice that its time is over."""


class AutoPlayers:
    """The bots and the turn clock of one game."""

    def __init__(
        self, seats: Sequence[GameSeat], best: str, limits: BotLimits, pace: float
    ) -> None:
        """Stand-ins are of the `best` kind; each bot waits for `pace` at the least."""
        self._seats, self._best = seats, best
        self._longest, self._pace = limits.seconds, pace
        self.opened = 0.0
        """When the request was opened."""
        self.clock_due = 0.0
        """When the turn clock runs out; 0 while none runs."""
        self._out_of_time: set[int] = set()
        self._agenda: list[tuple[float, Think | BotAnswer | Cue]] = []

    # --- a request ---------------------------------------------------------------------

    def begin(self, now: float, turn_clock: float | None) -> None:
        """A request has been opened; whether a turn clock runs, and for how long."""
        self.opened = now
        if turn_clock is not None:
            self.clock_due = now + turn_clock
            self._later(self.clock_due, Cue.TURN_CLOCK_OUT)

    def end(self) -> None:
        """The request is closed."""
        self._out_of_time.clear()
        self._agenda.clear()
        self.clock_due = 0.0

    def kind(self, seat: Seat) -> str:
        """The kind of bot that answers for a seat now, or ""."""
        owner = self._seats[seat]
        stands_in = owner.stand_in or seat in self._out_of_time
        return owner.bot or (self._best if stands_in else "")

    # --- bots --------------------------------------------------------------------------

    def ask(self, seat: Seat, number: int, now: float, *, in_window: bool) -> None:
        """Have a bot answer the open choice of a seat, if one plays it."""
        if self.kind(seat):
            acts_at = now if in_window else now + self._pace
            # It thinks while people look at what has happened, once their screens are drawn.
            self._later(max(now, acts_at - self._longest), Think(seat, number, acts_at))

    def ask_late(self, seat: Seat, number: int, now: float, *, in_window: bool) -> None:
        """Have a bot make the choice of a player whose time is over."""
        self._out_of_time.add(seat)
        self.ask(seat, number, now, in_window=in_window)

    def thinks(self, think: Think, now: float) -> None:
        """A bot has begun: something else counts if it is never done."""
        self._later(now + self._longest + SLACK, BotAnswer(think.seat, think.number, None))

    def answers(self, think: Think, option: int | None, now: float) -> None:
        """A bot is done; its answer counts when it is to act."""
        self._later(max(now, think.acts_at), BotAnswer(think.seat, think.number, option))

    def wait(self, answer: BotAnswer, until: float) -> None:
        """Have an answer count later."""
        self._later(until, answer)

    def _later(self, at: float, what: Think | BotAnswer | Cue) -> None:
        self._agenda.append((at, what))

    # --- what is due -------------------------------------------------------------------

    @property
    def next_at(self) -> float:
        """When something is due."""
        return min((at for at, _ in self._agenda), default=math.inf)

    def due(self, now: float) -> Think | BotAnswer | Cue | None:
        """What is due, the earliest first and of those due at once what was set first."""
        at = self.next_at
        if now < at:
            return None
        place = next(i for i, (each, _) in enumerate(self._agenda) if each == at)
        return self._agenda.pop(place)[1]
