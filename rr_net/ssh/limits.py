"""The numbers that bound what a stranger may cost the host, and the buckets that count them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol


class Timer(Protocol):
    """Something that will happen unless it is cancelled."""

    def cancel(self) -> object:
        """Makes it not happen."""


class Clock(Protocol):
    """Time as this package needs it; an event loop is one."""

    def time(self) -> float:
        """Seconds since some moment, never going back."""

    def call_later(self, delay: float, callback: Callable[[], object], /) -> Timer:
        """Calls `callback` once, `delay` seconds from now."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one connection, one source and all of them together may ask of the host."""

    # Before a key is proved.
    key_tries: int = 6
    auth_requests: int = 32
    login_seconds: float = 15
    waiting: int = 64
    waiting_per_source: int = 10
    arrivals: int = 10
    arrival_seconds: float = 60
    # Everybody behind `ssh -R` arrives from loopback: such a source counts as this many.
    loopback_share: int = 6

    # Afterwards.
    connections: int = 256
    connections_per_source: int = 32
    sessions: int = 2
    # How many may be opened one after another: an interface is costly to start.
    openings: int = 10
    opening_seconds: float = 2
    without_session_seconds: float = 30
    keepalive_seconds: float = 20
    keepalive_count: int = 3
    age_seconds: float = 12 * 3600
    idle_seconds: float = 600

    # What goes in and out of a session.
    input_rate: int = 64_000
    input_burst: int = 262_144
    line_bytes: int = 16_384
    output_high_water: int = 65_536
    output_ceiling: int = 1_048_576
    congested_seconds: float = 60
    closing_seconds: float = 2
    chat_lines: int = 3
    chat_seconds: float = 3


class TokenBucket:
    """Lets `burst` through at once and `rate` a second afterwards."""

    __slots__ = ("_at", "_burst", "_clock", "_left", "_rate")

    def __init__(self, rate: float, burst: float, clock: Clock) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._left = burst
        self._at = clock.time()

    def take(self, amount: float = 1) -> bool:
        """Takes `amount` if there is that much; nothing is taken otherwise."""
        self._refill()
        if self._left < amount:
            return False
        self._left -= amount
        return True

    def spend(self, amount: float) -> float:
        """Takes `amount` in any case; how many seconds must pass until the debt is paid."""
        self._refill()
        self._left -= amount
        return max(0.0, -self._left / self._rate)

    def is_full(self) -> bool:
        """Whether nobody has taken anything for so long that this bucket may be forgotten."""
        self._refill()
        return self._left >= self._burst

    def _refill(self) -> None:
        now = self._clock.time()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now


def chat_bucket(limits: Limits, clock: Clock) -> TokenBucket:
    """The bucket one player's chat lines are taken from."""
    return TokenBucket(limits.chat_lines / limits.chat_seconds, limits.chat_lines, clock)
