"""Places: where an option points, in the order the views list things."""

from __future__ import annotations

from rr_rules.requests import Option
from rr_rules.runes_regulations.state import State


def place_of(state: State, act: str, card: int) -> Option:
    """An option that points at a public card, wherever it lies."""
    if card == state.regulation:
        return Option(act, "regulation")
    for zone, seats in (("lawn", state.lawn), ("fence", state.fence), ("hand", state.hand)):
        for seat, cards in enumerate(seats):
            if card in cards:
                return Option(act, zone, seat, cards.index(card))
    if card in state.discard:
        return Option(act, "main_discard", -1, state.discard.index(card))
    if card in state.limbo:
        return Option(act, "limbo", -1, state.limbo.index(card))
    return Option(act)


def player(seat: int) -> Option:
    """An option that names a player."""
    return Option("player", "", seat)
