"""The verb grant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rr_rules.runes_regulations.events.deed import Deed, Doable, Seats
from rr_rules.runes_regulations.events.road import enforce
from rr_rules.runes_regulations.faces.verb import Clause, Rule
from rr_rules.runes_regulations.faces.vocabulary import Flag, Until
from rr_rules.runes_regulations.state import zones
from rr_rules.runes_regulations.state.event import GrantedRule
from rr_rules.runes_regulations.state.view import LogEvent
from rr_rules.runes_regulations.text.card import rule_sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant(Doable):
    """Put a lasting rule in force until the controller's next turn begins."""

    do: Literal["grant"] = "grant"
    gives: Rule
    until: Until
    may: Flag = False
    then: Flag = False

    def whole(self, that: str) -> Clause:
        """Until your next turn begins, your Rune limit is increased by 1."""
        full = f"until your next turn begins, {rule_sentence(self.gives)}"
        return Clause(full, f"make it so that {full}")

    def able(self, deed: Deed, seat: int) -> bool:
        """Always."""
        return True

    async def act(self, deed: Deed, seats: Seats) -> bool:
        """Put it in force: public, and it refers to the face, not to the card."""
        state, face = deed.state, deed.effect.face.id
        item, card = deed.path[0], deed.effect.card
        state.clock += 1
        for seat in seats:
            state.grants.append(GrantedRule(seat, face, item, state.clock, card))
            zones.log(state, LogEvent("grant", seat, seat, face))
        await enforce(state)
        return True
