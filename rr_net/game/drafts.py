"""Drafts: what a seat has answered and may still take back before anybody else knows of it.

The answers of a draft are played on a twin of the table that its seat alone looks at. The true
table, the record and everybody else stand where the draft began. Once the last answers count, they
go to the table and into the record together, as if they had been given at once; what was taken
back is nowhere.
"""

from __future__ import annotations

from rr_net.game.signing import AnswerGiven
from rr_rules.kernel.game import TAKE_BACK, GameState
from rr_rules.kernel.requests import Seat
from rr_rules.kernel.table import Table
from rr_rules.kernel.transcript import Answer

NUMBERS = 1_000_000_000
"""Where a draft's own numbers begin: no table comes so far, so that none is taken for another.

What is over it counts how often the draft has changed; the rest is the number that the question has
without a draft. Only that is signed: how often something was taken back stays out of the record.
"""


def request_of(number: int) -> int:
    """What an answer to the question of that number is signed for."""
    return number % NUMBERS


class Drafts:
    """The draft at one table, if there is one: only a seat that is asked alone can have it."""

    def __init__(self, table: Table[GameState]) -> None:
        self._table = table
        self._twin = table
        self._seat = -1
        self._answers: list[AnswerGiven] = []
        self._changes = 0

    @property
    def seat(self) -> int:
        """The seat that has answered something which does not count yet, or -1."""
        return self._seat if self._answers else -1

    @property
    def least_size(self) -> int:
        """How much of the record had been checked by who signed the last answer of the draft."""
        return max((e.signed.size for e in self._answers if e.signed is not None), default=0)

    def is_open(self, seat: Seat) -> bool:
        """Whether a seat has answered something that does not count yet."""
        return seat == self._seat and bool(self._answers)

    def table_for(self, seat: Seat | None) -> Table[GameState]:
        """The table as a seat has it before itself; None is a spectator."""
        return self._twin if seat == self._seat else self._table

    def number_for(self, seat: Seat | None, number: int) -> int:
        """What an answer of a seat must carry; `number` is that of everybody else."""
        if seat != self._seat:
            return number
        return self._changes * NUMBERS + number + len(self._answers)

    def take(self, given: AnswerGiven) -> tuple[AnswerGiven, ...]:
        """Take a legal answer; all that count now, which are none while they can be taken back."""
        answer = given.entry
        if not self._table.game.has_drafts:
            return (given,)
        if self.is_open(answer.seat) and self._act(answer) == TAKE_BACK:
            self._answers.pop()
            self._go_on()
            return ()
        twin = self.table_for(answer.seat).clone()
        twin.apply(answer)
        if not twin.game.is_draft(twin.state) or twin.asked_of(answer.seat) is None:
            answers = (*self._answers, given) if self.is_open(answer.seat) else (given,)
            self.drop()
            return answers
        self._seat = answer.seat
        self._answers.append(given)
        self._go_on()
        return ()

    def _act(self, answer: Answer) -> str:
        choose = self._twin.asked_of(answer.seat)
        assert choose is not None, "only who is asked answers"
        return choose.options[answer.option].act

    def _go_on(self) -> None:
        # A number is never used again: a late answer must not meet another question.
        self._changes += 1
        self.renew()

    def renew(self) -> None:
        """Play the draft again from the table, which something else has changed."""
        self._twin = self._table.clone() if self._answers else self._table
        for given in self._answers:
            self._twin.apply(given.entry)

    def drop(self) -> None:
        """Forget the draft."""
        self._seat, self._answers, self._twin = -1, [], self._table
