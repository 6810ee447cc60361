"""The SSH server: every setting that asyncssh would otherwise choose for us."""

from __future__ import annotations

import asyncio
import logging

import asyncssh

from rr_net.clocks import Clock, LoopClock
from rr_net.ssh.connection import SshConnection
from rr_net.ssh.door import Door
from rr_net.ssh.gate import Gate
from rr_net.ssh.keys import Fingerprint, fingerprint_of
from rr_net.ssh.limits import CannotListen, Limits
from rr_net.ssh.session import SshHouse


def printable(text: str) -> str:
    """`text` with every character escaped that a terminal might obey or hide."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


class PrintableFormatter(logging.Formatter):
    """Escapes what is not printable, and sets every further line of a record apart."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        """The record's first line."""
        return printable(super().formatMessage(record))

    def format(self, record: logging.LogRecord) -> str:
        """The whole record; a traceback has more lines, none of which can pass for a record."""
        return "\n  | ".join(printable(line) for line in super().format(record).split("\n"))


class Silence(logging.Filter):
    """Lets nothing of asyncssh below a warning through, and that escaped.

    asyncssh logs commands, names and variables raw at INFO and DEBUG. A level can be changed from
    outside by whoever configures logging; a filter stays.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record may be seen; its text is made printable."""
        if record.levelno < logging.WARNING:
            return False
        record.msg = printable(record.getMessage())
        record.args = None
        return True


_SILENCE = Silence()


def guard_asyncssh_log() -> None:
    """Puts the filter before asyncssh's log, once."""
    log = logging.getLogger("asyncssh")
    if _SILENCE not in log.filters:
        log.addFilter(_SILENCE)


# No patch level: a scanner learns what it speaks to, not which advisory to try.
VERSION = "runes"

KEX = ("mlkem768x25519-sha256", "curve25519-sha256", "curve25519-sha256@libssh.org")
CIPHERS = (
    "chacha20-poly1305@openssh.com",
    "aes256-gcm@openssh.com",
    "aes128-gcm@openssh.com",
)
# The ciphers bring their own; asyncssh wants to hear of some all the same.
MACS = ("hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com")
SIGNATURES = (
    "ssh-ed25519",
    "sk-ssh-ed25519@openssh.com",
    "ecdsa-sha2-nistp256",
    "ecdsa-sha2-nistp384",
    "ecdsa-sha2-nistp521",
    "sk-ecdsa-sha2-nistp256@openssh.com",
    "rsa-sha2-512",
    "rsa-sha2-256",
)

WINDOW = 65_536
PACKET = 32_768
BACKLOG = 128

# Each setting is said, also where asyncssh has the same default today.
SETTINGS: dict[str, object] = {
    "config": [],
    "server_version": VERSION,
    "backlog": BACKLOG,
    "tcp_keepalive": True,
    # One way in.
    "public_key_auth": True,
    "password_auth": False,
    "kbdint_auth": False,
    "host_based_auth": False,
    "gss_host": None,
    "gss_auth": False,
    "gss_kex": False,
    # Nothing but sessions.
    "agent_forwarding": False,
    "x11_forwarding": False,
    "allow_scp": False,
    "sftp_factory": None,
    # Bytes as they are, in bounds.
    "encoding": None,
    "line_editor": False,
    "compression_algs": ["none"],
    "window": WINDOW,
    "max_pktsize": PACKET,
    # Modern cryptography only.
    "kex_algs": KEX,
    "encryption_algs": CIPHERS,
    "mac_algs": MACS,
    "signature_algs": SIGNATURES,
}

CLOSED = "The host closed the table."


class SSHListener:
    """A host that listens; closing it ends every session in order."""

    def __init__(
        self,
        acceptor: asyncssh.SSHAcceptor,
        fingerprint: Fingerprint,
        gate: Gate,
        connections: set[SshConnection],
    ) -> None:
        self.fingerprint = fingerprint
        self.gate = gate
        self.connections = connections
        # Where it listens; kept, for a listener that is closed has forgotten it.
        self.addresses = [(str(place[0]), int(place[1])) for place in acceptor.get_addresses()]
        self._acceptor = acceptor

    @property
    def port(self) -> int:
        """The port it listens on, also when the system chose it."""
        return self.addresses[0][1]

    @property
    def sessions(self) -> int:
        """How many sessions there are."""
        return sum(len(connection.sessions) for connection in self.connections)

    async def close(self, sentence: str = CLOSED) -> None:
        """Stops listening and returns when all are gone; `sentence` is for whom no room told."""
        self._acceptor.close()
        leaving = tuple(self.connections)
        for connection in leaving:
            connection.shut(sentence)
        await asyncio.gather(*(connection.wait_closed() for connection in leaving))
        await self._acceptor.wait_closed()


async def serve_ssh(
    address: str,
    port: int,
    *,
    host_key: asyncssh.SSHKey,
    door: Door,
    limits: Limits | None = None,
    clock: Clock | None = None,
) -> SSHListener:
    """Listens on `address` and `port` (0: any free one) and sends whoever comes to `door`."""
    guard_asyncssh_log()
    limits = limits or Limits()
    clock = clock or LoopClock()
    house = SshHouse(door, limits, clock)
    gate = Gate(limits, clock)
    connections: set[SshConnection] = set()
    try:
        acceptor = await asyncssh.listen(
            address,
            port,
            server_factory=lambda: SshConnection(house, gate, connections),
            server_host_keys=[host_key],
            login_timeout=limits.login_seconds,
            keepalive_interval=limits.keepalive_seconds,
            keepalive_count_max=limits.keepalive_count,
            **SETTINGS,
        )
    except OSError as error:
        reason = error.strerror or str(error)
        raise CannotListen(f"cannot listen on {address} port {port}: {reason}") from error
    return SSHListener(acceptor, fingerprint_of(host_key), gate, connections)
