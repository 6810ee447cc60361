"""The chain: links, targets first, clockwise order, replacements, Runes that go back."""

from __future__ import annotations

import pytest

from tests.support.rr_rules.faces import item, on, rune, spell, would
from tests.support.rr_rules.story import story

DISASTER, HEX = "This Spells Disaster", "Just For the Hex of It"
TINY, LEASH = "Griffin With a Tiny Head", "Pegasus on a Very Short Leash"
SALTY, TRAP, GRABBER = "Salty Shaker", "Tricky Trap", "Grubby Grabber"
BLO, DIGGY = "Blo Blo Gadget", "Gettin' Diggy With It"
COUPON = "Coupon-Clipping Unicorn"
TAIL = "Tail-Chasing Unicorn"


@pytest.mark.rule("RR-CHAIN-01")
def test_a_link_is_resolved_completely_before_the_next_begins():
    t = story(hand0=[DISASTER, TINY, LEASH], lawn0=[COUPON], lawn1=["Parcel Pegasus"],
              fence1=[SALTY])  # fmt: skip
    t.cast(DISASTER).pick("Parcel Pegasus", verb="destroy").pick(TINY, verb="discard")
    t.use(COUPON, seat=0).use(SALTY, seat=1)
    # One link: A's Unicorn draws, then B's Shaker makes A discard and B draws; the Unicorn is
    # spent for this turn, so nothing answers the second discard.
    kinds = [(event.kind, event.by) for event in t.events("draw", "discard", "activate")]
    assert kinds[:2] == [("discard", 0), ("draw", 0)]
    t.choose(0)
    kinds = [(event.kind, event.by) for event in t.events("draw", "discard", "activate")]
    assert kinds == [("discard", 0), ("draw", 0), ("discard", 0), ("draw", 1), ("activate", 1)]


@pytest.mark.rule("RR-CHAIN-02")
def test_the_spells_own_link_comes_before_the_link_of_its_being_cast():
    globe = rune("Globe", on("cast", "spell", by="any_neighbor"),
                 item("destroy", "mythical", of="that_player"))  # fmt: skip
    t = story(hand0=["Open House, Open Cage", TINY], lawn0=[LEASH], fence1=["Globe"],
              faces=[globe])  # fmt: skip
    t.cast("Open House, Open Cage").use("Globe", seat=1)
    t.pick(TINY, verb="summon_effect").pick("player 0", verb="lawn")
    assert t.labels() == [LEASH, TINY]
    assert t.verb == "destroy"


@pytest.mark.rule("RR-CHAIN-02")
def test_two_effects_of_one_moment_are_one_link():
    t = story(phase="begin", lawn0=["Bratty Dragon", TAIL], hand1=[HEX])
    t.use("Bratty Dragon").use(TAIL)
    waiting = t.view(0).chain
    assert [effect.link for effect in waiting] == [0, 0]


@pytest.mark.rule("RR-CHAIN-03")
@pytest.mark.parametrize("choices", ["open", "sealed"])
def test_all_targets_of_a_link_are_named_before_any_effect(choices):
    gate = rune("Gate", on("enters_lawn", "creature", of="any_neighbor"),
                item("hex", "mythical", of="any_player"), copies=3)  # fmt: skip
    t = story(3, phase="summon", hand0=[TINY], lawn0=[LEASH], fence1=["Gate"], fence2=["Gate"],
              faces=[gate], options={"target_choices": choices})  # fmt: skip
    t.summon(TINY).use("Gate", seat=1).use("Gate", seat=2)
    if choices == "sealed":
        assert [choice.seat for choice in t.table.asked] == [1, 2]
        t.choose(0, seat=2)
        assert not t.events("hex")
        t.choose(1, seat=1)
    else:
        t.pick(TINY, verb="hex", seat=1)
        assert not t.events("hex")
        t.pick(LEASH, verb="hex", seat=2)
    assert t.lawn(0) == ["# " + LEASH, "# " + TINY]


@pytest.mark.rule("RR-CHAIN-04")
def test_a_link_resolves_clockwise_from_the_turn_player():
    t = story(3, phase="summon", player=1, hand1=[TINY], fence0=[BLO], fence2=[DIGGY])
    t.summon(TINY).use(DIGGY, seat=2).use(BLO, seat=0)
    t.choose(0, seat=2).choose(0, seat=2)
    assert [(event.by, event.face) for event in t.events("activate")] == [
        (2, "gettin-diggy-with-it"), (0, "blo-blo-gadget")]  # fmt: skip


