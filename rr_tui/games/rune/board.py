"""The whole board of Rune: each area's rows, and all of them as one picture."""

from __future__ import annotations

from rr_tui.board.details import details
from rr_tui.board.foot import foot
from rr_tui.board.plan import Area, Plan
from rr_tui.board.side import side
from rr_tui.board.spans import Row, block
from rr_tui.games.rune.details import about
from rr_tui.games.rune.hand import hand
from rr_tui.games.rune.lattice import table
from rr_tui.games.rune.lines import header
from rr_tui.games.rune.scene import RuneScene
from rr_tui.games.rune.seats import scores


def area_rows(scene: RuneScene, found: Plan, area: str) -> list[Row]:
    """The rows of one area."""
    where: Area = getattr(found, area)
    size = (where.width, where.height)
    match area:
        case "header":
            return [header(scene, where.width)]
        case "neighbours":
            return table(scene, *size)
        case "home":
            return scores(scene, *size)
        case "hand":
            return hand(scene, *size)
        case "details":
            return details(scene, about, *size)
        case "foot":
            return foot(scene, *size)
        case "side":
            return side(scene, *size)
    return block([], *size)
