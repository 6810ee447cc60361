"""A clock that does not wait: where only bots play, it leaps from one alarm to the next."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable
from itertools import count

from rr_net.room.room import Room

# A job may post another one; only a room that stays quiet for so many turns has nothing to do.
QUIET_TURNS = 3


class Leap:
    """Something that will happen unless it is cancelled."""

    __slots__ = ("callback",)

    def __init__(self, callback: Callable[[], object]) -> None:
        self.callback: Callable[[], object] | None = callback

    def cancel(self) -> None:
        """Makes it not happen."""
        self.callback = None


class LeapingClock:
    """Time that passes at once."""

    def __init__(self) -> None:
        self._now = 0.0
        self._alarms: list[tuple[float, int, Leap]] = []
        self._numbers = count()

    def time(self) -> float:
        """Seconds since the beginning."""
        return self._now

    def call_later(self, delay: float, callback: Callable[[], object], /) -> Leap:
        """Calls `callback` once, as soon as nothing else is to be done before it."""
        leap = Leap(callback)
        heapq.heappush(self._alarms, (self._now + delay, next(self._numbers), leap))
        return leap

    async def run(self, room: Room) -> None:
        """Leaps whenever the room has nothing to do, for as long as the task lives."""
        quiet = 0
        while True:
            await asyncio.sleep(0 if quiet <= QUIET_TURNS else 0.001)
            quiet = 0 if room.is_busy else quiet + 1
            if quiet >= QUIET_TURNS and self._leap():
                quiet = 0

    def _leap(self) -> bool:
        while self._alarms:
            due, _, leap = heapq.heappop(self._alarms)
            if leap.callback is not None:
                self._now = max(self._now, due)
                leap.callback()
                return True
        return False
