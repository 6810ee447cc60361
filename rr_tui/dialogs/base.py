"""What all dialogs share: a box in the middle of the screen, and a line that says who waits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Generic, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding
from textual.containers import Vertical
from textual.events import ScreenResume
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Input

from rr_net.link import FromPlayer
from rr_tui.board.chance import is_called, title_of
from rr_tui.client import scene_builder
from rr_tui.client.table_client import TableClient
from rr_tui.games.registry import idiom_of
from rr_tui.looks.spans import Row, Span, indented, shortened, width_of
from rr_tui.widgets.lines import LineView
from rr_tui.widgets.menu import Menu, MenuItem
from rr_tui.widgets.messages import Send
from rr_tui.widgets.page import NoteView
from rr_tui.widgets.player_app import STYLES

Result = TypeVar("Result")


class Status(LineView):
    """The lowest line of a dialog: its keys, and whether the table waits for this player."""

    DEFAULT_CSS = "Status { height: 1; width: 100%; }"

    def __init__(self, words: str) -> None:
        super().__init__()
        self._words, self._call = words, ""

    def show_keys(self, words: str) -> None:
        """Names other keys from now on."""
        self._words = words
        self.look()

    def tell(self, client: TableClient | None, news: str = "") -> None:
        """Shows how things stand; `news` where the table waits for nothing."""
        self._call = (_call(client) if client is not None else "") or news
        self.look()

    def look(self) -> None:
        """What the table wants is whole; the keys give way to it."""
        row: Row = (Span(f" {self._words}", "muted"),)
        if self._call:
            call: Row = (Span("  "), Span(f" {self._call} ", ground="alert"))
            room = max(0, self.size.width - width_of(call)) if self.size.width else width_of(row)
            row = (*shortened(row, room), *call)
        self.show([row])


def _call(client: TableClient) -> str:
    """What the table wants of the player meanwhile, or ""."""
    model, pending = client.model, client.model.pending
    event = scene_builder.open_event(model, client.answering)
    if event is not None and is_called(event):
        return title_of(event, idiom_of(model))
    if scene_builder.open_question(model, client.answering) is None:
        return ""
    is_window = pending is not None and pending.window is not None
    return "Reactions are open" if is_window else "You are asked"


class Dialog(ModalScreen[Result], Generic[Result], inherit_bindings=False):
    """A small screen over another one; it answers one thing, or nothing.

    The first widget that takes keys has them.
    """

    CSS_PATH = STYLES / "dialogs.tcss"
    # Left too: a player with arrows and Enter alone must not be caught behind a pile of cards.
    # What belongs to the app alone ends at a modal screen; a garbled dialog must be drawn anew too.
    BINDINGS = [
        Binding("escape,left", "give_up", "Back", id="dialog.back", show=False),
        Binding("ctrl+l", "app.redraw", "Draw the screen anew", id="app.redraw", show=False),
    ]

    SHAPE: ClassVar[str] = ""
    """The classes of the box (dialogs.tcss)."""

    # Widgets are made before this and not looked up: what stands in a box is mounted later.
    def __init__(self, client: TableClient | None, status: str, *parts: Widget) -> None:
        """Shows `parts` below each other, and under them its keys and who waits."""
        super().__init__()
        self.client = client
        self._is_answered = False
        self._late: list[Result | None] = []
        """The answer that was given while another screen lay over this one."""
        self.status = Status(status)
        self.box = Vertical(*parts, self.status, id="box", classes=self.SHAPE)

    def compose(self) -> ComposeResult:
        """The box alone."""
        yield self.box

    def say(self, message: FromPlayer) -> None:
        """Says something to the room."""
        self.post_message(Send(message))

    def bring_up_to_date(self) -> None:
        """Shows what the client has heard since."""
        self.status.tell(self.client, self.news)

    @property
    def news(self) -> str:
        """What this dialog calls out meanwhile, or ""."""
        return ""

    def on_mount(self) -> None:
        """The first picture."""
        self.bring_up_to_date()

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Goes away with an answer, once.

        Keys that came in one packet are all heard by the dialog that the first of them has closed:
        Textual would close the screen below for the second one, and break at the last.
        """
        if self._is_answered:
            return AwaitComplete()
        self._is_answered = True
        if not self.is_current:
            self._late.append(result)
            return AwaitComplete()
        return super().dismiss(result)

    @on(ScreenResume)
    def answer_late(self) -> None:
        """What lay over it has gone."""
        if self._late:
            super().dismiss(self._late.pop())

    def action_give_up(self) -> None:
        """Goes away without an answer."""
        self.dismiss(None)


class MenuDialog(Dialog[Result]):
    """A menu with a note under it; a subclass offers the lines and hears which is chosen."""

    SHAPE = "tall"

    def __init__(
        self,
        title: str,
        client: TableClient | None,
        status: str,
        *above: Widget,
        numbered: bool = True,
    ) -> None:
        menu, note = Menu(title, explain=self.explain, numbered=numbered), NoteView()
        super().__init__(client, status, *above, menu, note)
        self._menu, self._note = menu, note

    def explain(self, item: MenuItem | None) -> None:
        """Says what the line under the cursor means."""
        self._note.tell(item.note if item is not None else "")


WIDTH = 60
MOST_LINES = 14


def said(rows: Sequence[Row]) -> LineView:
    """What a dialog says before it asks, as high as it is long."""
    view = LineView(ground="panel", id="said")
    view.styles.height = len(rows)
    view.show(rows)
    return view


class ChoiceDialog(MenuDialog[str]):
    """Shows some sentences and a menu; answers the key of the chosen line."""

    SHAPE = ""
    KEYS: ClassVar[str] = "Enter chooses · Esc goes back"
    NUMBERED: ClassVar[bool] = True
    """Whether a digit chooses a line."""

    def __init__(
        self,
        title: str,
        text: str,
        items: Sequence[MenuItem],
        client: TableClient | None = None,
        *,
        at: str = "",
    ) -> None:
        """The cursor begins at the line whose key is `at`, or else at the first."""
        above = said(indented(text, WIDTH - 2))
        super().__init__(title, client, self.KEYS, above, numbered=self.NUMBERED)
        self._menu.styles.height = min(len(items) + 2, MOST_LINES)
        self._menu.offer(items, at)

    @on(Menu.Chosen)
    def answer(self, message: Menu.Chosen) -> None:
        """Answers with the chosen line."""
        self.dismiss(message.key)


def line_to_type(limit: int, value: str = "") -> Input:
    """Textual's own field without anything that moves by itself; what is typed replaces `value`."""
    field = Input(value=value, max_length=limit, compact=True)
    field.cursor_blink = False
    return field


class EntryDialog(Dialog[str]):
    """Asks for one line; answers what was typed."""

    def __init__(
        self,
        question: str,
        enter: str,
        *,
        limit: int,
        value: str = "",
        client: TableClient | None = None,
    ) -> None:
        """`enter` says what the line is taken for, as in "Enter goes there"."""
        above, field = said(indented(question, WIDTH - 2, "title")), line_to_type(limit, value)
        super().__init__(client, f"Enter {enter} · Esc goes back", above, field)

    @on(Input.Submitted)
    def answer(self, message: Input.Submitted) -> None:
        """Answers with the line."""
        self.dismiss(message.value)
