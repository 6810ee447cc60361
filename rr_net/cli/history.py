"""The command `runes history`."""

from __future__ import annotations

import shutil
import sys
import time
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rr_net.history.book import HistoryBook
    from rr_net.history.taking_in import TakingMeans

HELP = """The games that were played here: who was there, how each ended, and how strong people are.

`runes history WORDS...` narrows it down: parts of a game's or a player's name, `won`, `lost`,
`finished`, `unfinished`, `unchecked`, `fails`, or ">30" for more than 30 minutes. All must fit.

The letters at the end of a line name its game: `runes replay LETTERS` shows it, `runes verify
LETTERS` checks it, and `runes history LETTERS` finds it.
"""
MOST, EVERY = 50, 1_000_000
LISTED_THERE = "The host of a table lists the games at it. At the one that you joined last: {}"
MORE = ": narrow it down, or add --all"
ORDERS = ("when", "game", "people", "result", "length")
File = click.Path(path_type=Path)
DataOption = click.option("--data", type=File, metavar="DIR", help="Where games are kept.")


class WordsGroup(click.Group):
    """A command that takes words of one's own, and has commands below it all the same."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the command line: the first word tells which of both it is."""
        if args and args[0] in self.commands:
            return super().parse_args(ctx, args)
        ctx.allow_extra_args = ctx.allow_interspersed_args = True
        return click.Command.parse_args(self, ctx, args)


@click.group(
    "history",
    cls=WordsGroup,
    invoke_without_command=True,
    help=HELP,
    short_help="List the games that were played here.",
    subcommand_metavar="[WORDS...]",
)
@click.option("--game", metavar="NAME", default="", help="Only this game, by its name or id.")
@click.option("--person", "people", metavar="NAME", multiple=True,
              help="Only games with this player, by name or key; may be repeated.")  # fmt: skip
@click.option("--me", is_flag=True, help="Only games that you sat in.")
@click.option("--by", type=click.Choice(ORDERS), default="when", show_default=True,
              help="The order.")  # fmt: skip
@click.option("--all", "is_all", is_flag=True, help=f"Every game, and not the first {MOST}.")
@click.option("--json", "as_json", is_flag=True, help="Answer with one JSON object.")
@DataOption
@click.pass_context
def history_command(
    context: click.Context,
    *,
    game: str,
    people: tuple[str, ...],
    me: bool,
    by: str,
    is_all: bool,
    as_json: bool,
    data: Path | None,
) -> None:
    """Show past games."""
    if context.invoked_subcommand is not None:
        return
    from rr_net.history import telling
    from rr_net.history.search import GameSearch, typed

    asker = telling.Asker(_own_keys(), sees_all=True)
    search = GameSearch(typed(" ".join(context.args)), asker.keys, me, game, people, by)
    with _book(data) as book:
        found = telling.look_up(book, search, asker, EVERY if is_all else MOST)
    if unfinished := [each.folder for each in found.games if each.state == "playing"]:
        found = replace(found, asker=asker._replace(open_since=_open_since(unfinished, data)))
    if as_json:
        click.echo(telling.as_json(found))
        return
    lines = telling.text_lines(found, time.time(), more=MORE, is_named=True)
    is_narrowed = bool(context.args or game or people or me)
    elsewhere = [] if is_narrowed else list(_elsewhere(data))
    # Who has only played elsewhere is not told first that there was nothing.
    _say([*(lines if found.of or len(elsewhere) < 2 else []), *elsewhere])


def _open_since(tables: Iterable[str], data: Path | None) -> Mapping[str, int]:
    """Since when those of some tables are open that are: a game at one is being played."""
    # It takes what is slow to import, so only where a game is unfinished.
    from rr_net.host.around import open_since
    from rr_net.host.places import data_directory

    since = open_since(data or data_directory())
    places = {each: Path(each).resolve() for each in tables}
    return {each: since[place] for each, place in places.items() if place in since}


