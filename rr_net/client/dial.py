"""The way to a table: asyncssh with the own keys, agent and configuration, as ssh has them."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import asyncssh

from rr_net.client.address import Hop, TableAddress, certified, read_address
from rr_net.client.hostkeys import (
    CannotReach,
    CannotTrust,
    FirstWords,
    HostKeys,
    NewKey,
    OtherKey,
    changed_words,
)
from rr_net.client.ownkeys import NOT_AT_HAND, CannotSign, OwnKeys
from rr_net.fairness.proof.bundle import LARGEST_BUNDLE
from rr_net.safetext import clean
from rr_net.ssh import Fingerprint, fingerprint_of, key_words
from rr_net.ssh.keys import SUCCESSION, Succession, leads_to, read_successions
from rr_net.ssh.lines import NoLine, ScriptLines
from rr_net.ssh.roundtrip import sign_of_life

PATIENCE = 15.0
"""Seconds for one machine to answer, and for it to log us in."""
ALIVE_EVERY, ALIVE_MISSED = 5.0, 3
"""A line on which nothing comes is asked so often, and lost after so many silent answers."""
LARGEST_LINE = 2 * 1024 * 1024
"""The longest line that is read: a host keeps no more than half of that for anybody."""
FETCHED_WITHIN = 60.0
"""Seconds within which a file of the host's must be here."""
PIECE = 65_536
QUEUED = 64
"""The most lines that wait to be read: the host sends no more until they are."""
SAID_BESIDE = 2_000
"""The most bytes that are kept of what comes beside the answer."""

CERTIFICATE = "ssh-ed25519-cert-v01@openssh.com"
NOT_INVITED = (
    "the table's key is {}, and the invite says {}. Somebody may stand between you and the table, "
    "or the invite is an old one: ask the host"
)
FOLLOWED = (
    "The table at {} has another key than before, which the old one has signed: {} ({}). "
    "It is known from now on."
)
NO_KEY = (
    "the table at {} let none of your keys in. Without a key yet: ssh-keygen -t ed25519. "
    "A key with a passphrase must be in your agent: ssh-add"
)

QUIETLY: dict[str, Any] = {
    "connect_timeout": PATIENCE,
    "login_timeout": PATIENCE,
    "keepalive_interval": ALIVE_EVERY,
    "keepalive_count_max": ALIVE_MISSED,
    "password_auth": False,
    "kbdint_auth": False,
    "host_based_auth": False,
    "gss_auth": False,
    "gss_kex": False,
    "agent_forwarding": False,
}
"""How every machine is gone to, whatever the configuration says: by a key, without a question."""


AskAboutKeys = Callable[[Sequence[NewKey]], Awaitable[bool]]


