"""What a player has noted of the own contributions: event, opening, seat, level and whole value.

A part of a value would prove nothing: whoever may add to it may choose the luck.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from rr_net.fairness.base.errors import Failure, FairnessError
from rr_net.fairness.base.parts import GameSig, Part, Whole
from rr_net.fairness.base.rows import AnswerRow, FreezeRow, Row
from rr_net.fairness.proof.receipts import contributions
from rr_net.safetext import clean

FORM = re.compile(
    r"([1-9][0-9]{0,8})\.([1-9][0-9]{0,8}) (0|[1-9]) "
    r"(mash|pledge|signature|signed|chain) ([!-~]{1,4096})"
)


class GivenNote(NamedTuple):
    """One contribution, as whoever made it has noted it."""

    event: int
    opening: int
    seat: int
    """From 0, as the manifest lists them."""
    level: str
    value: str

    @property
    def line(self) -> str:
        """The note as it is written down."""
        return f"{self.event}.{self.opening} {self.seat} {self.level} {self.value}"


class TakenAnswer(Part):
    """An answer that a client has signed, and of which the host has said that it is in."""

    request: Whole
    """The number of the question."""
    signature: GameSig


def dropped_answers(
    answers: Iterable[TakenAnswer], rows: Iterable[Row], *, is_given_up: bool
) -> tuple[TakenAnswer, ...]:
    """Those of them that are nowhere in the rows.

    A game that is given up in the middle of a choice has no rows of it.
    """
    there = {row.body.signed.signature for row in rows
             if isinstance(row, AnswerRow) and row.body.signed is not None}  # fmt: skip
    due = sorted(answers, key=lambda each: each.request)
    due = due[: len(due) - is_given_up]
    return tuple(each for each in due if each.signature not in there)


def read_given(text: str) -> GivenNote:
    """The note of a line. Raises a FairnessError that names `bad_note`."""
    match = FORM.fullmatch(text.strip())
    if match is None:
        problem = f"no note: {clean(text, 60)!r}: expected a line as 1.1 2 mash kjhasdfqweoi: "
        problem += "event and opening, seat from 0, level, and all that was given"
        raise FairnessError(Failure.BAD_NOTE, problem)
    event, opening, seat, level, value = match.groups()
    return GivenNote(int(event), int(opening), int(seat), level, value)


def check_given(
    notes: Iterable[GivenNote], rows: Iterable[Row], seats: int
) -> tuple[GivenNote, ...]:
    """Those notes whose opening of an event was cut off, so that nothing of it was used.

    Raises a FairnessError that names `not_mine` where another was, and the note is not in the rows.
    """
    last = {row.pub.event: row for row in rows if isinstance(row, FreezeRow)}
    given = {(*at, *each) for at, each in _contributed(last.values())}
    unused = []
    for note in notes:
        frozen = last.get(note.event)
        is_of_seat = note.seat < seats and note.level != "chain"
        if is_of_seat and frozen is not None and note.opening < frozen.pub.opening:
            unused.append(note)
        elif not is_of_seat or note not in given:
            problem = f"seat {note.seat} has not given {clean(note.value, 140)!r} to event "
            problem += f"{note.event}, opening {note.opening}, at the level {note.level}"
            raise FairnessError(Failure.NOT_MINE, problem)
    return tuple(unused)


def _contributed(rows: Iterable[Row]) -> Iterable[tuple[tuple[int, int], tuple[int, str, str]]]:
    for at, each in contributions(rows):
        yield at, (each.seat, each.level, each.value)
