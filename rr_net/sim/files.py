"""Files of a run in its folder: whole or not there, and what is wrong with one in a sentence."""

from __future__ import annotations

import os
import pickle
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO

from pydantic import ValidationError

from rr_net.safetext import clean

UNREADABLE = (
    OSError, EOFError, ValueError, TypeError, LookupError, AttributeError, ImportError,
    MemoryError, RuntimeError, pickle.UnpicklingError, struct.error, zipfile.BadZipFile, zlib.error,
)  # fmt: skip
"""What a cut or foreign file has its readers raise: JSON, archives of arrays, pickles."""


LEAST_ROOM = 4096
"""Bytes that a disk has to have left, for anything to be begun on it."""


class NotKept(Exception):
    """The results cannot be kept there; the sentence says why."""


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
