"""Many random games of Runes & Regulations, on one core or on all of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import chain
from multiprocessing import get_context
from typing import TypeVar

from rr_rules.kernel.game import GameState as AnyState
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table
from tests.support.rr_rules.randomplay import table_of, walk

LONG = os.environ.get("RUNES_LONG") == "1"
"""Play the full numbers, as the issue asks; a run without it plays a sample of them."""
WINDOWS = ("sealed", "answered", "fast")
GAME = "runes-regulations"
ZONES = ("hand", "fence")

T = TypeVar("T")


def check_conservation(table: Table[AnyState], all_cards: Sequence[int]) -> None:
    """Every card lies in exactly one zone."""
    lying = sorted(chain.from_iterable([zone.cards for zone in table.game.zones(table.state)]))
    assert lying == all_cards, f"the cards {set(lying) ^ set(all_cards)} are lost or doubled"


def play_checked(
    seed: int, seats: int, options: Mapping[str, str], *, mixed: bool = False
) -> tuple[str, int]:
    """Play one game, every card counted after each entry; why it ended and how many entries."""
    table, luck = table_of(GAME, seats, **options), Stream.seeded(seed)
    all_cards, number = list(range(130)), 0
    for _ in walk(table, luck, mixed=ZONES if mixed else ()):
        check_conservation(table, all_cards)
        number = table.number
    check_conservation(table, all_cards)
    assert table.outcome is not None
    return table.outcome.reason, number + 1


def in_each_mode(seed: int, seats: int) -> tuple[str, int]:
    """Play a game in the mode that is the turn of this seed; every third with mixed entries."""
    options = {"window": WINDOWS[seed % 3]}
    return told(partial(play_checked, seed, seats, options, mixed=seed % 9 < 3), seed)


def told(play: Callable[[], T], seed: int) -> T:
    """Play, and name the seed if anything goes wrong."""
    try:
        return play()
    except Exception as error:
        error.add_note(f"seed {seed}")
        raise


def on_every_core(play: Callable[[int], T], seeds: Iterable[int]) -> list[T]:
    """The results of many games: in this process, or on all cores in a long run."""
    if not LONG:
        return [play(seed) for seed in seeds]
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        return list(pool.map(play, seeds, chunksize=50))
