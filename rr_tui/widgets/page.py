"""A page: rows that are made anew for each size it gets."""

from __future__ import annotations

from collections.abc import Callable

from rr_net.safetext import clean
from rr_tui.looks.spans import Row, Span, fit, indented
from rr_tui.widgets.lines import LineView


def filter_words(words: str) -> Row:
    """What a list is narrowed down to, and by which key, for the right end of its head."""
    narrow = fit(clean(words or "all", 40), 24)
    return (Span("[/]", "keyword"), Span(" filter: ", "muted"), Span(f"{narrow} ", "accent"))


class NoteView(LineView):
    """Says one thing at a time, in muted words."""

    DEFAULT_CSS = "NoteView { width: 100%; height: 2; }"

    def __init__(self, *, role: str = "muted", id: str | None = None) -> None:  # noqa: A002 - Textual's
        super().__init__(id=id)
        self._role = role
        self._text = ""

    def tell(self, text: str) -> None:
        """Says something else."""
        self._text = text
        self.look()

    def look(self) -> None:
        """Wraps it to the width."""
        width = self.size.width - 2
        self.show(indented(self._text, width, self._role) if width > 0 else ())


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
