"""Many interfaces take in the same news one after the other, and start one after the other.

An event reaches every screen at once, and a hundred screens take a fifth of a second. In between
each two of them the loop looks at the network, so that a key never waits for all of them.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from contextvars import Context

Go = Callable[[], object]

PAUSE, LONGEST_PAUSE = 0.008, 0.032
"""Seconds until the next one: a board takes several turns of the loop to be drawn. They double
where the loop is behind, so that it has room for keys."""
MOST_PAUSES = 3
"""So often the next one waits where the loop is behind, and whoever went through not done."""
LONGEST_START = 0.25
"""Seconds after which the next interface starts, whatever became of the one before it."""
RESTS = 3
"""So many times as long as a picture took is rested before a key has the next one drawn."""
LONGEST_REST = 0.1
"""Seconds after which the next one is drawn, whatever became of the last."""


class DrawingRest:
    """Has a screen rest between two pictures that its keys ask for, so that others are heard.

    The first key after a rest is drawn at once; those that come meanwhile are drawn together.
    """

    def __init__(self) -> None:
        self._free_at = 0.0

    def left(self, at: float) -> float:
        """Seconds until the next picture may be made; 0 for at once."""
        return max(0.0, self._free_at - at)

    def begins(self, at: float) -> None:
        """A picture is made from this moment on."""
        self._free_at = at + LONGEST_REST

    def ends(self, began: float, at: float) -> None:
        """The picture that was begun then is drawn."""
        self._free_at = at + min(RESTS * (at - began), LONGEST_REST)


class UpdateThrottle:
    """Has interfaces updated one by one, the urgent ones first."""

    def __init__(self) -> None:
        self._urgent: deque[Go] = deque()
        self._others: deque[Go] = deque()
        self._is_turning = False
        self._pause = PAUSE
        self._pauses = 0

    def enter(self, go: Go, *, is_urgent: bool) -> None:
        """Has `go` called when it is its turn; it must not raise."""
        (self._urgent if is_urgent else self._others).append(go)
        if not self._is_turning:
            self._is_turning = True
            # An empty context: whoever goes through is no part of the interface that came first.
            asyncio.get_running_loop().call_soon(self._turn, context=Context())

    def _turn(self) -> None:
        go = (self._urgent or self._others).popleft()
        self._is_turning = bool(self._urgent or self._others)
        self._pauses = 0
        if self._is_turning:
            self._wait()
        go()

    def _wait(self) -> None:
        loop = asyncio.get_running_loop()
        self._pauses += 1
        due = loop.time() + (PAUSE if self._urgent else self._pause)
        loop.call_at(due, self._turn_if_done, due, context=Context())

    def _turn_if_done(self, due: float) -> None:
        is_behind = asyncio.get_running_loop().time() - due > PAUSE / 2
        self._pause *= 2 if is_behind else 0.5
        self._pause = min(max(self._pause, PAUSE), LONGEST_PAUSE)
        if is_behind and self._pauses < MOST_PAUSES:
            self._wait()
        else:
            self._turn()


class StartQueue:
    """Has interfaces start one after the other, whoever came first.

    Those that start together have their pictures together, when the last of them is done.
    """

    def __init__(self) -> None:
        self._starts: deque[asyncio.Event] = deque()
        self._late: asyncio.TimerHandle | None = None
        """Has the first of them leave that takes too long."""

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[Go]:
        """Enters when all who came before have their pictures; what is given lets the next go."""
        mine = asyncio.Event()
        self._starts.append(mine)
        if self._starts[0] is mine:
            self._let_go()
        try:
            await mine.wait()
            yield lambda: self._leave(mine)
        finally:
            self._leave(mine)

    def _leave(self, mine: asyncio.Event) -> None:
        """Takes somebody out, who may have left before."""
        if mine not in self._starts:
            return
        was_first = self._starts[0] is mine
        self._starts.remove(mine)
        if was_first and self._late is not None:
            self._late.cancel()
        if was_first and self._starts:
            self._let_go()

    def _let_go(self) -> None:
        first = self._starts[0]
        loop = asyncio.get_running_loop()
        self._late = loop.call_later(LONGEST_START, self._leave, first, context=Context())
        first.set()
