"""Promising options race: paired luck, no time wasted, and nothing hidden seen."""

from __future__ import annotations

import pytest

from rr_rules.bots.base import RandomBot
from rr_rules.bots.greedy import GreedyBot
from rr_rules.bots.kinds import BotLimits
from rr_rules.bots.race import ROUNDS, Race, RaceBot
from rr_rules.bots.rule import RuleBot
from rr_rules.bots.search import SearchBot
from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.requests import Choose, Option
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table, drive
from rr_rules.regicide.game import load
from rr_rules.registry import BOTS, make_bot
from tests.support.rr_rules.longplay import LONG
from tests.support.rr_rules.pebbles import Pebbles
from tests.support.rr_rules.regicide import story
from tests.support.rr_rules.regicideplay import VARIANTS, dealt

REGICIDE = load()
ASKED = Choose(0, "play", tuple(Option("play", at=at) for at in range(5)))


class Lottery:
    """A game of one choice: each option pays by its chance, all by the same luck."""

    def __init__(self, chances, likely=(0, 1, 2, 3, 4)):
        self.chances, self.likely, self.played = chances, likely, []

    def promising(self, view, choose):
        return self.likely

    def play_out(self, state, choose, option, stream):
        luck = stream.below(1000)
        self.played.append((state, option, luck))
        return float(luck < self.chances[option])


class Sampled:
    """What a sample is to a lottery: a table with a state of its own."""

    made = 0

    def __init__(self):
        Sampled.made += 1
        self.state = Sampled.made


def bet(lottery, rounds=200, out_of_time=lambda: False, seed=1):
    bot = RaceBot(Stream.seeded(seed), lottery, rounds)
    return bot.choose(None, ASKED, Sampled, out_of_time)


@pytest.mark.parametrize("best", range(5))
def test_the_option_that_pays_most_wins(best):
    assert bet(Lottery([800 if at == best else 400 for at in range(5)])) == best


def test_options_of_a_round_meet_the_same_table_and_the_same_luck():
    lottery = Lottery([500] * 5)
    bet(lottery, rounds=4)
    rounds = [lottery.played[at : at + 5] for at in range(0, 20, 5)]
    for played in rounds:
        assert [option for _, option, _ in played] == [0, 1, 2, 3, 4]
        assert len({(state, luck) for state, _, luck in played}) == 1
    assert len({state for state, _, _ in lottery.played}) == 4
    assert len({luck for _, _, luck in lottery.played}) > 2


def test_a_race_that_is_decided_ends_early():
    lottery = Lottery([900, 100, 100, 100, 100])
    assert bet(lottery, rounds=10_000) == 0
    assert len(lottery.played) < 5 * 40


def test_options_that_never_differ_are_not_told_apart_for_ever():
    lottery = Lottery([1000] * 5, likely=(2, 1))
    assert bet(lottery, rounds=10_000) == 2
    assert 50 < len(lottery.played) < 1000


def test_what_lies_clearly_behind_is_played_out_no_more():
    lottery = Lottery([700, 100, 100, 100, 699])
    bet(lottery, rounds=60)
    counts = [sum(option == at for _, option, _ in lottery.played) for at in range(5)]
    assert counts[0] == counts[4] == 60
    assert max(counts[1:4]) < 40


def test_where_nothing_is_sure_the_likeliest_option_stands():
    assert bet(Lottery([500] * 5, likely=(3, 0, 1)), rounds=50) == 3


def test_without_any_time_the_likeliest_option_is_taken():
    lottery = Lottery([0, 999, 0, 0, 0], likely=(2, 1))
    assert bet(lottery, out_of_time=lambda: True) == 2
    assert lottery.played == []


def test_a_round_that_time_cut_short_does_not_count():
    lottery = Lottery([0, 999, 0, 0, 0], likely=(0, 1))
    assert bet(lottery, out_of_time=lambda: len(lottery.played) >= 1) == 0


def test_one_promising_option_needs_no_thought():
    lottery = Lottery([0] * 5, likely=(4,))
    assert bet(lottery) == 4
    assert lottery.played == []


def test_nothing_drops_out_before_there_was_a_fair_number_of_rounds():
    race = Race([0, 1])
    for _ in range(ROUNDS - 1):
        race.note([1.0, 0.0])
        assert race.is_open
    race.note([1.0, 0.0])
    assert race.best == 0


# --- kinds of bots ----------------------------------------------------------------------------


def test_every_kind_of_bot_can_be_made_for_every_game():
    made = {
        (kind, rules.id): type(make_bot(kind, rules, Stream.seeded(1)))
        for kind in BOTS
        for rules in (REGICIDE, Pebbles())
    }
    assert made["random", "regicide"] is made["random", "pebbles"] is RandomBot
    assert made["greedy", "regicide"] is made["greedy", "pebbles"] is GreedyBot
    assert made["rule", "regicide"] is RuleBot
    assert made["rule", "pebbles"] is GreedyBot
    assert made["search", "regicide"] is RaceBot
    assert made["search", "pebbles"] is SearchBot


def test_a_rule_bot_takes_the_advice():
    table = dealt(2, 4)
    choose = table.asked[0]
    view = REGICIDE.view(table.state, choose.seat)
    bot = make_bot("rule", REGICIDE, Stream.seeded(1))
    advised = bot.choose(view, choose, lambda: pytest.fail("sampled"), lambda: False)
    assert advised == REGICIDE.advise(view, choose)


# --- Regicide ---------------------------------------------------------------------------------


def think(table, seed=3, iterations=12):
    choose = table.asked[0]
    bot = make_bot("search", REGICIDE, Stream.seeded(seed), BotLimits(iterations=iterations))
    luck = Stream.seeded(seed)
    return bot.choose(
        REGICIDE.view(table.state, choose.seat),
        choose,
        lambda: table.sampled(choose.seat, luck),
        lambda: False,
    )


TABLES = [(seats, at) for seats in (1, 2, 3, 4) for at in range(len(VARIANTS))]


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "variant"), TABLES if LONG else TABLES[::3])
def test_it_decides_alike_where_only_what_it_cannot_see_differs(seats, variant):
    table, dealer = dealt(seats, variant, **VARIANTS[variant]), SeededDealer(variant)
    verbs: list[str] = []
    while table.pending is not None and len(verbs) < 12:
        choose, state = table.asked[0], table.state.copy()
        if state.phase != "next":  # only there a table cannot be set up as it stands
            REGICIDE.determinize(state, choose.seat, Stream.seeded(-1 - len(verbs)))
            assert state.castle != table.state.castle or state.tavern != table.state.tavern
            one, other = Table.at(REGICIDE, state), Table.at(REGICIDE, table.state.copy())
            assert one.asked == other.asked == table.asked
            assert think(one) == think(other)
            verbs.append(choose.verb)
        table.answer(choose.seat, think(table, len(verbs), 4))
        drive(table, dealer)
    assert set(verbs) == {"play", "cover"}


def test_the_last_king_is_struck_down_rather_than_healed():
    told = story(hands=["2H 10H 4D", "2S"], enemy="KC", castle="", damage=30, tavern="+4")
    assert told.table.asked[0].options[think(told.table)].at == 1


@pytest.mark.slow
def test_it_plays_to_the_end_where_more_may_be_discarded_than_must():
    for seats in (1, 2, 3, 4) if LONG else (1, 3):
        table, dealer = dealt(seats, seats, overdiscard="free"), SeededDealer(seats)
        while table.pending is not None:
            table.answer(table.asked[0].seat, think(table, iterations=2))
            drive(table, dealer)
        assert table.outcome is not None
