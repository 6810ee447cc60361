"""Neighbours folded to a line each, and the one of them that is unfolded."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from rich.cells import cell_len

from rr_rules.runes_regulations.state.view import SeatView
from rr_tui.board.panels import ground_of
from rr_tui.board.plan import Plan
from rr_tui.games.runes_regulations.lawns import (
    backs,
    home,
    lawn_order,
    notes,
    sign_of,
    title_marks,
    unfolded_at,
)
from rr_tui.games.runes_regulations.roles import role_line, standing
from rr_tui.games.runes_regulations.scene import StreetScene, is_folded
from rr_tui.looks.spans import (
    NOWHERE,
    Place,
    Row,
    Span,
    block,
    fit,
    pad,
    shortened,
    widen,
    width_of,
)
from rr_tui.looks.wording import seat_role

LONGEST_NAME = 14
PROGRESS = 8
"""Room for five dots and two more."""


def has_box(scene: StreetScene, plan: Plan) -> bool:
    """Whether there is room below the lines for the neighbour that is unfolded."""
    lines = len(scene.neighbours)
    return is_folded(plan, lines) and plan.upper.height > lines


def under_cursor(scene: StreetScene) -> SeatView | None:
    """The neighbour whose line or things the cursor is on."""
    if scene.focus.zone not in ("player", "lawn", "fence"):
        return None
    return next((seat for seat in scene.neighbours if seat.seat == scene.focus.seat), None)


def unfolded(scene: StreetScene) -> SeatView | None:
    """The neighbour that is looked at: the cursor's, else whose turn it is, else the next."""
    player = (seat for seat in scene.neighbours if seat.seat == scene.view.player)
    return under_cursor(scene) or next(player, None) or next(iter(scene.neighbours), None)


def in_own_place(plan: Plan, scene: StreetScene, width: int, height: int) -> list[Row]:
    """The own Lawn and Fence, or a neighbour's: for want of other room, or of an own Lawn."""
    if not is_folded(plan, len(scene.neighbours)):
        return home(scene, scene.me, width, height)
    seat = scene.me if has_box(scene, plan) else under_cursor(scene) or scene.me
    seat = seat or _watched(scene, plan)
    if seat is None or (seat is scene.me and has_box(scene, plan)):
        return home(scene, seat, width, height)
    return unfolded_at(scene, seat, width, height, role_line(scene))


def _watched(scene: StreetScene, plan: Plan) -> SeatView | None:
    """Whom a spectator sees there: whose turn it is, or another one if that stands above."""
    above = unfolded(scene) if has_box(scene, plan) else None
    first = sorted(scene.neighbours, key=lambda seat: not _is_of_note(scene, seat))
    return next((seat for seat in first if seat is not above), None)


def _is_of_note(scene: StreetScene, seat: SeatView) -> bool:
    return seat.seat == scene.view.player or scene.is_nefarious(seat.seat)


class Columns(NamedTuple):
    """How wide the parts of all lines are, so that they stand below each other."""

    name: int
    runes: int
    notes: int


def folded(scene: StreetScene, width: int, height: int) -> list[Row]:
    """A line for every neighbour, and below them the one that is unfolded, where that fits."""
    columns = _columns(scene)
    rows = [_line(scene, seat, columns, width) for seat in scene.neighbours]
    opened, left = unfolded(scene), height - len(rows)
    if opened is not None and left > 0:
        rows += unfolded_at(scene, opened, width, left)
    return block(rows, width, height)


def _columns(scene: StreetScene) -> Columns:
    seats, still = scene.neighbours, replace(scene, focus=NOWHERE)
    return Columns(
        min(max((cell_len(scene.name(seat.seat)) for seat in seats), default=0), LONGEST_NAME),
        # The cursor takes a cell of its own: nothing moves for it.
        1 + max((width_of(backs(still, seat)) for seat in seats), default=0),
        max((width_of(notes(scene, seat)) for seat in seats), default=0),
    )


def _line(scene: StreetScene, seat: SeatView, columns: Columns, width: int) -> Row:
    place = Place("player", seat.seat)
    ground = ground_of(scene, place)
    name = f"{widen(fit(scene.name(seat.seat), columns.name), columns.name)} "
    shown = Span(name, seat_role(seat.seat), place, ground)
    before = (*title_marks(scene, seat, " "), shown)
    if seat.left:
        return pad((*before, Span("has left the table", "muted")), width)
    far = (*standing(scene, seat, 15), Span(" "))
    before = (*before, *pad(far, max(PROGRESS, width_of(far))))
    after = (
        Span(f"hand {len(seat.hand):<2} "),
        *pad(backs(scene, seat), columns.runes),
        *pad(notes(scene, seat), columns.notes),
    )
    room = width - width_of((*before, *after))
    return (*before, *pad(shortened(_signs(scene, seat), room), room), *after)


def _signs(scene: StreetScene, seat: SeatView) -> Row:
    """A Lawn in one letter for each card."""
    spans: list[Span] = []
    for at in lawn_order(scene, seat):
        place, card = Place("lawn", seat.seat, at), seat.lawn[at]
        key, ground = scene.mark(place), ground_of(scene, place)
        role = "disabled" if card.mute else "shrub" if card.hexed else scene.role_of(card.face)
        sign = Span(sign_of(scene, card), role, place, ground)
        apart = Span(" " if key and spans else "")
        spans += [apart, Span(key, "legal", place, ground), sign]
    return tuple(span for span in spans if span.text)
