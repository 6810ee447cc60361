"""Clocks that stand still: one that a test moves, and an event loop that moves its own."""

import asyncio
import heapq
import itertools
import selectors


class FakeClock:
    """Time and timers for whatever takes an `rr_net.clocks.Clock`."""

    def __init__(self):
        self._now = 1000.0
        self._queue = []
        self._order = itertools.count()

    def time(self):
        return self._now

    def call_later(self, delay, callback, *args):
        timer = FakeTimer(callback, args)
        heapq.heappush(self._queue, (self._now + delay, next(self._order), timer))
        return timer

    def advance(self, seconds):
        """Moves the time on; what falls due happens in its order, at its moment."""
        end = self._now + seconds
        while self._queue and self._queue[0][0] <= end:
            due, _, timer = heapq.heappop(self._queue)
            self._now = due
            if not timer.cancelled:
                timer.callback(*timer.args)
        self._now = end

    def next_due(self):
        """When the next timer rings, or None."""
        running = [(due, order) for due, order, timer in self._queue if not timer.cancelled]
        return min(running)[0] if running else None

    @property
    def waiting(self):
        """How many timers are running."""
        return sum(not timer.cancelled for _, _, timer in self._queue)


class FakeTimer:
    """What `call_later` gives back."""

    def __init__(self, callback, args):
        self.callback = callback
        self.args = args
        self.cancelled = False

    def cancel(self):
        self.cancelled = True


class SteppedLoop(asyncio.SelectorEventLoop):
    """An event loop whose time stands still while anything can happen.

    When nothing is left to do but to wait for a timer, that timer's moment has come. So whatever
    a test waits for happens in its order however slow the machine is, and no time is spent.
    """

    def __init__(self):
        self._now = 1000.0
        super().__init__(_Stepping(self))

    def time(self):
        # As on a real clock, what is looked up later is later.
        self._now += 1e-9
        return self._now

    def advance(self, seconds):
        """Moves the time on before anything else can happen, as a machine does that is behind."""
        self._now += seconds


class _Stepping(selectors.DefaultSelector):
    """Waits for nothing that is due later: it moves the loop's time instead."""

    def __init__(self, loop):
        super().__init__()
        self._loop = loop

    def select(self, timeout=None):
        # Without a timer only another thread or process can go on: that one is really waited for.
        ready = super().select(None if timeout is None else 0)
        if timeout and not ready:
            self._loop.advance(timeout)
        return ready


async def passes(seconds):
    """Lets so much time pass on the loop, with everything that happens in it."""
    over = asyncio.get_running_loop().create_future()
    handle = asyncio.get_running_loop().call_later(seconds, over.set_result, None)
    try:
        await over
    finally:
        handle.cancel()
