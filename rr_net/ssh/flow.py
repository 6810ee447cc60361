"""Back-pressure: what is written waits in bounds, and what is read is not read too fast."""

from __future__ import annotations

import asyncio
import logging
import socket
from asyncio.trsock import TransportSocket
from collections.abc import Callable
from contextlib import suppress
from contextvars import Context

import asyncssh

from rr_net.clocks import Clock, Pacer, Timer, TokenBucket
from rr_net.ssh.callers import Caller
from rr_net.ssh.limits import Limits


class IdleWatch:
    """Calls `expired` when nothing was typed for too long; one timer, however much is typed."""

    def __init__(self, seconds: float, clock: Clock, expired: Callable[[], object]) -> None:
        self._seconds = seconds
        self._clock = clock
        self._expired = expired
        self._touched = 0.0
        self._timer: Timer | None = None
        self.may_idle(False)

    def touch(self) -> None:
        """Something was typed."""
        self._touched = self._clock.time()

    def may_idle(self, allowed: bool) -> None:
        """Stops watching, or starts again from now."""
        self.stop()
        self.touch()
        if not allowed:
            self._timer = self._clock.call_later(self._seconds, self._look)

    def stop(self) -> None:
        """Stops watching."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look(self) -> None:
        left = self._touched + self._seconds - self._clock.time()
        if left > 0:
            self._timer = self._clock.call_later(left, self._look)
        else:
            self._timer = None
            self._expired()


class LastWords:
    """Has those who are turned away read why, as many at a time as cost nothing.

    TCP answers what comes in on a closed line with a reset, and a client that meets it while it
    writes reads the words no more: the line is held, and drained, until the client has gone.
    """

    MOST = 32
    BYTES = 65_536
    SECONDS = 2.0

    def __init__(self) -> None:
        self._held: set[asyncio.Task[None]] = set()

    @property
    def held(self) -> int:
        """How many lines are open for that."""
        return len(self._held)

    def say(self, conn: asyncssh.SSHServerConnection, code: int, words: str) -> None:
        """End a connection with a sentence, which stock ssh prints."""
        line = conn.get_extra_info("socket") if self.held < self.MOST else None
        held = None if line is None else _twin(line)
        conn.disconnect(code, words)
        if held is not None:
            task = asyncio.create_task(self._drain(held))
            self._held.add(task)
            task.add_done_callback(self._held.discard)

    async def _drain(self, line: socket.socket) -> None:
        loop, left = asyncio.get_running_loop(), self.BYTES
        with line, suppress(OSError, TimeoutError):
            line.shutdown(socket.SHUT_WR)
            async with asyncio.timeout(self.SECONDS):
                while left > 0 and (read := await loop.sock_recv(line, 4096)):
                    left -= len(read)

    async def close(self) -> None:
        """Let go of every line."""
        for task in self._held:
            task.cancel()
        await asyncio.gather(*self._held, return_exceptions=True)


def _twin(line: TransportSocket) -> socket.socket | None:
    """The same line once more, which keeps it open; None where there is no descriptor left."""
    try:
        held = line.dup()
    except OSError:
        return None
    held.setblocking(False)
    return held


log = logging.getLogger(__name__)


def nothing(*_: object) -> None:
    """What happens when nobody listens."""


TAKEN_AT_ONCE = 65_536
"""Bytes that are read of a connection in one turn of the loop, where asyncio takes four times as
many: whoever sends as much as it may is decrypted piece by piece, and others come in between."""


class TcpFlow:
    """Back-pressure of a whole connection, which asyncssh leaves to the channels' windows."""

    def __init__(
        self,
        connection: asyncssh.SSHServerConnection,
        limits: Limits,
        clock: Clock,
        pacer: Pacer,
    ) -> None:
        self.paused = False
        self.listeners: set[Callable[[], object]] = set()
        self._clock = clock
        self._pacer = pacer
        self._budget = TokenBucket(limits.input_rate, limits.input_burst, clock)
        self.debt: Timer | None = None
        """Runs while the connection has sent more than it may."""
        self._connection = connection
        self._transport = _transport_of(connection)
        self._transport.set_write_buffer_limits(high=limits.output_high_water)
        if hasattr(self._transport, "max_size"):  # asyncio's own; a line in a line has none
            self._transport.max_size = TAKEN_AT_ONCE
        # asyncssh's own two methods do nothing, and a hostile window makes channels useless.
        connection.pause_writing = self._pause  # type: ignore[method-assign]
        connection.resume_writing = self._resume  # type: ignore[method-assign]
        # Here, and not at the channels: requests, rekeying and refused ways in cost as much.
        self._take = connection.data_received
        connection.data_received = self._received  # type: ignore[method-assign]

    def allow(self, limits: Limits) -> None:
        """Whoever is at the other end may send as much as that from now on."""
        self._budget = TokenBucket(limits.input_rate, limits.input_burst, self._clock)

    @property
    def backlog(self) -> int:
        """How many bytes wait for the network."""
        return self._transport.get_write_buffer_size()

    def lost(self) -> None:
        """The connection is gone."""
        if self.debt is not None:
            self.debt.cancel()
        # What holds itself in a ring is only freed by a full collection, which stops every game.
        for name in ("pause_writing", "resume_writing", "data_received"):
            vars(self._connection).pop(name, None)

    def _received(self, data: bytes, datatype: asyncssh.DataType = None) -> None:
        """Takes what came, and reads no more until that is paid for."""
        debt = self._budget.spend(len(data))
        if debt and self.debt is None:
            self.debt = self._clock.call_later(debt, self._paid)
            self._read_or_not()
        # Whoever lets reading go on does so in a context, and asyncssh sets timers in it.
        Context().run(self._take, data, datatype)

    def _paid(self) -> None:
        # A crowd that began at once has paid at once: its bytes would be one long turn of the loop.
        self.debt = self._pacer.wait(self._go_on)

    def _go_on(self) -> None:
        self.debt = None
        self._read_or_not()

    def _pause(self) -> None:
        self.paused = True
        self._changed()

    def _resume(self) -> None:
        self.paused = False
        self._changed()

    def _changed(self) -> None:
        self._read_or_not()
        for listener in tuple(self.listeners):
            listener()

    def _read_or_not(self) -> None:
        # Whoever does not read is not read: each request would be answered into the full buffer.
        if self.paused or self.debt is not None:
            self._transport.pause_reading()
        else:
            self._transport.resume_reading()


