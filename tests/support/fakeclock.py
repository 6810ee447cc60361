"""A clock that stands still until a test moves it."""

import heapq
import itertools


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
