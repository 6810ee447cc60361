"""The verb give."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Literal

from rr_rules.kernel.flow import pick
from rr_rules.kernel.requests import Option
from rr_rules.runes_regulations.events.deed import Deed, Seats
from rr_rules.runes_regulations.events.replacements import share_cards
from rr_rules.runes_regulations.events.road import enforce, propose
from rr_rules.runes_regulations.events.things import (
    OnThings,
    hand_count,
    hand_over,
    is_plain,
    suits,
)
from rr_rules.runes_regulations.faces.vocabulary import Number, OnLawn, Single, Unfit
from rr_rules.runes_regulations.state.event import Event
from rr_rules.runes_regulations.text.words import IN_HAND, OWNERS, PLAYERS, things


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveThing(OnThings):
    """Give a card from the hand, hidden, or a Creature from the own Lawn to another player."""

    do: Literal["give"] = "give"
    what: Literal[OnLawn, "card", "spell", "this"]
    n: Number = 1
    to: Single

    demands = True

    @property
    def is_of_hand(self) -> bool:
        """Whether it gives cards; a Creature goes to another Lawn, where it enters."""
        return self.what in IN_HAND

    @property
    def aims(self) -> bool:
        """A card of a hand is no target."""
        return not self.is_of_hand

    @property
    def uses_up(self) -> bool:
        """A Creature is on the Lawn no more; cards are counted by their number."""
        return not self.is_of_hand

    def clause(self, possessive: str, that: str) -> str:
        """Give a card from your hand to any neighbor."""
        if self.what == "this":
            return f"move this to {OWNERS[self.to]} Lawn"
        if self.is_of_hand:
            return f"give {things(self)} from {possessive} hand to {PLAYERS[self.to]}"
        return f"move {things(self)} from {possessive} Lawn to {OWNERS[self.to]} Lawn"

    def misfits(self, said: Collection[str], *, is_payment: bool) -> Iterator[Unfit]:
        """Cards go one at a time, and nobody gives to themselves."""
        if self.is_of_hand:
            for word in [each for each in ("n", "up_to") if each in said]:
                expected = f"no {word}: one card at a time"
                yield Unfit("means nothing there", expected, word, word=word)
        if self.to == self.who:
            yield Unfit("is the giver", "another player", word="to")

    def able(self, deed: Deed, seat: int) -> bool:
        """Whether there is something to give and somebody else to take it."""
        if not self.is_of_hand:
            return OnThings.able(self, deed, seat)
        return bool(self._receivers(deed, seat)) and hand_count(deed, seat) > 0

    def fully(self, deed: Deed, seat: int) -> bool:
        """Whether there are as many Creatures as it asks for; of cards it is one."""
        if self.is_of_hand:
            return self.able(deed, seat)
        return OnThings.fully(self, deed, seat)

    def may_receive(self, deed: Deed, giver: int, seat: int) -> bool:
        """Nobody of the other side may have one's cards (NN-REP-10)."""
        return giver != seat and (not self.is_of_hand or share_cards(deed.state, giver, seat))

    def _receivers(self, deed: Deed, giver: int) -> list[int]:
        return [seat for seat in deed.scope(self.to) if self.may_receive(deed, giver, seat)]

    def allowed(self, deed: Deed, seat: int, owner: int, card: int) -> bool:
        """Only own Creatures, and only if there is somebody else to take them."""
        if owner != seat or not self._receivers(deed, seat):
            return False
        return OnThings.allowed(self, deed, seat, owner, card)

    async def happen(self, deed: Deed, group: list[Event]) -> list[bool]:
        """Move each Creature to the receiver, the player that was singled out."""
        named = deed.picked.to if deed.picked else -1
        given = []
        for it in group:
            others = self._receivers(deed, it.by)
            given.append(it._replace(of=named if named in others else others[0]))
        return await propose(deed.state, given) if given else []

    async def act(self, deed: Deed, seats: Seats) -> bool:
        """Each performer gives a card it picks, or the Creatures all go at the same moment."""
        if not self.is_of_hand:
            return await OnThings.act(self, deed, seats)
        given = [await self._give_card(deed, seat) for seat in seats]
        return all(given)

    async def _give_card(self, deed: Deed, seat: int) -> bool:
        state, receivers = deed.state, self._receivers(deed, seat)
        choices = [
            (Option("pick", "hand", seat, at), card)
            for at, card in enumerate(state.hand[seat])
            if suits(deed, card)
        ]
        if not choices or not receivers:
            return False
        picked = deed.picked
        to = picked.to if picked and picked.to in receivers else receivers[0]
        is_decided = is_plain(self.filter) and len(state.hand[seat]) == 1
        card = await pick(seat, "give", choices, source=deed.source, always=not is_decided)
        deed.effect.moved += (card,)
        hand_over(state, seat, to, card, "give")
        await enforce(state)
        return True
