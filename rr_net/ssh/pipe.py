"""A session of lines: what a script, or a person with a plain terminal, talks through."""

from __future__ import annotations

import asyncio
from collections import deque

from rr_net.ssh.callers import Caller
from rr_net.ssh.flow import IdleWatch, WatchedSession, Wire
from rr_net.ssh.limits import LineTooLong
from rr_net.ssh.lines import Line, NoLine, ScriptLines, TypedLines

# Lines come from the wire faster than they are read: beyond this many no more bytes are taken.
QUEUED_LINES = 64

# Bytes are handed over in pieces of this size, so that a big answer keeps within the high water.
PIECE = 16_384

# The stream beside the answer, as SSH numbers it.
STDERR = 1

# No text of ours holds a control character but these: the end of a line, and a tab.
CONTROLS = {code: None for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\t\n"}


class PipeSession(WatchedSession):
    """Lines in, lines out, both in bounds."""

    def __init__(
        self,
        caller: Caller,
        wire: Wire,
        idle: IdleWatch,
        line_bytes: int,
        *,
        is_terminal: bool,
        width: int,
        words: str = "",
    ) -> None:
        super().__init__(caller, wire, idle)
        self.words = words
        """What stood after the verb: printable, short, and from somebody."""
        # The columns of the terminal when it was opened; the usual number where there is none.
        self.width = width
        # A terminal in raw mode: it needs an echo, and a return with every newline.
        self.is_terminal = is_terminal
        self._line_bytes = line_bytes
        self._reader = (TypedLines if is_terminal else ScriptLines)(line_bytes)
        self.lines: deque[Line] = deque()
        """The lines that nobody has read yet."""
        self._news = asyncio.Event()
        self._ended = False
        wire.on_input = self._received
        wire.on_flow = self._flow_changed

    async def read_line(self) -> str | None:
        """The next line, None at the end; a line too long raises and the next one can be read."""
        while not self.lines:
            if self._ended or self.wire.closed:
                return None
            await self._wait()
        line = self.lines.popleft()
        self.wire.hold(len(self.lines) > QUEUED_LINES)
        if line is NoLine.END:
            self._ended = True
            self.lines.clear()
            return None
        if line is NoLine.TOO_LONG:
            raise LineTooLong(f"line dropped: expected at most {self._line_bytes} bytes")
        return line

    def write_line(self, text: str) -> None:
        """Sends one line; no control character of `text` gets through."""
        self.write_text(text + "\n")

    def write_text(self, text: str) -> None:
        """Sends text without ending the line, as for a prompt."""
        self.wire.write(encoded(text, is_terminal=self.is_terminal))

    def write_error(self, text: str) -> None:
        """Sends one line to the other end's standard error, or to its one screen."""
        write_error(self.wire, text, is_terminal=self.is_terminal)

    async def write_bytes(self, content: bytes) -> None:
        """Sends bytes as they are, no faster than they are read."""
        for start in range(0, len(content), PIECE):
            self.wire.write(content[start : start + PIECE])
            await self.drain()

    async def drain(self) -> None:
        """Waits while the other end is behind; a reader that never catches up is cut off."""
        while self.wire.congested and not self.wire.closed:
            await self._wait()

    def finish(self) -> None:
        """No more input will come: readers get what is queued, then the end."""
        self.lines.extend(self._reader.finish())
        self._news.set()

    def leave(self) -> None:
        """The session must end now: the next read gets the end, whatever is queued."""
        self._idle.stop()
        self._ended = True
        self.lines.clear()
        self._news.set()

    def _flow_changed(self, congested: bool) -> None:
        self._news.set()

    def _received(self, content: bytes) -> None:
        self._idle.touch()
        self.lines.extend(self._reader.feed(content))
        if isinstance(self._reader, TypedLines):
            self.wire.write(self._reader.take_echo().encode("utf-8", "replace"))
        self.wire.hold(len(self.lines) > QUEUED_LINES)
        self._news.set()

    async def _wait(self) -> None:
        self._news.clear()
        await self._news.wait()


def write_error(wire: Wire, text: str, *, is_terminal: bool) -> None:
    """Sends one line beside the answer; a terminal has one place for both."""
    wire.write(encoded(text + "\n", is_terminal=is_terminal), None if is_terminal else STDERR)


def encoded(text: str, *, is_terminal: bool) -> bytes:
    """Text as bytes, without control characters, and with the returns that a raw terminal needs."""
    clean = text.translate(CONTROLS)
    return (clean.replace("\n", "\r\n") if is_terminal else clean).encode("utf-8", "replace")
