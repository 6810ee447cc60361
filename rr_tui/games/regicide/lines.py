"""The line above the board: the table, the turn, whose it is, and the step."""

from __future__ import annotations

from rr_tui.board.header import headline, stages
from rr_tui.games.regicide.scene import RegicideScene
from rr_tui.looks.spans import Row, Span

STEPS = (("play", "Play"), ("next", "Name who is next"), ("attack", "Cover"))
"""What a player is in the middle of, by phase."""
ELSEWHERE = {"setup": "The deal", "over": "The end"}


def header(scene: RegicideScene, width: int) -> Row:
    """The table, the turn, whose it is, and the step."""
    view = scene.view
    number = (Span(f"  #{scene.commitment[:4]} " if scene.commitment else " ", "muted"),)
    player = view.player if view.turn else -1
    return headline(scene, view.turn, player, (*_steps(scene), *number), width)


def _steps(scene: RegicideScene) -> Row:
    phase = scene.view.phase
    if phase in ELSEWHERE:
        return (Span(ELSEWHERE[phase], "accent"),)
    shown = (step for step in STEPS if step[0] != "next" or phase == "next")
    return stages(scene, shown, phase)
