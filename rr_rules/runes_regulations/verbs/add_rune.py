"""The verb add_rune."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rr_rules.runes_regulations.events.deed import Deed, Doable, Seats
from rr_rules.runes_regulations.events.road import enforce
from rr_rules.runes_regulations.faces.vocabulary import Flag, Number, Scope
from rr_rules.runes_regulations.state import zones
from rr_rules.runes_regulations.text.words import top


@dataclass(frozen=True, slots=True, kw_only=True)
class AddRune(Doable):
    """Put the top Runes on the Fence one by one (RR-SPIN-02)."""

    do: Literal["add_rune"] = "add_rune"
    who: Scope = "you"
    n: Number = 1
    may: Flag = False
    then: Flag = False

    def clause(self, possessive: str, that: str) -> str:
        """Add the top card of the Rune deck to your Fence."""
        return f"add {top(self.n)} of the Rune deck to {possessive} Fence"

    def able(self, deed: Deed, seat: int) -> bool:
        """Whether a Rune of its own kind is left in deck or discard."""
        return zones.can_take(deed.state, deed.state.sides[seat].runes)

    async def act(self, deed: Deed, seats: Seats) -> bool:
        """Add `n` for each, the Rune limit enforced after each."""
        added = True
        for seat in seats:
            for _ in range(self.n):
                added = await zones.add_rune(deed.state, seat) and added
                await enforce(deed.state)
        return added
