"""Where the cursor walks on the table of Regicide."""

from __future__ import annotations

from rr_tui.board.places import Place
from rr_tui.board.walk import Floor, Group, bar, kept, menu
from rr_tui.games.regicide.hand import hand_places
from rr_tui.games.regicide.places import CASTLE, DISCARD, ENEMY, TAVERN
from rr_tui.games.regicide.scene import RegicideScene


def floors(scene: RegicideScene) -> tuple[Floor, ...]:
    """All places the cursor may stand on, from the top of the board to its bottom."""
    view = scene.view
    piles = (CASTLE, TAVERN, *((DISCARD,) if view.discard else ()))
    above = (Group((ENEMY,) if view.enemy else (), 1), Group(piles, len(piles)))
    table = tuple(Place("table", -1, at) for at in range(len(scene.on_table)))
    seats = tuple(Place("player", seat) for seat in scene.clockwise)
    around = (Group(table, 1), Group(seats if len(seats) > 1 else (), max(1, len(seats))))
    held = hand_places(scene)
    lower = (Group(held, max(1, len(held))), menu(scene.choices))
    return kept((above, around, lower, bar(scene.choices)))
