"""Where the cursor walks at the table of Rune."""

from __future__ import annotations

from rr_tui.board.plan import Plan, ScreenArea, plan
from rr_tui.board.walk import Floor, Group, bar, kept, lattice, menu
from rr_tui.games.rune.hand import hand_places
from rr_tui.games.rune.scene import TABLE, UNSEEN, RuneScene
from rr_tui.games.rune.seats import open_hand
from rr_tui.games.rune.sight import reach

COLUMN = 30
"""The narrowest column that shows three lying cards."""
WIDEST = 46
SCORES = 7
HAND = 6


def table_plan(width: int, height: int) -> Plan:
    """Divides a screen; what is beyond 80x24 goes to the table above all."""
    found = plan(width, height)
    main, body = found.header.width, found.foot.y - 1
    column = max(COLUMN, min(WIDEST, main // 3))
    left, below = main - column, 1 + SCORES + HAND
    nothing = ScreenArea(0, 0, 0, 0)
    return found._replace(
        upper=ScreenArea(0, 1, left, body),
        middle=nothing,
        lower=ScreenArea(left, 1, column, SCORES),
        hand=ScreenArea(left, 1 + SCORES, column, HAND),
        details=ScreenArea(left, below, column, 1 + body - below),
    )


def floors(scene: RuneScene) -> tuple[Floor, ...]:
    """The lattice beside the scores and the hand, and under them the words of the bar."""
    held = hand_places(scene)
    unseen = (UNSEEN,) if scene.view.unseen else ()
    shown = tuple(place for seat in scene.around for place in open_hand(scene, seat))
    beside = (Group(held, 1), Group(shown, 1), Group(unseen, 1), menu(scene.places))
    return kept(((lattice(TABLE, *reach(scene)), *beside), bar(scene.places)))
