"""The seats that sign: whose client has a key of this game, and what stands where in their name.

Signatures themselves are checked elsewhere; here it is whether one must be there, and may. At the
end it is counted who has signed, and who gave what to the luck of the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rr_net.fairness.base.errors import Failure
from rr_net.fairness.base.gamekey import Absence, SignedAnswer
from rr_net.fairness.base.manifest import Manifest
from rr_net.fairness.base.rows import (
    Answered,
    AnswerRow,
    AwayRow,
    CheckpointRow,
    EventRow,
    FreezeRow,
    Given,
    PlainRow,
    PledgeRow,
    Row,
    SeatRow,
    WitnessRow,
    entry_of,
    refuse,
)

BY_PLAYER = {"": ("answer", "ahead"), "order": ("order",)}
"""What must be signed, and as what."""
CLOCK, OFF = "turn_clock", "off"
"""The table option of the time for one decision, and what it is where there is none."""
AFTER_WITNESSES = (WitnessRow, PledgeRow, EventRow, AnswerRow)


MADE_UP = frozenset({"", "away", "clock"})
"""Whom an unsigned answer was given by that no rule gives: the host could have made it up."""
BY_HAND = frozenset({"mash", "pledge"})
"""The levels at which anybody who writes the record can give for a seat."""
ENOUGH_KEYS = 12
"""A number of keys that nobody guesses, though they come from an idle hand."""


class Signers:
    """The seats of one game that sign, as far as it has come."""

    __slots__ = ("_away", "_filed", "_has_clock", "_keys", "_owners", "_plain", "_sizes", "_used",
                 "_witness", "newest")  # fmt: skip

    def __init__(self, manifest: Manifest) -> None:
        """Begin with those whose key the manifest names."""
        self._owners = [who.key for who in manifest.seats]
        signers = enumerate(who.signer for who in manifest.seats)
        self._keys = {seat: signer.key for seat, signer in signers if signer is not None}
        self._has_clock = manifest.options.get(CLOCK, OFF) != OFF
        self._away: set[int] = set()
        self._plain: set[int] = set()
        self._sizes: dict[int, int] = {}
        """How much of the record each seat had checked when it answered last."""
        self._filed: dict[int, int] = {}
        """The same for the orders that have answered last."""
        self._used: set[tuple[int, str, int]] = set()
        self.newest = -1
        """The size of the newest checkpoint."""
        self._witness = -1
        """The seat of the last witness before what these stand before, or -1."""

    def key_of(self, seat: int) -> str:
        """With what a seat signs, hex, even while it does not; "" for most seats."""
        return self._keys.get(seat, "")

    def is_away(self, seat: int) -> bool:
        """Whether a bot answers for somebody who signs."""
        return seat in self._away

    def is_plain(self, seat: int) -> bool:
        """Whether somebody who signs plays without the key."""
        return seat in self._plain

    def signs(self, seat: int) -> bool:
        """Whether what a seat does is signed, from here on."""
        return seat in self._keys and seat not in self._away and seat not in self._plain

    # --- checks ------------------------------------------------------------------------

    def check(self, row: Row) -> None:
        """Whether a row may stand here by who signs. Raises BadRow."""
        if self._witness >= 0 and not isinstance(row, AFTER_WITNESSES):
            refuse(row, Failure.BAD_WITNESS, f"a {row.type} after witnesses: expected a choice")
        match row:
            case SeatRow():
                self._check_owner(row)
            case AwayRow():
                self._check_turn(row, row.pub, self._away)
            case PlainRow():
                self._check_turn(row, row.pub, self._plain)
            case WitnessRow():
                self._check_witness(row)
            case AnswerRow(body=answered):
                self._check_answer(row, answered)

    def _check_owner(self, row: SeatRow) -> None:
        seat = row.pub.seat
        if seat >= len(self._owners) or self._owners[seat] not in ("", row.pub.owner):
            refuse(row, Failure.BAD_SEAT, f"a key for seat {seat}, by somebody else than its owner")

    def _check_turn(self, row: Row, pub: Absence, now: set[int]) -> None:
        if pub.seat not in self._keys or (pub.seat in now) != bool(pub.until):
            problem = f"{row.type} of seat {pub.seat}: expected beginning and end in turn"
            refuse(row, Failure.BAD_SEAT, problem)

    def _check_witness(self, row: WitnessRow) -> None:
        seat, size = row.pub.seat, row.pub.size
        if seat not in self._keys or seat <= self._witness or size != self.newest:
            problem = f"a witness of seat {seat} of {size} rows: expected each seat that signs "
            refuse(row, Failure.BAD_WITNESS, f"{problem}once, of the {self.newest} signed last")

    def _check_answer(self, row: AnswerRow, answered: Answered) -> None:
        seat, by = answered.seat, answered.by
        if (by == "away") != self.is_away(seat) or (by and not self._may_say(seat)):
            refuse(row, Failure.WRONG_BY, f"an answer of seat {seat} by {by or 'the player'}")
        if by == "clock" and not self._has_clock:
            refuse(row, Failure.WRONG_BY, f"an answer of seat {seat} by a clock: there is none")
        must = BY_PLAYER.get(by, ()) if self.signs(seat) else ()
        if answered.signed is None:
            if must:
                refuse(row, Failure.UNSIGNED_ANSWER, f"an answer of seat {seat}, which signs")
            return
        if answered.signed.kind not in must or not self.is_new(row.seq, seat, answered.signed):
            problem = f"a signed answer of seat {seat} that was not given to this question"
            refuse(row, Failure.FORGED_ANSWER, problem)

    def _may_say(self, seat: int) -> bool:
        """Whether it can be said of a seat that another gave its answer."""
        return self.signs(seat) or self.is_away(seat)

    def is_new(self, seq: int, seat: int, signed: SignedAnswer) -> bool:
        """Whether what was signed may stand in row `seq`: once, and no older than the last.

        Orders stand often, and are older than answers may be that were given meanwhile.
        """
        if signed.size > seq or (signed.kind != "order" and signed.text):
            return False
        if signed.kind == "order":
            return signed.size >= self._filed.get(seat, 0)
        is_used = (seat, signed.kind, signed.request) in self._used
        return not is_used and signed.size >= self._sizes.get(seat, 0)

    # --- taking ------------------------------------------------------------------------

    def take(self, row: Row) -> None:
        """Note what a row changes."""
        if isinstance(row, WitnessRow):
            self._witness = row.pub.seat
        elif not isinstance(row, PledgeRow):
            self._witness = -1  # a pledge stands between them and what they are before
        match row:
            case CheckpointRow():
                self.newest = row.seq
            case SeatRow(pub=key):
                self._keys[key.seat] = key.key
                self._plain.discard(key.seat)
            case AwayRow(pub=pub):
                _turn(self._away, pub)
            case PlainRow(pub=pub):
                _turn(self._plain, pub)
            case AnswerRow(body=Answered(seat=seat, signed=SignedAnswer() as signed)):
                self._take_signed(seat, signed)

    def _take_signed(self, seat: int, signed: SignedAnswer) -> None:
        if signed.kind == "order":
            self._filed[seat] = signed.size
        else:
            self._used.add((seat, signed.kind, signed.request))
            self._sizes[seat] = signed.size


def plain_answers(rows: Iterable[Row], manifest: Manifest) -> tuple[tuple[int, int], ...]:
    """How many answers of each seat with a key are said to be its player's, without a signature."""
    signers, counts = Signers(manifest), Counter[int]()
    for row in rows:
        if isinstance(row, AnswerRow) and not row.body.by and row.body.signed is None:
            counts[row.body.seat] += bool(signers.key_of(row.body.seat))
        signers.take(row)
    return tuple(sorted((+counts).items()))


