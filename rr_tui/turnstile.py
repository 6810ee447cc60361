"""A turnstile: many interfaces take in the table's news one after the other.

An event reaches every screen at once, and a hundred boards take a fifth of a second. In between
each two of them the loop looks at the network, so that a key never waits for all of them.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextvars import Context

Go = Callable[[], object]


class Turnstile:
    """Lets one through in each turn of the loop, players before spectators."""

    def __init__(self) -> None:
        self._players: deque[Go] = deque()
        self._spectators: deque[Go] = deque()
        self._is_turning = False

    def enter(self, go: Go, *, is_player: bool) -> None:
        """Has `go` called when it is its turn; it must not raise."""
        (self._players if is_player else self._spectators).append(go)
        if not self._is_turning:
            self._is_turning = True
            self._turn_soon()

    def _turn(self) -> None:
        line = self._players or self._spectators
        self._is_turning = bool(line)
        if line:
            go = line.popleft()
            self._turn_soon()
            go()

    def _turn_soon(self) -> None:
        # An empty context: whoever goes through is no part of the interface that came first.
        asyncio.get_running_loop().call_soon(self._turn, context=Context())
