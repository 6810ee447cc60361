"""Results that are kept as they come, so that a run that was broken off goes on."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

from rr_net.safetext import clean
from rr_net.sim.files import NotKept, problem_of, reading, replacing
from rr_rules.kernel.transcript import Plain

R = TypeVar("R")

HEAD, ROWS = "run.json", "results.jsonl"
HEADS = TypeAdapter(dict[str, object])
BRIEF, MOST = 40, 400
"""So many characters of a value tell it from another one, and so many tell two heads apart."""


def kept_head(folder: Path) -> Plain | None:
    """What the results in a folder are of, or None where there are none. Raises NotKept."""
    path = folder / HEAD
    with reading(path, "name another folder"):
        try:
            return HEADS.validate_json(path.read_bytes())
        except FileNotFoundError:
            return None


def keep_head(folder: Path, head: Plain, traces: Sequence[str] = (ROWS,)) -> None:
    """Have a folder be of this run, if it is of no other. Raises NotKept.

    `traces` are patterns of the files that lie beside a head: without one nobody knows of what they
    are.
    """
    before = kept_head(folder)
    if before == head:
        return
    if before is not None:
        raise NotKept(f"{folder} has the results of another run: {_differing(before, head)}")
    for found in (path.name for each in traces for path in folder.glob(each)):
        problem = f"{folder} has {found}, but no {HEAD} that says of what run it is"
        raise NotKept(f"{problem}: name another folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NotKept(f"{folder}: {error.strerror}") from None
    with replacing(folder / HEAD) as file:
        file.write(json.dumps(head, indent=1).encode())


class KeptResults(Generic[R]):
    """A folder of results of one kind, a row each, of one run and of no other."""

    def __init__(
        self, folder: Path, head: Plain, kind: type[R], fault: Callable[[R], str] = lambda _: ""
    ) -> None:
        """Begin, or go on where the head is the same. Raises NotKept.

        `fault` says why a row cannot be one of this run, or "".
        """
        self._form, self._fault = TypeAdapter[R](kind), fault
        keep_head(folder, head)
        self._path = folder / ROWS
        self._file = self._opened()
        try:
            self._lock()
            self.results = self._read()
            """What was kept before."""
        except BaseException:
            self.close()
            raise

    def _opened(self) -> FileIO:
        try:
            # Nothing is held back: what a full disk has not taken is not written again at the end.
            return self._path.open("a+b", buffering=0)
        except OSError as error:
            raise NotKept(f"nothing can be kept in {self._path}: {error.strerror}") from None

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
        return [self._checked(number, row) for number, row in enumerate(rows, 1)]

    def _checked(self, number: int, row: bytes) -> R:
        try:
            result = self._form.validate_json(row)
            problem = self._fault(result)
        except ValidationError as error:
            problem = problem_of(error)
        if problem:
            place = f"row {number} of {self._path} is none of this run ({clean(problem)})"
            raise NotKept(f"{place}: take it out, or name another folder")
        return result

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
    said = [f"{name} is {_brief(before, name)}, not {_brief(now, name)}" for name in names]
    return clean("; ".join(said), MOST)


def _brief(head: Plain, name: str) -> str:
    said = str(head.get(name))
    return said if len(said) <= BRIEF else f"{said[:BRIEF]}..."
