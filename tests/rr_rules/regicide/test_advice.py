"""The rule of thumb: it plays by the view alone and far better than chance."""

from math import sqrt

import pytest

from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import drive
from rr_rules.regicide.bot.advice import advise
from tests.support.rr_rules.longplay import LONG
from tests.support.rr_rules.regicide import RULES, story
from tests.support.rr_rules.regicideplay import dealt, opened, play_quick, walk

GAMES = 2000 if LONG else 25
WON = (0.53, 0.47, 0.60, 0.40)
"""By seats, what the 95 % interval of the games won lies above in a long run."""


def advised(seed, seats, **options):
    """Play one game by advice; how many enemies fell."""
    table, dealer = opened(seats, **options), SeededDealer(seed)
    drive(table, dealer)
    while table.pending is not None:
        choose = table.asked[0]
        table.answer(choose.seat, advise(RULES.view(table.state, choose.seat), choose))
        table.state.events.clear()
        drive(table, dealer)
    return table.state.defeated


def advice(t):
    """What it would do now."""
    return t.legal()[advise(t.view(t.seat), t.asked)]


@pytest.mark.slow
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_it_goes_far_deeper_into_the_castle_than_chance(seats):
    by_advice = [advised(seed, seats) for seed in range(GAMES)]
    by_chance = [play_quick(seed, seats)[0] for seed in range(GAMES)]
    assert sum(by_advice) > 3 * sum(by_chance)
    assert by_advice.count(12) > by_chance.count(12)
    if LONG:
        assert lower_end(by_advice.count(12), GAMES) > WON[seats - 1]


def lower_end(wins, games, z=1.96):
    """Where the 95 % interval of a rate begins, after Wilson."""
    rate, middle = wins / games, (wins + z * z / 2) / (games + z * z)
    return middle - z * sqrt(rate * (1 - rate) / games + (z / games / 2) ** 2) / (1 + z * z / games)


@pytest.mark.parametrize(
    "options",
    [{"overdiscard": "free"}, {"jester_self": "forbidden"}, {"solo_yield": "yes"},
     {"comm": "open_hands"}, {"undo": "off"}],
)  # fmt: skip
def test_it_plays_to_the_end_under_every_option(options):
    for seats in (1, 2, 3, 4):
        assert 0 <= advised(7, seats, **options) <= 12


def test_it_depends_on_nothing_that_the_seat_cannot_know():
    differed = 0
    for seed in range(10):
        table = dealt(3, seed)
        for choose in walk(table, seed):
            view = RULES.view(table.state, choose.seat)
            twin = table.sampled(choose.seat, Stream.seeded(seed))
            differed += twin.state.tavern != table.state.tavern
            at = advise(view, choose)
            assert at == advise(RULES.view(twin.state, choose.seat), twin.asked[0])
            assert 0 <= at < len(choose.options)
    assert differed > 50


def test_it_kills_exactly_rather_than_by_more():
    assert advice(story(["6H 9H 2C", "+3"], enemy="JS", damage=14)) == "6H"


def test_it_never_walks_into_death_while_there_is_another_way():
    t = story(["2H 10S", "+3"], enemy="QD")
    assert advice(t) == "10S"


def test_it_covers_with_what_it_misses_least():
    t = story(["10D 4H 3C 9S", "+3"], enemy="JS", phase="attack", owed=7)
    while t.seat == 0:
        t.do(advice(t))
    assert sorted(t.discarded()) == ["3C", "4H"]


def test_it_flips_a_jester_only_when_the_hand_is_lost_or_worn():
    assert advice(story(["10S 9C 8D 7H"], enemy="JH")) != "flip"
    assert advice(story(["6C"], enemy="JH", phase="attack", owed=10)) == "flip"
    assert advice(story([""], enemy="JH")) == "flip"


def test_it_sends_the_turn_to_the_largest_hand():
    t = story(["*", "+2", "+5"]).play("*")
    assert advice(t) == "to 2"
