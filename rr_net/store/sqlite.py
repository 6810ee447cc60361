"""A journal in a data directory: one commit a row, made in one worker thread and awaited."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import astuple
from functools import partial
from pathlib import Path
from typing import TypeVar

from rr_net.fairness.base.errors import FairnessError
from rr_net.fairness.base.hash import short
from rr_net.fairness.base.manifest import Manifest, read_manifest
from rr_net.fairness.base.parts import read_canonical
from rr_net.fairness.base.rows import CheckpointRow, OpenRow, Row, body_of, is_sealed, read_row
from rr_net.fairness.base.secret import LENGTH, Secret
from rr_net.guests.invites import Invite
from rr_net.store.copies import consistent
from rr_net.store.errors import BadJournal, JournalGone, NoSuchGame
from rr_net.store.file import NAME, one_commit, open_file, translated
from rr_net.store.heads import HeadFile, losses
from rr_net.store.journal import (
    BUNDLE,
    FiledOrders,
    KnownKey,
    Loss,
    SentAway,
    Stored,
    Successor,
    bundle_named_for,
    since_the_last,
)
from rr_rules.kernel.transcript import canonical

T = TypeVar("T")

NOT_OPEN = (
    "SELECT gid FROM games WHERE NOT EXISTS "
    "(SELECT 1 FROM rows WHERE game = number AND type = 'close') AND {} ORDER BY number DESC"
)
UNFINISHED = NOT_OPEN.format("number NOT IN (SELECT game FROM broken_off)")
UNOPENED = NOT_OPEN.format(
    "EXISTS (SELECT 1 FROM rows WHERE game = number AND type IN ('freeze', 'shuffle', 'roll'))"
)
LAST_OPENED = (
    "SELECT gid FROM games JOIN rows ON game = number WHERE type = 'close' "
    "ORDER BY number DESC LIMIT 5"
)
BEGUN = "SELECT manifest FROM games ORDER BY number DESC LIMIT 30"
BREAK_OFF = "INSERT OR IGNORE INTO broken_off SELECT number FROM games WHERE gid = ?"
GAME = "SELECT number, manifest, secret FROM games JOIN secrets ON game = number WHERE gid = ?"
ROWS = "SELECT public, body FROM rows WHERE game = ? ORDER BY seq"
ADD_ROW = "INSERT INTO rows SELECT number, ?, ?, ?, ? FROM games WHERE gid = ?"
SEAT = "INSERT INTO successors SELECT number, ?, ?, ?, ? FROM games WHERE gid = ?"
SUCCESSORS = (
    "SELECT seat, key, name, turn FROM successors JOIN games ON game = number WHERE gid = ? "
    "ORDER BY successors.rowid"
)
HINT = "INSERT OR IGNORE INTO hints SELECT number, ?, ? FROM games WHERE gid = ?"
HINTED = "SELECT seat FROM hints JOIN games ON game = number WHERE gid = ? ORDER BY hints.rowid"
SEND_AWAY = "INSERT OR IGNORE INTO sent_away SELECT number, ?, ? FROM games WHERE gid = ?"
SENT_AWAY = (
    "SELECT key, receipts FROM sent_away JOIN games ON game = number WHERE gid = ? "
    "ORDER BY sent_away.rowid"
)
FILE_ORDERS = "INSERT OR REPLACE INTO orders SELECT number, ?, ?, ? FROM games WHERE gid = ?"
FILED_ORDERS = "SELECT seat, turn, source FROM orders JOIN games ON game = number WHERE gid = ?"
IS_GAME = "SELECT 1 FROM games WHERE gid = ?"
KNOWN = (
    "SELECT people.key, name, profile, banned, wrong_tries, parked_until, coalesce(gave, ''), "
    "guests.key IS NOT NULL, coalesce(kinds, '') FROM people LEFT JOIN codes USING (key) "
    "LEFT JOIN holds USING (key) LEFT JOIN guests ON guests.key = people.key WHERE people.key = ?"
)
REMEMBER = "INSERT OR REPLACE INTO people VALUES (?, ?, ?, ?, ?, ?)"
REMEMBER_HOLDS = "INSERT OR REPLACE INTO holds VALUES (?, ?)"
REMEMBER_CODE = "INSERT OR REPLACE INTO codes VALUES (?, ?)"
NO_GUEST = "DELETE FROM guests WHERE key = ?"
GUEST = "INSERT INTO guests VALUES (?)"
GUESTS = "SELECT key, name FROM people JOIN guests USING (key) ORDER BY people.rowid"
INVITES = "SELECT mark, name, inviter, ends, code, key, is_closed FROM invites ORDER BY rowid"
KEEP_INVITE = (
    "INSERT INTO invites VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (mark) DO UPDATE SET "
    "code = excluded.code, key = excluded.key, is_closed = excluded.is_closed"
)
GIVE_UP_CODE = "INSERT OR IGNORE INTO codes_given_up VALUES (?)"
IS_GIVEN_UP = "SELECT 1 FROM codes_given_up WHERE mark = ?"
SAW = "INSERT OR IGNORE INTO watchers SELECT number, ? FROM games WHERE gid = ?"
SEEN_BY = "SELECT key FROM watchers JOIN games ON game = number WHERE gid = ?"


TAKEN_AWAY = "{} was deleted or moved while the table was open: its games are not kept any more"


class SqliteJournal:
    """A journal that outlives its host, however the host ends."""

    def __init__(
        self,
        directory: Path,
        worker: ThreadPoolExecutor,
        connection: sqlite3.Connection,
        head: HeadFile,
    ) -> None:
        """Use `open`: the connection belongs to the worker's one thread."""
        self._head = head
        self._identity = _identity(directory / NAME)
        self._directory = directory
        self._worker = worker
        self.games = 0
        """How many were begun since it was opened."""
        self.jobs, self.seconds = 0, 0.0
        """How much was asked of it, and how long that has taken, waiting and all."""
        self._connection = connection

    @classmethod
    async def open(cls, directory: Path, *, accept_loss: bool = False) -> SqliteJournal:
        """The locked journal of a data directory, begun if there is none.

        Where it has lost its end it is opened only if that is accepted.
        Raises a StoreError.
        """
        head = HeadFile(directory)
        job = partial(open_file, directory, head, accept_loss=accept_loss)
        with ExitStack() as stack:
            worker = ThreadPoolExecutor(1, "journal")
            stack.callback(worker.shutdown)
            connection = await asyncio.get_running_loop().run_in_executor(worker, job)
            stack.pop_all()
        return cls(directory, worker, connection, head)

    async def begin(self, manifest: Manifest, secret: Secret, opening: OpenRow) -> None:
        """Keep a new game, its secret and its first row, in one commit."""
        await self._keep_rows(manifest.gid, [opening],
                              lambda db: _begin(db, manifest, secret, opening))  # fmt: skip
        self.games += 1

    async def append(self, gid: str, rows: Sequence[Row]) -> None:
        """Keep the next rows of a game, in one commit."""
        await self._keep_rows(gid, rows, lambda db: _add_rows(db, gid, rows))

    async def seat(self, gid: str, successor: Successor) -> None:
        """Keep who has a bot's seat from now on."""
        await self.run(lambda db: _seat(db, gid, successor))

    async def successors(self, gid: str) -> tuple[Successor, ...]:
        """Who has taken a bot's seat in a game, the first first."""
        found = await self.run(lambda db: db.execute(SUCCESSORS, (gid,)).fetchall())
        return tuple(Successor(*each) for each in found)

    async def hint(self, gid: str, seat: int, turn: int) -> None:
        """Keep that a seat was given a hint."""
        await self.run(lambda db: _add_to_game(db, gid, HINT, (seat, turn)))

    async def hinted(self, gid: str) -> tuple[int, ...]:
        """The seats that were given hints in a game, the first first."""
        found = await self.run(lambda db: db.execute(HINTED, (gid,)).fetchall())
        return tuple(seat for (seat,) in found)

    async def send_away(self, gid: str, away: SentAway) -> None:
        """Keep who has lost the seat in a game."""
        await self.run(lambda db: _add_to_game(db, gid, SEND_AWAY, away))

    async def sent_away(self, gid: str) -> tuple[SentAway, ...]:
        """Who has lost the seat in a game, the first first."""
        found = await self.run(lambda db: db.execute(SENT_AWAY, (gid,)).fetchall())
        return tuple(SentAway(*each) for each in found)

    async def file_orders(self, gid: str, filed: FiledOrders) -> None:
        """Keep the orders of a seat in place of those before."""
        await self.run(lambda db: _add_to_game(db, gid, FILE_ORDERS, filed))

    async def filed_orders(self, gid: str) -> tuple[FiledOrders, ...]:
        """The orders of each seat that has filed any or taken them back."""
        found = await self.run(lambda db: db.execute(FILED_ORDERS, (gid,)).fetchall())
        return tuple(FiledOrders(*each) for each in found)

    async def break_off(self, gid: str) -> None:
        """Remember that a game is not to be taken up again."""
        await self.run(lambda db: _break_off(db, gid))

    async def unfinished(self) -> tuple[str, ...]:
        """The games that can be taken up again, the latest first."""
        return await self._games(UNFINISHED)

    async def unopened(self) -> tuple[str, ...]:
        """The games that were dealt and whose secret is not open, the latest first.

        One that is lost from the journal is among them: nobody can open it any more.
        """
        lost = dict.fromkeys(each.gid for each in await self.losses() if not each.kept)
        unopened = await self._games(UNOPENED)
        return (*unopened, *(gid for gid in lost if gid and gid not in unopened))

    async def begun(self) -> tuple[Manifest, ...]:
        """The manifests of the last games that were begun, the latest first."""
        found = await self.run(lambda db: db.execute(BEGUN).fetchall())
        return tuple(_readable(source for (source,) in found))

    async def _games(self, query: str) -> tuple[str, ...]:
        found = await self.run(lambda db: db.execute(query).fetchall())
        return tuple(gid for (gid,) in found)

    async def losses(self) -> tuple[Loss, ...]:
        """Every time it went on from an older end, the first first."""
        return await self.run(losses)

    async def load(self, gid: str) -> Stored:
        """A game as far as it was kept, every row in its canonical form."""
        return await self.run(lambda db: self._head.hold(_load(db, gid)))

    async def keep_bundle(self, gid: str, source: bytes) -> Path | None:
        """Write `bundle.json`, and a copy that the next game does not replace."""
        return await self.run(lambda db: _write_bundle(self._directory, gid, source))

    async def unbundled(self) -> tuple[str, ...]:
        """The games that were opened since the last one of which a bundle is kept."""
        closed = (await self._games(LAST_OPENED))[::-1]
        return since_the_last(
            closed, lambda gid: (self._directory / bundle_named_for(gid)).exists()
        )

    async def keep_album(self, name: str, content: bytes) -> None:
        """Write a file of that name."""
        await self.run(lambda db: _write_file(self._directory / name, content))

    async def known(self, key: str) -> KnownKey | None:
        """What is remembered of a key."""
        found = await self.run(lambda db: db.execute(KNOWN, (key,)).fetchone())
        if found is None:
            return None
        fingerprint, name, profile, banned, tries, until, gave, guest, kinds = found
        holds = tuple(kinds.split())
        is_guest = bool(guest)
        return KnownKey(
            fingerprint, name, profile, bool(banned), tries, until, gave, is_guest, holds
        )

    async def remember(self, known: KnownKey) -> None:
        """Remember a key, in place of what was known of it."""
        await self.run(lambda db: _remember(db, known))

    async def guests(self) -> tuple[tuple[str, str], ...]:
        """Every key that has a name of its own, with that name."""
        return tuple(await self.run(lambda db: db.execute(GUESTS).fetchall()))

    async def invites(self) -> tuple[Invite, ...]:
        """Every invite by name, the first first."""
        found = await self.run(lambda db: db.execute(INVITES).fetchall())
        return tuple(Invite(m, n, by, e, c, k, bool(closed)) for m, n, by, e, c, k, closed in found)

    async def keep_invites(self, invites: Sequence[Invite]) -> None:
        """Keep invites, each in place of the one of its mark."""
        await self.run(lambda db: _keep_invites(db, invites))

    async def give_up_code(self, mark: str) -> None:
        """Remember that a common code is never to be used again."""
        await self.run(lambda db: db.execute(GIVE_UP_CODE, (mark,)))

    async def is_given_up(self, mark: str) -> bool:
        """Whether a common code was given up."""
        return await self.run(lambda db: db.execute(IS_GIVEN_UP, (mark,)).fetchone()) is not None

    async def saw(self, gid: str, keys: Collection[str]) -> None:
        """Keep who was there at a game besides its players."""
        await self.run(lambda db: _saw(db, gid, keys))

    async def seen_by(self, gid: str) -> frozenset[str]:
        """The keys that were there at a game."""
        found = await self.run(lambda db: db.execute(SEEN_BY, (gid,)).fetchall())
        return frozenset(key for (key,) in found)

    async def copy(self) -> bytes:
        """The whole journal as one file that can be kept; before it, a line with its head."""
        return await self.run(lambda db: self._head.line() + consistent(db))

    async def make_sure(self) -> None:
        """Raise JournalGone where the file was taken away."""
        await self.run(lambda db: self._look())

    def _look(self) -> None:
        # A file that was deleted can still be written to: it only is in no folder any more.
        if _identity(self._directory / NAME) != self._identity:
            raise JournalGone(TAKEN_AWAY.format(self._directory / NAME))

    async def close(self) -> None:
        """Let go of the file, when all that was asked before is done."""
        await self.run(sqlite3.Connection.close)
        self._head.close()
        self._worker.shutdown()

    async def run(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """What a job on the journal's own connection returns; jobs run one after the other.

        Raises a StoreError for what SQLite refuses.
        """
        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            return await loop.run_in_executor(self._worker, self._guarded, job)
        finally:
            self.jobs, self.seconds = self.jobs + 1, self.seconds + loop.time() - began

    async def _keep_rows(
        self, gid: str, rows: Sequence[Row], job: Callable[[sqlite3.Connection], None]
    ) -> None:
        """Keep rows, then how far the game has come by them, then what was signed for good."""

        def keep(db: sqlite3.Connection) -> None:
            self._look()
            job(db)
            if rows:
                self._head.keep(gid, rows[-1])
            if any(isinstance(row, CheckpointRow) for row in rows):
                # What is signed does not wait in the log, where one bad bit ends all that follows.
                with suppress(sqlite3.Error):
                    db.execute("PRAGMA wal_checkpoint(PASSIVE)")

        await self.run(keep)

    def _guarded(self, job: Callable[[sqlite3.Connection], T]) -> T:
        with translated(self._directory / NAME):
            return job(self._connection)


def _identity(path: Path) -> tuple[int, int] | None:
    """Which file a name stands for; None where it stands for none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _begin(db: sqlite3.Connection, manifest: Manifest, secret: Secret, opening: OpenRow) -> None:
    with one_commit(db):
        added = db.execute(
            "INSERT INTO games (gid, manifest) VALUES (?, ?)",
            (manifest.gid, canonical(manifest.plain())),
        )
        db.execute("INSERT INTO secrets VALUES (?, ?)", (added.lastrowid, secret.reveal()))
        _add_row(db, manifest.gid, opening)


def _remember(db: sqlite3.Connection, known: KnownKey) -> None:
    with one_commit(db):
        db.execute(REMEMBER, (known.key, known.name, known.profile, known.banned,
                              known.wrong_tries, known.parked_until))  # fmt: skip
        db.execute(REMEMBER_CODE, (known.key, known.gave))
        db.execute(REMEMBER_HOLDS, (known.key, " ".join(known.holds)))
        db.execute(NO_GUEST, (known.key,))
        if known.is_guest:
            db.execute(GUEST, (known.key,))


def _keep_invites(db: sqlite3.Connection, invites: Sequence[Invite]) -> None:
    with one_commit(db):
        db.executemany(KEEP_INVITE, [astuple(each) for each in invites])


def _saw(db: sqlite3.Connection, gid: str, keys: Collection[str]) -> None:
    with one_commit(db):
        if db.execute(IS_GAME, (gid,)).fetchone() is None:
            raise NoSuchGame(gid)
        db.executemany(SAW, [(key, gid) for key in keys])


def _add_rows(db: sqlite3.Connection, gid: str, rows: Sequence[Row]) -> None:
    with one_commit(db):
        for row in rows:
            _add_row(db, gid, row)


def _break_off(db: sqlite3.Connection, gid: str) -> None:
    db.execute(BREAK_OFF, (gid,))
    if db.execute(IS_GAME, (gid,)).fetchone() is None:
        raise NoSuchGame(gid)


def _add_row(db: sqlite3.Connection, gid: str, row: Row) -> None:
    body = body_of(row)
    hidden = None if body is None else canonical(body.plain())
    added = db.execute(ADD_ROW, (row.seq, row.type, canonical(row.public()), hidden, gid))
    if added.rowcount != 1:
        raise NoSuchGame(gid)


def _readable(sources: Iterable[object]) -> Iterator[Manifest]:
    for source in sources:
        with suppress(FairnessError, BadJournal):
            yield read_manifest(_canonical_bytes(source))


def _seat(db: sqlite3.Connection, gid: str, successor: Successor) -> None:
    if db.execute(SEAT, (*successor, gid)).rowcount != 1:
        raise NoSuchGame(gid)


def _add_to_game(
    db: sqlite3.Connection, gid: str, statement: str, values: tuple[object, ...]
) -> None:
    """Keep something beside the rows of a game, which may be there already."""
    if db.execute(IS_GAME, (gid,)).fetchone() is None:
        raise NoSuchGame(gid)
    db.execute(statement, (*values, gid))


def _load(db: sqlite3.Connection, gid: str) -> Stored:
    found = db.execute(GAME, (gid,)).fetchone()
    if found is None:
        raise NoSuchGame(gid)
    game, manifest_source, key = found
    try:
        manifest = read_manifest(_canonical_bytes(manifest_source))
        if manifest.gid != gid or not isinstance(key, bytes) or len(key) != LENGTH:
            raise BadJournal(f"game {short(gid)} is damaged: its manifest or secret is another's")
        rows = tuple(_row(public, body) for public, body in db.execute(ROWS, (game,)))
        return checked(Stored(manifest, Secret(key, gid), rows))
    except FairnessError as error:
        raise BadJournal(f"game {short(gid)} is damaged: {error}") from None


def _row(public: object, body: object) -> Row:
    """A row, put together again with its body."""
    row = read_canonical(_canonical_bytes(public))
    if not isinstance(row, dict):
        raise BadJournal("a row is no JSON object")
    if body is not None:
        row["body"] = read_canonical(_canonical_bytes(body))
    return read_row(canonical(row))


def _canonical_bytes(value: object) -> bytes:
    if not isinstance(value, bytes):
        raise BadJournal(f"a {type(value).__name__} is kept where bytes are expected")
    read_canonical(value)
    return value


def _write_bundle(directory: Path, gid: str, source: bytes) -> Path:
    for name in (bundle_named_for(gid), BUNDLE):
        path = directory / name
        _write_file(path, source)
    return path


def _write_file(path: Path, content: bytes) -> None:
    new = path.with_suffix(".new")
    with new.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


def checked(stored: Stored) -> Stored:
    """A stored game that no disk and no hand has changed. Raises BadJournal."""
    name = short(stored.manifest.gid)
    head = stored.manifest.gid
    for seq, row in enumerate(stored.rows):
        if row.seq != seq or row.prev != head or isinstance(row, OpenRow) != (seq == 0):
            raise BadJournal(f"game {name} is damaged at row {seq}: it does not follow")
        if not is_sealed(stored.secret, row):
            raise BadJournal(f"game {name} is damaged at row {seq}: its body is another's")
        head = row.digest()
    first = stored.rows[0] if stored.rows else None
    if not isinstance(first, OpenRow) or first.pub.commitment != stored.secret.commitment:
        raise BadJournal(f"game {name} is damaged: its secret is another's")
    return stored
