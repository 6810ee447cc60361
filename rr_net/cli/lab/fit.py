"""The command `runes fit`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

import click

from rr_net.cli.arguments import FiniteRange, NamedPath
from rr_net.cli.lab.running import (
    INTERRUPTED,
    cluster_option,
    executor_for,
    interrupt,
    jobs_option,
    many,
    played_with_bar,
    progress,
    say,
    sentences,
    tell,
)
from rr_rules.bots.numbers import MADE, NUMBERS
from rr_rules.registry import FITS

if TYPE_CHECKING:
    from rr_net.sim.executors import Executor
    from rr_net.sim.fit.stages import FitRun, Runner
    from rr_net.sim.fit.strength import Strength
    from rr_net.sim.games import GamePlayed, TournamentPlan
    from rr_rules.bots.fitting import Fit, Stage
    from rr_rules.kernel.transcript import Plain

NO_LAB = (
    "runes fit wants packages that are not installed: `make install EXTRA=lab` in the checkout, "
    "here and on every worker"
)
MOST_SEED = 2**32 - 2
"""An evolution takes none above."""
SAME_AGAIN = (
    "The same seed on the same machine, with the same versions of Python, numpy, scipy and cma, "
    "writes the same numbers, whatever the workers. Elsewhere the last bits of a calculation may "
    "differ: regressions then agree to the last digit or nearly so, evolutions in strength alone."
)


@click.command("fit")
@click.argument("game", metavar="GAME")
@click.option(
    "--work",
    type=NamedPath(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Where all that is found is kept; the same command goes on there.  [fit-GAME]",
)
@click.option(
    "--seed",
    type=click.IntRange(0, MOST_SEED),
    default=1,
    show_default=True,
    help="The luck of all games.",
)
@click.option(
    "--start",
    type=click.Choice(["empty", "shipped"]),
    default="empty",
    show_default=True,
    help="The numbers to begin with.",
)
@click.option(
    "--stage",
    "stages",
    metavar="NAME",
    multiple=True,
    help="Only this stage, with --start shipped: all other numbers stay. May be repeated.",
)
@click.option(
    "--scale",
    type=FiniteRange(0, 100, min_open=True),
    default=1.0,
    show_default=True,
    help="The share of all games that is played.",
)
@click.option(
    "--ship",
    is_flag=True,
    help="Put the numbers where the bots read them, if games enough say that they are as strong.",
)
@jobs_option
@cluster_option
def fit_command(  # noqa: PLR0913 - one for each option
    *,
    game: str,
    work: Path | None,
    seed: int,
    start: str,
    stages: tuple[str, ...],
    scale: float,
    ship: bool,
    jobs: int | None,
    cluster: str | None,
) -> None:
    """Make the numbers that a game's bots play by anew.

    They come from games of bots among themselves, and everything is kept as it comes: Ctrl+C, or a
    machine that goes down, costs some minutes. At the end the new numbers play the same deals as
    those that are shipped.
    """
    fit = _of_stages(_fit(game), stages, start)
    order = FitOrder(game, fit, work or Path(f"fit-{game}"), seed, start, scale, bool(stages))
    if ship:
        _check_shipping(order)
    run = _run(order)
    with closing(executor_for(cluster, jobs or os.cpu_count() or 1)) as executor:
        strengths = _fitted(order, run, executor)
    path, refusal = _written(order, run, strengths)
    if ship:
        _ship(order, path, refusal)


class FitOrder(NamedTuple):
    """What is to be fitted, and how."""

    game: str
    fit: Fit
    work: Path
    seed: int
    start: str
    scale: float
    is_part: bool = False
    """Whether it makes some of the stages anew, and keeps the others."""

    @property
    def shipped(self) -> Plain:
        """The numbers that the bots play by today."""
        return cast("Plain", self.fit.numbers.file()[NUMBERS])

    @property
    def command(self) -> str:
        """What makes the same numbers."""
        words = f"runes fit {self.game} --seed {self.seed} --start {self.start}"
        stages = "".join(f" --stage {each}" for each in self.names)
        return f"{words}{stages} --scale {self.scale:g}"

    @property
    def names(self) -> Sequence[str]:
        """Its stages, where it makes some of them."""
        return [stage.name for stage in self.fit.stages] if self.is_part else []

    @property
    def begun_with(self) -> Plain:
        """How the numbers that it keeps were made; nothing where it makes all."""
        if not self.is_part:
            return {}
        before = cast("Plain", self.fit.numbers.file()[MADE])
        return {"begun_with": {key: before[key] for key in ("by", "commit", "stages")
                               if key in before}}  # fmt: skip


def _fit(game: str) -> Fit:
    from rr_net.sim.fit.harvest import CAN_FIT
    from rr_rules.kernel.errors import RulesError
    from rr_rules.registry import fit_of, listed

    try:
        listed(game)
        fit = fit_of(game)
    except RulesError as error:
        raise click.ClickException(str(error)) from None
    if fit is None:
        games = ", ".join(FITS)
        raise click.ClickException(f"the bots of {game} play by no numbers: expected {games}")
    if not CAN_FIT:
        raise click.ClickException(NO_LAB)
    return fit


def _of_stages(fit: Fit, names: Sequence[str], start: str) -> Fit:
    """The fit with only these stages, in its own order; all of them where none is named."""
    known = [stage.name for stage in fit.stages]
    for name in names:
        if name not in known:
            raise click.BadParameter(f"{name!r}: expected {', '.join(known)}", param_hint="--stage")
    if names and start != "shipped":
        problem = "keeps the numbers of all other stages: say --start shipped as well"
        raise click.BadParameter(problem, param_hint="--stage")
    chosen = [each for each in fit.stages if not names or each.name in names]
    for stage in chosen:
        if left := [each.name for each in _added_to(stage, fit) if each not in chosen]:
            problem = (
                f"{stage.name!r} is what others are added to: say --stage {' --stage '.join(left)}"
            )
            raise click.BadParameter(f"{problem} as well", param_hint="--stage")
    return fit._replace(stages=chosen)


def _added_to(stage: Stage, fit: Fit) -> Sequence[Stage]:
    """The stages whose weights are added to those that this one makes."""
    from rr_rules.bots.fitting import Regression

    if not isinstance(stage, Regression) or stage.on:
        return []
    return [each for each in fit.stages
            if isinstance(each, Regression) and each.part == stage.part and each.on]  # fmt: skip


def _run(order: FitOrder) -> FitRun:
    """The fit as far as it has come; a folder of another one is refused."""
    from rr_net.sim.fit.stages import TRACES, FitRun
    from rr_net.sim.jobs import sources_in_use
    from rr_net.sim.kept import NotKept, keep_head
    from rr_rules.bots.numbers import FILE

    game, fit, work, seed, start, scale, _ = order
    head = {"fit": game, "seed": seed, "scale": scale, "start": start}
    head |= {"stages": order.names} if order.is_part else {}
    begun: Plain = {} if start == "empty" else order.shipped
    with sentences():
        keep_head(work, {**head, "sources": sources_in_use()}, TRACES)
        if (work / FILE).is_dir():
            raise NotKept(f"{work / FILE} is a folder: remove it, or name another one by --work")
        run = FitRun(game, fit, work, seed=seed, scale=scale, start=begun)
    say(f"{game}, seed {seed}, from {start} numbers, kept in {work}")
    kept = run.kept()
    if kept:
        say(kept)
    return run


def _fitted(order: FitOrder, run: FitRun, executor: Executor) -> list[Strength]:
    """All stages, then all contests. Ends the command where Ctrl+C is pressed."""
    from rr_net.sim.fit.stages import Runner, Stopped

    with sentences(), interrupt() as is_pressed:
        runner = Runner(executor, is_pressed, tell, progress)
        try:
            run.run(runner)
            return [_contest(order, run, at, runner) for at in range(len(order.fit.contests))]
        except Stopped:
            say(f"Stopped: the same command goes on from here.\n{run.kept()}".strip())
            raise click.exceptions.Exit(INTERRUPTED) from None


# --- how strong they are --------------------------------------------------------------------------


def _contest(order: FitOrder, run: FitRun, at: int, runner: Runner) -> Strength:
    """Play a contest by both numbers."""
    from rr_net.sim.fit.strength import NEW, SHIPPED, name_of, plan_of, strength

    contest, played = order.fit.contests[at], {}
    games = max(2, round(contest.games * order.scale))
    for word, numbers in ((SHIPPED, order.shipped), (NEW, run.numbers)):
        plan = plan_of(order.game, contest, order.seed, word, numbers)
        label = f"contest {at + 1} of {len(order.fit.contests)}, {word}: {name_of(contest)}"
        keep = order.work / f"contest-{at}-{word}"
        played[word] = _tournament(plan, games, runner, label, keep)
    found = strength(contest, played[SHIPPED], played[NEW])
    difference, around = found.difference
    runner.tell(f"{found.name}: {difference:+.1%} ±{around:.1%}")
    return found


def _tournament(
    plan: TournamentPlan, games: int, runner: Runner, label: str, keep: Path
) -> Sequence[GamePlayed]:
    """All games of a tournament, with those that were kept before. Raises Stopped."""
    from rr_net.sim.fit.stages import Stopped
    from rr_net.sim.tournament import kept_games

    with kept_games(keep, plan) as kept:
        played = played_with_bar(plan, games, runner.executor, runner.is_stopped, kept, label)
    if len(played) < games:
        raise Stopped
    return played


def _written(order: FitOrder, run: FitRun, strengths: Sequence[Strength]) -> tuple[Path, str]:
    """Write the data file and tell how strong it is: the file, and why it is not to be shipped."""
    import rr_rules
    from rr_net.sim.fit.datafile import commit_of, text_of
    from rr_net.sim.fit.strength import sheet, verdict
    from rr_net.sim.kept import replacing
    from rr_net.sim.report import in_plain
    from rr_rules.bots.numbers import FILE

    made: Plain = {
        "by": order.command,
        "seed": order.seed,
        "commit": commit_of(Path(rr_rules.__file__).parent),
        "reproduced": SAME_AGAIN,
        "stages": run.done,
        "strength": [each.plain() for each in strengths],
        **order.begun_with,
    }
    path = order.work / FILE
    with sentences(), replacing(path) as file:
        file.write(text_of(made, run.numbers).encode())
    found, refusal = verdict(strengths)
    say("\n" + "\n".join(in_plain([sheet(strengths)])))
    say(f"\n{path}: {many(len(run.done), 'stage')}. {found}\n{SAME_AGAIN}")
    return path, refusal


def _check_shipping(order: FitOrder) -> None:
    """See that the bots' numbers can be replaced: before hours of play."""
    from rr_net.sim.kept import check_room

    with sentences():
        check_room(_place(order).parent)


def _place(order: FitOrder) -> Path:
    """Where the bots read their numbers."""
    from rr_rules.bots.numbers import FILE

    return Path(str(files(order.fit.numbers.package) / FILE))


def _ship(order: FitOrder, path: Path, refusal: str) -> None:
    from rr_net.sim.kept import NotKept, replacing

    if refusal:
        raise click.ClickException(f"not shipped: {refusal}")
    place = _place(order)
    try:
        with replacing(place) as file:
            file.write(path.read_bytes())
    except NotKept as error:
        raise click.ClickException(f"not shipped, but kept in {path}: {error}") from None
    say(f"Shipped: {place}")
