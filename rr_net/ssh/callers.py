"""Who calls."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from rr_net.safetext import SafeText
from rr_net.ssh.keys import Fingerprint
from rr_net.ssh.roundtrip import RoundTrip


class Reached(NamedTuple):
    """Where a connection came to, as whoever made it can go there again."""

    address: str = ""
    """An address of this machine, or a name at a relay; "" where unknown."""
    port: int = 0
    relay: str = ""
    """The relay that it came through, as ssh -J takes it."""


NOWHERE = Reached()


@dataclass(frozen=True, slots=True)
class Caller:
    """Who is at the other end: a proved key, and a name that is only a label."""

    fingerprint: Fingerprint
    name: SafeText
    reached: Reached = NOWHERE
    line: RoundTrip = field(default_factory=RoundTrip, compare=False)
    """How long the line to them takes there and back."""
