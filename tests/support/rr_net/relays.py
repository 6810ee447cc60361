"""A relay in this process, hosts that come out to it, and guests who ask it for things.

async with relaying_tables() as relay:
    async with offered(relay, KEY, "maple") as table:     # a host: an echo behind `table.name`
        async with guest(relay) as line:                  # a bare connection, no key
            reader, writer = await line.open_connection(table.name, 22)
"""

import asyncio
import contextlib
import json
from dataclasses import dataclass, field, replace

import asyncssh

from rr_net.clocks import LoopClock
from rr_net.relay.book import SqliteBook
from rr_net.relay.hub import ADMIN, HOST, Relay
from rr_net.relay.names import certified_name
from rr_net.relay.peers import Peers
from rr_net.relay.rules import Originators, RelayLimits, Switchboard
from rr_net.relay.server import listen
from tests.support.fakeclock import passes
from tests.support.rr_net.leases import Sharing

RELAY_KEY = asyncssh.generate_private_key("ssh-ed25519")
TABLE_KEY = asyncssh.generate_private_key("ssh-ed25519")
NOW = 1_800_000_000
LOCAL = "127.0.0.1"
MANY = replace(
    RelayLimits(), arrivals=10_000, waiting_per_source=100, handshakes_a_second=10_000,
    handshakes_at_once=10_000, connections_per_source=10_000, openings=10_000,
    new_names_per_source=10_000,
)  # fmt: skip
"""Everybody comes from one address here."""
GREETING = b"SSH-2.0-echo\r\n"


@dataclass
class RelayHere:
    relay: Relay
    port: int
    notes: list = field(default_factory=list)
    drained: list = field(default_factory=list)
    sharing: object = None

    @property
    def board(self):
        return self.relay.board

    @property
    def refused(self):
        return dict(self.board.refused)

    def noted(self, event):
        return [about for name, about in self.notes if name == event]


@contextlib.asynccontextmanager
async def relaying_tables(limits=MANY, *, book=None, clock=None, port=0, address=LOCAL, store=None):
    """A relay on loopback; with the `store` of a directory, one of several."""
    notes, drained = [], []
    clock = clock or LoopClock()
    board = Switchboard(limits, book or SqliteBook(None), clock, lambda: NOW)
    originators = Originators(lambda: b"a key of the day", lambda: NOW)
    relay = Relay(
        board, originators, clock, lambda event, about: notes.append((event, about)),
        lambda: drained.append(True),
    )  # fmt: skip
    acceptor = await listen(relay, address, port, RELAY_KEY)
    running = RelayHere(relay, acceptor.get_port(), notes, drained)
    if store is not None:
        running.sharing = Sharing(
            store, store.clock, f"{LOCAL}:{running.port}", wanted=relay.wanted
        )
        relay.share(running.sharing.directory, Peers(RELAY_KEY))
    try:
        yield running
    finally:
        acceptor.close()
        await relay.close()
        await acceptor.wait_closed()


@contextlib.asynccontextmanager
async def line_to(relay, name="ann", key=None, **more):
    """A bare connection to the relay."""
    keys = {"client_keys": [key] if key is not None else None}
    async with asyncssh.connect(
        LOCAL, relay.port, username=name, known_hosts=None, config=None, agent_path=None,
        **(keys | more),
    ) as line:  # fmt: skip
        yield line


def guest(relay, name="ann"):
    return line_to(relay, name)


def host_line(relay, key=TABLE_KEY, **more):
    return line_to(relay, HOST, key, **more)


def admin(relay, key):
    return line_to(relay, ADMIN, key)


class Echo(asyncssh.SSHTCPSession):
    """What stands for a host's ssh server: says a greeting, and everything that it hears."""

    def __init__(self, table, origin):
        self.table, self.origin = table, origin
        self.heard = b""
        self.channel = None

    def connection_made(self, chan):
        self.channel = chan

    def session_started(self):
        self.table.sessions.append(self)
        self.channel.write(self.table.greeting)

    def data_received(self, data, datatype):
        self.heard += data
        if self.table.echoes:
            self.channel.write(data)

    def connection_lost(self, exc):
        if self in self.table.sessions:
            self.table.sessions.remove(self)


@dataclass
class Offered:
    name: str
    greeting: bytes = GREETING
    echoes: bool = True
    sessions: list = field(default_factory=list)
    origins: list = field(default_factory=list)
    line: object = None


@contextlib.asynccontextmanager
async def offered(relay, key=TABLE_KEY, word="maple", *, name=None, **more):
    """A host with a table at the relay that echoes what is said to it."""
    table = Offered(name or str(certified_name(word, key.public_data)), **more)

    def come(host, port):
        table.origins.append(host)
        return Echo(table, host)

    async with host_line(relay, key) as line:
        table.line = line
        listener = await line.create_server(come, table.name, 22)
        yield table
        listener.close()


async def greeted(line, name, said=b"SSH-2.0-me\r\n"):
    """A stream to a table that has greeted, and heard the greeting back."""
    reader, writer = await line.open_connection(name, 22)
    writer.write(said)
    await reader.readexactly(len(GREETING) + len(said))
    return reader, writer


async def until(is_so, seconds=10.0):
    """Waits until something has happened in this process."""
    async with asyncio.timeout(seconds):
        while not is_so():
            # To go round without a pause would take a whole core from the other tests.
            await passes(0.001)


def listing(**about):
    return json.dumps({"game": "rune", "seats": 4, "free": 2, "pace": "normal"} | about)
