"""The random events of a record: which one is under way, and what may stand next.

Between the opening of an event and its result nothing stands but its freeze and the signature
of that: a host that could add, drop or repeat something there could choose.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NoReturn

from rr_net.fairness.base.errors import BadRow, Failure
from rr_net.fairness.base.hash import Tag, hashed, number
from rr_net.fairness.base.levels import LEVELS, EventKind
from rr_net.fairness.base.manifest import Manifest
from rr_net.fairness.base.rows import (
    AskedRoll,
    AskedShuffle,
    CheckpointRow,
    CloseRow,
    EventOpened,
    EventRow,
    Freeze,
    FreezeRow,
    Given,
    ReopenRow,
    RollRow,
    Row,
    ShuffleRow,
)
from rr_net.fairness.base.slow import Grind
from rr_net.fairness.chain.contributions import seed_text
from rr_net.fairness.chain.reveals import LENGTH
from rr_rules.kernel.transcript import canonical


@dataclass(frozen=True, slots=True)
class RecordedEvent:
    """A random event as the record holds it: open for contributions, or frozen."""

    number: int
    """From 1 over the whole game."""
    opening: int
    """How often its window was opened, this time included."""
    kind: EventKind
    labels: tuple[str, ...]
    """The piles that are shuffled, or what is rolled."""
    milliseconds: int
    """How long it stays open."""
    seed_text: str
    """What a seat signs that contributes a signature (namespace rr2-seed)."""
    given: tuple[Given, ...] = ()
    """What was contributed, by seat, once that is fixed."""
    absent: tuple[int, ...] = ()
    digest: str = ""
    """F, hex; "" while it is open."""

    @property
    def is_frozen(self) -> bool:
        """Whether what was contributed is fixed."""
        return bool(self.digest)


def recorded_event(
    gid: str, opened: EventOpened, opening: int = 1, frozen: Freeze | None = None
) -> RecordedEvent:
    """A game's event as its rows make it."""
    asked = opened.asked
    event = RecordedEvent(
        number=opened.event,
        opening=opening,
        kind=asked.kind,
        labels=(asked.label,)
        if isinstance(asked, AskedRoll)
        else tuple(pile.label for pile in asked.piles),
        milliseconds=opened.milliseconds,
        seed_text=seed_text(gid, opened.event, opening),
    )
    if frozen is None:
        return event
    return replace(event, given=frozen.given, absent=frozen.absent, digest=frozen.digest)


