"""What can be wrong with the SSH side of a host; every error is an `SshError`."""

from __future__ import annotations


class SshError(Exception):
    """The base of the errors of `rr_net.ssh`."""


class BadHostKey(SshError):
    """The host key's file cannot be used: unreadable, of another kind, or open to others."""


class CannotListen(SshError):
    """The address and port cannot be listened on: taken, forbidden or not of this machine."""


class LineTooLong(SshError):
    """A line was longer than a session may send; the rest of it has been dropped."""