def _transport_of(connection: asyncssh.SSHServerConnection) -> asyncio.Transport:
    transport = connection._transport  # noqa: SLF001 - held by a contract test
    assert transport is not None
    return transport


class Wire:
    """The bytes of one session, both ways, bounded on both."""

    def __init__(
        self,
        channel: asyncssh.SSHServerChannel[bytes],
        flow: TcpFlow,
        limits: Limits,
        clock: Clock,
    ) -> None:
        self.on_input: Callable[[bytes], object] = nothing
        self.on_flow: Callable[[bool], object] = nothing
        self.closed = False
        self.congested = False
        self.channel = channel
        self.flow = flow
        self._limits = limits
        self._clock = clock
        self._channel_paused = False
        self._patience: Timer | None = None
        channel.set_write_buffer_limits(high=limits.output_high_water)
        flow.listeners.add(self._flow_changed)

    def write(self, content: bytes, datatype: int | None = None) -> None:
        """Sends bytes; after the end they are swallowed, and an overfull wire is cut."""
        if self.closed or not content:
            return
        try:
            self.channel.write(content, datatype)
        except OSError:
            self.closed = True
            return
        if self.backlog > self._limits.output_ceiling:
            self.cut("its backlog passed the ceiling")

    @property
    def backlog(self) -> int:
        """How many written bytes have not left this machine."""
        return self.channel.get_write_buffer_size() + self.flow.backlog

    def exit(self, status: int) -> None:
        """Ends the session; what was written still goes out."""
        if self.closed:
            return
        self.closed = True
        try:
            self.channel.exit(status)
        except OSError:
            log.debug("a session was gone before its exit status")

    def cut(self, reason: str) -> None:
        """Drops the connection at once, because its reader does not read."""
        if not self.closed:
            self.closed = True
            log.info("cut off a reader: %s", reason)
            self.channel.get_connection().abort()

    def lost(self) -> None:
        """The channel is gone: nothing comes or goes any more."""
        self.closed = True
        self.on_input = self.on_flow = nothing
        self.flow.listeners.discard(self._flow_changed)
        if self._patience is not None:
            self._patience.cancel()

    def channel_paused(self, paused: bool) -> None:
        """The client's own window is full, or has room again."""
        self._channel_paused = paused
        self._flow_changed()

    def _flow_changed(self) -> None:
        congested = self._channel_paused or self.flow.paused
        if congested == self.congested:
            return
        self.congested = congested
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
        if congested:
            self._patience = self._clock.call_later(
                self._limits.congested_seconds, lambda: self.cut("it read nothing for too long")
            )
        self.on_flow(congested)

    def received(self, content: bytes) -> None:
        """Bytes from the client."""
        self.on_input(content)

    def hold(self, held: bool) -> None:
        """Whether reading must wait for whoever takes the input."""
        if self.closed:
            return
        if held:
            self.channel.pause_reading()
        else:
            self.channel.resume_reading()


class WatchedSession:
    """What runs on a wire, whatever it is: it knows who calls, and ends when nobody types."""

    def __init__(self, caller: Caller, wire: Wire, idle: IdleWatch) -> None:
        self.caller = caller
        self.wire = wire
        self.hears_the_room = False
        """Whether a room says the last word here: where the table closes, nobody says it again."""
        self._idle = idle

    @property
    def closed(self) -> bool:
        """Whether nothing that is written will arrive any more."""
        return self.wire.closed

    def may_idle(self, allowed: bool) -> None:
        """Whether silence is fine, as at a game, where the room has clocks of its own."""
        self._idle.may_idle(allowed)
