"""Who may open a connection at all: counted by source, before anything is read from it.

Behind a forwarded line all are one source: there user names and keys are counted too, and what one
of them has used up is not taken from the others. A full count keeps out those whom nobody knows: a
key that was let in before passes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from typing import NewType, TypeVar

from rr_net.clocks import Clock, Pacer, TokenBucket
from rr_net.ssh.limits import Limits

# An IPv4 address, or the /64 that one IPv6 household has.
Source = NewType("Source", str)

K = TypeVar("K", bound=Hashable)

LOOPBACK = frozenset({"127.0.0.1", "::1/64"})

LONGEST_ADDRESS = 64

TURN = 0.002
"""Seconds between two who go on after they had sent too much: a few packets take half of that."""

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


def source_through(relay: str, originator: str) -> Source:
    """The unit of a connection that a relay hands on: what it says counts there and no further.

    A relay that lies about its guests can keep them out, and nobody else.
    """
    return Source(f"{relay}: {source_of(originator[:LONGEST_ADDRESS])}")


def _source_of_six(ip: IPv6Address) -> Source:
    if ip.ipv4_mapped is not None:
        return source_of(str(ip.ipv4_mapped))
    if ip.is_loopback:
        return Source("::1/64")
    return Source(f"{IPv6Address(int(ip) >> 64 << 64)}/64")


@dataclass(slots=True, eq=False)
class Arrival:
    """One connection, from its first packet on."""

    source: Source
    at: float = 0.0
    """When it came, by the gate's clock, in seconds."""
    is_pressed: bool = False
    """Whether too many come by that address, name or key: a known key alone gets in."""
    make_way: Callable[[], bool] | None = None
    """Ends it for somebody else; False where its key was let in meanwhile."""
    has_made_way: bool = False
    """Whether it has, and is counted no more."""
    has_called: bool = False
    """Whether it has said a user name."""

    @property
    def is_silent(self) -> bool:
        """Whether it may have to leave for who comes from the same place and has more to say."""
        return self.make_way is not None and not self.has_called


