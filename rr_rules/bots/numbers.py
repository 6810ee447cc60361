"""The numbers that bots play by: those of a file beside a game's bots, or others to be tried."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib.resources import files
from math import isfinite
from typing import Generic, NamedTuple, TypeVar, cast

from rr_rules.kernel.errors import RulesError
from rr_rules.kernel.transcript import Plain

N = TypeVar("N")

FILE = "numbers.json"
"""Beside the code of a game's bots: what was fitted, and how that was done."""
MADE, NUMBERS = "made", "numbers"


MOST = 1e6
"""No number of a bot is larger: a fit makes none above a hundred."""

Models = Mapping[str, Mapping[str, float]]
"""By the kind of position, what each feature of it counts."""


def models(numbers: Plain, part: str) -> Models:
    """A part of the numbers; an empty one where they have none."""
    return cast(Models, numbers.get(part, {}))


class BadNumbers(RulesError):
    """A file is no file of numbers; the sentence says which one and what was expected."""


class Reading(NamedTuple, Generic[N]):
    """Numbers as bots look them up, and which ones they are."""

    numbers: N
    version: int
    """Another one for each reading, for whoever remembers what came of the numbers."""


class BotNumbers(Generic[N]):
    """What the bots of one game play by."""

    def __init__(self, package: str, read: Callable[[Plain], N]) -> None:
        """Those of the file in a package; `read` makes of the object in it what bots look up.

        It has to make something of an empty object too: with that a fit begins.
        """
        self.package, self._read, self._count = package, read, 0
        self._reading: Reading[N] | None = None

    @property
    def now(self) -> N:
        """The numbers that count now."""
        return (self._reading or self._shipped()).numbers

    @property
    def version(self) -> int:
        """Which numbers count now."""
        return (self._reading or self._shipped()).version

    def _shipped(self) -> Reading[N]:
        self._reading = self.read(cast(Plain, self.file()[NUMBERS]))
        return self._reading

    def read(self, numbers: Plain) -> Reading[N]:
        """Numbers in the form of the file, to be tried."""
        self._count += 1
        return Reading(self._read(numbers), self._count)

    def file(self) -> Plain:
        """The whole file: the numbers, and how they were made. Raises BadNumbers."""
        where = files(self.package) / FILE
        try:
            found = json.loads(where.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError) as error:
            raise BadNumbers(f"{where} cannot be read: {type(error).__name__}") from None
        if not isinstance(found, dict) or not _are_numbers(found.get(NUMBERS), DEPTH):
            wanted = f"{NUMBERS!r} with parts, models and finite numbers"
            raise BadNumbers(f"{where} is no file of numbers: expected an object of {wanted}")
        return cast(Plain, found)

    @contextmanager
    def replaced(self, reading: Reading[N]) -> Iterator[None]:
        """Have bots play by these numbers meanwhile."""
        before, self._reading = self._reading, reading
        try:
            yield
        finally:
            self._reading = before


DEPTH = 3
"""Parts, models, features."""


def _are_numbers(found: object, depth: int) -> bool:
    """Whether it is an object of objects, so many deep, of numbers that can be reckoned with."""
    if depth:
        inner = found.values() if isinstance(found, dict) else ()
        return isinstance(found, dict) and all(_are_numbers(each, depth - 1) for each in inner)
    is_number = isinstance(found, int | float) and not isinstance(found, bool)
    return is_number and isfinite(cast(float, found)) and abs(cast(float, found)) <= MOST
