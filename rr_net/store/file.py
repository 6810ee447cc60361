"""The journal's file: created for its owner alone, locked, of a known format, and sound.

SQLite in WAL mode with `synchronous=FULL`: what is committed survives the process and the machine.
The lock is SQLite's own exclusive one, which the system drops when the process dies.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

from rr_net.safetext import clean
from rr_net.store.errors import (
    BadJournal,
    CannotStore,
    DiskFull,
    JournalInUse,
    OpenToOthers,
    OtherJournal,
    StoreError,
)
from rr_net.store.heads import HeadFile, hold_to_head, save_log
from rr_rules import __version__

NAME, LOG = "journal.db", "journal.db-wal"
OURS = 0x72723172
"""SQLite's application id of a journal of ours."""
FORMAT = 3
"""The number of the schema below; another number is another version's journal."""

TABLES = {
    "about": "version TEXT NOT NULL",
    "games": "number INTEGER PRIMARY KEY, gid TEXT NOT NULL UNIQUE, manifest BLOB NOT NULL",
    # Apart from the rows: what shows somebody a row can never show the secret with it.
    "secrets": "game INTEGER PRIMARY KEY REFERENCES games, secret BLOB NOT NULL",
    "rows": """
        game INTEGER NOT NULL REFERENCES games, seq INTEGER NOT NULL, type TEXT NOT NULL,
        public BLOB NOT NULL, body BLOB, PRIMARY KEY (game, seq)
    """,
    "broken_off": "game INTEGER PRIMARY KEY REFERENCES games",
    # What a record has no row for: it is the host's word.
    "successors": """
        game INTEGER NOT NULL REFERENCES games, seat INTEGER NOT NULL, key TEXT NOT NULL,
        name TEXT NOT NULL, turn INTEGER NOT NULL, UNIQUE (game, seat), UNIQUE (game, key)
    """,
    # Who was given a hint, and in which turn first: such a game changes no rating.
    "hints": """
        game INTEGER NOT NULL REFERENCES games, seat INTEGER NOT NULL, turn INTEGER NOT NULL,
        UNIQUE (game, seat)
    """,
    # Who was sent away, with what their seat could see until then: the rows know of neither.
    "sent_away": """
        game INTEGER NOT NULL REFERENCES games, key TEXT NOT NULL, receipts BLOB NOT NULL,
        UNIQUE (game, key)
    """,
    "orders": """
        game INTEGER NOT NULL REFERENCES games, seat INTEGER NOT NULL, turn INTEGER NOT NULL,
        source BLOB NOT NULL, PRIMARY KEY (game, seat)
    """,
    "people": """
        key TEXT PRIMARY KEY, name TEXT NOT NULL, profile TEXT NOT NULL, banned INTEGER NOT NULL,
        wrong_tries INTEGER NOT NULL, parked_until INTEGER NOT NULL
    """,
    # A table of its own: journals of this format had the one above before.
    "codes": "key TEXT PRIMARY KEY, gave TEXT NOT NULL",
    # Whose name of the table above is their own: they were let in under it.
    "guests": "key TEXT PRIMARY KEY",
    # The kinds of windows that a key always holds, one after the other.
    "holds": "key TEXT PRIMARY KEY, kinds TEXT NOT NULL",
    "invites": """
        mark TEXT PRIMARY KEY, name TEXT NOT NULL, inviter TEXT NOT NULL, ends INTEGER NOT NULL,
        code TEXT NOT NULL, key TEXT NOT NULL, is_closed INTEGER NOT NULL
    """,
    # Common codes that were given up when somebody was sent away, by their marks.
    "codes_given_up": "mark TEXT PRIMARY KEY",
    # Each time that the host went on from an older end than people had seen (heads.py).
    "losses": """
        gid TEXT NOT NULL, rows INTEGER NOT NULL, kept INTEGER NOT NULL, at INTEGER NOT NULL
    """,
    # Who was at a game without a seat in it: its bundle is for them too.
    "watchers": """
        game INTEGER NOT NULL REFERENCES games, key TEXT NOT NULL, PRIMARY KEY (game, key)
    """,
}
LASTING = ("games", "secrets", "rows", "broken_off", "successors", "hints", "sent_away", "losses")
"""The tables that can be added to and never changed, whatever a fault of ours tries."""


FULL = "{} cannot be written: the disk is full"


def open_file(directory: Path, head: HeadFile, *, accept_loss: bool = False) -> sqlite3.Connection:
    """The locked journal of a data directory, begun if there is none.

    One that ends before its `head` is only opened where that loss is accepted, and keeps it then.
    Raises JournalInUse, OtherJournal, BadJournal, JournalEndsEarly, OpenToOthers or CannotStore.
    """
    path = directory / NAME
    with ExitStack() as stack:
        with translated(path):
            _create(path)
            connection = sqlite3.connect(path, isolation_level=None, timeout=0)
            stack.callback(connection.close)
            _lock(connection)
            log = save_log(path)
            _check(connection, path)
            _begin_schema(connection)
            is_over = hold_to_head(connection, head, path, accept=accept_loss)
            connection.execute("COMMIT")
            if is_over:
                head.path.unlink()
            if log is not None:
                log.unlink()
            _write_ahead(connection, path)
        stack.pop_all()
    return connection


