"""Plays games and prints one digest of all that anybody was asked, shown and told.

`python -m tests.support.hashseeds 40` is run under several PYTHONHASHSEEDs by a test.
"""

import hashlib
import sys

from rr_rules.stream import Stream
from rr_rules.transcript import canonical
from tests.support.longplay import GAME, WINDOWS, ZONES
from tests.support.randomplay import table_of, walk


def digest(games: int) -> str:
    """SHA-256, hex, over games of two to four seats in every mode."""
    told = hashlib.sha256()
    for seed in range(games):
        table = table_of(GAME, 2 + seed % 3, window=WINDOWS[seed // 3 % 3])
        for entry in walk(table, Stream.seeded(seed), mixed=ZONES):
            views = [table.rules.view(table.state, seat) for seat in (0, 1, None)]
            told.update(repr((entry, table.pending, views, table.drain())).encode())
            told.update(canonical(table.state.plain()))
        told.update(repr(table.outcome).encode())
    return told.hexdigest()


if __name__ == "__main__":
    print(digest(int(sys.argv[1])))
