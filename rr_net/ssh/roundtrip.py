"""How long a line takes there and back: measured by the host, whatever runs at the other end."""

from __future__ import annotations

import asyncio

import asyncssh

from rr_net.clocks import Clock, Timer

WEIGHT = 1 / 8
"""How much one answer moves the smoothed time (RFC 6298, alpha)."""
LONGEST = 0.5
"""No answer counts as longer, in seconds: one that is late for another reason moves little."""
ASKED_EVERY = 5.0
"""Seconds between two questions: a clock's beat, so that nothing of a game moves the answers."""
QUESTION = b"keepalive@openssh.com"
"""What every client must answer, with yes or no (RFC 4254, section 4)."""


class RoundTrip:
    """The smoothed round-trip time of one line (SRTT of RFC 6298)."""

    def __init__(self) -> None:
        self._smoothed: float | None = None

    @property
    def seconds(self) -> float:
        """The time there and back; 0 until the first answer is there."""
        return self._smoothed or 0.0

    def took(self, seconds: float) -> None:
        """One answer has taken so long."""
        took = min(max(seconds, 0.0), LONGEST)
        before = took if self._smoothed is None else self._smoothed
        self._smoothed = (1 - WEIGHT) * before + WEIGHT * took


async def sign_of_life(
    link: asyncssh.SSHServerConnection | asyncssh.SSHClientConnection,
) -> None:
    """Asks the other end whether it is there, and waits for whatever it says."""
    await link._make_global_request(QUESTION)  # noqa: SLF001 - held by a contract test


class LineProbe:
    """Asks one client for a sign of life now and then, and times the answers."""

    def __init__(self, link: asyncssh.SSHServerConnection, line: RoundTrip, clock: Clock) -> None:
        self._link, self._line, self._clock = link, line, clock
        self._timer: Timer | None = None
        self._question: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Asks from now on; one question at a time."""
        self._timer = self._clock.call_later(ASKED_EVERY, self._ask)

    def stop(self) -> None:
        """Asks no more."""
        if self._timer is not None:
            self._timer.cancel()
        if self._question is not None:
            self._question.cancel()
        self._timer = self._question = None

    def _ask(self) -> None:
        self.start()
        if self._question is None or self._question.done():
            loop = asyncio.get_running_loop()
            answered = self._answered(self._clock.time())
            self._question = loop.create_task(answered, name="a line's round trip")

    async def _answered(self, asked_at: float) -> None:
        await sign_of_life(self._link)
        self._line.took(self._clock.time() - asked_at)
