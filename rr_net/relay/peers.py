"""The other relays of one name: a guest who came to the wrong one is led on, by one hop at most."""

from __future__ import annotations

import asyncio

import asyncssh

from rr_net.relay.names import TABLE_PORT, read_place
from rr_net.relay.rules import RelayLimits, RelayRefusal
from rr_net.relay.splice import PACKET, Splice
from rr_net.ssh.server import VERSION

PEER = "runes-relay"
"""The user name of a relay that comes to another one, by the key that all of one name have."""
ALIVE_EVERY, ALIVE_MISSED = 4.0, 2
LONGER = 2.0
DIALLED_WITHIN = 5.0
CANNOT_LEAD = "the table {} is at another relay that does not answer: try the same line in a minute"


class Peers:
    """The lines to the other relays, each opened when a guest needs it."""

    def __init__(self, key: asyncssh.SSHKey) -> None:
        self._key = key
        self._lines: dict[str, asyncio.Task[asyncssh.SSHClientConnection]] = {}

    def is_one(self, key: asyncssh.SSHKey) -> bool:
        """Whether that key is of a relay of this name."""
        return key.public_data == self._key.public_data

    def to(self, address: str, limits: RelayLimits) -> OtherRelay:
        """What takes a guest on at another relay."""
        return OtherRelay(self, address, limits)

    async def line(self, address: str) -> asyncssh.SSHClientConnection:
        """The line to another relay; all who want it at once wait for one. Raises OSError."""
        task = self._lines.get(address)
        if task is None or (task.done() and not _is_open(task)):
            task = self._lines[address] = asyncio.create_task(self._connect(address))
        # A guest who goes away takes nobody else's line with him.
        return await asyncio.shield(task)

    async def _connect(self, address: str) -> asyncssh.SSHClientConnection:
        place = read_place(address)
        if place is None:
            raise OSError("no such address")
        return await asyncssh.connect(
            place.host,
            place.port,
            username=PEER,
            client_keys=[self._key],
            known_hosts=([self._key.convert_to_public()], [], []),
            config=None,
            agent_path=None,
            preferred_auth="publickey",
            connect_timeout=DIALLED_WITHIN,
            login_timeout=DIALLED_WITHIN,
            keepalive_interval=ALIVE_EVERY,
            keepalive_count_max=ALIVE_MISSED,
            client_version=VERSION,
            compression_algs=["none"],
        )

    def close(self) -> None:
        """Hangs up everywhere."""
        for task in self._lines.values():
            if _is_open(task):
                task.result().abort()
            task.cancel()
        self._lines.clear()


def _is_open(task: asyncio.Task[asyncssh.SSHClientConnection]) -> bool:
    is_there = task.done() and not task.cancelled() and task.exception() is None
    return is_there and not task.result().is_closed()


class OtherRelay:
    """The relay that holds a table's name, for one guest."""

    def __init__(self, peers: Peers, address: str, limits: RelayLimits) -> None:
        self.splices: set[Splice] = set()
        self._peers = peers
        self._address = address
        self._limits = limits

    async def take(self, splice: Splice, name: str, originator: str) -> None:
        """Opens the far end of a splice at the other relay. Raises RelayRefusal."""
        limits = self._limits
        try:
            # The other relay waits as long for the host, and says so before this ends.
            async with asyncio.timeout(limits.opening_patience + LONGER):
                line = await self._peers.line(self._address)
                await line.create_connection(
                    lambda: splice.far, name, TABLE_PORT, originator, 0,
                    window=limits.window, max_pktsize=PACKET,
                )  # fmt: skip
        except asyncssh.ChannelOpenError as error:
            # The other relay's own words, which are ours too.
            raise RelayRefusal("elsewhere", error.reason) from None
        except (asyncssh.Error, OSError, TimeoutError):
            raise RelayRefusal("silent", CANNOT_LEAD.format(name)) from None