def is_in_use(directory: Path) -> bool:
    """Whether a host has the journal of a data directory open; nothing is written or locked."""
    place = f"{(directory / NAME).absolute().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(place, uri=True, isolation_level=None, timeout=0)) as journal:
            journal.execute("SELECT name FROM sqlite_schema LIMIT 1").fetchone()
    except sqlite3.Error as error:
        return _is_locked(error)
    return False


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Raise what SQLite and the system complain of as the journal's own errors."""
    try:
        yield
    except sqlite3.Error as error:
        raise _named(error, path) from None
    except UnicodeDecodeError:
        # The words of an error of SQLite's quote what is damaged, as text.
        raise BadJournal(f"{path} is damaged. It was left as it is") from None
    except OSError as error:
        if error.errno in {errno.ENOSPC, errno.EDQUOT}:
            raise DiskFull(FULL.format(path)) from None
        raise CannotStore(f"{path}: {error.strerror or 'the disk refuses'}") from None


@contextmanager
def one_commit(connection: sqlite3.Connection) -> Iterator[None]:
    """Keep all of several statements, or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _named(error: sqlite3.Error, path: Path) -> StoreError:
    if _is_locked(error):
        return JournalInUse(f"{path} is in use: another host runs on this data directory")
    code = _code(error)
    if code in {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}:
        return BadJournal(f"{path} is no journal, or damaged: {error}. It was left as it is")
    if code == sqlite3.SQLITE_FULL:
        return DiskFull(FULL.format(path))
    return CannotStore(f"{path}: {error}")


def _is_locked(error: sqlite3.Error) -> bool:
    return _code(error) in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


def _code(error: sqlite3.Error) -> int:
    # Some errors are the module's own and carry no code of the library.
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF


def mode_of_own(path: Path) -> int:
    """The mode of a file that its owner alone is to read, begun as an empty one if there is none.

    Raises OSError.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    # Not opened to look: closing it again would drop the locks this process holds on it.
    return path.lstat().st_mode


def _create(path: Path) -> None:
    mode = mode_of_own(path)
    if not stat.S_ISREG(mode):
        raise BadJournal(f"{path} is no file: expected a journal")
    if stat.S_IMODE(mode) & 0o077:
        problem = f"{path} has mode {stat.S_IMODE(mode):o}: expected 600, for its owner alone"
        raise OpenToOthers(problem)


def _lock(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    connection.execute("PRAGMA synchronous = FULL")
    # On a Mac a write is on the disk only after this; elsewhere it changes nothing.
    connection.execute("PRAGMA fullfsync = ON")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("BEGIN EXCLUSIVE")


def _check(connection: sqlite3.Connection, path: Path) -> None:
    """Whether the file is empty or a sound journal of this format."""
    if _is_empty(connection):
        return
    if _pragma(connection, "application_id") != OURS:
        raise BadJournal(f"{path} belongs to another program. It was left as it is")
    found = _pragma(connection, "user_version")
    if found != FORMAT:
        problem = (
            f"{path} is in format {found}, written by version {_writer(connection)}: "
            f"this is version {__version__}, which reads format {FORMAT}. "
            "Finish its game with that version, or move the file away to begin anew"
        )
        raise OtherJournal(problem)
    verdict = _pragma(connection, "integrity_check(1)")
    if verdict != "ok":
        raise BadJournal(f"{path} is damaged: {verdict}. It was left as it is")


def _begin_schema(connection: sqlite3.Connection) -> None:
    is_new = _is_empty(connection)
    # A journal of this format may come from a version that knew of fewer things to keep.
    for table, columns in TABLES.items():
        connection.execute(f"CREATE TABLE IF NOT EXISTS {table} ({columns})")
    forbid_changes(connection)
    if not is_new:
        return
    connection.execute("INSERT INTO about VALUES (?)", (__version__,))
    connection.execute(f"PRAGMA application_id = {OURS}")
    connection.execute(f"PRAGMA user_version = {FORMAT}")


def forbid_changes(connection: sqlite3.Connection) -> None:
    """Has the tables refuse it that are never changed."""
    for table in LASTING:
        for verb in ("UPDATE", "DELETE"):
            connection.execute(
                f"CREATE TRIGGER IF NOT EXISTS no_{verb}_of_{table} BEFORE {verb} ON {table} "
                "BEGIN SELECT RAISE(ABORT, 'a journal can only be added to'); END"
            )


def _write_ahead(connection: sqlite3.Connection, path: Path) -> None:
    mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
    if mode != "wal":
        raise CannotStore(f"{path}: the disk allows journal mode {mode}: expected wal")


def _is_empty(connection: sqlite3.Connection) -> bool:
    return connection.execute("SELECT * FROM sqlite_master LIMIT 1").fetchone() is None


def _pragma(connection: sqlite3.Connection, name: str) -> object:
    return connection.execute(f"PRAGMA {name}").fetchone()[0]


def _writer(connection: sqlite3.Connection) -> str:
    """The version that wrote a journal whose format is not ours: it may lack the table."""
    try:
        return clean(str(connection.execute("SELECT version FROM about").fetchone()[0]), 40)
    except (sqlite3.Error, TypeError):
        return "unknown"
