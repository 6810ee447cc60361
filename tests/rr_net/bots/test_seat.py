"""What bots are asked, where they think, and what counts if they fail."""

import asyncio
import threading

import pytest

from rr_net.bots.kinds import best_for, kind_for, kinds_for
from rr_net.bots.seat import Bots, declining, fallback
from rr_net.bots.thinkers import AtOnce, InThread, attempt
from rr_net.link.refusals import Refused
from rr_rules.bots.base import RandomBot
from rr_rules.bots.kinds import BotLimits
from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.requests import Choose, Option
from rr_rules.kernel.table import drive
from rr_rules.registry import load_game
from tests.support.fakeclock import FakeClock
from tests.support.rr_rules.pebbles import pebbles_table
from tests.support.tasks import turn


def asked(*acts, verb="phase"):
    return Choose(0, verb, tuple(Option(act) for act in acts))


@pytest.mark.parametrize(
    ("choose", "declined"),
    [
        (asked("pass", "use"), 0),
        (asked("yes", "no"), 1),
        (asked("cast", "draw", "skip"), 2),
        (asked("pick", "pick", "done"), 2),
        (asked("pick", "pick"), None),
        (asked("yes", "no", verb="confirm_skip"), 0),
    ],
)
def test_declining_is_the_option_that_does_nothing(choose, declined):
    assert declining(choose) == declined
    assert fallback(choose) == (declined or 0)


def playing(seat=0):
    """A table of pebbles with the first draw open."""
    pets = [int(each == seat) for each in range(3)]
    table = pebbles_table(3, pets)
    drive(table, SeededDealer(5))
    return table


class Taster:
    """A bot that keeps what it gets."""

    def choose(self, view, pending, sample, out_of_time):
        self.view, self.samples, self.out_of_time = view, [sample(), sample()], out_of_time
        return 0


def bots(bot, clock, thinker=None):
    return Bots(lambda *_: bot, thinker or AtOnce(), clock, b"luck", settings=BotLimits(2))


def test_a_bot_gets_its_seats_view_and_tables_as_they_might_be():
    table, taster, answers = playing(), Taster(), []
    bots(taster, FakeClock()).ask("random", table, table.asked[0], answers.append)
    assert answers == [0]
    assert taster.view == table.game.view(table.state, 0)
    one, other = taster.samples
    assert one is not other
    assert one.state.hands[0] == table.state.hands[0]
    assert one.state.hands[1:] != other.state.hands[1:]
    assert one.asked == table.asked


def test_a_sampled_table_is_played_on_and_the_true_one_stays():
    table, taster = playing(), Taster()
    bots(taster, FakeClock()).ask("random", table, table.asked[0], lambda answer: None)
    before = table.save()
    sample = taster.samples[0]
    sample.answer(0, 0)
    assert sample.asked[0].verb == "throw"
    assert table.save() == before


def test_a_sampled_table_cannot_be_rewound_to_the_truth():
    table, taster = playing(), Taster()
    bots(taster, FakeClock()).ask("random", table, table.asked[0], lambda answer: None)
    sample = taster.samples[0]
    for rewind in (sample.clone, sample.save):
        with pytest.raises(AttributeError):
            rewind()
    sample.answer(0, 0)  # a new step: its boundary is a guess as well
    twin = sample.clone()
    assert twin.state.hands[1] == sample.state.hands[1]


def test_a_bot_is_told_when_its_time_is_over():
    table, taster, clock = playing(), Taster(), FakeClock()
    bots(taster, clock).ask("random", table, table.asked[0], lambda answer: None)
    assert taster.out_of_time() is False
    clock.advance(1.9)
    assert taster.out_of_time() is False
    clock.advance(0.1)
    assert taster.out_of_time() is True


def test_each_seat_keeps_its_own_bot():
    made = []

    def make(kind, rules, stream, settings):
        made.append(stream.take(8))
        return RandomBot(stream)

    crowd = Bots(make, AtOnce(), FakeClock(), b"luck", settings=BotLimits(2))
    for _ in range(3):
        for seat in (0, 1):
            table = playing(seat)
            crowd.ask("random", table, table.asked[0], lambda answer: None)
    assert len(made) == len(set(made)) == 2


def test_a_bot_that_follows_is_told_who_leads_and_is_another_one_where_others_do():
    made = []

    def make(kind, rules, stream, settings):
        made.append((kind, settings.leaders))
        return RandomBot(stream)

    crowd = Bots(make, AtOnce(), FakeClock(), b"luck", settings=BotLimits(2))
    table = playing(0)
    for kind in ("search", "hard-follows"):
        for leaders in ((1, 2), (1, 2), (2,)):
            crowd.ask(kind, table, table.asked[0], lambda answer: None, leaders=leaders)
    assert made == [("search", ()), ("hard-follows", (1, 2)), ("hard-follows", (2,))]


def test_a_bot_that_raises_has_no_answer():
    def fail():
        raise KeyError

    assert attempt(fail) is None
    assert attempt(lambda: 3) == 3


def test_a_game_has_the_bots_that_know_it():
    plain, known = load_game("runes-regulations"), load_game("regicide")
    assert kinds_for(plain) == ("easy", "normal", "hard", "random", "greedy", "search")
    assert kinds_for(known) == (
        "easy", "normal", "hard", "easy-follows", "normal-follows", "hard-follows", "random",
        "greedy", "rule", "search",
    )  # fmt: skip
    assert (best_for(plain), kind_for(plain, "best")) == ("hard", "hard")
    assert (best_for(known), best_for(pebbles_table().game)) == ("search", "greedy")
    assert kind_for(known, "rule") == "rule"
    with pytest.raises(Refused, match="no bot 'hard-follows' for Runes & Regulations"):
        kind_for(plain, "hard-follows")
    with pytest.raises(Refused, match="'rule' for Runes & Regulations: expected one of easy"):
        kind_for(plain, "rule")


async def test_a_thought_in_a_thread_comes_back_through_the_loop():
    thinker = InThread(1)
    answers = asyncio.Queue()
    try:
        thinker.think(threading.get_ident, answers.put_nowait)
        there = await asyncio.wait_for(answers.get(), 10)
    finally:
        await thinker.close()
    assert there != threading.get_ident()


async def test_a_thought_does_not_hold_up_the_loop():
    thinker, answers, go_on = InThread(1), asyncio.Queue(), threading.Event()
    try:
        thinker.think(lambda: int(go_on.wait(10)), answers.put_nowait)
        await turn()
        assert answers.empty()
        go_on.set()
        assert await asyncio.wait_for(answers.get(), 10) == 1
    finally:
        await thinker.close()
