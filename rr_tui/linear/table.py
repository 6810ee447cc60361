"""The table in words: what the board shows, in the order in which one would tell it."""

from __future__ import annotations

from collections.abc import Iterator

from rr_tui.board.model import Known
from rr_tui.games.registry import board_of, idiom_of


def table_words(known: Known) -> Iterator[str]:
    """The whole table, as this player sees it."""
    if known.seen is None:
        yield "There are no cards on the table yet."
        return
    yield from board_of(known.seen).told(known.seen.view, known)


def card_words(known: Known, name: str) -> Iterator[str]:
    """The cards whose names hold a piece of text."""
    wanted, kinds = name.casefold(), idiom_of(known).kinds
    found = [card for card in known.cards.values() if wanted in card.name.casefold()]
    exact = [card for card in found if card.name.casefold() == wanted]
    for card in (exact or found)[:5]:
        yield f"{card.name}, {kinds.get(card.kind, card.kind)}. {card.text}"
    if not found:
        yield f"No card has {name!r} in its name."
    elif len(found) > 5 and not exact:
        yield f"And {len(found) - 5} more: type more of the name."
