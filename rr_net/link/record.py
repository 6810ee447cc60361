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
