"""The searching bot: it wins what can be won, keeps to its budget, and sees nothing hidden."""

from __future__ import annotations

from itertools import count

import pytest

from rr_rules.bots.base import RandomBot
from rr_rules.bots.search import Scale, SearchBot, SearchLimits, Spread
from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.game import Outcome
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table, drive
from rr_rules.regicide.game import load as load_regicide
from tests.support.rr_rules.pebbles import Pebbles, pebbles_table
from tests.support.rr_rules.randomplay import table_of, walk
from tests.support.rr_rules.regicide import story
from tests.support.rr_rules.worlds import common_entry, pair_of

REGICIDE = load_regicide()


def searcher(seed=0, **settings):
    return SearchBot(Stream.seeded(seed), SearchLimits(**{"depth": 30, **settings}))


def answer(table, choose, bot, stream):
    """What a bot answers, given only its seat's view and sampled tables."""
    view = table.game.view(table.state, choose.seat)
    return bot.choose(view, choose, lambda: table.sampled(choose.seat, stream), lambda: False)


def think(table, bot, seed=5):
    return answer(table, table.asked[0], bot, Stream.seeded(seed))


def at_the_throw(hands, scores, **options):
    """Pebbles: seat 0 is to throw from its hand, and the bag is empty."""
    table = pebbles_table(len(hands), **options)
    state = table.state.copy()
    colours = {colour: [] for colour in state.faces}
    for card, colour in enumerate(state.faces):
        colours[colour].append(card)
    state.hands = [[colours[colour].pop() for colour in hand.split()] for hand in hands]
    state.bag, state.beach = [], [card for left in colours.values() for card in left]
    state.scores, state.phase, state.turn = list(scores), "throw", 1
    return Table.at(Pebbles(), state)


# --- what can be won ------------------------------------------------------------------------


def test_the_last_king_is_struck_down_rather_than_healed():
    # Only 10H kills: 5 damage is not enough, and nobody could bear the King's 20 then.
    told = story(hands=["2H 10H 4D", "2S"], enemy="KC", castle="", damage=30, tavern="+4")
    told.table.answer(0, think(told.table, searcher(iterations=60)))
    drive(told.table, told.dealer)
    assert told.table.outcome == Outcome((0, 1), "castle")


@pytest.mark.parametrize("seed", range(4))
def test_a_pebble_that_nobody_can_catch_is_thrown(seed):
    table = at_the_throw(["red white red red", "red red red"], [11, 11], target="12")
    thrown = table.asked[0].options[think(table, searcher(seed, iterations=80), seed)]
    assert thrown.at == 1


def test_a_pebble_that_wins_is_caught_from_the_thrower():
    table = at_the_throw(["red red", "red blue", "white"], [11, 11, 0], target="12")
    table.answer(0, 0)
    asked = next(choose for choose in table.asked if choose.seat == 1)
    option = answer(table, asked, searcher(iterations=80), Stream.seeded(1))
    assert asked.options[option].act == "catch"


def play(kinds, seed):
    """The kinds of bots that win one game of pebbles."""
    table = pebbles_table(len(kinds))
    bots = [
        searcher(seed + seat, iterations=25) if kind == "search" else RandomBot(Stream.seeded(seed))
        for seat, kind in enumerate(kinds)
    ]
    dealer, stream = SeededDealer(seed), Stream.seeded(seed + 1)
    drive(table, dealer)
    while table.pending is not None:
        choose = table.asked[0]
        table.answer(choose.seat, answer(table, choose, bots[choose.seat], stream))
        drive(table, dealer)
    return {kinds[seat] for seat in table.outcome.winners}


@pytest.mark.slow
def test_search_wins_more_games_than_random():
    games = [play(["search", "random"][:: 1 if seed % 2 else -1], seed) for seed in range(8)]
    assert sum(won == {"search"} for won in games) > sum(won == {"random"} for won in games) + 2


@pytest.mark.slow
def test_search_goes_further_in_regicide_than_its_rule_of_thumb_at_random():
    def defeated(bot, seed):
        table = Table(REGICIDE, 2, REGICIDE.settle({}))
        dealer, stream = SeededDealer(seed), Stream.seeded(seed)
        drive(table, dealer)
        while table.pending is not None:
            table.answer(table.asked[0].seat, think_with(table, bot, stream))
            drive(table, dealer)
        return REGICIDE.view(table.state, 0).defeated

    def think_with(table, bot, stream):
        return answer(table, table.asked[0], bot, stream)

    search = sum(defeated(searcher(seed, iterations=10, depth=10), seed) for seed in range(4))
    chance = sum(defeated(RandomBot(Stream.seeded(seed)), seed) for seed in range(4))
    assert search > chance


# --- its budget -----------------------------------------------------------------------------


class Counted:
    """Samples of a table, counted; time is up after so many."""

    def __init__(self, table, most=10**9):
        self.table, self.most, self.taken = table, most, 0

    def sample(self):
        self.taken += 1
        return self.table.sampled(self.table.asked[0].seat, Stream.seeded(self.taken))

    def is_over(self):
        return self.taken >= self.most

    def ask(self, bot):
        choose = self.table.asked[0]
        view = self.table.game.view(self.table.state, choose.seat)
        return bot.choose(view, choose, self.sample, self.is_over)


