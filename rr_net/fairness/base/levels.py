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

MOST = 16
"""How many times the least the work may be: more could not be checked by anybody."""


class Slow(Part):
    """How much work the slow hash of each kind of event is."""

    roll: Whole = 0
    segments: Whole = SEGMENTS
    shuffle: Whole = 0

    def iterations(self, kind: EventKind) -> int:
        """How many iterations the slow hash of such an event has."""
        return self.shuffle if kind == "shuffle" else self.roll


class Timing(NamedTuple):
    """One kind of event at one level."""

    milliseconds: int
    """How long people may contribute."""
    seconds: float
    """About how long the slow hash should take on the host."""


class Level(NamedTuple):
    """What a level asks of its events."""

    shuffle: Timing
    roll: Timing

    @property
    def has_events(self) -> bool:
        """Whether anybody but the host contributes."""
        return self.shuffle.milliseconds > 0

    def timing(self, kind: EventKind) -> Timing:
        """What it asks of one kind of event."""
        return self.shuffle if kind == "shuffle" else self.roll


LEVELS: Mapping[LevelName, Level] = {
    "table": Level(Timing(1500, 5), Timing(1000, 2)),
    "strict": Level(Timing(3000, 10), Timing(1000, 3)),
    "solo": Level(Timing(0, 0), Timing(0, 0)),
}

Least = Mapping[LevelName, Slow]
LEAST: Least = {
    "table": Slow(roll=8_000_000, shuffle=12_000_000),
    "strict": Slow(roll=8_000_000, shuffle=24_000_000),
    "solo": Slow(),
}
"""The least work: a host may do more, and a slower one waits longer."""


def calibrated(level: LevelName, iterations_a_second: float, least: Least = LEAST) -> Slow:
    """The work of a level on a host of this speed: its seconds, and never below the least."""
    if not LEVELS[level].has_events:
        return Slow()

    def work(kind: EventKind) -> int:
        aim = int(iterations_a_second * LEVELS[level].timing(kind).seconds)
        lowest = least[level].iterations(kind)
        return min(max(aim, lowest), MOST * lowest) // SEGMENTS * SEGMENTS

    return Slow(roll=work("roll"), shuffle=work("shuffle"))


def check_slow(level: LevelName, slow: Slow, least: Least = LEAST) -> None:
    """Whether the work suits the level. Raises WeakSlow."""
    if slow.segments != SEGMENTS:
        raise WeakSlow(f"{slow.segments} segments of the slow hash: expected {SEGMENTS}")
    for kind in KINDS:
        found, lowest = slow.iterations(kind), least[level].iterations(kind)
        if not lowest <= found <= MOST * lowest or found % SEGMENTS:
            raise WeakSlow(f"{found} iterations for a {kind}: expected {lowest} to "
                           f"{MOST * lowest}, a multiple of {SEGMENTS}")  # fmt: skip
