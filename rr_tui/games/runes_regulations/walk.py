"""Where the cursor walks on the street."""

from __future__ import annotations

from rr_tui.board.places import Place
from rr_tui.board.plan import Plan
from rr_tui.board.walk import Floor, Group, bar, kept, menu
from rr_tui.games.runes_regulations.hand import hand_places
from rr_tui.games.runes_regulations.lawns import columns_of, fence_width_of, lawn_order
from rr_tui.games.runes_regulations.places import MAIN_DISCARD, REGULATION, RUNE_DISCARD
from rr_tui.games.runes_regulations.scene import StreetScene


def floors(scene: StreetScene, plan: Plan) -> tuple[Floor, ...]:
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
    lower = (Group(held, max(1, len(held))), menu(scene.choices))
    return kept((neighbours, street, _home(scene, plan), lower, bar(scene.choices)))


def _box(scene: StreetScene, seat: int) -> tuple[Place, ...]:
    part = scene.view.seats[seat]
    lawn = tuple(Place("lawn", seat, at) for at in lawn_order(part))
    fence = tuple(Place("fence", seat, at) for at in range(len(part.fence)))
    return (Place("player", seat), *lawn, *fence)


def _home(scene: StreetScene, plan: Plan) -> Floor:
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
