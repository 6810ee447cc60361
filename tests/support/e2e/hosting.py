"""A real host: the `runes host` command in a process of its own, on 127.0.0.1 and a free port.

    async with HostProcess(tmp_path / "data", "--seats", "2", "--open") as host:
        async with home.pipe("ann", host.port, "json") as script: ...
        host.kill()          # SIGKILL, as when the machine fails
        await host.stop()    # SIGTERM, in order

The level is solo unless the words name another one: most tests are not about the luck.
What it prints after its first line is in `lines`, its log in `log`.
"""

import asyncio
import contextlib
import json
import os
import signal

from tests.support.e2e.forked import killed, started
from tests.support.e2e.runes import RUNES
from tests.support.tasks import beside

PATIENCE = 20.0
COMMAND = (*RUNES, "host", "--headless")


class HostProcess:
    """The command, started and ended."""

    patience = PATIENCE
    """Seconds that it may take to start, to end, and to say something."""

    def __init__(self, data, *words, command=COMMAND, config="pace = 0\n"):
        self.data = data
        self._config = data.with_name(f"{data.name}-config")
        (self._config / "runes").mkdir(parents=True, exist_ok=True)
        (self._config / "runes" / "config.toml").write_text(config)
        self.lines = []
        self._printed = asyncio.Event()
        self.errors = b""
        level = () if "--fairness" in words else ("--fairness", "solo")
        # A table that relays lead to opens no port unless one is said.
        port = () if "--via" in words else ("--port", "0")
        self._command = (*command, *level, *port, "--data", str(data), *words)

    async def __aenter__(self):
        self._life = self._lives()
        await self._life.__aenter__()
        return self

    async def __aexit__(self, *failure):
        return await self._life.__aexit__(*failure)

    @contextlib.asynccontextmanager
    async def _lives(self):
        environment = os.environ | {"XDG_CONFIG_HOME": str(self._config)}
        self.process = await started(self._command, environment)
        try:
            async with beside(self.process.stderr.read()) as self._errors:
                await self._starts()
                async with beside(self._read()) as self._reading:
                    yield
                    self.kill()
                    await self.ended()
        finally:
            self.kill()
            await killed(self.process)

    async def _starts(self):
        async with asyncio.timeout(self.patience):
            first = await self.process.stdout.readline()
            if not first:
                self.errors = await self._errors
                raise AssertionError(f"the host did not start: {self.errors.decode()}")
        self.first = json.loads(first)
        self.port = self.first["port"]

    @property
    def pid(self):
        return self.process.pid

    @property
    def log(self):
        return (self.data / "host.log").read_text("utf-8")

    @property
    def bundle(self):
        """The file that the host writes at the end of a game."""
        return self.data / "bundle.json"

    def kill(self):
        """Ends it in the middle of whatever it does."""
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()

    async def stop(self, number=signal.SIGTERM):
        """Asks it to end; its exit code."""
        self.process.send_signal(number)
        return await self.ended()

    async def ended(self):
        """Waits until it has ended; its exit code."""
        async with asyncio.timeout(self.patience):
            code = await self.process.wait()
            await self._reading
            self.errors = await self._errors
        return code

    async def says(self, wanted):
        """Waits until it has printed a line that holds a text; that line."""
        async with asyncio.timeout(self.patience):
            while not (found := [line for line in self.lines if wanted in line]):
                self._printed.clear()
                await self._printed.wait()
        return found[0]

    async def _read(self):
        while line := await self.process.stdout.readline():
            self.lines.append(line.decode().rstrip("\n"))
            self._printed.set()
