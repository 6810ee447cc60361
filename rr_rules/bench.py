"""How fast the rules are: `python -m rr_rules.bench`.

Random play of Runes & Regulations on one core: decisions and games a second, the cost of a clone,
and how many entries a step holds. Every figure is the median of several runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from time import perf_counter, process_time

from rr_rules.dealers import SeededDealer
from rr_rules.game import Rules, State, settle
from rr_rules.registry import load_game
from rr_rules.stream import Stream
from rr_rules.table import Table, drive

GAME = "runes-regulations"
SEATS = (2, 3, 4)
RUNS, GAMES, POSITIONS, CLONES = 5, 20, 40, 5


def main(games: int = GAMES) -> None:
    """Print one line for each number of seats."""
    rules = load_game(GAME)
    began = perf_counter()
    print(f"{rules.name}, random play, fast windows, median of {RUNS} runs of {games} games")
    print("seats  decisions/s  games/s  decisions/game  clone us  entries/step mean  p99")
    for seats in SEATS:
        print(_line(rules, seats, games))
    print(f"in {perf_counter() - began:.0f} s")


def _line(rules: Rules[State], seats: int, games: int) -> str:
    runs = [_run(rules, seats, range(run * games, (run + 1) * games)) for run in range(RUNS)]
    decisions = _median(count / seconds for count, seconds in runs)
    speed = _median(games / seconds for _, seconds in runs)
    length = sum(count for count, _ in runs) / (RUNS * games)
    tables = list(_positions(rules, seats))
    entries = [len(table.since) for table in tables]
    clone = _median(_clone_seconds(table) for table in tables) * 1e6
    p99 = sorted(entries)[len(entries) * 99 // 100]
    return (
        f"{seats:5}  {decisions:11,.0f}  {speed:7.1f}  {length:14.0f}  {clone:8.1f}"
        f"  {sum(entries) / len(entries):17.2f}  {p99:3.0f}"
    )


def opened(rules: Rules[State], seats: int) -> Table[State]:
    """A table before the deal, with fast windows."""
    return Table(rules, seats, settle(rules.options, {"window": "fast"}))


def _run(rules: Rules[State], seats: int, seeds: Sequence[int]) -> tuple[int, float]:
    """(decisions, CPU seconds) of one run."""
    began, decisions = process_time(), 0
    for seed in seeds:
        decisions += sum(1 for _ in _play(opened(rules, seats), seed))
    return decisions, process_time() - began


def _play(table: Table[State], seed: int) -> Iterator[Table[State]]:
    """Play a random game; yields the table before each decision."""
    luck, dealer = _Luck(seed), SeededDealer(seed)
    drive(table, dealer)
    while table.pending is not None:
        yield table
        choose = table.asked[0]
        table.answer(choose.seat, luck.below(len(choose.options)))
        table.drain()
        drive(table, dealer)


class _Luck:
    """Cheap numbers, so that the bench times the rules and not its own dice."""

    def __init__(self, seed: int) -> None:
        self._state = Stream.seeded(seed).below(1 << 31) | 1

    def below(self, bound: int) -> int:
        """A number below `bound`, nearly uniform."""
        self._state = (self._state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self._state >> 8) % bound


def _positions(rules: Rules[State], seats: int) -> Iterator[Table[State]]:
    """Tables in the middle of random games."""
    for seed in range(POSITIONS):
        for number, table in enumerate(_play(opened(rules, seats), seed)):
            if number % 9 == seed % 9:
                yield table.clone()


def _clone_seconds(table: Table[State]) -> float:
    began = process_time()
    for _ in range(CLONES):
        table.clone()
    return (process_time() - began) / CLONES


def _median(values: Iterable[float]) -> float:
    """The middle one: the statistics module is not among what the rules may import."""
    ordered = sorted(values)
    return ordered[len(ordered) // 2]


if __name__ == "__main__":
    main()
