"""Walking: where the cursor may stand, and where an arrow key takes it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from rr_tui.board.option_places import DIGITS, OptionPlaces
from rr_tui.board.scene import Scene
from rr_tui.looks.spans import NOWHERE, Place


class Group(NamedTuple):
    """Things that stand together, filled column by column from its top left corner."""

    places: tuple[Place, ...]
    height: int
    """How many stand in one column."""


Floor = tuple[Group, ...]
"""Groups that stand side by side."""


def lattice(zone: str, columns: range, rows: range) -> Group:
    """All cells of a rectangle of a lattice."""
    places = tuple(Place(zone, cell=(x, y)) for x in columns for y in rows)
    return Group(places, max(1, len(rows)))


def bar(places: OptionPlaces) -> Floor:
    """The words and buttons in the prompt's bar."""
    words = places.words if places.words_in_bar else ()
    return tuple(Group((place,), 1) for place in (*words, *places.buttons))


def menu(places: OptionPlaces) -> Group:
    """The words that stand in a menu."""
    words = () if places.words_in_bar else places.words
    return Group(words, max(1, len(words)))


NEWS = "news"
"""The zone of what has happened since the last answer, line by line."""


def with_news(found: tuple[Floor, ...], scene: Scene) -> tuple[Floor, ...]:
    """The floors with what has happened above the prompt's bar, from the oldest on."""
    lines: Floor = (Group(tuple(Place(NEWS, -1, at) for at in range(len(scene.since))), 1),)
    words = scene.places.words if scene.places.words_in_bar else ()
    has_bar = bool(words or scene.places.buttons)
    above, below = (found[:-1], found[-1:]) if has_bar else (found, ())
    return (*above, *((lines,) if scene.since else ()), *below)


def kept(found: Iterable[Iterable[Group]]) -> tuple[Floor, ...]:
    """The floors and groups on which something stands."""
    floors = (tuple(group for group in floor if group.places) for floor in found)
    return tuple(floor for floor in floors if floor)


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
    return places[min(last_column + min(row, height - 1), len(places) - 1)]


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


def next_option(found: tuple[Floor, ...], focus: Place, places: OptionPlaces, by: int) -> Place:
    """The next thing (or the one before) that can be picked, round and round."""
    order = [place for place in reading_order(found) if place in places.at]
    if not order:
        return focus
    if focus not in order:
        return order[0 if by > 0 else -1]
    return order[(order.index(focus) + by) % len(order)]


def moved_down(scene: Scene, place: Place) -> tuple[int, ...] | None:
    """The order of an own hidden zone after its card at `place` has gone down by one.

    None where nothing can be ordered; the last card goes to the top.
    """
    cards = scene.own_cards(place.zone) if place.seat == scene.seat else 0
    if cards < 2 or place.at not in range(cards):
        return None
    order = list(range(cards))
    order.insert((place.at + 1) % cards, order.pop(place.at))
    return tuple(order)


# --- what a question does to the cursor ----------------------------------------------------------


def numbered(places: OptionPlaces, found: tuple[Floor, ...]) -> OptionPlaces:
    """The options with the keys 1 to 9 given out in reading order."""
    # What is picked keeps its digit, and so does the rest beside it.
    order = [each for each in reading_order(found) if each in places.at or each in places.picked]
    # What is named in any order keeps its digits also when nothing fits it.
    first = [place for place in reading_order(found) if place in places.keyed]
    apart = {*places.buttons, *places.keyed}
    rest = [place for place in order if place not in apart and not place.cell]
    digits = dict(zip([*first, *rest], DIGITS, strict=False))
    shown = {place: key for place, key in digits.items() if place in order}
    return replace(places, digits=shown)


def home_of_focus(scene: Scene, found: tuple[Floor, ...]) -> Place:
    """Where the cursor goes when a question appears: to the first thing that can be picked.

    A reaction window must never be answered by a key that was meant for something else, so there
    it goes to the word that declines, and not even there where nothing else could be said.
    """
    places = scene.places
    order = reading_order(found)
    if places.is_empty:
        return scene.focus if scene.focus in order else _own_first(scene, order)
    if scene.is_reaction and places.decline is not None:
        stays = len(places.at) == 1 and scene.focus in order
        return scene.focus if stays else Place("button", -1, places.decline.option)
    pickable = [place for place in order if place in places.at]
    # Among players the first thought is of oneself, among cards it is not.
    own = [place for place in pickable if place == Place("player", scene.seat)]
    things = [place for place in pickable if place.zone not in {"button", "word"}]
    if cells := [place for place in things if place.cell]:
        return nearest(cells, scene.spot)
    return next(iter(own or things or pickable), NOWHERE)


def nearest(cells: Sequence[Place], spot: Place) -> Place:
    """The cell nearest to another one, or to the middle of them all."""
    x, y = spot.cell or (sum(place.cell[axis] for place in cells) / len(cells) for axis in range(2))
    return min(cells, key=lambda place: (place.cell[0] - x) ** 2 + (place.cell[1] - y) ** 2)


def hop(places: OptionPlaces, spot: Place, by: int) -> Place:
    """The next cell that can be picked (or the one before), row by row, round and round."""
    order = sorted((p for p in places.at if p.cell), key=lambda place: place.cell[::-1])
    if not order:
        return spot
    here = spot.cell[::-1]
    after = sum(place.cell[::-1] <= here for place in order) if by > 0 else 0
    before = sum(place.cell[::-1] < here for place in order)
    return order[(after if by > 0 else before - 1) % len(order)]


def _own_first(scene: Scene, order: list[Place]) -> Place:
    held = [place for place in order if place.zone == "hand"]
    own = [place for place in order if place.seat == scene.seat >= 0]
    things = [place for place in order if not place.cell]
    return next(iter(held or own or things or order), NOWHERE)
