"""What several commands take: options that name games and bots, pairs, and files."""

from __future__ import annotations

import errno
import getpass
import os
import re
import shutil
import stat
import textwrap
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Literal, TextIO

import click

from rr_net.names import name_hint
from rr_rules.registry import GAMES, bot_kinds, games

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from rr_net.game.seats import Level
    from rr_net.host.config import Config
    from rr_net.relay.names import RelayPlace
    from rr_net.room.lobby import TablePlan

GAME = next(iter(GAMES))
"""The game where nobody says which."""
PUBLIC, WELCOME = "rr_net.public", "rr_net.welcome"
LARGEST_DECK = 4 * 1024 * 1024
"""In bytes."""
BOT_SECONDS = 0.7
BEST = "best"
"""The strongest kind of bot that suits the game."""


class GameOption(click.Option):
    """The option that names a game: those of other packages are looked for when help is asked."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The option, and every game that there is."""
        self.help = f"The game: {', '.join(games())}."
        return super().get_help_record(ctx)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The games that begin so."""
        return _beginning(incomplete, games())


class BotOption(click.Option):
    """The option that names a kind of bot, in the same way."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The option with every kind that there is."""
        self.metavar = f"[{'|'.join(_kinds())}]"
        return super().get_help_record(ctx)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The kinds that begin so."""
        return _beginning(incomplete, _kinds())


def _beginning(incomplete: str, names: Iterable[str]) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


class FiniteRange(click.FloatRange):
    """A number within bounds; "nan" lies within any, since it compares with none."""

    def convert(
        self, value: float, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number. Raises click.BadParameter."""
        number: float = super().convert(value, param, ctx)
        if not isfinite(number):
            self.fail(f"{value} is no number: expected digits, as in 0.5", param, ctx)
        return number


class NamedPath(click.Path):
    """A path that somebody has named: an empty one would be the folder that one is in."""

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> str | bytes | os.PathLike[str]:
        """The path. Raises click.BadParameter."""
        if not os.fspath(value):
            self.fail("it is empty: expected a path", param, ctx)
        return super().convert(value, param, ctx)


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


def read_file(path: Path, most: int, *, is_kept: bool = False) -> bytes:
    """What a file holds, up to `most` bytes. Raises ClickException.

    A pipe or a device of the file system may never end, so it is refused; one that this process was
    given, as by `<(ssh HOST bundle)`, is read, but where the path `is_kept` for another time.
    """
    try:
        with _opened(path, may_be_given=not is_kept) as file:
            content = file.read(most + 1)
    except OSError as error:
        raise click.ClickException(f"cannot read {path}: {error.strerror}") from None
    if len(content) > most:
        raise click.ClickException(f"{path} is too large: expected at most {most} bytes")
    return content


class NoRegularFile(OSError):
    """A pipe, a device or the like, where a file was expected."""


GIVEN = re.compile(r"/dev/stdin|/dev/fd/\d+|/proc/self/fd/\d+")
"""What a path is called that stands for a file which this process was started with."""


@contextmanager
def _opened(path: Path, *, may_be_given: bool) -> Iterator[BinaryIO]:
    """A file to be read; whatever else has that name is not waited for. Raises OSError."""
    if may_be_given and GIVEN.fullmatch(str(path)):
        with path.open("rb") as file:
            yield file
        return
    # Opened so, a pipe that nobody writes to is there at once.
    with open(path, "rb", opener=lambda name, how: os.open(name, how | os.O_NONBLOCK)) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise NoRegularFile(errno.EINVAL, "it is no regular file")
        yield file


def keep_file(path: Path, content: bytes) -> Path:
    """Writes a file beside what is there already: the name it got. Raises ClickException.

    That is said of a pipe or a device of that name too: whoever gave it has meant something else.
    """
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
    """Whether a file is that already. Raises ClickException for what is none."""
    try:
        with _opened(path, may_be_given=False) as file:
            return file.read(len(content) + 1) == content
    except NoRegularFile as error:
        raise click.ClickException(f"cannot write {path}: {error.strerror}") from None
    except OSError:
        return False


def own_name(config: Config) -> str:
    """What whoever sits here is called, unless they choose another name."""
    try:
        user = getpass.getuser()
    except (OSError, KeyError):
        user = "neighbour"
    return name_hint(config.name or user)


# --- options that several commands share ------------------------------------------------


Command = Callable[..., None]


@dataclass(frozen=True, slots=True)
class WantedTable:
    """What the command line says of a table, whether others come to it or not."""

    game: str
    bots: int | None
    """How many seats bots take, if that was said."""
    bot: str
    bot_seconds: float | None
    headless: bool
    deck: Path | None
    options: dict[str, str]

    def plan(self, name: str, seats: int, bots: int) -> TablePlan:
        """The table. Raises ClickException for a deck file that cannot be read."""
        from rr_net.room.lobby import TablePlan

        file = self.deck
        deck = None if file is None else (file.name, read_file(file, LARGEST_DECK))
        return TablePlan(
            name=name, game=self.game, seats=seats, bots=bots, options=self.options, deck=deck,
            bot=self.bot, bot_seconds=self.bot_seconds or BOT_SECONDS,
        )  # fmt: skip


