"""What a relay allows and what it refuses, decided without a network: names, counts, bounds."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from ipaddress import IPv6Address
from typing import Generic, NamedTuple, Protocol, TypeVar

from rr_net.clocks import Clock, TokenBucket
from rr_net.relay.names import TABLE_PORT, TableName, read_name
from rr_net.safetext import clean
from rr_net.ssh.gate import Buckets, Source
from rr_net.ssh.limits import Limits

L = TypeVar("L")
T = TypeVar("T")

A_DAY = 24 * 3600
LONGEST_SHOWN = 64
HASHED_BYTES = 7
"""As much of a source's hash as the first half of an address holds behind `fd`."""


@dataclass(frozen=True, slots=True)
class RelayLimits:
    """What one source, one guest, one key and all of them together may ask of a relay."""

    # Before anybody is in.
    arrivals: int = 30
    arrival_seconds: float = 60
    waiting: int = 128
    waiting_per_source: int = 16
    handshakes_a_second: float = 20
    handshakes_at_once: int = 100
    login_seconds: float = 120
    unhurried_seconds: float = 15
    auth_requests: int = 24
    key_tries: int = 6

    # Connections.
    connections: int = 8192
    connections_per_source: int = 64
    channels: int = 4
    openings: int = 20
    opening_seconds: float = 20
    without_channel_seconds: float = 30
    keepalive_seconds: float = 20
    keepalive_count: int = 3
    idle_seconds: float = 600
    opening_patience: float = 10

    # Tables.
    tables: int = 1000
    tables_per_key: int = 3
    guests_per_table: int = 24
    guests_per_source: int = 12
    new_names_a_day: int = 500
    new_names_per_source: int = 12
    friendly_days: int = 30

    # Bytes: of one guest in each direction, and of one host altogether.
    rate: int = 128_000
    burst: int = 131_072
    host_rate: int = 4_000_000
    host_burst: int = 4_000_000
    window: int = 65_536

    def of_lines(self) -> Limits:
        """The same bounds as the gate and the flow of the ssh side know them."""
        return Limits(
            key_tries=self.key_tries,
            auth_requests=self.auth_requests,
            login_seconds=self.login_seconds,
            unhurried_seconds=self.unhurried_seconds,
            waiting=self.waiting,
            waiting_per_source=self.waiting_per_source,
            arrivals=self.arrivals,
            arrival_seconds=self.arrival_seconds,
            # Nobody here is known by a key before, and nobody comes by a forwarded line.
            pressing=0,
            loopback_share=1,
            connections=self.connections,
            connections_per_source=self.connections_per_source,
            input_rate=self.rate,
            input_burst=self.burst,
        )


class RelayRefusal(Exception):
    """A relay does not do what was asked; the sentence is for whoever asked."""

    def __init__(self, kind: str, words: str) -> None:
        super().__init__(words)
        self.kind = kind
        """A word for the counters."""


class CannotKeep(Exception):
    """The file of a relay cannot be used; the sentence says why."""


class Pinned(NamedTuple):
    """Who has a name, as a relay remembers it."""

    key: bytes
    """The whole public key, as ssh encodes it."""
    seen: int
    """When its table was here last, in seconds since 1970."""


class NameBook(Protocol):
    """What a relay remembers from one day to the next. All of it raises CannotKeep."""

    def owner(self, name: str) -> Pinned | None:
        """Whose a name is."""

    def pin(self, name: str, key: bytes, now: int) -> None:
        """Gives a name to a key, or notes that it was here again."""

    def new_since(self, moment: int) -> int:
        """How many names were pinned for the first time since then."""

    def forget_before(self, moment: int) -> int:
        """Forgets friendly names that have not come since then; how many."""

    def is_banned(self, what: str) -> bool:
        """Whether a name, or the fingerprint of a key, is not wanted here."""

    def ban(self, what: str, now: int) -> None:
        """It is not wanted from now on."""

    def unban(self, what: str) -> bool:
        """It is wanted again; whether it was not before."""

    def bans(self) -> list[str]:
        """Everything that is not wanted."""


class NameFound(NamedTuple):
    """Where a table's name is held."""

    address: str = ""
    """Where the other relay is reached that holds it, "" for this one or none."""
    is_here: bool = False
    is_known: bool = False
    """Whether it was ever held by any."""