class Buckets:
    """What each of many may still do, of those that are remembered."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._known: dict[Hashable, TokenBucket] = {}

    def __len__(self) -> int:
        return len(self._known)

    def of(self, what: Hashable, burst: float, seconds: float) -> TokenBucket:
        """The bucket that fills up to `burst` within so many seconds."""
        if what not in self._known:
            self._forget_quiet()
            self._known[what] = TokenBucket(burst / seconds, burst, self._clock)
        return self._known[what]

    def _forget_quiet(self) -> None:
        if len(self._known) < REMEMBERED:
            return
        # Half at once: a stranger with many addresses must not make each arrival costly either.
        busy = [(w, bucket) for w, bucket in self._known.items() if not bucket.is_full()]
        self._known = dict(busy[-REMEMBERED // 2 :])


class Gate:
    """Counts who is waiting and who is in, and turns away what is too much."""

    def __init__(self, limits: Limits, clock: Clock) -> None:
        self.limits = limits
        self._clock = clock
        self._waiting: Counter[Source] = Counter()
        self._inside: Counter[Source] = Counter()
        self._keyed: dict[tuple[Source, str], None] = {}
        self._queue: dict[Arrival, None] = {}
        """Who has not proved a key yet, the first first."""
        self._strangers: dict[Arrival, None] = {}
        """Who has proved one that nobody had let in by then."""
        self._homes: dict[Source, None] = {}
        """Sources from which a key has come that was let in before."""
        self.pacer = Pacer(TURN, clock)
        """Through it everybody goes on who had sent too much."""
        self.arrivals = Buckets(clock)
        """What each source may still open."""
        self.others = Buckets(clock)
        """What each name and each key behind one address may still open."""

    @property
    def waiting(self) -> int:
        """How many connections have not proved a key yet."""
        return self._waiting.total()

    @property
    def inside(self) -> int:
        """How many connections have proved their key."""
        return self._inside.total()

    def arrive(self, source: Source) -> Arrival | None:
        """Counts a new connection as waiting, or says by None that it is one too many.

        Where there is no room, somebody gives way who was not let in.
        """
        if not (self._has_share(source) or self._one_slow_leaves(source)):
            return None
        is_pressed = not self._bucket(source).take()
        if is_pressed and not self._may_press(source):
            return None
        if self.waiting >= self.limits.waiting and not self._one_waiting_leaves(source):
            return None
        if self.waiting + self.inside >= self.limits.connections and not self._one_leaves():
            return None
        self._waiting[source] += 1
        arrival = Arrival(source, self._clock.time(), is_pressed)
        self._queue[arrival] = None
        return arrival

    def called(self, arrival: Arrival, name: str) -> None:
        """A waiting connection says a user name: behind a forwarded line each has a count."""
        arrival.has_called = True
        if arrival.source in LOOPBACK and not self._own(arrival, name).take():
            self._press(arrival)

    def may_prove(self, arrival: Arrival, key: str, *, is_known: bool) -> bool:
        """Whether a waiting connection may come in by a key, which was let in before or not."""
        if is_known:
            return True
        if arrival.source in LOOPBACK and not self._own(arrival, f"key {key}").holds():
            self._press(arrival)
        if self._is_full_for_strangers and not any(each.make_way for each in self._strangers):
            return False
        return not arrival.is_pressed

    @property
    def _is_full_for_strangers(self) -> bool:
        return self.inside >= self.limits.connections - self.limits.kept_for_known

    def knows(self, source: Source, name: str) -> bool:
        """Whether a connection from there has proved a key under that name."""
        return (source, name) in self._keyed

    def enter(
        self, arrival: Arrival, name: str = "", key: str = "", *, is_known: bool = False
    ) -> None:
        """A waiting connection has proved its key, under a name."""
        source = arrival.source
        _remember(self._keyed, (source, name))
        if is_known:
            # What is everybody's there is for those whom nobody knows.
            _remember(self._homes, source)
            self._press(arrival)
        else:
            if source in LOOPBACK:
                self._own(arrival, f"key {key}").take()
            if self._is_full_for_strangers:
                self._one_leaves()
            self._strangers[arrival] = None
        self._queue.pop(arrival, None)
        _remove(self._waiting, source)
        self._inside[source] += 1

    def gone(self, arrival: Arrival, *, has_proved: bool) -> None:
        """A connection is gone, in whatever way."""
        self._queue.pop(arrival, None)
        self._strangers.pop(arrival, None)
        if not arrival.has_made_way:
            (self.leave if has_proved else self.leave_waiting)(arrival.source)

    def leave_waiting(self, source: Source) -> None:
        """A waiting connection is gone."""
        _remove(self._waiting, source)

    def leave(self, source: Source) -> None:
        """A connection that had proved its key is gone."""
        _remove(self._inside, source)

    def _has_share(self, source: Source) -> bool:
        limits, share = self.limits, self._share(source)
        return (
            self._waiting[source] < limits.waiting_per_source * share
            and self._waiting[source] + self._inside[source] < limits.connections_per_source * share
        )

    def _one_waiting_leaves(self, source: Source) -> bool:
        """Whether one makes way for `source` that waits: the first from where the most wait.

        Not for one more from there; and nobody from where somebody who is known has come before,
        unless it has waited for long. Among those who come from one such place, or by a forwarded
        line, it is the first that has not said a word.
        """
        first = self._first_of_most(source) or self._first_silent(source)
        return first is not None and self._makes_way(first, self._waiting)

    def _first_of_most(self, source: Source) -> Arrival | None:
        mobile = [each for each in self._queue if each.make_way is not None]
        waiting = [a for a in mobile if a.source not in self._homes or self._is_slow(a)]
        most = max((self._waiting[each.source] for each in waiting), default=0)
        if source not in self._homes and self._waiting[source] >= most:
            return None
        return next((each for each in waiting if self._waiting[each.source] == most), None)

    def _first_silent(self, source: Source) -> Arrival | None:
        """Of a place that many share: what says nothing there costs little to be tried anew."""
        if source not in self._homes and source not in LOOPBACK:
            return None
        return next((a for a in self._queue if a.source == source and a.is_silent), None)

    def _one_slow_leaves(self, source: Source) -> bool:
        """Whether there is a share for `source` once one from there makes way that waits for long.

        It may be somebody who compares a fingerprint: where there is room nobody is hurried.
        """
        slow = [a for a in self._queue if a.source == source and self._is_slow(a)]
        slow = slow or [each for each in [self._first_silent(source)] if each is not None]
        return any(self._makes_way(each, self._waiting) for each in slow) and self._has_share(
            source
        )

    def _is_slow(self, arrival: Arrival) -> bool:
        return self._clock.time() - arrival.at >= self.limits.unhurried_seconds

    def _one_leaves(self) -> bool:
        """Whether one makes way who was not let in: who has been there for longest."""
        return any(self._makes_way(each, self._inside) for each in tuple(self._strangers))

    def _makes_way(self, arrival: Arrival, counted: Counter[Source]) -> bool:
        if arrival.make_way is None:
            return False
        self._queue.pop(arrival, None)
        self._strangers.pop(arrival, None)
        if not arrival.make_way():
            return False
        arrival.has_made_way = True
        _remove(counted, arrival.source)
        return True

    def _bucket(self, source: Source) -> TokenBucket:
        burst = self.limits.arrivals * self._share(source)
        return self.arrivals.of(source, burst, self.limits.arrival_seconds)

    def _may_press(self, source: Source) -> bool:
        """Whether somebody may show a known key from where too many come: not without end."""
        if source not in LOOPBACK and source not in self._homes:
            return False
        burst = self.limits.pressing * self._share(source)
        return self.others.of(("pressed", source), burst, self.limits.arrival_seconds).take()

    def _own(self, arrival: Arrival, what: str) -> TokenBucket:
        """The count of one name or key behind a forwarded line."""
        limits = self.limits
        return self.others.of((arrival.source, what), limits.arrivals_each, limits.arrival_seconds)

    def _press(self, arrival: Arrival) -> None:
        """Counts a connection no more as one of all that come from there."""
        if not arrival.is_pressed:
            arrival.is_pressed = True
            self._bucket(arrival.source).give_back()

    def _share(self, source: Source) -> int:
        return self.limits.loopback_share if source in LOOPBACK else 1


def _remember(known: dict[K, None], what: K) -> None:
    """Has `what` be the newest of those that are remembered."""
    known.pop(what, None)
    known[what] = None
    if len(known) > REMEMBERED:
        del known[next(iter(known))]


def _remove(counter: Counter[Source], source: Source) -> None:
    counter[source] -= 1
    if counter[source] <= 0:
        del counter[source]
