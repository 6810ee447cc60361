"""The guard: which keys can have been meant for the question that is on the screen."""

from __future__ import annotations

from math import inf

TOO_SOON = 0.5
"""Seconds after a question's first frame in which nobody has read it: it is not declined yet."""
RESULT = 1.0
"""Seconds in which nobody has read how a game ended: the keys of its last turn are still being
pressed then."""
READ = 3.0
"""Seconds in which nobody has read the page of the end whole: what takes it away comes later."""
JUST_COME = "This page has just come: read it, then press that key again."
HELD_DOWN = 0.3
"""Seconds between two presses that are one: a key that is held down repeats faster than that."""

STEPPING = 1.0
"""Seconds between two presses of a key that shows one event after the other: who taps on in that
beat has not read the question that has come meanwhile."""


class Guard:
    """Knows since when the open question can have been read."""

    def __init__(self, settles: float = 0.0) -> None:
        """In the first `settles` seconds of the first question of all nothing is declined."""
        self._settles = settles
        self._settled_at: float | None = None
        self._shown_at: float | None = None
        self._question: object = None
        self._declined_at = -inf
        self._stepped_at = -inf

    def asks(self, question: object) -> bool:
        """Notes the open question; whether it is another one than before."""
        if question == self._question:
            return False
        self._question = question
        self._shown_at = None
        return True

    def shown(self, question: object, at: float) -> None:
        """The terminal has drawn a question."""
        if question == self._question and self._shown_at is None:
            self._shown_at = at
            if self._settled_at is None:
                self._settled_at = at + self._settles

    def lets_choose(self, pressed_at: float, *, is_grave: bool) -> bool:
        """Whether a key of that moment can have been meant for a line of the page of the end."""
        lets, settled_at = self.lets_decline(pressed_at), self._settled_at
        if not is_grave or settled_at is None:
            return lets
        return lets and pressed_at >= settled_at - self._settles + READ

    def stepped(self, pressed_at: float) -> None:
        """The key that declines has shown the next event instead."""
        self._stepped_at = pressed_at

    def lets(self, pressed_at: float) -> bool:
        """Whether a key of that moment can have been meant for the open question."""
        return self._shown_at is not None and pressed_at >= self._shown_at

    def lets_decline(self, pressed_at: float) -> bool:
        """Whether the key that declines can have been meant for the open question.

        Who hammers it through one question, or holds it down, must not decline the next with it.
        """
        goes_on = pressed_at - self._declined_at < HELD_DOWN
        self._declined_at = pressed_at
        if pressed_at - self._stepped_at < STEPPING:
            self._stepped_at = pressed_at
            return False
        if self._shown_at is None or self._settled_at is None:
            return False
        is_read = pressed_at >= max(self._shown_at + TOO_SOON, self._settled_at)
        return is_read and not goes_on
