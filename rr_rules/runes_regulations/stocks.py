"""The decks of the table, each with the discard pile that its cards go to (NN-SEG-04)."""

from __future__ import annotations

from typing import NamedTuple


class Stock(NamedTuple):
    """A deck of one card back with its discard pile, and where a state keeps them."""

    back: str
    deck: str
    """The state's field for the deck, its top at the end."""
    discard: str
    """The state's field for the discard pile."""
    name: str
    """For people: the Main deck, the Rune discard pile."""
    reforms: bool = True
    """Whether the discard pile becomes a new deck when the last card leaves (RR-SETUP-05)."""

    @property
    def deck_zone(self) -> str:
        """The label of the deck's zone."""
        return f"{self.back}_deck"

    @property
    def discard_zone(self) -> str:
        """The label of the discard pile's zone."""
        return f"{self.back}_discard"


MAIN = Stock("main", "deck", "discard", "Main")
CLOCK = MAIN._replace(reforms=False)
"""The Main deck of the expansion: it runs out once, and that ends the game (NN-OUT-01)."""
RUNES = Stock("rune", "rune_deck", "rune_discard", "Rune")
FORBIDDEN = Stock("forbidden", "forbidden_deck", "forbidden_discard", "Forbidden")
FORBIDDEN_RUNES = Stock(
    "forbidden_rune", "forbidden_rune_deck", "forbidden_rune_discard", "Forbidden Rune"
)
