"""The verb hex."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rr_rules.runes_regulations.events.things import OnThings
from rr_rules.runes_regulations.faces.vocabulary import LEFT_OUT, Scope


@dataclass(frozen=True, slots=True, kw_only=True)
class Hex(OnThings):
    """HEX: put a Shrub token on a Mythical Creature (RR-TERM-07)."""

    do: Literal["hex"] = "hex"
    what: Literal["mythical", "that"]
    of: Scope = LEFT_OUT

    demands = True

    def suits(self, kind: str, hexed: bool) -> bool:
        """Only an unhexed Creature that can be a shrub (NN-CARD-09)."""
        return kind == "creature" and not hexed
