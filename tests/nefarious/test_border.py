"""Games by lot, with mastery: what the log may never tell of the border between the two sides."""

from __future__ import annotations

import pytest

from rr_rules.stream import Stream
from tests.support.longplay import GAME, LONG, WINDOWS, ZONES
from tests.support.randomplay import table_of, walk

GAMES = 300 if LONG else 5
ACROSS_HANDS = ("give_card", "take_card", "steal_rune")
TAKEN = ("draw", "add_rune", "take")


@pytest.mark.rule("NN-REP-02", "NN-REP-09", "NN-REP-10")
def test_nothing_is_hexed_or_returned_there_and_no_card_changes_sides():
    told = 0
    for seed in range(GAMES):
        window = WINDOWS[seed % len(WINDOWS)]
        table = table_of(GAME, 3 + seed % 6, nefarious="on", mastery="on", window=window)
        backs = {face.id: face.back for face in table.state.face}
        for _ in walk(table, Stream.seeded(seed), mixed=ZONES):
            nefarious = table.state.nefarious
            for event in table.drain():
                told += event.kind in (*ACROSS_HANDS, *TAKEN, "hex", "return")
                check(event, nefarious, backs)
    assert told > 100 * GAMES


def check(event, nefarious, backs):
    if event.kind in ("hex", "return"):
        assert event.of != nefarious
    if event.kind in ACROSS_HANDS:
        assert nefarious not in (event.by, event.of)
    if event.kind in TAKEN:
        assert backs[event.face].startswith("forbidden") is (event.by == nefarious)
