"""Reverse hash chains: values fixed at the start that show themselves one by one.

Whoever sees a value can hash it back to the anchor, and learns nothing about the next.
"""

from __future__ import annotations

from rr_net.fairness.base.errors import ChainUsedUp
from rr_net.fairness.base.hash import Tag, hashed, links, number
from rr_net.fairness.base.secret import Secret

LENGTH = 4096


class Chain:
    """One chain: value 0 is its anchor, value 4096 its top."""

    __slots__ = ("_values",)

    def __init__(self, tag: Tag, top: bytes) -> None:
        """Hash the top down to the anchor."""
        self._values = links(tag, top, LENGTH)[::-1]

    def __repr__(self) -> str:
        return "Chain(hidden)"

    @property
    def anchor(self) -> str:
        """What is published before the deal, hex."""
        return self.at(0)

    def at(self, place: int) -> str:
        """The value that is shown in this place, hex. Raises ChainUsedUp."""
        if place > LENGTH:
            raise ChainUsedUp(f"value {place} of a chain: it ends at {LENGTH}")
        return self._values[place].hex()


ROLLS, SEATS = Tag.CHAIN, Tag.SEAT_CHAIN


def before(chain: Tag, value: str) -> str:
    """The value that was shown before one, both hex: what anybody can hash it back to."""
    return hashed(chain, bytes.fromhex(value)).hex()


def roll_chain(secret: Secret) -> Chain:
    """X: one value for each roll of a game."""
    return Chain(ROLLS, secret.derive(Tag.CHAIN_TOP))


def seat_chain(secret: Secret, seat: int) -> Chain:
    """S: what a seat without a person, or the host's, gives to each event."""
    return Chain(SEATS, secret.derive(Tag.SEAT_TOP, number(seat)))
