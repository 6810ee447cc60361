"""Who knows which card lies face down where, and what is known of cards that moved unseen.

`state.known` holds for each card the seats that saw it going where it lies. Where one of several
cards then moved unseen, `state.mixed` keeps them together: to all who did not see it, each of them
may be any other, so that nobody learns which it was and nobody forgets that it was one of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from rr_rules.runes_regulations.state.state import State


def knows(state: State, seat: int, card: int) -> bool:
    """Whether a seat knows just this card; seat -1 is a spectator."""
    if seat < 0:
        return state.known[card] == -1 and not any(card in mix for mix in state.mixed)
    return bool(_known_to(state, card) & 1 << seat)


def _known_to(state: State, card: int) -> int:
    """The bit set of the seats that know just this card."""
    known = state.known[card]
    for mix in state.mixed:
        known &= mix.get(card, -1)
    return known


def looked_at(state: State, seat: int) -> list[int]:
    """The cards that a seat is looking at, without those that were shuffled away meanwhile."""
    return [card for card in state.seen.get(seat, ()) if state.known[card] & 1 << seat]


def see(state: State, seat: int, cards: Sequence[int]) -> None:
    """Let a seat see some cards where they lie."""
    for card in cards:
        state.known[card] |= 1 << seat
        for mix in state.mixed:
            if card in mix:
                mix[card] |= 1 << seat


def reveal(state: State, card: int) -> None:
    """Let everybody see a card: it is none of several any more."""
    if state.mixed:
        for mix in state.mixed:
            mix.pop(card, None)
        state.mixed = [mix for mix in state.mixed if len(mix) > 1]


def leaves_openly(state: State, card: int, left: Sequence[int]) -> None:
    """Note that a card of a hand or a Fence was shown; `left` is what stays there.

    Somebody who knew of another copy of the same face can no longer tell which one is left.
    """
    knew, face = _known_to(state, card), state.face[card]
    for other in _confusable(state, card, left) if state.mixed else left:
        if state.face[other] is face:
            state.known[other] &= knew
    reveal(state, card)


def _confusable(state: State, card: int, left: Sequence[int]) -> set[int]:
    """All cards that may be where these are, over however many moves that nobody else saw."""
    near, reached = {card, *left}, 0
    while reached < len(near):
        reached = len(near)
        for mix in state.mixed:
            if not near.isdisjoint(mix):
                near |= mix.keys()
    return near - {card}


def leaves_unseen(state: State, card: int, left: Sequence[int], giver: int, taker: int) -> None:
    """Note that one of a holder's cards goes face down to another's, before the eyes of both."""
    bits = 1 << giver | 1 << taker
    if not knows(state, taker, card):
        for other in left:
            if state.face[other] is state.face[card]:
                state.known[other] &= ~(1 << taker)
    see(state, giver, (card,))
    see(state, taker, (card,))
    cards = (card, *left)
    if any(state.known[each] & ~bits or any(each in mix for mix in state.mixed) for each in cards):
        state.mixed.append(dict.fromkeys(cards, bits))
