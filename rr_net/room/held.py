"""Sealed answers: kept already, and given to the table together when all are in."""

from __future__ import annotations

from rr_net.game.terms import Record
from rr_rules.kernel.game import State
from rr_rules.kernel.table import Table
from rr_rules.kernel.transcript import Answer


class HeldAnswers:
    """The answers to one request of several seats that the table has not taken."""

    def __init__(self, table: Table[State], record: Record) -> None:
        self._table, self._record = table, record
        self._options: dict[int, int] = {}

    def __contains__(self, seat: int) -> bool:
        return seat in self._options

    def missing(self) -> tuple[int, ...]:
        """The seats whose answers the table lacks, those that are not prompted yet included."""
        return tuple(choose.seat for choose in self._table.asked if choose.seat not in self)

    async def hold(self, seat: int, option: int) -> None:
        """Keep an answer and hold it."""
        await self._record.hold(Answer(seat, option))
        self._options[seat] = option

    def hold_again(self, entry: Answer) -> None:
        """Hold an answer that is kept already."""
        self._options[entry.seat] = entry.option

    async def hand_over(self) -> None:
        """Give the table all of them."""
        answers = self.take_out()
        if answers:
            await self._record.hand_over(answers, self._table)

    def take_out(self) -> tuple[Answer, ...]:
        """All of them, in the order in which they came; none is held any more."""
        options, self._options = self._options, {}
        return tuple(Answer(seat, option) for seat, option in options.items())
