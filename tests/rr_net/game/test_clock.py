"""The table's clock, which the host can stop, and the buckets that count what comes."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rr_net.clocks import TableClock, TokenBucket
from rr_net.game.services import SingleAlarm
from tests.support.fakeclock import FakeClock


@pytest.fixture
def world():
    return FakeClock()


@pytest.fixture
def clock(world):
    return TableClock(world)


def test_a_paused_clock_stands_still_and_its_alarms_ring_later(world, clock):
    rung = []
    begin = clock.time()
    clock.call_later(10, lambda: rung.append(clock.time() - begin))
    world.advance(4)
    clock.pause()
    world.advance(100)
    assert clock.is_paused
    assert clock.time() - begin == 4
    clock.resume()
    world.advance(5.9)
    assert rung == []
    world.advance(0.1)
    assert rung == [10]


def test_an_alarm_that_is_set_in_a_pause_waits_for_its_end(world, clock):
    rung = []
    clock.pause()
    clock.call_later(1, lambda: rung.append("now"))
    world.advance(50)
    assert rung == []
    clock.resume()
    world.advance(1)
    assert rung == ["now"]


def test_pausing_twice_is_pausing_once(world, clock):
    clock.pause()
    world.advance(3)
    clock.pause()
    world.advance(3)
    clock.resume()
    clock.resume()
    begin = clock.time()
    world.advance(1)
    assert clock.time() - begin == 1
    assert world.time() - clock.time() == 6


def test_a_cancelled_alarm_never_rings_not_even_after_a_pause(world, clock):
    rung = []
    one = clock.call_later(1, lambda: rung.append("one"))
    two = clock.call_later(1, lambda: rung.append("two"))
    one.cancel()
    clock.pause()
    two.cancel()
    clock.resume()
    world.advance(5)
    assert rung == []
    assert world.waiting == 0


def test_alarms_that_are_due_together_ring_in_the_order_they_were_set(world, clock):
    rung = []
    for name in ("first", "second", "third"):
        clock.call_later(2, lambda name=name: rung.append(name))
    clock.pause()
    clock.resume()
    world.advance(2)
    assert rung == ["first", "second", "third"]


def test_a_single_alarm_rings_for_what_it_was_set_to_last(world, clock):
    rung = []
    alarm = SingleAlarm(clock, lambda: rung.append(clock.time() - begin))
    begin = clock.time()
    alarm.set(begin + 5)
    alarm.set(begin + 3)
    world.advance(4)
    assert rung == [3]
    alarm.set(begin + 9)
    alarm.cancel()
    world.advance(10)
    assert rung == [3]


def test_a_single_alarm_rings_at_once_for_what_is_due_even_on_a_paused_clock(world, clock):
    rung = []
    alarm = SingleAlarm(clock, lambda: rung.append("now"))
    clock.pause()
    alarm.set(clock.time())
    assert rung == ["now"]
    alarm.set(clock.time())
    assert rung == ["now"], "it is set to that already"
    alarm.set(math.inf)
    clock.resume()
    world.advance(10)
    assert rung == ["now"]


def test_a_bucket_lets_a_burst_through_and_then_its_rate(world):
    bucket = TokenBucket(1, 3, world)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    world.advance(1)
    assert [bucket.take() for _ in range(2)] == [True, False]
    world.advance(60)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


@given(st.lists(st.tuples(st.floats(0, 10), st.integers(1, 5)), max_size=60))
def test_a_bucket_gives_its_burst_and_its_rate_and_no_more(visits):
    world = FakeClock()
    start = world.time()
    bucket = TokenBucket(rate=2, burst=7, clock=world)
    taken = 0
    for pause, amount in visits:
        world.advance(pause)
        taken += amount if bucket.take(amount) else 0
        assert taken <= 7 + 2 * (world.time() - start) + 1e-6


def test_a_debt_says_when_it_is_paid(world):
    bucket = TokenBucket(rate=10, burst=10, clock=world)
    assert bucket.spend(10) == 0
    assert bucket.spend(5) == pytest.approx(0.5)
    world.advance(0.5)
    assert not bucket.take(1)
    world.advance(0.1)
    assert bucket.take(1)
