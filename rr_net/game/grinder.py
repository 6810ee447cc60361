"""Where the slow hash of random events is done: beside the loop, so that no screen waits for it."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

TRIAL = 300_000
"""How many iterations measure the speed of this machine: a tenth of a second on most."""

Segment = Callable[[], str]
"""A piece of a slow hash: a fraction of a second of work."""


class Grinder(Protocol):
    """Whoever does slow hashes."""

    async def rate(self) -> float:
        """How many iterations a second this machine does."""

    async def grind(self, segment: Segment) -> str:
        """Does one piece; the loop goes on meanwhile."""


class InOneThread:
    """Grinds in one worker thread: hashing lets go of the interpreter, so others can run."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="grinder")
        self._rate = 0.0

    async def rate(self) -> float:
        """How many iterations a second this machine does, measured once."""
        if not self._rate:
            loop = asyncio.get_running_loop()
            self._rate = await loop.run_in_executor(self._pool, measured)
        return self._rate

    async def grind(self, segment: Segment) -> str:
        """Does one piece in the thread; whoever is cancelled waits for no more than that."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, segment)

    def close(self) -> None:
        """Lets go of the thread; pieces that have not begun are dropped."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def measured() -> float:
    """How many iterations a second one thread does here and now."""
    begin = time.perf_counter()
    hashlib.pbkdf2_hmac("sha256", b"trial", b"trial", TRIAL)
    return TRIAL / max(time.perf_counter() - begin, 1e-6)
