"""The plan of the screen: which part of it each area gets, for any size from 80x24 up."""

from __future__ import annotations

from typing import NamedTuple

SMALLEST = (80, 24)
WIDE = 110
"""From here on a right column shows the full log and the chat."""
HAND = 33
"""Room for the longest name of a card."""


class ScreenArea(NamedTuple):
    """A rectangle of the screen."""

    x: int
    y: int
    width: int
    height: int


NOT_SHOWN = ScreenArea(0, 0, 0, 0)


class Plan(NamedTuple):
    """Where everything is; an area without width or height is not shown.

    What a game puts into the areas above the hand, and where it moves them, is its own affair.
    """

    header: ScreenArea
    upper: ScreenArea
    """The largest one, as for what lies before others."""
    middle: ScreenArea
    """One line, as for the decks and the piles."""
    lower: ScreenArea
    """A small one, as for what lies before the looking seat."""
    hand: ScreenArea
    details: ScreenArea
    foot: ScreenArea
    """What just happened, and below it the prompt's bar."""
    side: ScreenArea


AREAS = ("header", "upper", "middle", "lower", "hand", "details", "foot", "side")
"""The areas of every plan."""
POINTED_AT = tuple(area for area in AREAS if area not in {"header", "side"})
"""The areas that look different when the cursor is somewhere else."""


def is_too_small(width: int, height: int) -> bool:
    """Whether the board cannot be shown in a terminal of this size."""
    return width < SMALLEST[0] or height < SMALLEST[1]


def plan(width: int, height: int) -> Plan:
    """Divides a screen; the rows beyond 24 go where cards lie and where the log is read."""
    side = min(width - SMALLEST[0], 56, width * 3 // 10) if width >= WIDE else 0
    main = width - side
    spare = height - SMALLEST[1]
    prompt = 2 if spare >= 4 else 1
    log = 1 if side else 1 + spare // 5
    hand = 9 + min(spare // 3, 8)
    lower = 5 + min(spare // 5, 6)
    upper = height - (2 + lower + hand + log + prompt)
    heights = (1, upper, 1, lower, hand, log + prompt)
    rows = [sum(heights[:number]) for number in range(len(heights))]
    hand_width = max(HAND, main * 3 // 8)
    return Plan(
        header=ScreenArea(0, rows[0], main, 1),
        upper=ScreenArea(0, rows[1], main, upper),
        middle=ScreenArea(0, rows[2], main, 1),
        lower=ScreenArea(0, rows[3], main, lower),
        hand=ScreenArea(0, rows[4], hand_width, hand),
        details=ScreenArea(hand_width, rows[4], main - hand_width, hand),
        foot=ScreenArea(0, rows[5], main, log + prompt),
        side=ScreenArea(main, 0, side, height if side else 0),
    )
