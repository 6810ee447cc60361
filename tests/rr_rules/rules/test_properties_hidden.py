"""What is hidden stays hidden: in views, options, labels, logs and errors, at every decision."""

from __future__ import annotations

from collections import Counter
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rr_rules.kernel.requests import Choose
from rr_rules.kernel.stream import Stream
from tests.support.rr_rules.longplay import GAME, LONG, ZONES, on_every_core
from tests.support.rr_rules.randomplay import rules_of, table_of, walk
from tests.support.rr_rules.worlds import (
    check_guess,
    check_question,
    check_view,
    check_worlds,
    faces_in,
    faces_of,
    known_cards,
    pair_of,
    refusal,
)

few = settings(max_examples=500 if LONG else 4)
seeds = st.integers(0, 10**9)
MODES = (
    {"window": "sealed"},
    {"window": "answered", "event_choices": "sealed", "target_choices": "sealed"},
    {"window": "fast", "known_markers": "on"},
    {"window": "sealed", "price_then_choose": "on", "known_markers": "on"},
    {"window": "answered", "targets": "in_turn", "limit_after_instruction": "on"},
)
modes = st.sampled_from(MODES)
unfair = st.sampled_from([mode for mode in MODES if mode["window"] != "fast"])
FACES = rules_of(GAME).deck.faces


def everybody(table):
    return [*range(table.state.seats), None]


# --- no face where it may not be ----------------------------------------------------------------


@pytest.mark.rule("RR-HID-01")
@few
@given(seeds, st.integers(2, 4), modes)
def test_no_view_holds_a_face_its_seat_may_not_see(seed, seats, options):
    table, luck = table_of(GAME, seats, **options), Stream.seeded(seed)
    for _ in walk(table, luck, mixed=ZONES, most=150):
        for seat in everybody(table):
            check_view(table, seat, FACES)


@pytest.mark.slow
@few
@given(seeds, st.integers(2, 4), modes)
def test_no_question_and_no_refusal_names_a_face_its_seat_may_not_see(seed, seats, options):
    table, luck = table_of(GAME, seats, **options), Stream.seeded(seed)
    for _ in walk(table, luck, mixed=ZONES, most=150):
        for choose in table.asked:
            check_question(table, choose, FACES)
        for seat in range(seats):
            for option in (-1, 99):
                assert not faces_in(refusal(table, seat, option), FACES)


@pytest.mark.rule("RR-HID-02")
@few
@given(seeds, st.integers(2, 4), modes)
def test_no_news_tells_a_face_its_seat_may_not_know(seed, seats, options):
    table, luck = table_of(GAME, seats, **options), Stream.seeded(seed)
    before = {seat: set() for seat in everybody(table)}
    for _ in walk(table, luck, most=250):
        events = table.drain()
        for seat in everybody(table):
            known = faces_of(table.state, known_cards(table.state, seat))
            if not any(event.kind == "reform" for event in events):
                redacted = [table.game.redact(event, seat) for event in events]
                lines = [table.game.line(event).text for event in redacted]
                assert faces_in([redacted, lines], FACES) <= known | before[seat]
            before[seat] = known


# --- two worlds ---------------------------------------------------------------------------------


def compare_worlds(seed, seats, options):
    """How many decisions two worlds share, after a while of random play."""
    return check_worlds(table_of(GAME, seats, **options), Stream.seeded(seed))


@pytest.mark.slow
@pytest.mark.rule("RR-HID-06")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("mode", [0, 1, 3, 4])
def test_nobody_can_tell_worlds_apart_that_differ_in_anothers_secrets(seats, mode):
    play = partial(compare_worlds, seats=seats, options=MODES[mode])
    shared = on_every_core(play, range(10_000 * mode, 10_000 * mode + (2000 if LONG else 3)))
    assert sum(shared) > 10 * len(shared)


# --- guessing -----------------------------------------------------------------------------------


@pytest.mark.slow
@few
@given(seeds, st.integers(2, 4), modes)
def test_a_guess_keeps_all_that_its_seat_knows(seed, seats, options):
    table, luck = table_of(GAME, seats, **options), Stream.seeded(seed)
    for _ in walk(table, luck, mixed=ZONES, most=120):
        for seat in range(seats):
            check_guess(table, seat, luck)


@few
@given(seeds, st.integers(2, 4), unfair)
def test_a_guess_says_nothing_about_what_is_true(seed, seats, options):
    luck = Stream.seeded(seed)
    table = table_of(GAME, seats, **options)
    for _ in walk(table, luck, most=30 + luck.below(100)):
        pass
    if table.pending is None:
        return
    pair = pair_of(table, luck.below(seats), luck)
    if pair.is_revealed():
        return
    for seat in pair.others()[:-1]:
        guesses = [table.clone().state for table in (pair.one, pair.two)]
        for state in guesses:
            table.game.determinize(state, seat, Stream.seeded(seed))
        assert [face.id for face in guesses[0].face] == [face.id for face in guesses[1].face]


def early_table(luck):
    """A table of three at a choice of somebody's fourth turn."""
    table = table_of(GAME, 3)
    for _ in walk(table, luck):
        if isinstance(table.pending, Choose) and table.state.turn == 4:
            return table
    raise AssertionError("the game was over before")


def test_guesses_reach_everything_that_may_be_true():
    table = early_table(luck := Stream.seeded(1))
    seat = table.pending.seat
    card = table.state.hand[(seat + 1) % 3][0]
    held = Counter(table.sampled(seat, luck).state.face[card].id for _ in range(300))
    assert len(held) > 30
    assert max(held.values()) < 30


def test_a_guess_mixes_the_slots_of_a_fence_whose_runes_are_known():
    table = early_table(luck := Stream.seeded(2))
    seat = table.pending.seat
    fence = table.state.fence[(seat + 1) % 3]
    assert len({table.state.face[card].id for card in fence}) > 1
    for card in fence:
        table.state.known[card] |= 1 << seat
    guesses = set()
    for _ in range(40):
        twin = table.state.copy()
        table.game.determinize(twin, seat, luck)
        guesses.add(tuple(twin.face[card].id for card in fence))
    assert len(guesses) > 1
    assert len({tuple(sorted(guess)) for guess in guesses}) == 1
