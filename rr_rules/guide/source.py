"""The guide files of a game: data beside its lessons, outside of the rules' digest."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TypeVar, cast

from rr_rules.kernel.errors import RulesError
from rr_rules.registry import listed

T = TypeVar("T")


class BadGuide(RulesError):
    """A guide file has a word that nobody knows, or lacks one."""


@cache
def entries(game_id: str, file: str, table: str, make: Callable[..., T]) -> tuple[T, ...]:
    """Every `[[table]]` of a game's guide file, made into a value; nothing where there is no file.

    Raises BadGuide, and BadSetup for an unknown game.
    """
    found = _read(game_id, file).get(table, ())
    return tuple(_made(f"{game_id}: {file}", table, make, each) for each in found)


def _made(where: str, table: str, make: Callable[..., T], given: Mapping[str, object]) -> T:
    values = {key: tuple(v) if isinstance(v, list) else v for key, v in given.items()}
    try:
        return make(**values)
    except TypeError as error:
        raise BadGuide(f"{where}: [[{table}]] is not understood: {error}") from None


def _read(game_id: str, file: str) -> Mapping[str, Sequence[Mapping[str, object]]]:
    package = listed(game_id).load.partition(":")[0].rpartition(".")[0]
    try:
        page = files(package).joinpath("tutorial", "guide", file)
        text = page.read_text(encoding="utf-8") if page.is_file() else ""
    except (ImportError, TypeError, ValueError):  # a module of another package, or a broken one
        return {}
    try:
        parsed = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadGuide(f"{game_id}: {file} is no TOML: {error}") from None
    return cast("Mapping[str, Sequence[Mapping[str, object]]]", parsed)
