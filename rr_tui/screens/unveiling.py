"""Who was what: the secret roles, told with the audit and never before."""

from __future__ import annotations

from rr_net.link import Ended
from rr_tui.board.spans import Row, Span, fit, wrap
from rr_tui.known import Known
from rr_tui.wording import name_of, seat_role

NAME = 15


def unveiled(ended: Ended | None, known: Known, names: tuple[str, ...], width: int) -> list[Row]:
    """Each seat's role and those that nobody had; nothing in a game without roles."""
    if ended is None or not ended.roles:
        return []
    rows: list[Row] = [(Span(" Who was who", "title"),)]
    for seat, face in enumerate(ended.roles):
        name = fit(name_of(seat, names), NAME - 1)
        won = (Span("  won", "success"),) if seat in ended.winners else ()
        rows.append((Span(f" {name:<{NAME}}", seat_role(seat)), Span(known.title(face)), *won))
    if ended.unused_roles:
        words = f"Nobody was {', '.join(map(known.title, ended.unused_roles))}."
        rows += [(Span(f" {line}", "muted"),) for line in wrap(words, width - 1)]
    return rows
