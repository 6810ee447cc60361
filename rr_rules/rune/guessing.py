"""Determinization: a table as it might be, for a seat that cannot see everything (RN-INFO-06)."""

from __future__ import annotations

from rr_rules.kernel.stream import Stream
from rr_rules.rune.state import State


def determinize(state: State, seat: int, stream: Stream) -> None:
    """Deal what `seat` cannot know anew, in place: the deck and the other hand."""
    if state.draft >= 0 and seat != state.player:
        # It cannot know that a card was laid: for it the turn has just begun.
        state.take_back()
        state.takebacks = 0
    other = [] if state.choices.open_hands else state.hand[1 - seat]
    # Sorted, so that the same luck gives the same guess whatever is true.
    hidden = sorted(state.deck + other)
    dealt = [hidden[at] for at in stream.order(len(hidden))]
    split = len(state.deck)
    state.deck = dealt[:split]
    if not state.choices.open_hands:
        state.hand[1 - seat] = dealt[split:]
