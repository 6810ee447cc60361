"""Rows: the transcript's entries as links of a chain, each with its secret body beside it.

What could tell somebody a hidden thing stands in the body alone: which option, which seat answered
a window, which order. The public form holds a salted hash of the body in its place.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, TypeAdapter

from rr_net.fairness.hash import Tag, hashed
from rr_net.fairness.parts import STRICT, Hex, Part, Whole, Word, read_part
from rr_rules.requests import ChanceRequest, Roll, Shuffle
from rr_rules.transcript import Answer, Arrange, Chance, Entry, Plain, Remove, canonical


class Opening(Part):
    """The promise: which game, and the hash that its secret must open to."""

    game: Hex
    commitment: Hex


class Pile(Part):
    """One pile of a shuffle, with a salted hash of its order."""

    label: Word
    epoch: Whole
    """How often piles of this label were shuffled before."""
    count: Whole
    order: Hex


class Piles(Part):
    """The piles of one random event."""

    piles: tuple[Pile, ...]


class Rolled(Part):
    """A number that everybody sees fall."""

    label: Word
    t: Whole
    """How many numbers were rolled before it in this game."""
    sides: Annotated[Whole, Field(ge=1)]
    result: Whole


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


class Arranged(Part):
    """A hidden zone in a new order."""

    seat: Whole
    zone: Word
    order: tuple[Whole, ...]


class Orders(Part):
    """The order of each pile."""

    orders: tuple[tuple[Whole, ...], ...]


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
        return hashed(Tag.ENTRY, canonical(self.public())).hex()


class OpenRow(Link):
    """The first row."""

    type: Literal["open"] = "open"
    pub: Opening


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


SealedRow = AnswerRow | ArrangeRow | ShuffleRow
Row = Annotated[
    OpenRow | AnswerRow | ArrangeRow | ShuffleRow | RollRow | RemoveRow | CloseRow,
    Field(discriminator="type"),
]

_row: TypeAdapter[Row] = TypeAdapter(Row)


def read_row(source: bytes) -> Row:
    """The row, body included, whose canonical form is `source`. Raises BadBundle."""
    return read_part(_row, source, "row")


def body_of(row: Row) -> Part | None:
    """The secret part of a row; None where all of it is public."""
    return row.body if isinstance(row, SealedRow) else None


def entry_of(row: Row) -> Entry | None:
    """What the row feeds to the table; None for the first and the last row."""
    match row:
        case AnswerRow(body=answered):
            return Answer(answered.seat, answered.option)
        case ArrangeRow(body=arranged):
            return Arrange(arranged.seat, arranged.zone, arranged.order)
        case ShuffleRow(body=shuffled):
            return Chance(shuffled.orders)
        case RollRow(pub=rolled):
            return Chance(rolled.result)
        case RemoveRow(pub=removed):
            return Remove(removed.seat)
        case _:
            return None


def request_of(row: Row) -> ChanceRequest | None:
    """The chance request that the row says it answers; None for all but shuffles and rolls."""
    match row:
        case ShuffleRow(pub=shuffled):
            return Shuffle(tuple((pile.label, pile.count) for pile in shuffled.piles))
        case RollRow(pub=rolled):
            return Roll(rolled.sides, rolled.label)
        case _:
            return None
