"""What can be wrong with a journal; every error is a `StoreError`."""

from __future__ import annotations

from rr_net.fairness.base.hash import short


class StoreError(Exception):
    """The base of every error of the journal."""


class JournalInUse(StoreError):
    """Another host has the data directory open."""


class OtherJournal(StoreError):
    """The journal was written by a version with another format."""


class BadJournal(StoreError):
    """The file is no journal, or it is damaged; it is left as it was."""


class JournalEndsEarly(StoreError):
    """Rows that were kept and shown are missing from its end; it is left as it was."""


class OpenToOthers(StoreError):
    """Other people of this machine could read the hidden cards in the file."""


class CannotStore(StoreError):
    """What was given could not be kept; nothing of it was."""


class JournalGone(CannotStore):
    """The journal's file was taken away while it was open: nothing on the disk holds its games."""


class DiskFull(CannotStore):
    """It could not be kept because the disk has no room."""


class NoSuchGame(StoreError):
    """The journal holds no game of that name."""

    def __init__(self, gid: str) -> None:
        super().__init__(f"the journal holds no game {short(gid)}")
