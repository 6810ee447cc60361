"""The relay's SSH server: who comes as what, and that nobody gets anything but a table."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Callable
from dataclasses import replace
from typing import cast

import asyncssh

from rr_net.clocks import Clock, Timer, TokenBucket
from rr_net.relay.rules import (
    BANNED,
    CLOSING,
    UNPROVED,
    OpenTable,
    Originators,
    RelayLimits,
    RelayRefusal,
    Switchboard,
    read_listing,
)
from rr_net.relay.splice import PACKET, Splice
from rr_net.relay.verbs import Operator, Verb, VerbSession
from rr_net.ssh.connection import Tries
from rr_net.ssh.flow import TcpFlow
from rr_net.ssh.gate import Arrival, Gate, Source, source_of
from rr_net.ssh.keys import Fingerprint, fingerprint_of, is_strong
from rr_net.ssh.limits import CannotListen, Limits
from rr_net.ssh.server import SETTINGS, guard_asyncssh_log

log = logging.getLogger(__name__)

HOST, ADMIN = "runes-host", "runes-admin"
"""The user names that have to prove a key. Everybody else is a guest, and needs none."""
SILENT_HOST = 8
"""So many openings that a host does not answer, one after another, end its line."""
SWEPT_EVERY = 15.0
CLOSING_PATIENCE = 5.0
DRAIN = "runes-relay is closing: go on elsewhere"
"""What a host reads, in a message that no person sees, when a relay drains."""

NOBODY = Fingerprint("")
DOES_NOT_ANSWER = "the table {} does not answer: try the same line in a minute"
UNUSED = "nothing was asked for"
TOO_OFTEN = "a name is asked for too often"
TOO_MANY_CHANNELS = "too many channels at once on one connection"


class RelayLine(asyncssh.SSHServer):
    """One connection to the relay, of a host, of a guest or of an operator."""

    def __init__(self, relay: Relay) -> None:
        self.relay = relay
        self.role = ""
        """HOST, ADMIN or "guest" once somebody is in."""
        self.key: asyncssh.SSHKey | None = None
        """The key of a completed authentication."""
        self.splices: set[Splice] = set()
        """What a guest has opened; a host's are those of its guests."""
        self.quiet_since = relay.clock.time()
        """When a guest's connection last had a channel."""
        self._link: asyncssh.SSHServerConnection | None = None
        self._flow: TcpFlow | None = None
        self._arrival: Arrival | None = None
        self._offered: asyncssh.SSHKey | None = None
        self._greeted = False
        limits = relay.board.limits
        self._tries = Tries(limits.key_tries, limits.auth_requests)
        self._openings = TokenBucket(
            limits.openings / limits.opening_seconds, limits.openings, relay.clock
        )
        self._silent = 0
        self._verbs = 0

    # --- before anybody is in --------------------------------------------------------------

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """A TCP connection: dropped at once if there are too many."""
        peer = conn.get_extra_info("peername")
        source = source_of(str(peer[0]) if peer else "")
        arrival = self.relay.gate.arrive(source)
        if arrival is not None and not self.relay.board.may_greet():
            self.relay.gate.gone(arrival, has_proved=False)
            arrival = None
        if arrival is None:
            self.relay.board.refused["arrivals"] += 1
            conn.abort()
            return
        self._link, self._arrival = conn, arrival
        self._flow = TcpFlow(conn, self.relay.gate.limits, self.relay.clock)
        self.relay.lines.add(self)

    def begin_auth(self, username: str) -> bool:
        """Whether a key must be proved: by hosts and operators, who say so by their user name."""
        self._tries.count_request()
        self._offered = None
        if not self._greeted and self._link is not None:
            self._greeted = True
            if self.relay.notice:
                self._link.send_auth_banner(self.relay.notice)
        return username in (HOST, ADMIN)

    def public_key_auth_supported(self) -> bool:
        """The only way in for those who must prove one."""
        self._tries.count_request()
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Whether a key would do. It counts only when it has signed: see `auth_completed`."""
        self._offered = None
        self._tries.count_key(fingerprint_of(key))
        if self.relay.board.book.is_banned(fingerprint_of(key)):
            return False
        if username == ADMIN:
            may_come = fingerprint_of(key) in self.relay.admins
        else:
            may_come = username == HOST and key.get_algorithm() == "ssh-ed25519"
        if may_come and is_strong(key):
            self._offered = key
        return self._offered is not None

    def auth_completed(self) -> None:
        """Somebody is in. What was offered last is proved, for those who had to prove it."""
        assert self._link is not None
        assert self._arrival is not None
        name = str(self._link.get_extra_info("username") or "")
        self.role = name if name in (HOST, ADMIN) else "guest"
        self.key = self._offered if self.role != "guest" else None
        assert self.role == "guest" or self.key is not None
        self.relay.gate.enter(self._arrival)
        self.quiet_since = self.relay.clock.time()
        if self.role == HOST and self._flow is not None:
            self._flow.allow(self.relay.host_limits)
        self.relay.note(f"{self.role.removeprefix('runes-')}_in", self)

    @property
    def source(self) -> Source:
        """The unit that this connection is counted under, "" once it is gone."""
        return self._arrival.source if self._arrival is not None else Source("")

    @property
    def fingerprint(self) -> Fingerprint:
        """The proved key's fingerprint, or ""."""
        return fingerprint_of(self.key) if self.key is not None else NOBODY

    # --- a host -----------------------------------------------------------------------------

    def server_requested(self, listen_host: str, listen_port: int) -> asyncssh.SSHListener | bool:
        """A host offers its table; no port is opened for it."""
        board = self.relay.board
        try:
            if self.role != HOST or self.key is None or self._arrival is None:
                board.refused["unproved"] += 1
                raise RelayRefusal("unproved", UNPROVED)
            if not self._openings.take():
                raise RelayRefusal("pace", TOO_OFTEN)
            before = board.offer(
                listen_host, listen_port, self.key.public_data, self, self._arrival.source
            )
        except RelayRefusal as refusal:
            self.relay.note("table_refused", self, why=refusal.kind)
            self.tell(str(refusal))
            return False
        if before is not None:
            before.give_way()
        self.relay.note("table_up", self, table=listen_host)
        return TableListener(lambda: self._withdrawn(listen_host), listen_port)

    def _withdrawn(self, name: str) -> None:
        if self.relay.board.withdraw(self, name):
            self.relay.note("table_down", self, table=name)

    def give_way(self) -> None:
        """The host has come again by another line: this one is dead, or soon will be."""
        if not any(table.line is self for table in self.relay.board.tables):
            self.close()

    def tell(self, words: str) -> None:
        """Says something to a program at the other end, which no person is shown unasked."""
        if self._link is not None:
            self._link.send_debug(words)

    # --- a guest ----------------------------------------------------------------------------

    def connection_requested(
        self, dest_host: str, dest_port: int, orig_host: str, orig_port: int
    ) -> asyncssh.SSHTCPSession[bytes]:
        """A guest asks for a table by its name; what else is asked for is refused in words."""
        board = self.relay.board
        if self._link is None or self.role != "guest":
            raise _refused(RelayRefusal("role", "tables are opened by guests alone"))
        if len(self.splices) >= board.limits.channels or not self._openings.take():
            board.refused["channels"] += 1
            raise _refused(RelayRefusal("channels", TOO_MANY_CHANNELS))
        try:
            table = board.enter(dest_host, dest_port)
        except RelayRefusal as refusal:
            self.relay.note("guest_refused", self, why=refusal.kind)
            raise _refused(refusal) from None
        channel = self._link.create_tcp_channel(window=board.limits.window, max_pktsize=PACKET)
        # asyncssh takes a channel of our own with what is awaited for it; its types know less.
        opening = (channel, self._opened(table, self._splice(table)))
        return cast("asyncssh.SSHTCPSession[bytes]", opening)

    def _splice(self, table: OpenTable[RelayLine]) -> Splice:
        """A splice that ends with either connection, whatever becomes of its channels."""
        relay, host = self.relay, table.line

        def over(splice: Splice) -> None:
            self.splices.discard(splice)
            host.splices.discard(splice)
            self.quiet_since = relay.clock.time()
            relay.board.leave(table)
            relay.note("guest_out", self, table=str(table.name), bytes=splice.bytes)

        splice = Splice(relay.board.limits, relay.clock, relay.count, over)
        self.splices.add(splice)
        host.splices.add(splice)
        return splice

    async def _opened(
        self, table: OpenTable[RelayLine], splice: Splice
    ) -> asyncssh.SSHTCPSession[bytes]:
        """The guest's end of a splice, once the host has taken the other one."""
        originator = self.relay.originator(self.source)
        try:
            await table.line.take(splice, str(table.name), originator)
            if self._link is None:
                raise RelayRefusal("gone", "")
        except RelayRefusal as refusal:
            splice.cut(refusal.kind)
            raise _refused(refusal) from None
        except BaseException:
            splice.end()
            raise
        self.relay.note("guest_at_table", self, table=str(table.name))
        return splice.near

    async def take(self, splice: Splice, name: str, originator: str) -> None:
        """Opens the host's end of a splice. Raises RelayRefusal."""
        limits = self.relay.board.limits
        try:
            if self._link is None:
                raise OSError
            async with asyncio.timeout(limits.opening_patience):
                await self._link.create_connection(
                    lambda: splice.far, name, 22, originator, 0,
                    window=limits.window, max_pktsize=PACKET,
                )  # fmt: skip
            self._silent = 0
        except (asyncssh.Error, OSError, TimeoutError) as error:
            if isinstance(error, TimeoutError):
                self._silent += 1
                if self._silent >= SILENT_HOST:
                    self.close()
            self.relay.board.refused["silent"] += 1
            raise RelayRefusal("silent", DOES_NOT_ANSWER.format(name)) from None

    # --- words ------------------------------------------------------------------------------

    def session_requested(self) -> asyncssh.SSHServerSession[bytes] | bool:
        """No shell: a session can only say one of a few words, without a terminal."""
        if self._verbs >= 2 or not self._openings.take():
            return False
        self._verbs += 1
        return VerbSession(self._verb, self._said)

    def _said(self) -> None:
        self._verbs -= 1
        self.quiet_since = self.relay.clock.time()

    def _verb(self, command: str) -> Verb | None:
        """What a command is here: `list` for everybody, more for hosts and operators."""
        word, _, rest = command.strip().partition(" ")
        match self.role, word:
            case _, "list" if not rest and self.role != ADMIN:
                return lambda: (self.relay.list_lines(), 0)
            case "runes-host", "publish":
                return lambda: self._published(rest)
            case "runes-admin", _:
                return self.relay.operator.verb(word, rest)
        self.relay.board.refused["command"] += 1
        return None

    def _published(self, text: str) -> tuple[list[str], int]:
        listing = None
        with contextlib.suppress(ValueError):
            listing = read_listing(json.loads(text))
        self.relay.board.describe(self, listing)
        return [], 0

    def unix_connection_requested(self, dest_path: str) -> bool:
        """Nothing of this machine is opened."""
        self.relay.board.refused["forward"] += 1
        return False

    def unix_server_requested(self, listen_path: str) -> bool:
        """Nothing of this machine is opened."""
        self.relay.board.refused["forward"] += 1
        return False

    # --- the end ----------------------------------------------------------------------------

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone, and with it what went through it."""
        self.relay.gone(self)
        self._link = None
        if self._flow is not None:
            self._flow.lost()
            self._flow = None
        for name in self.relay.board.withdraw(self):
            self.relay.note("table_down", self, table=str(name))
        for splice in tuple(self.splices):
            splice.end()
        if self._arrival is not None:
            gate = self.relay.gate
            gate.gone(self._arrival, has_proved=bool(self.role))
            self._arrival = None

    def close(self, words: str = "") -> None:
        """Ends the connection, with a sentence where there is one."""
        if self._link is not None:
            self._link.disconnect(asyncssh.DISC_BY_APPLICATION, words or "closed")

    async def wait_closed(self) -> None:
        """Ends the connection, and returns when it is gone."""
        link = self._link
        self.close(CLOSING)
        if link is not None:
            await link.wait_closed()


def _refused(refusal: RelayRefusal) -> asyncssh.ChannelOpenError:
    """As stock ssh shows it: `channel 0: open failed: ...`."""
    kinds = {"away", "silent", "unknown", "full", "draining"}
    code = asyncssh.OPEN_CONNECT_FAILED
    if refusal.kind not in kinds:
        code = asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED
    return asyncssh.ChannelOpenError(code, str(refusal))


class TableListener(asyncssh.SSHListener):
    """What stands for a table at its host's connection: it listens nowhere."""

    def __init__(self, withdrawn: Callable[[], object], port: int) -> None:
        super().__init__()
        self._withdrawn = withdrawn
        self._port = port

    def get_port(self) -> int:
        """The port that was asked for."""
        return self._port

    def close(self) -> None:
        """The table is offered no more."""
        self._withdrawn()

    async def wait_closed(self) -> None:
        """It is closed at once."""


