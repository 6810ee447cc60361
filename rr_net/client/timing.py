"""The line is asked small questions, so that what it holds up is not laid at the host's door."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from rr_net.clocks import Clock
from rr_net.fairness.proof.late import TICK, LateFreeze, LineTimes

SELDOM = 2.0
"""Seconds from one question to the next while no window is open."""
MOST_ASKED = 64
"""The most questions that are on their way: more would only wait behind each other."""

Ask = Callable[[], Awaitable[object]]
"""Asks the other end for a sign of life, and waits for it. Raises OSError without a line."""


class LineTimer:
    """Asks one line again and again, often while a window is open."""

    def __init__(
        self, times: LineTimes, clock: Clock, ask: Ask, told: Callable[[LateFreeze], object]
    ) -> None:
        self._times, self._clock, self._ask, self._told = times, clock, ask, told
        self._news = asyncio.Event()
        self._asked: set[asyncio.Task[None]] = set()

    def window_opened(self) -> None:
        """It is to be asked often from now on."""
        self._news.set()

    async def run(self) -> None:
        """Asks until it is cancelled."""
        try:
            while True:
                now = self._clock.time()
                self._times.tick(now)
                if len(self._asked) < MOST_ASKED:
                    question = asyncio.create_task(self._question(self._times.ask(now)))
                    self._asked.add(question)
                    question.add_done_callback(self._asked.discard)
                await self._pause(TICK if self._times.is_timing else SELDOM)
        finally:
            for question in self._asked:
                question.cancel()

    async def _question(self, number: int) -> None:
        with suppress(OSError):
            await self._ask()
            for freeze in self._times.answer(number, self._clock.time()):
                self._told(freeze)

    async def _pause(self, seconds: float) -> None:
        self._news.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._news.wait()
