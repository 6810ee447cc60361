"""Where the cursor walks at the table of Rune."""

from __future__ import annotations

from rr_tui.board.walk import Floor, Group, bar, kept, lattice, menu
from rr_tui.games.rune.hand import hand_places
from rr_tui.games.rune.scene import TABLE, UNSEEN, RuneScene
from rr_tui.games.rune.sight import MARGIN, extent


def floors(scene: RuneScene) -> tuple[Floor, ...]:
    """The lattice beside the scores and the hand, and under them the words of the bar."""
    found = extent(scene)
    # A card may begin before the first rune; what is only looked at has a rune.
    margin = MARGIN if scene.choices.held is not None else 0
    columns = range(found.low[0] - margin, found.high[0] + 1)
    rows = range(found.low[1] - margin, found.high[1] + 1)
    held = hand_places(scene)
    unseen = (UNSEEN,) if scene.view.unseen else ()
    beside = (Group(held, 1), Group(unseen, 1), menu(scene.choices))
    return kept(((lattice(TABLE, columns, rows), *beside), bar(scene.choices)))
