"""Where every card lies: what commitments and the conservation test read."""

from __future__ import annotations

from rr_rules.kernel.game import Zone
from rr_rules.rune.board import SEATS
from rr_rules.rune.state import State


def zones(state: State) -> tuple[Zone, ...]:
    """Every card exactly once; one that can still be taken back is in the hand."""
    hidden = not state.choices.open_hands
    laid = tuple([laid.card for laid in state.shown.laid])
    removed = state.removed[:-1] if state.drafted == "discard" else state.removed
    return (
        Zone("deck", -1, True, True, tuple(state.deck)),
        Zone("table", -1, True, False, laid),
        Zone("removed", -1, True, False, tuple(removed)),
        *[Zone("hand", seat, False, hidden, tuple(state.whole_hand(seat)))
          for seat in range(SEATS)],
    )  # fmt: skip
