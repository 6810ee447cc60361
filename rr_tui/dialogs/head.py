"""What the host has signed so far: words to compare and a code to scan, over the board."""

from __future__ import annotations

from rr_tui.client.keepsakes import SignedHead
from rr_tui.client.table_client import TableClient
from rr_tui.dialogs.base import Dialog
from rr_tui.dialogs.head_view import NARROWEST, HeadView, code_rows, head_rows, words_rows
from rr_tui.looks.profile import Profile
from rr_tui.looks.spans import BLANK, Row, beside, indented, pad
from rr_tui.terminal.depth import GlyphSet

WHY = (
    "The same on every screen, if all of you see the same game. A phone that scans the code keeps "
    "it out of the host's reach; runes verify --compare does the same with whole copies."
)
WORDS_WIDTH = 36
AROUND = 6
"""Rows and columns of a screen that a dialog leaves free, at least."""


class HeadDialog(Dialog[None]):
    """Shows the newest head that this player was told."""

    SHAPE = "wide"

    def __init__(self, signed: SignedHead, profile: Profile, client: TableClient) -> None:
        head = HeadView(self._rows, ground="panel", id="head")
        super().__init__(client, "Esc or left goes back", head)
        self._signed, self._profile, self._head = signed, profile, head

    def on_mount(self) -> None:
        """The first picture."""
        super().on_mount()
        self._head.styles.width = "100%"
        self._head.styles.height = len(self._rows(76, self.app.size.height - AROUND))

    def _rows(self, width: int, height: int) -> list[Row]:
        if self._profile.glyphs is GlyphSet.ASCII:
            return head_rows(self._signed, self._profile, width, height)
        words = [*words_rows(self._signed), BLANK, *indented(WHY, WORDS_WIDTH, "muted")]
        code = code_rows(self._signed, self._profile)
        missing = len(code) - len(words)
        return beside([pad(row, NARROWEST) for row in code], [*words, *[BLANK] * missing])
