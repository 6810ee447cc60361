"""Who calls."""

from __future__ import annotations

from dataclasses import dataclass, field

from rr_net.safetext import SafeText
from rr_net.ssh.keys import Fingerprint
from rr_net.ssh.roundtrip import RoundTrip


@dataclass(frozen=True, slots=True)
class Caller:
    """Who is at the other end: a proved key, and a name that is only a label."""

    fingerprint: Fingerprint
    name: SafeText
    reached: tuple[str, int] = ("", 0)
    """The address and the port of this machine that the connection came to; "" where unknown."""
    line: RoundTrip = field(default_factory=RoundTrip, compare=False)
    """How long the line to them takes there and back."""
