"""The verb choose."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Literal

from rr_rules.kernel.flow import pick
from rr_rules.kernel.requests import Option
from rr_rules.runes_regulations.events.deed import (
    Deed,
    Doable,
    Seats,
    aim_item,
    carry_out_each,
    could,
    could_still,
    deeds_of,
    payable,
)
from rr_rules.runes_regulations.faces.faces import choices_of
from rr_rules.runes_regulations.faces.verb import Clause, Verb
from rr_rules.runes_regulations.faces.vocabulary import (
    ChooseOne,
    ErrorPhrase,
    Flag,
    Scope,
    Some,
    Unfit,
)
from rr_rules.runes_regulations.state import zones
from rr_rules.runes_regulations.state.event import Picked
from rr_rules.runes_regulations.state.view import LogEvent
from rr_rules.runes_regulations.text.card import choice


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseList(Doable):
    """Pick one of several lists of items, announced clockwise, then carried out."""

    do: Literal["choose"] = "choose"
    lists: ChooseOne[tuple[Some[Verb], ...]]
    who: Scope
    then: Flag = False

    aims = True

    def whole(self, that: str) -> Clause:
        """Choose one: DRAW a card, or DISCARD a card."""
        return choice(self, that)

    def misfits(self, said: Collection[str], *, is_payment: bool) -> Iterator[Unfit]:
        """It is an effect."""
        if is_payment:
            got = ErrorPhrase("a choice")
            yield Unfit("is no payment", "choose in effects", got, word="choose")

    def able(self, deed: Deed, seat: int) -> bool:
        """Whether some item of some list could be carried out for this picker."""
        return any(
            could(inner) for at in range(len(self.lists)) for inner in self.inside(deed, at, seat)
        )

    def fully(self, deed: Deed, seat: int) -> bool:
        """Whether this picker could carry out all of some list."""
        return bool(self._full(deed, seat))

    def _full(self, deed: Deed, seat: int) -> list[int]:
        """The lists this picker can carry out in full, by public counts."""
        return [
            at for at in range(len(self.lists)) if all(map(payable, self.inside(deed, at, seat)))
        ]

    def _open(self, deed: Deed, seat: int) -> list[int]:
        """The lists on offer: what can be done, as long as there is any such (RR-EFF-11)."""
        if full := self._full(deed, seat):
            return full
        return [at for at in range(len(self.lists)) if any(map(could, self.inside(deed, at, seat)))]

    async def choose_list(self, deed: Deed, seat: int) -> int:
        """The list that `seat` picks."""
        choices = [(Option("mode", "", seat, at), at) for at in self._open(deed, seat)]
        face = deed.effect.face
        # Which choice of the card it is, for whoever words its lists.
        number = next(n for n, each in enumerate(choices_of(face.effects)) if each is self)
        about = LogEvent("mode", seat, deed.effect.seat, face.id, n=number)
        return await pick(seat, "mode", choices, source=face.id, about=about)

    async def aim(self, deed: Deed, picked: Picked) -> None:
        """A controller's own choice is a target: the list now, and what the list aims at."""
        if not self.able(deed, deed.effect.seat):
            return
        picked.list = await self.choose_list(deed, deed.effect.seat)
        for inner in self.inside(deed, picked.list, deed.effect.seat):
            if not await aim_item(inner):
                break

    def can_still(self, deed: Deed, picked: Picked) -> bool:
        """Whether anything of the list that was picked can be done now."""
        if picked.list < 0:
            return Doable.can_still(self, deed, picked)
        return any(map(could_still, self.inside(deed, picked.list, deed.effect.seat)))

    async def act(self, deed: Deed, seats: Seats) -> bool:
        """All pick first, clockwise; then the lists are carried out in the same order."""
        able = [seat for seat in seats if self._was_picked(deed) or self.able(deed, seat)]
        picked = {seat: await self._picked(deed, seat) for seat in able}
        done = len(able) == len(seats)
        for seat, at in picked.items():
            done = await carry_out_each(self.inside(deed, at, seat)) and done
        return done

    def _was_picked(self, deed: Deed) -> bool:
        """Whether the controller has named its list already."""
        return deed.picked is not None and deed.picked.list >= 0

    async def _picked(self, deed: Deed, seat: int) -> int:
        picked = deed.picked
        if picked is not None and picked.list >= 0:
            return picked.list
        at, effect = await self.choose_list(deed, seat), deed.effect
        zones.log(deed.state, LogEvent("mode", seat, effect.seat, effect.face.id, n=at))
        return at

    def inside(self, deed: Deed, at: int, seat: int) -> list[Deed]:
        """The items of one list, read for this picker: inside, `that_player` is who picked."""
        # A controller that picks for itself is "you" already: who was singled out stays so.
        picker = seat if self.who != "you" else deed.picker
        # What two pickers of the same list choose is kept apart.
        path = (*deed.path, seat, at)
        return deeds_of(deed.state, deed.effect, self.lists[at], path,
                        counted=deed.counted, picker=picker, beside=deed.beside)  # fmt: skip
