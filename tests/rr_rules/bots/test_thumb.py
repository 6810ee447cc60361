"""Rules of thumb: what is offered is taken as often as it should be, whatever stands beside it."""

from __future__ import annotations

from collections import Counter

import pytest

from rr_rules.kernel.stream import Stream
from rr_rules.runes_regulations.bot import thumb
from tests.support.rr_rules.story import story

BRATTY, TAIL, TINY = "Bratty Dragon", "Tail-Chasing Unicorn", "Griffin With a Tiny Head"
PICKS = 2_000


def used(*lawn):
    """Of 100 times, how often each Creature is used at the beginning of a turn."""
    told = story(phase="begin", lawn0=[*lawn, TINY], hand1=["Just For the Hex of It"])
    [asked] = told.table.asked
    stream, labels = Stream(b"thumb"), told.labels()
    picks = Counter(labels[thumb.pick(asked, told.table.state, stream)] for _ in range(PICKS))
    return {name: 100 * picks[name] / PICKS for name in lawn}


def test_what_gives_up_a_creature_is_seldom_used():
    # One answer in 33 is any at all: half of these use it.
    assert used(TAIL)[TAIL] == pytest.approx(thumb.GIVES_UP, abs=4)
    assert used(BRATTY)[BRATTY] == pytest.approx(thumb.USES, abs=4)


@pytest.mark.parametrize("lawn", [(BRATTY, TAIL), (TAIL, BRATTY)])
def test_no_offer_takes_from_another_what_it_should_have(lawn):
    found = used(*lawn)
    assert found[BRATTY] > 70
    assert found[TAIL] < 15
