"""The plan of the screen: which part of it each area gets, for any size from 80x24 up."""

from __future__ import annotations

from typing import NamedTuple

SMALLEST = (80, 24)
WIDE = 110
"""From here on a right column shows the full log and the chat."""
VERY_WIDE = 160
"""From here on the neighbours' cards show their text."""
PANEL = 24
"""The narrowest box for a neighbour; with less room they fold to one line each."""

UNFOLDED = 5
"""Rows of the smallest box that shows one of the folded neighbours."""

HAND = 33
"""Room for the longest name of a card."""
LEAST_HAND = 9


class Area(NamedTuple):
    """A rectangle of the screen."""

    x: int
    y: int
    width: int
    height: int


class Plan(NamedTuple):
    """Where everything is; an area without width or height is not shown.

    What a game puts into the areas above the hand is its own affair.
    """

    header: Area
    neighbours: Area
    street: Area
    """One line, as for the decks and the piles."""
    home: Area
    """What is the looking seat's own and public."""
    hand: Area
    details: Area
    foot: Area
    """What just happened, and below it the prompt's bar."""
    side: Area
    folded: bool
    """Whether each neighbour has a line instead of a box; one unfolds below these lines where
    there is room, else in the place of what is the looking seat's own."""


AREAS = ("header", "neighbours", "street", "home", "hand", "details", "foot", "side")
"""The areas of every plan."""
POINTED_AT = tuple(area for area in AREAS if area not in {"header", "side"})
"""The areas that look different when the cursor is somewhere else."""


def is_too_small(width: int, height: int) -> bool:
    """Whether the board cannot be shown in a terminal of this size."""
    return width < SMALLEST[0] or height < SMALLEST[1]


def plan(width: int, height: int, neighbours: int) -> Plan:
    """Divides a screen; the rows beyond 24 go where cards lie and where the log is read."""
    side = min(width - SMALLEST[0], 56, width * 3 // 10) if width >= WIDE else 0
    main = width - side
    folded = neighbours > 0 and main // neighbours < PANEL
    spare = height - SMALLEST[1]
    prompt = 2 if spare >= 4 else 1
    log = 1 if side else 1 + spare // 5
    hand = 9 + min(spare // 3, 8)
    home = 5 + min(spare // 5, 6)
    above = height - (2 + home + hand + log + prompt)
    if folded:
        above, home, hand = _folded(neighbours, home, above + home + hand)
    heights = (1, above, 1, home, hand, log + prompt)
    rows = [sum(heights[:number]) for number in range(len(heights))]
    hand_width = max(HAND, main * 3 // 8)
    return Plan(
        header=Area(0, rows[0], main, 1),
        neighbours=Area(0, rows[1], main, above),
        street=Area(0, rows[2], main, 1),
        home=Area(0, rows[3], main, home),
        hand=Area(0, rows[4], hand_width, hand),
        details=Area(hand_width, rows[4], main - hand_width, hand),
        foot=Area(0, rows[5], main, log + prompt),
        side=Area(main, 0, side, height if side else 0),
        folded=folded,
    )


def _folded(lines: int, home: int, rows: int) -> tuple[int, int, int]:
    """The heights of the areas with cards, where each neighbour has a line."""
    room = rows - lines
    box = room - home - LEAST_HAND
    if box >= UNFOLDED:
        box = UNFOLDED + (box - UNFOLDED) // 2
        return lines + box, home, room - home - box
    hand = min(LEAST_HAND, room - home)
    return lines, room - hand, hand
