"""Rows: the transcript's entries as links of a chain, each with its secret body beside it.

What could tell somebody a hidden thing stands in the body alone: which option, which seat answered
a window, which order. The public form holds a salted hash of the body in its place.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, NoReturn

from pydantic import BaseModel, FailFast, Field, StringConstraints, TypeAdapter, ValidationError
from pydantic_core import from_json

from rr_net.fairness.base.errors import BadBundle, BadRow, Failure
from rr_net.fairness.base.gamekey import Absence, GivenBy, SeatKey, SignedAnswer, Witness
from rr_net.fairness.base.hash import Tag, hashed, number
from rr_net.fairness.base.parts import STRICT, Hex, Owner, Part, SshSig, Whole, Word, read_part
from rr_net.fairness.base.secret import Secret
from rr_rules.kernel.requests import Seat
from rr_rules.kernel.transcript import Answer, Arrange, Chance, Entry, Plain, Remove, canonical


class AskedPile(Part):
    """One pile that is about to be shuffled."""

    label: Word
    epoch: Whole
    """How often piles of this label were shuffled before."""
    count: Whole
    input: Hex
    """A salted hash of the faces as they went in."""


class AskedShuffle(Part):
    """What a shuffle's event is for."""

    kind: Literal["shuffle"] = "shuffle"
    piles: Annotated[tuple[AskedPile, ...], FailFast()]


class AskedRoll(Part):
    """What a roll's event is for."""

    kind: Literal["roll"] = "roll"
    label: Word
    sides: Annotated[Whole, Field(ge=1)]
    t: Annotated[Whole, Field(ge=1)]


class EventOpened(Part):
    """A random event is open: people may contribute."""

    event: Annotated[Whole, Field(ge=1)]
    milliseconds: Whole
    asked: Annotated[AskedShuffle | AskedRoll, Field(discriminator="kind")]


class Reopened(Part):
    """The window of a random event is open anew: what was given before is not used."""

    event: Annotated[Whole, Field(ge=1)]
    opening: Annotated[Whole, Field(ge=1)]


GivenLevel = Literal["mash", "pledge", "signature", "signed", "chain"]
"""How somebody contributes: docs/fairness.md says what makes each good."""


class Given(Part):
    """What one seat contributed."""

    level: GivenLevel
    seat: Whole
    value: Annotated[str, StringConstraints(min_length=1, max_length=4096)]


class Freeze(Part):
    """All contributions, fixed."""

    event: Annotated[Whole, Field(ge=1)]
    opening: Annotated[Whole, Field(ge=1)]
    """The last one: how often its window was opened."""
    given: Annotated[tuple[Given, ...], FailFast()]
    absent: tuple[Whole, ...]
    digest: Hex
    """F."""


class Opening(Part):
    """The promise: which game, the hash its secret must open to, and where the chains begin."""

    game: Hex
    commitment: Hex
    anchor: Hex
    """X[0] of the chain of rolls."""
    anchors: tuple[tuple[Whole, Hex], ...]
    """S[0] of each seat that has a chain, by seat."""


class Pledged(Part):
    """A seat has bound itself to what it will give to the next event."""

    seat: Whole
    hash: Hex


class Signed(Part):
    """The host's signature over the record so far."""

    signature: SshSig


class Pile(Part):
    """One pile of a shuffle, with the root over its cards."""

    label: Word
    epoch: Whole
    count: Whole
    root: Hex


class Piles(Part):
    """A shuffle, committed to."""

    event: Annotated[Whole, Field(ge=1)]
    piles: Annotated[tuple[Pile, ...], FailFast()]
    slow: tuple[Hex, ...]


class Rolled(Part):
    """A number that everybody sees fall."""

    event: Annotated[Whole, Field(ge=1)]
    label: Word
    sides: Annotated[Whole, Field(ge=1)]
    t: Annotated[Whole, Field(ge=1)]
    """The position of this number among those of the game."""
    result: Whole
    link: Hex
    """X[t]."""
    slow: tuple[Hex, ...]


class InZone(Part):
    """Something of one hidden zone."""

    zone: Word
    owner: Owner


class HandRoot(InZone):
    """A changed hand, or a pile that was changed elsewhere than at its top."""

    count: Whole
    root: Hex


class SlotHashes(InZone):
    """A changed row of slots."""

    count: Whole
    slots: tuple[Hex, ...]


