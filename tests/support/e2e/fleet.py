"""Several relays of one name as real processes, their database, and one door before them.

    async with Fleet(folder, database.url) as fleet:
        HostProcess(data, "--via", fleet.via, ...)          # a host that names each of them
        Stock.make(home, Networks(), fleet)                 # a guest who knows the one name
        fleet.relays[1].process.kill(); await fleet.again(1)

Everybody comes from one address here, so the bounds of a source are wider than usual.
"""

import asyncio
import contextlib
import time
from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import islice, pairwise, takewhile

import asyncssh

from rr_net.relay.hub import ADMIN
from rr_net.ssh import fingerprint_of
from tests.support.e2e.relayed import LOOPBACK, Networks, RelayProcess, free_port
from tests.support.tasks import beside

COUNT = 3
GREETED_WITHIN = 0.7
"""Seconds in which a relay says who it is, or the door goes to the next one."""
LOOKED_EVERY = 0.15
PIECE = 65_536
WIDE = """
[limits]
arrivals = 100000
waiting_per_source = 128
handshakes_a_second = 10000
handshakes_at_once = 10000
connections_per_source = 1000
openings = 100000
new_names_per_source = 1000
"""
ELSEWHERE = "(another relay holds it)"


class Door:
    """What has the one name: it leads to whichever relay answers, each in turn."""

    def __init__(self, ports):
        self._ports = ports
        self._next = 0

    async def __aenter__(self):
        self._server = await asyncio.start_server(self._come, LOOPBACK, 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *failure):
        self._server.close()

    async def _come(self, reader, writer):
        try:
            far_reader, far_writer, greeting = await self._answering()
            writer.write(greeting)
            async with beside(_one_way(reader, far_writer)):
                await _one_way(far_reader, writer)
        except OSError:
            writer.transport.abort()

    async def _answering(self):
        """The streams of a relay that has greeted. Raises OSError where none does."""
        for _ in self._ports:
            self._next = (self._next + 1) % len(self._ports)
            with contextlib.suppress(OSError, TimeoutError):
                async with asyncio.timeout(GREETED_WITHIN):
                    reader, writer = await asyncio.open_connection(
                        LOOPBACK, self._ports[self._next]
                    )
                    if greeting := await reader.read(PIECE):
                        return reader, writer, greeting
        raise OSError("no relay answers")


async def _one_way(reader, writer):
    with contextlib.suppress(OSError):
        while content := await reader.read(PIECE):
            writer.write(content)
            await writer.drain()
    writer.transport.abort()


@dataclass(frozen=True)
class Look:
    """Which names one relay held when it was asked."""

    relay: int
    asked: float
    answered: float
    held: frozenset
    guests: dict = field(default_factory=dict)
    """How many are at each table there, of names that moved on too."""


@dataclass
class Looks:
    """Everything that relays have said of the names that they hold."""

    every: list = field(default_factory=list)

    def fullest(self, names):
        """The relay that said last that it has the most guests at some tables."""
        last = {look.relay: look.guests for look in self.every}
        return max(last, key=lambda relay: sum(last[relay].get(name, 0) for name in names))

    def both(self):
        """Pairs of looks by which two relays held one name at once.

        One held it before and after the other one did, and never let it go in between.
        """
        found = []
        every = sorted(self.every, key=lambda look: look.asked)
        for relay in {look.relay for look in every}:
            own = [look for look in every if look.relay == relay]
            others = [look for look in every if look.relay != relay]
            for before, after in pairwise(own):
                first = bisect_right(others, before.answered, key=lambda look: look.asked)
                found += [(before, other)
                          for other in _until(islice(others, first, None), after.asked)
                          if other.answered < after.asked
                          and before.held & after.held & other.held]  # fmt: skip
        return found


class Fleet:
    """The relays of one name."""

    def __init__(self, folder, directory, count=COUNT):
        self.folder = folder
        self._directory = directory
        self._ports = [free_port() for _ in range(count)]
        self._keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(2)]
        self.relays = []
        self.looks = Looks()

    async def __aenter__(self):
        self._life = self._lives()
        await self._life.__aenter__()
        return self

    async def __aexit__(self, *failure):
        return await self._life.__aexit__(*failure)

    @contextlib.asynccontextmanager
    async def _lives(self):
        self.relays = [self._relay(at) for at in range(len(self._ports))]
        try:
            await asyncio.gather(*(each.__aenter__() for each in self.relays))
            async with Door(self._ports) as self.door, contextlib.AsyncExitStack() as stack:
                for at in range(len(self._ports)):
                    await stack.enter_async_context(_ended_with_it(self._look(at)))
                yield
        finally:
            for each in self.relays:
                if hasattr(each, "process"):
                    await each.__aexit__()

    def _relay(self, at):
        folder, port = self.folder / f"relay{at}", self._ports[at]
        (folder / "data").mkdir(parents=True, exist_ok=True)
        key, admin = self._keys
        key.write_private_key(folder / "data" / "relay_key")
        (folder / "data" / "relay_key").chmod(0o600)
        (folder / "data" / "relay.toml").write_text(f'admins = ["{fingerprint_of(admin)}"]\n{WIDE}')
        place = f"{LOOPBACK}:{port}"
        return RelayProcess(
            folder, Networks(), "--directory", self._directory, "--reached-at", place, port=port
        )

    async def again(self, at):
        """Starts a relay again that was killed."""
        await self.relays[at].__aexit__()
        self.relays[at] = self._relay(at)
        await self.relays[at].__aenter__()

    @property
    def via(self):
        """Where a host finds them."""
        return ",".join(each.via for each in self.relays)

    @property
    def jump(self):
        """Where a guest finds them: by the one name."""
        return f"{LOOPBACK}:{self.door.port}"

    async def _look(self, at):
        """Asks one relay again and again which names it holds."""
        while True:
            with contextlib.suppress(asyncssh.Error, OSError):
                async with asyncssh.connect(
                    LOOPBACK, self._ports[at], username=ADMIN, client_keys=[self._keys[1]],
                    known_hosts=None, config=None, agent_path=None,
                ) as line:  # fmt: skip
                    while True:
                        asked = time.monotonic()
                        said = (await line.run("list", check=True)).stdout
                        self.looks.every.append(Look(at, asked, time.monotonic(), *_held(said)))
                        await asyncio.sleep(LOOKED_EVERY)
            self.looks.every.append(Look(at, time.monotonic(), time.monotonic(), frozenset()))
            await asyncio.sleep(LOOKED_EVERY)


def _until(looks, moment):
    return takewhile(lambda look: look.asked < moment, looks)


def _held(said):
    *tables, _ = said.splitlines()
    held = frozenset(line.split()[0] for line in tables if not line.endswith(ELSEWHERE))
    return held, {line.split()[0]: int(line.split()[2]) for line in tables}


@contextlib.asynccontextmanager
async def _ended_with_it(coroutine):
    """Runs something without an end for as long as the block."""
    async with beside(coroutine) as task:
        yield
        task.cancel()
