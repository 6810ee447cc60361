"""Walking: where the cursor may stand, and where an arrow key takes it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rr_tui.board.choices import Choices
from rr_tui.board.hand import hand_places
from rr_tui.board.lawns import columns_of, fence_width_of, lawn_order
from rr_tui.board.places import MAIN_DISCARD, NOWHERE, REGULATION, RUNE_DISCARD, Place
from rr_tui.board.plan import Plan
from rr_tui.board.scene import Scene


class Group(NamedTuple):
    """Things that stand together, filled column by column from its top left corner."""

    places: tuple[Place, ...]
    height: int
    """How many stand in one column."""


Floor = tuple[Group, ...]
"""Groups that stand side by side."""


def floors(scene: Scene, plan: Plan) -> tuple[Floor, ...]:
    """All places the cursor may stand on, from the top of the board to its bottom."""
    view = scene.view
    neighbours = tuple(
        Group(_box(scene, seat.seat), 1 + len(seat.lawn) + len(seat.fence))
        for seat in scene.neighbours
    )
    street = tuple(
        Group((place,), 1)
        for place, is_there in (
            (REGULATION, bool(view.regulation)),
            (MAIN_DISCARD, bool(view.main_discard)),
            (RUNE_DISCARD, bool(view.rune_discard)),
        )
        if is_there
    )
    held = tuple(hand_places(scene))
    found = (neighbours, street, _home(scene, plan), _lower(scene, held), _bar(scene.choices))
    return tuple(floor for floor in (_kept(floor) for floor in found) if floor)


def _kept(floor: Iterable[Group]) -> Floor:
    return tuple(group for group in floor if group.places)


def _box(scene: Scene, seat: int) -> tuple[Place, ...]:
    part = scene.view.seats[seat]
    lawn = tuple(Place("lawn", seat, at) for at in lawn_order(part))
    fence = tuple(Place("fence", seat, at) for at in range(len(part.fence)))
    return (Place("player", seat), *lawn, *fence)


def _home(scene: Scene, plan: Plan) -> Floor:
    me = scene.me
    if me is None:
        return ()
    area = plan.home
    height = area.height - 2
    width = area.width - fence_width_of(area.width) - 2
    lawn = tuple(Place("lawn", me.seat, at) for at in lawn_order(me))
    columns = columns_of(len(lawn), width, height)
    # A Lawn that overflows scrolls: its columns are then as high as it needs.
    tall = max(height, -(-len(lawn) // columns))
    title = (Place("player", me.seat),) if Place("player", me.seat) in scene.choices.at else ()
    fence = tuple(Place("fence", me.seat, at) for at in range(len(me.fence)))
    return (Group(title, 1), Group(lawn, tall), Group(fence, max(1, len(fence))))


def _lower(scene: Scene, held: tuple[Place, ...]) -> Floor:
    menu = () if scene.choices.words_in_bar else scene.choices.words
    return (Group(held, max(1, len(held))), Group(menu, max(1, len(menu))))


def _bar(choices: Choices) -> Floor:
    words = choices.words if choices.words_in_bar else ()
    return tuple(Group((place,), 1) for place in (*words, *choices.buttons))


def reading_order(found: tuple[Floor, ...]) -> list[Place]:
    """Every place once, as one reads a page."""
    return [place for floor in found for group in floor for place in group.places]


def step(found: tuple[Floor, ...], focus: Place, direction: str) -> Place:
    """Where an arrow (up, down, left, right) takes the cursor; it stays where there is no way."""
    here = _where(found, focus)
    if here is None:
        return first(found)
    floor, group, at = here
    places, height = found[floor][group]
    column, row = divmod(at, height)
    match direction:
        case "up" if row > 0:
            return places[at - 1]
        case "down" if row + 1 < height and at + 1 < len(places):
            return places[at + 1]
        case "left" if column > 0:
            return places[at - height]
        case "right" if at + height < len(places):
            return places[at + height]
        case "right" if (column + 1) * height < len(places):
            return places[-1]
        case "left" | "right":
            return _aside(found[floor], group, row, direction) or focus
    return _over(found, here, direction) or focus


def _aside(floor: Floor, group: int, row: int, direction: str) -> Place | None:
    """The place in the next group of the same floor, at the same height."""
    other = group + (1 if direction == "right" else -1)
    if not 0 <= other < len(floor):
        return None
    places, height = floor[other]
    last_column = (len(places) - 1) // height * height if direction == "left" else 0
    return places[min(last_column + row, len(places) - 1)]


def _over(found: tuple[Floor, ...], here: tuple[int, int, int], direction: str) -> Place | None:
    """The place on the floor above or below, about as far from the left."""
    floor, group, _ = here
    other = floor + (1 if direction == "down" else -1)
    if not 0 <= other < len(found):
        return None
    groups = found[other]
    near = group * len(groups) // len(found[floor])
    places = groups[near].places
    return places[0] if direction == "down" else places[-1]


def _where(found: tuple[Floor, ...], focus: Place) -> tuple[int, int, int] | None:
    for number, floor in enumerate(found):
        for count, group in enumerate(floor):
            if focus in group.places:
                return number, count, group.places.index(focus)
    return None


def first(found: tuple[Floor, ...]) -> Place:
    """Where the cursor stands when nothing else is known: the lowest floor's first thing."""
    order = reading_order(found[-1:]) or reading_order(found)
    return order[0] if order else NOWHERE


def next_option(found: tuple[Floor, ...], focus: Place, choices: Choices, by: int) -> Place:
    """The next thing (or the one before) that can be picked, round and round."""
    order = [place for place in reading_order(found) if place in choices.at]
    if not order:
        return focus
    if focus not in order:
        return order[0 if by > 0 else -1]
    return order[(order.index(focus) + by) % len(order)]


def moved_down(scene: Scene, place: Place) -> tuple[int, ...] | None:
    """The order of an own hidden zone after its card at `place` has gone down by one.

    None where nothing can be ordered; the last card goes to the top.
    """
    if scene.me is None or place.seat != scene.me.seat:
        return None
    cards = {"hand": scene.me.hand, "fence": scene.me.fence}.get(place.zone, ())
    if len(cards) < 2 or place.at not in range(len(cards)):
        return None
    order = list(range(len(cards)))
    order.insert((place.at + 1) % len(cards), order.pop(place.at))
    return tuple(order)
