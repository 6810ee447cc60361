"""Where bots think: in the event loop, or in threads beside it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Protocol, TypeVar

log = logging.getLogger(__name__)

T = TypeVar("T")
Think = Callable[[], int]
Done = Callable[[int | None], None]


class Thinker(Protocol):
    """Where bots think."""

    def think(self, thought: Callable[[], T], done: Callable[[T | None], None]) -> None:
        """Has `done` called in the event loop with the answer, or None if the bot failed."""

    async def close(self) -> None:
        """Lets go of whatever was thinking; nothing more is answered."""


class AtOnce:
    """Bots think in the event loop: for tests, and where nobody else waits."""

    def think(self, thought: Callable[[], T], done: Callable[[T | None], None]) -> None:
        """Thinks now."""
        done(attempt(thought))

    async def close(self) -> None:
        """There is nothing to let go of."""


class InThread:
    """Bots think in a worker thread, so that no screen waits for them."""

    def __init__(self, workers: int = 2) -> None:
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="bot")

    def think(self, thought: Callable[[], T], done: Callable[[T | None], None]) -> None:
        """Thinks in a thread; the answer comes back through the running event loop."""
        loop = asyncio.get_running_loop()

        def arrived(future: Future[T | None]) -> None:
            if not future.cancelled() and not loop.is_closed():
                loop.call_soon_threadsafe(done, future.result())

        self._pool.submit(attempt, thought).add_done_callback(arrived)

    async def close(self) -> None:
        """Lets go of the threads; thoughts that have not begun are dropped."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def attempt(thought: Callable[[], T]) -> T | None:
    """A bot's answer, or None if it raised: a bot's fault must not stop a table."""
    try:
        return thought()
    except Exception as error:  # noqa: BLE001 - the guard around a bot, like a session's
        log.warning("a bot failed and a plain answer counts: %s", type(error).__name__)
        return None
