"""A game's chain as far as its public rows tell it: the ledger of somebody without the secret.

What can be checked without secret and bodies is checked by the same rules as a whole record.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from operator import itemgetter
from typing import cast

from rr_net.fairness.base.errors import Failure
from rr_net.fairness.base.gamekey import AnswerTerms, SignedAnswer, answer_message, is_signed_by
from rr_net.fairness.base.levels import LEVELS
from rr_net.fairness.base.manifest import Manifest
from rr_net.fairness.base.rows import (
    Answered,
    AnswerRow,
    ArrangeRow,
    AwayRow,
    CommitRow,
    FreezeRow,
    Given,
    OpenRow,
    PlainRow,
    PledgeRow,
    RemoveRow,
    RollRow,
    Row,
    SeatRow,
    ShuffleRow,
    WitnessRow,
    entry_of,
    refuse,
)
from rr_net.fairness.cards.checks import Key, Shown, check_once, fits, shown_in
from rr_net.fairness.chain.chance import Chances
from rr_net.fairness.chain.contributions import Contributors
from rr_net.fairness.chain.events import Events
from rr_net.fairness.chain.ledger import Ledger, check_slow_values, check_standing
from rr_net.fairness.chain.reveals import ROLLS, SEATS, Chain, before
from rr_net.fairness.chain.signers import Signers
from rr_net.safetext import clean

ANSWERING = (ShuffleRow, RollRow, AnswerRow)
"""What ends a question; other entries leave it as it is."""
ENTRIES = (*ANSWERING, ArrangeRow, RemoveRow)
BESIDE_ANSWERS = (CommitRow, ArrangeRow, WitnessRow, SeatRow, AwayRow, PlainRow, PledgeRow)
"""What may stand between an answer and what follows from it, and answers nothing."""
RECENT = 8
"""So many entries back it is looked for sorted cards, which move the numbers of a draft."""
DIGEST = re.compile(r"[0-9a-f]{64}")


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
        if before(ROLLS, row.pub.link) != self._last:
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
        return before(SEATS, given.value) == self._last.get(given.seat)

    def take(self, row: Row) -> None:
        """Note what a row binds a seat to, uses up, or shows."""
        super().take(row)
        if isinstance(row, FreezeRow):
            chains = (each for each in row.pub.given if each.level == "chain")
            self._last.update({each.seat: each.value for each in chains})


class PublicSigners(Signers):
    """The seats that sign, without their answers: whose one is lies in its body."""

    __slots__ = ("_turns",)

    def __init__(self, manifest: Manifest) -> None:
        """Begin with those whose key the manifest names."""
        super().__init__(manifest)
        self._turns = [(-1, dict(self._keys), frozenset[int]())]
        """From which row on it was how: the keys, and the seats that do not sign for now."""

    def key_at(self, seq: int, seat: int) -> tuple[str, bool]:
        """The key of a seat as row `seq` came, hex or "", and whether it signed then."""
        at = bisect_left(self._turns, seq, key=itemgetter(0)) - 1
        _, keys, silent = self._turns[at]
        return keys.get(seat, ""), seat in keys and seat not in silent

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
        if isinstance(row, SeatRow | AwayRow | PlainRow):
            silent = frozenset(seat for seat in self._keys if not self.signs(seat))
            self._turns.append((row.seq, dict(self._keys), silent))


class PublicCards:
    """What was promised of the hidden zones, and the cards that were opened against it."""

    def __init__(self) -> None:
        self._shown: dict[Key, Shown] = {}
        self._counts: dict[Key, int] = {}
        self._rows: dict[Key, int] = {}
        """In which row each zone was promised last."""
        self.opened: Counter[str] = Counter()
        """The faces that rows have opened, less those that went into hiding by name."""

    def check(self, row: CommitRow) -> None:
        """Whether each card that is opened was promised there, and no zone twice. Raises BadRow."""
        check_once(row)
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
            self._shown[key], self._counts[key], self._rows[key] = shown, shown.size, row.seq
        if isinstance(row, CommitRow):
            self.opened.update(each.face for each in row.pub.opened)
            self.opened.subtract(each.face for each in row.pub.entered)
            self._counts.update({(each.zone, each.owner): each.count for each in row.pub.zones})

    @property
    def hidden(self) -> int:
        """How many cards lie in hidden zones."""
        return sum(self._counts.values())

    def promised(self, zone: str, owner: int) -> tuple[int, int]:
        """In which row a zone was promised last, and how many cards it has; -1 for none."""
        key = (zone, owner)
        return self._rows.get(key, -1), self._counts.get(key, 0)


class PublicLedger(Ledger):
    """The chain of one game without its secret: what it checks, everybody can."""

    def __init__(self, manifest: Manifest) -> None:
        """Before the first row."""
        self.manifest, self.gid = manifest, manifest.gid
        self.head = self.gid
        self.rows: list[Row] = []
        self.public_signers = PublicSigners(manifest)
        self.signers = self.public_signers
        self.events = Events(manifest)
        self.public_contributors = PublicContributors(manifest, self.signers)
        self.contributors = self.public_contributors
        self.chances = PublicChances("")
        self.cards = PublicCards()
        self._requests: dict[int, int] = {}
        """The questions that own answers were found to be for, by their rows."""

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
                if entry_of(self.rows[-1]) is None:
                    refuse(row, Failure.WRONG_COMMIT, "a commit row that follows no entry")

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

    def is_own(self, row: AnswerRow, answered: Answered) -> bool:
        """Whether an answer is of its seat, by who signed there when it was given."""
        seat, signed = answered.seat, answered.signed
        key, signs = self.public_signers.key_at(row.seq, seat)
        if signed is None:
            return bool(answered.by) or not signs
        terms = AnswerTerms(signed.kind, seat, signed.request, answered.option, signed.text,
                            signed.size, self.head_at(signed.size))  # fmt: skip
        message = answer_message(self.gid, terms)
        is_own = is_signed_by(key, message, signed.signature) and self._is_put(row, signed)
        if is_own:
            self._requests[row.seq] = signed.request
        return is_own

    def _is_put(self, row: AnswerRow, signed: SignedAnswer) -> bool:
        """Whether the question that it was signed for stood there, as far as rows tell.

        Sorted cards and a seat that goes leave a question as it is. An answer that goes on in a
        draft counts from the one before, which sorted cards have moved, and which may be untold.
        """
        entries = [each for each in self.rows[: row.seq] if isinstance(each, ENTRIES)]
        behind = entries[signed.request :]
        is_open = not any(isinstance(each, ANSWERING) for each in behind)
        if signed.kind != "answer" or (is_open and signed.request <= len(entries)):
            return True
        last = next((each for each in reversed(entries) if isinstance(each, AnswerRow)), None)
        before = self._requests.get(last.seq) if last is not None else None
        if before is not None:
            return before + 1 == signed.request
        return any(isinstance(each, ArrangeRow) for each in entries[-RECENT:])
