"""The header: the table, the turn, whose it is, and who began."""

from __future__ import annotations

from rr_tui.board.header import headline
from rr_tui.games.rune.scene import RuneScene
from rr_tui.looks.spans import Row, Span

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
