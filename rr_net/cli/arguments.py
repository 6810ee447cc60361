"""What several commands take: options that name games and bots, pairs, and files."""

from __future__ import annotations

import getpass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from rr_net.names import name_hint
from rr_rules.registry import bot_kinds, games

if TYPE_CHECKING:
    from rr_net.host.config import Config

BEST = "best"
"""The strongest kind of bot that suits the game."""


class GameOption(click.Option):
    """The option that names a game: those of other packages are looked for when help is asked."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The option, and every game that there is."""
        self.help = f"The game: {', '.join(games())}."
        return super().get_help_record(ctx)


class BotOption(click.Option):
    """The option that names a kind of bot, in the same way."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The option with every kind that there is."""
        self.metavar = f"[{'|'.join(_kinds())}]"
        return super().get_help_record(ctx)


def bot_kind(ctx: click.Context, option: click.Parameter, given: str) -> str:
    """A kind of bot, or BEST. Raises click.BadParameter."""
    return click.Choice(_kinds()).convert(given, option, ctx)


def _kinds() -> tuple[str, ...]:
    return (BEST, *bot_kinds())


def pairs(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> dict[str, str]:
    """The values by their keys. Raises click.BadParameter."""
    found: dict[str, str] = {}
    for each in given:
        name, equals, value = each.partition("=")
        if not name or not equals:
            raise click.BadParameter(f"{each!r}: expected key=value")
        if name in found:
            raise click.BadParameter(f"{name} is given twice")
        found[name] = value
    return found


def read_file(path: Path, most: int) -> bytes:
    """What a file holds, up to `most` bytes. Raises ClickException."""
    try:
        with path.open("rb") as file:
            content = file.read(most + 1)
    except OSError as error:
        raise click.ClickException(f"cannot read {path}: {error.strerror}") from None
    if len(content) > most:
        raise click.ClickException(f"{path} is too large: expected at most {most} bytes")
    return content


def keep_file(path: Path, content: bytes) -> Path:
    """Writes a file beside what is there already: the name it got. Raises ClickException."""
    number = 1
    while True:
        free = path if number == 1 else path.with_stem(f"{path.stem}-{number}")
        try:
            with free.open("xb") as file:
                _write_whole(free, file, content)
        except FileExistsError:
            if _holds(free, content):
                return free
            number += 1
        except OSError as error:
            raise click.ClickException(f"cannot write {free}: {error.strerror}") from None
        else:
            return free


def _write_whole(path: Path, file: BinaryIO, content: bytes) -> None:
    """Writes all of it, or leaves no file behind."""
    try:
        file.write(content)
        file.flush()
    except OSError:
        path.unlink(missing_ok=True)
        raise


def _holds(path: Path, content: bytes) -> bool:
    try:
        return path.read_bytes() == content
    except OSError:
        return False


def own_name(config: Config) -> str:
    """What whoever sits here is called, unless they choose another name."""
    try:
        user = getpass.getuser()
    except (OSError, KeyError):
        user = "neighbour"
    return name_hint(config.name or user)
