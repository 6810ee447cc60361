"""Places: where an option points, in the order the views list things."""

from __future__ import annotations

from collections.abc import Iterable

from rr_rules.kernel.requests import Option
from rr_rules.runes_regulations.state.sides import Stock
from rr_rules.runes_regulations.state.state import State


def place_of(state: State, act: str, card: int) -> Option:
    """An option that points at a public card, wherever it lies."""
    if card == state.regulation:
        return Option(act, "regulation")
    for zone, seats in (("lawn", state.lawn), ("fence", state.fence), ("hand", state.hand)):
        for seat, cards in enumerate(seats):
            if card in cards:
                return Option(act, zone, seat, cards.index(card))
    for stock in state.street.stocks:
        if card in (pile := state.thrown(stock)):
            return Option(act, stock.discard_zone, -1, pile.index(card))
    if card in state.limbo:
        return Option(act, "limbo", -1, state.limbo.index(card))
    return Option(act)


def stock_named(state: State, zone: str) -> Stock:
    """The stock whose discard pile a card calls by this word; the Main one where it has none."""
    stocks = state.street.stocks
    return next((each for each in stocks if each.discard_zone == zone), state.street.regular.cards)


def pile_named(state: State, zone: str) -> list[int]:
    """The discard pile that a card calls by this word; the base knows one (NN-DISC-06)."""
    return state.thrown(stock_named(state, zone))


def player(seat: int) -> Option:
    """An option that names a player."""
    return Option("player", "", seat)


def players(seats: Iterable[int]) -> list[tuple[Option, int]]:
    """A choice among these players."""
    return [(player(seat), seat) for seat in seats]
