"""What a process must do that hosts many interfaces: a plain environment and calm memory.

Nothing here imports Textual: the environment is scrubbed before it is read.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable, MutableMapping

# Textual and Rich read these once per process, most of them while they are imported.
_MISLEADING = ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "TERM_PROGRAM", "LC_TERMINAL", "ESCDELAY")

# Small portions: each object is looked at twice in its life, and never many at once.
YOUNG = 2_000
MIDDLE = 4
# A full collection stops all games at once, 0.1 s and more: it comes when nobody plays.
OLD = 1_000_000_000

CALM_SECONDS = 1.0
CLOSED_SESSIONS = 8
# How much may be left behind by those who have gone, 1 to 2 MB each, where it is never calm.
MOST_CLOSED_SESSIONS = 32
LONGEST_SECONDS = 120.0
# Each time some 10,000 more objects have come than gone, the collector's middle portion is looked
# at once: so many times are about 5 MB of screens that were opened and left.
GROWN_CALM = 8
# So much is collected even while people play: later it would be seconds at once.
GROWN = 20


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


class CalmCollector:
    """Collects garbage when no frame is due: after some sessions have ended, or now and then."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        collect: Callable[[], object] = gc.collect,
        grown: Callable[[], int] = lambda: gc.get_count()[2],
    ) -> None:
        self._grown = grown
        self._clock = clock
        self._collect = collect
        self._framed = clock()
        self._collected = clock()
        self._closed = 0
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

    def note_end(self) -> None:
        """A session has ended and left its widgets behind."""
        self._closed += 1

    def look(self) -> bool:
        """Collects if it is calm and worth it, or cannot wait; says whether it did."""
        now = self._clock()
        is_calm = now - self._framed >= CALM_SECONDS
        grown = self._grown()
        is_worth_it = (
            self._closed >= CLOSED_SESSIONS
            or grown >= GROWN_CALM
            or now - self._collected >= LONGEST_SECONDS
        )
        cannot_wait = self._closed >= MOST_CLOSED_SESSIONS or grown >= GROWN
        if not (is_calm and is_worth_it) and not cannot_wait:
            return False
        self._collect()
        self._collected = self._clock()
        self._closed = 0
        return True

    async def run(self) -> None:
        """Looks once a second, for as long as the host lives."""
        while True:
            await asyncio.sleep(CALM_SECONDS)
            self.look()
