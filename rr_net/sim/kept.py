"""Results that are kept as they come, so that a run that was broken off goes on."""

from __future__ import annotations

import fcntl
import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

from rr_net.sim.files import NotKept
from rr_rules.kernel.transcript import Plain

R = TypeVar("R")

HEAD, ROWS = "run.json", "results.jsonl"
BRIEF = 40
"""So many characters of a value tell it from another one."""


def kept_head(folder: Path) -> Plain | None:
    """What the results in a folder are of, or None where there are none. Raises NotKept."""
    try:
        found = json.loads((folder / HEAD).read_text("utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise NotKept(f"{folder / HEAD} cannot be read: {error}") from None
    if not isinstance(found, dict):
        raise NotKept(f"{folder / HEAD} is no head of results: expected an object")
    return found


def keep_head(folder: Path, head: Plain) -> None:
    """Have a folder be of this run, if it is of no other. Raises NotKept."""
    before = kept_head(folder)
    if before is not None and before != head:
        raise NotKept(f"{folder} has the results of another run: {_differing(before, head)}")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if before is None:
            (folder / HEAD).write_text(json.dumps(head, indent=1), "utf-8")
    except OSError as error:
        raise NotKept(f"{folder}: {error.strerror}") from None


class KeptResults(Generic[R]):
    """A folder of results of one kind, a row each, of one run and of no other."""

    def __init__(self, folder: Path, head: Plain, kind: type[R]) -> None:
        """Begin, or go on where the head is the same. Raises NotKept."""
        self._form = TypeAdapter[R](kind)
        keep_head(folder, head)
        self._path = folder / ROWS
        # Nothing is held back: what a full disk has not taken is not written again at the end.
        self._file = self._path.open("a+b", buffering=0)
        try:
            self._lock()
            self.results = self._read()
            """What was kept before."""
        except BaseException:
            self.close()
            raise

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise NotKept("another run is keeping its results there now") from None

    def _read(self) -> list[R]:
        """Every whole row; the last one is taken away where it was cut off in the middle."""
        self._file.seek(0)
        *rows, cut = self._file.readall().split(b"\n")
        if cut:
            self._file.truncate(self._file.tell() - len(cut))
        try:
            return [self._form.validate_json(row) for row in rows]
        except ValidationError as error:
            raise NotKept(f"{ROWS} has a row that cannot be read: {error}") from None

    def add(self, result: R) -> None:
        """Keep one more, or nothing of it. Raises NotKept."""
        row, end = self._form.dump_json(result) + b"\n", self._file.seek(0, os.SEEK_END)
        try:
            while row:
                row = row[self._file.write(row) :]
        except OSError as error:
            with suppress(OSError):
                self._file.truncate(end)
            problem = f"{self._path}: a result is not kept: {error.strerror}"
            raise NotKept(f"{problem}; the same command goes on behind those before it") from None

    def close(self) -> None:
        """Let another run have the folder."""
        self._file.close()


def _differing(before: Plain, now: Plain) -> str:
    names = sorted(name for name in {*before, *now} if before.get(name) != now.get(name))
    return "; ".join(f"{name} is {_brief(before, name)}, not {_brief(now, name)}" for name in names)


def _brief(head: Plain, name: str) -> str:
    said = str(head.get(name))
    return said if len(said) <= BRIEF else f"{said[:BRIEF]}..."
