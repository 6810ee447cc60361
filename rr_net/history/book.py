"""The book of results: one SQLite file for all tables of one person, open to several at once.

The journal cannot be that file: its host has it locked, and reads it whole when it opens. Nothing
here is a secret of a game.
"""

from __future__ import annotations

import secrets
import sqlite3
import stat
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import astuple, fields, replace
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, TypeVar

from rr_net.history.results import SOMEBODY, GameResult, SeatResult
from rr_net.history.search import GameSearch, words_of

T = TypeVar("T")

NAME = "history.db"
OURS = 0x72723168
"""SQLite's application id of a book of ours."""
FORMAT = 1
PATIENCE = 5.0
"""Seconds that a writer waits for another one: every write is a short one."""

TABLES = """
CREATE TABLE IF NOT EXISTS about (salt BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS games (
    gid TEXT PRIMARY KEY, game TEXT NOT NULL, edition TEXT NOT NULL, state TEXT NOT NULL,
    reason TEXT NOT NULL, turns INTEGER NOT NULL, began INTEGER NOT NULL, ended INTEGER NOT NULL,
    seconds INTEGER NOT NULL, level TEXT NOT NULL, version TEXT NOT NULL, host_key TEXT NOT NULL,
    is_ours INTEGER NOT NULL, checked TEXT NOT NULL, problem TEXT NOT NULL,
    is_hinted INTEGER NOT NULL, is_changed INTEGER NOT NULL, is_shared INTEGER NOT NULL,
    score INTEGER NOT NULL, folder TEXT NOT NULL, words TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS seats (
    gid TEXT NOT NULL REFERENCES games, seat INTEGER NOT NULL, name TEXT NOT NULL,
    key TEXT NOT NULL, bot TEXT NOT NULL, rank INTEGER NOT NULL, won INTEGER NOT NULL,
    since INTEGER NOT NULL, looks TEXT NOT NULL, met INTEGER NOT NULL, PRIMARY KEY (gid, seat)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS ratings (
    edition TEXT NOT NULL, key TEXT NOT NULL, mu REAL NOT NULL, sigma REAL NOT NULL,
    games INTEGER NOT NULL, PRIMARY KEY (edition, key)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS people (
    key TEXT PRIMARY KEY, name TEXT NOT NULL, ended INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS forgotten (mark TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS games_by_end ON games (ended DESC, gid);
CREATE INDEX IF NOT EXISTS shared_games ON games (edition) WHERE is_shared = 1;
CREATE INDEX IF NOT EXISTS seats_by_key ON seats (key, gid);
"""
COLUMNS = tuple(each.name for each in fields(GameResult) if each.name != "seats")
"""Of a game, in the order of its fields."""
GAMES = f"SELECT {', '.join(COLUMNS)} FROM games"  # noqa: S608 - names of ours
SEATS = (
    "SELECT gid, name, key, bot, rank, won, since FROM seats WHERE gid IN ({}) ORDER BY gid, seat"
)
KEEP = (
    f"INSERT OR REPLACE INTO games ({', '.join(COLUMNS)}, words) "  # noqa: S608 - as above
    f"VALUES ({', '.join('?' * (len(COLUMNS) + 1))})"
)
HELD = "checked IN ('holds', 'sampled')"
COUNTS = f"state = 'finished' AND checked <> 'fails' AND (is_ours = 1 OR {HELD})"
"""What `GameResult.counts` says, for SQL."""
MET = """
    SELECT them.key, {1}, sum(me.rank < them.rank), sum(me.rank > them.rank),
    sum(me.rank = them.rank) {2} WHERE me.key IN ({0}) AND me.met = 1
    AND them.key NOT IN ({0}) AND them.key <> '' AND them.bot = ''
    GROUP BY them.key ORDER BY count(*) DESC, them.key
"""
NAMED_NOW = (
    "coalesce(people.name, '')",
    "FROM seats me JOIN seats them USING (gid) LEFT JOIN people ON people.key = them.key",
)
NAMED_THEN = (
    # Beside its one max(), SQLite takes the name from the row that has it.
    "them.name",
    ", max(games.ended) FROM seats me JOIN seats them USING (gid) JOIN games USING (gid)",
)
BEST = f"""
    SELECT game, edition, max(score), count(*) FROM games WHERE is_shared = 1 AND {COUNTS}
    AND gid IN (SELECT gid FROM seats WHERE key IN ({{0}})) GROUP BY edition
"""  # noqa: S608 - as above
CALLED = """
    INSERT INTO people VALUES (?, ?, ?) ON CONFLICT (key)
    DO UPDATE SET name = excluded.name, ended = excluded.ended WHERE excluded.ended >= ended
"""
AT_ONCE = 500
"""How many games' seats one statement asks for."""
BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
NO_BOOK = frozenset({sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT})
SHUT = frozenset({sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN})
"""What a folder says that cannot be written."""


