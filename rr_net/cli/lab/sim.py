"""The command `runes sim`."""

from __future__ import annotations

import os
import secrets
import shlex
from contextlib import closing, suppress
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import click

from rr_net.cli.arguments import (
    LARGEST_DECK,
    FiniteRange,
    GameOption,
    NamedPath,
    pairs,
    read_file,
)
from rr_net.cli.lab.running import (
    INTERRUPTED,
    cluster_option,
    executor_for,
    interrupt,
    jobs_option,
    many,
    played_with_bar,
    sentences,
)
from rr_rules.registry import BOTS, GAMES, bot_kinds

if TYPE_CHECKING:
    from rr_net.sim.executors import Executor
    from rr_net.sim.games import GamePlayed, TournamentPlan

SEEDS = 1 << 31
ITERATIONS = 100
"""What a search has where nothing is said."""


def _kinds(_: click.Context, __: click.Parameter, given: str) -> tuple[str, ...]:
    kinds, known = tuple(given.split(",")), bot_kinds()
    for kind in kinds:
        if kind not in known:
            raise click.BadParameter(f"{kind!r}: expected some of {', '.join(known)}")
    return kinds


def _deck(_: click.Context, __: click.Parameter, path: Path | None) -> tuple[str, bytes] | None:
    """A deck file's name and bytes. Raises ClickException."""
    return None if path is None else (path.name, read_file(path, LARGEST_DECK))


