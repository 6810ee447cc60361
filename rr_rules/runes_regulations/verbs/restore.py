"""The verb restore."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rr_rules.runes_regulations.events.things import OnThings
from rr_rules.runes_regulations.faces.vocabulary import CREATURES, LEFT_OUT, Scope


@dataclass(frozen=True, slots=True, kw_only=True)
class Restore(OnThings):
    """RESTORE: take the token off; the Creature enters anew (RR-TERM-08)."""

    do: Literal["restore"] = "restore"
    what: Literal["hexed", "that"]
    of: Scope = LEFT_OUT

    demands = True

    def suits(self, kind: str, hexed: bool) -> bool:
        """Only a Hexed Creature."""
        return kind in CREATURES and hexed
