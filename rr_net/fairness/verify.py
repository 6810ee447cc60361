"""Verify: replay a whole recorded game and compare every row with what it must be."""

from __future__ import annotations

import re
from collections.abc import Callable

from rr_net.fairness.bundle import Bundle, read_bundle
from rr_net.fairness.errors import BadRow, Failure, FairnessError, VerifyError
from rr_net.fairness.ledger import Ledger
from rr_net.fairness.manifest import LoadGame, installed, open_table
from rr_net.fairness.replay import follow
from rr_net.fairness.rows import CloseRow, RollRow, Row, ShuffleRow
from rr_net.fairness.secret import Secret
from rr_net.fairness.verdict import Verdict
from rr_net.safetext import clean
from rr_rules.game import Outcome, State
from rr_rules.registry import load_game
from rr_rules.table import Table

Progress = Callable[[int, int], None]
"""Told how many rows are done, and how many there are."""

# A stranger's file must not bring the verifier down, though it may have found a fault of ours.
FAULTS = (ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, TypeError,
          ValueError)  # fmt: skip
HEX = re.compile(r"[0-9a-f]{64}")


def verify(
    source: bytes,
    commitment: str | None = None,
    *,
    load_game: LoadGame = load_game,
    progress: Progress = lambda done, of: None,
) -> Verdict:
    """Whether a bundle's bytes are an honest record of a legal game; VerifyError is all it raises.

    With `commitment`, what the lobby showed before the deal, also whether it is that game.
    """
    try:
        noted = None if commitment is None else _read_commitment(commitment)
        return _verify(read_bundle(source), noted, load_game, progress)
    except FairnessError as error:
        raise VerifyError(error) from None
    except FAULTS as error:
        problem = f"the rules of this installation fail in this game ({type(error).__name__})"
        raise VerifyError(FairnessError(Failure.RULES_FAULT, problem)) from error


def _verify(bundle: Bundle, noted: str | None, load_game: LoadGame, progress: Progress) -> Verdict:
    close = _last(bundle.rows)
    rules = installed(bundle.manifest, load_game)
    table = open_table(bundle.manifest, rules)
    secret = Secret(bytes.fromhex(close.pub.secret), bundle.manifest.gid)
    ledger = Ledger(bundle.manifest, secret)
    if noted not in {None, ledger.commitment}:
        problem = f"the game opens the commitment {ledger.commitment}: expected {noted}"
        raise BadRow(Failure.OTHER_COMMITMENT, problem)
    for row in bundle.rows:
        follow(row, ledger, table)
        progress(ledger.seq, len(bundle.rows))
    _check_outcome(close, table)
    return _verdict(ledger, table.outcome, noted)


def _read_commitment(text: str) -> str:
    commitment = text.strip().lower()
    if HEX.fullmatch(commitment) is None:
        problem = f"the commitment {clean(text, 70)!r}: expected 64 hexadecimal digits"
        raise FairnessError(Failure.BAD_COMMITMENT, problem)
    return commitment


def _last(rows: tuple[Row, ...]) -> CloseRow:
    close = next((row for row in rows if isinstance(row, CloseRow)), None)
    if close is None:
        problem = "the host has not opened its secret: nothing of this game can be checked"
        raise BadRow(Failure.NO_CLOSE, problem)
    return close


def _check_outcome(close: CloseRow, table: Table[State]) -> None:
    claimed = close.pub.outcome
    given = None if claimed is None else Outcome(claimed.winners, claimed.reason)
    if given != table.outcome:
        problem = "the outcome is not what the rules give"
        raise BadRow(Failure.WRONG_OUTCOME, problem, close.seq)


def _verdict(ledger: Ledger, outcome: Outcome | None, noted: str | None) -> Verdict:
    rows = ledger.rows
    return Verdict(
        manifest=ledger.manifest,
        commitment=ledger.commitment,
        head=ledger.head,
        entries=len(rows) - 2,
        shuffles=sum(isinstance(row, ShuffleRow) for row in rows),
        rolls=sum(isinstance(row, RollRow) for row in rows),
        outcome=outcome,
        commitment_given=noted is not None,
    )