class HistoryError(Exception):
    """The book of results cannot be read or written; the sentence says why."""


class Rated(NamedTuple):
    """How strong somebody is at one game."""

    edition: str
    key: str
    mu: float
    sigma: float
    """The uncertainty: two thirds of such ratings are off by less."""
    games: int
    """How many games it comes from."""


class Met(NamedTuple):
    """What came of the games of somebody against another player."""

    key: str
    name: str
    won: int
    lost: int
    drawn: int


class Best(NamedTuple):
    """The best of somebody's games that all win or lose together."""

    game: str
    edition: str
    score: int
    games: int


class HistoryBook:
    """The results of all games, in one file or in memory."""

    def __init__(self, connection: sqlite3.Connection, path: Path | None = None) -> None:
        """Use `open_book` or `book_in_memory`."""
        self._db = connection
        self._path = path

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    # --- writing ---------------------------------------------------------------------------

    def at_once(self) -> AbstractContextManager[None]:
        """A block whose reads and writes are one: no other table writes in between.

        Nothing of it is kept where it raises. Raises HistoryError.
        """
        return self._writing()

    def keep(self, *results: GameResult) -> None:
        """Keep games, each in place of what was known of it. Raises HistoryError."""
        with self._writing():
            for result in results:
                self._keep(self._without_forgotten(result))

    def note(self, gid: str, *, turns: int, ended: int, seconds: int) -> None:
        """Keep how far a game is that goes on, and that it was played so much longer."""
        with self._writing():
            self._db.execute(
                "UPDATE games SET turns = ?, ended = ?, seconds = seconds + ? "
                "WHERE gid = ? AND state = 'playing'", (turns, ended, seconds, gid),
            )  # fmt: skip

    def break_off(self, gids: Collection[str]) -> None:
        """Keep of those games that go on by this book that they were ended early."""
        with self._writing():
            self._db.executemany(
                "UPDATE games SET state = 'broken_off' WHERE gid = ? AND state = 'playing'",
                [(gid,) for gid in gids],
            )

    def mark_hinted(self, gid: str) -> None:
        """Keep that somebody was given a hint in a game."""
        with self._writing():
            self._db.execute("UPDATE games SET is_hinted = 1 WHERE gid = ?", (gid,))

    def rate(self, ratings: Sequence[Rated]) -> None:
        """Keep these ratings in place of all that there are."""
        with self._writing():
            self._db.execute("DELETE FROM ratings")
            self._db.executemany("INSERT INTO ratings VALUES (?, ?, ?, ?, ?)", ratings)

    def forget(self, key: str) -> int:
        """Leave "somebody" wherever a key sat, now and in all that is kept later; how many games.

        What stays is a mark by which the key is known again, and from which nobody can read it.
        """
        with self._writing():
            gids = [gid for (gid,) in self._db.execute(
                "SELECT DISTINCT gid FROM seats WHERE key = ?", (key,))]  # fmt: skip
            self._db.execute("INSERT OR IGNORE INTO forgotten VALUES (?)", (self._mark(key),))
            self._db.execute("DELETE FROM ratings WHERE key = ?", (key,))
            self._db.execute("DELETE FROM people WHERE key = ?", (key,))
            for result in self._with_seats(gids):
                self._keep(self._without_forgotten(result))
        with self._guarded():
            # Until then the log beside the file still has the name.
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        return len(gids)

    def _keep(self, result: GameResult) -> None:
        *values, _ = (getattr(result, name) for name in (*COLUMNS, "seats"))
        self._db.execute(KEEP, (*values, words_of(result)))
        self._db.execute("DELETE FROM seats WHERE gid = ?", (result.gid,))
        is_met = result.counts and not (result.is_shared or result.is_changed)
        self._db.executemany(
            "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (result.gid, at, *astuple(seat), seat.name.casefold(), is_met and seat.is_person)
                for at, seat in enumerate(result.seats)
            ],
        )
        self._db.executemany(
            CALLED, [(seat.key, seat.name, result.ended) for seat in result.seats if seat.key]
        )

    def _without_forgotten(self, result: GameResult) -> GameResult:
        gone = {seat.key for seat in result.seats if self._is_forgotten(seat.key)}
        seats = tuple(
            replace(seat, name=SOMEBODY, key="") if seat.key in gone else seat
            for seat in result.seats
        )
        # Who sat at the host's own terminal is known by the key of that machine.
        is_host_gone = any(key.endswith(f"@{result.host_key}") for key in gone)
        return replace(result, seats=seats, host_key="" if is_host_gone else result.host_key)

    def _is_forgotten(self, key: str) -> bool:
        found = self._db.execute("SELECT 1 FROM forgotten WHERE mark = ?", (self._mark(key),))
        return bool(key) and found.fetchone() is not None

    def _mark(self, key: str) -> str:
        (salt,) = self._db.execute("SELECT salt FROM about").fetchone()
        return sha256(salt + key.encode()).hexdigest()

    # --- reading ---------------------------------------------------------------------------

    def game(self, gid: str) -> GameResult | None:
        """What is known of one game; None for nothing."""
        return next(iter(self._read(lambda: self._with_seats([gid]))), None)

    def find(self, search: GameSearch, most: int) -> tuple[int, tuple[GameResult, ...]]:
        """How many games fit, and the first `most` of them in the order that is asked for."""
        where, values = search.where()
        return self._read(lambda: self._find(where, values, search.order, most))

    def all_finished(self) -> tuple[GameResult, ...]:
        """Every game with an outcome, by its end and then by its name."""
        query = "SELECT gid FROM games WHERE state = 'finished' ORDER BY ended, gid"
        return self._read(lambda: self._with_seats([g for (g,) in self._db.execute(query)]))

    def behind(self, folder: str) -> tuple[GameResult, ...]:
        """The games of the table of a folder of which no verdict is known, the latest first."""
        query = (
            "SELECT gid FROM games WHERE folder = ? AND is_ours = 1 AND checked = 'unchecked' "
            "ORDER BY ended DESC, gid"
        )
        found = self._db.execute
        return self._read(lambda: self._with_seats([g for (g,) in found(query, (folder,))]))

    def ratings(self, keys: Collection[str] | None = None) -> tuple[Rated, ...]:
        """How strong people are, or those with one of these keys; the strongest first."""
        query = "SELECT * FROM ratings ORDER BY edition, mu DESC, key"
        rows = self._read(lambda: self._db.execute(query).fetchall())
        return tuple(Rated(*row) for row in rows if keys is None or row[1] in keys)

    def keys_of(self, wanted: str) -> tuple[str, ...]:
        """The keys that somebody may mean by a key, or by a name as it is written."""
        query = "SELECT DISTINCT key FROM seats WHERE key <> '' AND (key = ? OR looks = ?)"
        values = (wanted, wanted.casefold())
        found = self._read(lambda: tuple(key for (key,) in self._db.execute(query, values)))
        return (wanted,) if wanted in found else found

    def names(self, keys: Collection[str]) -> dict[str, str]:
        """What the owners of these keys were called last."""
        query = f"SELECT key, name FROM people WHERE key IN ({_marks(keys)})"  # noqa: S608
        return self._read(lambda: dict(self._db.execute(query, tuple(keys)).fetchall()))

    def met(self, keys: Collection[str], *, sees_all: bool = True) -> tuple[Met, ...]:
        """Whom the owner of some keys has met, and what came of it; who was met most first.

        Without `sees_all` they are called as in the last of these games, and not as in later ones.
        """
        query = MET.format(_marks(keys), *(NAMED_NOW if sees_all else NAMED_THEN))
        rows = self._read(lambda: self._db.execute(query, (*keys, *keys)).fetchall())
        return tuple(Met(*row[: len(Met._fields)]) for row in rows)

    def best(self, keys: Collection[str]) -> tuple[Best, ...]:
        """How far the owner of some keys has come in games that all win or lose together."""
        query = BEST.format(_marks(keys))
        return self._read(lambda: tuple(Best(*r) for r in self._db.execute(query, tuple(keys))))

    def _find(
        self, where: str, values: Sequence[object], order: str, most: int
    ) -> tuple[int, tuple[GameResult, ...]]:
        (count,) = self._db.execute(f"SELECT count(*) FROM games WHERE {where}", values).fetchone()  # noqa: S608
        query = f"SELECT gid FROM games WHERE {where} ORDER BY {order} LIMIT ?"  # noqa: S608
        gids = [gid for (gid,) in self._db.execute(query, (*values, most))]
        return count, self._with_seats(gids)

    def _with_seats(self, gids: Sequence[str]) -> tuple[GameResult, ...]:
        found: dict[str, GameResult] = {}
        for at in range(0, len(gids), AT_ONCE):
            part = gids[at : at + AT_ONCE]
            seats: dict[str, list[SeatResult]] = {}
            for gid, name, key, bot, rank, won, since in self._db.execute(
                SEATS.format(_marks(part)), part
            ):
                seat = SeatResult(name, key, bot, rank, bool(won), since)
                seats.setdefault(gid, []).append(seat)
            rows = self._db.execute(f"{GAMES} WHERE gid IN ({_marks(part)})", part)
            found |= {row[0]: _result(row, seats.get(row[0], ())) for row in rows}
        return tuple(found[gid] for gid in gids if gid in found)

    # --- the file ----------------------------------------------------------------------------

    def _read(self, look: Callable[[], T]) -> T:
        with self._guarded():
            return look()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        is_inside = self._db.in_transaction
        if is_inside:
            yield  # part of a larger write, which is kept or dropped as a whole
            return
        with self._guarded():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            finally:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise _named(error, self._path) from None


