"""Results that are kept as they come, so that a run that was broken off goes on.

Files of a run are whole or not there, and what is wrong with one is told in a sentence.
"""

from __future__ import annotations

import fcntl
import json
import os
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO, Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

from rr_net.safetext import clean
from rr_rules.kernel.transcript import Plain

R = TypeVar("R")

HEAD, ROWS = "run.json", "results.jsonl"
HEADS = TypeAdapter(dict[str, object])
BRIEF, MOST = 40, 400
"""So many characters of a value tell it from another one, and so many tell two heads apart."""
UNREADABLE = (
    OSError, EOFError, ValueError, TypeError, LookupError, AttributeError, ImportError,
    MemoryError, RuntimeError, struct.error, zipfile.BadZipFile, zlib.error,
)  # fmt: skip
"""What a cut or foreign file has its readers raise: JSON, archives of arrays."""
LEAST_ROOM = 4096
"""Bytes that a disk has to have left, for anything to be begun on it."""


class NotKept(Exception):
    """The results cannot be kept there; the sentence says why."""


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


# --- files ----------------------------------------------------------------------------------------


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A file that takes the place of `path` once it is whole: until then that stays as it was.

    Raises NotKept.
    """
    part = path.with_name(f"{path.name}.part")
    try:
        with part.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        raise NotKept(f"{path} is not written: {error.strerror}") from None


def check_room(place: Path) -> None:
    """Find out whether files can be written into a folder, there or not, and leave nothing behind.

    Raises NotKept.
    """
    way = (place, *place.absolute().parents)
    there = next(each for each in way if os.path.lexists(each))
    try:
        with TemporaryFile(dir=there, buffering=0) as probe:
            probe.write(bytes(LEAST_ROOM))
    except OSError as error:
        raise NotKept(f"nothing can be written to {place}: {error.strerror}") from None


@contextmanager
def reading(path: Path, remedy: str) -> Iterator[None]:
    """Whatever is wrong with a file that is read here, it is told with a remedy. Raises NotKept."""
    try:
        yield
    except UNREADABLE as error:
        raise NotKept(f"{path} cannot be read ({problem_of(error)}): {remedy}") from None


def problem_of(error: BaseException) -> str:
    """What is wrong, in a line that is safe to show."""
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        place = ".".join(str(part)[:40] for part in first["loc"])
        return clean(f"{place}: {first['msg']}" if place else first["msg"])
    said = error.strerror if isinstance(error, OSError) else ""
    return clean(said or str(error) or type(error).__name__)
