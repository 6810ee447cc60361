"""The plan of Rune: the table on the left, and a column for scores, hand and details."""

from __future__ import annotations

from rr_tui.board.plan import Area, Plan, plan

COLUMN = 30
"""The narrowest column that shows three lying cards."""
WIDEST = 46
SCORES = 7
HAND = 6


def table_plan(width: int, height: int) -> Plan:
    """Divides a screen; what is beyond 80x24 goes to the table above all."""
    found = plan(width, height)
    main, body = found.header.width, found.foot.y - 1
    column = max(COLUMN, min(WIDEST, main // 3))
    left, below = main - column, 1 + SCORES + HAND
    nothing = Area(0, 0, 0, 0)
    return found._replace(
        upper=Area(0, 1, left, body),
        middle=nothing,
        lower=Area(left, 1, column, SCORES),
        hand=Area(left, 1 + SCORES, column, HAND),
        details=Area(left, below, column, 1 + body - below),
    )
