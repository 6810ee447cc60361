"""A program in the player's place speaks docs/json.md; the client signs and checks for it."""

from __future__ import annotations

import asyncio
import shlex
from asyncio.subprocess import Process
from collections.abc import Callable
from contextlib import suppress
from typing import cast

from rr_net.client.remote import RemoteTable
from rr_net.clocks import Clock
from rr_net.host.json_session import JsonSession
from rr_net.link import FromRoom, Receive, Welcome
from rr_net.link.wire import LINE_LIMIT
from rr_net.safetext import clean
from rr_net.ssh import LineTooLong, PipeSession

HUNG_UP = 5.0
"""Seconds for a program to end once it is over; then it is ended."""


ASKS_CODE = (
    'This table asks for an invite code. The program gives it by {{"type": "hello", "code": '
    '"CODE"}}, or the host lets it in: its key is {words}. Until then nothing happens.'
)
LET_IN = "The table has let the program in."
RENAMED = (
    "The table calls the program {name}: {wanted} is somebody else's name, or none of a player."
)


class CannotStart(Exception):
    """The program that was to play does not start."""


class ProgramLines:
    """What a program says on its standard output, and hears on its standard input."""

    def __init__(self, process: Process) -> None:
        assert process.stdin is not None, "it was started with pipes"
        assert process.stdout is not None, "it was started with pipes"
        self._in, self._out = process.stdin, process.stdout

    async def read_line(self) -> str | None:
        """Its next line, None at the end. Raises LineTooLong."""
        try:
            line = await self._out.readuntil(b"\n")
        except asyncio.IncompleteReadError as error:
            line = error.partial
        except asyncio.LimitOverrunError as error:
            await self._out.readexactly(error.consumed)
            raise LineTooLong(f"line dropped: expected at most {LINE_LIMIT} bytes") from None
        return line.decode("utf-8", "replace") if line else None

    def write_line(self, text: str) -> None:
        """Has it hear a line."""
        self._in.write(text.encode() + b"\n")

    async def drain(self) -> None:
        """Waits while it is behind."""
        with suppress(OSError):
            await self._in.drain()


class AtTheDoor:
    """Tells whoever started the program how it stands at the door, and what it is called."""

    def __init__(self, wanted: str, tell: Callable[[str], object]) -> None:
        self._wanted, self._tell = wanted, tell
        self._is_outside = False

    def heard(self, message: FromRoom) -> None:
        """Takes in what the room says."""
        if not isinstance(message, Welcome):
            return
        if not message.admitted and not self._is_outside:
            self._tell(ASKS_CODE.format(words=clean(message.words, 40)))
        if message.admitted and self._is_outside:
            self._tell(LET_IN)
        self._is_outside = not message.admitted
        if self._wanted and message.name != self._wanted:
            self._tell(RENAMED.format(name=clean(message.name, 32), wanted=clean(self._wanted, 32)))
            self._wanted = message.name


class OverheardTable:
    """A table at whose door somebody listens beside the program."""

    def __init__(self, table: RemoteTable, door: AtTheDoor) -> None:
        self._table, self._door = table, door
        self.send, self.close = table.send, table.close
        self.replay, self.past = table.replay, table.past

    def attach(self, receive: Receive) -> None:
        """Have every message of the room handed to `receive`, the welcome first."""

        def overheard(message: FromRoom) -> None:
            self._door.heard(message)
            receive(message)

        self._table.attach(overheard)


async def play_by(
    command: str, table: RemoteTable, clock: Clock, tell: Callable[[str], object], name: str = ""
) -> int:
    """Has a program play; 0 if the talk ended in order and nothing was found wrong.

    What the client finds is told in sentences, and whether it waits at the door or is called
    something else than `name`. Raises CannotStart.
    """
    told = 0

    def found() -> None:
        nonlocal told
        for words in table.state.findings[told:]:
            tell(f"{words}.")
        told = len(table.state.findings)

    table.watch(found)
    process = await _started(command)
    try:
        # A program that plays from here has the same rules for its lines as one behind ssh.
        lines = cast("PipeSession", ProgramLines(process))
        at_door = OverheardTable(table, AtTheDoor(name, tell))
        status = await JsonSession(at_door, lines, clock).run()
    finally:
        await _ended(process)
    if table.state.at_end:
        tell(table.state.at_end)
    return status or int(bool(table.state.findings) or table.state.came_to == "wrong")


async def _started(command: str) -> Process:
    try:
        words = shlex.split(command)
        return await asyncio.create_subprocess_exec(
            *words, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LINE_LIMIT
        )
    except (OSError, ValueError, TypeError) as error:
        problem = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise CannotStart(f"{command[:60]} does not start: {problem}") from None


async def _ended(process: Process) -> None:
    """Lets the program come to its end by itself, for a while."""
    if process.stdin is not None:
        process.stdin.close()
    try:
        async with asyncio.timeout(HUNG_UP):
            await process.wait()
    except TimeoutError:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
