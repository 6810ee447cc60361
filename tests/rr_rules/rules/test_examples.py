"""The worked examples of the rulebook, played on the real cards."""

from __future__ import annotations

import pytest

from tests.support.rr_rules.story import story

SMELLY = "Horrifyingly Smelly Dragon"
DISASTER = "This Spells Disaster"
HEX = "Just For the Hex of It"
TINY = "Griffin With a Tiny Head"
SALTY, TRAP, GRABBER = "Salty Shaker", "Tricky Trap", "Grubby Grabber"
BLO, DIGGY = "Blo Blo Gadget", "Gettin' Diggy With It"
LEASH = "Pegasus on a Very Short Leash"


@pytest.mark.rule("RR-EX-01")
def test_everybody_returns_one_creature_of_their_own():
    t = story(3, phase="summon", hand0=[SMELLY], lawn0=[TINY], lawn1=[LEASH], hexed2=[LEASH])
    t.summon(SMELLY).use(SMELLY)
    assert t.labels() == [TINY, SMELLY]
    t.pick(SMELLY, seat=0)
    assert (t.lawn(0), t.lawn(1), t.lawn(2)) == ([TINY], [], [])
    assert (t.hand(0), t.hand(1)[0], t.hand(2)) == ([SMELLY], LEASH, [LEASH])


@pytest.mark.rule("RR-EX-02")
def test_a_cast_phase_does_not_come_back():
    t = story(phase="summon", hand0=[TINY, HEX], lawn1=[LEASH])
    assert HEX not in t.labels()
    t.summon(TINY)
    assert t.verb == "cast_phase"
    assert t.seat == 1


@pytest.mark.rule("RR-EX-03", "RR-EX-04")
@pytest.mark.parametrize(("gain", "destroyed"), [(2, 0), (3, 1), (4, 1)])
def test_the_summoning_limit_costs_exactly_one(gain, destroyed):
    creatures = ["Parcel Pegasus", SMELLY, TINY, LEASH][:gain]
    t = story(phase="limit", lawn0=creatures, start_count=0)
    if destroyed:
        t.pick(creatures[0], verb="summoning_limit")
    assert len(t.lawn(0)) == gain - destroyed
    assert len(t.discard()) == destroyed
    assert [event.kind for event in t.events("destroy", "sacrifice")] == ["destroy"] * destroyed


@pytest.mark.rule("RR-EX-05")
def test_a_discard_that_is_a_price_needs_a_card():
    t = story(hand0=[DISASTER], lawn1=[TINY])
    assert DISASTER not in t.labels()
    t = story(hand0=[DISASTER, HEX], lawn1=[TINY])
    t.cast(DISASTER)
    t.pick(HEX, verb="discard")
    assert t.discard() == [HEX, TINY, DISASTER]


@pytest.mark.rule("RR-EX-06")
def test_a_sacrifice_that_is_a_price_needs_a_mythical_creature():
    assert "Trade-In Value" not in story(hand0=["Trade-In Value"], hexed0=[TINY],
                                         discard=[LEASH]).labels()  # fmt: skip
    t = story(hand0=["Trade-In Value"], lawn0=[TINY], discard=[LEASH])
    t.cast("Trade-In Value")
    assert t.lawn(0) == [LEASH]
    assert t.discard() == [TINY, "Trade-In Value"]
    assert [event.kind for event in t.events("sacrifice", "summon")] == ["sacrifice", "summon"]


@pytest.mark.rule("RR-EX-07")
def test_a_price_on_everybody_needs_everybody():
    t = story(3, phase="summon", hand0=[SMELLY], lawn1=[LEASH])
    t.summon(SMELLY)
    assert t.lawn(0) == [SMELLY]
    assert not t.events("return", "declare")


@pytest.mark.rule("RR-EX-08")
def test_a_discard_without_cards_is_disregarded():
    t = story(phase="spin", rolls=[4], hand1=[HEX])
    assert t.events("spin")[0].other == "and_discard"
    assert not t.events("discard")
    assert t.state.player == 1


@pytest.mark.rule("RR-EX-09")
def test_a_return_without_a_creature_is_disregarded():
    t = story(phase="spin", rolls=[5, 2], hexed0=[TINY], lawn1=[LEASH])
    assert (t.lawn(0), t.lawn(1)) == (["# " + TINY], [])
    assert t.hand(1)[0] == LEASH


@pytest.mark.rule("RR-EX-10")
def test_a_greater_hand_limit_holds_at_once():
    nine = [TINY, TINY, TINY, LEASH, LEASH, SMELLY, SMELLY, HEX, HEX]
    t = story(phase="draw", lawn0=["Garage-Hoarding Dragon"], hand0=nine)
    assert t.verb == "hand_limit"
    t.pick(HEX)
    assert len(t.hand(0)) == 9
    assert t.verb == "cast_phase"


