"""A relay: its rules, its connections, where guests are led, and what ends them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple, Protocol

import asyncssh

from rr_net.clocks import Clock, Timer
from rr_net.relay.directory import Directory, NoOthers, Note
from rr_net.relay.peers import Peers
from rr_net.relay.rules import (
    BANNED,
    Listing,
    Originators,
    RelayLimits,
    RelayRefusal,
    Switchboard,
    listed_line,
)
from rr_net.relay.splice import Splice
from rr_net.relay.verbs import Operator
from rr_net.ssh.gate import Gate, Source
from rr_net.ssh.keys import Fingerprint
from rr_net.ssh.limits import Limits

HOST, ADMIN = "runes-host", "runes-admin"
SWEPT_EVERY = 15.0
CLOSING_PATIENCE = 5.0
DRAIN = "runes-relay is closing: go on elsewhere"
"""What a host reads, in a message that no person sees, when a relay drains."""

HOW_TO_SIT = "To sit down at one of them: ssh -J THIS-RELAY YOURNAME@TABLE"
UNUSED = "nothing was asked for"


class Taker(Protocol):
    """What stands at the far end of splices: a host's line here, or another relay."""

    splices: set[Splice]

    async def take(self, splice: Splice, name: str, originator: str) -> None:
        """Opens the far end of a splice. Raises RelayRefusal."""


class RelayConnection(Taker, Protocol):
    """One connection to a relay."""

    role: str
    key: asyncssh.SSHKey | None
    quiet_since: float

    @property
    def source(self) -> Source:
        """The unit that it is counted under."""

    @property
    def fingerprint(self) -> Fingerprint:
        """The proved key's fingerprint, or ""."""

    def tell(self, words: str) -> None:
        """Says something to a program at the other end."""

    async def check(self) -> None:
        """Ends the connection unless somebody is at the other end."""

    def close(self, words: str = "") -> None:
        """Ends the connection."""

    async def wait_closed(self) -> None:
        """Ends the connection, and returns when it is gone."""


class Way(NamedTuple):
    """Where a guest is led."""

    name: str
    taker: Taker
    leave: Callable[[], object]
    """Says that the guest is gone."""


