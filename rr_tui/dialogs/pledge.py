"""A pledge: the player binds the seat now to what it will give to the next random event."""

from __future__ import annotations

import re

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input

from rr_net.link import Pledge
from rr_tui.board.spans import BLANK, Row, Span, wrap
from rr_tui.dialogs.base import Dialog
from rr_tui.dialogs.choice import WIDTH
from rr_tui.dialogs.entry import line_to_type
from rr_tui.ear import Ear
from rr_tui.lines import LineView
from rr_tui.widgets.note import NoteView

SHELL = ("e=$(openssl rand -hex 16)", 'printf %s "$e" | sha256sum', "echo $e")
WHY = (
    "You give the hash of a secret now, and the secret itself at the next shuffle or roll. So "
    "nobody could change what you gave, however fast their machine is. In a shell of your own:"
)
THEN = (
    "Paste the hash here. When the next event opens, you have a second or so to paste what the "
    "third line prints: have it in the clipboard. A pledge is used once."
)
NO_HASH = "That is no SHA-256: expected 64 digits and letters from a to f."
MOST = 80
_HASH = re.compile(r"[0-9a-f]{64}")


def hash_in(text: str) -> str:
    """The hash in a pasted line, which may name a file behind it, or ""."""
    word = next(iter(text.split()), "").lower()
    return word if _HASH.fullmatch(word) else ""


class PledgeDialog(Dialog[None]):
    """Explains a pledge, and takes the hash."""

    def __init__(self, ear: Ear) -> None:
        super().__init__(ear, "Enter sends it · Esc goes back")
        self._field = line_to_type(limit=MOST)
        self._trouble = NoteView(role="danger")
        self._said = LineView(ground="panel", id="said")
        rows = [*_said(WHY), BLANK, *_commands(), BLANK, *_said(THEN), BLANK]
        self._said.styles.height = len(rows)
        self._said.show(rows)

    def compose(self) -> ComposeResult:
        """What it is for, the commands, and the line to paste into."""
        with Vertical(id="box"):
            yield self._said
            yield self._field
            yield self._trouble
            yield self.status

    @on(Input.Submitted)
    def pledge(self, message: Input.Submitted) -> None:
        """Sends the hash."""
        found = hash_in(message.value)
        if not found:
            self._trouble.tell(NO_HASH)
            return
        self.say(Pledge(hash=found))
        self.dismiss(None)


def _said(text: str) -> list[Row]:
    return [(Span(f" {line}"),) for line in wrap(text, WIDTH - 2)]


def _commands() -> list[Row]:
    return [(Span(f"   {line}", "accent"),) for line in SHELL]
