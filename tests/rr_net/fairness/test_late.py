"""A freeze that comes late by the own clock: never an honest one, whatever the line does."""

import heapq
import math
import random
from bisect import bisect
from itertools import count

import pytest

from rr_net.fairness.proof.late import GAP, TICK, LineTimes

WINDOW = 0.8
LONGEST = 4.0
"""Seconds that a pause lasts at most."""


class SimulatedLine:
    """A line of 300 ms there and back that shakes and stands still, and a client whose machine
    stands still as well; all in seconds that nobody waits for.
    """

    def __init__(self, seed, *, stalls=True, naps=True, there=0.15):
        self.dice = random.Random(seed)
        self.there = there
        self.stalls = self._pauses(2.0) if stalls else []
        self.naps = self._pauses(2.0) if naps else []
        self.up = self.down = 0.0
        self.events, self.order = [], count()
        self.times = LineTimes()
        self.judged = []

    def _pauses(self, seconds):
        """Some pauses within an hour, long and short ones."""
        starts = sorted(self.dice.uniform(1.0, 3000.0) for _ in range(150))
        return [(at, at + self.dice.choice([0.3, 1.0, seconds])) for at in starts]

    @staticmethod
    def after(pauses, at):
        # Those that began earlier than the longest can last are over; the others are still to come.
        near = pauses[bisect(pauses, (at - LONGEST,)) : bisect(pauses, (at, math.inf))]
        return max([at, *(end for _, end in near if at < end)])

    def carried(self, before, sent):
        """When something arrives that was sent then, behind all that was sent before."""
        shaken = sent + self.there + self.dice.expovariate(1 / 0.01)
        return max(before, self.after(self.stalls, shaken))

    def at(self, when, what, *of):
        heapq.heappush(self.events, (when, next(self.order), what, of))

    def tells(self, sent, what, *of):
        """The host sends something: the client reads it when it is awake."""
        self.down = self.carried(self.down, sent)
        self.at(self.down, what, *of)

    def run(self, windows, slack):
        """Plays so many windows, one every six seconds; what was said of their freezes."""
        for number in range(windows):
            begin = 6.0 * number + self.dice.random()
            self.at(begin, self.host_opens, number, slack)
        self.at(0.0, self.ask)
        end = 6.0 * windows + 10
        while self.events and self.events[0][0] < end:
            when, _, what, of = heapq.heappop(self.events)
            what(when, *of)
        return self.judged

    # --- the host ------------------------------------------------------------------------

    def host_opens(self, now, number, slack):
        self.tells(now, self.opened, number)
        self.at(now + WINDOW + slack(self.dice), self.host_freezes, number)

    def host_freezes(self, now, number):
        self.tells(now, self.frozen, number)

    def host_answers(self, now, number):
        self.tells(now, self.answered, number)

    # --- the client ------------------------------------------------------------------------

    def awake(self, now, what, *of):
        """Whether the client's machine does that now; else it does it once it goes on."""
        later = self.after(self.naps, now)
        if later > now:
            self.at(later, what, *of)
        return later == now

    def opened(self, now, number):
        if self.awake(now, self.opened, number):
            self.times.opened(now, WINDOW)

    def frozen(self, now, number):
        if self.awake(now, self.frozen, number):
            self.judged += self.times.frozen(number, now)

    def answered(self, now, number):
        if self.awake(now, self.answered, number):
            self.judged += self.times.answer(number, now)

    def ask(self, now):
        if self.awake(now, self.ask):
            self.times.tick(now)
            self.up = self.carried(self.up, now)
            self.at(self.up, self.host_answers, self.times.ask(now))
            self.at(now + TICK, self.ask)


def honest(dice):
    """A host's machine that has something else to do as well."""
    return dice.uniform(0.0, 0.15)


@pytest.mark.slow
@pytest.mark.parametrize("there", [0.15, 0.0005])
@pytest.mark.parametrize("seed", range(2))
def test_no_honest_freeze_of_500_is_called_late_on_a_line_that_stands_still(seed, there):
    found = SimulatedLine(seed, there=there).run(500, honest)
    assert len(found) > 300
    assert [each for each in found if each.is_late] == []


