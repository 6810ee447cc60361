"""The plan of the screen of Regicide, for any size from 80x24 up."""

from __future__ import annotations

from rr_tui.board.plan import HAND, SMALLEST, WIDE, Area, Plan

ENEMY_ROWS = 7
"""The enemy's box: five rows in a frame."""
LEAST_HOME = 5
LEAST_HAND, MOST_HAND_ROWS = 9, 14


def regicide_plan(width: int, height: int, seats: int, hand_limit: int) -> Plan:
    """Divides a screen: the rows beyond 24 go to the plays, the hand and the log."""
    side = min(width - SMALLEST[0], 56, width * 3 // 10) if width >= WIDE else 0
    main = width - side
    spare = height - SMALLEST[1]
    prompt = 2 if spare >= 4 else 1
    log = 1 if side else 1 + spare // 5
    home = max(LEAST_HOME, seats + 2) if seats > 1 else LEAST_HOME - 1
    hand = height - 1 - ENEMY_ROWS - home - log - prompt
    most = max(hand_limit + 2, min(MOST_HAND_ROWS, LEAST_HAND + spare // 3))
    hand, home = min(hand, most), home + max(0, hand - most)
    heights = (1, ENEMY_ROWS, home, hand, log + prompt)
    rows = [sum(heights[:number]) for number in range(len(heights))]
    hand_width = max(HAND + 3, main * 3 // 8)
    return Plan(
        header=Area(0, rows[0], main, 1),
        neighbours=Area(0, rows[1], main, ENEMY_ROWS),
        street=Area(0, 0, 0, 0),
        home=Area(0, rows[2], main, home),
        hand=Area(0, rows[3], hand_width, hand),
        details=Area(hand_width, rows[3], main - hand_width, hand),
        foot=Area(0, rows[4], main, log + prompt),
        side=Area(main, 0, side, height if side else 0),
        folded=False,
    )
