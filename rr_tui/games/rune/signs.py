"""The signs on the lattice, explained."""

from __future__ import annotations

from collections.abc import Iterator

from rr_rules.rune.cards import COLOURS, LETTERS, VALUES
from rr_rules.rune.view import View
from rr_tui.looks.glyphs import Glyphs
from rr_tui.looks.wording import count


def signs(view: View, glyphs: Glyphs) -> Iterator[tuple[str, str]]:
    """Each with what it means."""
    for letter, colour, worth in zip(LETTERS, COLOURS, VALUES, strict=True):
        yield letter, f"a {colour} rune, worth {count(worth, 'point')} to whoever controls it"
    sign = view.seats[max(view.me, 0)].sign
    yield f"{sign}B{sign}", f"a master, of the player with the sign {sign}"
    yield f"B{sign}", "a rune in an area that this player controls"
    yield f"{glyphs.dot}B", "a token: the rune has another colour than on its card"
    yield f"{glyphs.bullet}B", "a rune that can be chosen, or where a held card may begin"
    yield "Bg", "a held card: the large letter is its rune, the small one that beneath"
    yield f"{glyphs.refused}B", "a rune that is against laying the held card here"
