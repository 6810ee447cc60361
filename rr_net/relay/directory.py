"""Which relay holds which table's name: one alone, or several by leases of a shared directory.

Each relay of several has one lease, which covers every name that it holds and which it renews all
the time. A lease that has ended is never renewed: whoever it belonged to begins another one, and
takes its names anew, where nobody else has taken them meanwhile. What counts is the directory's own
clock; a relay's clock only says for how long it goes on by itself where the directory is away.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple, Protocol

from rr_net.clocks import Clock
from rr_net.relay.rules import HERE, NOT_YOURS, Listing, NameFound, RelayRefusal, read_listing

LEASE = 5.0
"""Seconds that a relay may be silent before its names are free."""
OWN_PART = 2 / 3
"""The part of a lease for which its names are held while the directory does not answer."""
TURNS = 6
"""How often a lease is renewed within its own length."""
LISTED_EVERY_TURNS = 6

DOES_NOT_ANSWER = (
    "this relay cannot ask just now which relay holds the table: games go on, and newcomers try "
    "again in a minute"
)


class DirectoryAway(Exception):
    """The shared directory does not answer; the sentence says why."""


class LeaseOver(Exception):
    """The lease has ended: others may have its names."""


class RelaysDiffer(DirectoryAway):
    """The relays of a directory have different keys; the sentence says which."""


class Directory(Protocol):
    """Who holds which name, as a relay asks."""

    async def find(self, name: str) -> NameFound:
        """Who holds a name. Raises RelayRefusal where nobody can say."""

    async def take(self, name: str, key: bytes) -> None:
        """A host offers a name here: it is held, or will be as soon as no other relay does.

        Raises RelayRefusal where the name belongs to another key, or nobody can say.
        """

    def holds(self, name: str) -> bool:
        """Whether a name is surely held here now."""

    def leave(self, name: str) -> None:
        """Its host is gone from here."""

    def describe(self, name: str, listing: Listing | None) -> None:
        """What everybody may read of a table, None for nothing."""

    @property
    def elsewhere(self) -> list[tuple[str, Listing]]:
        """The public tables at the other relays."""


class NoOthers:
    """The directory of a relay that is alone: whatever is offered here is held here."""

    elsewhere: list[tuple[str, Listing]] = []  # noqa: RUF012 - it stays empty

    async def find(self, name: str) -> NameFound:
        """Nobody else can hold it."""
        return HERE

    async def take(self, name: str, key: bytes) -> None:
        """Nobody else could want it."""

    def holds(self, name: str) -> bool:
        """There is nobody else."""
        return True

    def leave(self, name: str) -> None:
        """Nobody else has to know."""

    def describe(self, name: str, listing: Listing | None) -> None:
        """Nobody else lists it."""


class Holder(NamedTuple):
    """Whose a name is by the directory, with the lease that holds it now."""

    lease: int
    """0 for none."""
    address: str


class Taken(NamedTuple):
    """What has become of names that a relay has asked for."""

    held: Collection[str]
    refused: Collection[str]
    """Those that belong to another key. What is in neither is held by another relay."""


class LeaseStore(Protocol):
    """A shared directory as it is kept: each call is one step that nobody else divides.

    Each raises DirectoryAway; those that are given a lease raise LeaseOver where it has ended.
    """

    async def begin(self, address: str, key: str, seconds: float) -> int:
        """A lease with a number that no other one has had. Raises RelaysDiffer."""

    async def renew(self, lease: int, seconds: float) -> Collection[str]:
        """Makes a lease last so long from now, and ends what is over; names that others want."""

    async def end(self, lease: int) -> None:
        """Gives a lease back, with all its names."""

    async def take(self, lease: int, claims: Mapping[str, bytes], wanted: Collection[str]) -> Taken:
        """Holds those names that nobody holds; whoever holds the wanted ones is told of it."""

    async def release(self, lease: int, names: Collection[str]) -> None:
        """Holds some names no more."""

    async def find(self, name: str) -> Holder | None:
        """Who holds a name now; None for one that nobody has ever had."""

    async def describe(self, lease: int, listings: Mapping[str, str | None]) -> None:
        """What everybody may read of some tables."""

    async def listed(self, lease: int) -> list[tuple[str, str]]:
        """What can be read of the tables of all other leases."""

    async def close(self) -> None:
        """Closes the line to it."""


class Member(NamedTuple):
    """One relay, as those know it that share its directory."""

    address: str
    """Where the others reach it."""
    key: str
    """The fingerprint of the key that all of them have."""


Note = Callable[[str, dict[str, object]], object]


class SharedDirectory:
    """What one relay holds of a shared directory, and how it keeps it."""

    def __init__(
        self,
        store: LeaseStore,
        member: Member,
        clock: Clock,
        note: Note,
        is_wanted: Callable[[str], object],
        seconds: float = LEASE,
    ) -> None:
        """`is_wanted` hears of a name whose host has come to another relay."""
        self._store = store
        self._member = member
        self._clock = clock
        self._note = note
        self._is_wanted = is_wanted
        self._seconds = seconds
        self._lease = 0
        self._own_until = clock.time()
        """Until when the names are held without an answer of the directory's."""
        self._claims: dict[str, bytes] = {}
        self._held: set[str] = set()
        self._left: set[str] = set()
        self._listings: dict[str, str] = {}
        self._untold: set[str] = set()
        """Names of which the directory does not know yet what they list."""
        self._elsewhere: list[tuple[str, Listing]] = []
        self._turns = 0
        self._is_away = False
        self._busy = asyncio.Lock()
        self._woken = asyncio.Event()

    # --- what a relay asks -------------------------------------------------------------------

    async def find(self, name: str) -> NameFound:
        """Who holds a name, by the directory; by the own lease while that does not answer."""
        try:
            holder = await self._store.find(name)
        except DirectoryAway:
            if self.holds(name):
                return HERE
            raise RelayRefusal("directory", DOES_NOT_ANSWER) from None
        if holder is None:
            return NameFound()
        is_here = bool(holder.lease) and holder.lease == self._lease
        return NameFound("" if is_here else holder.address, is_here, is_known=True)

    def holds(self, name: str) -> bool:
        """Whether a name is surely held here, whatever has become of the directory."""
        return name in self._held and self._clock.time() < self._own_until

    async def take(self, name: str, key: bytes) -> None:
        """Claims a name for a host that is here. Raises RelayRefusal."""
        async with self._busy:
            try:
                if not self._lease:
                    await self._renew()
                taken = await self._store.take(self._lease, {name: key}, [name])
            except (DirectoryAway, LeaseOver):
                raise RelayRefusal("directory", DOES_NOT_ANSWER) from None
            # Only now, and at once: a line before this one may have left it meanwhile.
            self._claims[name] = key
            self._left.discard(name)
            self._held |= set(taken.held)
            if name in taken.refused:
                self.leave(name)
                raise RelayRefusal("name", NOT_YOURS.format(name))

    def leave(self, name: str) -> None:
        """Claims a name no more; the directory hears of it soon."""
        if self._claims.pop(name, None) is not None:
            self._held.discard(name)
            self._listings.pop(name, None)
            self._left.add(name)
            self._woken.set()

    def describe(self, name: str, listing: Listing | None) -> None:
        """Has a table listed by every relay, or by none."""
        if name in self._claims:
            self._listings.pop(name, None)
            if listing is not None:
                self._listings[name] = json.dumps(listing._asdict())
            self._untold.add(name)

    @property
    def elsewhere(self) -> list[tuple[str, Listing]]:
        """The public tables at the other relays, as they were some seconds ago."""
        return self._elsewhere

    @property
    def held(self) -> int:
        """How many names are held here."""
        return len(self._held) if self._clock.time() < self._own_until else 0

    # --- how it is kept ----------------------------------------------------------------------

    async def start(self) -> None:
        """Begins a lease, if the directory answers. Raises RelaysDiffer."""
        async with self._busy:
            try:
                await self._renew()
            except RelaysDiffer:
                raise
            except DirectoryAway as error:
                self._say_away(str(error))

    async def run(self) -> None:
        """Keeps the lease until it is cancelled."""
        while True:
            await self.turn()
            self._woken.clear()
            try:
                async with asyncio.timeout(self._seconds / TURNS):
                    await self._woken.wait()
            except TimeoutError:
                continue

    async def turn(self) -> None:
        """Renews the lease, and tells the directory what has changed."""
        wanted: Collection[str] = ()
        async with self._busy:
            try:
                wanted = await self._renew()
                await self._release(wanted)
                await self._take_missing()
                await self._list()
                self._say_away("")
            except LeaseOver:
                self._lose()
            except DirectoryAway as error:
                self._say_away(str(error))
        for name in wanted:
            if name in self._claims:
                self._is_wanted(name)

    async def close(self) -> None:
        """Gives everything back, if the directory hears of it."""
        async with self._busy:
            try:
                if self._lease:
                    await self._store.end(self._lease)
            except (DirectoryAway, LeaseOver):
                pass  # it ends by itself
            self._lose()
            await self._store.close()

    async def _renew(self) -> Collection[str]:
        """Renews the lease, or begins one; the names that others want."""
        asked = self._clock.time()
        wanted: Collection[str] = ()
        try:
            if self._lease:
                wanted = await self._store.renew(self._lease, self._seconds)
        except LeaseOver:
            self._note("lease_lost", {"names": len(self._held)})
            self._lose()
        if not self._lease:
            self._lease = await self._store.begin(*self._member, self._seconds)
        # The directory counts from a moment after this one: here it ends first.
        self._own_until = asked + self._seconds * OWN_PART
        return wanted

    def _lose(self) -> None:
        self._lease = 0
        self._held.clear()
        self._untold |= self._listings.keys()

    async def _release(self, wanted: Collection[str]) -> None:
        """Gives up what has no host here: what was left, and what was taken without an answer."""
        names = (self._left | set(wanted)) - self._claims.keys()
        if names:
            await self._store.release(self._lease, names)
        self._left.clear()

    async def _take_missing(self) -> None:
        missing = {name: key for name, key in self._claims.items() if name not in self._held}
        if missing:
            taken = await self._store.take(self._lease, missing, ())
            self._held |= self._claims.keys() & set(taken.held)
        told = {name: self._listings.get(name) for name in self._untold & self._held}
        if told:
            self._untold -= told.keys()
            await self._store.describe(self._lease, told)

    async def _list(self) -> None:
        self._turns += 1
        if self._turns % LISTED_EVERY_TURNS == 1:
            found = await self._store.listed(self._lease)
            self._elsewhere = [(name, listing) for name, text in found
                               if (listing := _listing(text)) is not None]  # fmt: skip

    def _say_away(self, why: str) -> None:
        """Notes once that the directory is away, and once that it is back."""
        if bool(why) != self._is_away:
            self._is_away = bool(why)
            self._note("directory_away" if why else "directory_back", {"why": why} if why else {})


def _listing(text: str) -> Listing | None:
    try:
        return read_listing(json.loads(text))
    except ValueError:
        return None
