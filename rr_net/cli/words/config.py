"""`runes config`: the file that says what need not be said on each command line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rr_net.host.config import Config, Mistake

USUAL = """\
# What `runes` need not be told each time. Take the # away from what you want.

# table = "Maple Court"        # the table's name
# name = "Ann"                 # what you are called in your own terminal
# hosts = ["SHA256:..."]       # fingerprints of keys that are the host's over ssh too
# pace = 0.9                   # seconds that an event stays, whatever the option says

[interface]                    # of your own terminal
# theme = "light"              # dark, light, high-contrast, colour-blind, ansi
# glyphs = "ascii"             # unicode, ascii
# motion = false
# mouse = true
# bell = false

[reminders]                    # of a turn across days, by name or fingerprint
# Ann = "mailtos://user:password@example.org"
"""


def own_config() -> Config:
    """The config file, with the settings of the own terminal checked too. Raises BadConfig."""
    from rr_net.host.config import read_config

    return read_config(interface=_interface)


def _interface(settings: Mapping[str, object]) -> list[Mistake]:
    from rr_net.cli.screens import interface_mistakes

    return interface_mistakes(settings)


@click.group("config", short_help="Show, check or edit the config file.")
def config_command() -> None:
    """The file that says what need not be said on each command line."""


@config_command.command("show")
def show_command() -> None:
    """Say where the file is, and what holds with it."""
    from rr_net.host.places import config_file

    path, config = config_file(), _read()
    click.echo(f"# {path}" if path.exists() else f"# {path} is not there: the usual settings hold")
    for line in _lines(config):
        click.echo(line)


@config_command.command("check")
def check_command() -> None:
    """Tell all mistakes of the file at once, each with its line."""
    from rr_net.host.places import config_file

    _read()
    path = config_file()
    click.echo(f"{path} is in order." if path.exists() else f"{path} is not there.")


@config_command.command("edit")
def edit_command() -> None:
    """Open the file in your editor, and check it afterwards."""
    from rr_net.host.places import config_file

    path = config_file()
    _begin(path)
    click.edit(filename=str(path))
    _read()
    click.echo(f"{path} is in order.")


def _begin(path: Path) -> None:
    """A file to begin with, where there is none: it can hold addresses, so it is one's own."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600, exist_ok=False)
        path.write_text(USUAL, "utf-8")
    except FileExistsError:
        pass
    except OSError as error:
        raise click.ClickException(f"cannot write {path}: {error.strerror}") from None


def _read() -> Config:
    from rr_net.host.config import BadConfig

    try:
        return own_config()
    except BadConfig as error:
        raise click.ClickException(str(error)) from None


def _lines(config: Config) -> Iterator[str]:
    """The settings as they could stand in the file."""
    said = config.model_dump(mode="json", exclude_none=True)
    said["reminders"] = {who: _kept_back(address) for who, address in said["reminders"].items()}
    tables = {name: value for name, value in said.items() if isinstance(value, dict) and value}
    for name, value in said.items():
        if not isinstance(value, dict):
            yield f"{name} = {_value(value)}"
    for name, table in tables.items():
        yield ""
        yield f"[{name}]"
        for key, value in table.items():
            yield f"{_key(key)} = {_value(value)}"


def _kept_back(address: str) -> str:
    """An address without what is secret in it: people send what this command prints to others."""
    return f"{address.partition(':')[0]}://..."


def _key(name: str) -> str:
    is_bare = name.isascii() and name.replace("-", "").replace("_", "").isalnum()
    return name if is_bare else json.dumps(name)


def _value(value: object) -> str:
    """A value in TOML, which for all but tables is written as in JSON."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)} = {_value(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value)
