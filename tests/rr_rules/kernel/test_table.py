"""A table takes entries one by one; what it refuses changes nothing."""

from __future__ import annotations

from itertools import permutations

import pytest

from rr_rules.kernel.errors import (
    BadChance,
    EndlessStep,
    GameIsOver,
    NotAnOption,
    StaleAnswer,
    WrongRequest,
    WrongSeat,
)
from rr_rules.kernel.flow import choose
from rr_rules.kernel.game import Zone
from rr_rules.kernel.requests import Choose, ChooseAll, Option, Roll, Shuffle
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import REQUESTS_A_STEP, Table, check_chance
from rr_rules.kernel.transcript import Answer
from tests.support.rr_rules.pebbles import pebbles_table
from tests.support.rr_rules.randomplay import (
    GAMES,
    outcome_of,
    play_out,
    position,
    random_entry,
    standing,
    table_of,
    walk,
)

SEALED = ("pebbles", "runes-regulations")
"""The games in which several seats are asked at once."""


def refuse(table, error, take, *words):
    """Checks that a table refuses with this error, says why, and stands as it stood."""
    before = standing(table)
    with pytest.raises(error) as refused:
        take()
    assert all(word in str(refused.value) for word in words)
    assert standing(table) == before


def at(table, kind, luck=None):
    """The table, played on by lot until a request of this kind is pending."""
    luck = luck or Stream.seeded(1)
    for _ in walk(table, luck):
        if isinstance(table.pending, kind):
            return table
    raise AssertionError(f"no {kind.__name__} came up")


@pytest.mark.parametrize("game", GAMES)
def test_an_answer_that_is_no_option_changes_nothing(game):
    table = at(table_of(game, 3), Choose)
    seat, count = table.pending.seat, len(table.pending.options)
    for option in (-1, count, count + 7):
        refuse(table, NotAnOption, lambda option=option: table.answer(seat, option), str(option))
    table.answer(seat, count - 1)


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_that_is_not_asked_cannot_answer(game):
    table = at(table_of(game, 3), Choose)
    for seat in {-1, 0, 1, 2, 3} - {table.pending.seat}:
        refuse(table, WrongSeat, lambda seat=seat: table.answer(seat, 0), f"seat {seat}")


@pytest.mark.parametrize("game", SEALED)
def test_a_seat_answers_once_where_several_are_asked(game):
    luck = Stream.seeded(1)
    table = at(table_of(game, 3), ChooseAll, luck)
    while len(table.pending.asked) == 1:
        table.apply(random_entry(table, luck))
        at(table, ChooseAll, luck)
    seat = table.asked[-1].seat
    table.answer(seat, 0)
    assert table.asked_of(seat) is None
    refuse(table, WrongSeat, lambda: table.answer(seat, 0), f"seat {seat}")


def test_a_refusal_does_not_say_who_has_yet_to_answer():
    table, _ = open_window(4)
    first, second, _ = table.asked
    table.answer(first.seat, 0)
    with pytest.raises(WrongSeat) as early:
        table.answer(first.seat, 0)
    table.answer(second.seat, 0)
    with pytest.raises(WrongSeat) as late:
        table.answer(first.seat, 0)
    assert str(early.value) == str(late.value)


@pytest.mark.parametrize("game", GAMES)
def test_an_answer_for_another_state_is_stale(game):
    table = at(table_of(game, 3), Choose)
    seat, number = table.pending.seat, table.number
    for given in (number - 1, number + 1):
        refuse(table, StaleAnswer, lambda given=given: table.answer(seat, 0, given), str(number))
    table.answer(seat, 0, number)
    assert table.number > number


def test_chance_is_no_answer_and_an_answer_is_no_chance():
    table = pebbles_table(3)
    assert isinstance(table.pending, Shuffle)
    refuse(table, WrongRequest, lambda: table.answer(0, 0), "chance")
    at(table, Choose)
    refuse(table, WrongRequest, lambda: table.chance(0), "choose")
    refuse(table, WrongRequest, lambda: table.chance(((0,),)), "choose")


