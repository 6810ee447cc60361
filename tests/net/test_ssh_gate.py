"""Who may open a connection: the counting, without a network."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rr_net.ssh import Limits, TokenBucket, chat_bucket
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
    assert len(gate._arrivals) <= REMEMBERED
    clock.advance(3600)
    gate.arrive("one more")
    assert len(gate._arrivals) == 1


@given(st.lists(st.tuples(st.floats(0, 10), st.integers(1, 5)), max_size=60))
def test_a_bucket_gives_its_burst_and_its_rate_and_no_more(visits):
    clock = FakeClock()
    start = clock.time()
    bucket = TokenBucket(rate=2, burst=7, clock=clock)
    taken = 0
    for pause, amount in visits:
        clock.advance(pause)
        taken += amount if bucket.take(amount) else 0
        assert taken <= 7 + 2 * (clock.time() - start) + 1e-6


def test_a_debt_says_when_it_is_paid():
    clock = FakeClock()
    bucket = TokenBucket(rate=10, burst=10, clock=clock)
    assert bucket.spend(10) == 0
    assert bucket.spend(5) == pytest.approx(0.5)
    clock.advance(0.5)
    assert not bucket.take(1)
    clock.advance(0.1)
    assert bucket.take(1)


def test_chat_is_three_lines_in_three_seconds():
    clock = FakeClock()
    bucket = chat_bucket(Limits(), clock)
    assert [bucket.take() for _ in range(5)] == [True] * 3 + [False] * 2
    clock.advance(1)
    assert [bucket.take() for _ in range(2)] == [True, False]
    clock.advance(100)
    assert [bucket.take() for _ in range(4)] == [True] * 3 + [False]