def made_up(rows: Iterable[Row], manifest: Manifest) -> tuple[Counter[int], Counter[int]]:
    """How many moves, and shares of luck, of seats with a key the host could have made up."""
    signers, moves, shares = Signers(manifest), Counter[int](), Counter[int]()
    for row in rows:
        match row:
            case AnswerRow(body=Answered(seat=seat, signed=None, by=by)) if by in MADE_UP:
                moves[seat] += bool(signers.key_of(seat))
            case FreezeRow():
                given = [each.seat for each in row.pub.given if each.level in BY_HAND]
                shares.update(seat for seat in given if signers.key_of(seat))
        signers.take(row)
    return +moves, +shares


def _turn(now: set[int], pub: Absence) -> None:
    if pub.until:
        now.discard(pub.seat)
    else:
        now.add(pub.seat)


# --- counts ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class VerdictCounts:
    """What was counted in a game."""

    entries: int
    shuffles: int
    rolls: int
    frozen: int
    """The random events that people could contribute to."""
    unheard: int
    """Those of them that no seat without a chain gave to."""
    guessable: int
    """Those to which nobody gave more than can be guessed."""
    gave: tuple[int, ...]
    """How many events each seat gave to."""
    segments: int
    """The segments of slow hashes that were worked out anew."""
    checkpoints: int
    reopened: tuple[tuple[int, int], ...]
    """The events whose window was opened more than once, and how often."""
    given_by: tuple[tuple[int, str, int], ...]
    """How many answers of a seat that signs the room has given, by seat and why."""
    signed: tuple[tuple[int, int], ...]
    """How many answers the players' own clients have signed, by seat."""
    unsigned: tuple[tuple[int, int], ...] = ()
    """How many answers of a seat with a key the record has as played without it, by seat."""
    made_up: tuple[tuple[int, int, int], ...] = ()
    """How many moves and shares of luck of a seat with a key nobody has signed, by seat."""


