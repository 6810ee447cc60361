"""The config file: what a host need not say on each command line."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from operator import itemgetter
from pathlib import Path
from typing import Annotated

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
)
from pydantic_core import ErrorDetails, PydanticCustomError

from rr_net.host.places import LARGEST, config_file
from rr_net.names import BadName, clean_name
from rr_net.relay.names import read_place
from rr_net.safetext import clean

TABLE_LENGTH = 40
"""The longest name of a table."""


class BadConfig(Exception):
    """The config file cannot be used."""


def _name(text: str) -> str:
    try:
        return text and clean_name(text)
    except BadName as error:
        raise PydanticCustomError("name", "{why}", {"why": str(error)}) from None


Address = Annotated[str, StringConstraints(min_length=3, max_length=1000)]


def _relay(text: str) -> str:
    if read_place(text) is None:
        raise PydanticCustomError("relay", "expected HOST or HOST:PORT")
    return text


class Config(BaseModel):
    """The settings of `config.toml`; all of them may be left out."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    table: Annotated[str, StringConstraints(max_length=TABLE_LENGTH)] = ""
    """The table's name."""
    name: Annotated[str, AfterValidator(_name)] = ""
    """What the host is called in the own terminal."""
    hosts: Annotated[tuple[str, ...], Field(max_length=32, strict=False)] = ()
    """Fingerprints of the keys that are the host's over ssh too."""
    reminders: Annotated[dict[str, Address], Field(max_length=64)] = Field(default_factory=dict)
    """Where players are reminded of a turn across days: an address of theirs, by name or key."""
    relays: Annotated[
        tuple[Annotated[str, AfterValidator(_relay)], ...], Field(max_length=8, strict=False)
    ] = ()
    """Relays that the first screen offers."""
    pace: Annotated[float, Field(ge=0, le=10, strict=False)] | None = None
    """Seconds that an event stays before a bot acts, whatever the option `pace` says."""
    interface: dict[str, object] = Field(default_factory=dict)
    """Settings of the own terminal: theme, glyphs, depth, motion, keymap, ..."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """Something in the file that cannot be meant."""

    where: tuple[str | int, ...]
    what: str


Checked = Callable[[Mapping[str, object]], Iterable[Mistake]]


def read_config(path: Path | None = None, interface: Checked | None = None) -> Config:
    """The config file, or the usual settings where there is none.

    `interface` checks what is said of the own terminal. Raises BadConfig, which tells every
    mistake with its line.
    """
    path = path or config_file()
    try:
        content = path.read_bytes()[: LARGEST + 1]
    except FileNotFoundError:
        return Config()
    except OSError as error:
        raise BadConfig(f"cannot read {path}: {error.strerror}") from None
    if len(content) > LARGEST:
        raise BadConfig(f"{path} is too large: expected at most {LARGEST} bytes")
    return _parsed(path, content, interface)


def keep_name(name: str, path: Path | None = None) -> None:
    """Writes into the config file what the host is called, and leaves all else there as it is.

    Raises BadName, and BadConfig for a file that cannot be written or read.
    """
    wanted, path = clean_name(name), path or config_file()
    try:
        before = path.read_text("utf-8") if path.exists() else ""
        after = _with_name(before, wanted)
        if _read(after) != (_read(before) or {}) | {"name": wanted}:
            raise BadConfig(f'write name = "{wanted}" into {path} yourself: it is not changed here')
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(after, "utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadConfig(f"cannot change {path}: {error}") from None


def _with_name(text: str, name: str) -> str:
    """A TOML text with that name in the place of the one that it had, or before all else."""
    lines, own = text.split("\n"), f'name = "{name}"'
    at = lines_of(text).get(("name",))
    if at is None:
        return "\n".join([own, *lines])
    return "\n".join([*lines[: at - 1], own, *lines[at:]])


def _read(text: str) -> dict[str, object] | None:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None


def _parsed(path: Path, content: bytes, interface: Checked | None) -> Config:
    try:
        text = content.decode()
        said = tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise BadConfig(f"{path} is not UTF-8 at byte {error.start}") from None
    except tomllib.TOMLDecodeError as error:
        raise BadConfig(f"{path} is no TOML: {error}") from None
    config, mistakes = _checked(said)
    own = said.get("interface")
    if interface is not None and isinstance(own, dict) and own:
        mistakes += interface(own)
    if mistakes or config is None:
        raise BadConfig(_told(path, text, mistakes))
    return config


def _checked(said: dict[str, object]) -> tuple[Config | None, list[Mistake]]:
    try:
        return Config.model_validate(said), []
    except ValidationError as error:
        found = error.errors(include_url=False, include_context=False)
        return None, [Mistake(each["loc"], _plainly(each)) for each in found]


PLAINLY = {
    "string_type": "expected text in quotes",
    "tuple_type": "expected a list in brackets",
    "float_parsing": "expected a number",
    "float_type": "expected a number",
}


def _plainly(mistake: ErrorDetails) -> str:
    """What is wrong, for somebody who wrote a file and no program."""
    if mistake["type"] != "extra_forbidden":
        return PLAINLY.get(mistake["type"], mistake["msg"])
    near = get_close_matches(str(mistake["loc"][-1]), Config.model_fields, n=1)
    return "there is no such setting" + (f": perhaps {near[0]}" if near else "")


def _told(path: Path, text: str, mistakes: list[Mistake]) -> str:
    """All mistakes, by line."""
    lines = lines_of(text)
    placed = sorted(((_line(lines, each.where), each) for each in mistakes), key=itemgetter(0))
    words = [f"line {line}: {_spelled(each.where)}: {clean(each.what)}" for line, each in placed]
    if len(words) == 1:
        return f"{path}, {words[0]}"
    return "\n".join((f"{path} has {len(words)} mistakes:", *(f"  {each}" for each in words)))


def _spelled(where: tuple[str | int, ...]) -> str:
    return ".".join(clean(str(part), 64) for part in where)


def _line(lines: Mapping[tuple[str, ...], int], where: tuple[str | int, ...]) -> int:
    """The line of the nearest thing that has one."""
    names = tuple(map(str, where))
    return next((lines[names[:n]] for n in range(len(names), 0, -1) if names[:n] in lines), 1)


def lines_of(text: str) -> dict[tuple[str, ...], int]:
    """Where each key of a TOML text stands: tomllib does not say, so it reads piece by piece."""
    found: dict[tuple[str, ...], int] = {}
    table: tuple[str, ...] = ()
    piece: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        piece.append(line)
        try:
            paths = list(_paths(tomllib.loads("\n".join(piece))))
        except tomllib.TOMLDecodeError:
            continue  # a value that goes on in the next line
        if piece[0].lstrip().startswith("["):
            table, paths = (), paths or [()]
        first = number - len(piece) + 1
        for path in paths:
            found.setdefault(table + path, first)
        if piece[0].lstrip().startswith("["):
            table = paths[-1]
        piece = []
    return found


def _paths(said: Mapping[str, object]) -> Iterator[tuple[str, ...]]:
    for key, value in said.items():
        yield (key,)
        if isinstance(value, dict):
            yield from ((key, *rest) for rest in _paths(value))
