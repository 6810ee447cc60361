"""The stages of a fit, one after the other, and what is kept of them in a folder."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from time import perf_counter
from typing import Generic, NamedTuple, TypeVar, cast

from pydantic import FiniteFloat, TypeAdapter

from rr_net.sim.executors import Executor, run_all
from rr_net.sim.fit.evolve import Generation, Strategy
from rr_net.sim.fit.harvest import Harvest, gathered, load, save
from rr_net.sim.fit.regress import fitted
from rr_net.sim.games import numbers_of, read_numbers
from rr_net.sim.jobs import Job
from rr_net.sim.kept import NotKept, reading, replacing
from rr_rules.bots.fitting import Evolution, Fit, Regression, Setup, Stage
from rr_rules.bots.numbers import models
from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.game import GameState
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table, drive
from rr_rules.kernel.transcript import Plain
from rr_rules.registry import fit_of, load_game

R = TypeVar("R")

DONE, SO_FAR = "stages.json", "so-far.json"
TRACES = (DONE, SO_FAR, "*.npz", "*.generations")
"""What else a fit leaves in its folder."""
ROWS = TypeAdapter(list[dict[str, str | int | FiniteFloat | dict[str, FiniteFloat]]])
MODELS = TypeAdapter(dict[str, dict[str, dict[str, FiniteFloat]]])
AGAIN = f"remove {DONE} and {SO_FAR}, and what was played there is counted again"
"""What to do where one of the two is broken: they come from the games that lie beside them."""
A_JOB = 50
"""Games that are watched in one job."""
A_PART = 2_000
"""Games after which what was seen is kept."""


Advance = Callable[[int], None]
"""Is told how many more games have ended."""


class Stopped(Exception):
    """Somebody has stopped the fit: the same command goes on from here."""


@dataclass(frozen=True, slots=True)
class WatchJob:
    """Some games of a regression."""

    game: str
    stage: str
    numbers: str
    luck: str
    games: range

    def run(self) -> Harvest:
        """Play them."""
        stage = cast(Regression, _stage(self.game, self.stage))
        with numbers_of(self.game).replaced(read_numbers(self.game, self.numbers)):
            return Harvest.of(
                sample
                for number in self.games
                for sample in stage.watch(
                    dealt(self.game, stage.setups[number % len(stage.setups)], self._luck(number)),
                    Stream(f"{self._luck(number)}/play".encode()),
                )
            )

    def _luck(self, number: int) -> str:
        return f"{self.luck}/{number}"


@dataclass(frozen=True, slots=True)
class CandidateJob:
    """All games of one candidate in one generation."""

    game: str
    stage: str
    numbers: str
    luck: str
    games: int

    def run(self) -> float:
        """Play them: what came of it on the average."""
        stage, found = cast(Evolution, _stage(self.game, self.stage)), 0.0
        # Not by `read_numbers`: nobody asks for these again.
        numbers = numbers_of(self.game)
        with numbers.replaced(numbers.read(json.loads(self.numbers))):
            for number in range(self.games):
                luck = f"{self.luck}/{number}"
                table = dealt(self.game, stage.setup, luck)
                found += stage.try_out(table, Stream(f"{luck}/play".encode()))
        return found / self.games


def _stage(game: str, name: str) -> Stage:
    fit = fit_of(game)
    assert fit is not None, "only games with a fit have stages"
    return fit.stage(name)


def dealt(game: str, setup: Setup, luck: str) -> Table[GameState]:
    """A table of a game, dealt by this luck."""
    seats, settings = setup
    rules = load_game(game)
    table = Table(rules, seats, rules.settle(settings))
    drive(table, SeededDealer(Stream(f"{luck}/deal".encode())))
    return table


@dataclass(frozen=True, slots=True)
class Numbered(Generic[R]):
    """A job that says which one it was: results come as they end."""

    at: int
    job: Job[R]

    def run(self) -> tuple[int, R]:
        """Do it."""
        return self.at, self.job.run()


def _unwatched(_label: str, _games: int, _kept: int) -> AbstractContextManager[Advance]:
    return nullcontext(lambda _: None)


class Runner(NamedTuple):
    """Who runs the jobs of a fit, and what is said meanwhile."""

    executor: Executor
    is_stopped: Callable[[], bool]
    tell: Callable[[str], None]
    progress: Callable[[str, int, int], AbstractContextManager[Advance]] = _unwatched
    """Shows how far a stage is: its name, its games, and those of them that were kept."""

    def all(self, jobs: Sequence[Job[R]], games: Sequence[int], advance: Advance) -> list[R]:
        """All results in the order of their jobs, of which each plays so many games.

        Raises Stopped, and what `run_all` does.
        """
        numbered, found = [Numbered(at, job) for at, job in enumerate(jobs)], dict[int, R]()
        for at, result in run_all(self.executor, numbered, self.is_stopped):
            found[at] = result
            advance(games[at])
        if len(found) < len(jobs):
            raise Stopped
        return [found[at] for at in range(len(jobs))]


class FitRun:
    """A fit in a folder, in as many parts as it takes."""

    def __init__(
        self,
        game: str,
        fit: Fit,
        folder: Path,
        *,
        seed: int,
        scale: float,
        start: Plain,
    ) -> None:
        """Begin with the numbers `start`, or go on; `scale` is the share of all games to play.

        Raises NotKept where something in the folder cannot be read: before hours of play.
        """
        self._game, self._fit, self._folder = game, fit, folder
        self._seed, self._scale = seed, scale
        done = self._read(DONE, ROWS)
        numbers = self._read(SO_FAR, MODELS, is_needed=bool(done))
        self.numbers: Plain = cast(Plain, numbers) or start
        """Those of the stages that are done, in the form of the file."""
        self.done: list[Plain] = cast("list[Plain]", done or [])
        """A row for each of them: its name, what it played and how well it tells what comes."""
        self._check()

    def _read(self, name: str, form: TypeAdapter[R], *, is_needed: bool = False) -> R | None:
        path = self._folder / name
        if not (is_needed or path.exists()):
            return None
        with reading(path, AGAIN):
            return form.validate_json(path.read_bytes())

    def _check(self) -> None:
        """See that the rows are those of this fit, and that all that is left to use is whole."""
        names = [stage.name for stage in self._fit.stages]
        found = [row.get("stage") for row in self.done]
        if found != names[: len(found)]:
            problem = f"{self._folder / DONE} is of no such fit: expected {', '.join(names)}"
            raise NotKept(f"{problem}, in this order; {AGAIN}")
        for stage in self._fit.stages[len(found) :]:
            if isinstance(stage, Evolution):
                self._strategy(stage)
                continue
            for around in range(stage.rounds):
                for path, _ in self._parts(stage, around):
                    if path.exists():
                        load(path)

    def kept(self) -> str:
        """What there is so far, in words; "" where nothing is kept."""
        left, said = self._fit.stages[len(self.done) :], [str(row["stage"]) for row in self.done]
        if self.done and not left:
            said = ["all stages"]
        for stage in left[:1]:
            games, kept = self._extent(stage)
            said += [f"{kept} of {games} games of {stage.name}"] * bool(kept)
        return f"Kept so far: {', '.join(said)}" if said else ""

    def _extent(self, stage: Stage) -> tuple[int, int]:
        """How many games a stage plays, and how many of them were kept."""
        if isinstance(stage, Evolution):
            strategy = self._strategy(stage)
            each = stage.games * strategy.candidates
            return self._scaled(stage.generations) * each, strategy.done * each
        parts = [part for around in range(stage.rounds) for part in self._parts(stage, around)]
        kept = sum(len(numbers) for path, numbers in parts if path.exists())
        return sum(len(numbers) for _, numbers in parts), kept

    def run(self, runner: Runner) -> None:
        """Run what is left. Raises Stopped, and what `run_all` does."""
        for stage in self._fit.stages[len(self.done) :]:
            began = perf_counter()
            with runner.progress(stage.name, *self._extent(stage)) as advance:
                if isinstance(stage, Regression):
                    figures = self._regress(stage, runner, advance)
                else:
                    figures = self._evolve(stage, runner, advance)
            self.done.append({"stage": stage.name, **figures})
            self._keep(SO_FAR, self.numbers)
            self._keep(DONE, self.done)
            runner.tell(f"{stage.name}: done in {perf_counter() - began:.0f} s")

    def _keep(self, name: str, what: object) -> None:
        with replacing(self._folder / name) as file:
            file.write(json.dumps(what).encode())

    def _scaled(self, number: int) -> int:
        return max(1, round(number * self._scale))

    # --- regressions -----------------------------------------------------------------

    def _regress(self, stage: Regression, runner: Runner, advance: Advance) -> Plain:
        figures: Plain = {}
        seen: list[Harvest] = []
        for around in range(stage.rounds):
            watched = self._watched(stage, around, runner, advance)
            seen = [*([] if stage.is_fresh else seen), *watched]
            rows = gathered(seen)
            least = self._scaled(stage.least)
            before = models(self.numbers, stage.part)
            fits = {
                model: fitted(stage, each, before.get(stage.on, {}))
                for model, each in rows.items()
                if len(each.sizes) >= least
            }
            found = stage.finish({model: each.weights for model, each in fits.items()})
            kept = before if stage.on else {}
            self.numbers = {**self.numbers, stage.part: {**kept, **found}}
            figures = {
                "games": self._scaled(stage.games) * (around + 1),
                "samples": sum(each.samples for each in fits.values()),
                "unsaid": {model: each.left for model, each in fits.items()},
            }
            runner.tell(
                f"{stage.name}: round {around + 1} of {stage.rounds}, {figures['samples']} samples"
            )
        return figures

    def _parts(self, stage: Regression, around: int) -> list[tuple[Path, range]]:
        """The parts of a round: where what was seen is kept, and of which games."""
        games = self._scaled(stage.games)
        return [
            (self._folder / f"{stage.name}-{around}-{first}.npz",
             range(first, min(games, first + A_PART)))
            for first in range(0, games, A_PART)
        ]  # fmt: skip

    def _watched(
        self, stage: Regression, around: int, runner: Runner, advance: Advance
    ) -> list[Harvest]:
        """What is seen in all games of a round; part by part, those that are kept included."""
        text, harvests = json.dumps(self.numbers), []
        luck = f"fit/{self._seed}/{stage.name}/{around}"
        for path, part in self._parts(stage, around):
            if not path.exists():
                jobs = [
                    WatchJob(self._game, stage.name, text, luck, part[at : at + A_JOB])
                    for at in range(0, len(part), A_JOB)
                ]
                seen = runner.all(jobs, [len(job.games) for job in jobs], advance)
                save(path, gathered(seen))
                runner.tell(f"{stage.name}: {part.stop} of {self._scaled(stage.games)} games")
            harvests.append(load(path))
        return harvests

    # --- evolution -------------------------------------------------------------------

    def _strategy(self, stage: Evolution) -> Strategy:
        path = self._folder / f"{stage.name}.generations"
        return Strategy(stage, self._seed, path, self._scaled(stage.generations))

    def _evolve(self, stage: Evolution, runner: Runner, advance: Advance) -> Plain:
        strategy = self._strategy(stage)

        def play(generation: Generation) -> Sequence[float]:
            luck = f"fit/{self._seed}/{stage.name}/{generation.number}"
            jobs = [
                CandidateJob(self._game, stage.name, json.dumps(self._with(stage, values)), luck,
                             stage.games)
                for values in generation.candidates
            ]  # fmt: skip
            came = runner.all(jobs, [stage.games] * len(jobs), advance)
            mean = fmean(came)
            runner.tell(f"{stage.name}: generation {generation.number + 1}, {mean:.3f}")
            return came

        strategy.run(play)
        self.numbers = self._with(stage, list(strategy.best.values()))
        return {"generations": strategy.done, "games": stage.games, "mean": round(strategy.mean, 3)}

    def _with(self, stage: Evolution, values: Sequence[float]) -> Plain:
        """The numbers so far with these in their place."""
        before = cast(Plain, self.numbers.get(stage.part, {}))
        model = dict(zip(stage.names, values, strict=True))
        return {**self.numbers, stage.part: {**before, stage.model: model}}
