"""The verb discard."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from rr_rules.kernel.flow import pick
from rr_rules.kernel.requests import Option
from rr_rules.runes_regulations.events.deed import Deed, Doable, Seats
from rr_rules.runes_regulations.events.possible import may_pay
from rr_rules.runes_regulations.events.road import propose
from rr_rules.runes_regulations.events.things import hand_count, is_plain, suits
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
    then: Flag = False
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
        for left in reversed(range(self.n)):
            # Of several players one who holds cards, but no such card, is passed over (RR-EDGE-04).
            holding = [s for s in seats if self.who not in EACH or self.able(deed, s)]
            chosen = [await self._choose(deed, seat, left) for seat in seats]
            group = [it for it in chosen if it is not None]
            deed.effect.moved += tuple(it.card for it in group)
            done = await propose(deed.state, group, deed.effect.lineage) if group else []
            passed = self.who in EACH and len(holding) == len(seats)
            paid = paid and all(done) and (len(group) == len(seats) or passed)
        return paid

    async def _choose(self, deed: Deed, seat: int, left: int) -> Event | None:
        """One card; whose whole hand is asked for, with `left` more to come, is not asked which."""
        choices = self._choices(deed, seat)
        if not choices:
            return None
        if is_plain(self.filter) and len(deed.state.hand[seat]) <= left + 1:
            return Event("discard", seat, seat, choices[0][1])
        if self.who == "you" and self.chooser == LEFT_OUT:
            rest = [*deed.beside, *([deed._replace(item=replace(self, n=left))] if left else [])]
            choices = [each for each in choices if may_pay(deed, each[1], rest)] or choices
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
