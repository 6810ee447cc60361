"""The whole board: each area's rows, and all of them as one picture."""

from __future__ import annotations

from dataclasses import replace

from rr_tui.board.choices import DIGITS, Choices
from rr_tui.board.details import details
from rr_tui.board.foot import foot
from rr_tui.board.hand import hand
from rr_tui.board.lawns import folded, home, neighbours
from rr_tui.board.lines import header, street
from rr_tui.board.places import NOWHERE, Place
from rr_tui.board.plan import VERY_WIDE, Area, Plan, plan
from rr_tui.board.scene import Scene
from rr_tui.board.side import side
from rr_tui.board.spans import Row, Span, pad
from rr_tui.board.walk import Floor, floors, reading_order

AREAS = ("header", "neighbours", "street", "home", "hand", "details", "foot", "side")
POINTED_AT = tuple(area for area in AREAS if area not in {"header", "side"})
"""The areas that look different when the cursor is somewhere else."""


def numbered(choices: Choices, found: tuple[Floor, ...]) -> Choices:
    """The choices with the keys 1 to 9 given out in reading order."""
    order = [place for place in reading_order(found) if place in choices.at]
    keyed = [place for place in order if place not in choices.buttons]
    return replace(choices, digits=dict(zip(keyed, DIGITS, strict=False)))


def home_of_focus(scene: Scene, found: tuple[Floor, ...]) -> Place:
    """Where the cursor goes when a question appears: to the first thing that can be picked.

    A reaction window must never be answered by a key that was meant for something else, so there
    it goes to the word that declines, and not even there where nothing else could be said.
    """
    choices = scene.choices
    order = reading_order(found)
    if choices.is_empty:
        return scene.focus if scene.focus in order else _own_first(scene, order)
    if scene.is_reaction and choices.decline is not None:
        stays = len(choices.at) == 1 and scene.focus in order
        return scene.focus if stays else Place("button", -1, choices.decline.option)
    pickable = [place for place in order if place in choices.at]
    # Among players the first thought is of oneself, among cards it is not.
    own = [place for place in pickable if place == Place("player", scene.view.me)]
    things = [place for place in pickable if place.zone not in {"button", "word"}]
    return next(iter(own or things or pickable), NOWHERE)


def _own_first(scene: Scene, order: list[Place]) -> Place:
    own = (place for place in order if place.zone == "hand")
    return next(own, order[0] if order else NOWHERE)


def area_rows(scene: Scene, found: Plan, area: str, width: int = 0) -> list[Row]:
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
            return home(scene, *size)
        case "hand":
            return hand(scene, *size)
        case "details":
            return details(scene, *size)
        case "foot":
            return foot(scene, *size)
        case "side":
            return side(scene, *size)
    raise AssertionError(f"no area {area!r}: expected one of {', '.join(AREAS)}")


def board(scene: Scene, width: int, height: int) -> list[Row]:
    """The whole board at one size, for a picture without a terminal."""
    found = plan(width, height, len(scene.neighbours))
    picture: list[list[Span]] = [[] for _ in range(height)]
    for area in AREAS:
        where: Area = getattr(found, area)
        for offset, row in enumerate(area_rows(scene, found, area, width)):
            picture[where.y + offset] += row
    return [pad(tuple(row), width) for row in picture]


def walkable(scene: Scene, width: int, height: int) -> tuple[Floor, ...]:
    """Where the cursor may stand at one size."""
    return floors(scene, plan(width, height, len(scene.neighbours)))
