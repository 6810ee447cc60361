"""Random play of any game, one entry at a time, with luck that can be had again."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TypeVar

from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.errors import CannotArrange, CannotRemove
from rr_rules.kernel.game import Game, Outcome
from rr_rules.kernel.game import GameState as AnyState
from rr_rules.kernel.requests import Roll, Shuffle
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table
from rr_rules.kernel.transcript import Answer, Arrange, Chance, Entry, Plain, Remove, canonical
from rr_rules.registry import load_game
from tests.support.rr_rules.pebbles import Pebbles

S = TypeVar("S", bound=AnyState)

MOST_ENTRIES = 20_000
"""A random game of four has some 700: far beyond that it is not going to end."""
GAMES = ("pebbles", "runes-regulations", "regicide", "rune")
"""Whatever holds of the kernel is tried with each of them."""
ZONES = {"runes-regulations": ("hand", "fence")}
"""The hidden zones that seats may re-order, besides the hand alone."""
ARRANGED, REMOVED = 40, 400
"""One entry in so many is an arrange, or a remove, where they are mixed in."""


@cache
def rules_of(game: str) -> Game[AnyState]:
    """Pebbles, or a game of the registry, loaded once."""
    return Pebbles() if game == "pebbles" else load_game(game)  # type: ignore[return-value]


def table_of(game: str, seats: int, **options: str) -> Table[AnyState]:
    """A fresh table, of so many seats as far as the game has them; luck says who begins."""
    rules = rules_of(game)
    settled = rules.settle(options)
    return Table(rules, min(seats, rules.most_seats(settled)), settled)


def arranged(game: str) -> tuple[str, ...]:
    """The hidden zones that a seat may re-order."""
    return ZONES.get(game, ("hand",))


def random_entry(table: Table[AnyState], luck: Stream) -> Entry:
    """A legal answer of any seat that is asked, or a possible outcome of the chance request."""
    if isinstance(table.pending, Shuffle | Roll):
        return Chance(SeededDealer(luck).deal(table.pending))
    asked = table.asked[luck.below(len(table.asked))]
    return Answer(asked.seat, luck.below(len(asked.options)))


def mixed_entry(table: Table[AnyState], luck: Stream, zones: Sequence[str]) -> Entry:
    """As `random_entry`, now and then an arrange or a remove instead."""
    if luck.below(REMOVED) == 0 and (seat := luck.below(seats_of(table))) not in gone(table):
        return Remove(seat)
    if luck.below(ARRANGED) == 0 and (entry := random_arrange(table, luck, zones)):
        return entry
    return random_entry(table, luck)


def random_arrange(table: Table[AnyState], luck: Stream, zones: Sequence[str]) -> Entry | None:
    """A new order for somebody's hidden zone, unless it cannot be had now."""
    seat, label = luck.below(seats_of(table)), zones[luck.below(len(zones))]
    if any(o.zone == label and o.seat == seat for c in table.asked for o in c.options):
        return None
    cards = next(z.cards for z in table.game.zones(table.state) if z[:2] == (label, seat))
    order = luck.order(len(cards))
    try:
        table.game.arrange(table.state.copy(), seat, label, order)
    except CannotArrange:
        return None
    return Arrange(seat, label, order)


def seats_of(table: Table[AnyState]) -> int:
    return len({zone.owner for zone in table.game.zones(table.state)} - {-1})


def gone(table: Table[AnyState]) -> list[int]:
    """The seats that cannot be removed any more."""

    def can_go(seat: int) -> bool:
        try:
            table.game.remove(table.state.copy(), seat)
        except CannotRemove:
            return False
        return True

    return [seat for seat in range(seats_of(table)) if not can_go(seat)]


def walk(
    table: Table[AnyState], luck: Stream, *, mixed: Sequence[str] = (), most: int = MOST_ENTRIES
) -> Iterator[Entry]:
    """Play a table by lot: yields each entry before it is applied, and stops at the end."""
    for _ in range(most):
        if table.pending is None:
            return
        entry = mixed_entry(table, luck, mixed) if mixed else random_entry(table, luck)
        yield entry
        table.apply(entry)
    if most == MOST_ENTRIES:
        raise AssertionError(f"a game does not end within {most} entries")


def play_out(table: Table[AnyState], luck: Stream, *, mixed: Sequence[str] = ()) -> list[Entry]:
    """Play a table to its end by lot; the entries it took."""
    return list(walk(table, luck, mixed=mixed))


def position(table: Table[AnyState]) -> tuple[object, ...]:
    """Where a table stands, whatever way it came there."""
    views = [table.game.view(table.state, seat) for seat in (*range(seats_of(table)), None)]
    zones = table.game.zones(table.state)
    return table.number, table.pending, table.asked, views, zones, table.outcome


def standing(table: Table[AnyState]) -> tuple[object, ...]:
    """All that can be asked of a table, to tell whether anything has changed."""
    return *position(table), table.save(), len(table.state.events), table.steps


def through_json(value: Plain) -> Plain:
    """The value after it was written down and read again."""
    read = json.loads(canonical(value))
    assert isinstance(read, dict)
    return read


def outcome_of(table: Table[AnyState]) -> Outcome:
    """How a finished game ended."""
    assert table.outcome is not None, "the game is not over"
    return table.outcome


def begun(table: Table[S]) -> S:
    """The state as it was when the step began that is being played, for a test to change."""
    saved = table.save()["state"]
    assert isinstance(saved, dict)
    return table.game.from_plain(saved)
