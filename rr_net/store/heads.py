"""How far a journal had come, in a small file beside it: one that ends before has lost its end.

SQLite takes a damaged write-ahead log for one that ends there, and says nothing. The file has one
line: a game, how many rows of it were kept, and the hash of the last one. It is written after each
commit, before anybody is shown what that did; so a journal can be ahead of it, and never behind.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from rr_net.fairness.base.hash import short
from rr_net.fairness.base.rows import Row
from rr_net.link.command import own_command
from rr_net.store.errors import BadJournal, JournalEndsEarly
from rr_net.store.journal import Loss, Stored

HEAD = "journal.head"
LONGEST = 400
CHECK = 16
"""How many digits of its own hash end the line."""

SAVED = "journal.db-wal.damaged"
"""The write-ahead log as it was found, beside a journal that was refused."""
MEND = (
    "Put the journal of a backup back that does not end before that (`{runes} data restore`), or "
    "go on from the older end with `{runes} host --accept-loss`, which everybody at the table is "
    "told"
)
LOST_END = (
    "{path} has lost its end: {what}. Its write-ahead log (journal.db-wal) is damaged or missing, "
    "and going on would be a second course of a game that people have seen. " + MEND
)
SHORTER = "of game {gid} {kept} rows are left, of {rows} that were kept and shown"
GONE = "game {gid} is not in it, of which {rows} rows were kept and shown"
UNREADABLE = (
    "{path} is damaged, so nobody can tell whether the journal beside it has kept its end. " + MEND
)

NUMBER = "SELECT number FROM games WHERE gid = ?"
END = "SELECT coalesce(max(seq) + 1, 0) FROM rows JOIN games ON game = number WHERE gid = ?"
KEEP_LOSS = "INSERT INTO losses VALUES (?, ?, ?, ?)"
LOSSES = "SELECT gid, rows, kept, at FROM losses ORDER BY rowid"


class Head(NamedTuple):
    """How far the game had come whose row was kept last."""

    gid: str
    rows: int
    digest: str
    """The hash of the last one, hex."""


class HeadFile:
    """The file with the newest head of a data directory."""

    def __init__(self, directory: Path) -> None:
        """Nothing is opened before the first head is written."""
        self.path = directory / HEAD
        self._file = -1

    def read(self) -> Head | None:
        """What it says; None where there is no file yet. Raises BadJournal or OSError."""
        try:
            source = self.path.read_bytes()[:LONGEST]
        except FileNotFoundError:
            return None
        head = _head(source)
        if head is None and source:
            raise BadJournal(UNREADABLE.format(path=self.path, runes=own_command()))
        return head

    def line(self) -> bytes:
        """The line of the file, an empty one where there is none. Raises BadJournal or OSError."""
        head = self.read()
        return b"\n" if head is None else _line(head)

    def keep(self, gid: str, row: Row) -> None:
        """Keep that this row is the last one. Raises OSError."""
        self.write(Head(gid, row.seq + 1, row.digest()))

    def write(self, head: Head) -> None:
        """Write a head in place of the one before. Raises OSError."""
        if self._file < 0:
            self._file = os.open(self.path, os.O_WRONLY | os.O_CREAT, 0o600)
        line = _line(head)
        # In one piece and of one length: a host that is killed has written all of it or nothing.
        os.pwrite(self._file, line, 0)
        os.ftruncate(self._file, len(line))

    def hold(self, stored: Stored) -> Stored:
        """A loaded game that took the course which the head names. Raises BadJournal or OSError."""
        head = self.read()
        gid, rows = stored.manifest.gid, stored.rows
        if head is not None and head.gid == gid and rows[head.rows - 1].digest() != head.digest:
            problem = f"game {short(gid)} took another course up to row {head.rows} than was shown"
            raise BadJournal(problem)
        return stored

    def close(self) -> None:
        """Let go of the file."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def _line(head: Head) -> bytes:
    words = f"{head.gid} {head.rows:012d} {head.digest}"
    return f"{words} {_check(words)}\n".encode()


def _check(words: str) -> str:
    return hashlib.sha256(words.encode()).hexdigest()[:CHECK]


def _head(source: bytes) -> Head | None:
    with suppress(ValueError):
        gid, rows, digest, _ = source.decode("ascii").split()
        head = Head(gid, int(rows), digest)
        if source == _line(head):
            return head
    return None


def hold_to_head(db: sqlite3.Connection, file: HeadFile, journal: Path, *, accept: bool) -> bool:
    """Compare a journal with the head beside it; an older end is taken only where that is accepted.

    Whether the head has to go, once the loss is committed. Raises JournalEndsEarly or BadJournal.
    """
    try:
        head = file.read()
    except BadJournal:
        if not accept:
            raise
        _keep_loss(db, Loss("", 0, 0, int(time.time())))
        return True
    if head is None:
        return False
    kept = db.execute(END, (head.gid,)).fetchone()[0]
    if kept >= head.rows:
        return False
    if not accept:
        is_there = db.execute(NUMBER, (head.gid,)).fetchone() is not None
        words = SHORTER if is_there else GONE
        what = words.format(gid=short(head.gid), kept=kept, rows=head.rows)
        raise JournalEndsEarly(LOST_END.format(path=journal, what=what, runes=own_command()))
    _keep_loss(db, Loss(head.gid, head.rows, kept, int(time.time())))
    return True


def _keep_loss(db: sqlite3.Connection, loss: Loss) -> None:
    db.execute(KEEP_LOSS, loss)


def losses(db: sqlite3.Connection) -> tuple[Loss, ...]:
    """Every time a journal went on from an older end, the first first."""
    return tuple(Loss(*each) for each in db.execute(LOSSES))


def save_log(journal: Path) -> Path | None:
    """A second name for the write-ahead log, which SQLite throws away as it closes, if any."""
    log = journal.with_name(f"{journal.name}-wal")
    saved = journal.with_name(SAVED)
    with suppress(OSError):
        if log.stat().st_size:
            saved.unlink(missing_ok=True)
            saved.hardlink_to(log)
            return saved
    return None
