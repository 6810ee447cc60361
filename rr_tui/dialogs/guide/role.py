"""The own secret role as a card that fills the screen: when it is dealt, and when it is read."""

from __future__ import annotations

from textual.binding import Binding

from rr_rules.kernel.game import CardText
from rr_tui.board.details import keyworded
from rr_tui.board.panels import Box, doubled, framed
from rr_tui.client.table_client import TableClient
from rr_tui.dialogs.base import Dialog
from rr_tui.looks.glyphs import Glyphs
from rr_tui.looks.spans import BLANK, Row, Span, block, wrap, wrap_row
from rr_tui.widgets.page import Page

CARD = (46, 17)
"""Cells of the card across and down."""
MARGIN = 3
"""Cells between its frame and its words."""
UNKNOWN = "Nobody else sees this card. It shows itself when you win by it."
KNOWN = "Everybody knows that this is you."


def role_card(card: CardText, note: str, glyphs: Glyphs) -> list[Row]:
    """The card itself, framed."""
    width, height = CARD
    inner = width - 2 - 2 * MARGIN
    parts = (
        [(Span(line, "title"),) for line in wrap(card.name.upper(), inner)],
        wrap_row(keyworded(card.text), inner),
        [(Span(line, "muted"),) for line in wrap(card.flavour, inner)],
        [(Span(line, "accent"),) for line in wrap(note, inner)],
    )
    rows: list[Row] = []
    for part in parts:
        rows += [BLANK, *((Span(" " * MARGIN), *row) for row in part)] if part else []
    return framed(rows, Box(role="nefarious"), width, height, doubled(glyphs))


class RoleDialog(Dialog[None], inherit_bindings=False):
    """One's own role, alone on the screen until Enter."""

    SHAPE = "role"
    BINDINGS = [
        Binding("enter,escape,q,e", "give_up", "To the table", id="role.back", show=False),
    ]

    def __init__(self, client: TableClient, card: CardText, *, is_known: bool, again: str) -> None:
        """Shows the card; `again` is the key that does so later."""
        self._card, self._note = card, KNOWN if is_known else UNKNOWN
        self._page = Page(self._rows)
        self._page.can_focus = True
        words = f"Enter: to the table · {again} there shows it again"
        super().__init__(client, words, self._page)

    def _rows(self, width: int, height: int) -> list[Row]:
        card = role_card(self._card, self._note, self._page.glyphs)
        above, left = max(0, (height - CARD[1]) // 2), max(0, (width - CARD[0]) // 2)
        rows: list[Row] = [BLANK] * above
        return block([*rows, *((Span(" " * left), *row) for row in card)], width, height)
