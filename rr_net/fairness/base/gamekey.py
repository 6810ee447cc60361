"""The key of one game: what a player's own client signs with, and every text that it signs.

The player's SSH key signs it once; it signs answers, contributions and heads. docs/fairness.md says
what each text is made of, under "Seats that sign" and "Random events".
"""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from pydantic import Field, StringConstraints

from rr_net.fairness.base.hash import Tag, hashed, number
from rr_net.fairness.base.parts import Day, GameSig, Hex, Key, Part, SshSig, Whole

SEAT = "rr2-seat"
"""The namespace in which an SSH key signs the key of a game."""

AnswerKind = Literal["answer", "ahead", "order"]
TAGS = {"answer": Tag.ANSWER, "ahead": Tag.AHEAD, "order": Tag.ORDER}

RANDOM = 64
"""Hexadecimal digits of a signed contribution that are random; its signature follows them."""


class SeatKey(Part):
    """From here on a seat signs with a key: of somebody who came later, or with another device."""

    seat: Whole
    owner: Key
    """Whose SSH key has signed it."""
    key: Hex
    day: Day
    signature: SshSig


class Absence(Part):
    """Somebody who signs is away, or plays without the key: it begins (0), or ends (1)."""

    seat: Whole
    until: Annotated[Whole, Field(le=1)]


class Witness(Part):
    """A seat has seen and checked the record up to a checkpoint."""

    seat: Whole
    size: Whole
    signature: GameSig


class SignedAnswer(Part):
    """What the client of a seat has signed for an answer."""

    kind: AnswerKind
    request: Whole
    """The number of the question as it was put."""
    size: Whole
    """How many rows its client had checked."""
    text: Annotated[str, StringConstraints(max_length=4096)]
    """What was filed, where it is an order."""
    signature: GameSig


GivenBy = Literal["", "silence", "order", "single", "clock", "away"]
"""By whom an answer of a seat that signs was given; "" for the player."""


class LaterSeat(NamedTuple):
    """Where the key of somebody begins who was not there at the deal, or came with another one."""

    gid: str
    seat: int
    row: int


class AnswerTerms(NamedTuple):
    """What a signature of an answer is over, besides the game."""

    kind: AnswerKind
    seat: int
    request: int
    """The number of the question as it was put."""
    option: int
    """Its place among the legal ones, from 0."""
    text: str
    """What was filed, where it is an order."""
    size: int
    head: str
    """The hash of the row before row `size`, hex."""


def seat_text(host_key: str, key: str, day: str, later: LaterSeat | None = None) -> str:
    """What an SSH key signs, in the namespace `rr2-seat`, for the key of a game."""
    text = f"rr2-seat\nhost {host_key}\nkey {key}\nday {day}\n"
    if later is None:
        return text
    return f"{text}game {later.gid}\nseat {later.seat}\nrow {later.row}\n"


def answer_message(gid: str, terms: AnswerTerms) -> bytes:
    """The 32 bytes that are signed for an answer."""
    return hashed(
        TAGS[terms.kind],
        bytes.fromhex(gid),
        number(terms.seat),
        number(terms.request),
        number(0 if terms.kind == "order" else terms.option),
        terms.text.encode(),
        number(terms.size),
        bytes.fromhex(terms.head),
    )


def witness_message(gid: str, seat: int, size: int, head: str) -> bytes:
    """The 32 bytes that are signed by who has seen and checked a record up to a checkpoint."""
    place = (number(seat), number(size))
    return hashed(Tag.WITNESS, bytes.fromhex(gid), *place, bytes.fromhex(head))


def give_message(gid: str, event: int, opening: int, seat: int, drawn: str) -> bytes:
    """The 32 bytes that are signed with what a seat has drawn at random, hex, for an event."""
    place = (number(event), number(opening), number(seat))
    return hashed(Tag.GIVE, bytes.fromhex(gid), *place, bytes.fromhex(drawn))


def is_signed_by(key: str, message: bytes, signature: str) -> bool:
    """Whether a game's key, hex, has signed 32 bytes; never raises for hex of any length."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(
            bytes.fromhex(signature), message
        )
    except (InvalidSignature, ValueError):
        return False
    return True
