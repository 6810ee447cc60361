"""Our own input and output as a channel of lines, for the text mode at home."""

from __future__ import annotations

import asyncio
import os
import sys
from collections import deque

INPUT = 0
PIECE = 4096


class OwnLines:
    """Lines from standard input, lines to standard output."""

    def __init__(self) -> None:
        self.is_terminal = sys.stdin.isatty()
        self._part = b""
        self._lines: deque[str] = deque()
        self._news = asyncio.Event()
        self._is_over = False

    async def read_line(self) -> str | None:
        """The next line, None at the end."""
        loop = asyncio.get_running_loop()
        while not self._lines and not self._is_over:
            self._news.clear()
            self._listen(loop)
            try:
                await self._news.wait()
            finally:
                loop.remove_reader(INPUT)
        return self._lines.popleft() if self._lines else None

    def write_line(self, text: str) -> None:
        """Sends one line."""
        sys.stdout.write(text + "\n")

    async def drain(self) -> None:
        """Hands everything over."""
        sys.stdout.flush()

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        # The file stays blocking: a terminal shares that setting with its shell.
        try:
            loop.add_reader(INPUT, self._readable)
        except PermissionError:
            # A plain file is always ready, which is no event to wait for.
            self._readable()

    def _readable(self) -> None:
        content = os.read(INPUT, PIECE)
        *whole, self._part = (self._part + content).split(b"\n")
        if not content:
            self._is_over = True
            whole = [self._part] if self._part else []
        self._lines.extend(line.decode("utf-8", "replace").rstrip("\r") for line in whole)
        self._news.set()


def let_go() -> None:
    """Writes to a terminal that is gone no more, lest Python fails on what is left when it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
