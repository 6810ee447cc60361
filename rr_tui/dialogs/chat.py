"""The chat over the board: the last words, and a line to type or phrases to choose from."""

from __future__ import annotations

from textual import on
from textual.widgets import Input

from rr_net.link import PhraseOffered, Say
from rr_net.safetext import CHAT_LENGTH, clean
from rr_tui.client import scene_builder
from rr_tui.client.table_client import TableClient
from rr_tui.dialogs.base import Dialog, line_to_type
from rr_tui.looks.wording import named
from rr_tui.widgets.lines import LogView
from rr_tui.widgets.menu import Menu, item
from rr_tui.widgets.page import NoteView

BY_PHRASES = "While the game is on, its players talk by set phrases."
NO_PHRASES = "Players talk by set phrases now, and you can say none."


class ChatDialog(Dialog[None]):
    """Stands at the top, so that the question below stays in sight."""

    SHAPE = "chat"
    client: TableClient

    def __init__(self, client: TableClient) -> None:
        words, note = LogView(ground="panel"), NoteView()
        phrases, line = Menu("Say", id="phrases"), line_to_type(CHAT_LENGTH)
        super().__init__(
            client, "Enter says it and goes back · Esc goes back", words, note, phrases, line
        )
        words.can_focus = False
        self._words, self._note, self._phrases, self._line = words, note, phrases, line

    def bring_up_to_date(self) -> None:
        """Shows what was said since, and how one may talk now."""
        super().bring_up_to_date()
        self._words.replace(self.client.log.talk(200))
        self._offer(self.client.model.phrases)

    def _offer(self, phrases: tuple[PhraseOffered, ...] | None) -> None:
        """A line to type, or phrases; the keys go to what is shown."""
        is_free = phrases is None
        self._line.display, self._phrases.display = is_free, bool(phrases)
        self.box.set_class(not is_free, "phrases")
        words = BY_PHRASES if phrases else NO_PHRASES
        if is_free:
            words = clean(self.client.model.reminder, 200)
        self._note.display = bool(words)
        self._note.tell(words)
        if phrases is not None:
            names = scene_builder.names(self.client.model)
            self._phrases.offer([item(each.id, named(each.text, names)) for each in phrases])
        wanted = self._line if is_free else self._phrases
        if self.focused is not wanted and (is_free or phrases):
            wanted.focus()

    @on(Input.Submitted)
    def talk(self, message: Input.Submitted) -> None:
        """Says it to everybody, and goes back to the game: the next keys are meant for that."""
        if message.value.strip():
            self.say(Say(text=message.value))
        self.dismiss(None)

    @on(Menu.Chosen)
    def say_phrase(self, message: Menu.Chosen) -> None:
        """Says a phrase, and goes back to the game."""
        self.say(Say(phrase=message.key))
        self.dismiss(None)