def counted(rows: Sequence[Row], manifest: Manifest, segments: int) -> VerdictCounts:
    """What there is of all that in these rows."""
    kinds = Counter(row.type for row in rows)
    freezes = [row.pub for row in rows if isinstance(row, FreezeRow)]
    gave = Counter(each.seat for freeze in freezes for each in freeze.given)
    chained = set(manifest.chained)
    by_hand = [[each for each in freeze.given if each.seat not in chained] for freeze in freezes]
    return VerdictCounts(
        entries=sum(entry_of(row) is not None for row in rows),
        shuffles=kinds["shuffle"],
        rolls=kinds["roll"],
        frozen=len(freezes),
        unheard=sum(not gifts for gifts in by_hand),
        guessable=sum(bool(gifts) and all(map(is_guessable, gifts)) for gifts in by_hand),
        gave=tuple(gave[seat] for seat in range(len(manifest.seats))),
        segments=segments,
        checkpoints=sum(isinstance(row, CheckpointRow) for row in rows),
        reopened=tuple((each.event, each.opening) for each in freezes if each.opening > 1),
        given_by=_given_by(rows),
        signed=_signed_by(rows),
        unsigned=plain_answers(rows, manifest),
        made_up=_made_up(rows, manifest),
    )


def _signed_by(rows: Sequence[Row]) -> tuple[tuple[int, int], ...]:
    answers = (row.body for row in rows if isinstance(row, AnswerRow))
    # Of an order the host's program has made an answer: which one, nobody has signed.
    mine = (each.seat for each in answers if each.signed and not each.by)
    return tuple(sorted(Counter(mine).items()))


def _given_by(rows: Sequence[Row]) -> tuple[tuple[int, str, int], ...]:
    counts = Counter(
        (row.body.seat, row.body.by) for row in rows if isinstance(row, AnswerRow) and row.body.by
    )
    return tuple((seat, why, count) for (seat, why), count in sorted(counts.items()))


def _made_up(rows: Sequence[Row], manifest: Manifest) -> tuple[tuple[int, int, int], ...]:
    moves, shares = made_up(rows, manifest)
    return tuple((seat, moves[seat], shares[seat]) for seat in sorted({*moves, *shares}))


def is_guessable(given: Given) -> bool:
    """Whether a contribution is so short that it can be tried out before it is made."""
    return given.level == "mash" and len(given.value) < ENOUGH_KEYS
