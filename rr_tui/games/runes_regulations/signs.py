"""The signs of the street, explained."""

from __future__ import annotations

from collections.abc import Iterator

from rr_rules.runes_regulations.state.view import View
from rr_tui.games.runes_regulations.idiom import FAMILIES
from rr_tui.looks.glyphs import Glyphs


def signs(view: View, glyphs: Glyphs) -> Iterator[tuple[str, str]]:
    """Each with what it means; with so many only where the expansion is played."""
    if view.nefarious is None:
        return
    letters, families = " ".join(FAMILIES), ", a ".join(FAMILIES.values())
    yield letters, f"a {families}; {glyphs.bullet} a Mythical Creature of no family"
    yield f"S R {glyphs.clause}", "a Spell, a Rune, a Regulation"
    yield f"{glyphs.dot} {glyphs.shrub}", "a Mythical Creature, a shrub: a Hexed one"
    runes = f"{glyphs.rune} {glyphs.rune_open} {glyphs.rune_used}"
    yield runes, "a Rune on a Fence, an open one, room for one"
    yield f"{glyphs.turn} {glyphs.busy}", "whose turn it is, an effect that is waiting"
    yield from _dark(glyphs)


def _dark(glyphs: Glyphs) -> Iterator[tuple[str, str]]:
    yield f"{glyphs.nefarious} {glyphs.beast}", "the Nefarious Neighbor, one of its five Beasts"
    yield "B X C F", "a Corrupted Beast, a Sacrificial Creature, a Curse, a Forbidden Rune"
    yield f"{glyphs.times}D d", "a Creature whose text is off on that Lawn"
