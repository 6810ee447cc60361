"""Laying: a thing is held over a lattice, turned, and laid where an option says that it may lie.

Any game whose options name a thing and, in their order, a cell and quarter turns is played so.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rr_net.link import AskOption
from rr_tui.board.option_places import Laying, OptionPlaces
from rr_tui.looks.spans import HeldShape, Place

CELL_AND_TURN = 3
"""What the order of such an option holds: x, y and quarter turns."""

TURN = AskOption(
    option=-3, act="turn", zone="", seat=-1, at=-1, order=(), label="Turn it clockwise"
)
"""What choosing means on the word that turns the held thing; the room never sees it."""
HOLDING = "hold"
"""The act of an option of ours that takes a thing up."""
TURNING = Place("button", -1, TURN.option)


def laying(options: Iterable[AskOption], zone: str) -> Laying:
    """The options that lay a thing, sorted; `zone` is that of the lattice."""
    found: dict[HeldShape, dict[Place, AskOption]] = {}
    for option in options:
        if len(option.order) == CELL_AND_TURN:
            x, y, quarter = option.order
            held = HeldShape(Place(option.zone, option.seat, option.at), quarter)
            found.setdefault(held, {})[Place(zone, cell=(x, y))] = option
    return found


def things(found: Laying) -> tuple[Place, ...]:
    """Everything that can be laid, in its own order."""
    return tuple(sorted({held.thing for held in found}))


def first_held(found: Laying, before: HeldShape | None) -> HeldShape | None:
    """What is held when the question comes: what was held before if it still can be laid so."""
    if before is not None and before in found:
        return before
    same = [held for held in found if before is not None and held.thing == before.thing]
    return min(same or found, default=None)


def held_up(places: OptionPlaces, found: Laying, held: HeldShape) -> OptionPlaces:
    """The options while a thing is held: where it may lie, what else can be held, and turning."""
    others = {thing: (holding(thing),) for thing in things(found)}
    cells = {cell: (option,) for cell, option in found.get(held, {}).items()}
    return replace(
        places,
        at={**others, **cells, TURNING: (TURN,), **places.at},
        buttons=(TURNING, *places.buttons),
        laying=found,
        held=held,
    )


def holding(thing: Place) -> AskOption:
    """What choosing means on a thing that can be held; the room never sees it."""
    return AskOption(
        option=-4, act=HOLDING, zone=thing.zone, seat=thing.seat, at=thing.at, order=(),
        label="Hold it over the table",
    )  # fmt: skip


def led_to(places: OptionPlaces, option: int) -> tuple[HeldShape | None, Place | None]:
    """Where an option is answered: what is to be held for that, and the place; None for neither."""
    laid = ((held, cell) for held, cells in places.laying.items()
            for cell, each in cells.items() if each.option == option)  # fmt: skip
    on = (at for at, found in places.at.items() if any(each.option == option for each in found))
    return next(laid, None) or (None, next(on, None))


def other_thing(found: Laying, held: HeldShape, by: int) -> HeldShape:
    """The next thing that can be laid (or the one before), in its first way to lie."""
    order = things(found)
    at = order.index(held.thing) if held.thing in order else 0
    return hold(found, order[(at + by) % len(order)], held)


def hold(found: Laying, thing: Place, before: HeldShape) -> HeldShape:
    """A thing as it is taken up: turned like the one before where it can be laid so."""
    same_way = before._replace(thing=thing)
    ways = sorted(held for held in found if held.thing == thing)
    return same_way if same_way in found or not ways else ways[0]