class Relay:
    """A relay: its rules, its connections, and what ends them."""

    def __init__(
        self,
        board: Switchboard[RelayConnection],
        originators: Originators,
        clock: Clock,
        note: Note,
        drain: Callable[[], object],
    ) -> None:
        self.board = board
        self.clock = clock
        self.lines: set[RelayConnection] = set()
        self.is_empty = asyncio.Event()
        """Set whenever the last connection goes."""
        self.directory: Directory = NoOthers()
        self.peers: Peers | None = None
        """The other relays of this name, where there are some."""
        self.admins: frozenset[str] = frozenset()
        """The fingerprints of operators' keys."""
        self.notice = ""
        """What everybody reads before coming in."""
        self.gate = Gate(board.limits.of_lines(), clock)
        self.operator = Operator(board, self.dismiss, drain, originators.today, self.holds)
        self._originators = originators
        self._note = note
        self._sweep: Timer = clock.call_later(SWEPT_EVERY, self._swept)
        self._checks: set[asyncio.Task[None]] = set()

    def share(self, directory: Directory, peers: Peers) -> None:
        """Has other relays of the same name beside it from now on."""
        self.directory, self.peers = directory, peers

    @property
    def host_limits(self) -> Limits:
        """The bounds of a host's line, which carries all its guests."""
        limits = self.board.limits
        return replace(self.gate.limits, input_rate=limits.host_rate, input_burst=limits.host_burst)

    def change_limits(self, limits: RelayLimits) -> None:
        """Has other bounds from now on; who is there already stays."""
        self.board.change_limits(limits)
        self.gate.limits = limits.of_lines()

    def gone(self, line: RelayConnection) -> None:
        """A connection is gone."""
        self.lines.discard(line)
        if not self.lines:
            self.is_empty.set()

    def originator(self, source: Source) -> str:
        """The address that a host is told in the place of a guest's."""
        return self._originators.of(source)

    def count(self, direction: str, size: int) -> None:
        """So many bytes went through."""
        self.board.carried[direction] += size

    def note(self, event: str, line: RelayConnection, **more: object) -> None:
        """Something has happened that an operator may want to read about."""
        about: dict[str, object] = {"key": line.fingerprint} if line.key is not None else {}
        self._note(event, about | {"source": line.source} | more)

    def list_lines(self) -> list[str]:
        """The public tables of this relay and of the others, for everybody."""
        listed = dict(self.directory.elsewhere) | dict(self.board.listed())
        if not listed:
            return ["No table is listed here now."]
        return [*(listed_line(name, each) for name, each in sorted(listed.items())), HOW_TO_SIT]

    # --- names that several relays may hold ---------------------------------------------------

    async def way(self, text: str, port: int, originator: str, *, has_hopped: bool) -> Way:
        """Where a guest is led who asks for a table. Raises RelayRefusal."""
        name = str(self.board.name(text, port))
        found = await self.directory.find(name)
        if found.address and self.peers is not None and not has_hopped:
            self.board.pass_on()
            return Way(name, self.peers.to(found.address, self.board.limits), lambda: None)
        table = self.board.enter(name, port, found, originator)
        return Way(str(table.name), table.line, lambda: self.board.leave(table, originator))

    async def offer(
        self, line: RelayConnection, key: bytes, text: str, port: int
    ) -> RelayConnection | None:
        """A host offers a table here; the line that gives way. Raises RelayRefusal."""
        # All bounds come first: what the directory is asked to take is somebody's for a month.
        name = str(self.board.admit(text, port, key, line.source))
        await self.directory.take(name, key)
        try:
            return self.board.put(name, key, line)
        except RelayRefusal:
            self.directory.leave(name)
            raise

    def holds(self, name: str) -> bool:
        """Whether a name that is offered here is held here too, and not by another relay."""
        return self.directory.holds(name)

    def withdraw(self, line: RelayConnection, name: str | None = None) -> None:
        """A line offers a name no more, or none at all."""
        for each in map(str, self.board.withdraw(line, name)):
            self.directory.leave(each)
            self.note("table_down", line, table=each)

    def give_way(self, line: RelayConnection) -> None:
        """A host has come again by another line: this one is dead, or soon will be."""
        if not any(table.line is line for table in self.board.tables):
            line.close()

    def describe(self, line: RelayConnection, listing: Listing | None) -> None:
        """The tables of a line are listed for everybody, or for nobody."""
        for name in self.board.describe(line, listing):
            self.directory.describe(str(name), listing)

    def wanted(self, name: str) -> None:
        """A table's host has come to another relay: its line here may be dead."""
        table = self.board.table(name)
        if table is None or self.board.is_draining:
            self.directory.leave(name)
            return
        check = asyncio.ensure_future(table.line.check())
        self._checks.add(check)
        check.add_done_callback(self._checks.discard)

    def dismiss(self, name: str) -> None:
        """Ends the lines of the hosts that offer a name or have a key."""
        for line in tuple(self.lines):
            names = {str(table.name) for table in self.board.tables if table.line is line}
            if line.role == HOST and (name in names or name == line.fingerprint):
                line.close(BANNED)

    def _swept(self) -> None:
        """Ends what nothing has gone through for long."""
        now, limits = self.clock.time(), self.board.limits
        hosts = {table.line for table in self.board.tables}
        for line in tuple(self.lines):
            for splice in tuple(line.splices):
                if now - splice.touched > limits.idle_seconds:
                    splice.cut("nothing went through it")
            is_unused = line.role and not line.splices and line not in hosts
            if is_unused and now - line.quiet_since > limits.without_channel_seconds:
                line.close(UNUSED)
        self._sweep = self.clock.call_later(SWEPT_EVERY, self._swept)

    def drain(self) -> None:
        """Takes nobody any more, and has hosts go elsewhere."""
        self.board.is_draining = True
        for line in self.lines:
            if line.role == HOST:
                line.tell(DRAIN)

    async def close(self) -> None:
        """Ends every connection."""
        self._sweep.cancel()
        if self.peers is not None:
            self.peers.close()
        ending = [asyncio.ensure_future(line.wait_closed()) for line in tuple(self.lines)]
        if ending:
            _, late = await asyncio.wait(ending, timeout=CLOSING_PATIENCE)
            for each in late:
                each.cancel()