@pytest.fixture
def opening():
    table = Table(REGICIDE, 3, REGICIDE.settle({}))
    drive(table, SeededDealer(3))
    return table


@pytest.mark.parametrize(("iterations", "most", "taken"), [(17, 99, 17), (99, 6, 6), (99, 0, 0)])
def test_it_stops_after_its_iterations_or_when_time_is_up(opening, iterations, most, taken):
    counted = Counted(opening, most)
    assert 0 <= counted.ask(searcher(iterations=iterations)) < len(opening.asked[0].options)
    assert counted.taken == taken


def test_a_single_option_needs_no_thought(opening):
    forced = opening.asked[0]._replace(options=opening.asked[0].options[:1])
    assert searcher().choose(None, forced, lambda: pytest.fail("sampled"), lambda: False) == 0


def test_the_same_seed_decides_alike(opening):
    choices = [[Counted(opening).ask(searcher(seed, iterations=12)) for seed in range(6)]
               for _ in range(2)]  # fmt: skip
    assert choices[0] == choices[1]
    assert len(set(choices[0])) > 1


# --- what it may not see --------------------------------------------------------------------


def test_it_decides_alike_where_only_what_it_cannot_see_differs():
    compared = 0
    for seed in range(3):
        table = Table(REGICIDE, 3, REGICIDE.settle({}))
        dealer, luck = SeededDealer(seed), Stream.seeded(seed)
        drive(table, dealer)
        while table.pending is not None and compared < 12 * (seed + 1):
            choose = table.asked[0]
            if not table.since and len(choose.options) > 1:
                state = table.state.copy()
                REGICIDE.determinize(state, choose.seat, Stream.seeded(-1 - compared))
                twin = Table.at(REGICIDE, state)
                assert (state.hand, state.tavern) != (table.state.hand, table.state.tavern)
                assert think(twin, searcher(iterations=8)) == think(table, searcher(iterations=8))
                compared += 1
            table.answer(choose.seat, luck.below(len(choose.options)))
            drive(table, dealer)
    assert compared > 8


def test_it_cannot_tell_worlds_apart_in_a_window():
    compared, in_windows = 0, 0
    for seed in count():
        luck = Stream.seeded(seed)
        table = table_of("runes-regulations", 3, window="sealed", event_choices="sealed")
        for _ in walk(table, luck, most=40 + 20 * seed):
            pass
        pair = pair_of(table, luck.below(3), luck)
        for _ in range(15):
            if pair.is_revealed() or pair.one.pending is None:
                break
            for choose in [asked for asked in pair.one.asked if asked.seat != pair.owner]:
                if len(choose.options) > 1:
                    bots = [searcher(seed, iterations=4, depth=2) for _ in range(2)]
                    mine, other = [
                        answer(world, choose, bot, Stream.seeded(seed))
                        for world, bot in zip(pair[:2], bots, strict=True)
                    ]
                    assert mine == other
                    compared += 1
                    in_windows += len(pair.one.asked) > 1
            if (entry := common_entry(pair, luck)) is None:
                break
            pair.apply(entry)
        if compared > 10 and in_windows:
            return


def test_it_does_not_know_an_answer_that_is_still_sealed():
    table, luck, compared = pebbles_table(3), Stream.seeded(5), 0
    dealer = SeededDealer(5)
    drive(table, dealer)
    while table.pending is not None:
        asking, *others = table.asked
        for thinking in others:
            if min(len(asking.options), len(thinking.options)) > 1:
                worlds = [table.clone() for _ in asking.options]
                for option, world in enumerate(worlds):
                    world.answer(asking.seat, option)
                stream = [Stream.seeded(compared) for _ in worlds]
                bots = [searcher(compared, iterations=6) for _ in worlds]
                assert len(set(map(answer, worlds, [thinking] * len(worlds), bots, stream))) == 1
                compared += 1
        table.answer(asking.seat, luck.below(len(asking.options)))
        drive(table, dealer)
    assert compared > 3


# --- payoffs --------------------------------------------------------------------------------


@pytest.mark.parametrize("numbers", [[-900, -3, -2, 4], [0.001, 0.002, 0.003], [5, 10**9]])
def test_judgements_of_any_scale_are_placed_between_0_and_1_in_their_order(numbers):
    spread = Spread()
    for _ in range(2000):
        placed = [spread.place(number) for number in numbers]
    assert placed == sorted(placed)
    assert placed[0] < placed[-1]
    assert min(placed) >= 0.0
    assert max(placed) <= 1.0


def test_a_judgement_that_is_always_the_same_says_nothing():
    spread = Spread()
    assert [spread.place(-7.0) for _ in range(3)] == [0.5, 0.5, 0.5]


@pytest.mark.parametrize(("scores", "payoffs"), [([12, 3], [1, 0]), ([12, 12], [1, 1])])
def test_a_game_that_is_over_pays_its_winners(scores, payoffs):
    table = at_the_throw(["red", "red"], scores, target="12")
    assert [Scale().payoff(table, seat) for seat in (0, 1)] == payoffs


def test_a_game_that_nobody_wins_is_never_worth_more_than_half():
    scale, lost = Scale(), story(reason="defeat", phase="over").table
    assert lost.outcome.winners == ()
    assert all(scale.payoff(lost, 0) <= 0.5 for _ in range(3))
