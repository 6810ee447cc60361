"""A host goes out to a relay: its table is offered there by name, and no port is opened here."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import asyncssh

from rr_net.link import NOBODY_COMES
from rr_net.relay.hub import DRAIN, HOST
from rr_net.relay.names import RelayPlace, certified_name
from rr_net.safetext import clean
from rr_net.ssh import Fingerprint, SSHListener, fingerprint_of, relay_lines
from rr_net.ssh.server import CIPHERS, KEX, PACKET, VERSION, WINDOW

log = logging.getLogger(__name__)

IDENTITY = "relay_identity"
"""The key that a table's name at relays is made of. It outlives the host key, and signs it."""
RELAY_KEYS = "relay_keys"
"""The keys of relays as they were first met, as ssh writes known hosts."""
PAUSES = (0.2, 0.5, 1.0, *(2.0,) * 8, 4.0, 6.0)
"""Seconds before each try to come back; the last one is that before all further tries.

They grow only after a quarter of a minute: a relay that was started again is waited for no longer
than it takes to start.
"""
SETTLED = 60.0
"""Who was there for so long begins with the first pause again."""
LISTED_EVERY = 10.0
PATIENCE = 15.0
CHEAPEST_FIRST = tuple(sorted(CIPHERS, key=lambda cipher: "gcm" not in cipher))
"""What passes is sealed already; processors have instructions for the second seal."""
ALIVE_EVERY, ALIVE_MISSED = 15.0, 3

IS_THERE = "The table can be reached through {}."
IS_LOST = "The line to the relay {} is lost ({}). It comes back by itself; nobody loses a seat."
IS_AWAY = "The relay {} cannot be reached ({}). It is tried again and again."
IS_REFUSED = "The relay {} does not take the table ({}). It is asked again and again."
IS_SILENT = "The relay {} does not answer" + NOBODY_COMES
DOES_NOT_TAKE = "The relay {} does not take the table" + NOBODY_COMES
IS_CLOSING = "The relay {} is about to close; the table comes back there when it does."
NOT_FRIENDLY = "The relay {} keeps the name {} for somebody else: the long one counts there."
SHORT = "Shorter, on the relay's word alone: ssh -J {} YOURNAME@{}"
JOIN = "With runes, which checks the name: runes join -J {} {} {}"
OTHER_KEY = (
    "the relay shows another key than before, {}. If its operator has really changed it, remove "
    "its line from {}"
)


def _named(place: RelayPlace) -> bytes:
    return f"[{place.host}]:{place.port}".encode()


def _line_of(place: RelayPlace, key: asyncssh.SSHKey) -> bytes:
    return b" ".join((_named(place), key.export_public_key().strip()))


class RelayKeys:
    """The keys of relays, trusted as they were met first: what goes through is sealed anyway."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def is_right(self, place: RelayPlace, key: asyncssh.SSHKey) -> bool:
        """Whether a relay has the key that it had; a new one is kept.

        Where those that were met cannot be read nothing is known, and nothing is written over.
        """
        try:
            known, line = self._of(place), _line_of(place, key)
        except OSError as error:
            log.warning("cannot read the keys of relays: %s", error.strerror)
            return True
        if not known:
            self._write([*self._lines(), line])
        return not known or line in known

    def knows(self, place: RelayPlace) -> bool:
        """Whether a relay has ever answered here."""
        with contextlib.suppress(OSError):
            return bool(self._of(place))
        return False

    def _of(self, place: RelayPlace) -> list[bytes]:
        return [each for each in self._lines() if each.partition(b" ")[0] == _named(place)]

    def _lines(self) -> list[bytes]:
        try:
            return self.path.read_bytes().splitlines()
        except FileNotFoundError:
            return []

    def _write(self, lines: list[bytes]) -> None:
        new = self.path.with_name(f"{self.path.name}.new")
        try:
            file = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(file, "wb") as keys:
                keys.write(b"".join(b"%s\n" % line for line in lines))
                keys.flush()
                os.fsync(keys.fileno())
            new.replace(self.path)
        except OSError as error:
            log.warning("cannot keep the key of a relay: %s", error.strerror)


class _RelayEnd(asyncssh.SSHClient):
    """What a relay's connection is told, and what it says."""

    def __init__(self, place: RelayPlace, keys: RelayKeys) -> None:
        self.said = ""
        """What it has said last to this program, in one clean line."""
        self.lost = ""
        self.other_key = ""
        self.closing = asyncio.Event()
        self._place = place
        self._keys = keys

    def validate_host_public_key(
        self, host: str, addr: str, port: int, key: asyncssh.SSHKey
    ) -> bool:
        """Whether it is the relay that was there before."""
        if self._keys.is_right(self._place, key):
            return True
        self.other_key = OTHER_KEY.format(fingerprint_of(key), self._keys.path)
        return False

    def debug_msg_received(self, msg: str, lang: str, always_display: bool) -> None:
        """The relay says something to this program."""
        if msg == DRAIN:
            self.closing.set()
        else:
            self.said = clean(msg, 160)

    def connection_lost(self, exc: Exception | None) -> None:
        """The line is lost, or the relay has closed it."""
        self.lost = clean(str(exc or "").partition("\n")[0], 160)


