"""Where every card lies: what commitments and the conservation test read."""

from __future__ import annotations

from rr_rules.kernel.game import Zone
from rr_rules.kernel.stream import Stream
from rr_rules.rune.board import SEATS
from rr_rules.rune.state import RuneState


def determinize(state: RuneState, seat: int, stream: Stream) -> None:
    """Deal what `seat` cannot know anew, in place: the deck and the other hand."""
    if state.draft >= 0 and seat != state.player:
        # It cannot know that a card was laid: for it the turn has just begun.
        state.take_back()
        state.takebacks = 0
    other = [] if state.settings.open_hands else state.hand[1 - seat]
    # Sorted, so that the same luck gives the same guess whatever is true.
    hidden = sorted(state.deck + other)
    dealt = [hidden[at] for at in stream.order(len(hidden))]
    split = len(state.deck)
    state.deck = dealt[:split]
    if not state.settings.open_hands:
        state.hand[1 - seat] = dealt[split:]


def zones(state: RuneState) -> tuple[Zone, ...]:
    """Every card exactly once; one that can still be taken back is in the hand."""
    hidden = not state.settings.open_hands
    laid = tuple([laid.card for laid in state.shown.laid])
    removed = state.removed[:-1] if state.drafted == "discard" else state.removed
    return (
        Zone("deck", -1, True, True, tuple(state.deck)),
        Zone("table", -1, True, False, laid),
        Zone("removed", -1, True, False, tuple(removed)),
        *[Zone("hand", seat, False, hidden, tuple(state.whole_hand(seat)))
          for seat in range(SEATS)],
    )  # fmt: skip