class Drawn(InZone):
    """A pile from which only the top was taken."""

    count: Whole


class Opened(InZone):
    """A card that everybody sees now, opened against what was promised before."""

    at: Whole
    """The number of its leaf, or of its slot."""
    face: Word
    salt: Hex
    path: tuple[Hex, ...]
    """The siblings from the leaf up; none for a slot."""


class Entered(InZone):
    """A card that everybody saw and that is hidden now."""

    face: Word


class Changes(Part):
    """What an entry did to the hidden zones."""

    zones: Annotated[tuple[HandRoot | SlotHashes | Drawn, ...], FailFast()]
    opened: Annotated[tuple[Opened, ...], FailFast()]
    entered: Annotated[tuple[Entered, ...], FailFast()]


class Removed(Part):
    """A seat that left for good."""

    seat: Whole


class Result(Part):
    """How the game ended."""

    winners: tuple[Whole, ...]
    reason: Word


class Closing(Part):
    """The secret, opened, and the outcome; none for a game that was given up."""

    secret: Hex
    outcome: Result | None


class Nothing(Part):
    """All that the public learns of a choice."""


class Answered(Part):
    """A seat's choice."""

    seat: Whole
    option: Whole
    by: GivenBy = ""
    signed: SignedAnswer | None = None


class Arranged(Part):
    """A hidden zone in a new order."""

    seat: Whole
    zone: Word
    order: tuple[Whole, ...]


class Orders(Part):
    """The order of each pile, and its faces in that order."""

    orders: Annotated[tuple[tuple[Whole, ...], ...], FailFast()]
    faces: Annotated[tuple[tuple[Word, ...], ...], FailFast()]


class Held(Part):
    """The faces of each changed zone: in the order of its leaves, slots, or from the bottom."""

    faces: Annotated[tuple[tuple[Word, ...], ...], FailFast()]


def named(public: Plain) -> str:
    """The hash by which the next row names one, from what is public of it; hex."""
    return named_as_told(canonical(public))


def named_as_told(text: bytes) -> str:
    """The same from the canonical bytes of what is public of it."""
    return hashed(Tag.ENTRY, text).hex()


class Link(BaseModel):
    """The base of all rows: a number, and the hash of the row before."""

    model_config = STRICT

    seq: Whole
    prev: Hex

    def public(self) -> Plain:
        """What the chain is made of: the row without its body."""
        return self.model_dump(exclude={"body"})

    def digest(self) -> str:
        """The hash that the next row names, hex."""
        return named(self.public())


class OpenRow(Link):
    """The first row."""

    type: Literal["open"] = "open"
    pub: Opening


class PledgeRow(Link):
    """A pledge."""

    type: Literal["pledge"] = "pledge"
    pub: Pledged


class EventRow(Link):
    """The opening of a random event."""

    type: Literal["event"] = "event"
    pub: EventOpened


class ReopenRow(Link):
    """Another opening of a random event, whose window was cut off."""

    type: Literal["reopen"] = "reopen"
    pub: Reopened


class FreezeRow(Link):
    """The end of contributions."""

    type: Literal["freeze"] = "freeze"
    pub: Freeze


class CheckpointRow(Link):
    """The host's signature over the rows before."""

    type: Literal["checkpoint"] = "checkpoint"
    pub: Signed


class SeatRow(Link):
    """The key of a seat."""

    type: Literal["seat"] = "seat"
    pub: SeatKey


class AwayRow(Link):
    """A bot answers for somebody who signs, or no longer."""

    type: Literal["away"] = "away"
    pub: Absence


class PlainRow(Link):
    """Somebody who signs plays without the key, or no longer."""

    type: Literal["plain"] = "plain"
    pub: Absence


class WitnessRow(Link):
    """A player's signature over a checkpoint."""

    type: Literal["witness"] = "witness"
    pub: Witness


class CommitRow(Link):
    """What an entry did to hidden zones."""

    type: Literal["commit"] = "commit"
    pub: Changes
    sealed: Hex
    body: Held = Field(repr=False)


class AnswerRow(Link):
    """A choice."""

    type: Literal["answer"] = "answer"
    pub: Nothing
    sealed: Hex
    body: Answered = Field(repr=False)


