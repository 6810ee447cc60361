"""How many frames may be under way: the terminal itself says when one is drawn.

A status request (DSR) follows each frame and the terminal's answer says that everything before it
was drawn, wherever on the way it had been waiting. A terminal that never answers is trusted.
"""

from __future__ import annotations

REQUEST = "\x1b[5n"
FRAMES_UNDER_WAY = 2


class FrameGate:
    """Counts the frames that are sent and not yet drawn."""

    PROBE_PAUSE = 5.0
    """Seconds between two requests to a terminal that is behind."""

    def __init__(self) -> None:
        self.answers = False
        self.under_way = 0

    @property
    def is_full(self) -> bool:
        """Whether no more frames may be sent until one is drawn."""
        return self.answers and self.under_way >= FRAMES_UNDER_WAY

    def probe(self) -> str:
        """A request that belongs to no frame: to learn whether the terminal answers at all."""
        return REQUEST

    def sent(self) -> str:
        """Counts a frame; returns what must follow it."""
        if not self.answers:
            return ""
        self.under_way += 1
        return REQUEST

    def acknowledged(self) -> None:
        """The terminal has drawn a frame, or answers for the first time."""
        self.answers = True
        self.under_way = max(0, self.under_way - 1)
