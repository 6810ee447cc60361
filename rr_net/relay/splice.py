"""Two channels made one: what a guest sends goes to the host and back, in bounds, as it is."""

from __future__ import annotations

import logging
from collections.abc import Callable

import asyncssh

from rr_net.clocks import Clock, Pacer, Timer, TokenBucket
from rr_net.relay.rules import RelayLimits

log = logging.getLogger(__name__)

GREETING = b"SSH-2.0-"
"""How every stream begins that belongs here (RFC 4253, section 4.2)."""
PACKET = 32_768

TcpChannel = asyncssh.SSHTCPChannel[bytes]


class Leg(asyncssh.SSHTCPSession[bytes]):
    """One end of a splice: what it receives is written to the other one."""

    def __init__(
        self,
        splice: Splice,
        bucket: TokenBucket,
        clock: Clock,
        pacer: Pacer,
        direction: str,
    ) -> None:
        self.channel: TcpChannel | None = None
        self.other: Leg | None = None
        self._splice = splice
        self._bucket = bucket
        self._clock = clock
        self._pacer = pacer
        self._direction = direction
        self._greeting = bytearray()
        self._is_greeted = False
        self._debt: Timer | None = None
        self._is_held = False
        """Whether the other end takes nothing now."""

    # --- what asyncssh calls ---------------------------------------------------------------

    def connection_made(self, chan: TcpChannel) -> None:
        """The channel is open; nothing is read before both are."""
        self.channel = chan
        chan.pause_reading()

    def session_started(self) -> None:
        """Bytes may flow once the other end is open too."""
        self._splice.leg_is_open()

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        """Bytes for the other end, which is slowed down where they are too many."""
        if not self._is_greeted:
            data = self._checked(data)
        if not data or self.other is None or self.other.channel is None:
            return
        self._splice.count(self._direction, len(data))
        self.other.channel.write(data)
        debt = self._bucket.spend(len(data))
        if debt > 0 and self._debt is None:
            self._debt = self._clock.call_later(debt, self._paid)
            self._read_or_not()

    def eof_received(self) -> bool:
        """Nothing more comes from here; the other end may still speak."""
        if self.other is not None and self.other.channel is not None and self._is_greeted:
            self.other.channel.write_eof()
            return True
        self._splice.cut("it ended before it had begun")
        return False

    def pause_writing(self) -> None:
        """Nothing more fits here for now: the other end is not read."""
        if self.other is not None:
            self.other.hold(held=True)

    def resume_writing(self) -> None:
        """There is room again."""
        if self.other is not None:
            self.other.hold(held=False)

    def connection_lost(self, exc: Exception | None) -> None:
        """The channel is gone, and with it the splice."""
        self.channel = None
        self._splice.end()

    # --- what the splice calls -------------------------------------------------------------

    def hold(self, *, held: bool) -> None:
        """Whether reading has to wait for the other end."""
        self._is_held = held
        self._read_or_not()

    def close(self) -> None:
        """Closes the channel; what was written still goes out."""
        if self._debt is not None:
            self._debt.cancel()
            self._debt = None
        if self.channel is not None:
            self.channel.close()

    def abort(self) -> None:
        """Closes the channel and drops what was not sent."""
        if self.channel is not None:
            self.channel.abort()

    def _checked(self, data: bytes) -> bytes:
        """What may be passed on: nothing until it is seen to be SSH."""
        self._greeting += data[: len(GREETING) - len(self._greeting)]
        if not GREETING.startswith(bytes(self._greeting)):
            self._splice.cut("it is not ssh")
            return b""
        if len(self._greeting) < len(GREETING):
            self._splice.begin_slowly(self, data)
            return b""
        self._is_greeted = True
        return self._splice.begun(self) + data

    def _paid(self) -> None:
        self._debt = self._pacer.wait(self._go_on)

    def _go_on(self) -> None:
        self._debt = None
        self._read_or_not()

    def _read_or_not(self) -> None:
        if self.channel is None:
            return
        if self._is_held or self._debt is not None:
            self.channel.pause_reading()
        else:
            self.channel.resume_reading()


class Splice:
    """A guest's channel and the host's, and when anything last went through."""

    def __init__(
        self,
        limits: RelayLimits,
        clock: Clock,
        pacer: Pacer,
        count: Callable[[str, int], object],
        over: Callable[[Splice], object],
    ) -> None:
        self.bytes = 0
        self.touched = clock.time()
        self._clock = clock
        self._count = count
        self._over = over
        self._open = 0
        self._is_over = False
        self._begun: dict[Leg, bytes] = {}
        buckets = [TokenBucket(limits.rate, limits.burst, clock) for _ in range(2)]
        self.near = Leg(self, buckets[0], clock, pacer, "up")
        """The guest's end."""
        self.far = Leg(self, buckets[1], clock, pacer, "down")
        """The host's end."""
        self.near.other, self.far.other = self.far, self.near

    @property
    def is_over(self) -> bool:
        """Whether either end is gone."""
        return self._is_over

    def count(self, direction: str, size: int) -> None:
        """So many bytes go through in a direction."""
        self.bytes += size
        self.touched = self._clock.time()
        self._count(direction, size)

    def leg_is_open(self) -> None:
        """One more end is open."""
        self._open += 1
        if self._open == 2:
            self.near.hold(held=False)
            self.far.hold(held=False)

    def begin_slowly(self, leg: Leg, data: bytes) -> None:
        """The first bytes of an end that are too few to know what they are."""
        self._begun[leg] = self._begun.get(leg, b"") + data

    def begun(self, leg: Leg) -> bytes:
        """The bytes that came before an end was known to speak SSH."""
        return self._begun.pop(leg, b"")

    def cut(self, why: str) -> None:
        """Ends it at once."""
        log.info("cut a stream: %s", why)
        for leg in (self.near, self.far):
            leg.abort()
        self.end()

    def end(self) -> None:
        """One end is gone: so is the other one."""
        if self._is_over:
            return
        self._is_over = True
        for leg in (self.near, self.far):
            leg.close()
        self._over(self)
