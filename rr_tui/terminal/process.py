"""What a process must do that hosts many interfaces: a plain environment and calm memory.

Nothing here imports Textual: the environment is scrubbed before it is read.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import AsyncIterator, Callable, MutableMapping
from contextlib import asynccontextmanager

# Textual and Rich read these once per process, most of them while they are imported.
_MISLEADING = ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "TERM_PROGRAM", "LC_TERMINAL", "ESCDELAY")

# Small portions: each object is looked at twice in its life, and never many at once.
YOUNG = 2_000
MIDDLE = 4
# A full collection stops all games at once, 0.1 s and more: it comes when nobody plays.
OLD = 1_000_000_000

CALM_SECONDS = 1.0
CLOSED_SESSIONS = 8
# How much may be left behind by those who have gone, 1 to 2 MB each, where it is never calm: so
# many, and one more for each who is still there, since all of theirs is looked through as well.
MOST_CLOSED_SESSIONS = 32
LONGEST_SECONDS = 120.0
# Each time some 10,000 more objects have come than gone, the collector's middle portion is looked
# at once: so many times are some MB of screens that were opened and left.
GROWN_CALM = 2
# So much is collected even while people play; twice as much the next time, and so on, where less
# was found than that, since a board that is drawn has many objects take the place of others.
GROWN, MOST_GROWN = 6, 96
FEW = 2_000
# Whatever took so long is not looked through again for what came since.
LONG_SECONDS = 0.03
# What was put aside is looked through when the collections since have taken so much of the time
# that it took before, and so many seconds more: in a calm moment, and where it is never calm.
ASIDE_CALM, ASIDE_CALM_SECONDS = 0.25, 0.1
ASIDE, ASIDE_SECONDS = 2.0, 1.0


def scrub_environment(environment: MutableMapping[str, str]) -> None:
    """Removes what would make everybody's interface follow the host's own terminal."""
    for name in tuple(environment):
        if name in _MISLEADING or name.startswith("TEXTUAL"):
            del environment[name]


def freeze_memory() -> None:
    """Takes everything imported out of the collector's sight and puts full collections off."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)


class Memory:
    """What the collector of garbage sees of this process."""

    def grown(self) -> int:
        """How often its middle portion was looked at since the last collection."""
        return gc.get_count()[2]

    def collect(self) -> int:
        """Frees what nobody can reach, of all that is not put aside; how many objects that was."""
        return gc.collect()

    def put_aside(self) -> None:
        """Takes all that is there out of the collector's sight."""
        gc.freeze()

    def take_back(self) -> None:
        """Brings into its sight what was put aside."""
        gc.unfreeze()


class CalmCollector:
    """Collects garbage when no frame is due: after some sessions have ended, or now and then.

    A hundred boards are half a second to look through. So what has been looked through is put
    aside where that took long, and looked through again in a calm moment, or when as much came.
    """

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, memory: Memory | None = None
    ) -> None:
        self._memory = memory or Memory()
        self._clock = clock
        self._framed = clock()
        self._collected = clock()
        self._is_at_work = False
        self._open = 0
        self._closed = 0
        self._grown = GROWN
        """So much has to be there before it is collected though somebody plays."""
        self._is_aside = False
        """Something is put aside that came after the start."""
        self._whole = 0.0
        """Seconds that it took to look through everything."""
        self._since = 0.0
        """Seconds that all collections since then have taken."""
        self.frames = 0
        """How many there have been on all screens."""
        self.keys, self.key_seconds = 0, 0.0
        """Keys that a frame has followed within a second, and the seconds between all of them."""

    def note_frame(self, since_key: float | None = None) -> None:
        """Somebody's screen was drawn just now, and so many seconds after a key of theirs."""
        self._framed = self._clock()
        self.frames += 1
        if since_key is not None:
            self.keys, self.key_seconds = self.keys + 1, self.key_seconds + since_key

    def note_begin(self) -> None:
        """A session begins."""
        self._open += 1

    def note_end(self) -> None:
        """A session has ended and left its widgets behind."""
        self._open -= 1
        self._closed += 1

    def look(self) -> bool:
        """Collects if it is calm and worth it, or cannot wait; says whether it did."""
        now = self._clock()
        is_calm = now - self._framed >= CALM_SECONDS
        is_new = self._must_see_new(now, is_calm=is_calm)
        if self._must_see_all(is_calm=is_calm) or (is_new and not self._is_aside):
            self._collect_all()
        elif is_new:
            self._since += self._collect()
        else:
            return False
        self._collected = self._clock()
        return True

    async def run(self) -> None:
        """Looks once a second, for as long as the host lives."""
        self._is_at_work = True
        try:
            while True:
                await asyncio.sleep(CALM_SECONDS)
                self.look()
        finally:
            self._is_at_work = False

    @asynccontextmanager
    async def at_work(self) -> AsyncIterator[None]:
        """Looks after memory while one screen is shown, unless it does so for a whole host.

        What came before the screen is put aside unseen: looking through it delays the first frame.
        """
        if self._is_at_work:
            yield
            return
        before = gc.get_threshold()
        gc.set_threshold(YOUNG, MIDDLE, OLD)
        self._memory.put_aside()
        # What an earlier screen has left is among it, and wants to be looked through one day.
        self._is_aside = True
        looking = asyncio.create_task(self.run(), name="the collector")
        try:
            yield
        finally:
            looking.cancel()
            gc.set_threshold(*before)

    def _must_see_all(self, *, is_calm: bool) -> bool:
        if is_calm:
            most, seconds = CLOSED_SESSIONS, ASIDE_CALM * self._whole + ASIDE_CALM_SECONDS
        else:
            most, seconds = MOST_CLOSED_SESSIONS + self._open, ASIDE * self._whole + ASIDE_SECONDS
        return self._closed >= most or (self._is_aside and self._since >= seconds)

    def _must_see_new(self, now: float, *, is_calm: bool) -> bool:
        grown = self._memory.grown()
        is_late = is_calm and now - self._collected >= LONGEST_SECONDS
        return is_late or grown >= (GROWN_CALM if is_calm else self._grown)

    def _collect_all(self) -> None:
        if self._is_aside:
            self._memory.take_back()
        self._whole, self._since, self._closed = self._collect(), 0.0, 0

    def _collect(self) -> float:
        """Collects what is in sight; how many seconds it took."""
        began = self._clock()
        found = self._memory.collect()
        took = self._clock() - began
        self._grown = GROWN if found >= FEW else min(2 * self._grown, MOST_GROWN)
        self._is_aside = self._is_aside or took >= LONG_SECONDS
        if self._is_aside:
            self._memory.put_aside()
        return took