def _elsewhere(data: Path | None) -> Iterator[str]:
    """The games at tables elsewhere whose records are here, and who lists all of them."""
    from rr_net.host.places import JOINED, data_directory

    folder = data or data_directory()
    told: list[str] = []
    if records := list(folder.glob(f"{JOINED}*.json")):
        # Reading records takes what is slow to import, so only where there are some.
        from rr_net.cli.replaying import told_elsewhere

        told = list(told_elsewhere(records))
    if told:
        yield "Played at tables elsewhere by runes join; their records are here:"
        yield from told
        from rr_net.link.command import own_command

        runes = own_command()
        yield f"{runes} replay LETTERS shows one of them, {runes} verify LETTERS checks it."
    if way := _way_to_list(folder):
        yield LISTED_THERE.format(way)


def _way_to_list(folder: Path) -> str:
    """How the list of the table that was joined last is read; "" where none was."""
    from rr_net.host.places import JOINED_TABLES

    if not (folder / JOINED_TABLES).exists():
        return ""
    from rr_net.client.tables import JoinedTables

    last = next(iter(JoinedTables(folder, lambda: int(time.time())).all()), None)
    return "" if last is None else f"{last.address.ssh_line} history"


def _say(lines: list[str]) -> None:
    """Writes lines, on a terminal broken between words."""
    from rr_net.history.telling import folded

    width = columns()
    click.echo("\n".join(folded(lines, width) if width else lines))


def columns() -> int:
    """How wide the terminal is that is written to; 0 where that is none."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else 0


def is_terminal() -> bool:
    """Whether somebody sits there who can be asked."""
    return sys.stdin.isatty()


def _own_keys() -> tuple[str, ...]:
    """Under which keys the owner of this machine plays."""
    from rr_net.history.results import OWN_KEY
    from rr_net.host.places import config_file

    if not config_file().exists():
        return (OWN_KEY,)
    from rr_net.host.config import BadConfig, read_config

    try:
        return (OWN_KEY, *read_config().hosts)
    except BadConfig as error:
        raise click.ClickException(str(error)) from None


@contextmanager
def _book(data: Path | None, *, is_begun: bool = False) -> Iterator[HistoryBook]:
    """The book of results of a folder. Raises ClickException for whatever is wrong with it."""
    from rr_net.history.book import HistoryError, book_to_read, open_book
    from rr_net.host.places import data_directory

    folder = data or data_directory()
    try:
        with closing(open_book(folder) if is_begun else book_to_read(folder)) as book:
            yield book
    except HistoryError as error:
        raise click.ClickException(str(error)) from None


# --- taking in, and forgetting -------------------------------------------------------------

IN_WORDS = {
    "new": "taken in",
    "better": "taken in, in place of a copy that did not hold",
    "known": "listed before",
    "fails": "not verified: listed as such, and for nothing else",
    "unchecked": "not to be checked with this version: listed as such",
    "no_record": "no record of a game",
}
"""What became of files, by `rr_net.history.taking_in.Came`."""
LISTED = frozenset({"new", "better", "known"})
"""What is said of a file whose game stands in the list as one that was played."""


@history_command.command("import", short_help="Take in the records of old games.")
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE..."
)
@DataOption
def import_command(files: tuple[Path, ...], data: Path | None) -> None:
    """Take in the records of old games: bundles, or folders with bundles in them.

    Each is verified. It is listed as what that says of it, and changes no rating.

    Exits with 1 where nothing could be taken in.
    """
    from rr_net.cli.verifying import check_signature
    from rr_net.history.taking_in import TakingMeans
    from rr_net.host.places import data_directory

    means = TakingMeans(check_signature, _own_hosts(data or data_directory()))
    with _book(data, is_begun=True) as book, _progress(list(_records(files))) as paths:
        told = Counter(_taken_in(book, path, means) for path in paths)
    for came, count in told.items():
        click.echo(f"{count} {IN_WORDS[came]}")
    if not told:
        click.echo("There was no record of a game.")
    if not LISTED & told.keys():
        raise click.ClickException("nothing could be taken in")


def _records(files: tuple[Path, ...]) -> Iterator[Path]:
    """The files that are meant; of a folder those that may be bundles."""
    for path in files:
        yield from sorted(path.rglob("*.json")) if path.is_dir() else (path,)


def _taken_in(book: HistoryBook, path: Path, means: TakingMeans) -> str:
    """What became of one file, which is said where something is wrong with it."""
    from rr_net.cli.arguments import read_file
    from rr_net.fairness.proof.bundle import LARGEST_BUNDLE
    from rr_net.history.taking_in import take_in

    try:
        source = read_file(path, LARGEST_BUNDLE, is_kept=True)
        time_of_it = _moment(path, source)
    except click.ClickException as error:
        click.echo(error.message, err=True)
        return "no_record"
    except OSError as error:
        click.echo(f"{path}: {error.strerror or error}", err=True)
        return "no_record"
    taken = take_in(book, source, str(path.resolve()), time_of_it, means)
    if taken.problem:
        click.echo(f"{path}: {taken.problem}.", err=True)
    return taken.came


def _moment(path: Path, source: bytes) -> int:
    """When a game was over: as its own album says, else by the time of the file."""
    from rr_net.cli.replaying import album_in
    from rr_net.fairness.base.errors import FairnessError
    from rr_net.fairness.proof.bundle import unpacked

    with suppress(FairnessError):
        if (album := album_in(path.parent, unpacked(source).bundle)) is not None:
            return album.checked
    return int(path.stat().st_mtime)


def _own_hosts(root: Path) -> tuple[str, ...]:
    """The fingerprints of the keys of this machine's own tables, as their notes have them."""
    from rr_net.host.places import TABLE, folders, read_note
    from rr_net.host.rotation import former_keys

    keys = (str(read_note(folder / TABLE).get("host_key", "")).split() for folder in folders(root))
    blobs = (key[1] for key in keys if len(key) > 1)
    now = [fingerprint for blob in blobs if (fingerprint := _fingerprint(blob))]
    return (*now, *(former for folder in folders(root) for former in former_keys(folder)))


