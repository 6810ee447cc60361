"""A whole tournament: the games that are kept, and then those that are left to play."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from rr_net.sim.executors import Executor, run_all
from rr_net.sim.games import GameJob, GamePlayed, TournamentPlan
from rr_net.sim.jobs import sources_in_use
from rr_net.sim.kept import KeptResults

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def kept_games(keep: Path | None, plan: TournamentPlan) -> Iterator[KeptResults[GamePlayed] | None]:
    """Where the games of a tournament are kept, if anywhere. Raises NotKept."""
    if keep is None:
        yield None
        return
    kept = KeptResults(keep, {**plan.plain(), "sources": sources_in_use()}, GamePlayed,
                       fault_in(plan))  # fmt: skip
    try:
        yield kept
    finally:
        kept.close()


def fault_in(plan: TournamentPlan) -> Callable[[GamePlayed], str]:
    """What says of one kept game after the other why it cannot be of this tournament, or ""."""
    seats, seen, shapes = range(plan.seats), set[int](), set[tuple[object, ...]]()

    def fault(game: GamePlayed) -> str:
        shape = game.tally.is_shared, *(name for name, _ in game.tally.figures)
        shapes.add(shape)
        by_seat = game.roles, game.held, game.early, game.in_time, game.used
        faults = {
            f"number {game.number}: expected 0 or more": game.number < 0,
            f"game {game.number} is there twice": game.number in seen,
            f"kinds {game.kinds}: expected {plan.kinds(game.number)}":
                game.kinds != plan.kinds(game.number),
            f"winners {game.winners}: expected seats from 0 to {seats[-1]}":
                not set(game.winners) <= set(seats),
            f"tally of {shape}: expected one as other games have": shapes > {shape},
            f"expected what is told by seat of {plan.seats} seats":
                not {len(each) for each in by_seat} <= {0, plan.seats},
        }  # fmt: skip
        seen.add(game.number)
        return next((said for said, is_so in faults.items() if is_so), "")

    return fault


def kept_before(kept: KeptResults[GamePlayed] | None, games: int) -> dict[int, GamePlayed]:
    """Those of so many games that are kept already, by number."""
    found = kept.results if kept is not None else []
    return {game.number: game for game in found if game.number < games}


def play_on(
    plan: TournamentPlan,
    games: int,
    executor: Executor,
    is_stopped: Callable[[], bool],
    kept: KeptResults[GamePlayed] | None,
) -> Generator[GamePlayed]:
    """Every game once: those that were kept before, then the others as they end and are kept.

    Raises what `run_all` does, and NotKept.
    """
    before = kept_before(kept, games)
    yield from (before[number] for number in sorted(before))
    jobs = [GameJob(plan, number) for number in range(games) if number not in before]
    for game in run_all(executor, jobs, is_stopped):
        if kept is not None:
            kept.add(game)
        yield game
