"""Timers of a suspended host: what had come in time is read before they ring. Pacers."""

from rr_net.clocks import GAP, GRACE, LoopTimer, Pacer
from tests.support.fakeclock import FakeClock


class Loop(FakeClock):
    """A loop that may stand still."""

    lost = 0.0

    def time(self):
        return super().time() + self.lost

    def call_later(self, delay, callback, context=None):
        return super().call_later(delay, callback)


def test_a_timer_rings_when_it_is_due():
    loop, rung = Loop(), []
    LoopTimer(loop, 3.0, lambda: rung.append(loop.time()))
    loop.advance(2.9)
    assert rung == []
    loop.advance(0.2)
    assert len(rung) == 1


def test_after_a_gap_it_gives_way_once_to_what_waits_in_the_kernel():
    loop, rung = Loop(), []
    LoopTimer(loop, 3.0, lambda: rung.append("rung"))
    loop.lost = GAP + 5.0
    loop.advance(3.0)
    assert rung == []
    loop.advance(GRACE)
    assert rung == ["rung"]


def test_one_that_is_cancelled_after_the_gap_never_rings():
    loop, rung = Loop(), []
    timer = LoopTimer(loop, 3.0, lambda: rung.append("rung"))
    timer.cancel()
    loop.advance(10)
    assert rung == []


def test_a_crowd_goes_on_one_after_the_other():
    clock, gone = FakeClock(), []
    pacer = Pacer(0.5, clock)
    waits = [pacer.wait(lambda name=name: gone.append((name, clock.time()))) for name in "abc"]
    waits[1].cancel()
    for _ in range(8):
        clock.advance(0.25)
    (first, began), (last, ended) = gone
    assert (first, last, ended - began) == ("a", "c", 1.0)


def test_who_comes_alone_hardly_waits():
    clock, gone = FakeClock(), []
    pacer = Pacer(0.5, clock)
    pacer.wait(lambda: gone.append("a"))
    clock.advance(3)
    pacer.wait(lambda: gone.append("b"))
    clock.advance(0)
    assert gone == ["a", "b"]
