"""What players are shown of the verification of a finished game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class VerdictShown:
    """What the verification of a finished game says."""

    verified: bool | None
    """Whether it holds; None where nothing was to be checked."""
    sentence: str
    bundle: str
    """How a player fetches the bundle."""
    host_luck: bool = False
    """Whether nobody but the host's own program gave anything to any random event."""
    is_sampled: bool = False
    """Whether only a part of the slow hashes was worked out."""
    luck: str = ""
    """What holds where the host alone chose the luck, or some of it; "" elsewhere."""
    whole: str = ""
    """About how long all of the slow hashes take here, where only a part was worked out."""