@pytest.mark.rule("RR-CHAIN-04")
def test_a_player_names_the_order_of_its_own_creatures_and_runes():
    bell = rune("Bell", on("turn_begins", by="you"), item("draw"))
    t = story(phase="begin", lawn0=[TAIL, TINY], fence0=["Bell"], faces=[bell])
    t.use(TAIL).use("Bell")
    assert t.verb == "order"
    t.pick("Bell").pick(TINY, verb="return")
    assert [event.kind for event in t.events("draw", "return")][:3] == ["draw", "return", "draw"]


@pytest.mark.rule("RR-CHAIN-05")
def test_effects_of_different_moments_resolve_in_the_order_of_their_triggers():
    t = story(3, hand0=[DISASTER, HEX, TINY], lawn1=[LEASH], fence1=[SALTY], fence2=[TRAP])
    t.cast(DISASTER).use(TRAP, seat=2).pick(HEX, verb="discard").use(SALTY, seat=1).choose(0)
    assert t.rune_discard() == [TRAP, SALTY]


@pytest.mark.rule("RR-CHAIN-06")
def test_what_is_replaced_never_occurred():
    t = story(3, hand0=[DISASTER, HEX], lawn1=[TINY], fence1=[GRABBER], fence2=[TRAP])
    t.cast(DISASTER).use(GRABBER, seat=1)
    assert not t.events("cast", "destroy")
    assert t.fence(2) == [TRAP]
    assert t.verb == "summon_phase"


@pytest.mark.rule("RR-CHAIN-07")
def test_a_nullified_spell_goes_to_the_discard_and_a_nullified_summon_stays_in_hand():
    hush = rune("Hush", would("cast", "spell", by="any_neighbor"))
    shut = rune("Shut", would("summon", "creature", by="any_neighbor"))
    t = story(hand0=[HEX, TINY], lawn1=[LEASH], fence1=["Hush", "Shut"], faces=[hush, shut])
    t.cast(HEX).use("Hush", seat=1)
    assert t.discard() == [HEX]
    assert t.lawn(1) == [LEASH]
    t.summon(TINY).use("Shut", seat=1)
    assert t.hand(0) == [TINY]
    assert t.lawn(0) == []


@pytest.mark.rule("RR-CHAIN-08", "RR-EDGE-27")
def test_the_second_grabber_goes_back_face_down():
    t = story(3, hand0=[HEX], lawn1=[TINY], fence1=[GRABBER], fence2=[GRABBER])
    t.cast(HEX).use(GRABBER, seat=1).use(GRABBER, seat=2)
    assert t.hand(1) == [HEX]
    assert (t.fence(1), t.fence(2)) == ([], [GRABBER])
    assert t.view(0).seats[2].fence[0].face == ""
    assert [event.face for event in t.events("goes_back")] == ["grubby-grabber"]


@pytest.mark.rule("RR-CHAIN-08")
def test_a_replacing_event_may_be_replaced_but_no_source_acts_twice_on_it():
    shield = rune("Shield", would("destroy", "creature", of="you"), item("return", "that"))
    t = story(hand0=["Finders Keepers, Leash and All", TINY, LEASH], lawn1=["Parcel Pegasus"],
              fence1=["Gnasty Gnome", "Shield"], faces=[shield])  # fmt: skip
    t.cast("Finders Keepers, Leash and All")
    t.pick(TINY, verb="discard").pick(LEASH, verb="discard")
    t.use("Gnasty Gnome", seat=1).use("Shield", seat=1)
    assert t.lawn(0) == []
    assert t.lawn(1) == []
    assert t.hand(1) == ["Parcel Pegasus"]
    assert not t.events("steal", "destroy")


@pytest.mark.rule("RR-CHAIN-09", "RR-EDGE-20")
def test_a_waiting_rune_cannot_be_chosen():
    t = story(phase="summon", hand0=["Rune-Eating Dragon"], fence0=[TRAP], fence1=[BLO, SALTY])
    t.summon("Rune-Eating Dragon").use("Rune-Eating Dragon").use(BLO, seat=1)
    assert t.labels() == [TRAP, SALTY]
    assert [option.seat for option in t.asked.options] == [0, 1]


@pytest.mark.rule("RR-CHAIN-10")
def test_a_resolved_card_can_be_chosen_by_a_later_effect_of_its_link():
    dragon = "Rune-Eating Dragon"
    t = story(phase="summon", hand0=[dragon], lawn0=[TINY], fence1=[BLO, SALTY])
    t.summon(dragon).use(dragon, seat=0).use(BLO, seat=1)
    assert dragon in t.labels()
    t.pick(dragon, verb="return", seat=1)
    assert t.hand(0) == [dragon]


