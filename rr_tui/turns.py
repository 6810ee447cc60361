"""Whose turn it is, in words."""

from __future__ import annotations

from rr_tui.known import Known


def turn_words(known: Known) -> str:
    """Whose turn it is, or ""."""
    player = getattr(_view(known), "player", -1)
    phase = getattr(_view(known), "phase", "")
    if not isinstance(player, int) or player < 0 or phase == "setup":
        return ""
    whose = "Your" if player == known.seat else f"{known.name(player)}'s"
    return f"{whose} turn."


def _view(known: Known) -> object:
    return known.seen.view if known.seen else None
