"""The tables that somebody has joined, and the settings of the own interface."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Protocol

from rr_net.client.address import BadAddress, TableAddress, read_address
from rr_net.fairness.base.hash import short
from rr_net.host.places import JOINED, JOINED_TABLES, read_note, write_note
from rr_net.link import PastLink, ReplayLink
from rr_net.safetext import clean

MOST = 12
"""The tables that are remembered, the last first."""
MOST_EVIDENCE = 32
"""So many files are kept of one game."""
RECORD = "-record"
"""What stands in the name of a whole record that the host has sent, and that is wrong."""
MOST_RECORDS = 32
"""So many of them are kept, the last."""
LONGEST_SETTINGS = 8192
"""As in `KeepProfile`."""


class JoinedTable(NamedTuple):
    """A table that was joined."""

    address: TableAddress
    table: str
    """What it was called."""
    at: int
    """When it was joined last, in seconds since 1970."""


class OwnSettings(Protocol):
    """Where somebody keeps the settings of the own interface."""

    def read(self) -> str:
        """What was kept last, or ""."""

    def keep(self, settings: str) -> None:
        """Keeps them."""

    def keep_evidence(self, game: str, content: bytes, *, is_record: bool = False) -> None:
        """Keeps a file that shows what is wrong with a game, or that is its whole record."""

    def keep_record(self, game: str, content: bytes) -> None:
        """Keeps the record of a game in which nothing wrong was found."""

    @property
    def folder(self) -> str:
        """Where all that is kept."""


class OwnRecords(PastLink, Protocol):
    """The records of games that have come to this machine."""

    def look_back(self, game: str, *, is_sampled: bool) -> ReplayLink:
        """A game whose record was checked here already, or a sample of it. Raises Refused."""


class JoinedTables:
    """A small file in the data directory, for the owner alone."""

    def __init__(self, folder: Path, today: Callable[[], int]) -> None:
        self._path = folder / JOINED_TABLES
        self._today = today
        self._evidence: dict[str, Path] = {}
        """The files that were written since this began, by what they are of."""

    def all(self) -> list[JoinedTable]:
        """Every table, the one joined last first."""
        kept = read_note(self._path).get("tables")
        found = [_table(each) for each in (kept if isinstance(kept, list) else [])[:MOST]]
        return [each for each in found if each is not None]

    def joined(self, address: TableAddress, table: str) -> None:
        """Remembers a table; a disk that refuses is no matter."""
        others = [each for each in self.all() if each.address.words != address.words]
        first = JoinedTable(address, clean(table, 40), self._today())
        self._write("tables", [
            {"line": list(each.address.words), "table": each.table, "at": each.at}
            for each in [first, *others][:MOST]
        ])  # fmt: skip

    def read(self) -> str:
        """The settings of the own interface at tables elsewhere, or ""."""
        kept = read_note(self._path).get("settings")
        return kept if isinstance(kept, str) and len(kept) <= LONGEST_SETTINGS else ""

    def keep(self, settings: str) -> None:
        """Keeps them."""
        self._write("settings", settings[:LONGEST_SETTINGS])

    def keep_evidence(self, game: str, content: bytes, *, is_record: bool = False) -> None:
        """Keeps what shows that something is wrong with a game; a disk that refuses is no matter.

        What is found later at this table is kept in the place of what was found first. A file of
        another day stays, and so does what rows have shown, whatever the host's own record is.
        """
        name = f"evidence-{short(game)}{RECORD if is_record else ''}"
        path = self._evidence.get(name) or self._free(name)
        if path is None:
            return
        with suppress(OSError):
            _write_own(path, content)
            self._evidence[name] = path

    @property
    def folder(self) -> str:
        """Where all of it is kept, as its owner reads it."""
        return str(self._path.parent)

    def keep_record(self, game: str, content: bytes) -> None:
        """Keeps the record of a game that was over; a disk that refuses is no matter."""
        with suppress(OSError):
            _write_own(joined_record(self._path.parent, game), content)
            kept = sorted(joined_records(self._path.parent), key=lambda path: path.stat().st_mtime)
            for old in kept[:-MOST_RECORDS]:
                old.unlink()

    def _free(self, name: str) -> Path | None:
        """Where nothing was kept before; None where very much was."""
        names = (f"{name}-{number}.json" for number in range(2, MOST_EVIDENCE + 1))
        paths = (self._path.parent / each for each in (f"{name}.json", *names))
        return next((path for path in paths if not path.exists()), None)

    def _write(self, name: str, content: object) -> None:
        write_note(self._path, read_note(self._path) | {name: content})


def joined_record(folder: Path, game: str) -> Path:
    """Where the record of such a game is kept, if it is."""
    return folder / f"{JOINED}{short(game)}.json"


def joined_records(folder: Path) -> list[Path]:
    """The records of games that were played at tables elsewhere."""
    return list(folder.glob(f"{JOINED}*.json"))


def _write_own(path: Path, content: bytes) -> None:
    """Writes a file for its owner alone: a machine that stops meanwhile keeps what was there."""
    place = path.with_suffix(".new")
    file = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(file, "wb") as kept:
        kept.write(content)
    place.replace(path)


def _table(kept: object) -> JoinedTable | None:
    match kept:
        case {"line": [*words], "table": str(table), "at": int(at)}:
            try:
                address = read_address([str(word) for word in words])
            except BadAddress:
                return None
            return JoinedTable(address, clean(table, 40), at)
    return None