@pytest.mark.slow
def test_the_line_does_stand_still_in_that_and_would_be_called_late_without_measuring():
    found = SimulatedLine(0).run(500, honest)
    assert sum(each.seconds > 0.3 for each in found) > 5


class StoppedHost(SimulatedLine):
    """A host whose whole machine stands still for four seconds, as one whose lid is closed."""

    def __init__(self, seed):
        super().__init__(seed, naps=False)
        starts = sorted(self.dice.uniform(1.0, 3000.0) for _ in range(150))
        self.stops = [(at, at + LONGEST) for at in starts]

    def tells(self, sent, what, *of):
        super().tells(self.after(self.stops, sent), what, *of)


@pytest.mark.slow
def test_a_host_that_is_stopped_and_goes_on_freezes_nothing_late():
    found = StoppedHost(0).run(500, honest)
    assert sum(each.seconds > 1.0 for each in found) >= 10
    assert [each for each in found if each.is_late] == []


@pytest.mark.slow
def test_a_host_that_freezes_late_is_called_late_wherever_the_line_is_calm():
    found = SimulatedLine(0).run(500, lambda dice: 0.7)
    late = [each for each in found if each.is_late]
    assert len(late) > 0.9 * len([each for each in found if each.jitter < 0.2]) > 250
    calm = SimulatedLine(0, stalls=False, naps=False).run(100, lambda dice: 0.45)
    assert all(each.is_late for each in calm)
    assert len(calm) == 100


def ticks(times, start, end):
    for number in range(round((end - start) / TICK) + 1):
        times.tick(start + number * TICK)


@pytest.mark.parametrize("stands", [0.32, 0.4, 0.48])
@pytest.mark.parametrize("before", [0.0, 0.05, 0.09])
def test_a_machine_that_stands_still_for_less_than_a_gap_calls_no_freeze_late(stands, before):
    """It does so just before a freeze that comes in time, with no question on its way."""
    times = timing()
    end = 10.0 + WINDOW
    for number in range(int(WINDOW / TICK)):
        now = 10.0 + number * TICK
        times.tick(now)
        times.answer(times.ask(now), now + 0.001)
    found = times.frozen(7, end - before + stands)
    assert [each for each in found if each.is_late] == []


@pytest.mark.parametrize("is_fetched", [True, False])
def test_rows_that_were_asked_for_may_come_a_way_there_and_back_later(is_fetched):
    """As those of a game that somebody comes to: its windows may be told in two pieces."""
    times = LineTimes()
    times.answer(times.ask(0.0), 1.3)
    times.opened(10.0, WINDOW)
    if is_fetched:
        times.fetches()
    ticks(times, 10.0, 11.3)
    [found] = times.frozen(7, 11.32)
    assert found.is_late != is_fetched


def timing():
    times = LineTimes()
    times.answer(times.ask(0.0), 0.3)
    times.opened(10.0, WINDOW)
    return times


def test_it_is_said_once_the_questions_that_were_on_their_way_are_answered():
    times = timing()
    number = times.ask(10.7)
    for tick in range(1, 14):
        times.tick(10.0 + tick * TICK)
    assert times.frozen(7, 11.5) == ()
    [found] = times.answer(number, 11.6)
    assert (found.seq, found.is_late) == (7, False)
    assert not times.is_timing


def test_a_question_from_after_the_freeze_holds_nothing_up():
    times = timing()
    ticks(times, 10.0, 11.2)
    [found] = times.frozen(7, 11.25)
    assert found.is_late
    times.ask(11.3)
    assert times.frozen(7, 11.4) == ()


@pytest.mark.parametrize("gap", [True, False])
def test_a_machine_that_stood_still_times_nothing(gap):
    times = timing()
    if not gap:
        ticks(times, 10.0, 10.9)
    times.tick(10.0 + GAP + 0.8)
    assert len(times.frozen(7, 11.4)) == (not gap)


def test_a_line_that_dropped_times_nothing_and_forgets_what_was_asked():
    times = timing()
    number = times.ask(10.1)
    times.interrupted()
    assert times.frozen(7, 11.0) == ()
    assert times.answer(number, 12.0) == ()