class Events:
    """How far the random events of one game have come."""

    __slots__ = ("_gid", "_has_key", "_is_signed", "_level", "_slow", "frozen", "number", "opened",
                 "opening")  # fmt: skip

    opened: EventOpened | None
    """The event under way, open or frozen."""
    frozen: Freeze | None
    """What was contributed to it, once that is fixed."""
    number: int
    """The number of the event under way, or of the last."""
    opening: int
    """How often its window was opened; 0 before the first event."""

    def __init__(self, manifest: Manifest) -> None:
        """Before the first event."""
        self._gid = manifest.gid
        self._level = LEVELS[manifest.fairness]
        self._slow = manifest.slow
        self._has_key = bool(manifest.host_key)
        self._is_signed = False
        self.opened, self.frozen, self.number, self.opening = None, None, 0, 0

    def begin(self, asked: AskedShuffle | AskedRoll) -> EventOpened:
        """The next event."""
        lasts = self._level.window(asked.kind)
        return EventOpened(event=self.number + 1, milliseconds=lasts, asked=asked)

    def digest(self, event: int, opening: int, given: tuple[Given, ...]) -> str:
        """F: the hash of all that was contributed, hex."""
        place = (bytes.fromhex(self._gid), number(event), number(opening))
        listed = canonical([each.plain() for each in given])
        return hashed(Tag.FREEZE, *place, listed).hex()

    def grind(self, freeze: Freeze, kind: EventKind) -> Grind:
        """The slow hash of a frozen event."""
        blocks, segments = self._slow.blocks(kind), self._slow.segments
        return Grind(self._gid, freeze.event, freeze.opening, freeze.digest, blocks, segments)

    # --- checks ------------------------------------------------------------------------

    def check(self, row: Row) -> None:
        """Whether an event row is right, and whether any other may stand here. Raises BadRow."""
        if not isinstance(row, CheckpointRow):
            self._check_signed(row)
        match row:
            case EventRow():
                self._check_begun(row)
            case ReopenRow():
                self._check_reopened(row)
            case FreezeRow():
                self._check_frozen(row)
            case ShuffleRow() | RollRow():
                self._check_answered(row)
            case _:
                self._check_between(row)

    def _check_begun(self, row: EventRow) -> None:
        if not self._level.has_events or self.opened is not None:
            _refuse(row, "a random event opens here: expected none")
        self._check_number(row)
        if row.pub != self.begin(row.pub.asked):
            _refuse(row, "a random event has another window than its level")

    def _check_number(self, row: EventRow | ShuffleRow | RollRow) -> None:
        if row.pub.event != self.number + 1:
            _refuse(row, f"random event {row.pub.event}: expected {self.number + 1}")
        if row.pub.event > LENGTH:
            _refuse(row, f"random event {row.pub.event}: expected {LENGTH} at most in a game")

    def _check_reopened(self, row: ReopenRow) -> None:
        self._check_open(row, row.pub.event)
        if row.pub.opening != self.opening + 1:
            _refuse(row, f"opening {row.pub.opening}: expected {self.opening + 1}")

    def _check_open(self, row: Row, event: int) -> None:
        if self.opened is None or self.frozen is not None or event != self.number:
            _refuse(row, f"a {row.type} of another event than is open")

    def _check_frozen(self, row: FreezeRow) -> None:
        frozen = row.pub
        self._check_open(row, frozen.event)
        if frozen.opening != self.opening:
            _refuse(row, f"a freeze of opening {frozen.opening}: expected {self.opening}")
        if frozen.digest != self.digest(frozen.event, frozen.opening, frozen.given):
            _refuse(row, "the digest of a freeze is not that of its contributions")

    def _check_answered(self, row: ShuffleRow | RollRow) -> None:
        if not self._level.has_events:
            self._check_number(row)
            return
        if self.opened is None or self.frozen is None:
            _refuse(row, f"a {row.type} without contributions that were fixed before")
        if row.pub.event != self.number or not _answers(row, self.opened.asked):
            _refuse(row, f"a {row.type} that is not what its event was opened for")

    def _check_between(self, row: Row) -> None:
        if isinstance(row, CheckpointRow):
            if not self._has_key:
                problem = "a checkpoint in a game without a host key: expected none"
                raise BadRow(Failure.UNSIGNED, problem, row.seq)
            if self.opened is not None and not self._is_signed:
                return
        if self.opened is not None and not isinstance(row, CloseRow):
            _refuse(row, f"a {row.type} between a random event and its result")

    def _check_signed(self, row: Row) -> None:
        """Whether the row of an event that stands before this one was signed."""
        if self._has_key and self.opened is not None and not self._is_signed:
            problem = f"a {row.type} in an event, before its last row is signed: expected that"
            raise BadRow(Failure.UNSIGNED, problem, row.seq)

    # --- taking ------------------------------------------------------------------------

    def take(self, row: Row) -> None:
        """Note how far a row brings the events."""
        match row:
            case EventRow(pub=event):
                self.opened, self.number = event, event.event
                self.opening, self._is_signed = 1, False
            case ReopenRow(pub=again):
                self.opening, self._is_signed = again.opening, False
            case FreezeRow(pub=freeze):
                self.frozen, self._is_signed = freeze, False
            case CheckpointRow():
                self._is_signed = True
            case ShuffleRow() | RollRow():
                self.opened, self.frozen, self.number = None, None, row.pub.event
            case CloseRow():
                self.opened = self.frozen = None


def _answers(row: ShuffleRow | RollRow, asked: AskedShuffle | AskedRoll) -> bool:
    """Whether a row's public part is what the event was opened for."""
    match row, asked:
        case RollRow(pub=rolled), AskedRoll():
            given = AskedRoll(label=rolled.label, sides=rolled.sides, t=rolled.t)
            return given == asked
        case ShuffleRow(pub=shuffled), AskedShuffle(piles=piles) if piles:
            given_piles = [(pile.label, pile.epoch, pile.count) for pile in shuffled.piles]
            return given_piles == [(pile.label, pile.epoch, pile.count) for pile in piles]
        case _:
            return False


def _refuse(row: Row, problem: str) -> NoReturn:
    raise BadRow(Failure.BAD_EVENT, problem, row.seq)
