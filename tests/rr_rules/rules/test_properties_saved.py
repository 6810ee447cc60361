"""A game can be stopped anywhere and go on: saved, replayed, under any hash seed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table
from rr_rules.kernel.transcript import entry_from_plain, entry_plain
from tests.support.rr_rules.hashseeds import printed_under_every_hash_seed
from tests.support.rr_rules.longplay import GAME, LONG, WINDOWS, ZONES
from tests.support.rr_rules.randomplay import gone, position, rules_of, table_of, through_json, walk

few = settings(max_examples=500 if LONG else 3)
seeds = st.integers(0, 10**9)
modes = st.fixed_dictionaries(
    {"window": st.sampled_from(WINDOWS)},
    optional={
        "event_choices": st.just("sealed"),
        "target_choices": st.just("sealed"),
        "targets": st.just("in_turn"),
        "price_then_choose": st.just("on"),
        "limit_after_instruction": st.just("on"),
        "confirm_skip": st.just("on"),
    },
)


def at_night(options):
    return {**options, "nefarious": "on", "mastery": "on"}


def tables(least):
    """How many seats, from `least` on, and the options: of the base game and of the expansion."""
    return st.tuples(st.integers(least, 4), modes) | st.tuples(
        st.integers(3, 8), modes.map(at_night)
    )


def reloaded(table):
    return Table.load(rules_of(GAME), through_json(table.save()))


@pytest.mark.slow
@few
@given(seeds, tables(2))
def test_a_game_saved_and_loaded_at_every_entry_is_the_same_game(seed, chosen):
    seats, options = chosen
    table = table_of(GAME, seats, **options)
    table.drain()
    loaded, told = table.clone(), []
    for entry in walk(table, Stream.seeded(seed), mixed=ZONES):
        assert table.drain() == told
        loaded = reloaded(loaded)
        assert position(loaded) == position(table)
        assert loaded.save() == table.save()
        loaded.apply(entry)
        told = loaded.drain()
    assert table.drain() == told
    assert loaded.outcome == table.outcome is not None


@pytest.mark.slow
@few
@given(seeds, tables(3))
def test_a_game_goes_on_alike_after_a_seat_was_removed_in_a_chain(seed, chosen):
    seats, options = chosen
    table, luck, removed = table_of(GAME, seats, **options), Stream.seeded(seed), 0
    for _ in walk(table, luck):
        seat = luck.below(seats)
        in_chain = bool(table.state.current or table.state.queue)
        if not in_chain or luck.below(3) or removed > 8 or seat in gone(table):
            continue
        if table.state.sides[seat].stays or seat == table.state.deadline:
            continue  # a bot plays it on
        removed += 1
        twin = table.clone()
        twin.remove(seat)
        loaded = reloaded(twin)
        for entry in walk(twin, luck, most=12):
            assert position(loaded) == position(twin)
            loaded.apply(entry)
        assert position(loaded) == position(twin)


@few
@given(seeds, tables(2))
def test_a_transcript_replays_to_the_same_game(seed, chosen):
    seats, options = chosen
    table = table_of(GAME, seats, **options)
    played = list(walk(table, Stream.seeded(seed), mixed=ZONES))
    again = table_of(GAME, seats, **options)
    for entry in played:
        again.apply(entry_from_plain(through_json(entry_plain(entry))))
    assert position(again) == position(table)
    assert again.drain() == table.drain()


@pytest.mark.e2e
def test_replay_is_identical_under_every_hash_seed():
    games = "300" if LONG else "6"
    assert len(printed_under_every_hash_seed("tests.support.rr_rules.hashseeds", GAME, games)) == 1