HERE = NameFound(is_here=True)


class Listing(NamedTuple):
    """What a public table says of itself: no name of a person is in it."""

    game: str
    seats: int
    free: int
    pace: str


@dataclass(eq=False, slots=True)
class OpenTable(Generic[L]):
    """A table whose host is here."""

    name: TableName
    key: bytes
    line: L
    """The host's connection."""
    guests: int = 0
    sources: Counter[str] = field(default_factory=Counter)
    """How many of them there are by source, as the host is told it."""
    listing: Listing | None = None


NO_NAME = "only names of tables can be asked for here: no addresses, no other machines"
NO_PORT = f"a table has port {TABLE_PORT} here and no other: leave -p away"
UNKNOWN = "there is no table called {} here"
AWAY = "the table {} is away just now: its host is not connected. Try the same line in a minute"
ENOUGH = "from where you are {} guests are at the table {} already: no more are let through"
FULL = "the table {} has as many guests as this relay allows: try again later"
TOO_MANY_TABLES = "this relay has as many tables as it can hold: try another one, or later"
TOO_MANY_OF_KEY = "this key has {} tables here already, which is all that one key may have"
TOO_MANY_NAMES = "too many new names were taken here today: try tomorrow"
CANNOT_WRITE = "this relay cannot write down new names just now: try another one, or later"
NOT_YOURS = "the name {} belongs to another key"
BANNED = "this table is not wanted at this relay: its operator can say why"
CLOSING = "this relay is closing: try again in some minutes"
UNPROVED = "a table is offered as runes-host, by a key of kind ed25519, and under a name of it"


