"""When a bot's answer counts: never by how long it thought, where anybody could learn from that."""

import pytest

from rr_net.game.autoplay import AutoPlayers, EventStay
from rr_net.game.due import BotAnswer, Think
from rr_net.game.seats import GameSeat
from rr_rules.bots.kinds import BotLimits
from rr_rules.kernel.requests import Seat

BRISK, NORMAL = 0.3, 0.7
THINK = Think(Seat(0), 5, in_window=False)


def counts_at(thought, *, stay, kind="search", seconds=1.0, is_alone=False, skips=False):
    """When the answer of a bot counts that has thought for so many seconds."""
    auto = AutoPlayers([GameSeat(Seat(0), bot=kind)], kind, BotLimits(seconds), EventStay(stay))
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
