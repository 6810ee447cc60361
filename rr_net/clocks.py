"""Time as a host needs it: clocks that hold nobody, or can be paused, and counting buckets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import Context
from typing import Protocol


class Timer(Protocol):
    """Something that will happen unless it is cancelled."""

    def cancel(self) -> object:
        """Makes it not happen."""


class Clock(Protocol):
    """Seconds that never go back; an event loop is one."""

    def time(self) -> float:
        """Seconds since some moment."""

    def call_later(self, delay: float, callback: Callable[[], object], /) -> Timer:
        """Calls `callback` once, `delay` seconds from now."""


GAP = 1.0
"""So much too late rings nothing in a process that goes round: it was suspended, or stood still."""
GRACE = 0.2
"""Seconds after a gap in which what waited in the kernel's buffers is read first.

Clients count them as late of a freeze, and forgive 0.3 s: no question of theirs waits so long.
"""


class LoopTimer:
    """A timer of an event loop, which gives way after a gap to what had come in time."""

    __slots__ = ("_callback", "_due", "_handle", "_is_late", "_loop")

    def __init__(
        self, loop: asyncio.AbstractEventLoop, delay: float, callback: Callable[[], object]
    ) -> None:
        self._loop = loop
        self._callback: Callable[[], object] | None = callback
        self._due = loop.time() + delay
        self._is_late = False
        self._handle = self._wound(delay)

    def cancel(self) -> None:
        """Makes it not happen."""
        self._handle.cancel()
        self._callback = None

    def _wound(self, delay: float) -> asyncio.TimerHandle:
        # Of a timer that is cancelled the loop forgets the callback at once, but keeps the context
        # until its moment: an interface, which is in its own, would live on for as long.
        return self._loop.call_later(delay, self._ring, context=Context())

    def _ring(self) -> None:
        if self._loop.time() - self._due > GAP and not self._is_late:
            self._is_late = True
            self._handle = self._wound(GRACE)
        elif self._callback is not None:
            self._callback()


class LoopClock:
    """The time of the running event loop, with timers that hold nothing of whoever sets them."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()

    def time(self) -> float:
        """The loop's time."""
        return self._loop.time()

    def call_later(self, delay: float, callback: Callable[[], object], /) -> Timer:
        """Calls `callback` once, `delay` seconds from now, in an empty context."""
        return LoopTimer(self._loop, delay, callback)


class TableClock:
    """A clock of its own for a table: it stands still while the host pauses it."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lost = 0.0
        self._paused_at: float | None = None
        self._alarms: dict[Alarm, None] = {}

    @property
    def is_paused(self) -> bool:
        """Whether it stands still."""
        return self._paused_at is not None

    def time(self) -> float:
        """Seconds that have passed while it was not paused."""
        now = self._clock.time() if self._paused_at is None else self._paused_at
        return now - self._lost

    def call_later(self, delay: float, callback: Callable[[], object]) -> Alarm:
        """Calls `callback` once, after `delay` seconds of this clock."""
        alarm = Alarm(self.time() + max(0.0, delay), callback, self._alarms)
        self._alarms[alarm] = None
        if not self.is_paused:
            self._wind(alarm)
        return alarm

    def pause(self) -> None:
        """Stands still; whatever was due later is due later still."""
        if self._paused_at is None:
            self._paused_at = self._clock.time()
            for alarm in self._alarms:
                alarm.unwind()

    def resume(self) -> None:
        """Goes on from where it stopped."""
        if self._paused_at is not None:
            self._lost += self._clock.time() - self._paused_at
            self._paused_at = None
            for alarm in tuple(self._alarms):
                self._wind(alarm)

    def _wind(self, alarm: Alarm) -> None:
        alarm.timer = self._clock.call_later(max(0.0, alarm.due - self.time()), alarm.ring)


class Alarm:
    """Something that a TableClock will do."""

    __slots__ = ("_alarms", "_callback", "due", "timer")

    def __init__(
        self, due: float, callback: Callable[[], object], alarms: dict[Alarm, None]
    ) -> None:
        self.due = due
        self.timer: Timer | None = None
        self._callback = callback
        self._alarms = alarms

    def cancel(self) -> None:
        """Makes it not happen."""
        self._alarms.pop(self, None)
        self.unwind()

    def unwind(self) -> None:
        """Stops the timer behind it; it can be wound again."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def ring(self) -> None:
        """Happens, once."""
        self._alarms.pop(self, None)
        self._callback()


class Pacer:
    """Lets one after the other go on, `gap` seconds apart, and never a crowd at once."""

    __slots__ = ("_clock", "_free", "_gap")

    def __init__(self, gap: float, clock: Clock) -> None:
        self._gap = gap
        self._clock = clock
        self._free = clock.time()

    def wait(self, act: Callable[[], object]) -> Timer:
        """Acts when everybody who came before has gone on: as soon as may be where nobody waits."""
        now = self._clock.time()
        at = max(now, self._free)
        self._free = at + self._gap
        return self._clock.call_later(at - now, act)


class TokenBucket:
    """Lets `burst` through at once and `rate` a second afterwards."""

    __slots__ = ("_at", "_burst", "_clock", "_left", "_rate")

    def __init__(self, rate: float, burst: float, clock: Clock) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._left = burst
        self._at = clock.time()

    def take(self, amount: float = 1) -> bool:
        """Takes `amount` if there is that much; nothing is taken otherwise."""
        self._refill()
        if self._left < amount:
            return False
        self._left -= amount
        return True

    def holds(self, amount: float = 1) -> bool:
        """Whether `take` would take that much."""
        self._refill()
        return self._left >= amount

    def give_back(self, amount: float = 1) -> None:
        """Puts back what was taken and not used."""
        self._left = min(self._burst, self._left + amount)

    def spend(self, amount: float) -> float:
        """Takes `amount` in any case; how many seconds must pass until the debt is paid."""
        self._refill()
        self._left -= amount
        return max(0.0, -self._left / self._rate)

    def is_full(self) -> bool:
        """Whether nobody has taken anything for so long that this bucket may be forgotten."""
        self._refill()
        return self._left >= self._burst

    def _refill(self) -> None:
        now = self._clock.time()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
