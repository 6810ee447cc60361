"""What all dialogs share: a box in the middle of the screen, and a line that says who waits."""

from __future__ import annotations

from pathlib import Path
from typing import Generic, TypeVar

from textual.binding import Binding
from textual.screen import ModalScreen

from rr_net.link import FromPlayer
from rr_tui.board.chance import is_called, title_of
from rr_tui.client import scene_builder
from rr_tui.client.table_client import Ear
from rr_tui.games.registry import idiom_of
from rr_tui.looks.spans import Row, Span
from rr_tui.widgets.lines import LineView
from rr_tui.widgets.messages import Send

Result = TypeVar("Result")


class Status(LineView):
    """The lowest line of a dialog: its keys, and whether the table waits for this player."""

    DEFAULT_CSS = "Status { height: 1; width: 100%; }"

    def __init__(self, words: str) -> None:
        super().__init__()
        self._words = words

    def tell(self, ear: Ear | None) -> None:
        """Shows how things stand."""
        row: Row = (Span(f" {self._words}", "muted"),)
        if ear is not None and (call := _call(ear)):
            row = (*row, Span("  "), Span(f" {call} ", ground="alert"))
        self.show([row])


def _call(ear: Ear) -> str:
    """What the table wants of the player meanwhile, or ""."""
    known, pending = ear.known, ear.known.pending
    event = scene_builder.open_event(known, ear.answering)
    if event is not None and is_called(event):
        return title_of(event, idiom_of(known))
    if scene_builder.open_question(known, ear.answering) is None:
        return ""
    is_window = pending is not None and pending.window is not None
    return "Reactions are open" if is_window else "You are asked"


class Dialog(ModalScreen[Result], Generic[Result], inherit_bindings=False):
    """A small screen over another one; it answers one thing, or nothing.

    The first widget that takes keys has them.
    """

    # Textual looks beside the file of the subclass, wherever that stands.
    CSS_PATH = Path(__file__).parent.parent / "styles" / "dialogs.tcss"
    # Left too: a player with arrows and Enter alone must not be caught behind a pile of cards.
    BINDINGS = [Binding("escape,left", "give_up", "Back", id="dialog.back", show=False)]

    def __init__(self, ear: Ear | None, status: str) -> None:
        super().__init__()
        self.ear = ear
        # Widgets are made here and not looked up: what stands in a box is mounted later than this.
        self.status = Status(status)

    def say(self, message: FromPlayer) -> None:
        """Says something to the room."""
        self.post_message(Send(message))

    def bring_up_to_date(self) -> None:
        """Shows what the ear has heard since."""
        self.status.tell(self.ear)

    def on_mount(self) -> None:
        """The first picture."""
        self.bring_up_to_date()

    def action_give_up(self) -> None:
        """Goes away without an answer."""
        self.dismiss(None)
