"""The verb skip."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rr_rules.runes_regulations.events.deed import Deed, Doable, Seats
from rr_rules.runes_regulations.faces.vocabulary import Flag, Scope
from rr_rules.runes_regulations.state import zones
from rr_rules.runes_regulations.state.state import CUT_OFF, PHASES, State
from rr_rules.runes_regulations.state.view import LogEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class Skip(Doable):
    """The performer misses its next phase of that name: a mark, not a counter."""

    do: Literal["skip"] = "skip"
    phase: Literal["cast", "summon", "spin"]
    who: Scope = "you"
    may: Flag = False
    then: Flag = False
    this_turn: Flag = False

    def clause(self, possessive: str, that: str) -> str:
        """Skip your next Summon phase."""
        phase = f"{self.phase.capitalize()} phase"
        if self.this_turn:
            return f"skip {possessive} {phase} this turn"
        return f"skip {possessive} next {phase}"

    def able(self, deed: Deed, seat: int) -> bool:
        """It always counts as possible (vocabulary, `on`)."""
        return True

    async def act(self, deed: Deed, seats: Seats) -> bool:
        """Mark the phase; `this_turn` is nothing if it is over (RR-EDGE-32)."""
        state, phase = deed.state, self.phase
        for seat in seats:
            if self.this_turn:
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
