"""The verb discard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rr_rules.kernel.flow import pick
from rr_rules.kernel.requests import Option
from rr_rules.runes_regulations.events.deed import Deed, Doable, Seats
from rr_rules.runes_regulations.events.road import propose
from rr_rules.runes_regulations.events.things import hand_count, suits
from rr_rules.runes_regulations.faces.verb import Narrowed
from rr_rules.runes_regulations.faces.vocabulary import EACH, LEFT_OUT, Chooser, Flag, Number, Scope
from rr_rules.runes_regulations.state.event import Event
from rr_rules.runes_regulations.state.knowing import looked_at
from rr_rules.runes_regulations.text.words import things


@dataclass(frozen=True, slots=True, kw_only=True)
class Discard(Narrowed, Doable):
    """DISCARD own cards, one after the other; each is an event of its own (RR-TERM-02)."""

    do: Literal["discard"] = "discard"
    what: Literal["card", "spell", "creature"] = LEFT_OUT
    who: Scope = "you"
    n: Number = 1
    may: Flag = False
    chooser: Chooser = LEFT_OUT

    demands = True

    def clause(self, possessive: str, that: str) -> str:
        """DISCARD a card."""
        return f"DISCARD {things(self)}{' of your choice' if self.chooser else ''}"

    def able(self, deed: Deed, seat: int) -> bool:
        """Whether there is a card: hands are judged by their number alone (RR-EDGE-04)."""
        return hand_count(deed, seat) > 0

    def fully(self, deed: Deed, seat: int) -> bool:
        """Whether there are as many cards as it asks for."""
        return hand_count(deed, seat) >= self.n

    async def act(self, deed: Deed, seats: Seats) -> bool:
        """Each performer discards; those of one round at the same moment."""
        paid = True
        for _ in range(self.n):
            # Of several players one who holds cards, but no such card, is passed over (RR-EDGE-04).
            holding = [s for s in seats if self.who not in EACH or self.able(deed, s)]
            group = [it for seat in seats if (it := await self._choose(deed, seat)) is not None]
            deed.effect.moved += tuple(it.card for it in group)
            done = await propose(deed.state, group, deed.effect.lineage) if group else []
            passed = self.who in EACH and len(holding) == len(seats)
            paid = paid and all(done) and (len(group) == len(seats) or passed)
        return paid

    async def _choose(self, deed: Deed, seat: int) -> Event | None:
        choices = self._choices(deed, seat)
        if not choices:
            return None
        chooser = deed.effect.seat if self.chooser else seat
        card = await pick(chooser, "discard", choices, source=deed.source, always=True)
        return Event("discard", seat, seat, card)

    def _choices(self, deed: Deed, seat: int) -> list[tuple[Option, int]]:
        state = deed.state
        if self.chooser != LEFT_OUT:
            seen = looked_at(state, deed.effect.seat)
            places = [("seen", deed.effect.seat, at, card) for at, card in enumerate(seen)]
        else:
            places = [("hand", seat, at, card) for at, card in enumerate(state.hand[seat])]
        return [
            (Option("pick", zone, whose, at), card)
            for zone, whose, at, card in places
            if card in state.hand[seat] and suits(deed, card)
        ]