class Switchboard(Generic[L]):
    """The tables of one relay, and what they and their guests have used up."""

    def __init__(
        self, limits: RelayLimits, book: NameBook, clock: Clock, today: Callable[[], int]
    ) -> None:
        self.limits = limits
        self.book = book
        self.is_draining = False
        self.refused: Counter[str] = Counter()
        self.taken = 0
        """How many guests were let through in all."""
        self.carried: Counter[str] = Counter()
        """Bytes by direction, `up` to a host and `down` to a guest."""
        self._clock = clock
        self._today = today
        self._tables: dict[str, OpenTable[L]] = {}
        self._handshakes = self._full_bucket()
        self._new_names = Buckets(clock)

    def _full_bucket(self) -> TokenBucket:
        limits = self.limits
        return TokenBucket(limits.handshakes_a_second, limits.handshakes_at_once, self._clock)

    def change_limits(self, limits: RelayLimits) -> None:
        """Has other bounds from now on; who is there already stays."""
        self.limits = limits
        self._handshakes = self._full_bucket()

    # --- tables ------------------------------------------------------------------------------

    @property
    def tables(self) -> Iterator[OpenTable[L]]:
        """Every table by each of its names."""
        return iter(self._tables.values())

    def __len__(self) -> int:
        return len(self._tables)

    @property
    def guests(self) -> int:
        """How many guests are at all tables."""
        return sum(table.guests for table in tuple(self._tables.values()))

    def table(self, name: str) -> OpenTable[L] | None:
        """The table that is here under a name."""
        return self._tables.get(name)

    def own_name(self, text: str, port: int, key: bytes) -> TableName:
        """The name that a text is, if that key may have it. Raises RelayRefusal."""
        if self.is_draining:
            raise self._no("draining", CLOSING)
        name = self.name(text, port)
        if self._read(lambda: self.book.is_banned(str(name))):
            raise self._no("banned", BANNED)
        if name.is_certified and not name.fits(key):
            raise self._no("name", NOT_YOURS.format(name))
        owner = self._read(lambda: self.book.owner(str(name)))
        if owner is not None and owner.key != key and not self._has_lapsed(name, owner):
            raise self._no("name", NOT_YOURS.format(name))
        held = self._tables.get(str(name))
        if held is not None and held.key != key:
            raise self._no("name", NOT_YOURS.format(name))
        return name

    def offer(self, text: str, port: int, key: bytes, line: L, source: Source) -> L | None:
        """A host offers a table under a name; the line that gives way to it, where there is one.

        The key is that of a completed authentication. Raises RelayRefusal.
        """
        return self.put(str(self.admit(text, port, key, source)), key, line)

    def admit(self, text: str, port: int, key: bytes, source: Source) -> TableName:
        """The name that a text is, if the key may offer a table by it now; a new one is counted.

        Raises RelayRefusal.
        """
        name = self.own_name(text, port, key)
        self._check_room(key, self._tables.get(str(name)))
        if not self._is_of(name, key):
            self._count_new(source)
        return name

    def put(self, text: str, key: bytes, line: L) -> L | None:
        """A table whose name was admitted is there; the line that gives way, if there is one.

        Raises RelayRefusal, since others may have come meanwhile.
        """
        name = self.own_name(text, TABLE_PORT, key)
        before = self._tables.get(str(name))
        self._check_room(key, before)
        self._pin(name, key)
        self._tables[str(name)] = OpenTable(name, key, line)
        return before.line if before is not None and before.line is not line else None

    def _read(self, question: Callable[[], T]) -> T:
        """What the book says. Raises RelayRefusal where it cannot be read or written."""
        try:
            return question()
        except CannotKeep:
            raise self._no("book", CANNOT_WRITE) from None

    def _is_of(self, name: TableName, key: bytes) -> bool:
        """Whether a name is written down as that key's. Raises RelayRefusal."""
        owner = self._read(lambda: self.book.owner(str(name)))
        return owner is not None and owner.key == key

    def is_unwanted(self, key: str) -> bool:
        """Whether a key is banned by its fingerprint, or nobody can say."""
        with suppress(CannotKeep):
            return self.book.is_banned(key)
        return True

    def _has_lapsed(self, name: TableName, owner: Pinned) -> bool:
        """Whether a name is free again: one that certifies itself never is."""
        days = self.limits.friendly_days
        return not name.is_certified and self._today() - owner.seen > days * A_DAY

    def _check_room(self, key: bytes, before: OpenTable[L] | None) -> None:
        if before is not None:
            return
        if len(self._tables) >= self.limits.tables:
            raise self._no("full", TOO_MANY_TABLES)
        # A friendly name is a second door to the same table: it has a count of its own.
        if sum(each.key == key for each in self._tables.values()) >= 2 * self.limits.tables_per_key:
            raise self._no("full", TOO_MANY_OF_KEY.format(self.limits.tables_per_key))

    def _count_new(self, source: Source) -> None:
        limits = self.limits
        if self._read(lambda: self.book.new_since(self._today() - A_DAY)) >= limits.new_names_a_day:
            raise self._no("names", TOO_MANY_NAMES)
        if not self._new_names.of(source, limits.new_names_per_source, A_DAY).take():
            raise self._no("names", TOO_MANY_NAMES)

    def _pin(self, name: TableName, key: bytes) -> None:
        """Writes down whose a name is; one that is written down already can wait for the disk."""
        try:
            self.book.pin(str(name), key, self._today())
        except CannotKeep:
            if not self._is_of(name, key):
                raise self._no("book", CANNOT_WRITE) from None

    def forget_lapsed(self) -> None:
        """Forgets friendly names whose tables have not been here for long. Raises CannotKeep."""
        for table in self._tables.values():
            self.book.pin(str(table.name), table.key, self._today())
        self.book.forget_before(self._today() - self.limits.friendly_days * A_DAY)

    def withdraw(self, line: L, name: str | None = None) -> list[TableName]:
        """A line has no table any more, or not that one; the names that are away now."""
        gone = [table for at, table in self._tables.items()
                if table.line is line and name in (None, at)]  # fmt: skip
        for table in gone:
            del self._tables[str(table.name)]
            with suppress(CannotKeep):
                self.book.pin(str(table.name), table.key, self._today())
        return [table.name for table in gone]

    def describe(self, line: L, listing: Listing | None) -> list[TableName]:
        """The tables of a line are listed for everybody, or for nobody; their lasting names."""
        own = [table for table in self._tables.values() if table.line is line]
        for table in own:
            table.listing = listing
        return [table.name for table in own if table.name.is_certified]

    def listed(self) -> list[tuple[str, Listing]]:
        """The public tables by the names that certify themselves."""
        return sorted((str(each.name), each.listing) for each in self._tables.values()
                      if each.listing is not None and each.name.is_certified)  # fmt: skip

    # --- guests ------------------------------------------------------------------------------

    def may_greet(self) -> bool:
        """Whether there is time for one more handshake now."""
        if self._handshakes.take():
            return True
        self.refused["handshakes"] += 1
        return False

    def pass_on(self) -> None:
        """A guest is led on to another relay. Raises RelayRefusal."""
        if self.is_draining:
            raise self._no("draining", CLOSING)
        self.taken += 1

    def enter(
        self, text: str, port: int, found: NameFound = HERE, originator: str = ""
    ) -> OpenTable[L]:
        """A guest asks for a table, and counts as being there from now on. Raises RelayRefusal."""
        if self.is_draining:
            raise self._no("draining", CLOSING)
        name = str(self.name(text, port))
        table = self._tables.get(name) if found.is_here else None
        if table is None:
            is_known = self._is_known(name, found)
            raise self._no("away" if is_known else "unknown",
                           (AWAY if is_known else UNKNOWN).format(name))  # fmt: skip
        if table.guests >= self.limits.guests_per_table:
            raise self._no("full", FULL.format(name))
        if table.sources[originator] >= self.limits.guests_per_source:
            raise self._no("full", ENOUGH.format(self.limits.guests_per_source, name))
        table.guests += 1
        table.sources[originator] += 1
        self.taken += 1
        return table

    def _is_known(self, name: str, found: NameFound) -> bool:
        with suppress(CannotKeep):
            is_known = found.is_known or self.book.owner(name) is not None
            return is_known and not self.book.is_banned(name)
        return found.is_known

    def leave(self, table: OpenTable[L], originator: str = "") -> None:
        """A guest who had entered is gone."""
        table.guests -= 1
        table.sources[originator] -= 1
        if not table.sources[originator]:
            del table.sources[originator]

    def name(self, text: str, port: int) -> TableName:
        """The name that a text is. Raises RelayRefusal."""
        name = read_name(text[: 2 * LONGEST_SHOWN])
        if name is None:
            raise self._no("address", NO_NAME)
        if port != TABLE_PORT:
            raise self._no("port", NO_PORT)
        return name

    def _no(self, kind: str, words: str) -> RelayRefusal:
        self.refused[kind] += 1
        return RelayRefusal(kind, words)


