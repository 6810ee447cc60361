"""A story for each Rune of the base box."""

from __future__ import annotations

import pytest

from tests.support.rr_rules.faces import THIEF
from tests.support.rr_rules.story import story

HEX, DISASTER = "Just For the Hex of It", "This Spells Disaster"
TINY, LEASH = "Griffin With a Tiny Head", "Pegasus on a Very Short Leash"
PARCEL = "Parcel Pegasus"
VANE, GRABBER, TRAP, SALTY = "Wobbly Weathervane", "Grubby Grabber", "Tricky Trap", "Salty Shaker"
FOUR = [TINY, TINY, LEASH, LEASH]


@pytest.mark.card("grubby-grabber")
def test_grubby_grabber_takes_the_spell():
    t = story(hand0=[HEX], lawn1=[TINY], fence1=[GRABBER])
    t.cast(HEX).use(GRABBER, seat=1)
    assert t.hand(1) == [HEX]
    assert t.lawn(1) == [TINY]
    assert t.rune_discard() == [GRABBER]


@pytest.mark.card("gnasty-gnome")
def test_gnasty_gnome_destroys_what_would_be_stolen():
    t = story(phase="summon", hand0=["Thief"], lawn1=[TINY], fence1=["Gnasty Gnome"], faces=[THIEF])
    t.summon("Thief").use("Thief").use("Gnasty Gnome", seat=1)
    assert t.lawn(0) == ["Thief"]
    assert t.discard() == [TINY]


@pytest.mark.card("toastinator-2000")
def test_toastinator_2000_draws_instead_of_a_discard():
    t = story(phase="spin", rolls=[4], hand0=[TINY], fence0=["Toastinator 2000"])
    t.use("Toastinator 2000", seat=0)
    assert t.hand(0)[0] == TINY
    assert len(t.hand(0)) == 3
    assert not t.events("discard")


@pytest.mark.card("tricky-trap")
def test_tricky_trap_costs_the_caster_a_summon_phase():
    t = story(hand0=[HEX], lawn1=[TINY], fence1=[TRAP])
    t.cast(HEX).use(TRAP, seat=1)
    assert t.lawn(1) == ["# " + TINY]
    assert [event.other for event in t.events("skipped")] == ["summon"]
    assert t.state.player == 1


@pytest.mark.card("salty-shaker")
def test_salty_shaker_costs_a_second_card_and_draws():
    t = story(phase="spin", rolls=[4], hand0=[TINY, HEX], fence1=[SALTY], deck=[LEASH])
    t.pick(TINY, verb="discard").use(SALTY, seat=1).pick(HEX, verb="discard", seat=0)
    assert t.hand(0) == []
    assert t.hand(1)[0] == LEASH


@pytest.mark.card("blo-blo-gadget")
def test_blo_blo_gadget_returns_the_creature_that_entered():
    t = story(phase="summon", hand0=[TINY], fence1=["Blo Blo Gadget"])
    t.summon(TINY).use("Blo Blo Gadget", seat=1)
    assert (t.hand(0), t.lawn(0)) == ([TINY], [])


@pytest.mark.card("gettin-diggy-with-it")
def test_gettin_diggy_with_it_keeps_one_of_three_and_orders_the_rest():
    t = story(phase="summon", hand0=[TINY], fence1=["Gettin' Diggy With It"],
              deck=[LEASH, HEX, PARCEL])  # fmt: skip
    t.summon(TINY).use("Gettin' Diggy With It", seat=1)
    assert t.labels() == [LEASH, HEX, PARCEL]
    assert t.view(0).seen == ()
    t.pick(HEX, verb="keep").pick(PARCEL, verb="under")
    assert t.hand(1)[0] == HEX
    assert t.names(t.state.deck[:2]) == [LEASH, PARCEL]


@pytest.mark.card("gazing-ball-of-blame")
def test_gazing_ball_of_blame_hexes_back():
    t = story(hand0=[HEX], lawn0=[LEASH], lawn1=[TINY], fence1=["Gazing Ball of Blame"])
    t.cast(HEX).pick(TINY, verb="hex").use("Gazing Ball of Blame", seat=1)
    assert (t.lawn(0), t.lawn(1)) == (["# " + LEASH], [TINY])


