"""A pledge: the player binds the seat now to what it will give to the next random event."""

from __future__ import annotations

from textual import on
from textual.widgets import Input

from rr_net.link import Pledge
from rr_tui.client.contributing import NO_HASH, SHELL, THEN, WHY, hash_in
from rr_tui.client.table_client import TableClient
from rr_tui.dialogs.base import WIDTH, Dialog, line_to_type, said
from rr_tui.looks.spans import BLANK, Span, indented
from rr_tui.widgets.page import NoteView

PASTE = "Paste the hash here. "
MOST = 80


class PledgeDialog(Dialog[None]):
    """Explains a pledge, and takes the hash."""

    def __init__(self, client: TableClient) -> None:
        commands = [(Span(f"   {line}", "accent"),) for line in SHELL]
        why, then = indented(WHY, WIDTH - 2), indented(PASTE + THEN, WIDTH - 2)
        above = said([*why, BLANK, *commands, BLANK, *then, BLANK])
        trouble = NoteView(role="danger")
        status = "Enter sends it · Esc goes back"
        super().__init__(client, status, above, line_to_type(MOST), trouble)
        self._trouble = trouble

    @on(Input.Submitted)
    def pledge(self, message: Input.Submitted) -> None:
        """Sends the hash."""
        found = hash_in(message.value)
        if not found:
            self._trouble.tell(NO_HASH)
            return
        self.say(Pledge(hash=found))
        self.dismiss(None)