class _SmallWindows:
    """A connection to a relay whose guests cannot have more unread here than a window."""

    def __init__(self, line: asyncssh.SSHClientConnection) -> None:
        self._line = line

    async def create_server(
        self,
        session_factory: Callable[[str, int], asyncssh.SSHTCPSession[bytes]],
        listen_host: str,
        listen_port: int,
    ) -> asyncssh.SSHListener:
        """Asks for a listener, with windows as small as on a port."""
        return await self._line.create_server(
            session_factory, listen_host, listen_port, window=WINDOW, max_pktsize=PACKET
        )


@dataclass(frozen=True, slots=True)
class OfferedTable:
    """What a host brings to each relay: its names there, and what lets people in."""

    identity: asyncssh.SSHKey
    word: str
    """What stands before the letters of its name."""
    friendly: str
    """The word by which it wants to be known as well, "" for none."""
    listener: SSHListener
    keys: RelayKeys
    listing: Callable[[], Mapping[str, object] | None]
    """What relays list of it for everybody; None for a table that is not public."""

    @property
    def name(self) -> str:
        """The name that certifies itself."""
        return str(certified_name(self.word, self.identity.public_data))

    def certificate(self) -> asyncssh.SSHCertificate:
        """The identity's word that the host key is that of these names, at whatever time it is.

        A small machine may go out before it has heard the time, and a guest's may be wrong.
        """
        names = [self.name, self.friendly] if self.friendly else [self.name]
        return self.identity.generate_host_certificate(
            self.listener.key,
            "a runes table",
            principals=names,
        )


def unlisted() -> None:
    """What a table says that is not public."""


