"""The verb sacrifice."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Literal

from rr_rules.runes_regulations.events.deed import Deed
from rr_rules.runes_regulations.events.road import enforce
from rr_rules.runes_regulations.events.things import OnThings
from rr_rules.runes_regulations.faces.vocabulary import OnLawn, Unfit
from rr_rules.runes_regulations.state import zones
from rr_rules.runes_regulations.state.event import Event
from rr_rules.runes_regulations.state.view import LogEvent
from rr_rules.runes_regulations.text.words import things


@dataclass(frozen=True, slots=True, kw_only=True)
class Sacrifice(OnThings):
    """SACRIFICE: a price paid with own Creatures; nothing answers it (RR-TERM-13)."""

    do: Literal["sacrifice"] = "sacrifice"
    what: Literal[OnLawn, "this"]

    aims = False
    uses_up = True

    def clause(self, possessive: str, that: str) -> str:
        """SACRIFICE a Creature."""
        return f"SACRIFICE {things(self, 'Creature')}"

    def misfits(self, said: Collection[str], *, is_payment: bool) -> Iterator[Unfit]:
        """It is only ever a price."""
        yield from OnThings.misfits(self, said, is_payment=is_payment)
        if not is_payment:
            yield Unfit("is no effect", "sacrifice in a price or a cost", word="do")

    async def happen(self, deed: Deed, group: list[Event]) -> list[bool]:
        """Move the Creatures to the discard pile: no event."""
        for it in group:
            zones.off_lawn(deed.state, it.card)
            zones.to_discard(deed.state, it.card)
            face = deed.state.face[it.card].id
            zones.log(deed.state, LogEvent("sacrifice", it.by, it.of, face))
        await enforce(deed.state)
        return [True] * len(group)
