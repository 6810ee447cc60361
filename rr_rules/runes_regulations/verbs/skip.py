"""Verbs on turns and rules: skip and grant."""

from __future__ import annotations

from rr_rules.runes_regulations.events.deed import Deed, Seats, Verb
from rr_rules.runes_regulations.events.road import enforce
from rr_rules.runes_regulations.state import zones
from rr_rules.runes_regulations.state.event import GrantedRule as GrantInForce
from rr_rules.runes_regulations.state.state import CUT_OFF, PHASES, State
from rr_rules.runes_regulations.state.view import LogEvent


class Skip(Verb):
    """The performer misses its next phase of that name: a mark, not a counter."""

    def able(self, deed: Deed, seat: int) -> bool:
        """It always counts as possible (vocabulary, `on`)."""
        return True

    async def act(self, deed: Deed, seats: Seats) -> bool:
        """Mark the phase; `this_turn` is nothing if it is over (RR-EDGE-32)."""
        state, phase = deed.state, deed.item.phase
        for seat in seats:
            if deed.item.this_turn:
                if seat != state.player or is_over(state, phase):
                    continue
                marks = state.skips_this_turn[seat]
            else:
                marks = state.skips[seat]
            if phase not in marks:
                marks.append(phase)
            zones.log(state, LogEvent("must_skip", deed.effect.seat, seat, other=phase))
        return True


def is_over(state: State, phase: str) -> bool:
    """Whether this turn's phase of that name is over or has begun its action."""
    if state.phase in ("setup", CUT_OFF):  # no turn is being played
        return True
    now, then = PHASES.index(state.phase), PHASES.index(phase)
    return now > then or (now == then and state.acted)


class Grant(Verb):
    """Put a lasting rule in force until the controller's next turn begins."""

    def able(self, deed: Deed, seat: int) -> bool:
        """Always."""
        return True

    async def act(self, deed: Deed, seats: Seats) -> bool:
        """Put it in force: public, and it refers to the face, not to the card."""
        state, face = deed.state, deed.effect.face.id
        item, card = deed.path[0], deed.effect.card
        state.clock += 1
        for seat in seats:
            state.grants.append(GrantInForce(seat, face, item, state.clock, card))
            zones.log(state, LogEvent("grant", seat, seat, face))
        await enforce(state)
        return True
