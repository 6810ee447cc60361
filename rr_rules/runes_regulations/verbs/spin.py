"""The verb spin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rr_rules.runes_regulations.events.deed import Deed, Doable, Seats
from rr_rules.runes_regulations.faces.vocabulary import Flag, Scope
from rr_rules.runes_regulations.turn.spinner import spin


@dataclass(frozen=True, slots=True, kw_only=True)
class Spin(Doable):
    """SPIN the Spinner and apply the result to the performer (RR-TERM-03)."""

    do: Literal["spin"] = "spin"
    who: Scope = "you"
    may: Flag = False
    then: Flag = False

    reveals = True

    def clause(self, possessive: str, that: str) -> str:
        """SPIN and apply the result."""
        return "SPIN and apply the result"

    def able(self, deed: Deed, seat: int) -> bool:
        """Always."""
        return True

    async def act(self, deed: Deed, seats: Seats) -> bool:
        """Each performer spins."""
        done = [await spin(deed.state, seat, lineage=deed.effect.lineage) for seat in seats]
        return all(done)