@pytest.mark.rule("RR-EX-11")
def test_a_skipped_spin_leaves_the_end_of_turn():
    lawn = [TINY, TINY, LEASH, SMELLY, "Parcel Pegasus"]
    t = story(hand0=["Calling In Sick"], lawn0=lawn, start_count=0)
    t.cast("Calling In Sick").skip()
    assert not t.events("spin")
    assert t.verb == "summoning_limit"


@pytest.mark.rule("RR-EX-12")
def test_a_chain_of_three_links():
    t = story(3, phase="summon", hand0=["Light-Hoofed Pegasus", HEX, TINY, TINY],
              lawn1=["Teeny Tiny Manticore"], lawn2=["Sparkly Dragon"], rolls=[0])  # fmt: skip
    t.summon("Light-Hoofed Pegasus").use("Light-Hoofed Pegasus")
    t.pick(TINY, verb="discard").pick(TINY, verb="discard")
    assert t.lawn(0) == ["Light-Hoofed Pegasus", "Sparkly Dragon"]
    t.use("Sparkly Dragon").pick(HEX, verb="cast_effect").pick("Teeny Tiny Manticore", verb="hex")
    assert t.lawn(1) == ["# Teeny Tiny Manticore"]
    assert t.discard() == [TINY, TINY, HEX]
    kinds = [event.kind for event in t.events("steal", "cast", "hex", "spin")]
    assert kinds == ["steal", "cast", "hex", "spin"]


@pytest.mark.rule("RR-EX-13")
def test_both_targets_are_named_before_either_effect():
    t = story(phase="begin", lawn0=["Bratty Dragon", "Tail-Chasing Unicorn", TINY], hand1=[HEX])
    t.use("Tail-Chasing Unicorn").use("Bratty Dragon")
    # Bratty Dragon is placed later and still busy when the Unicorn resolves (RR-CHAIN-10).
    assert t.labels() == ["Tail-Chasing Unicorn", TINY]
    t.pick(TINY, verb="return")
    # Bratty's player was the only neighbor: both targets stand, and the Unicorn goes first.
    assert t.hand(0)[0] == TINY
    assert HEX in t.hand(0)
    kinds = [event.kind for event in t.events("declare", "return", "give_card")]
    assert kinds == ["declare", "declare", "return", "give_card"]


@pytest.mark.rule("RR-EX-14")
def test_a_grabbed_spell_does_nothing():
    t = story(hand0=[DISASTER, HEX], lawn1=[TINY], fence1=[GRABBER])
    t.cast(DISASTER).use(GRABBER, seat=1)
    assert t.lawn(1) == [TINY]
    assert (t.hand(0), t.hand(1)) == ([HEX], [DISASTER])
    assert (t.discard(), t.rune_discard()) == ([], [GRABBER])


@pytest.mark.rule("RR-EX-15")
@pytest.mark.parametrize(("trap", "shaker"), [(1, 2), (2, 1)])
def test_the_trap_on_the_cast_comes_before_the_shaker_on_the_discard(trap, shaker):
    fences = {f"fence{trap}": [TRAP], f"fence{shaker}": [SALTY]}
    t = story(3, hand0=[DISASTER, HEX, TINY], lawn1=[LEASH], **fences)
    t.cast(DISASTER).use(TRAP, seat=trap)
    t.pick(HEX, verb="discard").use(SALTY, seat=shaker)
    t.pick(TINY, verb="discard", seat=0)
    assert t.rune_discard() == [TRAP, SALTY]
    assert [event.kind for event in t.events("must_skip", "draw")][:2] == ["must_skip", "draw"]


@pytest.mark.rule("RR-EX-16")
def test_two_runes_on_one_arrival_are_one_link():
    t = story(3, phase="summon", hand0=[TINY], fence1=[DIGGY], fence2=[BLO], lawn1=[LEASH])
    t.summon(TINY).use(DIGGY, seat=1).use(BLO, seat=2)
    t.pick(TINY, verb="return", seat=2)
    assert t.verb == "keep"
    t.choose(0).choose(0)
    assert t.rune_discard() == [DIGGY, BLO]
    assert t.hand(0) == [TINY]


@pytest.mark.rule("RR-EX-17")
@pytest.mark.parametrize("other", [[], [SALTY]])
def test_a_triggered_rune_is_no_target(other):
    dragon = "Rune-Eating Dragon"
    t = story(phase="summon", hand0=[dragon], fence1=[BLO, *other])
    t.summon(dragon).use(dragon, seat=0).use(BLO, seat=1)
    assert t.hand(0) == [dragon]
    assert t.rune_discard() == [*other, BLO]


@pytest.mark.rule("RR-EX-18")
def test_a_rune_without_its_trigger_stays_on_the_fence():
    t = story(3, hand0=[DISASTER, HEX], lawn1=[TINY], fence1=[GRABBER], fence2=[SALTY])
    t.cast(DISASTER).use(GRABBER, seat=1)
    assert t.hand(0) == [HEX]
    assert t.fence(2) == [SALTY]
    assert t.rune_discard() == [GRABBER]
