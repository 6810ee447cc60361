"""The verb reshuffle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rr_rules.runes_regulations.events.deed import Deed, Doable, Seats
from rr_rules.runes_regulations.events.road import settle
from rr_rules.runes_regulations.faces.vocabulary import LEFT_OUT, Flag, FromOne
from rr_rules.runes_regulations.state import zones
from rr_rules.runes_regulations.state.places import pile_named, stock_named
from rr_rules.runes_regulations.text.words import PLACES


@dataclass(frozen=True, slots=True, kw_only=True)
class Reshuffle(Doable):
    """Shuffle a discard pile into its deck: nobody knows any position afterwards."""

    do: Literal["reshuffle"] = "reshuffle"
    what: Literal["card"] = LEFT_OUT
    place: FromOne[Literal["main_discard", "forbidden_discard"]]
    may: Flag = False
    then: Flag = False

    def clause(self, possessive: str, that: str) -> str:
        """Shuffle the Main discard pile into the Main deck."""
        deck = "Main" if self.place == "main_discard" else "Forbidden"
        return f"shuffle {PLACES[self.place]} into the {deck} deck"

    def able(self, deed: Deed, seat: int) -> bool:
        """Whether there is anything to shuffle in."""
        return bool(pile_named(deed.state, self.place))

    async def act(self, deed: Deed, seats: Seats) -> bool:
        """Shuffle the discard pile and its deck together."""
        if not pile_named(deed.state, self.place):
            return False
        await zones.reform(deed.state, stock_named(deed.state, self.place))
        await settle(deed.state, [])
        return True
