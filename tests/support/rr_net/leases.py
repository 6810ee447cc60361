"""A directory of leases in memory, with a clock of its own: what a database does, without one.

store = LeasesHere()
one, other = member(store, clock, "one"), member(store, clock, "other")
await other.turn()
store.is_away = True
"""

from dataclasses import dataclass, field

from rr_net.relay.directory import (
    DirectoryAway,
    Holder,
    LeaseOver,
    Member,
    RelaysDiffer,
    SharedDirectory,
    Taken,
)
from tests.support.fakeclock import FakeClock

KEY = "SHA256:the key of all relays"


@dataclass
class Held:
    key: bytes
    lease: int = 0
    is_wanted: bool = False
    listing: str | None = None


@dataclass
class LeasesHere:
    now: float = 0.0
    """The directory's own clock."""
    is_away: bool = False
    clock: FakeClock = field(default_factory=FakeClock)
    """That of the relays."""
    names: dict = field(default_factory=dict)
    leases: dict = field(default_factory=dict)
    asked: list = field(default_factory=list)
    _numbers: int = 0

    def _ask(self, word):
        self.asked.append(word)
        if self.is_away:
            raise DirectoryAway("no answer")

    def _is_on(self, lease):
        return lease in self.leases and self.leases[lease][1] > self.now

    async def begin(self, address, key, seconds):
        self._ask("begin")
        if any(each.key != key for each, _ in self.leases.values()):
            raise RelaysDiffer("another key")
        self._numbers += 1
        self.leases[self._numbers] = (Member(address, key), self.now + seconds)
        return self._numbers

    async def renew(self, lease, seconds):
        self._ask("renew")
        is_on = self._is_on(lease)
        if is_on:
            self.leases[lease] = (self.leases[lease][0], self.now + seconds)
        for each in [each for each in self.leases if not self._is_on(each)]:
            self._ended(each)
        if not is_on:
            raise LeaseOver
        wanted = [name for name, each in self.names.items()
                  if each.lease == lease and each.is_wanted]  # fmt: skip
        for name in wanted:
            self.names[name].is_wanted = False
        return wanted

    def _ended(self, lease):
        self.leases.pop(lease, None)
        for each in self.names.values():
            if each.lease == lease:
                each.lease = 0

    async def end(self, lease):
        self._ask("end")
        self._ended(lease)

    async def take(self, lease, claims, wanted):
        self._ask("take")
        if lease not in self.leases:
            raise LeaseOver
        held, refused = set(), set()
        for name, key in claims.items():
            found = self.names.setdefault(name, Held(key))
            if found.key != key:
                refused.add(name)
            elif found.lease in (0, lease):
                found.lease, found.listing = lease, None
                held.add(name)
            else:
                found.is_wanted |= name in wanted
        return Taken(held, refused)

    async def release(self, lease, names):
        self._ask("release")
        for name in names:
            if self.names[name].lease == lease:
                self.names[name].lease = 0

    async def find(self, name):
        self._ask("find")
        found = self.names.get(name)
        if found is None:
            return None
        if not self._is_on(found.lease):
            return Holder(0, "")
        return Holder(found.lease, self.leases[found.lease][0].address)

    async def describe(self, lease, listings):
        self._ask("describe")
        for name, listing in listings.items():
            if self.names[name].lease == lease:
                self.names[name].listing = listing

    async def listed(self, lease):
        self._ask("listed")
        return [(name, each.listing) for name, each in sorted(self.names.items())
                if each.listing and each.lease != lease and self._is_on(each.lease)]  # fmt: skip

    async def close(self):
        self._ask("close")


class Sharing:
    """One relay of several, as far as its directory goes."""

    def __init__(self, store, clock, address, seconds=6.0, key=KEY, wanted=None):
        self.notes, self.wanted = [], []
        self.directory = SharedDirectory(
            store, Member(address, key), clock, lambda event, about: self.notes.append(event),
            wanted or self.wanted.append, seconds,
        )  # fmt: skip

    def __getattr__(self, name):
        return getattr(self.directory, name)
