"""Notices that a session is silent for too long."""

from __future__ import annotations

from collections.abc import Callable

from rr_net.clocks import Clock, Timer


class IdleWatch:
    """Calls `expired` when nothing was typed for too long; one timer, however much is typed."""

    def __init__(self, seconds: float, clock: Clock, expired: Callable[[], object]) -> None:
        self._seconds = seconds
        self._clock = clock
        self._expired = expired
        self._touched = 0.0
        self._timer: Timer | None = None
        self.may_idle(False)

    def touch(self) -> None:
        """Something was typed."""
        self._touched = self._clock.time()

    def may_idle(self, allowed: bool) -> None:
        """Stops watching, or starts again from now."""
        self.stop()
        self.touch()
        if not allowed:
            self._timer = self._clock.call_later(self._seconds, self._look)

    def stop(self) -> None:
        """Stops watching."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look(self) -> None:
        left = self._touched + self._seconds - self._clock.time()
        if left > 0:
            self._timer = self._clock.call_later(left, self._look)
        else:
            self._timer = None
            self._expired()
