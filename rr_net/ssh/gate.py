"""Who may open a connection at all: counted by source, before anything is read from it."""

from __future__ import annotations

from collections import Counter
from ipaddress import IPv6Address, ip_address
from typing import NewType

from rr_net.clocks import Clock, TokenBucket
from rr_net.ssh.limits import Limits

# An IPv4 address, or the /64 that one IPv6 household has.
Source = NewType("Source", str)

LOOPBACK = frozenset({"127.0.0.1", "::1/64"})

# The most sources remembered; a stranger with many addresses must not fill the memory.
REMEMBERED = 4096


def source_of(address: str) -> Source:
    """The unit that connections from `address` are counted under."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return Source(address)
    if isinstance(ip, IPv6Address):
        return _source_of_six(ip)
    return Source("127.0.0.1" if ip.is_loopback else str(ip))


def _source_of_six(ip: IPv6Address) -> Source:
    if ip.ipv4_mapped is not None:
        return source_of(str(ip.ipv4_mapped))
    if ip.is_loopback:
        return Source("::1/64")
    return Source(f"{IPv6Address(int(ip) >> 64 << 64)}/64")


class Gate:
    """Counts who is waiting and who is in, and turns away what is too much."""

    def __init__(self, limits: Limits, clock: Clock) -> None:
        self._limits = limits
        self._clock = clock
        self._waiting: Counter[Source] = Counter()
        self._inside: Counter[Source] = Counter()
        self._keyed: dict[tuple[Source, str], None] = {}
        self.arrivals: dict[Source, TokenBucket] = {}
        """What each source may still open, of those that are remembered."""

    @property
    def waiting(self) -> int:
        """How many connections have not proved a key yet."""
        return self._waiting.total()

    @property
    def inside(self) -> int:
        """How many connections have proved their key."""
        return self._inside.total()

    def arrive(self, source: Source) -> bool:
        """Counts a new connection as waiting, or says that it is one too many."""
        if not self._has_room(source) or not self._bucket(source).take():
            return False
        self._waiting[source] += 1
        return True

    def knows(self, source: Source, name: str) -> bool:
        """Whether a connection from there has proved a key under that name."""
        return (source, name) in self._keyed

    def enter(self, source: Source, name: str = "") -> None:
        """A waiting connection has proved its key, under a name."""
        self._keyed.pop((source, name), None)
        self._keyed[source, name] = None
        if len(self._keyed) > REMEMBERED:
            del self._keyed[next(iter(self._keyed))]
        _remove(self._waiting, source)
        self._inside[source] += 1

    def leave_waiting(self, source: Source) -> None:
        """A waiting connection is gone."""
        _remove(self._waiting, source)

    def leave(self, source: Source) -> None:
        """A connection that had proved its key is gone."""
        _remove(self._inside, source)

    def _has_room(self, source: Source) -> bool:
        limits, share = self._limits, self._share(source)
        return (
            self.waiting < limits.waiting
            and self.waiting + self.inside < limits.connections
            and self._waiting[source] < limits.waiting_per_source * share
            and self._waiting[source] + self._inside[source] < limits.connections_per_source * share
        )

    def _bucket(self, source: Source) -> TokenBucket:
        if source not in self.arrivals:
            self._forget_quiet_sources()
            burst = self._limits.arrivals * self._share(source)
            rate = burst / self._limits.arrival_seconds
            self.arrivals[source] = TokenBucket(rate, burst, self._clock)
        return self.arrivals[source]

    def _share(self, source: Source) -> int:
        return self._limits.loopback_share if source in LOOPBACK else 1

    def _forget_quiet_sources(self) -> None:
        if len(self.arrivals) < REMEMBERED:
            return
        # Half at once: a stranger with many addresses must not make each arrival costly either.
        busy = [(s, bucket) for s, bucket in self.arrivals.items() if not bucket.is_full()]
        self.arrivals = dict(busy[-REMEMBERED // 2 :])


def _remove(counter: Counter[Source], source: Source) -> None:
    counter[source] -= 1
    if counter[source] <= 0:
        del counter[source]
