"""How the odds of Runes & Regulations are made anew: from quick games by rules of thumb."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, cast

from rr_rules.bots.fitting import Contest, Features, Fit, Regression, Sample, Setup
from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.requests import Seat
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table, drive
from rr_rules.runes_regulations.bot import thumb
from rr_rules.runes_regulations.bot.odds import MODEL, NUMBERS, PART, HasDeck, Odds, odds_of
from rr_rules.runes_regulations.state.state import State
from rr_rules.runes_regulations.state.view import View

STEPS = {2: 10, 3: 20, 4: 30}
"""One step of so many is looked at, by seats; at more seats than here one of the most."""
PASSED_ON = 0.6
"""How much of what a position is to be worth comes from the end of its game, and not from what the
next one is worth: temporal differences, TD(lambda)."""


class Sighting(NamedTuple):
    """A position as one seat saw it."""

    seats: tuple[int, ...]
    rows: tuple[Features, ...]
    chances: tuple[float, ...]
    """By the numbers so far."""


def _watch(table: Table[State], stream: Stream) -> Iterator[Sample]:
    """How some positions of a game looked to each seat, and who was to win."""
    odds, seats = odds_of(cast("HasDeck", table.game)), [*map(Seat, range(table.state.seats))]
    seen: list[list[Sighting]] = [[] for _ in seats]
    for state in _played(table, stream):
        for seat in seats:
            seen[seat].append(_seen(odds, cast("View", table.game.view(state, seat)), seat))
    assert table.outcome is not None, "it was played to its end"
    for each in seen:
        yield from _told(each, _winners(table), is_first=not NUMBERS.now)


def _played(table: Table[State], stream: Stream) -> Iterator[State]:
    """Play to the end; now and then the state after a step."""
    dealer, steps = SeededDealer(stream), table.steps
    most = STEPS.get(table.state.seats, max(STEPS.values()))
    drive(table, dealer)
    while table.pending is not None:
        if table.steps != steps and table.state.turn and not stream.below(most):
            yield table.state
        steps = table.steps
        choose = table.asked[0]
        table.answer(choose.seat, thumb.pick(choose, table.state, stream))
        table.drain()
        drive(table, dealer)


def _seen(odds: Odds, view: View, seat: int) -> Sighting:
    chances = odds.chances(view, seat)
    rows = dict(odds.rows(view, seat))
    return Sighting(tuple(rows), tuple(rows.values()), tuple(chances.values()))


def _winners(table: Table[State]) -> Sequence[int]:
    """Who won; the Henchman wins with the Nefarious Neighbor, which is what others see coming."""
    assert table.outcome is not None, "it was played to its end"
    winners, dark = table.outcome.winners, table.state.nefarious
    return (dark,) if dark in winners else winners


def _told(seen: Sequence[Sighting], winners: Sequence[int], *, is_first: bool) -> Iterator[Sample]:
    """Each position with what it is to be worth: a mean of what comes next and of the end."""
    if not seen or not winners:
        return
    share = 1.0 if is_first else PASSED_ON
    to_be = [(seat in winners) / len(winners) for seat in seen[-1].seats]
    later: Sequence[float] = to_be
    for each in reversed(seen):
        to_be = [(1 - share) * next_one + share * end
                 for next_one, end in zip(later, to_be, strict=True)]  # fmt: skip
        later = each.chances
        yield Sample(MODEL, each.rows, to_be)


SETUPS: tuple[Setup, ...] = (
    (2, {"window": "fast"}),
    (4, {"window": "fast"}),
    (3, {"window": "fast"}),
    (4, {"window": "fast", "nefarious": "on"}),
    (6, {"window": "fast", "nefarious": "on"}),
)
FIT = Fit(
    numbers=NUMBERS,
    stages=(
        Regression(name="odds", part=PART, link="odds", watch=_watch, setups=SETUPS, games=4_000,
                   rounds=4, ridge=3.0, digits=4),
    ),
    contests=(
        Contest((2, {"window": "fast"}), "normal", 400, other="greedy"),
        Contest((4, {"window": "fast"}), "normal", 200, other="greedy"),
    ),
)  # fmt: skip
