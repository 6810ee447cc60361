"""The host of the measured table, as a script: it pauses the game, and counts what happens."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator

import asyncssh

from rr_net.link import Host, Start
from tests.lab.host.terminals import PATIENCE, connected


class Conductor:
    """Talks JSON to the table with the host's key."""

    def __init__(self, process: asyncssh.SSHClientProcess[str]) -> None:
        self.events = 0
        """Public events so far: the lines of the log."""
        self.games = 0
        """Games that were dealt."""
        self.is_paused = False
        self._phase = ""
        self._process = process
        self._changed = asyncio.Event()

    async def listen(self) -> None:
        """Takes in what the table says; deals again when a game is over."""
        async for line in self._process.stdout:
            said = json.loads(line)
            match said["type"]:
                case "events":
                    self.events += len(said["lines"])
                case "lobby":
                    self._phase_is(said["phase"])
                    self.is_paused = said["paused"]
            self._changed.set()

    def _phase_is(self, phase: str) -> None:
        if phase == "over" and self._phase != "over":
            self._say(Start())
        self.games += phase == "playing" != self._phase
        self._phase = phase

    async def pause(self) -> None:
        """Stops the clocks, and with them the bots."""
        self._say(Host(act="pause"))
        await self._until(paused=True)

    async def resume(self) -> None:
        """Lets the game go on."""
        self._say(Host(act="resume"))
        await self._until(paused=False)

    async def game(self) -> None:
        """Waits until a game is being played."""
        async with asyncio.timeout(PATIENCE):
            while self._phase != "playing":
                await self._change()

    async def _until(self, *, paused: bool) -> None:
        async with asyncio.timeout(PATIENCE):
            while self.is_paused != paused:
                await self._change()

    async def _change(self) -> None:
        self._changed.clear()
        await self._changed.wait()

    def _say(self, message: Host | Start) -> None:
        self._process.stdin.write(message.model_dump_json() + "\n")


@contextlib.asynccontextmanager
async def conductor(port: int, key: asyncssh.SSHKey) -> AsyncIterator[Conductor]:
    """A conductor for as long as the block lasts."""
    async with await connected(port, "conductor", key) as connection:
        # asyncssh reads lines of any length from a process.
        process = await connection.create_process("json", encoding="utf-8")
        found = Conductor(process)
        listening = asyncio.ensure_future(found.listen())
        try:
            await found.game()
            yield found
        finally:
            listening.cancel()
            process.close()
