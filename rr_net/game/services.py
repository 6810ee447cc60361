"""What a game gets from its room: clocks, a queue, and one alarm on each clock."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Coroutine
from dataclasses import dataclass

from rr_net.clocks import Clock, TableClock, Timer

Job = Callable[[], Coroutine[None, None, None] | None]
"""Something the room does in its turn."""

A_MOMENT = 0.001
"""How much too early a timer may ring."""


@dataclass(frozen=True, slots=True)
class RoomServices:
    """A room, as far as its game has to do with it."""

    clock: TableClock
    """The table's clock, which the host may pause."""
    wall: Clock
    """The clock of everybody: random events last as long as was promised, come what may."""
    post: Callable[[Job], None]
    """Has a job done in the room's queue."""
    changed: Callable[[], None]
    """Has the screens brought up to date."""
    aside: Callable[[Coroutine[None, None, None]], asyncio.Task[None]]
    """Has something long done beside the queue."""


class SingleAlarm:
    """The one alarm of a game on one of its clocks: it rings when the next thing is due."""

    def __init__(self, clock: Clock, ring: Callable[[], None]) -> None:
        self._clock, self._ring = clock, ring
        self._at = math.inf
        self._timer: Timer | None = None

    def set(self, at: float) -> None:
        """Ring at that time and at no other; at once if it has come, even on a paused clock."""
        if at == self._at:
            return
        self.cancel()
        self._at = at
        delay = at - self._clock.time()
        if delay <= 0:
            self._ring()
        elif at < math.inf:
            self._timer = self._clock.call_later(delay, self._ring)

    def cancel(self) -> None:
        """Ring no more, until it is set again."""
        self._at = math.inf
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
