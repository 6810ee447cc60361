"""The verb steal."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Literal

from rr_rules.runes_regulations.events.deed import Deed
from rr_rules.runes_regulations.events.things import OnThings
from rr_rules.runes_regulations.faces.vocabulary import LEFT_OUT, OnLawn, Scope, Unfit
from rr_rules.runes_regulations.text.words import where


@dataclass(frozen=True, slots=True, kw_only=True)
class Steal(OnThings):
    """STEAL: from a neighbor's Lawn or Fence to one's own (RR-TERM-10)."""

    do: Literal["steal"] = "steal"
    what: Literal[OnLawn, "rune", "this", "that"]
    of: Scope = LEFT_OUT

    uses_up = True

    def clause(self, possessive: str, that: str) -> str:
        """STEAL a Rune from any neighbor's Fence."""
        return f"STEAL {self.target(that)}{where(self, possessive, 'from')}"

    def misfits(self, said: Collection[str], *, is_payment: bool) -> Iterator[Unfit]:
        """It is stolen from another player."""
        yield from OnThings.misfits(self, said, is_payment=is_payment)
        if self.what in ("this", "that"):
            return
        if "of" not in said:
            yield Unfit("is missing", "whose it is", word="of")
        elif self.of == self.who:
            yield Unfit("is nobody to steal from", "another player", word="of")

    def allowed(self, deed: Deed, seat: int, owner: int, card: int) -> bool:
        """Nobody steals from themselves."""
        return owner != seat and OnThings.allowed(self, deed, seat, owner, card)