@pytest.mark.parametrize("result", [-1, 6, 60, ((0, 1, 2, 3, 4, 5),), ()])
def test_a_roll_takes_a_number_below_its_sides_only(result):
    with pytest.raises(BadChance, match="die"):
        check_chance(Roll(6, "die"), result)
    for rolled in range(6):
        check_chance(Roll(6, "die"), rolled)


@pytest.mark.parametrize(
    "result",
    [0, (), ((0, 1, 2),), ((0, 1), (0,)), ((0, 1, 1), (0,)), ((1, 2, 3), (0,)),
     ((0, 1, 2), (0,), ()), ((0, 1, 2), (0, 0))],
)  # fmt: skip
def test_a_shuffle_takes_one_order_of_each_pile_only(result):
    shuffle = Shuffle((("deck", (4, 5, 6)), ("bag", (9,))))
    with pytest.raises(BadChance):
        check_chance(shuffle, result)
    check_chance(shuffle, ((2, 0, 1), (0,)))


@pytest.mark.parametrize("game", GAMES)
def test_impossible_chance_changes_nothing(game):
    table = table_of(game, 2)
    count = len(table.pending.piles[0][1]) if isinstance(table.pending, Shuffle) else 0
    for result in (-1, ((0,) * count,), 10**9):
        refuse(table, BadChance, lambda result=result: table.chance(result))


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_taken_when_the_game_is_over(game):
    table = table_of(game, 2)
    play_out(table, Stream.seeded(2))
    assert table.pending is None
    assert outcome_of(table).reason
    for take in (
        lambda: table.answer(0, 0),
        lambda: table.arrange(0, "hand", ()),
        lambda: table.remove(0),
    ):
        refuse(table, GameIsOver, take)
    refuse(table, WrongRequest, lambda: table.chance(0), "nothing")


@pytest.mark.slow
@pytest.mark.parametrize("game", SEALED)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_answers_given_together_lead_to_the_same_place_in_any_order(game, seed):
    table, compared = table_of(game, 4), 0
    for _ in walk(table, luck := Stream.seeded(seed), most=400):
        asked = table.asked
        if len(asked) < 2 or len(asked) < len(table.pending.asked):
            continue
        given = [Answer(choice.seat, luck.below(len(choice.options))) for choice in asked]
        ends = [position(answered(table.clone(), order)) for order in permutations(given)]
        assert ends.count(ends[0]) == len(ends)
        compared += 1
    assert compared > 5


def answered(table, answers):
    for answer in answers:
        table.apply(answer)
    return table


def open_window(seats):
    """A table of pebbles at a window in which at least two seats could catch."""
    for seed in range(20):
        table = pebbles_table(seats)
        for _ in walk(table, Stream.seeded(seed)):
            if isinstance(table.pending, ChooseAll) and table.pending.window:
                can_catch = [choice.seat for choice in table.asked if len(choice.options) > 1]
                if len(can_catch) > 1:
                    return table, can_catch
    raise AssertionError("no such window came up")


def test_nobody_sees_an_answer_before_all_are_in():
    table, [first, *others] = open_window(3)
    views = [table.game.view(table.state, seat) for seat in (0, 1, 2, None)]
    table.drain()
    table.answer(first, 1)
    assert [table.game.view(table.state, seat) for seat in (0, 1, 2, None)] == views
    assert table.drain() == []
    for seat in others:
        table.answer(seat, 0)
    assert [event.by for event in table.drain() if event.kind == "caught"] == [first]


class Endless:
    """A game with a fault: its one step asks for ever."""

    def outcome(self, state):
        return None

    async def step(self, state):
        while True:
            state.asked += 1
            await choose(0, "again", (Option("yes"), Option("no")))

    def zones(self, state):
        return (Zone("none", -1, False, False, ()),)


class Counting:
    """The state of Endless."""

    def __init__(self):
        self.asked, self.events = 0, []

    def copy(self):
        return Counting()


def test_an_endless_step_ends_in_a_clear_error():
    table = Table.at(Endless(), Counting())
    for _ in range(REQUESTS_A_STEP - 1):
        table.answer(0, 1)
    with pytest.raises(EndlessStep, match=f"more than {REQUESTS_A_STEP} requests"):
        table.answer(0, 1)
