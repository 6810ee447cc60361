"""A full-screen session: the byte channel that an interface draws on."""

from __future__ import annotations

from collections.abc import Callable

from rr_net.ssh.door import Caller
from rr_net.ssh.flow import Wire, nothing
from rr_net.ssh.limits import Clock, Limits, Timer

Size = tuple[int, int]

# What a terminal says by itself: an answer to a frame, and the focus coming and going.
UNTYPED = (b"\x1b[0n", b"\x1b[I", b"\x1b[O")

# For an interface that could not tidy up: leave its screen, show the cursor, stop reporting.
TIDY = (
    b"\x1b[?2026l\x1b[?1049l\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1015l"
    b"\x1b[?1004l\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[0m\r\n"
)


class TerminalSession:
    """One player's terminal: its size, its keys, and a place to write frames to."""

    def __init__(
        self, caller: Caller, wire: Wire, term: str, size: Size, limits: Limits, clock: Clock
    ) -> None:
        self.caller = caller
        self.term = term
        self.on_bytes: Callable[[bytes], object] = nothing
        self.on_size: Callable[[int, int], object] = nothing
        self.on_drained: Callable[[], object] = nothing
        self.on_closed: Callable[[], object] = nothing
        self.on_idle: Callable[[], object] = nothing
        self._wire = wire
        self._sizes = Resizes(size, limits.resize_seconds, clock, self._resized)
        self._idle = IdleWatch(limits.idle_seconds, clock, self._idled)
        wire.on_input = self._received
        wire.on_flow = self._flow_changed

    @property
    def size(self) -> Size:
        """Columns and rows, within bounds."""
        return self._sizes.current

    @property
    def closed(self) -> bool:
        """Whether nothing that is written will arrive any more."""
        return self._wire.closed

    @property
    def congested(self) -> bool:
        """Whether earlier frames are still waiting: draw nothing, `on_drained` will call."""
        return self._wire.congested

    def write(self, content: bytes) -> None:
        """Sends bytes to the terminal; after the end they are swallowed."""
        self._wire.write(content)

    def may_idle(self, allowed: bool) -> None:
        """Whether silence is fine, as at a game, where the room has clocks of its own."""
        self._idle.may_idle(allowed)

    def resize(self, size: Size) -> None:
        """The client's window has another size."""
        self._sizes.change(size)

    def stop(self) -> None:
        """The session must end now: the interface is told to leave."""
        self._idle.stop()
        self._sizes.stop()
        on_closed, self.on_closed = self.on_closed, nothing
        on_closed()

    def _received(self, content: bytes) -> None:
        if _is_typed(content):
            self._idle.touch()
        self.on_bytes(content)

    def _idled(self) -> None:
        self.on_idle()

    def _resized(self, size: Size) -> None:
        self.on_size(*size)

    def _flow_changed(self, congested: bool) -> None:
        if not congested:
            self.on_drained()


def _is_typed(content: bytes) -> bool:
    for untyped in UNTYPED:
        content = content.replace(untyped, b"")
    return bool(content)


class Resizes:
    """Passes on a first change of size at once and a storm of them a few times a second."""

    def __init__(
        self, size: Size, pause: float, clock: Clock, changed: Callable[[Size], object]
    ) -> None:
        self.current = size
        self._pause = pause
        self._clock = clock
        self._changed = changed
        self._told = size
        self._timer: Timer | None = None

    def change(self, size: Size) -> None:
        """The size is now this; it is passed on now or when the pause is over."""
        self.current = size
        if self._timer is None:
            self._tell()

    def stop(self) -> None:
        """Nobody listens any more."""
        if self._timer is not None:
            self._timer.cancel()

    def _tell(self) -> None:
        self._timer = None
        if self.current != self._told:
            self._told = self.current
            self._timer = self._clock.call_later(self._pause, self._tell)
            self._changed(self.current)


class IdleWatch:
    """Notices that nothing has been typed for too long, with one timer however much is typed."""

    def __init__(self, seconds: float, clock: Clock, expired: Callable[[], object]) -> None:
        self._seconds = seconds
        self._clock = clock
        self._expired = expired
        self._touched = clock.time()
        self._timer: Timer | None = None
        self.may_idle(False)

    def touch(self) -> None:
        """Something was typed."""
        self._touched = self._clock.time()

    def may_idle(self, allowed: bool) -> None:
        """Stops watching, or starts again from now."""
        self.stop()
        self._touched = self._clock.time()
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
