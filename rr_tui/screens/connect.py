"""At the door: who one is, and the invite code that lets one in."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input

from rr_net.link import Enter, Welcome
from rr_net.safetext import clean
from rr_tui.board.header import trouble_row
from rr_tui.client.keepsakes import KEY
from rr_tui.client.table_client import TableClient
from rr_tui.dialogs.base import line_to_type
from rr_tui.looks.spans import BLANK, Row, Span, wrap_row
from rr_tui.looks.wording import count
from rr_tui.screens.base import TableScreen
from rr_tui.widgets.lines import LineView
from rr_tui.widgets.player_app import STYLES

WIDTH = 66
CODE_LIMIT = 64
IN_TEXT = "With the word text behind your ssh line the table is read out in lines instead."
JOINED_IN_TEXT = "With TERM=dumb before runes join the table is read out in lines instead."
LET_IN = "You are let in."
SOON = "Who plays here alone reads that you come; the table opens by itself in a moment."


class ConnectScreen(TableScreen):
    """Waits for the welcome, then asks for the invite code where one is needed."""

    CSS_PATH = STYLES / "connect.tcss"

    def __init__(self, client: TableClient) -> None:
        super().__init__(client)
        self._words = LineView(id="words")
        self._label = LineView(id="code-label")
        self._label.show([(Span("Invite code:", "title"),)])
        self._field = line_to_type(CODE_LIMIT)
        self._trouble = LineView(id="trouble")

    def compose(self) -> ComposeResult:
        """Some sentences and a line to type."""
        with Vertical(id="door"):
            yield self._words
            yield self._label
            yield self._field
            yield self._trouble

    def bring_up_to_date(self) -> None:
        """Says how things stand at the door."""
        welcome = self.client.model.welcome
        model = self.client.model
        is_coming = model.lobby is not None and model.lobby.letting_in > 0
        is_asked = welcome is not None and not model.is_admitted and not is_coming
        self._label.display = is_asked
        self._field.display = is_asked
        leaves = self.keys.shown("app.interrupt")
        # Who keeps files here has come by a client of their own, to whose command no word is added.
        in_text = IN_TEXT if self.surroundings.shelf is None else JOINED_IN_TEXT
        words = _coming(welcome, leaves) if is_coming else _words(welcome, leaves, in_text)
        self._words.show(words)
        self._words.styles.height = len(self._words.rows)
        notices = self.client.log.notices[-3:]
        rows = [row for words in notices for row in wrap_row(words, WIDTH)]
        line = trouble_row(self.client.model.line, (), WIDTH)
        self._trouble.show([BLANK, *([line] if line else []), *rows])
        if is_asked and not self._field.has_focus:
            self._field.focus()

    @on(Input.Submitted)
    def enter(self, message: Input.Submitted) -> None:
        """Shows the code at the door."""
        welcome = self.client.model.welcome
        if welcome is not None and message.value.strip():
            self.say(Enter(code=message.value.strip(), name=welcome.name))
            message.input.clear()


def _greeting(welcome: Welcome) -> Row:
    name, table = clean(welcome.name, 32), clean(welcome.table, 40)
    return (Span("Hello "), Span(name, "accent"), Span(", this is "), Span(table, "title"))


def _coming(welcome: Welcome | None, leaves: str) -> list[Row]:
    """What somebody reads who comes to a table of one, which is shown some seconds later."""
    greeting: list[Row] = [_greeting(welcome), BLANK] if welcome is not None else []
    words: list[Row] = [(Span(LET_IN, "success"),), (Span(SOON, "muted"),), BLANK]
    rows: list[Row] = [*greeting, *words, (Span(f"{leaves} leaves.", "muted"),)]
    return [row for each in rows for row in (wrap_row(each, WIDTH) or [BLANK])]


def _words(welcome: Welcome | None, leaves: str, how: str) -> list[Row]:
    if welcome is None:
        return [(Span("Connecting…", "muted"),)]
    greeting = _greeting(welcome)
    if welcome.elsewhere:
        # A key that has come twice was let in: the question over it says all.
        return wrap_row(greeting, WIDTH)
    tries = count(welcome.tries_left, "try", "tries") if welcome.tries_left != 1 else "one try"
    in_text: list[Row] = [(Span(how, "muted"),)] if welcome.fingerprint.startswith(KEY) else []
    sentences: list[Row] = [
        greeting,
        BLANK,
        (Span("The host has sent you an invite code, or nods you in from inside.", "muted"),),
        (Span("Your key in two words, for the host: ", "muted"), Span(clean(welcome.words, 40))),
        (Span(f"You have {tries} left. ", "muted"),),
        BLANK,
        (Span("Your key's fingerprint: ", "muted"), Span(clean(welcome.fingerprint, 80), "muted")),
        *in_text,
        (Span(f"{leaves} leaves.", "muted"),),
        BLANK,
    ]
    return [row for each in sentences for row in (wrap_row(each, WIDTH) or [BLANK])]