class Outward:
    """The line of one table to one relay, opened anew as often as it drops."""

    def __init__(
        self,
        place: RelayPlace,
        table: OfferedTable,
        tell: Callable[[str], object],
        pauses: tuple[float, ...] = PAUSES,
    ) -> None:
        self.place = place
        self.table = table
        self.relay_key = Fingerprint("")
        """The relay's key, once it was met."""
        self.is_up = False
        self.is_friendly = False
        """Whether the relay knows the table by the friendly name too."""
        self.tried = asyncio.Event()
        """Set once it is known whether the relay can be reached."""
        self.changed: Callable[[], object] = unlisted
        """What is called when the line is up, and when it is not."""
        self.line: asyncssh.SSHClientConnection | None = None
        self._tell = tell
        self._pauses = pauses
        self._tries = 0
        self._was_up = False
        self._is_refused = False
        """Whether the relay was there last time, and did not take the table."""
        self._told: set[bool] = set()
        """Whether it was said that the line is lost, and that the relay does not take the table."""

    async def run(self) -> NoReturn:
        """Keeps the table at the relay until it is cancelled."""
        clock = asyncio.get_running_loop()
        while True:
            began = clock.time()
            why = await self._once()
            if clock.time() - began > SETTLED:
                self._tries = 0
            self._say_lost(why)
            self.tried.set()
            await asyncio.sleep(self._pause())

    @property
    def silence(self) -> str:
        """What the host is told while nobody can come by this relay; "" while people can."""
        words = DOES_NOT_TAKE if self._is_refused else IS_SILENT
        return "" if self.is_up else words.format(self.place)

    def invitation(self) -> list[str]:
        """What to send to friends who come through this relay."""
        table, relay = self.table, str(self.place)
        keys = [(table.name, table.listener.fingerprint)]
        if self.relay_key:
            keys.insert(0, (relay, self.relay_key))
        lines = relay_lines(relay, table.name, keys)
        if self.is_friendly:
            lines.append(SHORT.format(relay, table.friendly))
        return [*lines, JOIN.format(relay, table.name, table.listener.fingerprint)]

    def _pause(self) -> float:
        """How long to wait: never the same for all hosts of a relay that comes back."""
        usual = self._pauses[min(self._tries, len(self._pauses) - 1)]
        self._tries += 1
        return usual * (0.5 + secrets.randbelow(1000) / 1000)

    async def _once(self) -> str:
        """Goes out, and stays for as long as the line lasts; why it has ended."""
        end = _RelayEnd(self.place, self.table.keys)
        self._is_refused = False
        try:
            async with asyncio.timeout(2 * PATIENCE):
                self.line = await self._connect(end)
                await self._offer(self.line, end)
            self._say_there()
            await self._stay(self.line, end)
        except (asyncssh.Error, OSError, TimeoutError, ValueError) as error:
            return end.other_key or end.said or _said(error)
        except asyncssh.ChannelListenError as error:  # which is no asyncssh.Error
            self._is_refused = True
            return end.said or _said(error)
        finally:
            self.is_up = False
            if self.line is not None:
                self.line.abort()
                self.line = None
        return end.lost or "it closed the line"

    async def _connect(self, end: _RelayEnd) -> asyncssh.SSHClientConnection:
        return await asyncssh.connect(
            self.place.host,
            self.place.port,
            username=HOST,
            client_keys=[self.table.identity],
            client_factory=lambda: end,
            known_hosts=lambda host, addr, port: ([], [], []),
            config=None,
            agent_path=None,
            preferred_auth="publickey",
            connect_timeout=PATIENCE,
            login_timeout=PATIENCE,
            keepalive_interval=ALIVE_EVERY,
            keepalive_count_max=ALIVE_MISSED,
            client_version=VERSION,
            compression_algs=["none"],
            kex_algs=KEX,
            encryption_algs=CHEAPEST_FIRST,
        )

    async def _offer(self, line: asyncssh.SSHClientConnection, end: _RelayEnd) -> None:
        """Asks for the names. Raises asyncssh.ChannelListenError where it gets none."""
        key = line.get_server_host_key()
        self.relay_key = fingerprint_of(key) if key is not None else Fingerprint("")
        listener, certificate = self.table.listener, self.table.certificate()
        tunnel, relay = _SmallWindows(line), str(self.place)
        await listener.listen_through(tunnel, self.table.name, certificate, relay)
        self.is_friendly = False
        if self.table.friendly:
            try:
                await listener.listen_through(tunnel, self.table.friendly, certificate, relay)
                self.is_friendly = True
            except asyncssh.ChannelListenError:
                self._tell(NOT_FRIENDLY.format(self.place, self.table.friendly))
        end.said = ""

    async def _stay(self, line: asyncssh.SSHClientConnection, end: _RelayEnd) -> None:
        """Waits until the line is gone; says when the relay is about to close."""
        listing = asyncio.ensure_future(self._list(line))
        gone = asyncio.ensure_future(line.wait_closed())
        closing = asyncio.ensure_future(end.closing.wait())
        try:
            await asyncio.wait((gone, closing), return_when=asyncio.FIRST_COMPLETED)
            if closing.done():
                self._tell(IS_CLOSING.format(self.place))
            await gone
        finally:
            for task in (listing, gone, closing):
                task.cancel()

    async def _list(self, line: asyncssh.SSHClientConnection) -> None:
        """Keeps up to date what the relay lists of a public table."""
        told = ""
        while (listing := self.table.listing()) is not None:
            text = json.dumps(dict(listing))
            if text != told:
                told = text
                with contextlib.suppress(asyncssh.Error, OSError):
                    await line.run(f"publish {text}", stdin=asyncssh.DEVNULL)
            await asyncio.sleep(LISTED_EVERY)

    def _say_there(self) -> None:
        self.is_up = self._was_up = True
        self.tried.set()
        self._told.clear()
        self._tell(IS_THERE.format(self.place))
        self.changed()

    def _say_lost(self, why: str) -> None:
        """Says it once, however often it is tried."""
        if self._is_refused not in self._told:
            self._told.add(self._is_refused)
            words = IS_REFUSED if self._is_refused else IS_LOST if self._was_up else IS_AWAY
            self._tell(words.format(self.place, why))
        self._was_up = False
        self.changed()


def _said(error: Exception) -> str:
    """The first line of an error of ssh's or of the system's."""
    if isinstance(error, TimeoutError):
        return "it does not answer"
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return clean(said.partition("\n")[0], 160) or type(error).__name__
