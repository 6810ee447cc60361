"""The verb new_regulation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rr_rules.runes_regulations.events.deed import Deed, Doable, Seats
from rr_rules.runes_regulations.events.road import propose
from rr_rules.runes_regulations.faces.vocabulary import Flag
from rr_rules.runes_regulations.state.event import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class NewRegulation(Doable):
    """Turn up the top Regulation; the old one goes under the deck (RR-SPIN-05)."""

    do: Literal["new_regulation"] = "new_regulation"
    may: Flag = False
    then: Flag = False

    def clause(self, possessive: str, that: str) -> str:
        """Replace the active Regulation."""
        return "replace the active Regulation with the top card of the Regulation deck"

    def able(self, deed: Deed, seat: int) -> bool:
        """Whether there is another one: the only Regulation of a deck stays (RR-CARD-07)."""
        return bool(deed.state.regulation_deck)

    async def act(self, deed: Deed, seats: Seats) -> bool:
        """Turn one up for each performer."""
        done = [await propose(deed.state, [Event("new_regulation", seat)], deed.effect.lineage)
                for seat in seats]  # fmt: skip
        return all(all(one) for one in done)
