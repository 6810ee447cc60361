"""Determinization: a table as it might be, for a seat that cannot see everything (RG-INFO-11).

All that everybody knows of a hidden card is kept: a card that was face up before some heal can only
lie in a place that this heal or a later one has mixed. Any deal that keeps to this is as likely
as any other, and the places and faces used here are public, so that a guess says nothing of the
truth.
"""

from __future__ import annotations

from collections.abc import Iterable

from rr_rules.kernel.stream import Stream
from rr_rules.regicide.cards import JACK, KING, RANK
from rr_rules.regicide.state import RegicideState


def determinize(state: RegicideState, seat: int, stream: Stream) -> None:
    """Deal what `seat` cannot know anew, in place."""
    places = _hidden(state, seat)
    new = _dealt(state, places, stream)
    for rank in range(JACK, KING + 1):
        castle = [card for card in state.castle if RANK[card] == rank]
        new.update(zip(castle, _mixed(sorted(castle), stream), strict=True))
    _put(state, seat, new)
    last = bytearray(state.healed_last)
    for at in places:
        last[new[at]] = state.healed_last[at]
    state.healed_last = bytes(last)


def _hidden(state: RegicideState, seat: int) -> list[int]:
    """The cards whose places this seat does not know, by where they lie."""
    known = state.known
    others = [] if state.settings.open_hands else [
        card for other, hand in enumerate(state.hand) if other != seat for card in hand
    ]  # fmt: skip
    found = (*state.tavern, *others, *state.discard[: state.veiled])
    return [card for card in found if card not in known] if known else list(found)


def _dealt(state: RegicideState, places: list[int], stream: Stream) -> dict[int, int]:
    """For each place, told by the card that lies there, a card that may lie there."""
    first, last, new = state.healed_first, state.healed_last, {}
    free, cards = places, sorted(places)
    # From the latest heal back: what it alone has mixed has the fewest places to go to, and each
    # heal before it may use all that are left of those and its own.
    for heal in sorted({first[card] for card in cards}, reverse=True):
        fit = _mixed([at for at in free if last[at] >= heal], stream)
        for card in cards:
            if first[card] == heal:
                new[fit.pop()] = card
        free = [at for at in free if at not in new]
    return new


def _mixed(cards: list[int], stream: Stream) -> list[int]:
    return [cards[i] for i in stream.order(len(cards))]


def _put(state: RegicideState, seat: int, new: dict[int, int]) -> None:
    def guessed(cards: Iterable[int]) -> list[int]:
        return [new.get(card, card) for card in cards]

    state.tavern, state.castle = guessed(state.tavern), guessed(state.castle)
    state.discard = guessed(state.discard)
    state.hand = [
        hand[:] if other == seat else guessed(hand) for other, hand in enumerate(state.hand)
    ]
