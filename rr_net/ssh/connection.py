"""One connection: authentication by key, what it is then known as, and the sessions on it."""

from __future__ import annotations

import asyncio
import logging

import asyncssh

from rr_net.clocks import Timer, TokenBucket
from rr_net.names import name_hint
from rr_net.safetext import SafeText
from rr_net.ssh.banner import banner_text
from rr_net.ssh.callers import NOWHERE, Caller, Reached
from rr_net.ssh.flow import LastWords, TcpFlow
from rr_net.ssh.gate import Arrival, Gate, Source, source_of, source_through
from rr_net.ssh.keys import SUCCESSION, Fingerprint, fingerprint_of, is_strong
from rr_net.ssh.roundtrip import LineProbe
from rr_net.ssh.session import Session, SshHouse

log = logging.getLogger(__name__)

TURNED_AWAY = "There are too many connections here just now: try again in a minute"
PRESSED = (
    "Many come here at once. For the next minute only keys that were let in before come in: "
    "try again then."
)
GAVE_WAY = (
    "Many have come whom the host does not know, and there is no room for all of them: whoever was "
    "not let in and came first has to leave first. Try again later."
)
TOO_OLD = "This connection is as old as a connection may get. Connect again with the same ssh line."


class SshConnection(asyncssh.SSHServer):
    """A client, from its first packet to its last session."""

    def __init__(
        self,
        house: SshHouse,
        gate: Gate,
        all_connections: set[SshConnection],
        last_words: LastWords,
        relay: str = "",
    ) -> None:
        """`relay` is what it came through, where it did."""
        self.caller: Caller | None = None
        self.sessions: set[Session] = set()
        self._house = house
        self._gate = gate
        self._all = all_connections
        self._last_words = last_words
        self._relay = relay
        self._link: asyncssh.SSHServerConnection | None = None
        self._flow: TcpFlow | None = None
        self._arrival: Arrival | None = None
        self._name: SafeText = name_hint("")
        self._greeted = False
        self._tries = Tries(house.limits.key_tries, house.limits.auth_requests)
        limits = house.limits
        self._openings = TokenBucket(1 / limits.opening_seconds, limits.openings, house.clock)
        self._age: Timer | None = None
        self._unused: Timer | None = None
        self._probe: LineProbe | None = None

    # --- before a key is proved -----------------------------------------------

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """A TCP connection: dropped at once if its source has too many."""
        source = self._source(conn)
        arrival = self._gate.arrive(source)
        if arrival is None:
            log.info("turned away a connection from %s: too many", source)
            # Behind the version, which is sent when this returns.
            code, say = asyncssh.DISC_TOO_MANY_CONNECTIONS, self._last_words.say
            asyncio.get_running_loop().call_soon(say, conn, code, TURNED_AWAY)
            return
        arrival.make_way = self._make_way
        self._link = conn
        self._arrival = arrival
        self._flow = TcpFlow(conn, self._house.limits, self._house.clock, self._gate.pacer)
        self._all.add(self)

    def _source(self, conn: asyncssh.SSHServerConnection) -> Source:
        """The unit that it is counted under; a relay hands on a hash of whose guest it is."""
        peer = conn.get_extra_info("remote_peername" if self._relay else "peername")
        address = str(peer[0]) if peer else ""
        return source_through(self._relay, address) if self._relay else source_of(address)

    def begin_auth(self, username: str) -> bool:
        """Everybody must prove a key, whatever he calls himself."""
        self._tries.count_request()
        self._name = name_hint(username)
        if self._arrival is not None:
            self._gate.called(self._arrival, self._name)
        if not self._greeted and self._link is not None:
            self._greeted = True
            is_asked = username == SUCCESSION
            self._link.send_auth_banner(self._house.successions if is_asked else self._greeting())
        return True

    def _greeting(self) -> str:
        is_pressed = self._arrival is not None and self._arrival.is_pressed
        words = PRESSED if is_pressed else self._house.door.banner(self._name)
        return banner_text(words, has_key=is_pressed or self._has_key)

    @property
    def _has_key(self) -> bool:
        """Whether somebody of this name has proved a key from there before."""
        return self._arrival is not None and self._gate.knows(self._arrival.source, self._name)

    def public_key_auth_supported(self) -> bool:
        """The only way in. asyncssh asks at each refusal too, which bounds the other ways."""
        self._tries.count_request()
        return True

    def password_auth_supported(self) -> bool:
        """There are no passwords."""
        return False

    def kbdint_auth_supported(self) -> bool:
        """There is nothing to answer."""
        return False

    def host_based_auth_supported(self) -> bool:
        """No machine vouches for its people."""
        return False

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Any good key may be proved: the door decides later whose it is."""
        fingerprint = fingerprint_of(key)
        self._tries.count_key(fingerprint)
        if self._arrival is None or not is_strong(key):
            return False
        is_known = self._house.door.is_known(fingerprint)
        return self._gate.may_prove(self._arrival, fingerprint, is_known=is_known)

    def auth_completed(self) -> None:
        """The key offered last has signed: from here on the connection is this key, for good."""
        fingerprint = self._tries.last
        assert fingerprint is not None
        assert self._arrival is not None
        self.caller = Caller(fingerprint, self._name, self._reached())
        is_known = self._house.door.is_known(fingerprint)
        self._gate.enter(self._arrival, self._name, fingerprint, is_known=is_known)
        limits, clock = self._house.limits, self._house.clock
        self._age = clock.call_later(limits.age_seconds, lambda: self.end(TOO_OLD))
        self._await_session()
        if self._link is not None:
            self._probe = LineProbe(self._link, self.caller.line, clock)
            self._probe.start()
        log.info("%s entered from %s", fingerprint, self._arrival.source)

    def _reached(self) -> Reached:
        if self._link is None:
            return NOWHERE
        place = self._link.get_extra_info("local_peername" if self._relay else "sockname")
        return Reached(str(place[0]), int(place[1]), self._relay) if place else NOWHERE

    # --- afterwards -------------------------------------------------------------

    def session_requested(self) -> Session | bool:
        """One more session, if the key still may and there are not too many."""
        caller, flow = self.caller, self._flow
        if caller is None or flow is None or len(self.sessions) >= self._house.limits.sessions:
            return False
        if not self._openings.take():
            return False
        refusal = self._house.door.may_enter(caller.fingerprint, caller.name)
        session = Session(self._house, caller, flow, self._session_changed, refusal)
        self.sessions.add(session)
        return session

    def connection_requested(
        self, dest_host: str, dest_port: int, orig_host: str, orig_port: int
    ) -> bool:
        """Nothing is forwarded."""
        return False

    def server_requested(self, listen_host: str, listen_port: int) -> bool:
        """Nothing is forwarded."""
        return False

    def unix_connection_requested(self, dest_path: str) -> bool:
        """Nothing is forwarded."""
        return False

    def unix_server_requested(self, listen_path: str) -> bool:
        """Nothing is forwarded."""
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        for timer in (self._age, self._unused):
            if timer is not None:
                timer.cancel()
        if self._probe is not None:
            self._probe.stop()
        self._all.discard(self)
        if self._flow is not None:
            self._flow.lost()
            self._flow = None
        if self._arrival is not None:
            self._gate.gone(self._arrival, has_proved=self.caller is not None)
            self._arrival = None

    def _make_way(self) -> bool:
        """Ends it for somebody else, unless its key was let in meanwhile."""
        if self.caller is None:
            if self._link is not None:
                self._link.abort()
            return True
        if self._house.door.is_known(self.caller.fingerprint):
            return False
        self.end(GAVE_WAY)
        return True

    def end(self, sentence: str) -> None:
        """Ends every session in order, and then the connection."""
        for session in tuple(self.sessions):
            session.end(sentence)
        self._close_soon()

    def shut(self, sentence: str) -> None:
        """The same where nobody listens any more: who has heard so from a room hears it once."""
        for session in tuple(self.sessions):
            session.close(sentence)
        self._close_soon()

    def _close_soon(self) -> None:
        if self._link is not None:
            # Twice the time a session has to leave: its last words must get out.
            seconds = 2 * self._house.limits.closing_seconds
            self._house.clock.call_later(seconds, self.close)

    def close(self) -> None:
        """Closes the connection at once."""
        if self._link is not None:
            self._link.close()

    async def wait_closed(self) -> None:
        """Closes the connection when its sessions are over, or do not end in time."""
        waits = [asyncio.ensure_future(session.wait_over()) for session in self.sessions]
        if waits:
            seconds = 2 * self._house.limits.closing_seconds
            _, late = await asyncio.wait(waits, timeout=seconds)
            for wait in late:
                wait.cancel()
        self.close()
        if self._link is not None:
            await self._link.wait_closed()

    def _session_changed(self, session: Session) -> None:
        if session.is_gone:
            self.sessions.discard(session)
        self._await_session()

    def _await_session(self) -> None:
        if self._unused is not None:
            self._unused.cancel()
            self._unused = None
        if self._arrival is not None and not any(s.is_running for s in self.sessions):
            seconds = self._house.limits.without_session_seconds
            self._unused = self._house.clock.call_later(seconds, self.close)


class Tries:
    """Counts what a connection tries before it has proved a key, and ends it at its bound."""

    def __init__(self, keys: int, requests: int) -> None:
        self.last: Fingerprint | None = None
        self._keys = keys
        self._requests = requests
        self._signed = False

    def count_key(self, fingerprint: Fingerprint) -> None:
        """A key was offered or has signed; the signature that follows an offer is the same try."""
        if fingerprint == self.last and not self._signed:
            self._signed = True
            return
        self._keys -= 1
        self.last = fingerprint
        self._signed = False
        if self._keys < 0:
            raise _too_many("keys")

    def count_request(self) -> None:
        """Authentication was asked for in any way."""
        self._requests -= 1
        if self._requests < 0:
            raise _too_many("authentication requests")


def _too_many(what: str) -> asyncssh.DisconnectError:
    code = asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE
    return asyncssh.DisconnectError(code, f"Too many {what}")
