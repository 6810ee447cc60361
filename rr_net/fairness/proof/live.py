"""The record of a game that is being played, checked row by row by who watches it.

A player has no secret and no bodies: what can be checked without them is checked by the same rules
as a whole record. No sockets and no clocks: rows come in, and so do the times at which they came.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from pydantic_core import from_json

from rr_net.fairness.base.errors import BadRow, Failure, FairnessError
from rr_net.fairness.base.levels import WORK, Work, check_slow
from rr_net.fairness.base.manifest import Manifest, read_manifest
from rr_net.fairness.base.note import CheckSignature
from rr_net.fairness.base.rows import (
    CheckpointRow,
    EventRow,
    FreezeRow,
    ReopenRow,
    Row,
    named_as_told,
    read_public_row,
)
from rr_net.fairness.proof.late import LateFreeze, LineTimes
from rr_net.fairness.proof.public import PublicLedger
from rr_net.fairness.proof.signatures import check_signatures
from rr_net.fairness.proof.verify import Segment, segments_of
from rr_net.safetext import clean
from rr_rules.kernel.transcript import Plain

MOST_BEHIND = 64
"""How many rows behind a wrong one are kept while a signature over it is waited for."""


def _plain(text: str) -> Plain:
    """A row as it was told; nothing of what is no JSON object."""
    try:
        found = from_json(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _is_signature(row: Plain) -> bool:
    return row.get("type") == "checkpoint"


class Finding(NamedTuple):
    """Something that is wrong with a game."""

    failure: Failure
    seq: int
    """The row."""
    words: str
    """What is wrong, in a sentence without its full stop."""
    is_proof: bool
    """Whether the rows show it to anybody; else it is the word of who was there."""


class Expected(NamedTuple):
    """What the lobby said about the game before its deal."""

    game: str
    fairness: str
    options: Mapping[str, str]
    names: tuple[str, ...]
    """Who sat where; "" for a bot's seat and a free one."""


class OwnGift(NamedTuple):
    """What the own seat has given to an event by keys."""

    pressed: str
    received: str
    """As much of it as the host has said that it has."""


