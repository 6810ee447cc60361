"""The command `runes history`."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rr_net.history.book import HistoryBook

HELP = """The games that were played here: who was there, how each ended, and how strong people are.

`runes history WORDS...` narrows it down: parts of a game's or a player's name, `won`, `lost`,
`finished`, `unfinished`, `unchecked`, `fails`, or ">30" for more than 30 minutes. All must fit.
"""
MOST, EVERY = 50, 1_000_000
MORE = ": narrow it down, or add --all"
ORDERS = ("when", "game", "people", "result", "length")
DataOption = click.option(
    "--data", type=click.Path(path_type=Path), metavar="DIR", help="Where games are kept."
)


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
    if as_json:
        click.echo(telling.as_json(found))
    else:
        click.echo("\n".join(telling.text_lines(found, time.time(), more=MORE)))


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
    from rr_net.history.book import NAME, HistoryError, book_in_memory, open_book
    from rr_net.host.places import data_directory

    folder = data or data_directory()
    try:
        # Whoever only looks leaves nothing behind.
        is_there = is_begun or (folder / NAME).exists()
        with closing(open_book(folder) if is_there else book_in_memory()) as book:
            yield book
    except HistoryError as error:
        raise click.ClickException(str(error)) from None
