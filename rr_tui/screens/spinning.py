"""The Spinner's show: which face the marker stands on, step by step, after a SPIN."""

from __future__ import annotations

from collections import deque
from math import inf
from typing import NamedTuple

from rr_tui.wording import EVENT_FACES, SPIN_FACES

STEPS = 9
STEP_SECONDS = 0.09
HOLD_SECONDS = 1.8
EVENT_RESULT = 6


class Face(NamedTuple):
    """What is shown for a moment."""

    at: int
    words: tuple[str, ...]
    seconds: float


class SpinnerShow:
    """Turns new results into faces to show, one after the other; it rests in between."""

    def __init__(self) -> None:
        self._results: tuple[int, ...] = ()
        self._turn = 0
        self._faces: deque[Face] = deque()
        self._due = inf
        """When the next face is to be shown."""

    def watch(self, turn: int, results: tuple[int, ...], *, motion: bool) -> bool:
        """Notes the results of a turn; whether there is something new to show."""
        same = self._turn == turn and self._results == results[: len(self._results)]
        known = len(self._results) if same else 0
        # Who has just come to the table is shown no old spins.
        fresh = self._turn != 0
        self._turn, self._results = turn, results
        for at in range(known, len(results)) if fresh else ():
            self._add(results, at, motion=motion)
        return bool(self._faces)

    def _add(self, results: tuple[int, ...], at: int, *, motion: bool) -> None:
        is_event = at > 0 and results[at - 1] == EVENT_RESULT
        words = EVENT_FACES if is_event else SPIN_FACES
        last = results[at] - 1
        for step in range(STEPS if motion else 0):
            self._faces.append(Face((last - STEPS + step) % len(words), words, STEP_SECONDS))
        self._faces.append(Face(last, words, HOLD_SECONDS))

    def next(self, now: float) -> Face | None:
        """The next face to show, or None when the show is over.

        A host that is too busy to turn it for everybody in time shows where it stops.
        """
        if now - self._due > STEP_SECONDS:
            while self._faces and self._faces[0].seconds == STEP_SECONDS:
                self._faces.popleft()
        face = self._faces.popleft() if self._faces else None
        self._due = inf if face is None else now + face.seconds
        return face

    def stop(self) -> None:
        """Shows nothing more of what has been spun."""
        self._faces.clear()
        self._due = inf
