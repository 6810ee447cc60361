"""The other end: terminals that answer as real ones do, and note when they were drawn on."""

from __future__ import annotations

import asyncio
import re
from contextlib import AsyncExitStack
from dataclasses import dataclass
from time import perf_counter
from typing import NamedTuple

import asyncssh

POINTER = "▸".encode()
"""The sign at the cursor; the phase and the Spinner's marker bear it too, in rows of their own."""
GO_TO = rb"\x1b\[(\d*)(?:;\d+)?H"
"""How the host says in which row it draws; the first one has no number."""

UP, DOWN, RIGHT, LEFT = b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D"
CORNER = 60 * UP + 60 * LEFT
"""Leads to the first player from anywhere."""
SETTLED = 0.25
"""Seconds in which a screen at rest has surely shown what a key does."""

FRAME_END = b"\x1b[5n"
"""The host's question whether the terminal is ready: it follows each frame."""

# What a host asks of a terminal, and what those of today answer.
ANSWERS = {FRAME_END: b"\x1b[0n", b"\x1b[?2026$p": b"\x1b[?2026;2$y"}
NOTED = re.compile(b"|".join((GO_TO, *(re.escape(each) for each in (POINTER, *ANSWERS)))))
LONGEST = 16
"""So many bytes of the last packet are kept: the next one may complete a sign."""

ADDRESS = "127.0.0.1"
TERM = "xterm-256color"
PATIENCE = 60.0

Size = tuple[int, int]


class Step(NamedTuple):
    """A key, and the row in which the cursor is drawn when it has been there."""

    key: bytes
    row: int


Walk = tuple[Step, Step]
"""There and back again."""


class HungUp(Exception):
    """The host ended a session that had not shown a board yet."""


class Terminal(asyncssh.SSHClientSession[bytes]):
    """One session: it counts what it gets, and tells how long a key took to be seen."""

    def __init__(self) -> None:
        self.bytes = 0
        self.frames = 0
        self.seen = asyncio.Event()
        """A pointer has been drawn since the last key, in the row that is looked at."""
        self.seen_at = 0.0
        self.pointed: set[int] = set()
        """The rows in which one has been drawn since the last key."""
        self._looked_at = 0
        """0 stands for any row."""
        self._row = 1
        self.over = asyncio.Event()
        self._unread = b""
        self._channel: asyncssh.SSHClientChannel[bytes] | None = None

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        """The channel is open."""
        self._channel = chan

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        """A part of a frame, a whole one, or several."""
        self.bytes += len(data)
        content = self._unread + data
        read = max(0, len(content) - LONGEST)
        for found in NOTED.finditer(content):
            read = max(read, found.end())
            self._note(found)
        self._unread = content[read:]

    def _note(self, found: re.Match[bytes]) -> None:
        sign = found[0]
        if sign in ANSWERS:
            self.frames += sign == FRAME_END
            self.write(ANSWERS[sign])
        elif sign != POINTER:
            self._row = int(found[1] or 1)
        else:
            self.pointed.add(self._row)
            if not self.seen.is_set() and self._looked_at in (0, self._row):
                self.seen_at = perf_counter()
                self.seen.set()

    def connection_lost(self, exc: Exception | None) -> None:
        """The session has ended."""
        self.over.set()
        self.seen.set()  # nothing more is to come

    def write(self, content: bytes) -> None:
        """Sends bytes, if there is still somebody to get them."""
        if self._channel is not None and not self.over.is_set():
            self._channel.write(content)

    async def press(self, key: bytes, patience: float, row: int = 0) -> float | None:
        """Milliseconds until the cursor was drawn there, in any row for 0; None if it was not."""
        self.seen.clear()
        self.pointed.clear()
        self._looked_at = row
        began = perf_counter()
        self.write(key)
        try:
            await asyncio.wait_for(self.seen.wait(), patience)
        except TimeoutError:
            return None
        if self.over.is_set():
            return None
        return (self.seen_at - began) * 1000

    async def walk(self) -> Walk:
        """Two keys to and fro between the first players, at a table at rest.

        Nothing else on a board is sure to stay: a key at the end of a row of cards does nothing.
        """
        await self.to_corner()
        # Names stand side by side, in one row, or where there is less room below each other.
        aside = await self._rows(RIGHT), await self._rows(LEFT)
        there, back = (RIGHT, LEFT) if aside[0] == aside[1] and len(aside[0]) == 1 else (DOWN, UP)
        await self.to_corner()
        return (Step(there, min(await self._rows(there), default=0)),
                Step(back, min(await self._rows(back), default=0)))  # fmt: skip

    async def to_corner(self) -> None:
        """Moves the cursor to the first player."""
        self.write(CORNER)
        await asyncio.sleep(SETTLED)

    async def _rows(self, key: bytes) -> frozenset[int]:
        """The rows in which a pointer is drawn when nothing but this key happens."""
        self.pointed.clear()
        self.write(key)
        await asyncio.sleep(SETTLED)
        return frozenset(self.pointed)


class Walker:
    """Somebody who moves the cursor to and fro."""

    def __init__(self, terminal: Terminal, walk: Walk) -> None:
        self._terminal = terminal
        self._walk = walk
        self._at = 0

    async def goes(self, patience: float) -> float | None:
        """Milliseconds until the cursor was drawn where it is led now; None if it was not."""
        key, row = self._walk[self._at]
        took = await self._terminal.press(key, patience, row)
        self._at = 1 - self._at
        if took is None:
            # Another game has begun perhaps, with the cursor somewhere else.
            await self._terminal.to_corner()
            self._at = 0
        return took


@dataclass(frozen=True, slots=True, eq=False)
class Guest:
    """Somebody at the table: a connection with a terminal on it."""

    terminal: Terminal
    connection: asyncssh.SSHClientConnection
    first: float
    """Milliseconds from the first packet to a board on the screen."""

    async def go(self, *, politely: bool = True) -> None:
        """Hangs up, or is gone as when a cable is pulled."""
        if politely:
            self.connection.close()
        else:
            self.connection.abort()
        await asyncio.wait_for(self.connection.wait_closed(), PATIENCE)


async def arrive(port: int, name: str, size: Size) -> Guest:
    """Somebody new comes, with a key that nobody has seen. Raises TimeoutError or HungUp."""
    key = new_key()
    began = perf_counter()
    async with AsyncExitStack() as stack:
        connection = await connected(port, name, key)
        stack.callback(connection.abort)
        terminal = Terminal()
        await connection.create_session(
            lambda: terminal, term_type=TERM, term_size=size, encoding=None
        )
        await asyncio.wait_for(terminal.seen.wait(), PATIENCE)
        if terminal.over.is_set():
            raise HungUp(f"{name}: expected a board, and the host hung up; its log says why")
        stack.pop_all()
        return Guest(terminal, connection, (terminal.seen_at - began) * 1000)


def new_key() -> asyncssh.SSHKey:
    """A key as `ssh-keygen -t ed25519` makes it."""
    return asyncssh.generate_private_key("ssh-ed25519")


async def connected(port: int, name: str, key: asyncssh.SSHKey) -> asyncssh.SSHClientConnection:
    """A connection to the host; nothing of this machine's own ssh is read."""
    return await asyncssh.connect(
        ADDRESS,
        port,
        username=name,
        client_keys=[key],
        known_hosts=None,
        config=[],
        agent_path=None,
        connect_timeout=PATIENCE,
        login_timeout=PATIENCE,
    )
