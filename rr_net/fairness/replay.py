"""Replay: feed recorded rows to a table, and refuse the first that the rules would not have."""

from __future__ import annotations

from collections.abc import Iterator

from rr_net.fairness.errors import BadRow, Failure, worded
from rr_net.fairness.ledger import Ledger
from rr_net.fairness.rows import RollRow, Row, ShuffleRow, entry_of, request_of
from rr_rules.errors import RulesError
from rr_rules.game import State
from rr_rules.requests import Request, Roll, Shuffle
from rr_rules.table import Table


def follow(row: Row, ledger: Ledger, table: Table[State]) -> None:
    """Check one row against what the rules ask, the chain and the secret; then play it.

    Raises BadRow.
    """
    ledger.check_place(row)
    _check_asked(row, table.pending, ledger.seq)
    ledger.check(row)
    _play(row, table)
    ledger.take(row)


def replay(ledger: Ledger, table: Table[State]) -> Iterator[tuple[Row, list[object]]]:
    """Play a resumed ledger into a fresh table: each row with the events it brought about.

    Raises BadRow where the rules refuse a row.
    """
    for row in ledger.rows:
        _check_asked(row, table.pending, row.seq)
        _play(row, table)
        yield row, table.drain()


def _check_asked(row: Row, pending: Request | None, seq: int) -> None:
    """Whether a chance row answers what the rules ask; before its size is believed."""
    if not isinstance(row, ShuffleRow | RollRow):
        return
    if not isinstance(pending, Shuffle | Roll) or request_of(row) != pending:
        problem = f"a {row.type} that the rules do not ask for here"
        raise BadRow(Failure.ILLEGAL_ENTRY, problem, seq)


def _play(row: Row, table: Table[State]) -> None:
    entry = entry_of(row)
    try:
        if entry is not None:
            table.apply(entry)
    except RulesError as error:
        raise BadRow(Failure.ILLEGAL_ENTRY, worded(error), row.seq) from None
