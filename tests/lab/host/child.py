"""The measured host as a process of its own.

This is the one file that starts a process. It is the bench's: no file of a host imports it, so a
host still has no way to start anything, whatever a stranger sends to it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Mapping
from typing import TypeVar

from tests.lab.host.hosted import Table

HOSTED = "tests.lab.host.hosted"
PATIENCE = 60.0

T = TypeVar("T")


class HostFailed(Exception):
    """The measured host did not start, or has ended."""


class MeasuredHost:
    """A host in another process: where it listens, and what it costs."""

    def __init__(self, process: Process) -> None:
        self.port = 0
        self._process = process
        self._answers: asyncio.Queue[Mapping[str, float]] = asyncio.Queue()
        self._listening: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._reading = asyncio.ensure_future(self._read())

    async def open(self) -> None:
        """Waits until it listens. Raises HostFailed."""
        self.port = await self._in_time(self._listening)

    async def ask(self, word: str) -> Mapping[str, float]:
        """The answer to one of `hosted`'s questions. Raises HostFailed."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{word}\n".encode())
        return await self._in_time(asyncio.ensure_future(self._answers.get()))

    async def close(self) -> int:
        """Asks it to end, and sees to it that it does; its exit code."""
        with contextlib.suppress(ProcessLookupError):
            self._process.terminate()
        try:
            return await asyncio.wait_for(self._process.wait(), PATIENCE)
        except TimeoutError:
            self._process.kill()
            return await self._process.wait()
        finally:
            await self._reading
            assert self._process.stdin is not None
            self._process.stdin.close()

    async def _in_time(self, answer: asyncio.Future[T]) -> T:
        waits = (answer, self._reading)
        await asyncio.wait(waits, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        if answer.done():
            return answer.result()
        answer.cancel()
        code = self._process.returncode
        raise HostFailed(f"the measured host: expected an answer, got none (exit code {code})")

    async def _read(self) -> None:
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            if not line.startswith(b"{"):
                continue
            said = json.loads(line)
            if "answer" in said:
                self._answers.put_nowait(said["answer"])
            elif not self._listening.done():
                self._listening.set_result(said["port"])


@contextlib.asynccontextmanager
async def measured_host(table: Table) -> AsyncIterator[MeasuredHost]:
    """A host that lives as long as the block. Raises HostFailed."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", HOSTED, table.written(), stdin=PIPE, stdout=PIPE
    )
    host = MeasuredHost(process)
    try:
        await host.open()
        yield host
    finally:
        await host.close()
