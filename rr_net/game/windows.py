"""Reaction windows: how long a seat may answer an event, without showing who thinks about it.

Pure bookkeeping: the game tells it the time and asks what is due.
"""

from __future__ import annotations

from collections.abc import Sequence

from rr_net.game.due import Cue
from rr_net.link.refusals import Refused
from rr_rules.kernel.requests import Seat
from rr_rules.kernel.transcript import Answer


class HeldAnswers:
    """The answers to one request of several seats that the table has not taken."""

    def __init__(self) -> None:
        self._options: dict[Seat, int] = {}

    def __contains__(self, seat: Seat) -> bool:
        return seat in self._options

    def hold(self, entry: Answer) -> None:
        """Hold an answer that is kept."""
        self._options[entry.seat] = entry.option

    def take_out(self) -> tuple[Answer, ...]:
        """All of them, in the order in which they came; none is held any more."""
        options, self._options = self._options, {}
        return tuple(Answer(seat, option) for seat, option in options.items())


PASS = 0
"""The option of every window choice that passes; silence is this answer."""


class SealedWindow:
    """A beat of fixed length in which answers lie sealed (RR-HID-17).

    Nothing closes it before the beat is over. A seat that waits prolongs it until it has answered
    or used up its time; several waits run side by side (RR-HID-18).
    """

    def __init__(self, seats: Sequence[int], opened: float, beat: float, patience: float) -> None:
        self.seats = tuple(seats)
        self.opened = opened
        self.picks: dict[Seat, int] = {}
        """What a seat has picked so far and may still change."""
        self._beat_over = opened + beat
        self._patience = patience
        self._answered: set[int] = set()
        self._waits: dict[int, float] = {}

    @property
    def somebody_waits(self) -> bool:
        """All that the table may know of the waits."""
        return bool(self._waits)

    @property
    def shown_until(self) -> float:
        """When it closes if nobody who waits answers: shown to all, so no answer may move it."""
        return max(self._beat_over, *self._waits.values(), 0.0)

    @property
    def next_at(self) -> float:
        """When it closes as things stand."""
        open_waits = [due for seat, due in self._waits.items() if seat not in self._answered]
        return max(self._beat_over, *open_waits, 0.0)

    def due(self, now: float) -> Cue | None:
        """Whether it closes now."""
        return Cue.CLOSE_WINDOW if now >= self.next_at else None

    def may_wait(self, seat: Seat) -> bool:
        """Whether Wait is offered: once to every eligible seat that has not answered."""
        return seat in self.seats and seat not in self._waits and seat not in self._answered

    def wait(self, seat: Seat, now: float) -> None:
        """Prolongs the window for a seat. Raises Refused."""
        if not self.may_wait(seat):
            raise Refused("cannot_wait", "you cannot ask for more time in this window")
        self._waits[seat] = max(self._beat_over, now) + self._patience

    def answered(self, seat: Seat) -> None:
        """A seat has given its answer: the window waits for it no longer."""
        self._answered.add(seat)
