"""The sides of the street: what a player may hold, play and be told to do, as data.

In the base game everybody is of one side. With the expansion one seat is of another, and every
rule asks the side of a seat instead of asking who the Nefarious Neighbor is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

from rr_rules.runes_regulations.state.settings import Settings


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


@dataclass(frozen=True, slots=True)
class Side:
    """How one kind of player plays."""

    name: str
    cards: Stock
    """Where it draws from; only cards of this back may be in its hand (NN-SEG-01, -02)."""
    runes: Stock
    """Where its Runes come from; only cards of this back may be on its Fence."""
    casts: tuple[str, ...]
    """The kinds of card it casts in its Cast phase."""
    casts_as_spell: tuple[str, ...]
    """The kinds of card it may cast where an effect says "cast a Spell" (NN-MAST-05)."""
    summons: tuple[str, ...]
    """The kinds of card it summons."""
    spinner: str
    """The table of its Spinner's results."""
    goal: int
    """How many Mythical Creatures win at the end of its own turn; 0: none ever do (NN-ROLE-02)."""
    is_regulated: bool = True
    """Whether Regulations and Events speak to it (NN-EX-03, -05)."""
    summons_abroad: bool = True
    """Whether it may summon onto another player's Lawn (NN-CARD-14)."""
    is_limited: bool = True
    """Whether the Summoning Limit binds it (NN-EX-07)."""
    mutes: bool = False
    """Creatures that it did not summon itself have no effect on its Lawn (NN-STEAL-01)."""
    destroys: frozenset[str] = frozenset()
    """What would happen to a Creature on its Lawn and destroys it instead (NN-REP-01, -02)."""
    stays: bool = False
    """Its seat is never removed (NN-TABLE-01)."""


GOAL = 5
"""Mythical Creatures that win at the end of the own turn (RR-WIN-01)."""

HAND, RUNES_DEALT = 5, 3
"""Cards and Runes dealt to each seat (RR-SETUP-02, -03, NN-SETUP-08, -09)."""

STANDARD = Side(
    "standard", MAIN, RUNES, ("spell",), ("spell",), ("creature",), "standard", GOAL
)  # fmt: skip
REGULAR = replace(STANDARD, name="regular", cards=CLOCK)
NEFARIOUS = Side(
    "nefarious", FORBIDDEN, FORBIDDEN_RUNES, ("curse",), (), ("sacrificial", "beast"), "nefarious",
    goal=0, is_regulated=False, summons_abroad=False, mutes=True,
    destroys=frozenset({"hex", "return"}), stays=True,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Street:
    """Who can live here: the side of everybody, and of the one seat that is different."""

    regular: Side
    nefarious: Side | None
    stocks: tuple[Stock, ...]
    """All decks of the game, in the order in which they are shuffled (NN-SETUP-12)."""

    def sides(self, seats: int, nefarious: int) -> tuple[Side, ...]:
        """The side of every seat; -1 while nobody is different."""
        other = self.nefarious
        if other is None:
            return (self.regular,) * seats
        return tuple(other if seat == nefarious else self.regular for seat in range(seats))


BASE = Street(STANDARD, None, (MAIN, RUNES))


@cache
def street_of(settings: Settings) -> Street:
    """The street under the options of a table."""
    said = settings.nefarious
    if not said.is_on:
        return BASE
    side = replace(
        NEFARIOUS,
        mutes=not said.mastery,
        casts_as_spell=("curse",) if said.mastery_curse_as_spell else (),
        is_limited=said.summoning_limit,
    )
    return Street(REGULAR, side, (FORBIDDEN, FORBIDDEN_RUNES, CLOCK, RUNES))
