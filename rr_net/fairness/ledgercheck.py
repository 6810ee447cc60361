"""What holds a row that somebody else has written: its seal, its event, its keys and its piles."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from rr_net.fairness.asked import AskedShuffle
from rr_net.fairness.base.errors import BadRow, Failure
from rr_net.fairness.base.levels import LEVELS
from rr_net.fairness.base.rows import (
    CloseRow,
    CommitRow,
    FreezeRow,
    OpenRow,
    PledgeRow,
    RollRow,
    Row,
    ShuffleRow,
    entry_of,
)
from rr_net.fairness.sealing import is_sealed

if TYPE_CHECKING:
    from rr_net.fairness.chain.ledger import Ledger


def check_by_secret(ledger: Ledger, row: Row) -> None:
    """Whether a row is what the secret and the rows before make it. Raises BadRow."""
    match row:
        case OpenRow():
            _check_opening(ledger, row)
        case CloseRow() if row.pub.secret != ledger.secret.reveal().hex():
            problem = "the row opens another secret than the game's"
            _refuse(row, Failure.WRONG_SECRET, problem)
    if not is_sealed(ledger.secret, row):
        _refuse(row, Failure.BROKEN_SEAL, "the body does not open its seal")
    check_standing(ledger, row)
    if isinstance(row, ShuffleRow | RollRow):
        _check_chance(ledger, row)


def check_standing(ledger: Ledger, row: Row) -> None:
    """Whether a row may stand here, among events and behind entries. Raises BadRow."""
    ledger.events.check(row)
    match row:
        case PledgeRow():
            ledger.contributors.check_pledge(row)
        case FreezeRow():
            ledger.contributors.check_freeze(row.pub, row.seq)
        case CommitRow() if entry_of(ledger.rows[-1]) is None:
            _refuse(row, Failure.WRONG_COMMIT, "a commit row that follows no entry")


def _check_opening(ledger: Ledger, row: OpenRow) -> None:
    if row.pub.game != ledger.gid:
        _refuse(row, Failure.NO_OPENING, "the promise is for a game with another manifest")
    if row.pub.commitment != ledger.commitment:
        _refuse(row, Failure.WRONG_SECRET, "the secret does not open the commitment")
    if row.pub != ledger.promise:
        _refuse(row, Failure.WRONG_ANCHOR, "the chains do not begin where the secret lets them")


def _check_chance(ledger: Ledger, row: ShuffleRow | RollRow) -> None:
    has_events = LEVELS[ledger.manifest.fairness].has_events
    expected = ledger.manifest.slow.segments if has_events else 0
    if len(row.pub.slow) != expected:
        problem = f"{len(row.pub.slow)} values of a slow hash: expected {expected}"
        _refuse(row, Failure.WRONG_SLOW, problem)
    if isinstance(row, RollRow):
        ledger.chances.check_roll(row)
        return
    ledger.chances.check_shuffle(row)
    opened = ledger.events.opened
    if opened is not None and isinstance(opened.asked, AskedShuffle):
        ledger.chances.check_input(row, opened.asked)


def _refuse(row: Row, failure: Failure, problem: str) -> NoReturn:
    raise BadRow(failure, problem, row.seq)
