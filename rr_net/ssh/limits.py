"""The numbers that bound what a stranger may cost the host."""

from __future__ import annotations

from dataclasses import dataclass


class SshError(Exception):
    """The base of the errors of `rr_net.ssh`."""


class BadHostKey(SshError):
    """The host key's file cannot be used: unreadable, of another kind, or open to others."""


class CannotListen(SshError):
    """The address and port cannot be listened on: taken, forbidden or not of this machine."""


class LineTooLong(SshError):
    """A line was longer than a session may send; the rest of it has been dropped."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one connection, one source and all of them together may ask of the host."""

    # Before a key is proved.
    key_tries: int = 6
    auth_requests: int = 32
    # As OpenSSH: somebody may be comparing a fingerprint.
    login_seconds: float = 120
    # But after so many its place is somebody else's, where there is no other.
    unhurried_seconds: float = 15
    waiting: int = 64
    waiting_per_source: int = 10
    arrivals: int = 10
    arrival_seconds: float = 60
    # How many more may show a key that was let in before, where that many have come.
    pressing: int = 60
    # Everybody behind `ssh -R` arrives from loopback: such a source counts as this many.
    loopback_share: int = 6
    # How many connections each user name and each key there may open in those seconds.
    arrivals_each: int = 20

    # Afterwards.
    # A hundred boards that are watched and typed at fill a core; more would wait for their keys.
    connections: int = 128
    # The last of them are for keys that were let in before.
    kept_for_known: int = 32
    connections_per_source: int = 32
    sessions: int = 2
    # How many may be opened one after another: an interface is costly to start.
    openings: int = 10
    opening_seconds: float = 2
    without_session_seconds: float = 30
    keepalive_seconds: float = 20
    keepalive_count: int = 3
    age_seconds: float = 12 * 3600
    idle_seconds: float = 600

    # What goes in and out of a session.
    input_rate: int = 64_000
    input_burst: int = 262_144
    line_bytes: int = 16_384
    output_high_water: int = 65_536
    output_ceiling: int = 1_048_576
    congested_seconds: float = 60
    closing_seconds: float = 4