@click.command("sim")
@click.option(
    "--game",
    cls=GameOption,
    default=next(iter(GAMES)),
    metavar="NAME",
    show_default=True,
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
@jobs_option
@click.option("--seed", type=click.IntRange(0), help="The same games every time.")
@click.option(
    "--iterations",
    type=click.IntRange(1, 1_000_000),
    help=f"How often search plays a decision out.  [{ITERATIONS}, or as often as --seconds allow]",
)
@click.option(
    "--seconds",
    type=FiniteRange(0, 3600, min_open=True),
    metavar="S",
    help="How long a bot may think about a decision.  [as long as it takes]",
)
@click.option(
    "--option",
    "options",
    multiple=True,
    callback=pairs,
    metavar="KEY=VALUE",
    help="A table option of the game; may be repeated.",
)
@click.option(
    "--deck",
    type=NamedPath(path_type=Path, dir_okay=False, exists=True),
    callback=_deck,
    metavar="FILE.toml",
    help="A deck file of your own, as runes deck check reads it.",
)
@cluster_option
@click.option(
    "--keep",
    type=NamedPath(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Keep each game as it ends; the same command goes on where it was broken off.",
)
@click.option(
    "--report",
    type=NamedPath(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Where a page with pictures goes.",
)
@click.option("--markdown", is_flag=True, help="Print the tables in Markdown.")
@click.option("--out", type=NamedPath(path_type=Path, dir_okay=False), metavar="FILE.csv",
              help="Where one row for each game goes.")  # fmt: skip
def sim_command(  # noqa: PLR0913 - one for each option
    *,
    game: str,
    seats: int,
    bots: tuple[str, ...],
    games: int,
    jobs: int | None,
    seed: int | None,
    iterations: int | None,
    seconds: float | None,
    options: dict[str, str],
    deck: tuple[str, bytes] | None,
    cluster: str | None,
    keep: Path | None,
    report: Path | None,
    markdown: bool,
    out: Path | None,
) -> None:
    """Let bots play tournaments and count who wins."""
    from rr_net.sim.games import TournamentPlan

    seed = _seed(keep) if seed is None else seed
    if iterations is None and seconds is None:
        iterations = ITERATIONS
    chosen = tuple(options.items())
    plan = TournamentPlan(game, seats, bots, seed, iterations, seconds, chosen, deck=deck)
    said = [*_checked(plan), *_budget(plan)]
    click.echo("\n".join(said))
    _prepare(out, report)
    jobs = min(jobs or os.cpu_count() or 1, games)
    with closing(executor_for(cluster, jobs)) as executor:
        played, spent = _played(plan, games, executor, keep)
    # Before anything is said: the terminal may be gone.
    if out is not None:
        _write(out, played)
    click.echo(spent)
    if played:
        _tell([*said, plan.words, spent], _command(plan, games), played, report, markdown=markdown)
    if len(played) < games:
        raise click.exceptions.Exit(INTERRUPTED)


# --- before the games -----------------------------------------------------------------------------


def _checked(plan: TournamentPlan) -> list[str]:
    """What is going to be played; a table is opened, so that what cannot be is said at once."""
    from rr_rules.bots.rule import advice_of
    from rr_rules.kernel.errors import RulesError
    from rr_rules.kernel.stream import Stream
    from rr_rules.registry import FOLLOWERS, leading, make_bot, may_follow

    if len(plan.bots) > plan.seats:
        there = many(plan.seats, "seat")
        raise click.UsageError(f"{len(plan.bots)} bots: there is room for {there} only")
    try:
        rules = plan.opened().game
        for kind in plan.bots:
            make_bot(kind, rules, Stream.seeded(0))
    except RulesError as error:
        raise click.ClickException(str(error)) from None
    deck = f", {plan.deck[0]}" if plan.deck is not None else ""
    lines = [f"{rules.name}{deck}, {many(plan.seats, 'seat')}, seed {plan.seed}"]
    if "rule" in plan.bots and advice_of(rules) is None:
        lines.append("This game has no rules of thumb: rule plays like greedy.")
    lines += [
        f"This game is not played together: {kind} plays like {leading(kind)}."
        for kind in dict.fromkeys(plan.bots)
        if kind in FOLLOWERS and not may_follow(rules)
    ]
    return lines


def _budget(plan: TournamentPlan) -> list[str]:
    """How long bots may think, where that matters."""
    bounds = []
    if plan.seconds is not None:
        bounds.append(f"{plan.seconds:g} s a decision")
    if plan.iterations is not None and _has_search(plan):
        bounds.append(f"{many(plan.iterations, 'iteration')} of search")
    lines = [f"At the most {', '.join(bounds)}"] if bounds else []
    if plan.seconds is not None:
        lines.append(
            "The same seed may play other games: a bot comes as far as the machine lets it."
        )
    return lines


def _has_search(plan: TournamentPlan) -> bool:
    """Whether some bot plays games out: hard ones do where the game has hints for it."""
    from rr_rules.bots.base import SearchHints
    from rr_rules.registry import leading

    has_hints = isinstance(plan.opened().game, SearchHints)
    return any(kind == "search" or (leading(kind) == "hard" and has_hints) for kind in plan.bots)


# --- the games ------------------------------------------------------------------------------------


def _seed(keep: Path | None) -> int:
    """The seed of the games that are kept there, or a new one."""
    from rr_net.sim.kept import kept_head

    with sentences():
        head = kept_head(keep) if keep is not None else None
    seed = head.get("seed") if head is not None else None
    return seed if isinstance(seed, int) else secrets.randbelow(SEEDS)


def _played(
    plan: TournamentPlan, games: int, executor: Executor, keep: Path | None
) -> tuple[list[GamePlayed], str]:
    """All games in order, and what they took; those that have ended, where Ctrl+C is pressed."""
    from rr_net.sim.tournament import kept_before, kept_games

    began, workers = perf_counter(), executor.workers
    with sentences(), kept_games(keep, plan) as kept, interrupt() as is_pressed:
        before = len(kept_before(kept, games))
        played = played_with_bar(plan, games, executor, is_pressed, kept)
    spent = _spent(len(played), games, before, perf_counter() - began, workers)
    return sorted(played, key=lambda game: game.number), spent


# --- after the games ------------------------------------------------------------------------------


def _spent(played: int, games: int, before: int, seconds: float, workers: int) -> str:
    whole = many(games, "game")
    done = whole if played == games else f"Stopped after {played} of {whole}"
    kept = f", {before} of them kept before" if before else ""
    return f"{done}{kept}, {seconds:.0f} s, {many(workers, 'process', 'es')}"


def _prepare(out: Path | None, report: Path | None) -> None:
    """Find out whether all can be drawn and written, and leave nothing: before hours of play."""
    from rr_net.sim.kept import check_room

    if out is not None:
        _check(out)
    if report is None:
        return
    from rr_net.sim.pictures import CAN_DRAW, NO_PICTURES

    if not CAN_DRAW:
        raise click.ClickException(NO_PICTURES)
    with sentences():
        check_room(report)


def _check(path: Path) -> None:
    """Open a file to write to it, and take it away again where there was none."""
    from rr_net.sim.kept import LEAST_ROOM

    is_new = not os.path.lexists(path)
    try:
        with path.open("ab", buffering=0) as file:
            file.write(bytes(LEAST_ROOM) if is_new else b"")
    except OSError as error:
        raise _unwritten(path, error) from None
    finally:
        if is_new:
            with suppress(OSError):
                path.unlink()


def _unwritten(path: Path, error: OSError) -> click.ClickException:
    return click.ClickException(f"{path.name} is not written: {error.strerror}")


def _command(plan: TournamentPlan, games: int) -> str:
    """What plays these games again."""
    words = ["runes", "sim", "--game", plan.game, "--seats", f"{plan.seats}"]
    words += ["--bots", ",".join(plan.bots), "--games", f"{games}", "--seed", f"{plan.seed}"]
    if plan.iterations is not None and _has_search(plan):
        words += ["--iterations", f"{plan.iterations}"]
    if plan.seconds is not None:
        words += ["--seconds", f"{plan.seconds:g}"]
    if plan.deck is not None:
        words += ["--deck", plan.deck[0]]
    for key, value in plan.options:
        words += ["--option", f"{key}={value}"]
    return shlex.join(words)


def _tell(
    said: list[str],
    command: str,
    played: list[GamePlayed],
    folder: Path | None,
    *,
    markdown: bool,
) -> None:
    """Print the tables, and write the page with pictures where one is asked for."""
    from rr_net.sim.report import report

    click.echo("\n" + "\n".join(report(played, markdown=markdown)))
    if folder is None:
        return
    from rr_net.sim.page import write_page

    try:
        path = write_page(said, command, played, folder)
    except OSError as error:
        raise click.ClickException(f"{folder} is not written: {error.strerror}") from None
    click.echo(f"\n{path}")


def _write(path: Path, played: list[GamePlayed]) -> None:
    """Write the table of games."""
    from rr_net.sim.report import written

    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            file.write(written(played))
    except OSError as error:
        raise _unwritten(path, error) from None
