"""Where the cursor walks at the table of Rune."""

from __future__ import annotations

from rr_tui.board.walk import Floor, Group, bar, kept, lattice, menu
from rr_tui.games.rune.hand import hand_places
from rr_tui.games.rune.scene import TABLE, UNSEEN, RuneScene
from rr_tui.games.rune.seats import open_hand
from rr_tui.games.rune.sight import reach


def floors(scene: RuneScene) -> tuple[Floor, ...]:
    """The lattice beside the scores and the hand, and under them the words of the bar."""
    held = hand_places(scene)
    unseen = (UNSEEN,) if scene.view.unseen else ()
    shown = tuple(place for seat in scene.around for place in open_hand(scene, seat))
    beside = (Group(held, 1), Group(shown, 1), Group(unseen, 1), menu(scene.choices))
    return kept(((lattice(TABLE, *reach(scene)), *beside), bar(scene.choices)))