class JsonLine(asyncssh.SSHClientSession[bytes]):
    """One session of the `json` verb: lines in, lines out, both in bounds."""

    def __init__(self) -> None:
        self._channel: asyncssh.SSHClientChannel[bytes] | None = None
        self._reader = ScriptLines(LARGEST_LINE)
        self._lines: deque[str | NoLine] = deque()
        self._news = asyncio.Event()
        self._is_over = False
        self._beside = bytearray()
        self.way: list[asyncssh.SSHClientConnection] = []
        """The connections that carry it, that to the table last."""

    # --- what asyncssh calls ---------------------------------------------------------------

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        """The session is open."""
        self._channel = chan

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Bytes of the host: lines, or what it says beside them."""
        if datatype is not None:
            self._beside += data[: SAID_BESIDE - len(self._beside)]
            return
        self._lines.extend(self._reader.feed(data))
        self._hold()
        self._news.set()

    def eof_received(self) -> bool:
        """Nothing more will come."""
        self._ended()
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        """The session is closed, or the line is lost."""
        self._ended()

    def _ended(self) -> None:
        if not self._is_over:
            self._is_over = True
            self._lines.append(NoLine.END)
            self._news.set()

    def _hold(self) -> None:
        if self._channel is None:
            return
        if len(self._lines) > QUEUED:
            self._channel.pause_reading()
        else:
            self._channel.resume_reading()

    # --- what the client calls ---------------------------------------------------------------

    async def read(self) -> str | NoLine:
        """The next line, or why there is none: one was too long, or the session is over."""
        while not self._lines:
            self._news.clear()
            await self._news.wait()
        line = self._lines[0]
        if line is not NoLine.END:  # the end stays the end, however often it is read
            self._lines.popleft()
            self._hold()
        return line

    def write(self, line: bytes) -> bool:
        """Sends a line; whether there is still somewhere to send it."""
        if self._is_over or self._channel is None or self._channel.is_closing():
            return False
        try:
            self._channel.write(line)
        except OSError:
            return False
        return True

    async def answers(self) -> None:
        """Waits for a sign of life from the table. Raises OSError without a line."""
        if self._is_over or not self.way:
            raise ConnectionError("the line is closed")
        try:
            await sign_of_life(self.way[-1])
        except asyncssh.Error as error:
            raise ConnectionError(str(error)) from None

    async def fetch(self, word: str) -> bytes:
        """What the host sends for one of its words, over this line. Raises OSError without it."""
        if self._is_over or not self.way:
            raise ConnectionError("the line is closed")
        try:
            async with (
                asyncio.timeout(FETCHED_WITHIN),
                self.way[-1].create_process(
                    word, encoding=None, request_pty=False, env=(), send_env=(),
                    x11_forwarding=False,
                ) as process,
            ):  # fmt: skip
                return await _read_file(process)
        except (asyncssh.Error, TimeoutError) as error:
            raise ConnectionError(_said(error)) from None

    def close(self) -> None:
        """Hangs up, at once."""
        for connection in reversed(self.way):
            connection.abort()
        self._ended()

    @property
    def beside(self) -> str:
        """What the other side has said beside the messages, in one clean line."""
        return clean(self._beside.decode("utf-8", "replace").replace("\n", " "), 300).strip()

    @property
    def host_key(self) -> str:
        """The fingerprint of the key that this very line was made with."""
        key = self.way[-1].get_server_host_key() if self.way else None
        return fingerprint_of(key) if key is not None else ""


async def _read_file(process: asyncssh.SSHClientProcess[bytes]) -> bytes:
    """All that comes, in bounds. Raises OSError where it is refused."""
    content = bytearray()
    while piece := await process.stdout.read(PIECE):
        content += piece
        if len(content) > LARGEST_BUNDLE:
            raise OSError("the host sends more than there is of it")
    if not content:
        beside = await process.stderr.read(SAID_BESIDE)
        raise OSError(clean(beside.decode("utf-8", "replace").replace("\n", " "), 200).strip())
    await process.wait_closed()
    if process.exit_status is None:
        raise OSError("what the host sent was broken off")
    return bytes(content)


class _Guard(asyncssh.SSHClient):
    """Decides about one machine's key, and which of the own ones a table is shown."""

    def __init__(self, keys: HostKeys, own: OwnKeys | None) -> None:
        """Without own keys it is a relay's: asyncssh shows it keys by itself."""
        self._keys, self._own = keys, own

    async def public_key_auth_requested(self) -> list[asyncssh.SSHKeyPair] | None:
        """The own key to try next."""
        return None if self._own is None else await self._own.next()

    def auth_completed(self) -> None:
        """The last one has let us in."""
        if self._own is not None:
            self._own.logged_in()

    def connection_lost(self, exc: Exception | None) -> None:
        """There is nobody to show a key to."""
        if self._own is not None:
            self._own.close()

    def validate_host_public_key(
        self, host: str, addr: str, port: int, key: asyncssh.SSHKey
    ) -> bool:
        """Whether to go on with a machine that shows a key which is in no file."""
        return self._keys.may_go_on(host, port, key, relay=self._own is None)

    def validate_host_ca_key(self, host: str, addr: str, port: int, key: asyncssh.SSHKey) -> bool:
        """Whether an authority is known that vouches for the machine."""
        return key in self._keys.known(host, port).authorities or self._keys.certifies(host, key)


