"""How the odds of Runes & Regulations are made anew: from quick games by rules of thumb.

What each kind of table adds comes from games of the bots themselves, by what was found so far.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, cast

from rr_rules.bots.fitting import Contest, Features, Fit, Regression, Sample, Setup
from rr_rules.bots.kinds import NORMAL
from rr_rules.bots.lookahead import OddsBot
from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.game import GameState
from rr_rules.kernel.requests import Choose, Seat
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table, drive
from rr_rules.runes_regulations.bot import thumb
from rr_rules.runes_regulations.bot.odds import (
    DUEL,
    MODEL,
    NUMBERS,
    PART,
    ROUND,
    HasDeck,
    kind_of,
    odds_of,
)
from rr_rules.runes_regulations.state.state import State
from rr_rules.runes_regulations.state.view import View

STEPS, OF_BOTS = {2: 10, 3: 20, 4: 30}, 5
"""One step of so many is looked at, by seats; at more seats than here one of the most."""
PASSED_ON = 0.6
"""TD(lambda): nearly as much was told by half as many games as with the ends alone."""

SLIPS = 3
"""How often, in percent, a bot that is watched plays by rules of thumb."""
Pick = Callable[[Choose], int]
"""Answers for every seat."""


class Sighting(NamedTuple):
    """A position as one seat saw it."""

    seats: tuple[int, ...]
    rows: tuple[Features, ...]


def _watch(table: Table[State], stream: Stream) -> Iterator[Sample]:
    """How some positions of a game by rules of thumb looked to each seat, and who was to win."""
    most = STEPS.get(table.state.seats, max(STEPS.values()))
    return _told(table, stream, lambda ask: thumb.pick(ask, table.state, stream), most, MODEL)


def _watch_bots(table: Table[State], stream: Stream) -> Iterator[Sample]:
    """The same of a game of bots that go by the odds so far."""
    bot = OddsBot(stream, odds_of(cast("HasDeck", table.game)).of, NORMAL)
    guessed = cast("Table[GameState]", table)

    def pick(ask: Choose) -> int:
        if stream.below(thumb.PERCENT) < SLIPS:
            return thumb.pick(ask, table.state, stream)
        view = table.game.view(table.state, ask.seat)
        return bot.choose(view, ask, lambda: guessed.sampled(ask.seat, stream), lambda: False)

    kind = kind_of(cast("View", table.game.view(table.state, Seat(0))))
    return _told(table, stream, pick, OF_BOTS, kind)


def _told(
    table: Table[State], stream: Stream, pick: Pick, most: int, model: str
) -> Iterator[Sample]:
    """Play to the end: what each seat has seen in turn, one step of so many, and who won."""
    seen = _seen_by_all(table, stream, pick, most)
    assert table.outcome is not None, "it was played to its end"
    winners = _winners(table)
    for each in seen if winners else ():
        for at, now in enumerate(each):
            came = [(seat in winners) / len(winners) for seat in now.seats]
            goes_on = at + 1 < len(each) and each[at + 1].seats == now.seats
            yield Sample(model, now.rows, came, goes_on)


def _seen_by_all(
    table: Table[State], stream: Stream, pick: Pick, most: int
) -> Sequence[Sequence[Sighting]]:
    odds, seats = odds_of(cast("HasDeck", table.game)), [*map(Seat, range(table.state.seats))]
    seen: list[list[Sighting]] = [[] for _ in seats]
    for state in _played(table, stream, pick, most):
        for seat in seats:
            rows = dict(odds.rows(cast("View", table.game.view(state, seat)), seat))
            seen[seat].append(Sighting(tuple(rows), tuple(rows.values())))
    return seen


def _played(table: Table[State], stream: Stream, pick: Pick, most: int) -> Iterator[State]:
    """Play to the end; now and then the state after a step."""
    dealer, steps = SeededDealer(stream), table.steps
    drive(table, dealer)
    while table.pending is not None:
        if table.steps != steps and table.state.turn and not stream.below(most):
            yield table.state
        steps = table.steps
        choose = table.asked[0]
        table.answer(choose.seat, pick(choose))
        table.drain()
        drive(table, dealer)


def _winners(table: Table[State]) -> Sequence[int]:
    """Who won; the Henchman wins with the Nefarious Neighbor, which is what others see coming."""
    assert table.outcome is not None, "it was played to its end"
    winners, dark = table.outcome.winners, table.state.nefarious
    return (dark,) if dark in winners else winners


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
        Regression(name="odds", part=PART, link="odds", watch=_watch, setups=SETUPS, games=8_000,
                   ridge=3.0, digits=4, passed_on=PASSED_ON),
        # With the expansion the odds of quick games play better than what was fitted to bots'
        # games (tests/lab/bots.md): a table of it has no weights of its own.
        *(Regression(name=kind, part=PART, link="odds", watch=_watch_bots, on=MODEL, rounds=2,
                     is_fresh=False, setups=setups, games=games, ridge=100.0, digits=4,
                     passed_on=PASSED_ON)
          for kind, setups, games in ((DUEL, SETUPS[:1], 2_000), (ROUND, SETUPS[1:3], 1_200))),
    ),
    contests=(
        Contest((2, {"window": "fast"}), "normal", 400, other="greedy"),
        Contest((4, {"window": "fast"}), "normal", 200, other="greedy"),
    ),
)  # fmt: skip
