"""The signs of the street, explained."""

from __future__ import annotations

from collections.abc import Iterator

from rr_rules.runes_regulations.view import View
from rr_tui.games.runes_regulations.lawns import BUSY, OPEN, TURN
from rr_tui.glyphs import Glyphs
from rr_tui.wording import FAMILIES


def signs(view: View, glyphs: Glyphs) -> Iterator[tuple[str, str]]:
    """Each with what it means."""
    for letter, family in FAMILIES.items():
        yield letter, f"a {family}"
    yield glyphs.bullet, "a Mythical Creature of no family"
    yield "S R", "a Spell, a Rune"
    yield glyphs.dot, "a Mythical Creature; five at the end of the own turn win"
    yield glyphs.shrub, "a shrub: a Hexed Creature"
    yield BUSY, "its effect is waiting"
    yield f"{glyphs.rune} {glyphs.rune_used}", "a Rune on a Fence, room for one"
    yield OPEN, "a Rune that lies open"
    yield TURN, "whose turn it is"
    if view.nefarious is not None:
        yield from _dark(glyphs)


def _dark(glyphs: Glyphs) -> Iterator[tuple[str, str]]:
    yield glyphs.nefarious, "the Nefarious Neighbor, and what is its own"
    yield glyphs.beast, "a Corrupted Beast on its Lawn; five of them win"
    yield "B X", "a Corrupted Beast, a Sacrificial Creature"
    yield "C F", "a Curse, a Forbidden Rune"
    yield f"{glyphs.times}D d", "a Creature whose text is off on that Lawn"
