"""Looking after a data directory: how its open table is, what is kept in it, and copies of it."""

from __future__ import annotations

import asyncio
import gzip
import io
import json
import os
import sqlite3
import tarfile
import zlib
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from rr_net.host.door import BACKUP, STATUS
from rr_net.host.invites import ask_the_table
from rr_net.host.process import CannotHost, make_private
from rr_net.store import JournalInUse, SqliteJournal
from rr_net.store.copies import consistent, forgotten, is_file_of_ours, noted_as_restored
from rr_net.store.file import LOG, NAME
from rr_net.store.heads import HEAD

HISTORY = "history.db"
READ_AT_ONCE = 1 << 20
NO_TABLE = "no table is open in {}, or it does not answer"
NOTHING = "{} has no journal: nothing is kept there"
THERE = (
    "{} has a journal already: restore into an empty folder, or move that one away first, with "
    "journal.db-wal, its log"
)
NO_BACKUP = "{} is no backup of a table"


async def status(folder: Path) -> dict[str, object]:
    """How the open table of a folder is, as it says itself. Raises CannotHost."""
    try:
        said = await ask_the_table(folder, STATUS)
    except CannotHost:
        raise CannotHost(NO_TABLE.format(folder)) from None
    with suppress(ValueError):
        found = json.loads(said)
        if isinstance(found, dict):
            return found
    raise CannotHost(NO_TABLE.format(folder))


async def back_up(folder: Path, to: Path) -> int:
    """Writes a copy of a folder that fits together, beside an open table too; how many files.

    Raises CannotHost or a StoreError.
    """
    _has_journal(folder)
    try:
        journal = await SqliteJournal.open(folder)
    except JournalInUse:
        source = await ask_the_table(folder, BACKUP)
    else:
        try:
            source = await journal.copy()
        finally:
            await journal.close()
    new = to.with_name(f"{to.name}.new")
    try:
        count = await asyncio.to_thread(_write, folder, new, source)
        new.replace(to)
    except (OSError, sqlite3.Error) as error:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        raise CannotHost(f"cannot write {to}: {error}") from None
    return count


def _has_journal(folder: Path) -> None:
    if not (folder / NAME).exists():
        raise CannotHost(NOTHING.format(folder))


def _write(folder: Path, to: Path, source: bytes) -> int:
    file = os.open(to, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    head, _, journal = source.partition(b"\n")
    contents = [(NAME, journal), (HEAD, head + b"\n" if head else b""), *_others(folder)]
    with os.fdopen(file, "wb") as out:
        with tarfile.open(fileobj=out, mode="w:gz") as tar:
            for name, content in contents:
                member = tarfile.TarInfo(name)
                member.size, member.mode = len(content), 0o600
                tar.addfile(member, io.BytesIO(content))
        # Its last bytes are the sum of all of it, which is written as the archive is closed.
        out.flush()
        os.fsync(out.fileno())
    return len(contents)


def _others(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.iterdir()):
        if path.name == HISTORY:
            with closing(sqlite3.connect(path)) as book:
                yield path.name, consistent(book)
        elif path.is_file() and is_file_of_ours(path.name):
            yield path.name, path.read_bytes()


async def restore(backup: Path, folder: Path) -> tuple[str, ...]:
    """Puts a copy into a folder that has no journal; the unfinished games in it.

    Everybody at these is told that they go on from a copy. What is cut or damaged is found before
    anything of it is put there. Raises CannotHost or a StoreError.
    """
    make_private(folder)
    if any((folder / name).exists() for name in (NAME, LOG)):
        raise CannotHost(THERE.format(folder))
    try:
        with TemporaryDirectory(prefix="restored-", suffix=".new", dir=folder) as place:
            await asyncio.to_thread(_unpack, backup, Path(place))
            unfinished = await _noted(Path(place))
            await asyncio.to_thread(_move, Path(place), folder)
    except OSError as error:
        raise CannotHost(f"cannot write into {folder}: {error.strerror}") from None
    # A head that was there before may say that people have seen more of a game.
    await (await SqliteJournal.open(folder)).close()
    return unfinished


async def _noted(place: Path) -> tuple[str, ...]:
    """The unfinished games of a copy, which say from now on that they go on from one."""
    journal = await SqliteJournal.open(place)
    try:
        unfinished = await journal.unfinished()
        await journal.run(lambda db: noted_as_restored(db, unfinished))
    finally:
        await journal.close()
    return unfinished


def _unpack(backup: Path, place: Path) -> None:
    try:
        _read_through(backup)
        with tarfile.open(backup, "r:gz") as tar:
            members = [each for each in tar.getmembers() if each.isfile()]
            names = {each.name for each in members}
            if NAME not in names or any(Path(name).name != name for name in names):
                raise CannotHost(NO_BACKUP.format(backup))
            contents = ((each.name, tar.extractfile(each)) for each in members)
            for name, content in contents:
                assert content is not None, "it is a file"
                _put(place / name, content.read())
    except (OSError, EOFError, ValueError, tarfile.TarError, zlib.error) as error:
        raise CannotHost(f"{NO_BACKUP.format(backup)}: {error}") from None


def _read_through(backup: Path) -> None:
    """Reads a file to its end, where its sum stands: an archive alone would stop before that."""
    with gzip.open(backup) as whole:
        while whole.read(READ_AT_ONCE):
            pass


def _move(place: Path, folder: Path) -> None:
    """The journal comes last: a restore that was cut off can be done again."""
    for path in sorted(place.iterdir(), key=lambda each: each.name == NAME):
        # A head that is there says how far the journal had come: it stays the measure.
        if not (path.name == HEAD and (folder / HEAD).exists()):
            path.replace(folder / path.name)


def _put(path: Path, content: bytes) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(content)


class FilesKept(NamedTuple):
    """A kind of file in a data directory."""

    what: str
    files: int
    size: int


KINDS = (
    ("journal", "journal.db*"),
    ("bundles", "bundle*.json"),
    ("albums", "album-*.json.gz"),
    ("history", "history.db*"),
    ("logs", "*.log*"),
)


def listing(folder: Path) -> tuple[FilesKept, ...]:
    """What a folder keeps, by kind."""
    found = []
    for what, pattern in KINDS:
        sizes = [path.stat().st_size for path in folder.glob(pattern) if path.is_file()]
        found.append(FilesKept(what, len(sizes), sum(sizes)))
    return tuple(found)


async def prune(folder: Path, keep: int) -> tuple[int, int]:
    """Takes old games out of a journal whose table is closed; how many, and the bytes that won.

    The newest `keep` stay, and every game that is not opened or has no bundle in the folder.
    Raises CannotHost or a StoreError.
    """
    _has_journal(folder)
    before = sum(each.size for each in listing(folder))
    journal = await SqliteJournal.open(folder)
    try:
        gone = await journal.run(lambda db: forgotten(db, folder, keep))
    finally:
        await journal.close()
    return gone, before - sum(each.size for each in listing(folder))
