"""Jobs of a room that are done later, on the table's clock."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass

from rr_net.clocks import Alarm, Clock, TableClock

Job = Callable[[], Coroutine[None, None, None] | None]
"""Something the room does in its turn."""

A_MOMENT = 0.001
"""How much too early a timer may ring."""


class Timers:
    """The timers of one open request: they end with it."""

    def __init__(self, clock: TableClock, post: Callable[[Job], None]) -> None:
        self.clock = clock
        self.post = post
        self._alarms: list[Alarm] = []

    def later(self, delay: float, job: Job) -> Alarm | None:
        """Posts a job after `delay` seconds; at once, and without an alarm, if there is none."""
        if delay <= 0:
            self.post(job)
            return None
        alarm = self.clock.call_later(delay, lambda: self.post(job))
        self._alarms.append(alarm)
        return alarm

    def stop(self) -> None:
        """Lets none of them ring."""
        for alarm in self._alarms:
            alarm.cancel()
        self._alarms.clear()


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
