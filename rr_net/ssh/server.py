"""The SSH server: every setting that asyncssh would otherwise choose for us."""

from __future__ import annotations

import asyncio
import codecs
import logging
from collections.abc import Callable
from typing import NamedTuple, Protocol

import asyncssh

from rr_net.clocks import Clock, LoopClock
from rr_net.ssh.connection import SshConnection
from rr_net.ssh.door import Door
from rr_net.ssh.flow import LastWords
from rr_net.ssh.gate import Gate
from rr_net.ssh.keys import fingerprint_of
from rr_net.ssh.limits import CannotListen, Limits
from rr_net.ssh.session import SshHouse


def printable(text: str) -> str:
    """`text` with every character escaped that a terminal might obey or hide."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


class PrintableFormatter(logging.Formatter):
    """Escapes what is not printable, and sets every further line of a record apart."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        """The record's first line."""
        return printable(super().formatMessage(record))

    def format(self, record: logging.LogRecord) -> str:
        """The whole record; a traceback has more lines, none of which can pass for a record."""
        return "\n  | ".join(printable(line) for line in super().format(record).split("\n"))


# Where no file can be opened any more the log must do without the one that says how this is done.
codecs.lookup("unicode_escape")


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

# Each setting is said, also where asyncssh has the same default today.
SETTINGS: dict[str, object] = {
    "config": [],
    "server_version": VERSION,
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

QUEUE = 1024
"""Arrivals that wait in the kernel: a relay that comes back has all its tables at the door."""
AT_ONCE = 1
"""Arrivals that are taken up in one turn of the loop: in a storm, others come in between."""


# What a listener in a tunnel cannot have: it listens on no socket.
OF_SOCKETS = frozenset({"tcp_keepalive"})


def let_wait(acceptor: asyncssh.SSHAcceptor) -> None:
    """Has arrivals wait in the kernel until they are taken up, instead of being told nothing.

    asyncio knows one number for both, those that wait and those that it takes up at once.
    """
    for listening in acceptor.sockets:
        with listening.dup() as same:
            same.listen(QUEUE)


class Tunnel(Protocol):
    """What a listener can be opened through: a connection of ours to a relay."""

    async def create_server(
        self,
        session_factory: Callable[[str, int], asyncssh.SSHTCPSession[bytes]],
        listen_host: str,
        listen_port: int,
    ) -> asyncssh.SSHListener:
        """Asks the other end for a listener."""


class ServedKeys(NamedTuple):
    """What a host shows of its keys."""

    key: asyncssh.SSHKey
    """The one that it is known by now."""
    next_key: asyncssh.SSHKey | None = None
    """The one that will come after it, which guests may learn already."""
    successions: str = ""
    """Which keys have followed each other, a line each."""


class SSHListener:
    """A host that lets people in, by a port or through relays; closing it ends every session."""

    def __init__(self, keys: ServedKeys, door: Door, limits: Limits, clock: Clock) -> None:
        self.fingerprint = fingerprint_of(keys.key)
        self.key = keys.key
        self._keys = keys
        self.gate = Gate(limits, clock)
        self.connections: set[SshConnection] = set()
        self.last_words = LastWords()
        # Where it listens; kept, for a listener that is closed has forgotten it.
        self.addresses: list[tuple[str, int]] = []
        self._house = SshHouse(door, limits, clock, keys.successions)
        self._acceptors: list[asyncssh.SSHAcceptor] = []

    @property
    def port(self) -> int:
        """The port it listens on, also when the system chose it; 0 where it listens on none."""
        return self.addresses[0][1] if self.addresses else 0

    @property
    def sessions(self) -> int:
        """How many sessions there are."""
        return sum(len(connection.sessions) for connection in self.connections)

    async def listen(self, address: str, port: int) -> None:
        """Listens on `address` and `port` (0: any free one). Raises CannotListen."""
        try:
            acceptor = await self._open(address, port, "", backlog=AT_ONCE, **SETTINGS)
            let_wait(acceptor)
        except OSError as error:
            reason = error.strerror or str(error)
            raise CannotListen(f"cannot listen on {address} port {port}: {reason}") from error
        self._acceptors.append(acceptor)
        self.addresses += [(str(at[0]), int(at[1])) for at in acceptor.get_addresses()]

    async def listen_through(
        self, tunnel: Tunnel, name: str, certificate: asyncssh.SSHCertificate, relay: str
    ) -> None:
        """Lets in who comes to a name at a relay, where `certificate` says that the name is ours.

        It ends with the tunnel. Raises asyncssh.ChannelListenError, asyncssh.Error or OSError.
        """
        settings = {each: value for each, value in SETTINGS.items() if each not in OF_SOCKETS}
        await self._open(
            name, 22, relay, tunnel=tunnel, server_host_certs=[certificate], **settings
        )

    async def _open(
        self, address: str, port: int, relay: str, **settings: object
    ) -> asyncssh.SSHAcceptor:
        limits = self._house.limits
        return await asyncssh.listen(
            address,
            port,
            server_factory=lambda: SshConnection(
                self._house, self.gate, self.connections, self.last_words, relay
            ),
            server_host_keys=[self.key, *filter(None, [self._keys.next_key])],
            # Stock ssh learns the next key by itself, and forgets one that is told no more.
            send_server_host_keys=True,
            login_timeout=limits.login_seconds,
            keepalive_interval=limits.keepalive_seconds,
            keepalive_count_max=limits.keepalive_count,
            **settings,
        )

    async def close(self, sentence: str = CLOSED) -> None:
        """Stops listening and returns when all are gone; `sentence` is for whom no room told."""
        for acceptor in self._acceptors:
            acceptor.close()
        leaving = tuple(self.connections)
        for connection in leaving:
            connection.shut(sentence)
        await asyncio.gather(*(connection.wait_closed() for connection in leaving))
        for acceptor in self._acceptors:
            await acceptor.wait_closed()
        await self.last_words.close()


def open_ssh(
    host_key: asyncssh.SSHKey | ServedKeys,
    door: Door,
    limits: Limits | None = None,
    clock: Clock | None = None,
) -> SSHListener:
    """Sends whoever comes to `door`; it does not listen anywhere yet."""
    guard_asyncssh_log()
    keys = host_key if isinstance(host_key, ServedKeys) else ServedKeys(host_key)
    return SSHListener(keys, door, limits or Limits(), clock or LoopClock())


async def serve_ssh(
    address: str,
    port: int,
    *,
    host_key: asyncssh.SSHKey | ServedKeys,
    door: Door,
    limits: Limits | None = None,
    clock: Clock | None = None,
) -> SSHListener:
    """Listens on `address` and `port` (0: any free one) and sends whoever comes to `door`."""
    listener = open_ssh(host_key, door, limits, clock)
    await listener.listen(address, port)
    return listener
