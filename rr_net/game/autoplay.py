"""Whoever answers in a player's place: bots, stand-ins, and the turn clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rr_net.bots.kinds import best_for
from rr_net.bots.seat import Bots, declining, fallback
from rr_net.game.timers import A_MOMENT, Timers

if TYPE_CHECKING:
    from rr_net.game.live import LiveGame

SLACK = 0.5
"""How long a bot may take to notice that its time is over."""


class AutoPlayers:
    """The bots and the turn clock of one game."""

    def __init__(self, play: LiveGame, bots: Bots, timers: Timers) -> None:
        self.clock_due = 0.0
        """When the turn clock runs out; 0 while none runs."""
        self._play, self._bots, self._timers = play, bots, timers
        self._opened = 0.0
        self._out_of_time: set[int] = set()

    def begin(self) -> None:
        """A request has been opened: bots start to think and the turn clock to run."""
        self._opened = self._timers.clock.time()
        if self._play.window is None and self._play.asked:
            # A sealed window has its own times.
            self._start_turn_clock()
        for seat in self._play.open_seats():
            self.ask(seat)

    def end(self) -> None:
        """The request is closed."""
        self._out_of_time.clear()
        self.clock_due = 0.0

    # --- the turn clock ----------------------------------------------------------------

    def _start_turn_clock(self) -> None:
        limit = self._play.option("turn_clock")
        if limit != "off":
            number = self._play.number
            self.clock_due = self._opened + float(limit)
            self._timers.later(float(limit), lambda: self._clock_ran_out(number))

    async def _clock_ran_out(self, number: int) -> None:
        """Optional means no, a skippable phase is skipped, a bot makes a forced choice."""
        for seat in self._play.open_seats() if number == self._play.number else ():
            choose = self._play.asked_of(seat)
            declined = None if choose is None else declining(choose)
            if declined is None:
                self._out_of_time.add(seat)
                self.ask(seat)
            else:
                await self._play.give(seat, declined, self._play.number_for(seat))

    # --- bots --------------------------------------------------------------------------

    def ask(self, seat: int) -> None:
        """Have a bot answer the open choice of a seat, if one plays it."""
        if self._kind(seat) and self._play.asked_of(seat) is not None:
            number = self._play.number_for(seat)
            pace = 0.0 if self._play.in_window else self._bots.pace
            due = self._timers.clock.time() + pace
            # It thinks while people look at what has happened, once their screens are drawn.
            begins = pace - self._bots.settings.seconds
            self._timers.later(begins, lambda: self._think(seat, number, due))

    def _think(self, seat: int, number: int, due: float) -> None:
        choose, kind = self._play.asked_of(seat), self._kind(seat)
        if number != self._play.number_for(seat) or choose is None or not kind:
            return
        if self._play.window is None:
            # A sealed window closes by itself, and a bot that is late has passed.
            longest = self._bots.settings.seconds + SLACK
            self._timers.later(longest, lambda: self._give(seat, number, None))

        def done(answer: int | None) -> None:
            left = due - self._timers.clock.time()
            self._timers.later(left, lambda: self._give(seat, number, answer))

        self._bots.ask(kind, self._play.table_for(seat), choose, done)

    async def _give(self, seat: int, number: int, answer: int | None) -> None:
        choose = self._play.asked_of(seat)
        if number != self._play.number_for(seat) or choose is None or not self._kind(seat):
            return
        wait = self._opened + float(self._play.option("window_seconds"))
        wait -= self._timers.clock.time()
        is_answered = self._play.in_window and self._play.option("window") == "answered"
        if is_answered and wait > A_MOMENT:
            # Whatever it holds, a bot's answer counts at the same moment (RR-HID-20).
            self._timers.later(wait, lambda: self._give(seat, number, answer))
        else:
            await self._play.give(seat, fallback(choose) if answer is None else answer, number)

    def _kind(self, seat: int) -> str:
        chair = self._play.seats[seat]
        if chair.bot:
            return chair.bot
        stands_in = chair.stand_in or seat in self._out_of_time
        return best_for(self._play.table.game) if stands_in else ""
