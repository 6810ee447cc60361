"""The chat over the board: the last words, and a line to type."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input

from rr_net.link import Say
from rr_net.safetext import CHAT_LENGTH
from rr_tui.dialogs.base import Dialog
from rr_tui.dialogs.entry import line_to_type
from rr_tui.ear import Ear
from rr_tui.lines import LogView


class ChatDialog(Dialog[None]):
    """Stands at the top, so that the question below stays in sight."""

    ear: Ear

    def __init__(self, ear: Ear) -> None:
        super().__init__(ear, "Enter says it · Esc goes back")
        self._words = LogView(ground="panel")
        self._words.can_focus = False

    def compose(self) -> ComposeResult:
        """What was said, and the line."""
        with Vertical(id="box", classes="chat"):
            yield self._words
            yield line_to_type(limit=CHAT_LENGTH)
            yield self.status

    def bring_up_to_date(self) -> None:
        """Shows what was said since."""
        super().bring_up_to_date()
        self._words.replace(self.ear.feed.talk(200))

    @on(Input.Submitted)
    def talk(self, message: Input.Submitted) -> None:
        """Says it to everybody; an empty line closes the chat."""
        if not message.value.strip():
            self.dismiss(None)
            return
        self.say(Say(text=message.value))
        message.input.clear()