def _marks(values: Collection[str]) -> str:
    return ", ".join("?" * len(values))


TRUTHS = frozenset({"is_ours", "is_hinted", "is_changed", "is_shared"})


def _result(row: Sequence[object], seats: Sequence[SeatResult]) -> GameResult:
    named = {
        name: bool(value) if name in TRUTHS else value
        for name, value in zip(COLUMNS, row, strict=True)
    }
    return GameResult(**named, seats=tuple(seats))  # type: ignore[arg-type]  # as they were kept


def book_in_memory() -> HistoryBook:
    """A book that lasts as long as the process."""
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    _begin(connection)
    return HistoryBook(connection)


def book_to_read(directory: Path) -> HistoryBook:
    """The book of a data directory, or an empty one: whoever only looks leaves nothing behind."""
    return open_book(directory) if (directory / NAME).exists() else book_in_memory()


def open_book(directory: Path) -> HistoryBook:
    """The book of a data directory, begun if there is none. Raises HistoryError.

    Where nothing can be written it is opened to be read.
    """
    path = directory / NAME
    try:
        _create(path)
    except OSError as error:
        raise HistoryError(f"{path}: {error.strerror or 'the disk refuses'}") from None
    try:
        return HistoryBook(_connected(path), path)
    except sqlite3.Error as error:
        # What stands in a log beside it would be passed over.
        if _code(error) in SHUT and not path.with_name(f"{path.name}-wal").exists():
            with suppress(sqlite3.Error):
                return HistoryBook(_connected(path, "?immutable=1"), path)
        raise _named(error, path) from None