_LISTED = re.compile(r"(\S+)  (.{1,24}), ([0-9]{1,2}) of ([0-9]{1,2}) chairs free, (.{1,12})")


def listed_line(name: str, listing: Listing) -> str:
    """How a public table is listed for everybody."""
    free = f"{listing.free} of {listing.seats} chairs free"
    return f"{name}  {listing.game}, {free}, {listing.pace}"


def read_listed(line: str) -> tuple[str, Listing] | None:
    """The public table that a line of such a list is; None for anything else."""
    found = _LISTED.fullmatch(line)
    name = read_name(found[1]) if found is not None else None
    if found is None or name is None or not name.is_certified:
        return None
    said = {"game": found[2], "seats": int(found[4]), "free": int(found[3]), "pace": found[5]}
    listing = read_listing(said)
    return (str(name), listing) if listing is not None else None


def read_listing(found: object) -> Listing | None:
    """What a host says of a public table, cleaned; None for anything else."""
    match found:
        case {"game": str(game), "seats": int(seats), "free": int(free), "pace": str(pace)}:
            if 0 <= free <= seats <= 99:
                return Listing(clean(game, 24), seats, free, clean(pace, 12))
    return None


@dataclass
class Originators:
    """Addresses as hosts see them: a keyed hash, another one each day, kept nowhere."""

    fresh_key: Callable[[], bytes]
    today: Callable[[], int]
    _day: int = -1
    _key: bytes = field(default=b"", repr=False)

    def of(self, source: Source) -> str:
        """The address that stands for a source today: a /64 of its own within fd00::/8."""
        day = self.today() // A_DAY
        if day != self._day:
            self._day, self._key = day, self.fresh_key()
        digest = hmac.new(self._key, source.encode(), hashlib.sha256).digest()
        first = b"\xfd" + digest[:HASHED_BYTES]
        return str(IPv6Address(first + bytes(7) + b"\x01"))
