"""The win: five Mythical Creatures when the own End of Turn is complete."""

from __future__ import annotations

import pytest

from tests.support.rr_rules.faces import creature, item, on
from tests.support.rr_rules.story import story

HEX = "Just For the Hex of It"
TINY, LEASH, PARCEL = "Griffin With a Tiny Head", "Pegasus on a Very Short Leash", "Parcel Pegasus"
KRAKEN = "Kiddie-Pool Kraken"
FOUR = [TINY, TINY, TINY, LEASH]


@pytest.mark.rule("RR-WIN-01")
def test_three_and_two_summoned_win_at_the_end_of_the_turn():
    t = story(phase="begin", hand0=["Open House, Open Cage", TINY, LEASH],
              lawn0=[TINY, TINY, LEASH], rolls=[0])  # fmt: skip
    t.cast("Open House, Open Cage").pick(TINY, verb="summon_effect").pick("player 0")
    t.summon(LEASH)
    assert t.table.outcome is not None
    assert (t.table.outcome.winners, t.table.outcome.reason) == ((0,), "five")
    assert [event.kind for event in t.events("spin", "won")] == ["spin", "won"]


@pytest.mark.rule("RR-WIN-01")
@pytest.mark.parametrize(("count", "won"), [(4, False), (5, True), (6, True)])
def test_five_or_more_win_and_need_not_be_different(count, won):
    lawn = [TINY, TINY, TINY, LEASH, LEASH, PARCEL][:count]
    t = story(phase="end", lawn0=lawn, hexed0=[KRAKEN])
    assert (t.table.outcome is not None) is won


@pytest.mark.rule("RR-WIN-02")
def test_five_that_do_not_last_are_not_enough():
    t = story(phase="summon", hand0=[LEASH], lawn0=FOUR, rolls=[1])
    t.summon(LEASH)
    assert len(t.state.mythical(0)) == 5
    t.pick(TINY, verb="hex")
    assert t.table.outcome is None
    assert (t.seat, t.verb) == (1, "cast_phase")


@pytest.mark.rule("RR-WIN-03")
def test_only_the_turn_player_is_checked():
    t = story(phase="summon", hand0=[LEASH], lawn1=FOUR, rolls=[4, 0])
    t.summon(LEASH, onto=1)
    assert len(t.state.mythical(1)) == 5
    assert (t.table.outcome, t.state.player) == (None, 1)
    t.skip().skip()
    assert t.table.outcome is not None
    assert t.table.outcome.winners == (1,)


@pytest.mark.rule("RR-WIN-03")
def test_a_fifth_that_is_lost_before_the_own_end_of_turn_wins_nothing():
    t = story(phase="summon", hand0=[LEASH], lawn1=FOUR, rolls=[4, 1, 0])
    t.summon(LEASH, onto=1).skip().skip().pick(LEASH, verb="hex")
    assert (t.table.outcome, t.state.player) == (None, 0)


@pytest.mark.rule("RR-WIN-04")
def test_what_the_limits_destroy_triggers_comes_before_the_win_check():
    phoenix = creature("Phoenix", on("destroy", "this", of="you"),
                       item("restore", "hexed", of="you"))  # fmt: skip
    t = story(phase="limit", lawn0=[*FOUR, "Phoenix"], hexed0=[KRAKEN], start_count=2,
              faces=[phoenix])  # fmt: skip
    t.pick("Phoenix", verb="summoning_limit").use("Phoenix", seat=0)
    assert t.lawn(0) == [*FOUR, KRAKEN]
    assert t.table.outcome is not None
    kinds = [event.kind for event in t.events("destroy", "restore", "won")]
    assert kinds == ["destroy", "restore", "won"]


@pytest.mark.rule("RR-WIN-04")
def test_the_limit_comes_first_then_the_end_of_turn_then_the_win_check():
    stork = creature("Stork", on("turn_ends", by="you"), item("restore", "hexed", of="you"))
    t = story(phase="limit", lawn0=[*FOUR, "Stork"], hexed0=[LEASH], start_count=2, faces=[stork])
    t.pick(TINY, verb="summoning_limit").use("Stork")
    assert t.table.outcome is not None
    kinds = [event.kind for event in t.events("destroy", "restore", "won")]
    assert kinds == ["destroy", "restore", "won"]


@pytest.mark.rule("RR-WIN-04")
def test_an_end_of_turn_effect_may_take_the_win_away():
    t = story(phase="end", lawn0=[*FOUR, LEASH], fence1=["Nosy Doorbell"])
    t.use("Nosy Doorbell", seat=1).pick(TINY, verb="hex", seat=1)
    assert (t.table.outcome, t.state.player) == (None, 1)