@pytest.mark.rule("RR-CHAIN-10")
def test_targets_in_turn_are_named_when_their_players_turn_in_the_link_comes():
    dragon = "Rune-Eating Dragon"
    t = story(phase="summon", hand0=[dragon], lawn0=[TINY], fence1=[BLO, SALTY],
              options={"targets": "in_turn"})  # fmt: skip
    t.summon(dragon).use(dragon, seat=0).use(BLO, seat=1)
    t.pick(SALTY, verb="destroy", seat=0)
    assert [event.face for event in t.events("destroy_rune")] == ["salty-shaker"]
    assert t.verb == "return"


@pytest.mark.rule("RR-CHAIN-11", "RR-CHAIN-12")
def test_a_rune_whose_target_is_gone_goes_back_to_a_slot_of_its_holders_choice():
    zap = rune("Zap", on("enters_lawn", "creature", of="any_neighbor"),
               item("destroy", "creature", of="any_player"))  # fmt: skip
    t = story(3, phase="summon", hand0=[TINY], fence1=["Zap"], fence2=[BLO, TRAP], faces=[zap])
    t.summon(TINY).use("Zap", seat=1).use(BLO, seat=2)
    assert t.discard() == [TINY]
    assert (t.verb, t.seat) == ("slot", 2)
    t.choose(1)
    assert t.fence(2) == [TRAP, BLO]
    assert t.rune_discard() == ["Zap"]


@pytest.mark.rule("RR-CHAIN-12")
def test_a_gone_target_is_not_replaced_and_the_rest_is_done():
    nip = spell("Nip", item("hex", "mythical", of="any_player"), item("draw"))
    snatch = rune("Snatch", on("cast", "spell", by="any_neighbor"), item("draw"))
    ward = rune("Ward", would("hex", "mythical", of="you"))
    t = story(hand0=["Nip"], lawn1=[TINY, LEASH], fence1=["Ward"], faces=[nip, snatch, ward])
    t.cast("Nip").pick(TINY, verb="hex").use("Ward", seat=1)
    assert t.lawn(1) == [TINY, LEASH]
    assert [event.kind for event in t.events("hex", "draw")] == ["draw"]
    assert t.discard() == ["Nip"]


@pytest.mark.rule("RR-CHAIN-13")
def test_the_spell_the_answer_to_the_cast_and_the_answer_to_the_hex():
    sigh = rune("Sigh", on("hex", "mythical", of="you"), item("draw"))
    t = story(3, hand0=[HEX], lawn2=[TINY, LEASH], fence1=[TRAP], fence2=["Sigh"], faces=[sigh])
    t.cast(HEX)
    assert (t.verb, t.seat) == ("window", 1)
    t.use(TRAP)
    t.pick(TINY, verb="hex", seat=0).use("Sigh", seat=2)
    kinds = [event.kind for event in t.events("hex", "must_skip", "draw")]
    assert kinds[:3] == ["hex", "must_skip", "draw"]


@pytest.mark.rule("RR-CHAIN-14")
def test_a_triggered_regulation_is_placed_by_the_player_it_acts_on_and_cannot_be_skipped():
    t = story(phase="begin", regulation="Shrub Maintenance Schedule", lawn0=[TAIL], hexed0=[TINY],
              hand0=[HEX])  # fmt: skip
    assert t.labels() == ["Shrub Maintenance Schedule", TAIL]
    t.use(TAIL)
    assert t.labels() == [TAIL, TINY]  # both targets are named first; the Regulation aims at none
    t = story(phase="begin", regulation="Shrub Maintenance Schedule", hexed0=[TINY], hand0=[HEX])
    assert t.verb == "mode"
    t.choose(0)
    assert t.discard() == [TINY]


@pytest.mark.rule("RR-CHAIN-14")
def test_a_regulation_that_is_replaced_while_it_waits_still_acts():
    flip = rune("Flip", on("enters_lawn", "creature", of="any_neighbor"), item("new_regulation"))
    dragon = "Garage-Hoarding Dragon"
    t = story(phase="summon", regulation="Open Flame Ban", hand0=[dragon, HEX], fence1=["Flip"],
              regulation_deck=["Neighborhood Watch Program"], faces=[flip])  # fmt: skip
    t.summon(dragon).use("Flip", seat=1)
    t.pick(HEX, verb="discard", seat=0)
    assert t.regulation() == "Neighborhood Watch Program"
    assert t.discard() == [HEX]