@dataclass
class Dial:
    """Opens lines to one table, the second and every later one without a question."""

    address: TableAddress
    called: str
    """The user's name where the address and the configuration say none."""
    ask: AskAboutKeys
    tell: Callable[[str], object] = field(default=lambda line: None)
    _keys: HostKeys | None = None
    _own: OwnKeys | None = None
    """Those that the last line was made with."""
    _is_settled: bool = False
    """Whether somebody was there already: a new key is none that is asked about then."""

    async def open(self) -> JsonLine:
        """A new line. Raises CannotReach, or CannotTrust where trying again is no use."""
        try:
            return await self._open(self._to_table)
        except CannotTrust:
            if not await self._followed():
                raise
        return await self._open(self._to_table)

    async def listed(self) -> str:
        """What the last of the relays lists for everybody. Raises CannotReach or CannotTrust."""
        line = await self._open(_no_further)
        try:
            return (await line.fetch("list")).decode("utf-8", "replace")
        except OSError as error:
            raise self._explained(error) from None
        finally:
            line.close()

    async def _open(self, further: Callable[[JsonLine], Awaitable[None]]) -> JsonLine:
        try:
            line = await self._go(further)
            if self._met:
                line.close()
        except CannotTrust:
            if not self._met or self._changed:
                raise
        if self._met:
            await self._settle_keys()
            line = await self._go(further)
        self._is_settled = True
        return line

    async def sign(self, owner: str, text: str, namespace: str) -> str:
        """A signature by the key of that fingerprint, if it is the one that let us in last.

        Raises CannotSign.
        """
        try:
            if self._own is None:
                raise CannotSign(NOT_AT_HAND)
            return await self._own.sign(owner, text, namespace)
        except (asyncssh.Error, OSError, ValueError, RuntimeError) as error:
            raise CannotSign(_said(error)) from None

    @property
    def _met(self) -> tuple[NewKey, ...]:
        return tuple(self._keys.met.values()) if self._keys is not None else ()

    @property
    def _changed(self) -> str:
        return self._keys.changed if self._keys is not None else ""

    async def _followed(self) -> bool:
        """Whether the table's old key has signed the one that it shows now; that is said."""
        if self._keys is None or (other := self._keys.other) is None:
            return False
        shown = fingerprint_of(other.key)
        if not leads_to(await self._successions(other), other.olds, shown):
            return False
        if self.address.fingerprint:
            self.address = self.address._replace(fingerprint=shown)
        said = FOLLOWED.format(clean(str(self.address.table), 100), shown, key_words(shown))
        for words in filter(None, [said, self._keys.succeeds(other)]):
            self.tell(words)
        return True

    async def _successions(self, other: OtherKey) -> tuple[Succession, ...]:
        """What the table says of its keys before anybody has shown one to it."""
        line, heard = JsonLine(), FirstWords(other.key)
        nobody = {"username": SUCCESSION, "client_keys": None, "agent_path": None}
        try:
            await self._go_through(self._hops(), line)
            said = self._said_of(self.address.table, line) | nobody
            async with asyncio.timeout(2 * PATIENCE):
                await asyncssh.connect(
                    **said,
                    known_hosts=lambda host, addr, port: ([], [], []),
                    client_factory=lambda: heard,
                )
        except (asyncssh.Error, OSError, TimeoutError, ValueError):
            pass  # It lets nobody in by that name: what it has said first is all that counts.
        finally:
            line.close()
        return read_successions(heard.said)

    async def _settle_keys(self) -> None:
        assert self._keys is not None
        if self._is_settled:
            new = self._met[0]
            raise CannotTrust(changed_words(new.place, new.fingerprint))
        if not await self.ask(self._met):
            raise CannotTrust("you have not said yes to the key, so there is no line")
        if complaint := self._keys.accept():
            self.tell(complaint)

    async def _to_table(self, line: JsonLine) -> None:
        line.way.append(await self._connect(self.address.table, line, is_relay=False))
        self._check_invite(line.way[-1])
        await line.way[-1].create_session(
            lambda: line, "json", encoding=None, request_pty=False, env=(), send_env=(),
            x11_forwarding=False,
        )  # fmt: skip

    async def _go(self, further: Callable[[JsonLine], Awaitable[None]]) -> JsonLine:
        """Goes through the relays, and then further."""
        line = JsonLine()
        try:
            await self._go_through(self._hops(), line)
            await further(line)
        except (asyncssh.Error, OSError, TimeoutError, ValueError) as error:
            line.close()
            raise self._explained(error) from None
        except BaseException:
            line.close()
            raise
        return line

    def _hops(self) -> tuple[Hop, ...]:
        """The relays, which the user's configuration may name."""
        _, options = self._options(self.address.table)
        if not self.address.relays and isinstance(options.tunnel, str):
            return _configured(options.tunnel)
        return self.address.relays

    async def _go_through(self, hops: Sequence[Hop], line: JsonLine) -> None:
        for hop in hops:
            line.way.append(await self._connect(hop, line, is_relay=True))

    def _said_of(self, hop: Hop, line: JsonLine) -> dict[str, Any]:
        """What to say of a machine that is gone to by way of others."""
        said, _ = self._options(hop)
        if line.way:
            said |= {"tunnel": line.way[-1], "proxy_command": None}
        return said

    async def _connect(
        self, hop: Hop, line: JsonLine, *, is_relay: bool
    ) -> asyncssh.SSHClientConnection:
        said, (_, options) = self._said_of(hop, line), self._options(hop)
        if is_relay and not line.way:
            # Where a relay is behind another one, the configuration of the table names both.
            said |= {"tunnel": None}
        keys = self._host_keys(options)
        own = None if is_relay else OwnKeys(options)
        if not (is_relay or options.pkcs11_provider):
            said |= {"client_keys": None, "agent_path": None}
        said |= _preferred(options.host, keys.known(options.host, options.port).keys)
        async with asyncio.timeout(2 * PATIENCE):
            way = await asyncssh.connect(
                **said,
                known_hosts=lambda host, _, port: keys.trusted(host, port),
                client_factory=lambda: _Guard(keys, own),
            )
        self._own = own or self._own
        return way

    def _check_invite(self, table: asyncssh.SSHClientConnection) -> None:
        """Raises CannotTrust where the table's key is not the one that the invite names."""
        said, key = self.address.fingerprint, table.get_server_host_key()
        shown = "" if key is None else fingerprint_of(key)
        if said and shown != said and self._keys is not None:
            self._keys.changed = NOT_INVITED.format(shown, said)
            if key is not None:
                where = self.address.table
                self._keys.other = OtherKey(where.host, where.port, (Fingerprint(said),), key)
            raise CannotTrust(self._keys.changed)

    def _options(self, hop: Hop) -> tuple[dict[str, Any], asyncssh.SSHClientConnectionOptions]:
        """What to say of a machine, and what the user's configuration makes of it."""
        said: dict[str, Any] = QUIETLY | {"host": hop.host}
        said |= {} if hop.port is None else {"port": hop.port}
        said |= {"username": hop.name} if hop.name else {}
        found = asyncssh.SSHClientConnectionOptions(**said, config=())
        if hop is self.address.table:
            if hop.port is None and found.config.get("Port") is None:
                said["port"] = self.address.usual_port
            if not hop.name and found.config.get("User") is None:
                said["username"] = self.called
        return said, found

    def _host_keys(self, options: asyncssh.SSHClientConnectionOptions) -> HostKeys:
        """The files that the configuration names for the first machine, which hold for all."""
        if self._keys is None:
            files = options.known_hosts
            self._keys = HostKeys(
                [Path(each) for each in cast("list[str]", files)]
                if isinstance(files, list) and files
                else [] if files is None else None
            )  # fmt: skip
        return self._keys

    def _explained(self, error: Exception) -> CannotReach | CannotTrust:
        """What went wrong, for a person."""
        where = clean(str(self.address.table), 100)
        match error:
            case _ if self._changed:
                return CannotTrust(self._changed)
            case asyncssh.PermissionDenied():
                return CannotTrust(NO_KEY.format(where))
            case asyncssh.HostKeyNotVerifiable() if "revoked" in str(error):
                return CannotTrust(f"the key of {where} is revoked")
            case asyncssh.HostKeyNotVerifiable():
                return CannotTrust(f"the key of {where} is not known")
            case asyncssh.KeyExchangeFailed():
                return CannotTrust(
                    f"{where} shows no key of the kind that is known of it: if the host has made "
                    "another one, remove the old one with ssh-keygen -R"
                )
            case asyncssh.ConfigParseError() | asyncssh.KeyImportError():
                return CannotTrust(f"your ssh configuration cannot be read: {_said(error)}")
            case TimeoutError() | asyncssh.ConnectionLost():
                return CannotReach(f"{where} does not answer")
            case OSError():
                return CannotReach(f"{where} cannot be reached: {_said(error)}")
        return CannotReach(f"there is no line to {where}: {_said(error)}")


async def _no_further(line: JsonLine) -> None:
    """The last relay is where it ends."""


def _preferred(host: str, known: Sequence[asyncssh.SSHKey]) -> dict[str, str]:
    """Kinds of keys that are known of a machine are asked for before others, as ssh does it.

    A table whose name says whose it is has to show that first.
    """
    kinds = [CERTIFICATE] if certified(host) else []
    kinds += [kind.decode() for key in known for kind in key.sig_algorithms]
    return {"server_host_key_algs": f"^{','.join(dict.fromkeys(kinds))}"} if kinds else {}


def _configured(jump: str) -> tuple[Hop, ...]:
    """The relays that the configuration names for a table."""
    return read_address(("-J", jump, "table")).relays


def _said(error: Exception) -> str:
    """The first line of an error of ssh's or of the system's."""
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return clean(said.partition("\n")[0], 160) or type(error).__name__
