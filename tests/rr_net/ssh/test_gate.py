"""Who may open a connection: the counting, without a network."""

from dataclasses import replace

import pytest

from rr_net.ssh import Limits
from rr_net.ssh.gate import REMEMBERED, Gate, source_of
from tests.support.fakeclock import FakeClock

MANY = Limits(arrivals=10_000)


@pytest.mark.parametrize(
    ("address", "source"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("::ffff:127.0.0.1", "127.0.0.1"),
        ("127.0.0.7", "127.0.0.1"),
        ("::1", "::1/64"),
        ("", ""),
    ],
)
def test_a_source_is_an_address_or_a_household(address, source):
    assert source_of(address) == source


def test_waiting_and_entered_connections_are_counted_apart():
    gate = Gate(MANY, FakeClock())
    assert all(gate.arrive("a") for _ in range(10))
    assert not gate.arrive("a")
    assert gate.arrive("b")
    gate.enter("a")
    assert (gate.waiting, gate.inside) == (10, 1)
    assert gate.arrive("a")
    gate.leave_waiting("b")
    gate.leave("a")
    assert (gate.waiting, gate.inside) == (10, 0)


def test_all_sources_together_have_a_bound_too():
    gate = Gate(MANY, FakeClock())
    assert sum(gate.arrive(f"source {n}") for n in range(100)) == 64
    for n in range(64):
        gate.enter(f"source {n}")
    assert sum(gate.arrive(f"other {n}") for n in range(100)) == 64
    assert gate.inside + gate.waiting == 128


def test_there_is_an_end_to_connections_altogether_and_of_one_source():
    gate = Gate(replace(MANY, waiting=10_000, waiting_per_source=10_000), FakeClock())
    assert sum(gate.arrive("one") for _ in range(100)) == 32
    assert sum(gate.arrive(f"source {n}") for n in range(300)) == 256 - 32


def test_a_source_may_come_ten_times_a_minute():
    clock = FakeClock()
    gate = Gate(Limits(), clock)

    def visit():
        came = gate.arrive("a")
        if came:
            gate.leave_waiting("a")
        return came

    assert [visit() for _ in range(12)] == [True] * 10 + [False] * 2
    clock.advance(6)
    assert [visit(), visit()] == [True, False]
    clock.advance(600)
    assert [visit() for _ in range(11)] == [True] * 10 + [False]


def test_everybody_behind_a_tunnel_comes_from_loopback_which_has_more_room():
    gate = Gate(Limits(), FakeClock())
    assert sum(gate.arrive(source_of("127.0.0.1")) for _ in range(100)) == 60


def test_many_addresses_do_not_fill_the_memory():
    clock = FakeClock()
    gate = Gate(replace(MANY, waiting=10**9, connections=10**9), clock)
    for n in range(3 * REMEMBERED):
        gate.arrive(f"source {n}")
    assert len(gate.arrivals) <= REMEMBERED
    clock.advance(3600)
    gate.arrive("one more")
    assert len(gate.arrivals) == 1
