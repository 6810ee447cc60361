"""A full-screen session: the byte channel that an interface draws on."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

from rr_net.ssh.callers import Caller
from rr_net.ssh.flow import IdleWatch, WatchedSession, Wire, nothing

Size = tuple[int, int]

# What a terminal says by itself: its answer to a frame.
ACKNOWLEDGEMENT = b"\x1b[0n"

# So much is kept of what somebody types before the interface reads it.
TYPED_AHEAD = 256

# For an interface that could not tidy up: leave its screen, show the cursor, report nothing more.
TIDY = (
    b"\x1b[?2026l\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1015l\x1b[?1004l\x1b[?2004l"
    b"\x1b[?1l\x1b>\x1b(B\x0f\x1b[0m\x1b[?7h\x1b[?1049l\x1b[?25h\x1b[23;0t\r\n"
)


class TerminalSession(WatchedSession):
    """One player's terminal: its size, its keys, and a place to write frames to.

    Whoever draws sets the five `on_` callbacks; what is typed before that is kept for it.
    """

    def __init__(
        self,
        caller: Caller,
        wire: Wire,
        term: str,
        size: Size,
        guard: Callable[[], AbstractContextManager[None]],
        idle: IdleWatch,
        stop: Callable[[], object],
    ) -> None:
        super().__init__(caller, wire, idle)
        self.term = term
        # Columns and rows, within bounds.
        self.size = size
        self._early = bytearray()
        self._on_bytes: Callable[[bytes], object] = self._keep
        self.on_size: Callable[[int, int], object] = nothing
        self.on_drained: Callable[[], object] = nothing
        # The player must leave: tidy up and return; what is written now still arrives.
        self.on_leave: Callable[[], object] = nothing
        # The connection is gone: return.
        self.on_closed: Callable[[], object] = nothing
        self._guard = guard
        self._stop = stop
        wire.on_input = self._received
        wire.on_flow = self._flow_changed

    @property
    def on_bytes(self) -> Callable[[bytes], object]:
        """Who gets what is typed."""
        return self._on_bytes

    @on_bytes.setter
    def on_bytes(self, call: Callable[[bytes], object]) -> None:
        self._on_bytes = call
        early, self._early = bytes(self._early), bytearray()
        if early:
            call(early)

    def _keep(self, content: bytes) -> None:
        self._early += content[: TYPED_AHEAD - len(self._early)]

    @property
    def congested(self) -> bool:
        """Whether earlier frames are still waiting: draw nothing, `on_drained` will call."""
        return self.wire.congested

    def write(self, content: bytes, /) -> None:
        """Sends bytes to the terminal; after the end they are swallowed."""
        self.wire.write(content)

    def hold(self, held: bool, /) -> None:
        """Whether nothing more should be read for now."""
        self.wire.hold(held)

    def close(self) -> None:
        """Ends the session from our side, as for a terminal that has stopped answering."""
        self._stop()

    def resize(self, size: Size) -> None:
        """The client's window has another size."""
        if size != self.size:
            self.size = size
            with self._guard():
                self.on_size(*size)

    def leave(self) -> None:
        """The player must leave: tells the interface, or that the connection is gone already."""
        self._idle.stop()
        leave = self.on_closed if self.wire.closed else self.on_leave
        with self._guard():
            leave()

    def _received(self, content: bytes) -> None:
        if content.replace(ACKNOWLEDGEMENT, b""):
            self._idle.touch()
        with self._guard():
            self.on_bytes(content)

    def _flow_changed(self, congested: bool) -> None:
        if not congested:
            with self._guard():
                self.on_drained()
