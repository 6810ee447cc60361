"""The whole board of Regicide: each area's rows."""

from __future__ import annotations

from rr_tui.board.details import details
from rr_tui.board.foot import foot
from rr_tui.board.plan import Area, Plan
from rr_tui.board.side import side
from rr_tui.board.spans import Row, block
from rr_tui.games.regicide.details import about
from rr_tui.games.regicide.enemy import enemy_and_piles
from rr_tui.games.regicide.hand import hand
from rr_tui.games.regicide.lines import header
from rr_tui.games.regicide.scene import RegicideScene
from rr_tui.games.regicide.table import plays_and_seats


def area_rows(scene: RegicideScene, found: Plan, area: str) -> list[Row]:
    """The rows of one area."""
    where: Area = getattr(found, area)
    size = (where.width, where.height)
    match area:
        case "header":
            return [header(scene, where.width)]
        case "neighbours":
            return enemy_and_piles(scene, *size)
        case "home":
            return plays_and_seats(scene, *size)
        case "hand":
            return hand(scene, *size)
        case "details":
            return details(scene, about, *size)
        case "foot":
            return foot(scene, *size)
        case "side":
            return side(scene, *size)
    return block([], *size)
