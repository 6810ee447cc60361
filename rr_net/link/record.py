"""The public record of a game, as whoever checks it while it is played is told of it."""

from __future__ import annotations

from typing import Literal

from rr_net.link.player import Message

MOST_ROWS = 128
"""The most rows that are told at once of those that are there already."""


class RecordRows(Message):
    """Rows of the public record, in their order.

    Each is the canonical JSON of docs/fairness.md without its body: what is hashed, byte for byte.
    Rows of an open reaction window, or of a choice that several make at once, come together when
    the table has taken them.
    """

    type: Literal["rows"] = "rows"
    game: str
    """The game's name, `gid`, in hex."""
    manifest: str = ""
    """The manifest in canonical JSON, with the first row; `""` otherwise."""
    first: int
    """The number of the first of these rows."""
    size: int
    """How many rows there are to be told by now."""
    rows: tuple[str, ...]
    """One row after the other."""


class OwnAnswer(Message):
    """An answer of your own seat, as the record has it sealed."""

    seq: int
    """The number of its row."""
    body: str
    """The body of that row in canonical JSON: who gave it, and what you have signed for it."""
    salt: str
    """What it was sealed with, in hex."""


class OwnAnswers(Message):
    """What stands in the seals of your own seat, directly after the `rows` that have them.

    Only for who watches the record, from a seat that has a key of the game, and not of what several
    chose at once: there the place of your row would tell who had answered before you.
    """

    type: Literal["own_rows"] = "own_rows"
    game: str
    """The game's name, `gid`, in hex."""
    rows: tuple[OwnAnswer, ...]
    """One row after the other."""


class AskSeatKey(Message):
    """Ask for the signature of a key that your seat has not had since the deal.

    It comes to who plays from another device, or has a bot's chair, with a client that signs; until
    `seat_key` answers it the seat is played without that key.
    """

    type: Literal["seat_row"] = "seat_row"
    game: str
    """The game's name, `gid`, in hex."""
    seat: int
    """The seat."""
    row: int
    """The number that the row would have now."""
