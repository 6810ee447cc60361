"""Where the cursor walks on the table of Regicide."""

from __future__ import annotations

from rr_tui.board.plan import SMALLEST, Plan, ScreenArea, plan
from rr_tui.board.walk import Floor, Group, bar, kept, menu
from rr_tui.games.regicide.hand import hand_places
from rr_tui.games.regicide.scene import CASTLE, DISCARD, ENEMY, TAVERN, RegicideScene
from rr_tui.looks.spans import Place

ENEMY_ROWS = 7
"""The enemy's box: five rows in a frame."""
LEAST_HOME = 5
LEAST_HAND, MOST_HAND_ROWS = 9, 14
HAND = 36
"""Room for a card with what it would do."""


def regicide_plan(width: int, height: int, seats: int, hand_limit: int) -> Plan:
    """Divides a screen: the rows beyond 24 go to the plays, the hand and the log."""
    found = plan(width, height)
    main, below = found.header.width, 1 + ENEMY_ROWS
    home = max(LEAST_HOME, seats + 2) if seats > 1 else LEAST_HOME - 1
    hand = found.foot.y - below - home
    spare = height - SMALLEST[1]
    most = max(hand_limit + 2, min(MOST_HAND_ROWS, LEAST_HAND + spare // 3))
    hand, home = min(hand, most), home + max(0, hand - most)
    hand_width, hand_row = max(HAND, found.hand.width), below + home
    return found._replace(
        upper=ScreenArea(0, 1, main, ENEMY_ROWS),
        middle=ScreenArea(0, 0, 0, 0),
        lower=ScreenArea(0, below, main, home),
        hand=ScreenArea(0, hand_row, hand_width, hand),
        details=ScreenArea(hand_width, hand_row, main - hand_width, hand),
    )


def floors(scene: RegicideScene) -> tuple[Floor, ...]:
    """All places the cursor may stand on, from the top of the board to its bottom."""
    view = scene.view
    piles = (CASTLE, TAVERN, *((DISCARD,) if view.discard else ()))
    above = (Group((ENEMY,) if view.enemy else (), 1), Group(piles, len(piles)))
    table = tuple(Place("table", -1, at) for at in range(len(scene.on_table)))
    seats = tuple(Place("player", seat) for seat in scene.clockwise)
    around = (Group(table, 1), Group(seats if len(seats) > 1 else (), max(1, len(seats))))
    held = hand_places(scene)
    lower = (Group(held, max(1, len(held))), menu(scene.places))
    return kept((above, around, lower, bar(scene.places)))