def _connected(path: Path, how: str = "") -> sqlite3.Connection:
    # One thread after the other uses it, never two at once.
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}{how}", uri=True, isolation_level=None, timeout=PATIENCE,
        check_same_thread=False,
    )  # fmt: skip
    try:
        _begin(connection)
    except (sqlite3.Error, HistoryError):
        connection.close()
        raise
    return connection


def _create(path: Path) -> None:
    # As the journal's file is begun: asked of its package, all of that would be loaded for a list.
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileExistsError):
        path.touch(0o600, exist_ok=False)
    # Not opened to look: closing it again would drop the locks this process holds on it.
    mode = path.lstat().st_mode
    if not stat.S_ISREG(mode) or stat.S_IMODE(mode) & 0o077:
        raise HistoryError(f"{path} is not a file for its owner alone: chmod 600 it")


def _begin(connection: sqlite3.Connection) -> None:
    found = connection.execute("PRAGMA application_id").fetchone()[0]
    is_new = connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is None
    if not is_new and found != OURS:
        raise HistoryError("the book of results belongs to another program. It was left as it is")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if not is_new and version != FORMAT:
        problem = f"the book of results is in format {version}: this version reads {FORMAT}"
        raise HistoryError(f"{problem}. Move it away to begin anew")
    # Forgotten names are overwritten, and not only let go of.
    connection.execute("PRAGMA secure_delete = ON")
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("PRAGMA synchronous = NORMAL")
    if is_new:
        _begin_schema(connection)


def _begin_schema(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA journal_mode = WAL").fetchone()
    connection.execute("BEGIN IMMEDIATE")
    for statement in TABLES.split(";"):
        connection.execute(statement)
    # Another process may have begun it meanwhile.
    connection.execute(
        "INSERT INTO about SELECT ? WHERE NOT EXISTS (SELECT 1 FROM about)",
        (secrets.token_bytes(16),),
    )
    connection.execute(f"PRAGMA application_id = {OURS}")
    connection.execute(f"PRAGMA user_version = {FORMAT}")
    connection.execute("COMMIT")


def _code(error: sqlite3.Error) -> int:
    return int(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)) & 0xFF


def _named(error: sqlite3.Error, path: Path | None) -> HistoryError:
    where = path or "the book of results"
    code = _code(error)
    if code in BUSY:
        return HistoryError(f"{where} is being written by another table: try again")
    if code in NO_BOOK:
        return HistoryError(f"{where} is no book of results, or damaged: {error}. It was left")
    if code in SHUT:
        return HistoryError(f"{where} cannot be written: it was left as it is")
    return HistoryError(f"{where}: {error}")