def at_a_table(command: Command) -> Command:
    """The command, told as `wanted` what the options say that `host` and `play` share."""

    @wraps(command)
    def told(
        *, game: str, bots: int | None, bot: str, bot_seconds: float | None, headless: bool,
        deck: Path | None, options: dict[str, str], **others: object,
    ) -> None:  # fmt: skip
        command(wanted=WantedTable(game, bots, bot, bot_seconds, headless, deck, options), **others)

    return _with_options_of_a_table(told)


def _with_options_of_a_table(command: Command) -> Command:
    words = "A table option, as listed at the end of the game's rules; may be repeated."
    options = (
        click.option("--game", cls=GameOption, default=GAME, metavar="NAME"),
        click.option("--bots", type=click.IntRange(0, 8), help="How many seats bots take."),
        click.option("--bot", cls=BotOption, default=BEST, show_default=True, callback=bot_kind,
                     help="The kind of those bots: easy errs now and then, normal plays sensibly, "
                          "hard as well as bots can; best is the strongest that suits the game."),
        click.option("--bot-seconds", type=FiniteRange(0.05, 30), metavar="N",
                     help=f"How long a bot may think.  [{BOT_SECONDS}]"),
        click.option("--headless", is_flag=True, help="No interface in this terminal."),
        click.option("--deck", type=click.Path(path_type=Path), help="A deck file of your own."),
        click.option("--option", "options", multiple=True, callback=pairs, metavar="KEY=VALUE",
                     help=words),
    )  # fmt: skip
    for option in reversed(options):
        command = option(command)
    return command


def fairness_option(usual: Level | Literal["auto"]) -> Callable[[Command], Command]:
    """The option that says who has a hand in the luck."""
    words = (
        "Who chooses the luck: everybody, before each shuffle and roll (table), with more time "
        "and a slower hash (strict), or the host alone (solo)."
    )
    own = " While you are alone at your own terminal it is solo, else table (auto)."
    words += own if usual == "auto" else ""
    levels = click.Choice([*(["auto"] if usual == "auto" else []), "table", "strict", "solo"])
    return click.option("--fairness", type=levels, default=usual, show_default=True, help=words)


def relays(_: click.Context, option: click.Parameter, given: str | None) -> tuple[RelayPlace, ...]:
    """The relays of a list with commas. Raises click.BadParameter."""
    from rr_net.client.address import BadAddress, read_address
    from rr_net.relay.names import RelayPlace

    if given is None:
        return ()
    try:
        hops = read_address(("-J", given, "table")).relays
    except BadAddress as error:
        raise click.BadParameter(str(error)) from None
    if any(hop.name for hop in hops):
        raise click.BadParameter(f"{given!r}: expected HOST or HOST:PORT, without a name")
    return tuple(RelayPlace(hop.host, hop.port or 22) for hop in hops)


def may_be_public(command: Command) -> Command:
    """The options of tables for everybody; `is_said_public` and the next one tell what was said."""

    def keep(context: click.Context, option: click.Parameter, given: bool) -> None:
        context.meta[f"rr_net.{option.name}"] = given

    words = "List the table at its relays for everybody: game, seats and pace, no names."
    public = click.option(
        "--public", is_flag=True, expose_value=False, callback=keep, help=words
    )(command)  # fmt: skip
    words = "A table for strangers: no code, bots beside them, dealt when somebody sits down."
    return click.option(
        "--welcome", is_flag=True, expose_value=False, callback=keep, help=words
    )(public)  # fmt: skip


def is_said_public() -> bool:
    """Whether the command line says that the table is to be listed."""
    return click.get_current_context().meta.get(PUBLIC) is True


def is_said_welcome() -> bool:
    """Whether the command line says that the table is for strangers."""
    return click.get_current_context().meta.get(WELCOME) is True


# --- what is written --------------------------------------------------------------------------

WHOLE = (" ", "ssh ", "With runes, ", "Shorter, ", "{", "|")
"""How lines begin that are pasted whole or from the middle on, compared, or read by programs."""


def for_reader(text: str, stream: TextIO) -> str:
    """A text as it is written there: on a terminal no word goes on in the next row."""
    if not stream.isatty():
        return text
    width = shutil.get_terminal_size().columns
    return "\n".join(row for line in text.split("\n") for row in _rows(line, width))


def _rows(line: str, width: int) -> Iterator[str]:
    if len(line) <= width or line.startswith(WHOLE):
        yield line
        return
    hanging = "  " if line.startswith("- ") else ""
    # A path or a fingerprint that is longer than a row stays whole, and so does an option.
    yield from textwrap.wrap(line, width, subsequent_indent=hanging, break_long_words=False,
                             break_on_hyphens=False)  # fmt: skip