def _fingerprint(blob: str) -> str:
    """The fingerprint of a public key in base64, "" for what is none."""
    try:
        digest = sha256(b64decode(blob, validate=True)).digest()
    except ValueError:
        return ""
    return f"SHA256:{b64encode(digest).decode().rstrip('=')}"


@contextmanager
def _progress(paths: list[Path]) -> Iterator[Iterable[Path]]:
    """A bar, if anybody watches."""
    if not sys.stderr.isatty():
        yield paths
        return
    with click.progressbar(paths, label="Checking", file=sys.stderr, show_pos=True,
                           update_min_steps=1) as bar:  # fmt: skip
        yield bar


@history_command.command("forget", short_help="Forget a player.")
@click.argument("key")
@click.option("--yes", is_flag=True, help="Do not ask, as in a script.")
@DataOption
@click.pass_context
def forget_command(context: click.Context, *, key: str, yes: bool, data: Path | None) -> None:
    """Forget a player, by KEY: a fingerprint, or a name that one key alone has had.

    "somebody" stands in the list then, now and for every game that is played or taken in later.
    It says whom that is about and asks first, since it cannot be taken back.
    """
    from rr_net.cli.past import FORGOTTEN
    from rr_net.history.ratings import rated_anew

    with _book(data) as book:
        who, about = _meant(book, key)
        _say([about])
        if not (yes or _is_sure()):
            click.echo("Nobody was forgotten.")
            context.exit(1)
        count = book.forget(who)
        rated_anew(book)
    _say([FORGOTTEN.format(count=count, games="game" if count == 1 else "games")])


def _meant(book: HistoryBook, wanted: str) -> tuple[str, str]:
    """The one key that is meant, and what there is of it. Raises ClickException."""
    from rr_net.history.telling import person_words
    from rr_net.safetext import clean

    found = book.keys_of(wanted)
    said = {key: person_words(book, key, time.time()) for key in found}
    if not found:
        raise click.ClickException(f"nobody here has the key or the name {clean(wanted, 80)}")
    if len(found) > 1:
        which = "".join(f"\n  {words}" for words in said.values())
        name = clean(wanted, 80)
        raise click.ClickException(f"{name} is several people: say by key which is meant.{which}")
    return found[0], said[found[0]]


def _is_sure() -> bool:
    """Whether whoever sits here says so. Raises ClickException where nobody can be asked."""
    if not is_terminal():
        raise click.ClickException("it cannot be taken back: say --yes where nobody can be asked")
    return click.confirm('"somebody" stands there then, for good, and in all to come. Forget?')
