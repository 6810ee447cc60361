"""Whole games by lot: they end, keep every card, and can be stopped anywhere (RN-INV)."""

from collections import Counter
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rr_rules.bots.base import RandomBot
from rr_rules.bots.greedy import GreedyBot
from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.errors import BadTranscript, CannotRemove
from rr_rules.kernel.requests import Roll, Shuffle
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table, drive
from rr_rules.kernel.transcript import Answer, Chance, canonical
from rr_rules.rune.board import Board
from rr_rules.rune.settings import SETTINGS
from tests.support.rr_rules.hashseeds import printed_under_every_hash_seed
from tests.support.rr_rules.longplay import LONG, on_every_core, told
from tests.support.rr_rules.rune import LAYOUTS, RULES, dealt, points_of, walk

GAMES = 10_000 if LONG else 50
BOT_GAMES = 400 if LONG else 6
OWN = [spec for spec in SETTINGS if spec.clause.startswith("RN-") and spec.name != "card_set"]
ENDS = {"points", "draw", "red_runes", "second_player"}
VALUES = [(spec.name, value) for spec in OWN for value in spec.values]
few = settings(max_examples=300 if LONG else 8)
seeds = st.integers(0, 10**9)
chosen = st.fixed_dictionaries({}, optional={s.name: st.sampled_from(s.values) for s in OWN})


def check(table):
    """Every card once, every master once, one controller for each area."""
    state = table.state
    assert sorted(c for z in RULES.zones(state) for c in z.cards) == list(range(17))
    placed = [sum(m.seat == seat for m in state.board.masters) for seat in (0, 1)]
    assert all(state.supply[s] + state.boxed[s] + placed[s] == 3 for s in (0, 1))
    assert not state.board.is_mixed()


def play(seed, **options):
    """Play a game by lot, checked after every event; how it ended."""
    table, turn = dealt(seed, **options), 0
    for choose in walk(table, seed, patient=seed % 2 == 0):
        check(table)
        state = table.state
        if choose.verb == "lay" and state.turn > turn:
            turn = state.turn
            assert len(state.hand[choose.seat]) == state.supply[choose.seat]
    check(table)
    assert table.state.hand == [[], []]
    assert 6 <= table.state.turn <= 16
    return table.outcome.reason


def in_each_mode(seed, tokens):
    """Every other game with all other options as they come, the rest with any values of them."""
    luck = Stream.seeded(seed)
    options = {spec.name: spec.values[luck.below(len(spec.values))] for spec in OWN}
    options = (options if seed % 2 else {}) | {"grand_master": tokens}
    return seed % 2, told(partial(play, seed, **options), seed)


@pytest.mark.parametrize("tokens", ["off", "on"])
@pytest.mark.rule("RN-INV-01", "RN-INV-02", "RN-CTRL-04")
def test_games_by_lot_end_and_keep_every_card_and_master(tokens):
    ended = Counter(on_every_core(partial(in_each_mode, tokens=tokens), range(GAMES)))
    assert sum(ended.values()) == GAMES
    assert {why for mixed, why in ended if not mixed} <= {"points", "draw"}
    assert {why for mixed, why in ended if mixed} <= ENDS
    assert len(ended) > 2


@pytest.mark.parametrize(("name", "value"), VALUES)
def test_games_end_under_every_value_of_an_option(name, value):
    assert play(len(name), **{"grand_master": "on", name: value})


@few
@given(seeds, chosen)
def test_games_end_under_any_mixture_of_options(seed, options):
    assert play(seed, **options) in ENDS


def position(table):
    views = [RULES.view(table.state, seat) for seat in (0, 1, None)]
    return table.number, table.pending, views, RULES.zones(table.state), table.state.plain()


@few
@given(seeds, chosen)
def test_a_game_saved_and_loaded_at_every_decision_is_the_same_game(seed, options):
    table = dealt(seed, **options)
    for choose in walk(table, seed, patient=True):
        loaded = Table.load(RULES, table.save())
        assert position(loaded) == position(table) == position(table.clone())
        assert loaded.save() == table.save()
        option = seed % len(choose.options)
        one, two = table.clone(), loaded
        for world in (one, two):
            world.answer(choose.seat, option)
            drive(world, SeededDealer(1))
        assert position(one) == position(two)
        assert one.drain() == two.drain()


def test_a_twin_that_is_played_on_changes_nothing_of_the_table():
    for seed in range(300 if LONG else 8):
        table = dealt(seed, grand_master="on")
        for choose in walk(table, seed, patient=True):
            before = table.save()
            for option in {0, len(choose.options) - 1}:
                twin = table.clone()
                twin.answer(choose.seat, option)
                for _, asked in zip(range(6), walk(twin, seed), strict=False):
                    assert asked.options
            assert table.save() == before == table.clone().save()


