"""Whether contributions were fixed in time, as far as a line lets it be seen.

A row may come late because the line held it up, or because this machine stood still. Both hold up
the answers to small questions that are asked all the time as well, on the same line and in the same
order. So what these took longer than usual is taken off. No clocks: the times come in.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from rr_net.fairness.base.levels import TOLERANCE

GAP = 0.5
"""Seconds without a tick of the own clock from which on this machine stood still."""
TICK = 0.1
"""How often the own clock ticks, and the line is asked, while a window is open."""
REMEMBERED = 256
"""The most questions that are remembered: those of some windows."""


class LateFreeze(NamedTuple):
    """What is known of one freeze."""

    seq: int
    """Its row."""
    seconds: float
    """How long after the end of its window it came."""
    jitter: float
    """How much longer than usual the line has taken meanwhile."""

    @property
    def is_late(self) -> bool:
        """Whether that is more than the line can account for."""
        return self.seconds > TOLERANCE / 1000 + self.jitter


class LineQuestion(NamedTuple):
    """A question to the other end that says nothing."""

    asked: float
    answered: float


class _OpenWindow(NamedTuple):
    at: float
    lasts: float
    is_fetched: bool = False
    """Whether rows behind its own were asked for: those came a way there and back later."""
    seq: int = -1
    """The row that froze it, once that is there."""
    frozen: float = 0.0


class LineTimes:
    """How long one line takes, and the window that is timed over it."""

    def __init__(self) -> None:
        self._asked: dict[int, float] = {}
        self._answered: deque[LineQuestion] = deque(maxlen=REMEMBERED)
        self._least = 0.0
        """The shortest way there and back."""
        self._next = 0
        self._ticked = self._stood = 0.0
        """When the own clock ticked last, and the longest that a tick was late in this window."""
        self._window: _OpenWindow | None = None

    @property
    def is_timing(self) -> bool:
        """Whether a window is being timed, so that the line is to be asked often."""
        return self._window is not None

    def tick(self, now: float) -> None:
        """The own clock goes on: a window that a gap lies in cannot be timed.

        What is less of a gap may hold a freeze up that was here in time, with no question to tell.
        """
        if now - self._ticked > GAP:
            self._window = None
        self._stood = max(self._stood, now - self._ticked - TICK)
        self._ticked = now

    def ask(self, now: float) -> int:
        """A question goes out; its number."""
        self._next += 1
        self._asked[self._next] = now
        return self._next

    def answer(self, number: int, now: float) -> tuple[LateFreeze, ...]:
        """Its answer is there; what can be said of the freeze now, if anything."""
        asked = self._asked.pop(number, None)
        if asked is None:
            return ()
        took = now - asked
        self._least = min(self._least, took) if self._answered else took
        self._answered.append(LineQuestion(asked, now))
        return self._judged()

    def interrupted(self) -> None:
        """The line dropped, or the window was opened anew: nothing is timed that began before."""
        self._window = None
        self._asked.clear()

    def opened(self, now: float, lasts: float) -> None:
        """A window has opened, as it is told here."""
        self._window, self._ticked, self._stood = _OpenWindow(now, lasts), now, 0.0

    def fetches(self) -> None:
        """Rows are asked for that were not told by themselves."""
        if self._window is not None:
            self._window = self._window._replace(is_fetched=True)

    def frozen(self, seq: int, now: float) -> tuple[LateFreeze, ...]:
        """It was frozen; what can be said of it at once, if anything.

        While questions are on their way it is not known yet whether the line stood still.
        """
        self.tick(now)
        if self._window is None:
            return ()
        self._window = self._window._replace(seq=seq, frozen=now)
        return self._judged()

    def _judged(self) -> tuple[LateFreeze, ...]:
        window = self._window
        if window is None or window.seq < 0:
            return ()
        if any(asked <= window.frozen for asked in self._asked.values()):
            return ()
        self._window = None
        late = window.frozen - window.at - window.lasts - window.is_fetched * self._least
        return (LateFreeze(window.seq, late, self._jitter(window)),)

    def _jitter(self, window: _OpenWindow) -> float:
        """How much longer than usual it has taken since the window opened, at most, or this end."""
        during = (
            each.answered - each.asked - self._least
            for each in self._answered
            if each.answered >= window.at and each.asked <= window.frozen
        )
        return max(self._stood, *during, 0.0)
