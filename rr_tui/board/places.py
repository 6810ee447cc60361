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
    cell: tuple[int, ...] = ()
    """Where on a lattice it is: x to the right, then y downwards; empty for what lies on none."""


NOWHERE = Place("")

QUARTERS = 4


class Held(NamedTuple):
    """A thing that is held over a lattice, and how many quarters it is turned, clockwise."""

    thing: Place
    quarter: int = 0

    def turned(self, by: int = 1) -> Held:
        """The same thing, turned on."""
        return self._replace(quarter=(self.quarter + by) % QUARTERS)
