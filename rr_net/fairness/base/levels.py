"""The levels of fairness: how long a random event stays open, and how slow its hash is.

The slow hash takes longer than the window, so that nobody can try what to contribute, or whose
contribution to leave out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from rr_net.fairness.base.errors import WeakSlow
from rr_net.fairness.base.parts import Part, Whole

LevelName = Literal["table", "strict", "solo"]
LEVELS_UP: tuple[LevelName, ...] = ("solo", "table", "strict")
"""From the lowest on."""
EventKind = Literal["shuffle", "roll"]
KINDS: tuple[EventKind, ...] = ("shuffle", "roll")

SEGMENTS = 16
"""A slow hash is cut into so many pieces, each of which can be checked alone."""

FASTEST = 45_000_000
"""Blocks of SHA-256 a second of the fastest core known: 128 cycles each at 5.7 GHz.

The rounds of a block wait for each other: 64 of them, two by one instruction of the SHA extensions
that takes four cycles.
"""
TOLERANCE = 300
"""Milliseconds that a freeze may be late before clients that check notice it."""


class Slow(Part):
    """How much work the slow hash of each kind of event is, in blocks of SHA-256."""

    roll: Whole = 0
    segments: Whole = SEGMENTS
    shuffle: Whole = 0

    def blocks(self, kind: EventKind) -> int:
        """How many blocks the slow hash of such an event has."""
        return self.shuffle if kind == "shuffle" else self.roll


class Level(NamedTuple):
    """How long people may contribute at a level, in milliseconds; 0 where nobody does."""

    shuffle: int
    roll: int

    @property
    def has_events(self) -> bool:
        """Whether anybody but the host contributes."""
        return self.shuffle > 0

    def window(self, kind: EventKind) -> int:
        """How long one kind of event stays open, in milliseconds."""
        return self.shuffle if kind == "shuffle" else self.roll


LEVELS: Mapping[LevelName, Level] = {
    "table": Level(shuffle=1200, roll=800),
    "strict": Level(shuffle=2400, roll=800),
    "solo": Level(0, 0),
}

Work = Mapping[LevelName, Slow]
WORK: Work = {
    "table": Slow(roll=49_545_216, shuffle=67_633_152),
    "strict": Slow(roll=49_545_216, shuffle=121_634_816),
    "solo": Slow(),
}
"""The work of each level: the fastest core is at it for longer than the window and the tolerance.

Rounded up to whole messages in every segment. Less would be too quick, and more could not be
checked by everybody.
"""


def check_slow(level: LevelName, slow: Slow, work: Work = WORK) -> None:
    """Whether the work is the level's. Raises WeakSlow."""
    if slow.segments != SEGMENTS:
        raise WeakSlow(f"{slow.segments} segments of the slow hash: expected {SEGMENTS}")
    for kind in KINDS:
        found, due = slow.blocks(kind), work[level].blocks(kind)
        if found != due:
            raise WeakSlow(f"{found} blocks for a {kind}: expected {due}")