@pytest.mark.card("bouncy-castle-of-second-chances")
def test_bouncy_castle_returns_what_would_be_destroyed():
    castle = "Bouncy Castle of Second Chances"
    t = story(hand0=[DISASTER, HEX], hexed1=[TINY], fence1=[castle])
    t.cast(DISASTER).pick(HEX, verb="discard").use(castle, seat=1)
    assert t.hand(1) == [TINY]
    assert not t.state.hexed


@pytest.mark.card("wobbly-weathervane")
def test_wobbly_weathervane_draws_instead_of_the_result():
    t = story(phase="spin", rolls=[1], lawn0=[TINY], fence0=[VANE])
    t.use(VANE, seat=0)
    assert t.lawn(0) == [TINY]
    assert len(t.hand(0)) == 2


@pytest.mark.card("nosy-doorbell")
def test_nosy_doorbell_hexes_a_leader_who_ends_the_turn():
    t = story(phase="end", lawn0=[*FOUR, PARCEL], fence1=["Nosy Doorbell"])
    t.use("Nosy Doorbell", seat=1).pick(TINY, verb="hex", seat=1)
    assert len(t.state.mythical(0)) == 4
    assert t.table.outcome is None
    t = story(phase="end", lawn0=FOUR[:3], fence1=["Nosy Doorbell"])
    assert t.seat == 1
    assert t.verb == "cast_phase"


@pytest.mark.card("suggestion-box-of-holding")
def test_suggestion_box_of_holding_draws_on_a_new_regulation():
    t = story(phase="spin", rolls=[3], fence1=["Suggestion Box of Holding"])
    t.use("Suggestion Box of Holding", seat=1)
    assert [event.by for event in t.events("draw")][:2] == [1, 1]


@pytest.mark.card("squeaky-side-gate")
def test_squeaky_side_gate_steals_back_instead():
    t = story(phase="summon", hand0=["Sneaky Griffin"], fence0=[TRAP], fence1=["Squeaky Side Gate"])
    t.summon("Sneaky Griffin").use("Sneaky Griffin").use("Squeaky Side Gate", seat=1)
    assert t.fence(1) == [TRAP]
    assert t.rune_discard() == ["Squeaky Side Gate"]
    thief = {"phase": "summon", "hand0": ["Thief"], "fence0": [TRAP], "faces": [THIEF]}
    t = story(lawn1=[TINY], fence1=["Squeaky Side Gate"], **thief)
    t.summon("Thief").use("Thief").use("Squeaky Side Gate", seat=1)
    assert (t.lawn(1), t.fence(1), TRAP in t.fence(0)) == ([TINY], [TRAP], False)


@pytest.mark.card("remembrance-birdbath")
def test_remembrance_birdbath_summons_after_a_loss():
    t = story(hand0=[DISASTER, HEX], lawn1=[TINY], hand1=[LEASH], fence1=["Remembrance Birdbath"])
    t.cast(DISASTER).pick(HEX, verb="discard").use("Remembrance Birdbath", seat=1)
    t.pick(LEASH, verb="summon_effect").pick("player 1", verb="lawn")
    assert t.lawn(1) == [LEASH]


@pytest.mark.card("suspicious-flamingo")
def test_suspicious_flamingo_answers_an_activation_with_two_runes():
    t = story(phase="spin", rolls=[1], fence0=[VANE], fence1=["Suspicious Flamingo"],
              rune_deck=[TRAP, SALTY], lawn0=[TINY])  # fmt: skip
    t.use(VANE, seat=0).use("Suspicious Flamingo", seat=1)
    assert t.fence(1) == [TRAP, SALTY]


@pytest.mark.card("overly-early-rooster")
def test_overly_early_rooster_costs_a_leader_this_turns_cast_phase_and_draws():
    t = story(phase="begin", lawn0=FOUR[:3], fence1=["Overly Early Rooster"])
    t.use("Overly Early Rooster", seat=1)
    assert t.verb == "summon_phase"
    assert len(t.hand(1)) == 1
    assert [event.other for event in t.events("skipped")] == ["cast"]
    t = story(phase="begin", lawn0=FOUR[:2], fence1=["Overly Early Rooster"])
    assert t.verb == "cast_phase"
