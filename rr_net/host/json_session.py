"""The words after the ssh line: `json` for scripts, and those that fetch a file."""

from __future__ import annotations

import asyncio

from rr_net.clocks import Clock, TokenBucket
from rr_net.link import Bye, FromRoom, LinkError, Problem, TableLink, read_line, write_line
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


async def send_file(content: bytes | None, missing: str, lines: PipeSession) -> int:
    """Sends a file byte for byte, or says in a sentence why there is none; the exit status."""
    if content is None:
        lines.write_error(missing)
        return 1
    await lines.write_bytes(content)
    return 0
