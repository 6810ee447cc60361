"""The verb draw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rr_rules.runes_regulations.events.deed import Deed, Doable, Seats
from rr_rules.runes_regulations.events.road import draw
from rr_rules.runes_regulations.faces.vocabulary import Flag, Number, Scope
from rr_rules.runes_regulations.state import zones
from rr_rules.runes_regulations.text.words import things


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw(Doable):
    """DRAW from the top of the own deck, one card at a time (RR-TERM-01, NN-EX-01)."""

    do: Literal["draw"] = "draw"
    who: Scope = "you"
    n: Number = 1
    may: Flag = False
    then: Flag = False

    reveals = True

    @property
    def is_done_with_none(self) -> bool:
        """A DRAW counts as done with what there was (RR-EFF-09)."""
        return True

    def clause(self, possessive: str, that: str) -> str:
        """DRAW 2 cards."""
        return f"DRAW {things(self)}"

    def able(self, deed: Deed, seat: int) -> bool:
        """A DRAW counts as possible while any card of the own deck is left (RR-EDGE-03)."""
        return zones.can_draw(deed.state, seat)

    async def act(self, deed: Deed, seats: Seats) -> bool:
        """Draw `n` for each, the hand limit enforced after each card (RR-EDGE-14)."""
        for seat in seats:
            await draw(deed.state, seat, self.n)
        return True
