"""Whole games of the expansion by lot: what must be true after every entry."""

from __future__ import annotations

from collections import Counter
from functools import partial

import pytest

from rr_rules.kernel.stream import Stream
from rr_rules.runes_regulations.state.settings import NEFARIOUS_SETTINGS
from tests.support.rr_rules.longplay import (
    GAME,
    LONG,
    WINDOWS,
    ZONES,
    check_conservation,
    on_every_core,
)
from tests.support.rr_rules.nightplay import check_night, play_night
from tests.support.rr_rules.randomplay import begun, table_of, through_json, walk

GAMES = 5_000 if LONG else 2
CARDS = list(range(230))
VALUES = [(spec.name, value) for spec in NEFARIOUS_SETTINGS for value in spec.values[1:]
          if spec.name not in ("nefarious", "volunteer_seat")]  # fmt: skip


@pytest.mark.slow
@pytest.mark.rule("NN-INV-01", "NN-INV-02", "NN-INV-04")
@pytest.mark.parametrize("seats", [3, 4, 5, 6, 7, 8])
def test_games_by_lot_end_and_keep_every_card_on_its_side(seats):
    ended = Counter(on_every_core(partial(play_night, seats=seats), range(GAMES)))
    assert sum(ended.values()) == GAMES
    assert set(ended) <= {"five", "role", "five_and_role", "beasts", "deck_out", "default"}


@pytest.mark.rule("NN-INV-03", "NN-INV-05", "NN-INV-06")
def test_beasts_stay_and_no_shrub_grows_where_none_can():
    beasts = hexed_there = 0
    for seed in range(GAMES):
        table, luck, before = table_of(GAME, 4, nefarious="on"), Stream.seeded(seed), set()
        for _ in walk(table, luck, mixed=ZONES):
            state = table.state
            check_night(table)
            assert before <= state.beasts
            before = set(state.beasts)
            hexes = [event for event in table.drain() if event.kind == "hex"]
            assert all(event.of != state.nefarious for event in hexes)
            if state.nefarious >= 0:
                hexed_there += bool(state.hexed & set(state.lawn[state.nefarious]))
        beasts += len(before)
    assert beasts > 0


@pytest.mark.slow
@pytest.mark.rule("NN-INV-01")
@pytest.mark.parametrize(("name", "value"), VALUES)
def test_games_end_under_every_value_of_an_option(name, value):
    seats = 2 if name == "allow_two_players" else 4
    table = table_of(GAME, seats, nefarious="on", window=WINDOWS[len(name) % 3], **{name: value})
    for _ in walk(table, Stream.seeded(len(name)), mixed=ZONES):
        check_conservation(table, CARDS)
    assert table.outcome is not None


@pytest.mark.slow
@pytest.mark.rule("NN-DATA-03")
@pytest.mark.parametrize(
    ("seats", "main", "games", "least", "most"), [(3, 99, 120, 0, 0.05), (8, 74, 16, 0.5, 1)]
)
def test_the_main_deck_lasts_as_many_rounds_as_the_numbers_say(seats, main, games, least, most):
    drawn = turns = 0
    rounds = []
    for seed in range(max(GAMES, games)):
        table = table_of(GAME, seats, nefarious="on", window="fast")
        for _ in walk(table, Stream.seeded(seed)):
            pass
        state = table.state
        if any(event.kind == "reform" and event.other == "main" for event in state.events):
            continue  # a Spell that fills it up makes it last longer
        drawn += sum(event.kind == "draw" and event.by != state.nefarious
                     for event in state.events)  # fmt: skip
        turns += state.turn * (seats - 1) // seats
        rounds.append((state.round, state.reason))
    lasts = main / ((seats - 1) * drawn / turns)
    ran_out = [count for count, reason in rounds if reason == "deck_out"]
    assert all(0.6 * lasts < count < 1.6 * lasts for count in ran_out)
    assert least <= len(ran_out) / len(rounds) <= most
    assert max(count for count, _ in rounds) < 1.6 * lasts


def test_a_saved_game_goes_on_as_it_would_have():
    table, luck = table_of(GAME, 5, nefarious="on", mastery="on"), Stream.seeded(3)
    for number, _ in enumerate(walk(table, luck, mixed=ZONES, most=600)):
        if number % 60:
            continue
        state = begun(table)
        again = table.game.from_plain(through_json(state.plain()))
        assert again.plain() == state.plain()
        assert (again.sides, again.exempt) == (state.sides, state.exempt)
