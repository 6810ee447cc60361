"""Whose turn it is, in words."""

from __future__ import annotations

from rr_tui.board.model import Known


def turn_words(player: int, known: Known) -> str:
    """Whose turn it is, or "" where it is nobody's."""
    if player < 0:
        return ""
    whose = "Your" if player == known.seat else f"{known.name(player)}'s"
    return f"{whose} turn."
