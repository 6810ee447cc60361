"""Who has won, and when that is looked at (NN-WIN-01 to -08, RR-WIN-01 to -04)."""

from __future__ import annotations

from collections.abc import Sequence

from rr_rules.runes_regulations.state import zones
from rr_rules.runes_regulations.state.state import State
from rr_rules.runes_regulations.state.view import LogEvent
from rr_rules.runes_regulations.turn.roles import (
    AT_ONCE,
    AT_TURNS_END,
    WITH_THE_OTHER,
    is_fulfilled,
    role_of,
)

FIVE, ROLE, BOTH = "five", "role", "five_and_role"
BEASTS, DECK_OUT = "beasts", "deck_out"


def check_at_once(state: State) -> None:
    """A role that says no time wins as soon as the chain is over (NN-ROLE-NEFARIOUS-TIMING)."""
    if not state.roles or state.reason or not state.settings.nefarious.beasts_win_at_once:
        return
    for seat in state.clockwise():
        if is_fulfilled(state, seat, AT_ONCE):
            _win_together(state, seat, BEASTS)
            return


def check_end_of_turn(state: State) -> None:
    """Only the turn player is checked, then the deadline, then the turn cap (NN-WIN-01, -02)."""
    seat, side = state.player, state.sides[state.player]
    five = side.goal and len(state.mythical(seat)) >= side.goal
    role = is_fulfilled(state, seat, AT_TURNS_END)
    if five or role:
        win(state, [seat], BOTH if five and role else FIVE if five else ROLE)
    elif state.roles and is_fulfilled(state, seat, AT_ONCE):
        _win_together(state, seat, BEASTS)
    elif seat == state.deadline:
        _win_together(state, state.nefarious, DECK_OUT)
    elif state.settings.turn_cap and state.turn >= state.settings.turn_cap:
        _count_up(state)


def _win_together(state: State, seat: int, reason: str) -> None:
    """The Nefarious Neighbor wins, and who serves it with an empty Lawn (NN-WIN-06)."""
    servants = [other for other in state.clockwise(seat)[1:]
                if is_fulfilled(state, other, WITH_THE_OTHER)]  # fmt: skip
    win(state, [seat, *servants], reason)


def _count_up(state: State) -> None:
    seats = [seat for seat in state.clockwise(0) if state.sides[seat].goal]
    counts = {seat: len(state.mythical(seat)) for seat in seats}
    best = [seat for seat, count in counts.items() if count == max(counts.values())]
    win(state, best if len(best) == 1 else [], "turn_cap")


def win(state: State, seats: Sequence[int], reason: str) -> None:
    """End the game; without winners it is a draw."""
    state.winners, state.reason = list(seats), reason
    if not seats:
        zones.log(state, LogEvent("drawn", other=reason))
    for seat in seats:
        if state.roles and _won_by_role(state, seat, reason):
            show_role(state, seat)
        how = reason if seat == seats[0] else WITH_THE_OTHER
        zones.log(state, LogEvent("won", seat, seat, other=how))


def _won_by_role(state: State, seat: int, reason: str) -> bool:
    """Whether a winner's role had a part in it: that role is shown (NN-INFO-10)."""
    return reason in (ROLE, BOTH) or (reason in (BEASTS, DECK_OUT) and seat != state.nefarious)


def show_role(state: State, seat: int) -> None:
    """Turn the role of a seat face up."""
    if seat in state.shown:
        return
    state.shown.append(seat)
    zones.show(state, state.roles[seat])
    role = role_of(state, seat)
    assert role is not None, "only a role that was dealt is shown"
    zones.log(state, LogEvent("role_shown", seat, seat, role.id))