Note = Callable[[str, dict[str, object]], object]


class Relay:
    """A relay: its rules, its connections, and what ends them."""

    def __init__(
        self,
        board: Switchboard[RelayLine],
        originators: Originators,
        clock: Clock,
        note: Note,
        drain: Callable[[], object],
    ) -> None:
        self.board = board
        self.clock = clock
        self.lines: set[RelayLine] = set()
        self.is_empty = asyncio.Event()
        """Set whenever the last connection goes."""
        self.admins: frozenset[str] = frozenset()
        """The fingerprints of operators' keys."""
        self.notice = ""
        """What everybody reads before coming in."""
        self.gate = Gate(board.limits.of_lines(), clock)
        self.operator = Operator(board, self.dismiss, drain, originators.today)
        self._originators = originators
        self._note = note
        self._sweep: Timer = clock.call_later(SWEPT_EVERY, self._swept)

    @property
    def host_limits(self) -> Limits:
        """The bounds of a host's line, which carries all its guests."""
        limits = self.board.limits
        return replace(self.gate.limits, input_rate=limits.host_rate, input_burst=limits.host_burst)

    def change_limits(self, limits: RelayLimits) -> None:
        """Has other bounds from now on; who is there already stays."""
        self.board.change_limits(limits)
        self.gate.limits = limits.of_lines()

    def gone(self, line: RelayLine) -> None:
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

    def note(self, event: str, line: RelayLine, **more: object) -> None:
        """Something has happened that an operator may want to read about."""
        about: dict[str, object] = {"key": line.fingerprint} if line.key is not None else {}
        self._note(event, about | {"source": line.source} | more)

    def list_lines(self) -> list[str]:
        """The public tables, for everybody."""
        listed = self.board.listed()
        if not listed:
            return ["No table is listed here now."]
        return [f"{name}  {each.game}, {each.free} of {each.seats} chairs free, {each.pace}"
                for name, each in listed]  # fmt: skip

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
        ending = [asyncio.ensure_future(line.wait_closed()) for line in tuple(self.lines)]
        if ending:
            _, late = await asyncio.wait(ending, timeout=CLOSING_PATIENCE)
            for each in late:
                each.cancel()


async def listen(
    relay: Relay, address: str, port: int, key: asyncssh.SSHKey
) -> asyncssh.SSHAcceptor:
    """Listens for hosts and guests. Raises CannotListen."""
    guard_asyncssh_log()
    limits = relay.board.limits
    try:
        return await asyncssh.listen(
            address,
            port,
            server_factory=lambda: RelayLine(relay),
            server_host_keys=[key],
            login_timeout=limits.login_seconds,
            keepalive_interval=limits.keepalive_seconds,
            keepalive_count_max=limits.keepalive_count,
            **SETTINGS,
        )
    except OSError as error:
        reason = error.strerror or str(error)
        raise CannotListen(f"cannot listen on {address} port {port}: {reason}") from error
