"""Where the cursor walks on the street."""

from __future__ import annotations

from rr_rules.runes_regulations.state.view import SeatView
from rr_tui.board.plan import Plan
from rr_tui.board.walk import Floor, Group, bar, kept, menu
from rr_tui.games.runes_regulations.folding import has_box
from rr_tui.games.runes_regulations.hand import hand_places
from rr_tui.games.runes_regulations.lawns import columns_of, fence_width_of, lawn_order
from rr_tui.games.runes_regulations.lines import piles
from rr_tui.games.runes_regulations.roles import role_place
from rr_tui.games.runes_regulations.scene import REGULATION, StreetScene, is_folded
from rr_tui.looks.spans import Place


def floors(scene: StreetScene, plan: Plan) -> tuple[Floor, ...]:
    """All places the cursor may stand on, from the top of the board to its bottom."""
    regulation = (REGULATION,) if scene.view.regulation else ()
    there = [place for place, faces in piles(scene) if faces]
    street = tuple(Group((place,), 1) for place in (*regulation, *there))
    held = tuple(hand_places(scene))
    lower = (Group(held, max(1, len(held))), menu(scene.places))
    role: Floor = (Group(role_place(scene), 1),)
    own = _home(scene, plan)
    return kept((*_neighbours(scene, plan), street, own, role, lower, bar(scene.places)))


def _neighbours(scene: StreetScene, plan: Plan) -> tuple[Floor, ...]:
    """Boxes stand side by side; lines stand below each other, each with what it unfolds to."""
    if is_folded(plan, len(scene.neighbours)):
        return tuple(_line(scene, plan, seat) for seat in scene.neighbours)
    boxes = (
        Group(_box(scene, seat), 1 + len(seat.lawn) + len(seat.fence)) for seat in scene.neighbours
    )
    return (tuple(boxes),)


def _line(scene: StreetScene, plan: Plan, seat: SeatView) -> Floor:
    rows = plan.upper.height - len(scene.neighbours)
    height = (rows if has_box(scene, plan) else plan.lower.height) - 2
    return (Group((Place("player", seat.seat),), 1), *_opened(scene, seat, plan, height))


def _box(scene: StreetScene, seat: SeatView) -> tuple[Place, ...]:
    lawn = tuple(Place("lawn", seat.seat, at) for at in lawn_order(scene, seat))
    fence = tuple(Place("fence", seat.seat, at) for at in range(len(seat.fence)))
    return (Place("player", seat.seat), *lawn, *fence)


def _home(scene: StreetScene, plan: Plan) -> Floor:
    me = scene.me
    if me is None:
        return ()
    title = (Place("player", me.seat),) if Place("player", me.seat) in scene.places.at else ()
    return (Group(title, 1), *_opened(scene, me, plan, plan.lower.height - 2))


def _opened(scene: StreetScene, seat: SeatView, plan: Plan, height: int) -> Floor:
    """A Lawn and its Fence as they stand side by side in a box of this height."""
    width = plan.lower.width - fence_width_of(plan.lower.width) - 2
    lawn = tuple(Place("lawn", seat.seat, at) for at in lawn_order(scene, seat))
    columns = columns_of(len(lawn), width, height)
    # A Lawn that overflows scrolls: its columns are then as high as it needs.
    tall = max(height, -(-len(lawn) // columns))
    fence = tuple(Place("fence", seat.seat, at) for at in range(len(seat.fence)))
    return (Group(lawn, tall), Group(fence, max(1, len(fence))))
