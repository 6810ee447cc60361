"""A position is the state at the last boundary and the entries since: clone, save, load."""

from __future__ import annotations

import pytest

from rr_rules.kernel.errors import BadTranscript
from rr_rules.kernel.requests import Choose
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table
from tests.support.rr_rules.pebbles import Pebbles, pebbles_table
from tests.support.rr_rules.randomplay import (
    GAMES,
    arranged,
    play_out,
    position,
    random_entry,
    rules_of,
    standing,
    table_of,
    through_json,
    walk,
)

SEALED = ("pebbles", "runes-regulations")
"""The games in which several seats are asked at once."""


def told(table):
    """The events since the last call, as every seat and a spectator may see them."""
    events = table.drain()
    return [[table.game.redact(event, seat) for seat in (0, 1, 2, None)] for event in events]


@pytest.mark.parametrize("game", GAMES)
def test_a_clone_stands_where_its_original_does_and_has_no_news(game):
    table = table_of(game, 3)
    for _ in walk(table, Stream.seeded(1), mixed=arranged(game), most=300):
        twin = table.clone()
        assert position(twin) == position(table)
        assert twin.save() == table.save()
        assert twin.drain() == []


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_clone_goes_its_own_way(game, seed):
    table, luck = table_of(game, 3), Stream.seeded(seed)
    for _ in walk(table, luck, mixed=arranged(game), most=120):
        before, twin = standing(table), table.clone()
        other_luck = Stream.seeded(table.number)
        for _ in walk(twin, other_luck, mixed=arranged(game), most=25):
            pass
        assert standing(table) == before
        assert twin.pending is None or twin.number == table.number + 25


@pytest.mark.parametrize("game", GAMES)
def test_the_same_entries_lead_a_clone_to_the_same_place_with_the_same_news(game):
    table = twin = table_of(game, 3)
    for number, entry in enumerate(walk(table, Stream.seeded(3), mixed=arranged(game))):
        if number % 10 == 0:
            twin = table.clone()
            table.drain()
        assert position(twin) == position(table)
        assert told(twin) == told(table)
        twin.apply(entry)
    assert position(twin) == position(table)
    assert table.outcome is not None


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [4, 5])
def test_a_table_that_is_saved_at_every_entry_plays_the_same_game(game, seed):
    table, rules = table_of(game, 3), rules_of(game)
    loaded = table.clone()
    for entry in walk(table, Stream.seeded(seed), mixed=arranged(game)):
        loaded = Table.load(rules, through_json(loaded.save()))
        assert position(loaded) == position(table)
        assert loaded.drain() == []
        twin = table.clone()
        twin.apply(entry)
        loaded.apply(entry)
        assert told(loaded) == told(twin)
    assert position(loaded) == position(table)
    assert table.outcome is not None


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_is_saved_too(game):
    table = table_of(game, 2)
    play_out(table, Stream.seeded(1))
    loaded = Table.load(rules_of(game), through_json(table.save()))
    assert position(loaded) == position(table)
    assert loaded.outcome == table.outcome is not None


def test_only_the_entries_of_the_open_step_are_kept():
    table, luck = pebbles_table(3), Stream.seeded(1)
    while table.pending is not None:
        steps, since, entry = table.steps, table.since, random_entry(table, luck)
        table.apply(entry)
        assert table.since == ((*since, entry) if table.steps == steps else ())
    assert table.steps > 20


@pytest.mark.parametrize("lacking", ["state", "since", "number"])
def test_a_saved_table_that_lacks_something_is_refused(lacking):
    saved = table_of("runes-regulations", 2).save()
    del saved[lacking]
    with pytest.raises(BadTranscript, match="lacks one of state, since, number"):
        Table.load(rules_of("runes-regulations"), saved)


@pytest.mark.parametrize("game", GAMES)
def test_a_saved_table_of_another_game_is_refused(game):
    other = next(name for name in GAMES if name != game)
    with pytest.raises(BadTranscript):
        Table.load(rules_of(game), through_json(table_of(other, 2).save()))


@pytest.mark.parametrize("game", GAMES)
def test_a_saved_table_whose_entries_do_not_replay_is_refused(game):
    table, luck = table_of(game, 3), Stream.seeded(1)
    while not table.asked:
        table.apply(random_entry(table, luck))
    saved = through_json(table.save())
    saved["since"] = [{"type": "answer", "seat": 99, "option": 0}]
    with pytest.raises(BadTranscript, match="does not replay"):
        Table.load(rules_of(game), saved)


@pytest.mark.parametrize("game", GAMES)
def test_a_saved_table_whose_game_is_over_has_no_entries_to_replay(game):
    table = table_of(game, 3)
    play_out(table, Stream.seeded(1))
    saved = through_json(table.save())
    saved["since"] = [{"type": "answer", "seat": 0, "option": 0}]
    with pytest.raises(BadTranscript, match="the game is over"):
        Table.load(rules_of(game), saved)


def test_a_saved_table_with_more_entries_than_it_has_taken_is_refused():
    table, luck = table_of("runes-regulations", 3), Stream.seeded(1)
    while len(table.since) < 2:
        table.apply(random_entry(table, luck))
    saved = through_json(table.save()) | {"number": 1}
    with pytest.raises(BadTranscript, match=r"is at 1: expected \d+ or more"):
        Table.load(rules_of("runes-regulations"), saved)


@pytest.mark.parametrize("entry", ["answer", {}, {"type": "answer", "seat": 0, "option": True}])
def test_a_saved_table_with_an_entry_that_is_none_is_refused(entry):
    saved = pebbles_table(2).save() | {"since": [entry]}
    with pytest.raises(BadTranscript):
        Table.load(Pebbles(), saved)


@pytest.mark.parametrize("game", GAMES)
def test_a_sample_shows_its_seat_what_it_sees_and_leaves_the_true_table_alone(game):
    table, luck = table_of(game, 3), Stream.seeded(6)
    for _ in walk(table, luck, most=200):
        for choice in table.asked:
            before = standing(table)
            sample = table.sampled(choice.seat, Stream.seeded(table.number))
            view = table.game.view
            assert view(sample.state, choice.seat) == view(table.state, choice.seat)
            assert sample.asked_of(choice.seat) == choice
            assert standing(table) == before


@pytest.mark.parametrize("game", GAMES)
def test_a_sample_is_played_on_and_cloned_after_its_step(game):
    table, luck = table_of(game, 3), Stream.seeded(7)
    while not isinstance(table.pending, Choose):
        table.apply(random_entry(table, luck))
    sample = table.sampled(table.pending.seat, luck)
    with pytest.raises(AttributeError):
        sample.clone()
    began = sample.steps
    while sample.steps == began:
        sample.apply(random_entry(sample, luck))
    assert position(sample.clone()) == position(sample)


@pytest.mark.parametrize("game", SEALED)
def test_a_sample_does_not_hold_an_answer_that_is_still_sealed(game):
    table, luck, compared = table_of(game, 3), Stream.seeded(8), 0
    for _ in walk(table, luck):
        asked = sorted(table.asked, key=lambda choice: len(choice.options))
        if len(asked) < 2 or len(asked[-1].options) == 1:
            continue
        asking, thinking = asked[-1], asked[0]
        samples = []
        for option in range(len(asking.options)):
            world = table.clone()
            world.answer(asking.seat, option)
            samples.append(world.sampled(thinking.seat, Stream.seeded(1)))
        assert all(sample.asked_of(asking.seat) == asking for sample in samples)
        assert {sample.since for sample in samples} == {()}
        compared += 1
    assert compared > 2
