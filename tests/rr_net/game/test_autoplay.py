"""When a bot's answer counts: never by how long it thought, where anybody could learn from that."""

import math

import pytest

from rr_net.game.autoplay import A_GLANCE, AutoPlayers, EventStay
from rr_net.game.due import BotAnswer, Think
from rr_net.game.log import PublicLines
from rr_net.game.seats import GameSeat
from rr_net.game.windows import BOTS_COUNT
from rr_rules.bots.kinds import BotLimits
from rr_rules.kernel.requests import Seat
from rr_rules.registry import load_game

BRISK, NORMAL = 0.3, 0.7
THINK = Think(Seat(0), 5, in_window=False)
STREET, CASTLE = load_game("runes-regulations"), load_game("regicide")


def counts_at(
    thought, *, stay, kind="search", game=STREET, seconds=1.0, is_alone=False, skips=False
):
    """When the answer of a bot counts that has thought for so many seconds."""
    auto = AutoPlayers([GameSeat(Seat(0), bot=kind)], game, BotLimits(seconds), EventStay(stay))
    auto.begin(100.0, None)
    auto.thinks(THINK, 100.0)
    auto.answers(THINK, 1, 100.0 + thought, skips=skips, is_alone=is_alone)
    at = auto.next_at
    assert auto.due(at) == BotAnswer(Seat(0), 5, 1)
    return at - 100.0


@pytest.mark.parametrize("skips", [True, False])
@pytest.mark.parametrize("stay", [BRISK, NORMAL])
@pytest.mark.parametrize("seconds", [0.2, 1.0, 5.0])
def test_nobody_learns_how_long_a_searching_bot_thought(stay, seconds, skips):
    # RR-HID-20: outside of windows, too.
    told = {counts_at(part * seconds, stay=stay, seconds=seconds, skips=skips)
            for part in (0.0, 0.5, 0.99)}  # fmt: skip
    assert len(told) == 1


def test_who_is_alone_does_not_wait_for_a_thought_that_is_done():
    assert counts_at(0.0, stay=NORMAL, seconds=5.0, is_alone=True) == pytest.approx(NORMAL)


def test_a_quick_bot_acts_as_soon_as_the_event_has_stayed():
    assert counts_at(0.01, stay=BRISK, kind="greedy") == pytest.approx(BRISK)


def test_the_hard_bot_is_quick_where_a_game_knows_the_odds_and_hides_its_time_where_it_searches():
    assert counts_at(0.01, stay=BRISK, kind="hard", game=STREET) == pytest.approx(BRISK)
    assert counts_at(0.01, stay=BRISK, kind="hard", game=CASTLE) == counts_at(
        0.9, stay=BRISK, kind="hard", game=CASTLE
    )


def test_a_bot_that_follows_hides_its_time_as_one_that_leads():
    for kind in ("easy", "normal", "hard"):
        times = [counts_at(0.01, stay=BRISK, kind=each, game=CASTLE) for each in
                 (kind, f"{kind}-follows")]  # fmt: skip
        assert times[0] == times[1]


def leaders(*seats):
    auto = AutoPlayers(seats, CASTLE, BotLimits(1.0), EventStay(BRISK))
    return auto.leaders()


def test_the_plan_is_left_to_the_people_who_play_or_else_to_bots_that_lead():
    ann, bob = GameSeat(Seat(0)), GameSeat(Seat(1))
    leads, follows = GameSeat(Seat(2), bot="hard"), GameSeat(Seat(3), bot="hard-follows")
    assert leaders(ann, bob, leads, follows) == (0, 1)
    bob.stand_in = True
    assert leaders(ann, bob, leads, follows) == (0,)
    ann.stand_in = True
    assert leaders(ann, bob, leads, follows) == (0, 1, 2)
    ann.removed = True
    assert leaders(ann, bob, leads, follows) == (1, 2)
    assert leaders(follows) == ()


def counts_after_nothing_new(*, skips=False, is_alone=True, kind="greedy", stay=NORMAL):
    """When an answer counts to what is asked while the event before it has stayed, after 0.01 s."""
    seen = EventStay(stay, lead=0.3)
    seen.look(PublicLines(1, 0), 99.0)
    seen.look(PublicLines(1, 0), 100.0)
    auto = AutoPlayers([GameSeat(Seat(0), bot=kind)], STREET, BotLimits(1.0), seen)
    auto.begin(100.0, None)
    auto.thinks(THINK, 100.0)
    auto.answers(THINK, 1, 100.01, skips=skips, is_alone=is_alone)
    return auto.next_at - 100.0


@pytest.mark.parametrize("kind", ["greedy", "search"])
def test_alone_a_bot_that_is_asked_on_with_nothing_new_to_read_acts_as_soon_as_it_can(kind):
    assert counts_after_nothing_new(kind=kind) == pytest.approx(0.01)


def test_it_still_waits_until_the_event_has_stayed():
    assert counts_after_nothing_new(stay=5.0) == pytest.approx(5.0 - 1.0 - 0.3)


def test_a_bots_decline_takes_its_time_always_and_so_does_every_answer_beside_other_people():
    assert counts_after_nothing_new(skips=True) == pytest.approx(BOTS_COUNT)
    assert counts_after_nothing_new(is_alone=False) == pytest.approx(BOTS_COUNT)
    assert counts_after_nothing_new(is_alone=False, kind="search") == pytest.approx(1.0)


def stay_after(*shown, seconds=NORMAL):
    """When the last event has stayed long enough, with so many lines shown each at its time."""
    stay = EventStay(seconds)
    for at, events, asides in shown:
        stay.look(PublicLines(events, asides), at)
    return stay.ends


def test_an_aside_stays_for_a_glance():
    assert stay_after((100.0, 3, 0)) == pytest.approx(100.0 + NORMAL)
    assert stay_after((100.0, 3, 0), (101.0, 3, 2)) == pytest.approx(101.0 + A_GLANCE * NORMAL)


def test_an_aside_takes_nothing_from_the_stay_of_the_event_before_it():
    assert stay_after((100.0, 3, 0), (100.1, 3, 1)) == pytest.approx(100.0 + NORMAL)


def test_what_shows_nothing_new_stays_no_longer():
    assert stay_after((100.0, 3, 1), (105.0, 3, 1)) == pytest.approx(100.0 + NORMAL)


def test_a_word_is_waited_for_after_an_aside_too():
    assert math.isinf(stay_after((100.0, 0, 1), seconds=math.inf))


@pytest.mark.parametrize("seconds", [BRISK, NORMAL])
def test_the_window_of_an_act_runs_while_the_event_before_it_stays(seconds):
    stay = EventStay(seconds, lead=0.3)
    stay.look(PublicLines(1, 0), 100.0)
    assert stay.next_act == pytest.approx(100.0 + seconds - min(0.3, seconds / 2))
    assert math.isinf(EventStay(math.inf, lead=0.3).next_act)
