"""The other end: terminals that answer as real ones do, and note when they were drawn on."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from time import perf_counter

import asyncssh

POINTER = "▸".encode()
"""The sign at the cursor: a frame that holds it shows a board, or where a key has led."""

FRAME_END = b"\x1b[5n"
"""The host's question whether the terminal is ready: it follows each frame."""

# What a host asks of a terminal, and what those of today answer.
ANSWERS = {FRAME_END: b"\x1b[0n", b"\x1b[?2026$p": b"\x1b[?2026;2$y"}
NOTED = re.compile(b"|".join(re.escape(each) for each in (POINTER, *ANSWERS)))
LONGEST = 16
"""So many bytes of the last packet are kept: the next one may complete a sign."""

ADDRESS = "127.0.0.1"
TERM = "xterm-256color"
PATIENCE = 60.0

Size = tuple[int, int]


class Terminal(asyncssh.SSHClientSession[bytes]):
    """One session: it counts what it gets, and tells how long a key took to be seen."""

    def __init__(self) -> None:
        self.bytes = 0
        self.frames = 0
        self.seen = asyncio.Event()
        """The cursor has been drawn since the last key."""
        self.seen_at = 0.0
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
            if found[0] in ANSWERS:
                self.frames += found[0] == FRAME_END
                self.write(ANSWERS[found[0]])
            elif not self.seen.is_set():
                self.seen_at = perf_counter()
                self.seen.set()
        self._unread = content[read:]

    def connection_lost(self, exc: Exception | None) -> None:
        """The session has ended."""
        self.over.set()

    def write(self, content: bytes) -> None:
        """Sends bytes, if there is still somebody to get them."""
        if self._channel is not None and not self.over.is_set():
            self._channel.write(content)

    async def press(self, key: bytes, patience: float) -> float | None:
        """Milliseconds until the cursor was drawn somewhere else; None if it was not."""
        self.seen.clear()
        began = perf_counter()
        self.write(key)
        try:
            await asyncio.wait_for(self.seen.wait(), patience)
        except TimeoutError:
            return None
        return (self.seen_at - began) * 1000


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
    """Somebody new comes, with a key that nobody has seen. Raises TimeoutError."""
    key = new_key()
    began = perf_counter()
    connection = await connected(port, name, key)
    terminal = Terminal()
    await connection.create_session(lambda: terminal, term_type=TERM, term_size=size, encoding=None)
    await asyncio.wait_for(terminal.seen.wait(), PATIENCE)
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
