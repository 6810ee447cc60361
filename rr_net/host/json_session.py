"""The words after the ssh line: `json` for scripts, and those that fetch a file."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable

from rr_net.clocks import Clock, TokenBucket
from rr_net.link import (
    Bye,
    FromPlayer,
    FromRoom,
    Host,
    Invitation,
    LinkError,
    Problem,
    TableLink,
    read_line,
    write_line,
)
from rr_net.link.refusals import Refused
from rr_net.link.wire import read_until
from rr_net.ssh import LineTooLong, PipeSession

LINES_A_SECOND = 20
LINES_AT_ONCE = 80
"""How fast a script's lines are taken. More wait in its own pipe: none is lost."""

ENOUGH_MISTAKES = 200
"""Bad lines in one session; whoever sends more is no script of ours."""


class Pace:
    """Takes lines no faster than a room takes messages: what comes sooner waits in its pipe."""

    def __init__(self, clock: Clock) -> None:
        self._bucket = TokenBucket(LINES_A_SECOND, LINES_AT_ONCE, clock)

    async def next(self) -> None:
        """Returns when the next line may be read."""
        await asyncio.sleep(self._bucket.spend(1))


class JsonSession:
    """One JSON object a line, both ways: the same messages that an interface gets."""

    def __init__(self, link: TableLink, lines: PipeSession, clock: Clock) -> None:
        self._link = link
        self._lines = lines
        self._pace = Pace(clock)
        self._mistakes = 0
        self._over = asyncio.Event()

    async def run(self) -> int:
        """Talks until either side ends; the end of the input is a dropped line."""
        self._link.attach(self._tell)
        try:
            await read_until(self._over, self._read())
            await self._lines.drain()
        finally:
            self._link.close()
        return 0 if self._mistakes < ENOUGH_MISTAKES else 1

    async def _read(self) -> None:
        while self._mistakes < ENOUGH_MISTAKES:
            await self._pace.next()
            try:
                line = await self._lines.read_line()
            except LineTooLong as error:
                self._refuse("line_too_long", str(error))
                continue
            if line is None:
                return
            if line.strip():
                self._take(line)
            await self._lines.drain()

    def _take(self, line: str) -> None:
        try:
            message = read_line(line.encode())
        except LinkError as error:
            self._refuse("bad_line", str(error))
        else:
            self._link.send(message)

    def _refuse(self, code: str, text: str) -> None:
        self._mistakes += 1
        self._tell(Problem(code=code, text=text))

    def _tell(self, message: FromRoom) -> None:
        self._lines.write_line(write_line(message).decode().removesuffix("\n"))
        if isinstance(message, Bye):
            self._over.set()


SettleInvites = Callable[[Host | None], Awaitable[tuple[Invitation, ...]]]
NO_INVITE = "expected a host message with the act invite or revoke"


class InvitesSession:
    """Invites by name for a program of the host: `host` messages in, all that counts out."""

    def __init__(self, settle: SettleInvites, lines: PipeSession) -> None:
        self._settle, self._lines = settle, lines

    async def run(self) -> int:
        """Answers each line, an empty one too; 1 after a line that was refused."""
        count = status = 0
        while (line := await self._next()) is not None or not count:
            count += 1
            status |= await self._answer(line)
            if line is None:
                break
        await self._lines.drain()
        return status

    async def _next(self) -> str | None:
        try:
            return await self._lines.read_line()
        except LineTooLong:
            return ""

    async def _answer(self, line: str | None) -> int:
        try:
            message = read_line(line.encode()) if line and line.strip() else None
            if message is not None and not _is_of_invites(message):
                raise Refused("bad_line", NO_INVITE)
            found = await self._settle(message if isinstance(message, Host) else None)
        except (LinkError, Refused) as error:
            self._lines.write_error(str(error))
            return 1
        told = {"invitations": [each.model_dump() for each in found]}
        self._lines.write_line(json.dumps(told, ensure_ascii=False))
        return 0


def _is_of_invites(message: FromPlayer) -> bool:
    return isinstance(message, Host) and message.act in {"invite", "revoke"}


async def send_file(content: bytes | None, missing: str, lines: PipeSession) -> int:
    """Sends a file byte for byte, or says in a sentence why there is none; the exit status."""
    if content is None:
        lines.write_error(missing)
        return 1
    await lines.write_bytes(content)
    return 0
