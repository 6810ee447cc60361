"""A page: rows that are made anew for each size it gets."""

from __future__ import annotations

from collections.abc import Callable

from rr_tui.looks.spans import Row
from rr_tui.widgets.lines import LineView

Make = Callable[[int, int], list[Row]]
"""Rows for a width and a height."""


class Page(LineView):
    """Shows what a function makes of its size."""

    def __init__(
        self,
        make: Make,
        *,
        ground: str = "background",
        id: str | None = None,  # noqa: A002 - Textual's word
    ) -> None:
        super().__init__(ground=ground, id=id)
        self._make = make

    def look(self) -> None:
        """Makes the rows anew."""
        width, height = self.size
        if width and height:
            self.show(self._make(width, height))

    def on_resize(self) -> None:
        """Another size has other rows."""
        self.look()
