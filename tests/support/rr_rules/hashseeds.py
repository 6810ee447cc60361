"""Plays games and prints one digest of all that anybody was asked, shown and told.

`python -m tests.support.rr_rules.hashseeds rune 40` is run under several PYTHONHASHSEEDs by a test.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

from rr_rules.kernel.stream import Stream
from rr_rules.kernel.transcript import canonical
from tests.support.rr_rules.longplay import GAME, LONG, WINDOWS
from tests.support.rr_rules.randomplay import arranged, seats_of, table_of, walk

ROOT = Path(__file__).parents[3]
SEEDS = ("0", "1", "20251121") if LONG else ("0", "20251121")
MODES = {
    GAME: [{"window": window} for window in WINDOWS],
    "rune": [
        {},
        {"grand_master": "on"},
        {"grand_master": "on", "undo": "off", "full_cover": "vanish", "tie_break": "second_player"},
    ],
}


def digest(game: str, games: int) -> str:
    """SHA-256, hex, over games of two to four seats, where there are so many, in every mode."""
    told, modes = hashlib.sha256(), MODES[game]
    for seed in range(games):
        table = table_of(game, 2 + seed % 3, **modes[seed // 3 % len(modes)])
        watchers = [*range(min(2, seats_of(table))), None]
        for entry in walk(table, Stream.seeded(seed), mixed=arranged(game)):
            views = [table.game.view(table.state, seat) for seat in watchers]
            told.update(repr((entry, table.pending, views, table.drain())).encode())
            told.update(canonical(table.state.plain()))
        told.update(repr(table.outcome).encode())
    return told.hexdigest()


def printed_under_every_hash_seed(module: str, *words: str) -> set[str]:
    """What a program prints, run once under each of several PYTHONHASHSEEDs."""
    runs = [
        subprocess.Popen(
            [sys.executable, "-m", module, *words], cwd=ROOT, stdout=subprocess.PIPE, text=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
        )
        for seed in SEEDS
    ]  # fmt: skip
    digests = {run.communicate()[0].strip() for run in runs}
    assert [run.returncode for run in runs] == [0] * len(SEEDS)
    assert {len(each) for each in digests} == {64}
    return digests


if __name__ == "__main__":
    print(digest(sys.argv[1], int(sys.argv[2])))
