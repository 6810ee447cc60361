"""Determinization: a table as it might be, for a seat that cannot see everything (RG-INFO-11)."""

from __future__ import annotations

from collections.abc import Iterable

from rr_rules.regicide.cards import JACK, KING, RANK
from rr_rules.regicide.state import State
from rr_rules.stream import Stream


def determinize(state: State, seat: int, stream: Stream) -> None:
    """Deal what `seat` cannot know anew, in place.

    Cards that were never seen are mixed with each other, the castle within its ranks, and the
    cards of a heal among all the places where those of that heal may lie.
    """
    hidden = _hidden(state, seat)
    healed = {card for mix in state.mixes for card in mix}
    new = {card: card for card in hidden}
    _permute(new, [card for card in hidden if card not in healed], stream)
    for rank in range(JACK, KING + 1):
        castle = [card for card in state.castle if RANK[card] == rank]
        new |= {card: card for card in castle}
        _permute(new, castle, stream)
    for mix in state.mixes:
        # By now another card may lie where one of this heal lay: go by what lies there.
        _permute(new, [at for at in hidden if new[at] in mix], stream)
    _put(state, seat, new)


def _hidden(state: State, seat: int) -> list[int]:
    """The cards whose places this seat does not know, by where they lie."""
    known = state.known
    others = [] if state.choices.open_hands else [
        card for other, hand in enumerate(state.hand) if other != seat for card in hand
    ]  # fmt: skip
    veiled = [] if state.choices.open_discard else state.discard[: state.veiled]
    return [card for card in (*state.tavern, *others, *veiled) if card not in known]


def _permute(new: dict[int, int], places: list[int], stream: Stream) -> None:
    # Sorted, so that the same luck gives the same guess whatever is true.
    cards = sorted([new[at] for at in places])
    for at, i in zip(places, stream.order(len(places)), strict=True):
        new[at] = cards[i]


def _put(state: State, seat: int, new: dict[int, int]) -> None:
    def guessed(cards: Iterable[int]) -> list[int]:
        return [new.get(card, card) for card in cards]

    state.tavern, state.castle = guessed(state.tavern), guessed(state.castle)
    state.discard = guessed(state.discard)
    state.hand = [
        hand[:] if other == seat else guessed(hand) for other, hand in enumerate(state.hand)
    ]
