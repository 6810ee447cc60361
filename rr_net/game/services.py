"""What a game gets from outside: clocks, a queue, an alarm on each clock, and slow hashes."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Protocol

from rr_net.clocks import Clock, TableClock, Timer
from rr_net.fairness.base.slow import MESSAGE, long_hash
from rr_rules.kernel.requests import Seat

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
    is_alone: Callable[[], bool]
    """Whether only one person is let in, so that nobody could learn anything (RR-HID-24)."""
    remind: Callable[[Seat, int], object]
    """Reminds whoever has a seat that the game waits for it in that turn."""
    sleeps: Callable[[Seat], object]
    """Hears whose seat has let the turn clock run out too often in a row."""


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


TRIAL = 80 * MESSAGE
"""How many blocks measure the speed of this machine: less than a tenth of a second on most."""

Segment = Callable[[], str]
"""A piece of a slow hash: a fraction of a second of work."""


class Grinder(Protocol):
    """Whoever does slow hashes."""

    async def rate(self) -> float:
        """How many blocks of SHA-256 a second this machine does."""

    async def grind(self, segment: Segment) -> str:
        """Does one piece; the loop goes on meanwhile."""


class InOneThread:
    """Grinds in one worker thread: hashing lets go of the interpreter, so others can run."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="grinder")
        self._rate = 0.0

    async def rate(self) -> float:
        """How many blocks a second this machine does, measured once."""
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
    """How many blocks a second one thread does here and now."""
    begin = time.perf_counter()
    long_hash(bytes(32), TRIAL)
    return TRIAL / max(time.perf_counter() - begin, 1e-6)


@dataclass(frozen=True, slots=True)
class VerdictShown:
    """What the verification of a finished game says."""

    verified: bool | None
    """Whether it holds; None where nothing was to be checked."""
    sentence: str
    bundle: str
    """How a player fetches the bundle."""
    own: str = ""
    """The sentence as the host reads it who has played alone; "" where it is the same."""
    host_luck: bool = False
    """Whether nobody but the host's own program gave anything to any random event."""
    is_sampled: bool = False
    """Whether only a part of the slow hashes was worked out."""
    luck: str = ""
    """What holds where the host alone chose the luck, or some of it; "" elsewhere."""
    whole: str = ""
    """About how long all of the slow hashes take here, where only a part was worked out."""

    def adding(self, words: str) -> VerdictShown:
        """The same with one more sentence, where there is one."""
        own = f"{self.own} {words}".rstrip() if self.own else ""
        return replace(self, sentence=f"{self.sentence} {words}".rstrip(), own=own)
