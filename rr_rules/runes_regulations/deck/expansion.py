"""The cards of the Nefarious Neighbor expansion, and whether a table can be played with them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from rr_rules.runes_regulations.deck.deckfile import read_file, twin_names
from rr_rules.runes_regulations.deck.errors import refuse
from rr_rules.runes_regulations.deck.loader import (
    copies_by_back,
    copies_by_kind,
    digest_of,
    packaged,
)
from rr_rules.runes_regulations.faces.faces import Deck
from rr_rules.runes_regulations.state.sides import GOAL, HAND, RUNES_DEALT

EXPANSION_FILES = ("nn_creatures", "nn_spells", "nn_runes", "nn_sacrificial", "nn_beasts",
                   "nn_curses", "nn_forbidden_runes", "nn_roles")  # fmt: skip
OPENING = {"forbidden": HAND, "forbidden_rune": RUNES_DEALT, "regulation": 1}
"""How many cards of a back the set-up takes, whoever plays (NN-SETUP-08, -10)."""


@cache
def expansion() -> Deck:
    """The 100 cards that the expansion adds, roles included."""
    sources = [(name, packaged(name)) for name in EXPANSION_FILES]
    faces = [face for name, content in sources for face in read_file(name, content).faces]
    return Deck("nefarious", tuple(faces), digest_of(sources))


@lru_cache(maxsize=8)
def expanded(deck: Deck) -> Deck:
    """A deck with the expansion; a card of its own takes the place of one of the same id.

    Raises DeckError where two different cards would have the same name.
    """
    own = {face.id for face in deck.faces}
    faces = (*deck.faces, *(face for face in expansion().faces if face.id not in own))
    if problems := list(twin_names(faces)):
        raise refuse([each.line(deck.name, card) for card, each in problems])
    sources = [("deck", deck.digest.encode()), ("nefarious", expansion().digest.encode())]
    return Deck(deck.name, faces, digest_of(sources))


def check_expanded(deck: Deck, seats: int) -> None:
    """Refuses a deck that cannot be dealt to so many seats, one of them the Nefarious Neighbor."""
    if lines := list(_lacking(deck, seats)):
        raise refuse(lines)


def _lacking(deck: Deck, seats: int) -> Iterator[str]:
    regular = seats - 1
    wanted = OPENING | {"main": HAND * regular, "rune": RUNES_DEALT * regular}
    counts = copies_by_back(deck.faces)
    for back, least in wanted.items():
        if counts[back] < least:
            yield (f"{deck.name}: deck: {back}: has too few cards: "
                   f"expected {least} to deal to {seats} seats, got {counts[back]}")  # fmt: skip
    creatures = copies_by_kind(deck.faces)["creature"]
    if creatures < GOAL:
        yield (f"{deck.name}: deck: creature: has too few cards: "
               f"expected {GOAL} Creatures, as many as a win needs, got {creatures}")  # fmt: skip
