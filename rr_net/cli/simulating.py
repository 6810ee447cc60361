"""The command `runes sim`."""

from __future__ import annotations

import os
import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rr_rules.registry import GAMES

if TYPE_CHECKING:
    from rr_net.tournament.playing import Plan, Played

# Named again here, so that --help loads no game.
BOTS = ("random", "greedy", "search")
SEEDS = 1 << 31


def _kinds(_: click.Context, __: click.Parameter, given: str) -> tuple[str, ...]:
    kinds = tuple(given.split(","))
    for kind in kinds:
        if kind not in BOTS:
            raise click.BadParameter(f"{kind!r}: expected some of {', '.join(BOTS)}")
    return kinds


def _pairs(
    _: click.Context, __: click.Parameter, given: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    pairs = [each.partition("=") for each in given]
    for each, (name, equals, _value) in zip(given, pairs, strict=True):
        if not name or not equals:
            raise click.BadParameter(f"{each!r}: expected key=value")
    return tuple((name, value) for name, _equals, value in pairs)


@click.command()
@click.option(
    "--game",
    default=next(iter(GAMES)),
    metavar="NAME",
    show_default=True,
    help=f"The game: {', '.join(GAMES)}.",
)
@click.option(
    "--seats",
    type=click.IntRange(1, 8),
    default=2,
    show_default=True,
    help="How many seats there are.",
)
@click.option(
    "--bots",
    callback=_kinds,
    metavar="A,B",
    default="greedy,random",
    show_default=True,
    help=f"Who plays: {', '.join(BOTS)}. In each game everybody moves on by one seat.",
)
@click.option(
    "--games",
    type=click.IntRange(1, 1_000_000),
    default=100,
    show_default=True,
    help="How many games are played.",
)
@click.option("--jobs", type=click.IntRange(1, 256), help="How many processes.  [one a core]")
@click.option("--seed", type=click.IntRange(0), help="The same games every time.")
@click.option(
    "--iterations",
    type=click.IntRange(1, 1_000_000),
    default=100,
    show_default=True,
    help="How often search plays a decision out.",
)
@click.option(
    "--option",
    "options",
    multiple=True,
    callback=_pairs,
    metavar="KEY=VALUE",
    help="A table option of the game; may be repeated.",
)
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False, writable=True),
              metavar="FILE.csv", help="Where one row for each game goes.")  # fmt: skip
def sim(  # noqa: PLR0913 - one for each option
    *,
    game: str,
    seats: int,
    bots: tuple[str, ...],
    games: int,
    jobs: int | None,
    seed: int | None,
    iterations: int,
    options: tuple[tuple[str, str], ...],
    out: Path | None,
) -> None:
    """Let bots play tournaments and count who wins."""
    from rr_net.tournament.figures import report, written
    from rr_net.tournament.playing import Plan

    seed = secrets.randbelow(SEEDS) if seed is None else seed
    plan = Plan(game, seats, bots, seed, iterations, options)
    _check(plan)
    played = _played(plan, games, jobs or os.cpu_count() or 1)
    click.echo(f"{game}, {seats} seats, {games} games, seed {seed}, {iterations} iterations\n")
    for line in report(played):
        click.echo(line)
    if out is not None:
        _write(out, written(played))


def _check(plan: Plan) -> None:
    """Open one table here, so that what cannot be played is said before any process starts."""
    from rr_rules.errors import RulesError

    if len(plan.bots) > plan.seats:
        raise click.UsageError(f"{len(plan.bots)} bots: there are only {plan.seats} seats")
    try:
        plan.opened()
    except RulesError as error:
        raise click.ClickException(str(error)) from None


def _played(plan: Plan, games: int, jobs: int) -> list[Played]:
    from rr_net.tournament.pool import play_all

    # The bar goes to stderr: what is piped on holds figures alone.
    with click.progressbar(
        play_all(plan, games, jobs),
        length=games,
        label="Playing",
        file=sys.stderr,
    ) as bar:
        played = list(bar)
    return sorted(played, key=lambda game: game.number)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise click.ClickException(f"{path.name} is not written: {error.strerror}") from None
