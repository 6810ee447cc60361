"""The Main deck as a clock: its last card gives somebody the last chance (NN-OUT-01 to -08)."""

from __future__ import annotations

from rr_rules.runes_regulations.state.event import RULES
from rr_rules.runes_regulations.state.state import State
from rr_rules.runes_regulations.state.view import Event

WARNING = 10
"""From so many cards on everybody is warned (NN-OUT-12)."""


def note_last_card(state: State, taker: int = RULES) -> None:
    """Set the deadline, once and for all: the end of a regular player's own turn."""
    if state.deadline >= 0:
        return
    if not state.choices.nefarious.deadline_is_drawers:
        taker = RULES
    state.deadline = taker if _is_on_the_clock(state, taker) else _next_on_the_clock(state)
    state.events.append(Event("run_out", taker, state.deadline))


def _is_on_the_clock(state: State, seat: int) -> bool:
    """Whether a seat plays from the deck that runs out, and still plays."""
    return seat >= 0 and not state.sides[seat].cards.reforms and seat not in state.left


def _next_on_the_clock(state: State) -> int:
    """The turn player if it is regular, else the next regular one clockwise (NN-OUT-05)."""
    return next(seat for seat in state.clockwise() if _is_on_the_clock(state, seat))
