"""Who was what: the secret roles, told with the audit and never before."""

from __future__ import annotations

from rr_net.link import Ended
from rr_tui.board.model import Known
from rr_tui.looks.spans import Row, Span, fit, wrap
from rr_tui.looks.wording import name_of, seat_role

LONGEST_NAME = 14
WON = " won"


def unveiled(ended: Ended | None, known: Known, names: tuple[str, ...], width: int) -> list[Row]:
    """Each seat's role and those that nobody had; nothing in a game without roles."""
    if ended is None or not ended.roles:
        return []
    called = [fit(name_of(seat, names), LONGEST_NAME) for seat in range(len(ended.roles))]
    column = max(map(len, called)) + 1
    room = width - 1 - column - len(WON)
    rows: list[Row] = [(Span(" Who was who", "title"),)]
    for seat, face in enumerate(ended.roles):
        won = (Span(WON, "success"),) if seat in ended.winners else ()
        role = Span(fit(known.title(face), room))
        rows.append((Span(f" {called[seat]:<{column}}", seat_role(seat)), role, *won))
    if ended.unused_roles:
        words = f"Nobody was {', '.join(map(known.title, ended.unused_roles))}."
        rows += [(Span(f" {line}", "muted"),) for line in wrap(words, width - 1)]
    return rows
