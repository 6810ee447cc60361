"""Random games of Regicide with every event looked at, and twins that differ in what is hidden.

`python -m tests.support.rr_rules.regicideplay 40` plays games and prints one digest of all that
anybody was asked, shown and told; a test runs it under several PYTHONHASHSEEDs.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from functools import partial

from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.requests import Choose
from rr_rules.kernel.settings import settle
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table, drive
from rr_rules.kernel.transcript import canonical
from rr_rules.regicide.cards import RANK
from rr_rules.regicide.settings import SETTINGS
from rr_rules.regicide.state import RegicideEvent, RegicideState
from tests.support.rr_rules.regicide import RULES

JESTERS = (2, 0, 1, 2)
"""By seats, in the Tavern or, for one, aside."""
MOST_TURNS = 500
VARIANTS = (
    {},
    {"overdiscard": "free", "undo": "off"},
    {"mulligan": "once_if_no_diamonds", "jester_self": "forbidden"},
    {"comm": "open_hands", "memory_aids": "off"},
    {"discard_view": "open", "solo_yield": "yes"},
)


class Watched(list[object]):
    """Events that are checked against the state in the moment they happen."""

    def __init__(self, state: RegicideState) -> None:
        super().__init__()
        self.state = state
        self.every = list(range(52 + JESTERS[state.seats - 1]))

    def append(self, event: object) -> None:
        assert isinstance(event, RegicideEvent)
        super().append(event)
        state = self.state
        lying = sorted([card for zone in RULES.zones(state) for card in zone.cards])
        assert lying == self.every, f"lost or doubled: {set(lying) ^ set(self.every)}"
        assert max(map(len, state.hand)) <= state.hand_limit, f"hands of {state.hand}"
        if event.kind == "enemy":
            clean = (state.damage, state.shield, state.blocked, state.cancelled, state.table)
            assert clean == (0, 0, 0, False, []), f"an enemy comes with {clean}"


def opened(seats: int, **options: str) -> Table[RegicideState]:
    return Table(RULES, seats, settle(SETTINGS, options))


def dealt(seats: int, seed: int, **options: str) -> Table[RegicideState]:
    table = opened(seats, **options)
    drive(table, SeededDealer(seed))
    return table


def walk(table: Table[RegicideState], seed: int) -> Iterator[Choose]:
    """Play a table by lot: yields each choice before it is answered."""
    dealer, luck = SeededDealer(seed), Stream.seeded(seed)
    drive(table, dealer)
    while table.pending is not None:
        choose = table.asked[0]
        yield choose
        table.answer(choose.seat, luck.below(len(choose.options)))
        drive(table, dealer)


def play_watched(seed: int, seats: int) -> tuple[str, int]:
    """Play one game with every event checked; why it ended and on which turn."""
    table = opened(seats, **VARIANTS[seed % len(VARIANTS)])
    table.state.events = Watched(table.state)
    for _ in walk(table, seed):
        table.state.events.clear()
    assert table.outcome is not None
    assert bool(table.outcome.winners) is (table.state.defeated == 12)
    assert all(RANK[card] > 10 for card in table.state.castle)
    return table.outcome.reason, table.state.turn


def play_quick(seed: int, seats: int) -> tuple[int, int]:
    """Play one game; how many enemies fell and on which turn it ended."""
    table = opened(seats)
    for _ in walk(table, seed):
        table.state.events.clear()
    return table.state.defeated, table.state.turn


def digest(games: int) -> str:
    """SHA-256, hex, over games of every size and variant."""
    told = hashlib.sha256()
    for seed in range(games):
        table = dealt(1 + seed % 4, seed, **VARIANTS[seed // 4 % len(VARIANTS)])
        for choose in walk(table, seed):
            views = [RULES.view(table.state, seat) for seat in (0, None)]
            twin = table.state.copy()
            RULES.determinize(twin, choose.seat, Stream.seeded(seed))
            told.update(repr((choose, views, table.drain())).encode())
            told.update(canonical(table.state.plain()) + canonical(twin.plain()))
        told.update(repr(table.outcome).encode())
    return told.hexdigest()


each_of = {seats: partial(play_watched, seats=seats) for seats in (1, 2, 3, 4)}
quick_of = {seats: partial(play_quick, seats=seats) for seats in (1, 2, 3, 4)}

if __name__ == "__main__":
    print(digest(int(sys.argv[1])))
