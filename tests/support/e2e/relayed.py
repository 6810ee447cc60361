"""A relay in a process of its own, between machines that have no way to each other but it.

    async with networks() as net:                  # namespaces where permitted, else loopback
        async with RelayProcess(tmp_path, net) as relay:
            home = await Stock.make(tmp_path / "ann", net, relay)
            async with home.terminal("ann", table): ...     # stock ssh -J

The relay writes down what it carries, in `relay.carried`.
"""

import asyncio
import contextlib
import json
import os
import signal
import socket
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.support.e2e.forked import killed
from tests.support.e2e.sshclient import Pipe, SshHome, Terminal, run

PATIENCE = 20.0
LOOPBACK = "127.0.0.1"
HOLD = ("sleep", "1000")

TAP = """
import sys
from rr_net.relay.splice import Leg
taken, out = Leg.data_received, open(sys.argv.pop(1), "ab", buffering=0)
def tap(leg, data, kind):
    out.write(data)
    taken(leg, data, kind)
Leg.data_received = tap
from rr_net.cli import main
main()
"""


def free_port():
    """A port that nobody listens on now."""
    with socket.create_server((LOOPBACK, 0)) as probe:
        return probe.getsockname()[1]


@dataclass(frozen=True)
class Networks:
    """What stands before a command of each of three machines, and where the relay is for each."""

    relay: tuple = ()
    host: tuple = ()
    guest: tuple = ()
    for_host: str = LOOPBACK
    for_guest: str = LOOPBACK

    @property
    def are_apart(self):
        return bool(self.host)


@contextlib.asynccontextmanager
async def networks():
    """Three network namespaces, the relay's with a cable to each other one; else this machine."""
    async with contextlib.AsyncExitStack() as stack:
        relay = await _held(stack, ("unshare", "-rn"))
        inside = _within(relay)
        if not await _did((*inside, "ip", "link", "set", "lo", "up")):
            yield Networks()
            return
        found = [inside]
        for number in (1, 2):
            other = await _held(stack, (*inside, "unshare", "-n"))
            beyond = _within(other)
            await _did((*beyond, "ip", "link", "set", "lo", "up"))
            for words in (
                (*inside, "ip", "link", "add", f"r{number}", "type", "veth", "peer", "name",
                 f"m{number}", "netns", str(other)),
                (*inside, "ip", "addr", "add", f"10.77.{number}.1/24", "dev", f"r{number}"),
                (*inside, "ip", "link", "set", f"r{number}", "up"),
                (*beyond, "ip", "addr", "add", f"10.77.{number}.2/24", "dev", f"m{number}"),
                (*beyond, "ip", "link", "set", f"m{number}", "up"),
            ):  # fmt: skip
                assert await _did(words), words
            found.append(beyond)
        yield Networks(*found, "10.77.1.1", "10.77.2.1")


async def _held(stack, words):
    """A namespace that lasts for as long as the block; the process that holds it."""
    try:
        process = await asyncio.create_subprocess_exec(
            *words, *HOLD, stderr=asyncio.subprocess.DEVNULL
        )
    except FileNotFoundError:
        return 0
    stack.push_async_callback(_ended, process)
    async with asyncio.timeout(PATIENCE):
        while process.returncode is None and not _sleeps(process.pid):
            await asyncio.sleep(0.01)
    return process.pid


def _sleeps(pid):
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/comm").read_text().strip() == HOLD[0]
    return False


async def _ended(process):
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    await killed(process)


def _within(pid):
    return ("nsenter", "--preserve-credentials", "-t", str(pid), "-U", "-n")


async def _did(words):
    try:
        return (await run(words, dict(os.environ))).code == 0
    except FileNotFoundError:
        return False


class RelayProcess:
    """The command `runes relay`."""

    def __init__(self, folder, net, *words, port=0):
        self.folder, self.net, self.port = folder, net, port
        self._words = words

    async def __aenter__(self):
        self.folder.mkdir(exist_ok=True)
        every = "0.0.0.0" if self.net.are_apart else LOOPBACK
        with (self.folder / "log").open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *self.net.relay, sys.executable, "-c", TAP, str(self.folder / "carried"), "relay",
                "--listen", f"{every}:{self.port}", "--data", str(self.folder / "data"),
                *self._words, stdout=asyncio.subprocess.PIPE, stderr=log,
            )  # fmt: skip
        async with asyncio.timeout(PATIENCE):
            line = await self.process.stdout.readline()
        assert line, (self.folder / "log").read_text()
        self.first = json.loads(line)
        self.port = self.first["port"]
        return self

    async def __aexit__(self, *failure):
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await killed(self.process)

    @property
    def carried(self):
        """Every byte that went through."""
        return (self.folder / "carried").read_bytes()

    @property
    def log(self):
        return (self.folder / "log").read_text()

    @property
    def via(self):
        """Where a host finds it."""
        return f"{self.net.for_host}:{self.port}"

    @property
    def jump(self):
        """Where a guest finds it."""
        return f"{self.net.for_guest}:{self.port}"

    async def stop(self):
        """Asks it to end; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(PATIENCE):
            return await self.process.wait()


class Stock:
    """Somebody with an ssh of the machine and nothing else, who comes by way of a relay."""

    def __init__(self, home, net, relay):
        self.home, self.net, self.relay = home, net, relay

    @classmethod
    async def make(cls, folder, net, relay):
        home = await SshHome.make(folder)
        (folder / "config").write_text(
            f"Host *\n UserKnownHostsFile {home.known_hosts}\n GlobalKnownHostsFile /dev/null\n"
            f" StrictHostKeyChecking accept-new\n IdentityFile {home.key}\n IdentitiesOnly yes\n"
            " IdentityAgent none\n"
        )
        return cls(home, net, relay)

    def command(self, name, table, *words):
        config = str(self.home.folder / "config")
        jump = ("-J", self.relay.jump)
        return [*self.net.guest, "ssh", "-F", config, *jump, f"{name}@{table}", *words]

    def terminal(self, name, table, *words, size=(80, 24)):
        return Terminal(self.command(name, table, *words), self.home.environment(), size)

    def pipe(self, name, table, *words):
        return Pipe(self.command(name, table, *words), self.home.environment())

    async def run(self, name, table, *words):
        return await run(self.command(name, table, *words), self.home.environment())
