"""How fast the rules are: `python -m tests.lab.rules`.

Random play of every game on one core: decisions and games a second, the cost of a clone and of a
sample, and how many entries a step holds. Every figure is the median of several runs.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter, process_time
from typing import NamedTuple

from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.game import Game, GameState
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table, drive
from rr_rules.registry import load_game

RUNS = 5
TIMED = 7
"""Every so many decisions a clone and a sample are timed, outside of the time of play."""

HEAD = ("game               seats  options          decisions/s  games/s  decisions/game  clone us"
        "  sample us  entries/step    99th")  # fmt: skip
LINE = "{:17}  {:5}  {:15}  {:11,.0f}  {:7,.1f}  {:14.0f}  {:8.1f}  {:9.1f}  {:12.2f}  {:6.0f}"


class Series(NamedTuple):
    """Games of one kind, and how many of them a run has."""

    game: str
    seats: int
    chosen: Mapping[str, str]
    games: int

    def settled(self, rules: Game[GameState]) -> Mapping[str, str]:
        """Every option of its tables."""
        return rules.settle(self.chosen)


SERIES = (
    *[Series("runes-regulations", seats, {"window": window}, 20)
      for window in ("sealed", "fast") for seats in (2, 3, 4)],
    *[Series("regicide", seats, {}, 400) for seats in (1, 2, 3, 4)],
    *[Series("rune", 2, {"grand_master": tokens}, 40) for tokens in ("off", "on")],
)  # fmt: skip


@dataclass(slots=True)
class Run:
    """What one run of several games has measured."""

    games: int
    decisions: int = 0
    seconds: float = 0.0
    clones: list[float] = field(default_factory=list)
    """Seconds for each."""
    samples: list[float] = field(default_factory=list)
    """Seconds for each."""
    entries: list[int] = field(default_factory=list)
    """For each step in which anybody was asked how many entries it took."""


def main(runs: int = RUNS, games: int | None = None) -> None:
    """Print one line for each series; `games` shortens every run."""
    print(f"Random play on one core, median of {runs} runs")
    print(HEAD)
    for series in SERIES:
        rules, shortened = load_game(series.game), series._replace(games=games or series.games)
        done = [_run(rules, shortened, run) for run in range(runs)]
        options = " ".join(f"{name}={value}" for name, value in series.chosen.items())
        print(LINE.format(series.game, series.seats, options, *_figures(done)))


def _figures(runs: list[Run]) -> tuple[float, ...]:
    entries = sorted(count for run in runs for count in run.entries)
    return (
        _median(run.decisions / run.seconds for run in runs),
        _median(run.games / run.seconds for run in runs),
        sum(run.decisions for run in runs) / sum(run.games for run in runs),
        _median(seconds for run in runs for seconds in run.clones) * 1e6,
        _median(seconds for run in runs for seconds in run.samples) * 1e6,
        sum(entries) / len(entries),
        entries[len(entries) * 99 // 100],
    )


def _run(rules: Game[GameState], series: Series, number: int) -> Run:
    """Play games that only this run plays; every run of a bench plays the same again."""
    run, stream, options = Run(series.games), Stream.seeded(number), series.settled(rules)
    for game in range(series.games):
        began, aside = process_time(), 0.0
        table = Table(rules, series.seats, options)
        for seat in _play(table, number * series.games + game, run):
            run.decisions += 1
            if run.decisions % TIMED == 0:
                aside += _time(run.clones, table.clone)
                aside += _time(run.samples, partial(table.sampled, seat, stream))
        run.seconds += process_time() - began - aside
    return run


def _play(table: Table[GameState], seed: int, run: Run) -> Iterator[int]:
    """Play a random game, stopping before each decision of a seat."""
    luck, dealer = _Luck(seed), SeededDealer(seed)
    steps, entries = table.steps, 0
    while table.pending is not None:
        drive(table, dealer)
        asked = table.asked
        if not asked:
            return
        if table.steps != steps:
            run.entries.append(entries)
        steps, entries = table.steps, len(table.since) + 1
        yield asked[0].seat
        table.answer(asked[0].seat, luck.below(len(asked[0].options)))
        table.drain()


class _Luck:
    """Cheap numbers, so that the bench times the rules and not its own dice."""

    def __init__(self, seed: int) -> None:
        self._state = seed * 2654435761 % (1 << 31)

    def below(self, bound: int) -> int:
        """A number below `bound`, nearly uniform."""
        self._state = (self._state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self._state >> 8) % bound


def _time(times: list[float], work: Callable[[], object]) -> float:
    """Do a piece of work and note its time; the processor time that all of it took."""
    began, start = process_time(), perf_counter()
    work()
    times.append(perf_counter() - start)
    return process_time() - began


def _median(values: Iterable[float]) -> float:
    """The middle one."""
    ordered = sorted(values)
    return ordered[len(ordered) // 2]


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    main()
