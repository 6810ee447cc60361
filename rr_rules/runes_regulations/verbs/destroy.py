"""The verb destroy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rr_rules.runes_regulations.events.things import OnThings
from rr_rules.runes_regulations.faces.vocabulary import LEFT_OUT, OnLawn, Scope


@dataclass(frozen=True, slots=True, kw_only=True)
class Destroy(OnThings):
    """DESTROY: from a Lawn or a Fence to its discard pile (RR-TERM-09)."""

    do: Literal["destroy"] = "destroy"
    what: Literal[OnLawn, "rune", "this", "that"]
    of: Scope = LEFT_OUT

    demands = True
    uses_up = True
