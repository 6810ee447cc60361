"""Neighbours folded to a line each, and the one of them that is unfolded."""

from __future__ import annotations

from rr_rules.runes_regulations.view import SeatView
from rr_tui.board.panels import ground_of
from rr_tui.board.people import connection
from rr_tui.board.places import Place
from rr_tui.board.plan import Plan
from rr_tui.board.spans import Row, Span, block, fit, pad, width_of
from rr_tui.games.runes_regulations.dots import standing
from rr_tui.games.runes_regulations.lawns import (
    backs,
    home,
    lawn_order,
    sign_of,
    title_marks,
)
from rr_tui.games.runes_regulations.scene import StreetScene
from rr_tui.wording import seat_role

LONGEST_NAME = 14
PROGRESS = 8
"""Room for five dots and two more."""


def has_box(scene: StreetScene, plan: Plan) -> bool:
    """Whether there is room below the lines for the neighbour that is unfolded."""
    return plan.folded and plan.neighbours.height > len(scene.neighbours)


def under_cursor(scene: StreetScene) -> SeatView | None:
    """The neighbour whose line or things the cursor is on."""
    if scene.focus.zone not in ("player", "lawn", "fence"):
        return None
    return next((seat for seat in scene.neighbours if seat.seat == scene.focus.seat), None)


def unfolded(scene: StreetScene) -> SeatView | None:
    """The neighbour that is looked at: the cursor's, else whose turn it is, else the next."""
    player = (seat for seat in scene.neighbours if seat.seat == scene.view.player)
    return under_cursor(scene) or next(player, None) or next(iter(scene.neighbours), None)


def at_home(scene: StreetScene, plan: Plan) -> SeatView | None:
    """Whose Lawn and Fence stand in the place of the own ones."""
    if not plan.folded or has_box(scene, plan):
        return scene.me
    return under_cursor(scene) or scene.me or unfolded(scene)


def folded(scene: StreetScene, width: int, height: int) -> list[Row]:
    """A line for every neighbour, and below them the one that is unfolded, where that fits."""
    seats = scene.neighbours
    longest = max((len(scene.name(seat.seat)) for seat in seats), default=0)
    room = min(longest, LONGEST_NAME)
    rows = [_line(scene, seat, room, width) for seat in seats]
    opened, left = unfolded(scene), height - len(rows)
    box = home(scene, opened, width, left) if opened is not None and left > 0 else []
    return block([*rows, *box], width, height)


def _line(scene: StreetScene, seat: SeatView, name: int, width: int) -> Row:
    place = Place("player", seat.seat)
    ground = ground_of(scene, place)
    shown = Span(
        f"{fit(scene.name(seat.seat), name):<{name}} ", seat_role(seat.seat), place, ground
    )
    before = (*title_marks(scene, seat, " "), shown)
    if seat.left:
        return pad((*before, Span("has left the table", "muted")), width)
    # A short word for the Nefarious Neighbor stands in its line, as its sign and colour do.
    far = (*standing(scene, seat, 15), Span(" "))
    far = pad(far, max(PROGRESS, width_of(far)))
    after = _held(scene, seat)
    signs = _signs(scene, seat)
    # The cursor on a Fence takes a cell of its own: nothing before it moves.
    wider = scene.focus.zone == "fence" and scene.focus.seat == seat.seat
    room = width - width_of((*before, *far, *after)) + wider
    return pad((*before, *far, *pad(signs, room), *after), width)


def _held(scene: StreetScene, seat: SeatView) -> Row:
    """How many cards and Runes there are, and what one should know of the player."""
    skips = (Span(f"misses {', '.join(seat.skips)} ", "warning"),) if seat.skips else ()
    return (
        Span(f"hand {len(seat.hand):<2} "),
        *backs(scene, seat),
        Span(" "),
        *connection(scene, seat.seat),
        *skips,
    )


def _signs(scene: StreetScene, seat: SeatView) -> Row:
    """A Lawn in one letter for each card."""
    spans: list[Span] = []
    for at in lawn_order(scene, seat):
        place, card = Place("lawn", seat.seat, at), seat.lawn[at]
        key, ground = scene.choices.digits.get(place, ""), ground_of(scene, place)
        role = "disabled" if card.mute else "shrub" if card.hexed else scene.role_of(card.face)
        sign = Span(sign_of(scene, card), role, place, ground)
        spans += [Span(key, "legal", place, ground), sign]
    return tuple(span for span in spans if span.text)
