"""Places: how the interface names the things that can be pointed at.

An option names its thing by zone, seat and position, in the order the asked seat's view lists
them. The cursor of the board stands on the same names.
"""

from __future__ import annotations

from typing import NamedTuple


class Place(NamedTuple):
    """A thing on the board, or one of the words under it."""

    zone: str
    """A zone of the view, or player, button, word (those two are options)."""
    seat: int = -1
    at: int = -1


NOWHERE = Place("")