class LiveCheck:
    """One game's record, as it comes."""

    def __init__(
        self,
        manifest: str,
        game: str,
        *,
        host_key: str,
        seat: int,
        expected: Expected | None,
        check_signature: CheckSignature,
        floors: Work = WORK,
        line: LineTimes | None = None,
    ) -> None:
        """Begin with what came before the first row; `host_key` is that of the own line.

        `seat` is the own one, or -1; `line` knows how long that line takes.
        """
        self.findings: list[Finding] = []
        self.line = line or LineTimes()
        """How long the line takes, and the window that is timed over it."""
        self.work: list[Segment] = []
        """Pieces of slow hashes that are to be worked out, the oldest first."""
        self._check_signature = check_signature
        self._seat = seat
        self._gifts: dict[int, OwnGift] = {}
        self.manifest: Manifest | None = None
        self.told: list[Plain] = []
        """The rows as they were told, those behind a wrong one too, as far as a signature."""
        self.other: Plain | None = None
        """A row as it was told another time, where that was not the same."""
        self._is_broken = False
        """Whether a row was wrong: what stands behind it says nothing."""
        self._ledger: PublicLedger | None = None
        try:
            read = read_manifest(manifest.encode())
            self._begin(read, game, host_key, floors)
        except FairnessError as error:
            self._find(error.failure, 0, str(error), is_proof=False)
        else:
            self._compare(read, expected)

    @property
    def checked(self) -> int:
        """How many rows were found right."""
        return 0 if self._ledger is None else self._ledger.seq

    @property
    def head(self) -> str:
        """The hash of the last of them, hex; "" before the first."""
        return self._ledger.head if self._ledger is not None and self._ledger.rows else ""

    def _begin(self, manifest: Manifest, game: str, host_key: str, floors: Work) -> None:
        if manifest.gid != game:
            raise FairnessError(Failure.NO_OPENING, "the game is named after another manifest")
        if manifest.host_key != host_key:
            problem = "the record names another host key than that of your own line"
            raise FairnessError(Failure.OTHER_HOST, problem)
        check_slow(manifest.fairness, manifest.slow, floors)
        self.manifest = manifest
        self._ledger = PublicLedger(manifest)

    def _compare(self, manifest: Manifest, expected: Expected | None) -> None:
        """What the deal has fixed against what the lobby said."""
        if expected is None:
            return
        said = {"game": expected.game, "fairness": expected.fairness}
        fixed = {"game": manifest.game, "fairness": str(manifest.fairness)}
        options = {name: value for name, value in expected.options.items()
                   if name in manifest.options}  # fmt: skip
        said |= options
        fixed |= {name: manifest.options[name] for name in options}
        for name, value in said.items():
            if fixed[name] != value:
                words = f"the lobby said {clean(name, 30)} {clean(value, 30)}, the record says "
                self._find(Failure.BAD_SETUP, 0, words + clean(fixed[name], 30), is_proof=False)
        sitting = tuple("" if seat.bot else seat.name for seat in manifest.seats)
        if sitting != expected.names:
            words = "the record names others at the table than the lobby"
            self._find(Failure.BAD_SETUP, 0, words, is_proof=False)

    def _find(self, failure: Failure, seq: int, words: str, *, is_proof: bool) -> None:
        self.findings.append(Finding(failure, seq, words, is_proof))

    # --- what comes in -----------------------------------------------------------------

    def gave(self, event: int, pressed: str, received: str) -> None:
        """Note the keys that the own seat has given, and what the host has said that it has."""
        before = self._gifts.get(event, OwnGift("", ""))
        self._gifts[event] = OwnGift(pressed or before.pressed, received or before.received)

    def interrupted(self) -> None:
        """The line dropped, or this machine slept: nothing can be timed that began before."""
        self.line.interrupted()
        self._gifts.clear()

    @property
    def since(self) -> int:
        """From which row on the record is to be told again: its last signed note comes twice."""
        rows = [] if self._ledger is None else self._ledger.rows
        signed = (row.seq for row in reversed(rows) if isinstance(row, CheckpointRow))
        return next(signed, 0)

    def take(self, rows: Sequence[str], first: int, now: float) -> None:
        """Check rows that came at a moment, in seconds of a clock that never goes back.

        Nothing is checked behind a row that is wrong: what follows from it says nothing.
        """
        for number, text in enumerate(rows, first):
            if self._ledger is None:
                return
            if self._is_broken:
                self._note_more(text, number)
                continue
            if number < self._ledger.seq:
                self._take_again(text, number)
                continue
            try:
                row = read_public_row(text.encode())
                self.told.append(row.public())
                self._follow(row, now)
            except BadRow as error:
                self._is_broken = True
                self._find(error.failure, error.seq, str(error), is_proof=True)
            except FairnessError as error:
                self._is_broken = True
                self._find(error.failure, number, str(error), is_proof=False)

    @property
    def is_settled(self) -> bool:
        """Whether all is there that can be had to show what is wrong."""
        first = next((each for each in self.findings if each.is_proof), None)
        if first is None or self.other is not None:
            return True
        behind = self.told[first.seq + 1 :]
        return len(behind) >= MOST_BEHIND or any(map(_is_signature, behind))

    def _note_more(self, text: str, number: int) -> None:
        """Keep what follows a wrong row: the host's signature over it makes it proof."""
        if not self.is_settled and number == len(self.told):
            self.told.append(_plain(text))

    def _take_again(self, text: str, number: int) -> None:
        """A row that was told before, as after a line that dropped, must be the same."""
        assert self._ledger is not None
        row = self._ledger.rows[number]
        if named_as_told(text.encode()) != row.digest():
            self._is_broken = True
            self.other = _plain(text)
            words = f"row {number} is told in two ways: the host shows two records of one game"
            self._find(Failure.FORK, number, words, is_proof=True)

    def _follow(self, row: Row, now: float) -> None:
        assert self._ledger is not None
        self._ledger.check(row)
        check_signatures(row, self._ledger, self._check_signature)
        work = segments_of(row, self._ledger)
        match row:
            case EventRow():
                self.line.opened(now, row.pub.milliseconds / 1000)
            case ReopenRow():
                # What was given to the window that was cut off is not used, and nobody timed it.
                self.interrupted()
            case FreezeRow():
                self._check_own(row)
                self.judge(self.line.frozen(row.seq, now))
        self._ledger.take(row)
        self.work += work

    def _check_own(self, row: FreezeRow) -> None:
        """Whether the own keys are in it, as they were pressed. They alone know who pressed."""
        gift = self._gifts.pop(row.pub.event, None)
        if gift is None:
            return
        mine = next((each for each in row.pub.given if each.seat == self._seat), None)
        value = mine.value if mine is not None else ""
        is_mine = gift.pressed.startswith(value) and value.startswith(gift.received)
        if not is_mine or (mine is not None and mine.level != "mash"):
            words = "what the record says that you gave is not what you pressed"
            self._find(Failure.NOT_MINE, row.seq, words, is_proof=False)

    def judge(self, freezes: Iterable[LateFreeze]) -> None:
        """Note what the line has shown of freezes: only who was there can say that one was late."""
        for freeze in freezes:
            if freeze.is_late:
                words = f"the contributions were fixed {freeze.seconds:.1f} s late: somebody could "
                words += "have tried what to add"
                self._find(Failure.BAD_EVENT, freeze.seq, words, is_proof=False)

    def ground(self, segment: Segment, *, holds: bool) -> None:
        """Note that a piece of a slow hash was worked out, and whether the row was right."""
        if segment in self.work:
            self.work.remove(segment)
        if not holds:
            words = f"value {segment.at} of the slow hash is wrong"
            self._find(Failure.WRONG_SLOW, segment.seq, words, is_proof=True)
