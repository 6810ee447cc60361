"""Games by lot, with mastery: what the log may never tell of the border between the two sides."""

from __future__ import annotations

from collections import Counter

import pytest

from rr_rules.kernel.stream import Stream
from rr_rules.runes_regulations.state import zones
from tests.support.rr_rules.longplay import GAME, LONG, WINDOWS, ZONES
from tests.support.rr_rules.randomplay import table_of, walk

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


@pytest.mark.rule("NN-SEG-01", "NN-SEG-02", "NN-INV-02")
def test_no_card_of_the_other_side_comes_into_a_hand_or_onto_a_fence_even_for_a_moment(monkeypatch):
    came = Counter()

    def watched(put, stock):
        def comes(state, seat, card, *rest):
            assert state.face[card].back == getattr(state.sides[seat], stock).back
            came[stock, seat == state.nefarious] += 1
            put(state, seat, card, *rest)

        return comes

    for name, stock in (("to_hand", "cards"), ("to_fence", "runes")):
        monkeypatch.setattr(zones, name, watched(getattr(zones, name), stock))
    for seed in range(GAMES):
        table = table_of(GAME, 3 + seed % 6, nefarious="on", mastery=("on", "off")[seed % 2])
        for _ in walk(table, Stream.seeded(4000 + seed), mixed=ZONES):
            table.drain()
    assert len(came) == 4
    assert min(came.values()) > 5 * GAMES
