"""The search as a dialog: a line to type, what was found, and the text of it below."""

from __future__ import annotations

from textual import on
from textual.binding import Binding
from textual.widgets import Input

from rr_rules.guide.search import Readable, found
from rr_tui.board.details import keyworded
from rr_tui.client.guidance import readables_here
from rr_tui.client.table_client import TableClient
from rr_tui.dialogs.base import Dialog, line_to_type
from rr_tui.dialogs.reading import ReaderDialog, clause_text
from rr_tui.looks.spans import BLANK, Row, Span, plain
from rr_tui.widgets.menu import Menu, MenuItem
from rr_tui.widgets.pager import Pager

LONGEST = 60
"""Characters that can be typed."""
KINDS = {"rule": "Rule", "word": "Word", "card": "Card", "log": "Log"}
NAME = 5
"""Cells for the kind of what was found."""


class SearchDialog(Dialog[None], inherit_bindings=False):
    """Finds as one types; Enter goes to what was found, and `n` to the next."""

    SHAPE = "wide browse"
    BINDINGS = [
        Binding("escape,q", "give_up", "Back", id="search.back", show=False),
        Binding("n", "next(1)", "The next place", id="search.next", show=False),
        Binding("p", "next(-1)", "The place before", id="search.before", show=False),
        Binding("slash", "again", "Other words", id="search.again", show=False),
    ]

    def __init__(self, client: TableClient) -> None:
        self._line = line_to_type(LONGEST)
        self._list = Menu("Search", explain=self._explain, numbered=False, id="list")
        self._text = Pager(id="text")
        self._text.can_focus = False
        status = "Enter, then n the next · / other words · Esc goes back"
        super().__init__(client, status, self._line, self._list, self._text)
        log = (Readable("log", "", plain([each.words]), each.clause) for each in client.log.entries)
        self._every = (*readables_here(client.model), *reversed(list(log)))
        self._found: tuple[Readable, ...] = ()
        self._game = client.model.lobby.game if client.model.lobby else ""

    @on(Input.Changed)
    def find(self, message: Input.Changed) -> None:
        """Looks for what is typed so far."""
        self._found = found(self._every, message.value)
        self._list.title = f"Found ({len(self._found)})" if message.value else "Search"
        self._list.offer([self._item(at, each) for at, each in enumerate(self._found)], "0")
        if not self._found:
            self._text.read("", [(Span("Nothing has all of these words."),)] * bool(message.value))

    @on(Input.Submitted)
    def go_to_it(self) -> None:
        """Goes to what was found."""
        if self._found:
            self._list.focus()

    def _explain(self, line: MenuItem | None) -> None:
        if line is not None:
            self._text.read(*self._told(line.key))

    @on(Menu.Chosen)
    def read_on(self, message: Menu.Chosen) -> None:
        """Opens it in a box of its own."""
        if self._has(message.key):
            self.app.push_screen(ReaderDialog(*self._told(message.key), self.client))

    def _has(self, key: str) -> bool:
        # A key that was pressed just before the next letter is of a longer list.
        return int(key) < len(self._found)

    def action_next(self, by: int) -> None:
        """Goes to another place."""
        self._list.action_step(by)

    def action_again(self) -> None:
        """Goes back to the words."""
        self._line.focus()

    def _item(self, at: int, each: Readable) -> MenuItem:
        words = each.title if each.kind != "log" else each.text
        return MenuItem(str(at), (Span(f"{KINDS[each.kind]:<{NAME}}", "muted"), Span(words)))

    def _told(self, key: str) -> tuple[str, list[Row]]:
        each = self._found[int(key)]
        rows: list[Row] = [keyworded(each.text)]
        if each.kind != "rule" and each.clause:
            rows += [BLANK, *clause_text(self._game, each.clause)]
        return each.title or "Log", rows
