"""The scores: points, masters, tokens and cards of both players, and what is left to draw."""

from __future__ import annotations

from rr_rules.rune.state import MASTERS
from rr_rules.rune.view import RuneSeatView
from rr_tui.board.header import called, connection, headline
from rr_tui.board.panels import Box, framed, ground_of
from rr_tui.games.rune.scene import UNSEEN, RuneScene
from rr_tui.looks.spans import BLANK, Place, Row, Span, shortened, spread
from rr_tui.looks.wording import count, seat_role

PHASES = {
    "setup": "Deal",
    "lay": "Lay a card",
    "claim": "Draw or place a master",
    "token": "Token",
    "over": "Over",
}


def header(scene: RuneScene, width: int) -> Row:
    """One row."""
    view = scene.view
    began = ""
    if view.starter >= 0:
        who = "you" if view.starter == scene.seat else scene.name(view.starter)
        began = f"{who} began {scene.glyphs.bullet} "
    phase = "The last turns" if view.tail and view.phase == "lay" else PHASES[view.phase]
    right: Row = (Span(began, "muted"), Span(f"{phase} ", "accent"))
    return headline(scene, view.turn, -1 if scene.is_over else view.player, right, width)


POINTS = 11
"""Cells of the points of a player."""


def scores(scene: RuneScene, width: int, height: int) -> list[Row]:
    """Both players, the looking one first."""
    inner = width - 2
    rows: list[Row] = []
    for seat in scene.clockwise:
        rows += _player(scene, scene.view.seats[seat], inner)
    rows += [BLANK] * (height - 3 - len(rows))
    box = Box((Span(" Scores ", "title"),))
    return framed([*rows, _deck(scene, inner)], box, width, height, scene.glyphs)


def _player(scene: RuneScene, seat: RuneSeatView, width: int) -> list[Row]:
    turn = scene.view.player == seat.seat and not scene.is_over
    left: Row = (
        Span(scene.glyphs.turn if turn else " ", "accent"),
        Span(f"{seat.sign} ", scene.role_of(seat.seat)),
        Span(f"{called(scene, seat.seat)} ", seat_role(seat.seat)),
        *connection(scene, seat.seat),
    )
    points: Row = (Span(f"{count(seat.score, 'point')} ", "title"),)
    stand = MASTERS - seat.masters - seat.boxed
    signs = seat.sign * seat.masters + scene.glyphs.bullet * stand
    held: Row = (
        Span(f"   {signs}", scene.role_of(seat.seat)),
        Span(f"{scene.glyphs.refused * seat.boxed} left  ", "muted"),
        *_hand(scene, seat),
        Span("  token" if seat.tokens else "", "accent"),
    )
    return [spread(shortened(left, width - POINTS), points, width), held]


def _hand(scene: RuneScene, seat: RuneSeatView) -> Row:
    """How many cards somebody holds, or which where all hands are open."""
    places = open_hand(scene, seat.seat)
    if not places:
        return (Span(f"hand {len(seat.hand)}"),)
    spans: list[Span] = []
    for place in places:
        ground = ground_of(scene, place)
        spans += [Span(scene.face_at(place), "text", place, ground), Span(" ")]
    return tuple(spans)


def open_hand(scene: RuneScene, seat: int) -> tuple[Place, ...]:
    """The cards of another player, where this one may see them."""
    hand = scene.view.seats[seat].hand
    is_shown = seat != scene.seat and bool(hand) and all(hand)
    return tuple(Place("hand", seat, at) for at in range(len(hand))) if is_shown else ()


def _deck(scene: RuneScene, width: int) -> Row:
    """What is left to draw; the cards that were not seen are a pile to look through."""
    view = scene.view
    ground = ground_of(scene, UNSEEN)
    pointer = scene.glyphs.pointer if scene.focus == UNSEEN else " "
    left = "no more draws" if view.tail else f"deck {view.deck}"
    spans: Row = (Span(pointer, "text", UNSEEN, ground), Span(left, "text", UNSEEN, ground))
    if view.unseen:
        spans = (*spans, Span(f"  unseen {len(view.unseen)}", "muted", UNSEEN, ground))
    if view.removed:
        spans = (*spans, Span(f"  gone {len(view.removed)}", "muted"))
    return shortened(spans, width)
