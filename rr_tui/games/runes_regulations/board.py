"""The whole board of Runes & Regulations: each area's rows, and all of them as one picture."""

from __future__ import annotations

from rr_tui.board.details import details
from rr_tui.board.foot import foot
from rr_tui.board.plan import AREAS, VERY_WIDE, Area, Plan, plan
from rr_tui.board.side import side
from rr_tui.board.spans import Row, Span, pad
from rr_tui.board.walk import Floor
from rr_tui.games.runes_regulations.details import about
from rr_tui.games.runes_regulations.folding import folded, in_own_place
from rr_tui.games.runes_regulations.hand import hand
from rr_tui.games.runes_regulations.lawns import neighbours
from rr_tui.games.runes_regulations.lines import header, street
from rr_tui.games.runes_regulations.scene import StreetScene
from rr_tui.games.runes_regulations.walk import floors


def area_rows(scene: StreetScene, found: Plan, area: str, width: int = 0) -> list[Row]:
    """The rows of one area."""
    where: Area = getattr(found, area)
    size = (where.width, where.height)
    match area:
        case "header":
            return [header(scene, where.width)]
        case "neighbours" if found.folded:
            return folded(scene, *size)
        case "neighbours":
            return neighbours(scene, *size, texts=width >= VERY_WIDE)
        case "street":
            return [street(scene, where.width)]
        case "home":
            return in_own_place(scene, found, *size)
        case "hand":
            return hand(scene, *size)
        case "details":
            return details(scene, about, *size)
        case "foot":
            return foot(scene, *size)
        case "side":
            return side(scene, *size)
    raise AssertionError(f"no area {area!r}: expected one of {', '.join(AREAS)}")


def board(scene: StreetScene, width: int, height: int) -> list[Row]:
    """The whole board at one size, for a picture without a terminal."""
    found = plan(width, height, len(scene.neighbours))
    picture: list[list[Span]] = [[] for _ in range(height)]
    for area in AREAS:
        where: Area = getattr(found, area)
        for offset, row in enumerate(area_rows(scene, found, area, width)):
            picture[where.y + offset] += row
    return [pad(tuple(row), width) for row in picture]


def walkable(scene: StreetScene, width: int, height: int) -> tuple[Floor, ...]:
    """Where the cursor may stand at one size."""
    return floors(scene, plan(width, height, len(scene.neighbours)))
