"""The plan of the street: as usual, or with a line for each neighbour for want of room."""

from __future__ import annotations

from rr_tui.board.plan import Plan, plan

VERY_WIDE = 160
"""From here on the neighbours' cards show their text."""
PANEL = 24
"""The narrowest box for a neighbour; with less room they fold to one line each."""
UNFOLDED = 5
"""Rows of the smallest box that shows one of the folded neighbours."""
LEAST_HAND = 9


def street_plan(width: int, height: int, neighbours: int) -> Plan:
    """Divides a screen; a neighbour unfolds below the lines where there is room for a box."""
    found = plan(width, height)
    if not is_folded(found, neighbours):
        return found
    rows = found.upper.height + found.lower.height + found.hand.height
    upper, lower, hand = _folded(neighbours, found.lower.height, rows)
    home = found.middle.y + upper - found.upper.height + 1
    return found._replace(
        upper=found.upper._replace(height=upper),
        middle=found.middle._replace(y=home - 1),
        lower=found.lower._replace(y=home, height=lower),
        hand=found.hand._replace(y=home + lower, height=hand),
        details=found.details._replace(y=home + lower, height=hand),
    )


def is_folded(found: Plan, neighbours: int) -> bool:
    """Whether each neighbour has a line instead of a box."""
    return neighbours > 0 and found.upper.width // neighbours < PANEL


def is_very_wide(found: Plan) -> bool:
    """Whether there is room for the text of the neighbours' cards."""
    return found.header.width + found.side.width >= VERY_WIDE


def _folded(lines: int, home: int, rows: int) -> tuple[int, int, int]:
    """The heights of the areas with cards: the neighbours', the own one, the hand."""
    room = rows - lines
    box = room - home - LEAST_HAND
    if box >= UNFOLDED:
        box = UNFOLDED + (box - UNFOLDED) // 2
        return lines + box, home, room - home - box
    hand = min(LEAST_HAND, room - home)
    return lines, room - hand, hand
