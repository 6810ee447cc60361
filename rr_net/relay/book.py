"""What a relay remembers: which key has which name, and who is not wanted. One SQLite file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rr_net.relay.rules import CannotKeep, Pinned

FILE = "relay.db"
VERSION = 1
_TABLES = """
    create table if not exists names (
        name text primary key, key blob not null, first integer not null, seen integer not null
    ) strict;
    create index if not exists names_first on names (first);
    create table if not exists bans (what text primary key, at integer not null) strict;
"""


class SqliteBook:
    """The names and the bans of one relay. No address is ever written into it."""

    def __init__(self, folder: Path | None) -> None:
        """Opens the file in a folder, or a book in memory. Raises CannotKeep."""
        place = ":memory:" if folder is None else str(folder / FILE)
        self._place = place
        with self._told():
            self._file = sqlite3.connect(place, isolation_level=None)
            self._file.execute("pragma journal_mode=wal")
            self._file.execute("pragma synchronous=normal")
            self._check_version(place)
            self._file.executescript(_TABLES)

    @contextmanager
    def _told(self) -> Iterator[None]:
        """What SQLite complains of, in words. Raises CannotKeep."""
        try:
            yield
        except sqlite3.Error as error:
            raise CannotKeep(f"cannot use {self._place}: {error}") from None

    def _do(self, statement: str, *given: object) -> sqlite3.Cursor:
        with self._told():
            return self._file.execute(statement, given)

    def _rows(self, statement: str, *given: object) -> list[tuple[Any, ...]]:
        with self._told():
            return self._file.execute(statement, given).fetchall()

    def _check_version(self, place: str) -> None:
        [found] = self._file.execute("pragma user_version").fetchone()
        if found > VERSION:
            raise CannotKeep(f"{place} is of a newer version: expected {VERSION}, got {found}")
        self._file.execute(f"pragma user_version={VERSION}")

    def close(self) -> None:
        """Closes the file."""
        self._file.close()

    def owner(self, name: str) -> Pinned | None:
        """Whose a name is."""
        rows = self._rows("select key, seen from names where name = ?", name)
        return Pinned(*rows[0]) if rows else None

    def pin(self, name: str, key: bytes, now: int) -> None:
        """Gives a name to a key, or notes that it was here again."""
        self._do(
            "insert into names values (?1, ?2, ?3, ?3) on conflict (name) do update set"
            " first = iif(key = excluded.key, first, excluded.first),"
            " key = excluded.key, seen = excluded.seen",
            name, key, now,
        )  # fmt: skip

    def new_since(self, moment: int) -> int:
        """How many names were pinned for the first time since then."""
        [(found,)] = self._rows("select count(*) from names where first > ?", moment)
        return int(found)

    def forget_before(self, moment: int) -> int:
        """Forgets friendly names that have not come since then; how many."""
        # One that certifies itself is pinned for good: eighty bits are enough only while the
        # whole key of the first who came is known.
        lapsed = "delete from names where seen < ? and instr(name, '-') = 0"
        return self._do(lapsed, moment).rowcount

    def ban(self, what: str, now: int) -> None:
        """A name, or the fingerprint of a key, is not wanted from now on."""
        self._do("insert or replace into bans values (?, ?)", what, now)

    def unban(self, what: str) -> bool:
        """It is wanted again; whether it was not before."""
        return self._do("delete from bans where what = ?", what).rowcount > 0

    def bans(self) -> list[str]:
        """Everything that is not wanted."""
        return [what for (what,) in self._rows("select what from bans order by at")]

    def is_banned(self, what: str) -> bool:
        """Whether a name, or the fingerprint of a key, is not wanted here."""
        return bool(self._rows("select 1 from bans where what = ?", what))
