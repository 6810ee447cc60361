"""How the odds of Runes & Regulations are made anew: from quick games by rules of thumb.

What each kind of table adds comes from games of the bots themselves, by what was found so far.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, cast

from rr_rules.bots.base import Bot
from rr_rules.bots.fitting import Contest, Features, Fit, Regression, Sample, Setup
from rr_rules.bots.greedy import GreedyBot
from rr_rules.bots.lookahead import ONCE, OddsBot
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
    STREET,
    HasDeck,
    kind_of,
    odds_of,
)
from rr_rules.runes_regulations.state.state import State
from rr_rules.runes_regulations.state.view import View

STEPS, OF_BOTS = {2: 10, 3: 20, 4: 30}, 5
"""One step of so many is looked at, by seats; at more seats than here one of the most."""
PASSED_ON = 0.6
"""TD(lambda): on other games it told nearly what twice as many games do by ends alone."""
PASSED_ON_AT_NIGHT = 0.9
"""With the Nefarious Neighbor the weights so far say less of what comes."""

SLIPS, NIGHT_SLIPS = 3, 12
"""How often, in percent, a bot that is watched plays by rules of thumb."""
GREEDY = 40
"""So many seats of a hundred are `greedy` with the Nefarious Neighbor."""
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
    bot = OddsBot(stream, odds_of(cast("HasDeck", table.game)).of, ONCE)
    bots: list[Bot] = [bot for _ in range(table.state.seats)]
    kind = kind_of(cast("View", table.game.view(table.state, Seat(0))))
    return _told(table, stream, _picked_by(bots, table, stream, SLIPS), OF_BOTS, kind)


def _watch_night(table: Table[State], stream: Stream) -> Iterator[Sample]:
    """The same with the Nefarious Neighbor, some seats `greedy` and more by rules of thumb.

    Bots by the odds alone never show what they think little of: Beasts and what pays for them.
    """
    bot = OddsBot(stream, odds_of(cast("HasDeck", table.game)).of, ONCE)
    others, lot = GreedyBot(stream), thumb.PERCENT
    bots: list[Bot] = [
        others if stream.below(lot) < GREEDY else bot for _ in range(table.state.seats)
    ]
    return _told(table, stream, _picked_by(bots, table, stream, NIGHT_SLIPS), OF_BOTS, STREET)


def _picked_by(bots: Sequence[Bot], table: Table[State], stream: Stream, slips: int) -> Pick:
    """Each seat's bot answers, now and then the rules of thumb."""
    guessed = cast("Table[GameState]", table)

    def pick(ask: Choose) -> int:
        if stream.below(thumb.PERCENT) < slips:
            return thumb.pick(ask, table.state, stream)
        view = table.game.view(table.state, ask.seat)
        return bots[ask.seat].choose(
            view, ask, lambda: guessed.sampled(ask.seat, stream), lambda: False
        )

    return pick


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
    (8, {"window": "fast", "nefarious": "on"}),
)
FIT = Fit(
    numbers=NUMBERS,
    stages=(
        Regression(name="odds", part=PART, link="odds", watch=_watch, setups=SETUPS, games=8_000,
                   ridge=3.0, digits=4, passed_on=PASSED_ON),
        *(Regression(name=kind, part=PART, link="odds", watch=watch, on=MODEL, rounds=2,
                     is_fresh=False, setups=setups, games=games, ridge=100.0, digits=4,
                     passed_on=passed_on)
          for kind, setups, watch, games, passed_on in (
              (DUEL, SETUPS[:1], _watch_bots, 2_000, PASSED_ON),
              (ROUND, SETUPS[1:3], _watch_bots, 1_200, PASSED_ON),
              (STREET, SETUPS[3:5], _watch_night, 900, PASSED_ON_AT_NIGHT))),
    ),
    contests=(
        Contest((2, {"window": "fast"}), "hard", 400, other="greedy"),
        Contest((4, {"window": "fast"}), "hard", 200, other="greedy"),
        Contest((4, {"window": "fast", "nefarious": "on"}), "hard", 200, other="greedy"),
    ),
)  # fmt: skip
