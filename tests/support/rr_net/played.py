"""Games of every kind, played at random and written down as the entries that their tables took."""

import os
from functools import cache

from rr_net.fairness.base.manifest import Seated
from rr_net.replay.recording import Recording
from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table
from rr_rules.kernel.transcript import Answer, Chance
from rr_rules.registry import load_game

SHORT = {} if os.environ.get("RUNES_LONG") else {"turn_cap": "20"}
FOUR = {
    "Runes & Regulations": ("runes-regulations", 3, SHORT),
    "The Nefarious Neighbor": ("runes-regulations", 5, {"nefarious": "on", **SHORT}),
    "Regicide": ("regicide", 3, {}),
    "Rune": ("rune", 2, {"match": "single"}),
}
"""Our games: id, seats and settings."""
LONGEST = 5000 if os.environ.get("RUNES_LONG") else 100
"""Entries after which a game is long enough for a test: bots at random find no end soon."""


@cache
def entries_of(name, seed=1, longest=LONGEST):
    """The game, its settled settings and seats, and the entries of a play."""
    game_id, seats, options = FOUR[name]
    rules = load_game(game_id)
    table = Table(rules, seats, rules.settle(options))
    dealer, luck, entries = SeededDealer(seed), Stream.seeded(seed), []
    while table.pending is not None and len(entries) < longest:
        if asked := table.asked:
            choose = asked[luck.below(len(asked))]
            entry = Answer(choose.seat, luck.below(len(choose.options)))
        else:
            entry = Chance(dealer.deal(table.pending))
        table.apply(entry)
        entries.append(entry)
    return rules, rules.settle(options), seats, tuple(entries)


def recorded(name, seed=1, longest=LONGEST, **changes):
    """The same as somebody may look at it."""
    rules, settings, seats, entries = entries_of(name, seed, longest)
    roster = tuple(Seated(name=f"P{seat}") for seat in range(seats))
    return Recording(**{
        "rules": rules, "roster": roster, "options": settings, "declared": (),
        "entries": entries, "title": name, **changes,
    })  # fmt: skip