def recorded(seed, **options):
    """A whole game with its entries from the deal on, and its last state as bytes."""
    table = Table(RULES, 2, dealt(0, **options).state.options)
    dealer, luck, entries = SeededDealer(seed), Stream.seeded(seed), []
    while table.pending is not None:
        if isinstance(table.pending, Shuffle | Roll):
            entry = Chance(dealer.deal(table.pending))
        else:
            choose = table.asked[0]
            entry = Answer(choose.seat, luck.below(len(choose.options)))
        entries.append(entry)
        table.apply(entry)
    return entries, canonical(table.state.plain())


@pytest.mark.rule("RN-INV-04")
def test_the_same_seed_and_answers_give_the_same_game():
    for seed in range(1000 if LONG else 8):
        entries, ended = recorded(seed, grand_master="on")
        assert recorded(seed, grand_master="on") == (entries, ended)
        table = Table(RULES, 2, dealt(0, grand_master="on").state.options)
        for entry in entries:
            table.apply(entry)
        assert canonical(table.state.plain()) == ended
        assert table.outcome is not None


@pytest.mark.e2e
@pytest.mark.rule("RN-INV-04")
def test_games_are_the_same_under_every_hash_seed():
    games = "200" if LONG else "6"
    assert (
        len(printed_under_every_hash_seed("tests.support.rr_rules.hashseeds", "rune", games)) == 1
    )


def test_what_is_no_saved_game_is_refused():
    plain = dealt(1).state.plain()
    for wrong in (
        plain | {"laid": [[99, 0, 0, 0]]},
        plain | {"laid": [[0, 0]]},
        plain | {"masters": 3},
        plain | {"options": {"no": "such"}},
        plain | {"options": 3},
        {key: value for key, value in plain.items() if key != "deck"},
        plain | {"hand": 7},
    ):
        with pytest.raises(BadTranscript):
            RULES.from_plain(wrong)


def test_a_finished_game_cannot_be_left():
    table = dealt(1)
    for _ in walk(table, 1):
        pass
    with pytest.raises(CannotRemove):
        RULES.remove(table.state, 0)


def test_words_are_found_for_all_that_happens():
    kinds, acts = Counter(), Counter()
    for seed in range(100 if LONG else 12):
        table = dealt(seed, grand_master="on")
        for choose in walk(table, seed, patient=True):
            view = RULES.view(table.state, choose.seat)
            assert RULES.prompt(choose, view)
            labels = [RULES.label(choose, option, view) for option in choose.options]
            assert len(set(labels)) == len(labels)
            acts.update(option.act for option in choose.options)
            for event in table.drain():
                kinds[event.kind] += 1
                for seat in (None, 0):
                    line = RULES.line(RULES.redact(event, seat))
                    assert line.text
                    assert line.clause.startswith("RN-")
    assert {"lay", "draw", "master", "token", "tail"} <= set(kinds)
    assert {"lay", "draw", "master", "token", "skip", "undo"} <= set(acts)


def test_a_view_shows_the_table_as_it_lies():
    for seed in range(6):
        table = dealt(seed, grand_master="on", undo="off")
        for _ in walk(table, seed, patient=True):
            view, state = RULES.view(table.state, None), table.state
            assert [each.score for each in view.seats] == [
                points_of(state.board, s) for s in (0, 1)
            ]
            assert sum(len(each.cells) for each in view.areas) == len(view.cells)
            for seat in (0, 1):
                held = [each.worth for each in view.areas if each.controller == seat]
                assert sum(held) == view.seats[seat].score
            built = Board.built(LAYOUTS, state.board.laid, state.board.masters, state.board.tokens)
            assert (built.colours, built.visible) == (state.board.colours, state.board.visible)


def test_what_is_good_for_one_seat_is_as_bad_for_the_other_until_one_has_won():
    for seed in range(4):
        table, good = dealt(seed, grand_master="on"), []
        for _ in walk(table, seed, patient=True):
            view = RULES.view(table.state, None)
            assert RULES.judge(view, 0) == -RULES.judge(view, 1)
            good.append(abs(RULES.judge(view, 0)))
        ended = RULES.view(table.state, None)
        assert all(RULES.judge(ended, seat) > max(good) for seat in ended.outcome.winners)


# --- bots -----------------------------------------------------------------------------------------


def against_random(seed):
    """The seat of the greedy bot against a random one, and who won."""
    table, stream = dealt(seed, undo="off" if seed % 4 else "within_turn"), Stream.seeded(seed)
    greedy = seed % 2
    bots = {greedy: GreedyBot(Stream.seeded(seed + 1)), 1 - greedy: RandomBot(Stream.seeded(seed))}
    while table.pending is not None:
        choose = table.asked[0]
        view = RULES.view(table.state, choose.seat)
        bot, seat = bots[choose.seat], choose.seat
        option = bot.choose(view, choose, lambda seat=seat: table.sampled(seat, stream), never)
        table.answer(seat, option)
        drive(table, SeededDealer(stream))
    return table.outcome.winners == (greedy,)


def never():
    return False


@pytest.mark.slow
def test_the_greedy_bot_beats_the_random_one():
    won = sum(on_every_core(against_random, range(BOT_GAMES)))
    assert won >= 0.9 * BOT_GAMES
