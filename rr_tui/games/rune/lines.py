"""The header: the table, the turn, whose it is, and who began."""

from __future__ import annotations

from rr_tui.board.header import calls
from rr_tui.board.spans import Row, Span, spread
from rr_tui.games.rune.scene import RuneScene
from rr_tui.wording import seat_role

PHASES = {
    "setup": "Deal",
    "lay": "Lay a card",
    "claim": "Draw or place a master",
    "token": "Token",
    "over": "Over",
}


def header(scene: RuneScene, width: int) -> Row:
    """One row."""
    view, bullet = scene.view, scene.glyphs.bullet
    left: Row = (Span(f" {scene.title}", "title"),)
    if view.turn > 0:
        left = (*left, Span(f" {bullet} turn {view.turn}", "muted"))
    if view.player >= 0 and not scene.is_over:
        mine = view.player == scene.seat
        whose = "your turn" if mine else f"{scene.name(view.player)}'s turn"
        left = (*left, Span(f" {bullet} ", "muted"), Span(whose, seat_role(view.player)))
    began = ""
    if view.starter >= 0:
        who = "you" if view.starter == scene.seat else scene.name(view.starter)
        began = f"{who} began {bullet} "
    phase = "The last turns" if view.tail and view.phase == "lay" else PHASES[view.phase]
    right: Row = (Span(began, "muted"), Span(f"{phase} ", "accent"))
    return spread((*left, *calls(scene)), right, width)
