"""The terminal that a process was started in, as a byte channel."""

from __future__ import annotations

import asyncio
import contextlib
import os
import select
import signal
import termios
from collections.abc import Callable
from typing import Self

from rr_tui.terminal.app import TerminalApp
from rr_tui.terminal.decoder import ACKNOWLEDGEMENT
from rr_tui.terminal.driver import BACKLOG_LIMIT, ChannelDriver
from rr_tui.terminal.process import CalmCollector
from rr_tui.terminal.session import start

PIECE = 65_536
USUAL = (80, 24)
PATIENCE = 1.0
"""Seconds in which a terminal that is given back must take more of what is left."""
ANSWER_PATIENCE = 0.3
"""Seconds for its last answers: whatever comes later is typed into the shell."""

_LINE_BY_LINE = termios.ECHO | termios.ICANON | termios.IEXTEN | termios.ISIG
_MEDDLING = termios.IXON | termios.IXOFF | termios.ICRNL | termios.INLCR | termios.IGNCR


class TtyChannel:
    """A `ByteChannel` over the own terminal, which is raw within `with` and then as it was.

    It takes over SIGWINCH, SIGTSTP and SIGCONT, so it works in the main thread alone.
    """

    def __init__(self, standard_input: int = 0) -> None:
        """Opens the terminal of a file. Raises termios.error where that is none."""
        self.is_gone = False
        self._before = termios.tcgetattr(standard_input)
        self._file = _opened(standard_input)
        self._loop = asyncio.get_running_loop()
        self._driver: ChannelDriver | None = None
        self._unsent = bytearray()

    def __enter__(self) -> Self:
        self._make_raw()
        return self

    def __exit__(self, *_: object) -> None:
        for number in self._signals():
            self._loop.remove_signal_handler(number)
        self._loop.remove_reader(self._file)
        self._loop.remove_writer(self._file)
        self._give_back()
        os.close(self._file)

    async def run(
        self, build: Callable[[], TerminalApp], *, collector: CalmCollector | None = None
    ) -> int:
        """Runs an app here until it ends or the terminal is closed; the exit status."""
        # Whoever looks elsewhere for a while is waited for: there is nobody to hang up on.
        running = start(build, self, self.size, on_stalled=lambda: None, collector=collector)
        self.listen(running.driver)
        try:
            return await running.task
        finally:
            await running.stop()

    def listen(self, driver: ChannelDriver) -> None:
        """Hands everything that happens at the terminal to a driver."""
        self._driver = driver
        self._loop.add_reader(self._file, self._readable)
        for number, call in self._signals().items():
            self._loop.add_signal_handler(number, call)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows; the usual 80x24 where the terminal does not say."""
        try:
            width, height = os.get_terminal_size(self._file)
        except OSError:
            return USUAL
        return width or USUAL[0], height or USUAL[1]

    # --- the byte channel -----------------------------------------------------------------

    @property
    def congested(self) -> bool:
        """Whether more than `BACKLOG_LIMIT` bytes still wait to be sent."""
        return len(self._unsent) > BACKLOG_LIMIT

    def write(self, content: bytes, /) -> None:
        """Sends bytes; after the end they are swallowed."""
        if not self.is_gone:
            self._unsent += content
            self._send()
        if self._unsent:
            self._loop.add_writer(self._file, self._writable)

    def hold(self, held: bool, /) -> None:
        """Whether nothing more should be read for now."""
        if held:
            self._loop.remove_reader(self._file)
        elif not self.is_gone:
            self._loop.add_reader(self._file, self._readable)

    def close(self) -> None:
        """Ends the session, as if somebody had closed the terminal."""
        if not self.is_gone:
            self.is_gone = True
            self._unsent.clear()
            self._loop.remove_reader(self._file)
            self._loop.remove_writer(self._file)
            if self._driver is not None:
                self._driver.closed()

    def _readable(self) -> None:
        try:
            content = os.read(self._file, PIECE)
        except BlockingIOError:
            return
        except OSError:
            content = b""
        if content:
            self._listener.feed(content)
        else:
            self.close()

    def _send(self) -> None:
        try:
            del self._unsent[: os.write(self._file, self._unsent)]
        except BlockingIOError:
            pass
        except OSError:
            self.close()

    def _writable(self) -> None:
        self._send()
        if not self._unsent and not self.is_gone:
            self._loop.remove_writer(self._file)
            self._listener.drained()

    @property
    def _listener(self) -> ChannelDriver:
        assert self._driver is not None, "nothing is read before `listen`"
        return self._driver

    # --- what the shell and the window do ---------------------------------------------------

    def _signals(self) -> dict[int, Callable[[], None]]:
        return {
            signal.SIGWINCH: self._resized,
            signal.SIGTSTP: self._stop,
            signal.SIGCONT: self._go_on,
        }

    def _resized(self) -> None:
        self._listener.resized(*self.size)

    def _stop(self) -> None:
        """Lends the terminal to the shell until somebody says `fg`."""
        self._listener.suspend_application_mode()
        self._give_back()
        os.kill(os.getpid(), signal.SIGSTOP)

    def _go_on(self) -> None:
        try:
            # In the background this stops the process once more, until the terminal is its own.
            self._make_raw()
            # What the shell has left unread was no key for the app.
            termios.tcflush(self._file, termios.TCIFLUSH)
        except termios.error:
            # A window that is closed wakes whoever was stopped in it, and has no modes any more.
            self.close()
            return
        self._resized()
        self._listener.resume_application_mode()

    # --- its modes ----------------------------------------------------------------------------

    def _make_raw(self) -> None:
        raw = termios.tcgetattr(self._file)
        raw[0] &= ~_MEDDLING
        raw[3] &= ~_LINE_BY_LINE
        raw[6][termios.VMIN], raw[6][termios.VTIME] = 1, 0
        termios.tcsetattr(self._file, termios.TCSANOW, raw)

    def _give_back(self) -> None:
        """Sends the rest, swallows the last answers, and has the keyboard as it was."""
        with contextlib.suppress(OSError, termios.error):
            while self._unsent and select.select([], [self._file], [], PATIENCE)[1]:
                self._send()
            self._swallow_answers()
            termios.tcflush(self._file, termios.TCIFLUSH)
            termios.tcsetattr(self._file, termios.TCSANOW, self._before)

    def _swallow_answers(self) -> None:
        waiting = self._driver.unanswered if self._driver is not None else 0
        while waiting > 0 and select.select([self._file], [], [], ANSWER_PATIENCE)[0]:
            if not (content := os.read(self._file, PIECE)):
                break
            waiting -= content.count(ACKNOWLEDGEMENT)


def _opened(standard_input: int) -> int:
    # A file of our own: whether it blocks is a setting that a terminal shares with its shell.
    flags = os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK
    try:
        return os.open(os.ttyname(standard_input), flags)
    except OSError:
        # Somebody else's, as after `su`.
        return os.open("/dev/tty", flags)
