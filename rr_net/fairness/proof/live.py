"""The record of a game that is being played, checked row by row by who watches it.

A player has no secret and no bodies: what can be checked without them is checked by the same rules
as a whole record. No sockets and no clocks: rows come in, and so do the times at which they came.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

from pydantic_core import from_json

from rr_net.fairness.base.errors import BadRow, Failure, FairnessError
from rr_net.fairness.base.hash import Tag, hashed
from rr_net.fairness.base.levels import LEVELS, WORK, Work, check_slow
from rr_net.fairness.base.manifest import Manifest, read_manifest
from rr_net.fairness.base.note import CheckSignature
from rr_net.fairness.base.rows import (
    AnswerRow,
    CheckpointRow,
    CommitRow,
    EventRow,
    FreezeRow,
    Given,
    OpenRow,
    ReopenRow,
    RollRow,
    Row,
    ShuffleRow,
    read_public_row,
    refuse,
)
from rr_net.fairness.cards.checks import Key, Shown, fits, shown_in
from rr_net.fairness.chain.chance import Chances
from rr_net.fairness.chain.contributions import Contributors
from rr_net.fairness.chain.events import Events
from rr_net.fairness.chain.ledger import Ledger, check_slow_values, check_standing
from rr_net.fairness.chain.reveals import Chain
from rr_net.fairness.chain.signers import Signers
from rr_net.fairness.proof.signatures import check_signatures
from rr_net.fairness.proof.verify import Segment, segments_of
from rr_net.safetext import clean
from rr_rules.kernel.transcript import Plain

TOLERANCE = 0.3
"""Seconds by which a freeze may come late; a slow hash is slower than the window and these."""
DIGEST = re.compile(r"[0-9a-f]{64}")


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


class PublicChances(Chances):
    """The rolls and epochs of a game, as far as its public rows tell them."""

    __slots__ = ("_due", "_last")

    def __init__(self, anchor: str) -> None:
        """Before the first roll of a chain with this anchor."""
        self._epochs, self.rolls = Counter(), 0
        self._last = self._due = anchor

    @property
    def link(self) -> str:
        """The link that the roll which is being checked has shown, hex."""
        return self._due

    def check_roll(self, row: RollRow) -> None:
        """Whether the link leads to the one before, and the number is what it gives.

        Raises BadRow.
        """
        if hashed(Tag.CHAIN, bytes.fromhex(row.pub.link)).hex() != self._last:
            refuse(row, Failure.WRONG_LINK, "the link is not the next one of the chain of rolls")
        self._due = row.pub.link
        super().check_roll(row)

    def take(self, row: Row) -> None:
        """Count what a row used up."""
        super().take(row)
        self._last = self._due


class PublicContributors(Contributors):
    """The seats of a game, with chains of which only the values are known that were shown."""

    __slots__ = ("_last",)

    def __init__(self, manifest: Manifest, signers: Signers) -> None:
        """Before the first row, which has the anchors."""
        self._gid, self._signers = manifest.gid, signers
        self._has_events = LEVELS[manifest.fairness].has_events
        self._seats, self._pledges = manifest.seats, {}
        # Of a chain that nobody has, it is known whose it is.
        self._chains = cast("dict[int, Chain]", dict.fromkeys(manifest.chained))
        self._last: dict[int, str] = {}

    def begin(self, row: OpenRow) -> None:
        """Take in where the chains begin. Raises BadRow."""
        self._last = dict(row.pub.anchors)
        if list(self._last) != list(self._chains):
            refuse(row, Failure.WRONG_ANCHOR, "chains of other seats than those that have one")

    def is_next(self, given: Given, event: int) -> bool:
        """Whether a value leads to the one that was shown before it."""
        if DIGEST.fullmatch(given.value) is None:
            return False
        value = bytes.fromhex(given.value)
        return hashed(Tag.SEAT_CHAIN, value).hex() == self._last.get(given.seat)

    def take(self, row: Row) -> None:
        """Note what a row binds a seat to, uses up, or shows."""
        super().take(row)
        if isinstance(row, FreezeRow):
            chains = (each for each in row.pub.given if each.level == "chain")
            self._last.update({each.seat: each.value for each in chains})


class PublicSigners(Signers):
    """The seats that sign, without their answers: whose one is lies in its body."""

    __slots__ = ()

    def check(self, row: Row) -> None:
        """Whether a row fits those who sign. Raises BadRow."""
        if not isinstance(row, AnswerRow):
            super().check(row)

    def take(self, row: Row) -> None:
        """Note what a row says of those who sign."""
        if isinstance(row, AnswerRow):
            self._witness = -1
        else:
            super().take(row)


class PublicCards:
    """What was promised of the hidden zones, and the cards that were opened against it."""

    def __init__(self) -> None:
        self._shown: dict[Key, Shown] = {}
        self._counts: dict[Key, int] = {}

    def check(self, row: CommitRow) -> None:
        """Whether each card that is opened was promised there. Raises BadRow."""
        for opening in row.pub.opened:
            key = (opening.zone, opening.owner)
            shown = self._shown.get(key)
            is_there = opening.at < self._counts.get(key, 0)
            if shown is None or not is_there or not fits(opening, shown):
                problem = f"the card {clean(opening.face)} is not the one that was promised"
                refuse(row, Failure.WRONG_OPENING, problem)

    def take(self, row: Row) -> None:
        """Note what a row promises."""
        for key, shown in shown_in(row):
            self._shown[key], self._counts[key] = shown, shown.size
        if isinstance(row, CommitRow):
            self._counts.update({(each.zone, each.owner): each.count for each in row.pub.zones})


class PublicLedger(Ledger):
    """The chain of one game without its secret: what it checks, everybody can."""

    def __init__(self, manifest: Manifest) -> None:
        """Before the first row."""
        self.manifest, self.gid = manifest, manifest.gid
        self.head = self.gid
        self.rows: list[Row] = []
        self.signers = PublicSigners(manifest)
        self.events = Events(manifest)
        self.public_contributors = PublicContributors(manifest, self.signers)
        self.contributors = self.public_contributors
        self.chances = PublicChances("")
        self.cards = PublicCards()

    def check(self, row: Row) -> None:
        """Whether `row` is the next one, as far as that can be seen. Raises BadRow."""
        self.check_place(row)
        match row:
            case OpenRow() if row.pub.game != self.gid:
                refuse(row, Failure.NO_OPENING, "the promise is for a game with another manifest")
            case OpenRow():
                self.public_contributors.begin(row)
                self.chances = PublicChances(row.pub.anchor)
        check_standing(self, row)
        match row:
            case ShuffleRow():
                check_slow_values(self, row)
                self.chances.check_piles(row)
            case RollRow():
                check_slow_values(self, row)
                self.chances.check_roll(row)
            case CommitRow():
                self.cards.check(row)

    def take(self, row: Row) -> None:
        """Take in a row that was checked. Raises BadRow."""
        self.check_place(row)
        self.signers.take(row)
        self.contributors.take(row)
        self.events.take(row)
        self.chances.take(row)
        self.cards.take(row)
        self.head = row.digest()
        self.rows.append(row)


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
    ) -> None:
        """Begin with what came before the first row; `host_key` is that of the own line.

        `seat` is the own one, or -1.
        """
        self.findings: list[Finding] = []
        self.jitter = 0.0
        """Seconds by which this line may delay one row more than another, as measured."""
        self.work: list[Segment] = []
        """Pieces of slow hashes that are to be worked out, the oldest first."""
        self._check_signature = check_signature
        self._seat = seat
        self._gifts: dict[int, OwnGift] = {}
        self._opened: tuple[float, float] | None = None
        """When the open event came, and how many seconds it is open."""
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
        self._opened = None
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
        if hashed(Tag.ENTRY, text.encode()).hex() != row.digest():
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
                self._opened = (now, row.pub.milliseconds / 1000)
            case ReopenRow():
                # What was given to the window that was cut off is not used, and nobody timed it.
                self.interrupted()
            case FreezeRow():
                self._check_own(row)
                self._check_late(row, now)
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

    def _check_late(self, row: FreezeRow, now: float) -> None:
        """Whether the contributions were fixed in time, by the own clock."""
        if self._opened is None:
            return
        at, lasts = self._opened
        late = now - at - lasts
        self._opened = None
        if late > TOLERANCE + self.jitter:
            words = f"the contributions were fixed {late:.1f} s late: somebody could have tried"
            self._find(Failure.BAD_EVENT, row.seq, words + " what to add", is_proof=False)

    def ground(self, segment: Segment, *, holds: bool) -> None:
        """Note that a piece of a slow hash was worked out, and whether the row was right."""
        if segment in self.work:
            self.work.remove(segment)
        if not holds:
            words = f"value {segment.at} of the slow hash is wrong"
            self._find(Failure.WRONG_SLOW, segment.seq, words, is_proof=True)