class ArrangeRow(Link):
    """A hidden zone re-ordered by its owner."""

    type: Literal["arrange"] = "arrange"
    pub: Nothing
    sealed: Hex
    body: Arranged = Field(repr=False)


class ShuffleRow(Link):
    """A shuffle."""

    type: Literal["shuffle"] = "shuffle"
    pub: Piles
    sealed: Hex
    body: Orders = Field(repr=False)


class RollRow(Link):
    """A roll, such as a SPIN."""

    type: Literal["roll"] = "roll"
    pub: Rolled


class RemoveRow(Link):
    """A seat taken out of the game."""

    type: Literal["remove"] = "remove"
    pub: Removed


class CloseRow(Link):
    """The last row."""

    type: Literal["close"] = "close"
    pub: Closing


SealedRow = AnswerRow | ArrangeRow | ShuffleRow | CommitRow
Row = Annotated[
    OpenRow | SeatRow | AwayRow | PlainRow | WitnessRow | PledgeRow | EventRow | ReopenRow
    | FreezeRow | CheckpointRow | ShuffleRow | RollRow | AnswerRow | ArrangeRow | RemoveRow
    | CommitRow | CloseRow,
    Field(discriminator="type"),
]  # fmt: skip

_row: TypeAdapter[Row] = TypeAdapter(Row)


def read_row(source: bytes) -> Row:
    """The row, body included, whose canonical form is `source`. Raises BadBundle."""
    return read_part(_row.validate_json, source, "row")


STAND_INS: Mapping[str, Plain] = {
    "answer": {"seat": 0, "option": 0},
    "arrange": {"seat": 0, "zone": "zone", "order": []},
    "commit": {"faces": []},
    "shuffle": {"orders": [], "faces": []},
}
"""What stands in the place of a body that nobody has been shown."""


def read_public_row(source: bytes) -> Row:
    """The row whose canonical form without a body is `source`; its body says nothing.

    Raises BadBundle.
    """

    def read(text: bytes) -> Row:
        bare = from_json(text)
        kind = bare.get("type") if isinstance(bare, dict) else None
        if isinstance(kind, str) and kind in STAND_INS:
            bare = {**bare, "body": STAND_INS[kind]}
        return _row.validate_json(canonical(bare))

    try:
        row = read(source)
    except (ValidationError, ValueError, TypeError) as error:
        raise BadBundle(Failure.WRONG_SHAPE, f"no row: {type(error).__name__}") from None
    if canonical(row.public()) != source:
        problem = "no row: a field is missing, or not in its canonical form"
        raise BadBundle(Failure.WRONG_SHAPE, problem)
    return row


def body_of(row: Row) -> Part | None:
    """The secret part of a row; None where all of it is public."""
    return row.body if isinstance(row, SealedRow) else None


def entry_of(row: Row) -> Entry | None:
    """What the row feeds to the table; None for the first and the last row."""
    match row:
        case AnswerRow(body=answered):
            return Answer(Seat(answered.seat), answered.option)
        case ArrangeRow(body=arranged):
            return Arrange(Seat(arranged.seat), arranged.zone, arranged.order)
        case ShuffleRow(body=shuffled):
            return Chance(shuffled.orders)
        case RollRow(pub=rolled):
            return Chance(rolled.result)
        case RemoveRow(pub=removed):
            return Remove(Seat(removed.seat))
        case _:
            return None


def refuse(row: Row, failure: Failure, problem: str) -> NoReturn:
    """Raise BadRow for a row, and say why."""
    raise BadRow(failure, problem, row.seq)


def seal_salt(secret: Secret, seq: int) -> bytes:
    """What the body of the row of this number is sealed with."""
    return secret.derive(Tag.SEAL_SALT, number(seq))


def seal(salt: bytes, body: bytes) -> str:
    """The hash that hides the body of a row, hex: of its canonical JSON."""
    return hashed(Tag.SEAL, salt, body).hex()


def sealed(secret: Secret, seq: int, body: Part) -> str:
    """The salted hash of what the row of this number keeps secret, hex."""
    return seal(seal_salt(secret, seq), canonical(body.plain()))


def is_sealed(secret: Secret, row: Row) -> bool:
    """Whether the body of a row, if it has one, is what its seal stands for."""
    return not isinstance(row, SealedRow) or row.sealed == sealed(secret, row.seq, row.body)
