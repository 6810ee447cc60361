"""How fast the rules are: `python -m rr_rules.bench`.

Random play of Runes & Regulations on one core: decisions and games a second, the cost of a clone,
and how many entries a step holds. Every figure is the median of several runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from time import perf_counter, process_time

from rr_rules.dealers import SeededDealer
from rr_rules.game import Rules, State, settle
from rr_rules.registry import load_game
from rr_rules.table import Table, drive

GAME = "runes-regulations"
SEATS, WINDOWS = (2, 3, 4), ("sealed", "fast")
RUNS, GAMES = 5, 20
CLONED = 7
"""Every so many decisions a clone is timed, outside of the time of play."""

HEAD = "seats  windows  decisions/s  games/s  decisions/game  clone us  entries/step    99th"
LINE = "{:5}  {:7}  {:11,.0f}  {:7.1f}  {:14.0f}  {:8.1f}  {:12.2f}  {:6.0f}"


@dataclass(slots=True)
class Run:
    """What one run of several games has measured."""

    games: int
    decisions: int = 0
    seconds: float = 0.0
    clones: list[float] = field(default_factory=list)
    """Seconds for each."""
    entries: list[int] = field(default_factory=list)
    """For each step in which anybody was asked how many entries it took."""


def main(games: int = GAMES, runs: int = RUNS) -> None:
    """Print one line for each number of seats and kind of window."""
    rules = load_game(GAME)
    print(f"{rules.name}, random play on one core, median of {runs} runs of {games} games")
    print(HEAD)
    for windows in WINDOWS:
        for seats in SEATS:
            done = [_run(rules, seats, windows, run, games) for run in range(runs)]
            print(LINE.format(seats, windows, *_figures(done)))


def _figures(runs: list[Run]) -> tuple[float, ...]:
    clones = [seconds for run in runs for seconds in run.clones]
    entries = sorted(count for run in runs for count in run.entries)
    return (
        _median(run.decisions / run.seconds for run in runs),
        _median(run.games / run.seconds for run in runs),
        sum(run.decisions for run in runs) / sum(run.games for run in runs),
        _median(clones) * 1e6,
        sum(entries) / len(entries),
        entries[len(entries) * 99 // 100],
    )


def _run(rules: Rules[State], seats: int, windows: str, number: int, games: int) -> Run:
    """Play games that only this run plays; every run of a bench plays the same again."""
    run = Run(games)
    options = settle(rules.options, {"window": windows})
    for game in range(games):
        began, cloning = process_time(), 0.0
        table = Table(rules, seats, options)
        for _ in _play(table, number * games + game, run):
            run.decisions += 1
            if run.decisions % CLONED == 0:
                cloning += _time_clone(table, run)
        run.seconds += process_time() - began - cloning
    return run


def _play(table: Table[State], seed: int, run: Run) -> Iterator[None]:
    """Play a random game, stopping before each decision."""
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
        yield
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


def _time_clone(table: Table[State], run: Run) -> float:
    """Clone a table and note the time; the processor time that all of it took."""
    began, start = process_time(), perf_counter()
    table.clone()
    run.clones.append(perf_counter() - start)
    return process_time() - began


def _median(values: Iterable[float]) -> float:
    """The middle one: the statistics module is not among what the rules may import."""
    ordered = sorted(values)
    return ordered[len(ordered) // 2]


if __name__ == "__main__":
    main()
