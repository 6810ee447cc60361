"""Whole games by lot: they end, and no card is ever lost, doubled or changed."""

from __future__ import annotations

from collections import Counter
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rr_rules.kernel.stream import Stream
from rr_rules.runes_regulations.state.settings import NEFARIOUS_SETTINGS, SETTINGS
from tests.support.rr_rules.longplay import (
    GAME,
    LONG,
    ZONES,
    check_conservation,
    in_each_mode,
    on_every_core,
    play_checked,
)
from tests.support.rr_rules.randomplay import gone, table_of, walk

GAMES = 10_000 if LONG else 9
few = settings(max_examples=1000 if LONG else 6)
ALL_CARDS = list(range(130))


def every_value(spec):
    """The words of an option, and its bounds where it takes numbers."""
    bounds = [] if spec.least is None else [f"{spec.least:g}", f"{spec.most:g}"]
    return dict.fromkeys([*spec.values, *bounds])


# What the expansion adds is played in tests/rr_rules/nefarious.
BASE = [spec for spec in SETTINGS if spec not in NEFARIOUS_SETTINGS]
VALUES = [(spec.name, value) for spec in BASE for value in every_value(spec)]


def at_most(seats, options):
    """As many seats as the options let play."""
    return min(seats, int(options.get("max_seats", "4")))


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_by_lot_end_without_a_freeze(seats):
    ended = Counter(
        why for why, _ in on_every_core(partial(in_each_mode, seats=seats), range(GAMES))
    )
    assert sum(ended.values()) == GAMES
    assert set(ended) <= {"five", "default"}
    assert ended["five"] > GAMES / 2


@pytest.mark.slow
@pytest.mark.parametrize(("name", "value"), VALUES)
def test_games_end_under_every_value_of_an_option(name, value):
    seats = at_most(4, {name: value})
    why, _ = play_checked(len(name), seats, {name: value}, mixed=True)
    assert why == "turn_cap" if (name, value) == ("turn_cap", "1") else why != "turn_cap"


chosen = st.fixed_dictionaries(
    {}, optional={spec.name: st.sampled_from(sorted(every_value(spec))) for spec in BASE}
)


@few
@given(st.integers(0, 10**9), st.integers(2, 4), chosen)
def test_games_end_under_any_mixture_of_options(seed, seats, options):
    seats = at_most(seats, options)
    # The host can only pick a seat that is there.
    first = {"first_seat": str(min(int(options.get("first_seat", "1")), seats))}
    why, _ = play_checked(seed, seats, options | first, mixed=True)
    assert why in {"five", "default", "turn_cap"}


@few
@given(st.integers(0, 10**9), st.integers(3, 4), st.sampled_from(["sealed", "answered", "fast"]))
def test_a_seat_may_be_removed_in_the_middle_of_a_chain(seed, seats, window):
    table, luck = table_of(GAME, seats, window=window), Stream.seeded(seed)
    removed = 0
    for _ in walk(table, luck):
        state = table.state
        in_chain = bool(state.queue or state.current or state.limbo)
        seat = luck.below(seats)
        if not in_chain or luck.below(4) or seat in gone(table):
            continue
        twin = table.clone()
        twin.remove(seat)
        check_conservation(twin, ALL_CARDS)
        held = [twin.state.hand[seat], twin.state.lawn[seat], twin.state.fence[seat]]
        assert held == [[], [], []]
        for entry in walk(twin, luck, most=60):
            check_conservation(twin, ALL_CARDS)
            assert getattr(entry, "seat", -1) != seat
        removed += 1
        if removed == 5:
            return


@few
@given(st.integers(0, 10**9), st.integers(2, 4))
def test_marks_and_tokens_lie_on_cards_that_can_bear_them(seed, seats):
    table, luck = table_of(GAME, seats), Stream.seeded(seed)
    for _ in walk(table, luck, mixed=ZONES, most=250):
        state = table.state
        lying = {card for lawn in state.lawn for card in lawn}
        assert state.hexed <= lying
        assert len(set(state.busy)) == len(state.busy)
        assert state.regulations_shown <= len(state.regulation_deck)


def test_every_kind_of_entry_comes_up_in_mixed_games():
    luck, kinds = Stream.seeded(1), Counter()
    for _ in range(8):
        kinds.update(type(entry).__name__ for entry in walk(table_of(GAME, 4), luck, mixed=ZONES))
    assert set(kinds) == {"Answer", "Chance", "Arrange", "Remove"}
