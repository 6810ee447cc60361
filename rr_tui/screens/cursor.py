"""The cursor: what it stands on, where a question takes it, and where it comes back to."""

from __future__ import annotations

from dataclasses import replace

from rr_tui.board.places import NOWHERE, Place
from rr_tui.board.scene import Scene
from rr_tui.board.walk import Floor, home_of_focus, reading_order


class Cursor:
    """Stands on a place of the board, also while that place comes and goes."""

    def __init__(self) -> None:
        self.place = NOWHERE
        self.spot = NOWHERE
        """The cell of a lattice where it was last."""
        self._is_astray = True
        self._left: Place | None = None

    def go(self, place: Place) -> None:
        """Stands on another place."""
        self.place = place
        if place.cell:
            self.spot = place

    def entering(self, place: Place, found: tuple[Floor, ...]) -> Place:
        """Where a step to `place` leads: a lattice is entered where the cursor left it."""
        comes_back = place.cell and not self.place.cell and self.spot in reading_order(found)
        return self.spot if comes_back else place

    def lose(self) -> None:
        """Stands on nothing certain: the next picture says where."""
        self._is_astray = True

    def called(self, *, in_window: bool) -> None:
        """A question has come; after a window one goes on reading where one was."""
        if in_window and self._left is None:
            self._left = self.place
        elif not in_window:
            self._left = None
        self._is_astray = True

    def released(self) -> None:
        """No question is open any more."""
        if self._left is not None:
            self.place, self._left = self._left, None

    def settle(self, made: Scene, found: tuple[Floor, ...]) -> Scene:
        """The scene with the cursor on a place that is there."""
        if self._is_astray or self.place not in reading_order(found):
            self._is_astray = False
            self.go(home_of_focus(replace(made, focus=self.place, spot=self.spot), found))
        return replace(made, focus=self.place, spot=self.spot)
