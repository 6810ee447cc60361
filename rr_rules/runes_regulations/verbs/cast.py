"""The verb cast."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rr_rules.runes_regulations.events.casting import Act, cast
from rr_rules.runes_regulations.events.deed import Deed, Doable, Seats
from rr_rules.runes_regulations.events.possible import castable_cards
from rr_rules.runes_regulations.events.things import hand_count, pick_from_hand
from rr_rules.runes_regulations.faces.vocabulary import LEFT_OUT, Flag, FromOne, Scope
from rr_rules.runes_regulations.text.words import source, things


@dataclass(frozen=True, slots=True, kw_only=True)
class Cast(Doable):
    """CAST a Spell as an effect: its link comes next in the chain (RR-EDGE-28)."""

    do: Literal["cast"] = "cast"
    what: Literal["spell"] = LEFT_OUT
    who: Scope = "you"
    may: Flag = False
    then: Flag = False
    place: FromOne[Literal["hand"]] = "hand"

    def clause(self, possessive: str, that: str) -> str:
        """CAST a Spell from your hand."""
        return f"CAST {things(self, 'Spell')} from {source(self.place, possessive)}"

    def able(self, deed: Deed, seat: int) -> bool:
        """Hands are judged by their number alone, also one without Spells (RR-EDGE-04)."""
        return hand_count(deed, seat) > 0

    async def act(self, deed: Deed, seats: Seats) -> bool:
        """Each performer may name a Spell it can cast."""
        done = False
        for seat in seats:
            state, hand = deed.state, deed.state.hand[seat]
            kinds = state.sides[seat].casts_as_spell
            spells = [card for card in hand if state.face[card].kind in kinds]
            cards = castable_cards(state, seat, spells)
            card = await pick_from_hand(deed, seat, "cast", cards) if hand and kinds else None
            if card is not None:
                done = await cast(deed.state, seat, card, deed.effect.lineage) is Act.DONE
        return done
