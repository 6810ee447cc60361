"""How to play, as a dialog of pages: the game's own, and the keys last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from textual.binding import Binding

from rr_rules.guide.howto import HEADING, PAGE, HowToPage
from rr_rules.registry import Edition
from rr_tui.board.details import keyworded
from rr_tui.client.guidance import pages_of
from rr_tui.client.table_client import TableClient
from rr_tui.dialogs.base import Dialog
from rr_tui.looks.spans import BLANK, Row, Span, wrap_row
from rr_tui.widgets.pager import Pager

LABEL = "←"
"""Where the label of a row of the picture begins."""
COLUMN = "  "
"""What parts the columns of a line that stays as it is written."""


class LastPage(NamedTuple):
    """What there is to read after the game's own pages: the keys, or the rules."""

    title: str
    rows: list[Row]


def page_rows(page: HowToPage) -> list[Row]:
    """A page as it is shown, every row within its width."""
    rows: list[Row] = [_drawn(line) for line in page.drawn]
    rows += [BLANK] if rows else []
    return [*rows, *(row for line in page.lines for row in _said(line))]


def _drawn(line: str) -> Row:
    picture, arrow, label = line.partition(LABEL)
    return (Span(picture), Span(arrow + label, "muted"))


def _said(line: str) -> Iterator[Row]:
    if line.startswith(HEADING):
        yield (Span(line.removeprefix(HEADING), "title"),)
    elif COLUMN in line:
        first, _, rest = line.partition(COLUMN)
        yield (Span(first, "accent"), Span(COLUMN + rest))
    else:
        yield from wrap_row(keyworded(line), PAGE[0]) or [BLANK]


class HowToDialog(Dialog[None], inherit_bindings=False):
    """Pages that are turned with the arrows; digits open them at once."""

    SHAPE = "howto"
    BINDINGS = [
        Binding("escape,q,question_mark", "give_up", "Back", id="howto.back", show=False),
        Binding("right,tab,n", "turn(1)", "The next page", id="howto.next", show=False),
        Binding("left,shift+tab,p", "turn(-1)", "The page before", id="howto.before", show=False),
        *(
            Binding(str(number), f"open({number})", f"Page {number}", id=f"howto.{number}",
                    show=False)
            for number in (1, 2, 3)
        ),
    ]  # fmt: skip

    def __init__(
        self, client: TableClient | None, shown: Sequence[Edition], last: LastPage
    ) -> None:
        """Shows the pages of some editions, and another page after them."""
        self._pages = [
            *(
                (f"{edition.name}: {page.title}", page_rows(page))
                for edition in shown
                for page in pages_of(edition)
            ),
            last,
        ]
        self._pager, self._at = Pager(), 0
        status = "left and right turn the page · arrows scroll · Esc goes back"
        super().__init__(client, status, self._pager)

    def on_mount(self) -> None:
        """The first page."""
        super().on_mount()
        self.action_open(1)

    def action_turn(self, by: int) -> None:
        """Goes to another page; before the first one it goes back."""
        if self._at + by < 0:
            self.action_give_up()
        self.action_open(self._at + by + 1)

    def action_open(self, number: int) -> None:
        """Shows a page by its number, if there is one."""
        if 0 < number <= len(self._pages):
            self._at = number - 1
            title, rows = self._pages[self._at]
            self._pager.read(f"{title} ({number} of {len(self._pages)})", rows)
