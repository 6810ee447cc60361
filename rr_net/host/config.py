"""The config file: what a host need not say on each command line."""

from __future__ import annotations

import tomllib
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
from pydantic_core import PydanticCustomError

from rr_net.host.places import LARGEST, config_file
from rr_net.names import BadName, clean_name

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
    pace: Annotated[float, Field(ge=0, le=10, strict=False)] | None = None
    """Seconds that an event stays before a bot acts, whatever the option `pace` says."""
    interface: dict[str, object] = Field(default_factory=dict)
    """Settings of the own terminal: theme, glyphs, depth, motion, keymap, ..."""


def read_config(path: Path | None = None) -> Config:
    """The config file, or the usual settings where there is none. Raises BadConfig."""
    path = path or config_file()
    try:
        content = path.read_bytes()[: LARGEST + 1]
    except FileNotFoundError:
        return Config()
    except OSError as error:
        raise BadConfig(f"cannot read {path}: {error.strerror}") from None
    if len(content) > LARGEST:
        raise BadConfig(f"{path} is too large: expected at most {LARGEST} bytes")
    return _parsed(path, content)


def _parsed(path: Path, content: bytes) -> Config:
    try:
        return Config.model_validate(tomllib.loads(content.decode()))
    except UnicodeDecodeError as error:
        raise BadConfig(f"{path} is not UTF-8 at byte {error.start}") from None
    except tomllib.TOMLDecodeError as error:
        raise BadConfig(f"{path} is no TOML: {error}") from None
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        where = ".".join(str(part)[:64] for part in first["loc"])
        raise BadConfig(f"{path}: {where}: {first['msg']}") from None
