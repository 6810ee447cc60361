"""Copies of a journal that fit together, and games that are taken out of one."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from rr_net.store.file import LASTING, forbid_changes, one_commit
from rr_net.store.heads import HeadFile
from rr_net.store.journal import bundle_named_for

TEMPORARY = (".new", "-wal", "-shm", "-journal", ".damaged")
ARCHIVES = (".tar.gz", ".tgz", ".tar")
"""Former backups, which would be in every later one."""
ELSEWHERE = ("journal.", "history.", "host.log", "play.log")
"""Files that a backup makes anew, or has no use for."""
OPENED = (
    "SELECT number, gid FROM games JOIN rows ON game = number WHERE type = 'close' "
    "ORDER BY number DESC"
)
BESIDE = ("secrets", "rows", "broken_off", "successors", "hints", "sent_away", "orders", "watchers")
DELETE = "DELETE FROM {} WHERE game = ?"
RESTORED = (
    "INSERT INTO losses SELECT gid, 0, (SELECT count(*) FROM rows WHERE game = number), ? "
    "FROM games WHERE gid = ?"
)


def consistent(db: sqlite3.Connection) -> bytes:
    """A database as one file, whatever is written to it meanwhile."""
    with closing(sqlite3.connect(":memory:")) as copy:
        db.backup(copy)
        return copy.serialize()


def is_file_of_ours(name: str) -> bool:
    """Whether a file of a data directory belongs into a backup as it lies there."""
    return not name.startswith(ELSEWHERE) and not name.endswith((*TEMPORARY, *ARCHIVES))


def noted_as_restored(db: sqlite3.Connection, gids: Sequence[str]) -> None:
    """Keep that these games go on from a copy: everybody at them is told so."""
    with one_commit(db):
        db.executemany(RESTORED, [(int(time.time()), gid) for gid in gids])


def forgotten(db: sqlite3.Connection, folder: Path, keep: int) -> int:
    """Take opened games out of a journal whose bundles lie beside it; how many they were.

    The newest `keep` of the opened ones stay, and the one that the head names.
    """
    head = HeadFile(folder).read()
    last = "" if head is None else head.gid
    opened = db.execute(OPENED).fetchall()[keep:]
    old = [number for number, gid in opened
           if gid != last and (folder / bundle_named_for(gid)).exists()]  # fmt: skip
    with one_commit(db):
        for table in LASTING:
            db.execute(f"DROP TRIGGER IF EXISTS no_DELETE_of_{table}")
        for table in BESIDE:
            db.executemany(DELETE.format(table), [(number,) for number in old])
        db.executemany("DELETE FROM games WHERE number = ?", [(number,) for number in old])
        forbid_changes(db)
    db.execute("VACUUM")
    return len(old)
