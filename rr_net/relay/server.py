"""The relay's SSH server: who comes as what, and that nobody gets anything but a table."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Callable
from typing import cast

import asyncssh

from rr_net.clocks import TokenBucket
from rr_net.relay.hub import ADMIN, HOST, Relay, Way
from rr_net.relay.peers import PEER
from rr_net.relay.rules import CLOSING, UNPROVED, RelayRefusal, read_listing
from rr_net.relay.splice import PACKET, Splice
from rr_net.relay.verbs import Verb, VerbSession
from rr_net.ssh.connection import Tries
from rr_net.ssh.flow import TcpFlow
from rr_net.ssh.gate import Arrival, Source, source_of
from rr_net.ssh.keys import Fingerprint, fingerprint_of, is_strong
from rr_net.ssh.limits import CannotListen
from rr_net.ssh.roundtrip import sign_of_life
from rr_net.ssh.server import AT_ONCE, SETTINGS, guard_asyncssh_log, let_wait

log = logging.getLogger(__name__)

PROVED = frozenset({HOST, ADMIN, PEER})
"""The user names that have to prove a key. Everybody else is a guest, and needs none."""
SILENT_HOST = 8
"""So many openings that a host does not answer, one after another, end its line."""
CHECKED_WITHIN = 3.0

NOBODY = Fingerprint("")
DOES_NOT_ANSWER = "the table {} does not answer: try the same line in a minute"
TOO_OFTEN = "a name is asked for too often"
TOO_MANY_CHANNELS = "too many channels at once on one connection"


class RelayLine(asyncssh.SSHServer):
    """One connection to the relay, of a host, of a guest or of an operator."""

    def __init__(self, relay: Relay) -> None:
        self.relay = relay
        self.role = ""
        """HOST, ADMIN, PEER or "guest" once somebody is in."""
        self.key: asyncssh.SSHKey | None = None
        """The key of a completed authentication."""
        self.splices: set[Splice] = set()
        """What a guest has opened; a host's are those of its guests."""
        self.quiet_since = relay.clock.time()
        """When a guest's connection last had a channel."""
        self._ways: dict[Splice, Way] = {}
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
        arrival.make_way = self._make_way
        gate = self.relay.gate
        self._flow = TcpFlow(conn, gate.limits, self.relay.clock, gate.pacer)
        self.relay.lines.add(self)

    def _make_way(self) -> bool:
        """Ends it for somebody else, as long as nobody is in by it."""
        if self._link is not None:
            self._link.abort()
        return True

    def begin_auth(self, username: str) -> bool:
        """Whether a key must be proved: by hosts and operators, who say so by their user name."""
        self._tries.count_request()
        self._offered = None
        if not self._greeted and self._link is not None:
            self._greeted = True
            if self.relay.notice:
                self._link.send_auth_banner(self.relay.notice)
        return username in PROVED

    def public_key_auth_supported(self) -> bool:
        """The only way in for those who must prove one."""
        self._tries.count_request()
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Whether a key would do. It counts only when it has signed: see `auth_completed`."""
        self._offered = None
        self._tries.count_key(fingerprint_of(key))
        if self.relay.board.is_unwanted(fingerprint_of(key)):
            return False
        if username == ADMIN:
            may_come = fingerprint_of(key) in self.relay.admins
        elif username == PEER:
            may_come = self.relay.peers is not None and self.relay.peers.is_one(key)
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
        self.role = name if name in PROVED else "guest"
        self.key = self._offered if self.role != "guest" else None
        assert self.role == "guest" or self.key is not None
        self._arrival.make_way = None
        self.relay.gate.enter(self._arrival)
        self.quiet_since = self.relay.clock.time()
        if self.role in (HOST, PEER) and self._flow is not None:
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

    async def server_requested(
        self, listen_host: str, listen_port: int
    ) -> asyncssh.SSHListener | bool:
        """A host offers its table; no port is opened for it."""
        try:
            if self.role != HOST or self.key is None or self._link is None:
                self.relay.board.refused["unproved"] += 1
                raise RelayRefusal("unproved", UNPROVED)
            if not self._openings.take():
                raise RelayRefusal("pace", TOO_OFTEN)
            before = await self.relay.offer(self, self.key.public_data, listen_host, listen_port)
        except RelayRefusal as refusal:
            self.relay.note("table_refused", self, why=refusal.kind)
            self.tell(str(refusal))
            return False
        if self._arrival is None:
            self.relay.withdraw(self)
            return False
        if before is not None:
            self.relay.give_way(before)
        self.relay.note("table_up", self, table=listen_host)
        return TableListener(lambda: self.relay.withdraw(self, listen_host), listen_port)

    async def check(self) -> None:
        """Ends the connection unless its host gives a sign of life soon."""
        try:
            if self._link is not None:
                async with asyncio.timeout(CHECKED_WITHIN):
                    await sign_of_life(self._link)
        except (asyncssh.Error, OSError, TimeoutError):
            if self._link is not None:
                self._link.abort()

    def tell(self, words: str) -> None:
        """Says something to a program at the other end, which no person is shown unasked."""
        if self._link is not None:
            self._link.send_debug(words)

    # --- a guest ----------------------------------------------------------------------------

    def connection_requested(
        self, dest_host: str, dest_port: int, orig_host: str, orig_port: int
    ) -> asyncssh.SSHTCPSession[bytes]:
        """A guest asks for a table by its name; what else is asked for is refused in words."""
        is_peer = self.role == PEER
        if self._link is None or not (is_peer or self.role == "guest"):
            raise _refused(RelayRefusal("role", "tables are opened by guests alone"))
        board = self.relay.board
        is_many = len(self.splices) >= board.limits.channels or not self._openings.take()
        if is_many and not is_peer:
            board.refused["channels"] += 1
            raise _refused(RelayRefusal("channels", TOO_MANY_CHANNELS))
        relay = self.relay
        splice = Splice(board.limits, relay.clock, relay.gate.pacer, relay.count, self._over)
        self.splices.add(splice)
        # Another relay says whose guest it is; nobody else is asked.
        said = orig_host if is_peer else self.relay.originator(self.source)
        channel = self._link.create_tcp_channel(window=board.limits.window, max_pktsize=PACKET)
        # asyncssh takes a channel of our own with what is awaited for it; its types know less.
        opening = (channel, self._opened(splice, dest_host, dest_port, said))
        return cast("asyncssh.SSHTCPSession[bytes]", opening)

    def _over(self, splice: Splice) -> None:
        """A splice has ended, with either connection, whatever becomes of its channels."""
        self.splices.discard(splice)
        self.quiet_since = self.relay.clock.time()
        way = self._ways.pop(splice, None)
        if way is not None:
            way.taker.splices.discard(splice)
            way.leave()
            self.relay.note("guest_out", self, table=way.name, bytes=splice.bytes)

    async def _opened(
        self, splice: Splice, name: str, port: int, originator: str
    ) -> asyncssh.SSHTCPSession[bytes]:
        """The guest's end of a splice, once the other one is taken."""
        try:
            way = await self.relay.way(name, port, originator, has_hopped=self.role == PEER)
            if splice.is_over:
                way.leave()
                raise RelayRefusal("gone", "")
            self._ways[splice] = way
            way.taker.splices.add(splice)
            await way.taker.take(splice, way.name, originator)
            if self._link is None:
                raise RelayRefusal("gone", "")
        except RelayRefusal as refusal:
            self.relay.note("guest_refused", self, why=refusal.kind)
            splice.cut(refusal.kind)
            raise _refused(refusal) from None
        except BaseException:
            splice.end()
            raise
        self.relay.note("guest_at_table", self, table=way.name)
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
        self.relay.describe(self, listing)
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
        self.relay.withdraw(self)
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


async def listen(
    relay: Relay, address: str, port: int, key: asyncssh.SSHKey
) -> asyncssh.SSHAcceptor:
    """Listens for hosts and guests. Raises CannotListen."""
    guard_asyncssh_log()
    limits = relay.board.limits
    try:
        acceptor = await asyncssh.listen(
            address,
            port,
            server_factory=lambda: RelayLine(relay),
            server_host_keys=[key],
            login_timeout=limits.login_seconds,
            keepalive_interval=limits.keepalive_seconds,
            keepalive_count_max=limits.keepalive_count,
            backlog=AT_ONCE,
            **SETTINGS,
        )
        let_wait(acceptor)
    except OSError as error:
        reason = error.strerror or str(error)
        raise CannotListen(f"cannot listen on {address} port {port}: {reason}") from error
    return acceptor
