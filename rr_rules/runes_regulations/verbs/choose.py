"""The structure word choose: each picker takes one list, announced clockwise, then carried out."""

from __future__ import annotations

from rr_rules.kernel.flow import pick
from rr_rules.kernel.requests import Option
from rr_rules.runes_regulations.events.deed import (
    Deed,
    Seats,
    Verb,
    aim_item,
    carry_out,
    could,
    could_still,
    payable,
)
from rr_rules.runes_regulations.faces.faces import Item, choices_of
from rr_rules.runes_regulations.state import zones
from rr_rules.runes_regulations.state.event import Path, Picked
from rr_rules.runes_regulations.state.view import LogEvent


class ChooseList(Verb):
    """Pick one of several lists of items."""

    aims = True

    def able(self, deed: Deed, seat: int) -> bool:
        """Whether some item of some list could be carried out for this picker."""
        return any(
            could(inner) for at in range(len(deed.item.lists)) for inner in inside(deed, at, seat)
        )

    def _full(self, deed: Deed, seat: int) -> list[int]:
        """The lists this picker can carry out in full; all of them if it can none."""
        lists = range(len(deed.item.lists))
        full = [at for at in lists if all(payable(inner) for inner in inside(deed, at, seat))]
        return full or list(lists)

    async def choose_list(self, deed: Deed, seat: int) -> int:
        """The list that `seat` picks."""
        choices = [(Option("mode", "", seat, at), at) for at in self._full(deed, seat)]
        face = deed.effect.face
        # Which choice of the card it is, for whoever words its lists.
        number = next(n for n, each in enumerate(choices_of(face.effects)) if each is deed.item)
        about = LogEvent("mode", seat, deed.effect.seat, face.id, n=number)
        return await pick(seat, "mode", choices, source=face.id, about=about)

    async def aim(self, deed: Deed, picked: Picked) -> None:
        """A controller's own choice is a target: the list now, and what the list aims at."""
        picked.list = await self.choose_list(deed, deed.effect.seat)
        for inner in inside(deed, picked.list, deed.effect.seat):
            if not await aim_item(inner):
                break

    def can_still(self, deed: Deed, picked: Picked) -> bool:
        """Whether anything of the list that was picked can be done now."""
        if picked.list < 0:
            return super().can_still(deed, picked)
        return any(map(could_still, inside(deed, picked.list, deed.effect.seat)))

    async def act(self, deed: Deed, seats: Seats) -> bool:
        """All pick first, clockwise; then the lists are carried out in the same order."""
        picked = {seat: await self._picked(deed, seat) for seat in seats}
        done = True
        for seat, at in picked.items():
            for inner in inside(deed, at, seat):
                done = await carry_out(inner) and done
        return done

    async def _picked(self, deed: Deed, seat: int) -> int:
        picked = deed.picked
        if picked is not None and picked.list >= 0:
            return picked.list
        at, effect = await self.choose_list(deed, seat), deed.effect
        zones.log(deed.state, LogEvent("mode", seat, effect.seat, effect.face.id, n=at))
        return at


def inside(deed: Deed, at: int, seat: int) -> list[Deed]:
    """The items of one list, read for this picker: inside, `that_player` is who picked."""
    # A controller that picks for itself is "you" already: who was singled out stays so.
    picker = seat if deed.item.who != "you" else deed.picker
    items: tuple[Item, ...] = deed.item.lists[at]
    # What two pickers of the same list choose is kept apart.
    paths: list[Path] = [(*deed.path, seat, at, number) for number in range(len(items))]
    return [
        deed._replace(item=item, path=path, picker=picker)
        for item, path in zip(items, paths, strict=True)
    ]
