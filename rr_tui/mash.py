"""Mashing: which keys belong to a random event, and which only trail after it.

Who hammers on the keys learns of the end later than the room does. What is on its way then, and
what the fingers still do after it, must never choose anything on the board.
"""

from __future__ import annotations

from math import inf

REACTION = 0.5
"""Seconds that somebody needs to see that it is over, and to stop."""
PAUSE = 0.6
"""A key so soon after one of these is one of these."""
LONGEST = 2.0
"""Seconds after the result in which that holds: who hammers on for longer means it."""


class Mash:
    """Knows by the time of a key whether it was pressed for the event."""

    def __init__(self) -> None:
        self._event = 0
        self._is_open = False
        self._over_at = -inf
        self._last_at = -inf
        self._result_at = -inf

    @property
    def is_open(self) -> bool:
        """Whether the event takes keys now."""
        return self._is_open

    def opened(self, event: int) -> bool:
        """An event takes keys; whether that is news."""
        is_new = not self._is_open or event != self._event
        self._event, self._is_open, self._result_at = event, True, inf
        return is_new

    def ended(self) -> bool:
        """It takes no more, but the player cannot know it yet; whether that is news."""
        was_open, self._is_open = self._is_open, False
        if was_open:
            self._over_at = inf
        return was_open

    def seen_to_end(self, at: float) -> None:
        """The terminal has drawn that the event takes no more keys."""
        if not self._is_open:
            self._over_at = at + REACTION

    def decided(self, at: float) -> None:
        """The result is there."""
        self._result_at = min(self._result_at, at)

    def put_away(self) -> None:
        """The player wants the keys back, at once."""
        self._is_open = False
        self._over_at = self._last_at = -inf

    def takes(self, pressed_at: float) -> bool:
        """Whether a key of that moment is one of the event's; it then does nothing else."""
        goes_on = pressed_at - self._last_at < PAUSE and pressed_at < self._result_at + LONGEST
        trails = pressed_at < self._over_at or goes_on
        if not self._is_open and not trails:
            return False
        self._last_at = pressed_at
        return True
