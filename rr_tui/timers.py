"""Timers with names: one of each, all cancelled together."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Timers:
    """The timers of one session."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._pending: dict[str, asyncio.TimerHandle] = {}

    def now(self) -> float:
        """The loop's time."""
        return self._loop.time()

    def is_pending(self, name: str) -> bool:
        """Whether a timer of that name runs."""
        return name in self._pending

    def later(self, name: str, delay: float, call: Callable[[], object]) -> None:
        """Calls something after a delay, unless a timer of that name runs already."""
        if name not in self._pending:
            self._pending[name] = self._loop.call_later(delay, self._expired, name, call)

    def cancel(self, name: str) -> None:
        """Stops a timer, if there is one."""
        if handle := self._pending.pop(name, None):
            handle.cancel()

    def cancel_all(self) -> None:
        """Stops every timer."""
        for name in tuple(self._pending):
            self.cancel(name)

    def _expired(self, name: str, call: Callable[[], object]) -> None:
        del self._pending[name]
        call()
