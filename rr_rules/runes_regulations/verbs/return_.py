"""The verb return."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rr_rules.runes_regulations.events.things import OnThings
from rr_rules.runes_regulations.faces.vocabulary import ALL, ANY, EACH, LEFT_OUT, OnLawn, Scope


@dataclass(frozen=True, slots=True, kw_only=True)
class Return(OnThings):
    """RETURN: from a Lawn to the hand of the player whose Lawn it is (RR-TERM-12)."""

    do: Literal["return"] = "return"
    what: Literal[OnLawn, "this", "that"]
    of: Scope = LEFT_OUT

    demands = True
    uses_up = True

    def clause(self, possessive: str, that: str) -> str:
        """RETURN a Creature on your Lawn to your hand."""
        if self.what in ("this", "that") or self.of in EACH:
            hand = "their players' hands" if self.n == ALL else "its player's hand"
        elif self.of in (*ANY, "that_player") and self.of != self.who:
            hand = "that player's hand"
        else:
            hand = f"{possessive} hand"
        return f"{OnThings.clause(self, possessive, that)} to {hand}"

    def suits(self, kind: str, hexed: bool) -> bool:
        """A Sacrificial Creature is never a legal choice (NN-REP-05)."""
        return kind == "creature"
