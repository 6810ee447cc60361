"""The way of a client's bytes to the app: cut into events and handed over as fast as it works."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from textual import events
from textual.message import Message

from rr_tui.terminal.decoder import (
    Acknowledged,
    Allowance,
    DrawsWhole,
    Focus,
    InputDecoder,
    KeyParser,
    KeySequence,
    MouseSequence,
    Pasted,
    Token,
    Typed,
)


def now() -> float:
    """The running loop's time, by which keys, frames and timers are put in order."""
    return asyncio.get_running_loop().time()


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


ESCAPE_PAUSE = 0.1
PASTE_PAUSE = 2.0
BUSY_PAUSE = 0.01

QUEUED_EVENTS = 64
"""How many events the app may have before it; more input waits in the reader."""
QUEUED_TOKENS = 512
"""How many tokens wait in the reader; more input is dropped."""


KEYS_A_SECOND = 400
"""How many keys of one client the app gets in the long run: a key held down repeats 40 times, but
a terminal may send pasted text as keys."""
KEYS_AT_ONCE = 512
"""How many more it gets at once, as of a line that has stood still."""


class InputReader:
    """Reads one client, and tells the channel when the client must wait."""

    def __init__(
        self,
        timers: Timers,
        *,
        post: Callable[[Message], object],
        queued: Callable[[], int],
        hold: Callable[[bool], object],
        answered: Callable[[Acknowledged | DrawsWhole | Focus], object],
    ) -> None:
        self.takes_mouse = False
        self._timers = timers
        self._post = post
        self._queued = queued
        self._hold = hold
        self._answered = answered
        self._decoder = InputDecoder()
        self._keys = KeyParser()
        self._tokens: deque[tuple[float, Token]] = deque()
        self._is_held = False
        self._pace = Allowance(KEYS_A_SECOND, KEYS_AT_ONCE)

    @property
    def waiting(self) -> int:
        """How many tokens wait for the app."""
        return len(self._tokens)

    def feed(self, content: bytes) -> None:
        """Takes bytes from the client; what is too much is dropped."""
        self._arrived(self._decoder.feed(content, self._timers.now()))
        self._watch()
        self._hand_on()

    def stop(self) -> None:
        """Forgets what waits."""
        self._tokens.clear()

    def _arrived(self, tokens: list[Token]) -> None:
        for token in tokens:
            match token:
                case Acknowledged() | DrawsWhole() | Focus():
                    self._answered(token)
                case MouseSequence() if not self.takes_mouse:
                    pass
                case _ if len(self._tokens) < QUEUED_TOKENS:
                    self._tokens.append((self._timers.now(), token))

    def _watch(self) -> None:
        """A sequence or a paste that does not go on is over after a while."""
        self._timers.cancel("input")
        if self._decoder.is_waiting:
            self._timers.later("input", ESCAPE_PAUSE, self._escape_expired)
        elif self._decoder.is_pasting:
            self._timers.later("input", PASTE_PAUSE, self._paste_expired)

    def _escape_expired(self) -> None:
        self._arrived(self._decoder.expire())
        self._hand_on()

    def _paste_expired(self) -> None:
        self._arrived(self._decoder.expire_paste())
        self._hand_on()

    def _hand_on(self) -> None:
        now = self._timers.now()
        while self._tokens and self._queued() < QUEUED_EVENTS and self._pace.room(now):
            arrived_at, token = self._tokens.popleft()
            # Each key may open a screen of some megabytes, and what is typed comes many at once.
            self._pace.spend(len(token.text) if isinstance(token, Typed) else 1)
            self._hand_over(arrived_at, token)
        breather = self._decoder.breather(self._timers.now())
        is_behind = len(self._tokens) > QUEUED_TOKENS // 4 or not self._pace.room(now)
        self._hold_if(breather > 0 or is_behind)
        if self._tokens:
            self._timers.later("hand on", BUSY_PAUSE, self._hand_on)
        elif self._is_held:
            self._timers.later("hand on", max(BUSY_PAUSE, breather), self._hand_on)

    def _hold_if(self, held: bool) -> None:
        if held != self._is_held:
            self._is_held = held
            self._hold(held)

    def _hand_over(self, arrived_at: float, token: Token) -> None:
        match token:
            case Pasted(text):
                self._post_as_of(arrived_at, events.Paste(text))
            case Typed(text) | KeySequence(text) | MouseSequence(text):
                for message in self._keys.read(text):
                    self._post_as_of(arrived_at, message)

    def _post_as_of(self, arrived_at: float, message: Message) -> None:
        # A key that waited here was pressed before what the terminal has drawn since.
        message.time = arrived_at
        self._post(message)
