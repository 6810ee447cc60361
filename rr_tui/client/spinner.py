"""The Spinner's show: which face the marker stands on, step by step, until it stops on a result.

While a SPIN is being decided the marker goes round; where no slow hash hides behind it, it turns
when the result has come.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from math import inf
from typing import NamedTuple

from rr_tui.games.gameboard import Spins

STEPS = 9
STEP_SECONDS = 0.085
HOLD_SECONDS = 1.8
BRIEF_STEPS = 4
BRIEF_HOLD = 0.4
"""Alone the whole show is over in less than 0.8 seconds."""
READING_SECONDS = 5.0
"""How long a result stays that is explained; a key puts it away."""

TURNS = 18
"""Steps while the result is awaited, spread over the time that it is said to take."""
LONGEST_STEP = 0.5
"""Seconds of a step when it takes longer than was said: two updates a second are allowed."""
LEAST_RUN_OUT = 3
"""Steps to the result, once it is there: the marker never stops dead."""


class SpinnerFace(NamedTuple):
    """What is shown for a moment."""

    at: int
    words: tuple[str, ...]
    seconds: float
    means: tuple[str, ...] = ()
    """What the result means, where that is new to the player."""
    is_result: bool = False
    """Whether the marker has stopped here."""


class SpinnerShow:
    """Turns new results into faces to show, one after the other; it rests in between."""

    def __init__(self) -> None:
        self._results: tuple[int, ...] = ()
        self._turn = 0
        self._faces: deque[SpinnerFace] = deque()
        self._due = inf
        """When the next face is to be shown."""
        self._event = 0
        self._awaited: tuple[str, ...] = ()
        """The words on the faces while a result is awaited, or nothing."""
        self._pace = STEP_SECONDS
        self._steps = 0
        self._at = 0

    def watch(
        self,
        spins: Spins,
        *,
        motion: bool,
        brief: bool = False,
        stops: bool = False,
        explained: Callable[[str], tuple[str, ...]] = lambda _: (),
    ) -> bool:
        """Notes the results of a turn; whether there is something new to show.

        `brief` is for one who is alone, and waits for nobody who looks up late. `stops` is for a
        result that is told already: the marker goes there at once. `explained` says what a result
        means, where that is new to the player.
        """
        turn, results = spins.turn, tuple(each.result for each in spins.shown)
        same = self._turn == turn and self._results == results[: len(self._results)]
        known = len(self._results) if same else 0
        # Who has just come to the table is shown no old spins.
        fresh = self._turn != 0
        self._turn, self._results = turn, results
        for spin in spins.shown[known:] if fresh else ():
            self._add(spin.result - 1, spin.faces, motion=motion, brief=brief)
            if means := explained(spin.faces[spin.result - 1]):
                stopped = self._faces.pop()._replace(seconds=READING_SECONDS, means=means)
                self._faces.append(stopped)
        if stops:
            self._faces = deque(face for face in self._faces if face.is_result)
        return bool(self._faces)

    def _add(self, last: int, words: tuple[str, ...], *, motion: bool, brief: bool) -> None:
        steps = BRIEF_STEPS if brief else STEPS
        if self._awaited:
            self._run_out(last, words)
        else:
            for step in range(steps if motion else 0):
                self._faces.append(
                    SpinnerFace((last - steps + step) % len(words), words, STEP_SECONDS)
                )
        seconds = BRIEF_HOLD if brief else HOLD_SECONDS
        self._faces.append(SpinnerFace(last, words, seconds, is_result=True))

    def _run_out(self, last: int, words: tuple[str, ...]) -> None:
        """Goes on from where the marker is, slower and slower."""
        self._awaited = ()
        steps = (last - self._at) % len(words)
        steps += len(words) if steps < LEAST_RUN_OUT else 0
        for step in range(1, steps):
            seconds = STEP_SECONDS * (1 + step / steps)
            self._faces.append(SpinnerFace((self._at + step) % len(words), words, seconds))

    def await_result(self, event: int, words: tuple[str, ...], seconds: float) -> bool:
        """Turns until the result of an event comes, in about `seconds`; whether that is news."""
        if event == self._event:
            return False
        self._event, self._awaited, self._steps = event, words, 0
        self._pace = min(max(STEP_SECONDS, seconds / TURNS), LONGEST_STEP)
        self._faces.clear()
        return True

    def give_up(self) -> None:
        """No result of this event comes to the Spinner."""
        self._awaited = ()

    def next(self, now: float) -> SpinnerFace | None:
        """The next face to show, or None when the show is over.

        A host that is too busy to turn it for everybody in time shows where it stops.
        """
        if now - self._due > STEP_SECONDS:
            while len(self._faces) > 1 and not self._faces[0].is_result:
                self._faces.popleft()
        face = self._faces.popleft() if self._faces else self._step_on()
        self._due = inf if face is None else now + face.seconds
        if face is not None:
            self._at = face.at
        return face

    def _step_on(self) -> SpinnerFace | None:
        if not self._awaited:
            return None
        self._steps += 1
        seconds = self._pace if self._steps <= TURNS else LONGEST_STEP
        return SpinnerFace((self._at + 1) % len(self._awaited), self._awaited, seconds)

    def stop(self) -> None:
        """Shows nothing more of what has been spun."""
        self._faces.clear()
        self._awaited = ()
        self._due = inf
