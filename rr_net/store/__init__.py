"""The journal: every row of every game, on the disk before anybody sees what it did."""

from rr_net.store.errors import (
    BadJournal,
    CannotStore,
    DiskFull,
    JournalEndsEarly,
    JournalGone,
    JournalInUse,
    NoSuchGame,
    OpenToOthers,
    OtherJournal,
    StoreError,
)
from rr_net.store.file import is_in_use
from rr_net.store.journal import (
    FiledOrders,
    Journal,
    KeyBook,
    KnownKey,
    Loss,
    MemoryJournal,
    SentAway,
    Stored,
    Successor,
)
from rr_net.store.sqlite import SqliteJournal

__all__ = [
    "BadJournal",
    "CannotStore",
    "DiskFull",
    "FiledOrders",
    "Journal",
    "JournalEndsEarly",
    "JournalGone",
    "JournalInUse",
    "KeyBook",
    "KnownKey",
    "Loss",
    "MemoryJournal",
    "NoSuchGame",
    "OpenToOthers",
    "OtherJournal",
    "SentAway",
    "SqliteJournal",
    "StoreError",
    "Stored",
    "Successor",
    "is_in_use",
]
