"""The whole board of Runes & Regulations: what is drawn where."""

from __future__ import annotations

from functools import partial

from rr_tui.board.painting import Painting
from rr_tui.board.plan import Plan
from rr_tui.games.runes_regulations.details import about
from rr_tui.games.runes_regulations.folding import folded, in_own_place
from rr_tui.games.runes_regulations.hand import hand
from rr_tui.games.runes_regulations.lawns import neighbours
from rr_tui.games.runes_regulations.lines import header, street
from rr_tui.games.runes_regulations.scene import StreetScene, is_folded, is_very_wide


def painting(scene: StreetScene, found: Plan) -> Painting[StreetScene]:
    """The street at one size: neighbours have boxes or lines, and one may need the own place."""
    boxes = partial(neighbours, texts=is_very_wide(found))
    return Painting(
        header,
        {
            "upper": folded if is_folded(found, len(scene.neighbours)) else boxes,
            "middle": street,
            "lower": partial(in_own_place, found),
            "hand": hand,
        },
        about,
    )
