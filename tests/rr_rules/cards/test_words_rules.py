"""The lasting rules: what they bind, how they add up, and what happens when they end."""

from __future__ import annotations

import pytest

from tests.support.rr_rules.faces import creature, item, on, regulation, rule, rune, spell, would
from tests.support.rr_rules.story import story

TINY, LEASH, SHORT = (
    "Griffin With a Tiny Head",
    "Pegasus on a Very Short Leash",
    "Parcel Pegasus",
)
HEX, SICK, DISASTER = "Just For the Hex of It", "Calling In Sick", "This Spells Disaster"
PRUNE, CHIME, WEED = "Prune to Perfection", "Gone With the Wind Chime", "Weed Out the Competition"
TRAP, SALTY, BLO, TOAST = "Tricky Trap", "Salty Shaker", "Blo Blo Gadget", "Toastinator 2000"
ARRIVAL = on("enters_lawn", "this", of="you")
QUIET = [TOAST, "Squeaky Side Gate", "Bouncy Castle of Second Chances"]
"""Runes that answer nothing in these stories."""
SEVEN = [HEX, SICK, DISASTER, PRUNE, CHIME, WEED, TINY]


def surcharge(act, *price, by="each_neighbor", **words):
    return rule("surcharge", act=(act,), by=by, price=tuple(price), **words)


# --- limit ---------------------------------------------------------------------------------------


def test_a_restored_creatures_rule_is_the_later_one():
    wide = creature("Wide", rules=[rule("limit", which="hand", of="you", set=9)])
    t = story(hand0=[HEX, PRUNE], lawn0=["Wide"], rune_deck=QUIET, faces=[wide],
              regulation="Loose Paper Ordinance")  # fmt: skip
    t.state.clock += 1
    t.state.since[t.state.regulation] = t.state.clock
    assert t.view(0).seats[0].hand_limit == 5
    t.cast(HEX).skip().pass_until("cast_phase").skip().pass_until("cast_phase")
    t.cast(PRUNE)
    assert t.lawn(0) == ["Wide"]
    assert t.view(0).seats[0].hand_limit == 9


def test_a_limit_may_be_set_and_added_to_by_several_rules_at_once():
    raised = rule("limit", which="rune", of="each_player", add=1)
    lowered = rule("limit", which="rune", of="any_neighbor", add=-2)
    more = creature("More", rules=[raised, lowered])
    t = story(lawn0=["More", "More"], regulation="Tall Fence Variance", faces=[more])
    assert [seat.rune_limit for seat in t.view(0).seats] == [7, 3]


def test_a_limit_that_ends_with_a_removed_seat_is_enforced_at_once():
    host = creature("Host", rules=[rule("limit", which="hand", of="each_player", add=2)])
    t = story(3, hand0=[*SEVEN, LEASH], lawn1=["Host"], faces=[host])
    assert (t.seat, t.verb) == (0, "cast_phase")
    t.table.remove(1)
    assert (t.seat, t.verb) == (0, "hand_limit")
    t.pick(LEASH)
    assert (t.verb, len(t.hand(0))) == ("cast_phase", 7)


def test_the_summoning_limit_may_be_raised_for_its_holder_alone():
    barn = creature("Barn", rules=[rule("limit", which="summoning", of="you", add=1)])
    t = story(phase="limit", lawn0=["Barn", TINY, LEASH, SHORT], start_count=1, faces=[barn])
    assert not t.events("summoning_limit")
    t = story(
        phase="limit", lawn1=["Barn"], lawn0=[TINY, LEASH, SHORT], start_count=0, faces=[barn]
    )
    assert t.verb == "summoning_limit"


# --- cannot --------------------------------------------------------------------------------------


def test_an_all_passes_over_what_cannot_be_hit():
    bomb = spell("Bomb", item("destroy", "creature", of="each_player", all=True))
    rock = creature("Rock", rules=[rule("cannot", "this", act=("destroy",))])
    t = story(hand0=["Bomb"], lawn0=[TINY], lawn1=["Rock", LEASH], faces=[bomb, rock])
    t.cast("Bomb")
    assert (t.lawn(0), t.lawn(1)) == ([], ["Rock"])


def test_an_all_over_things_that_cannot_be_hit_changes_nothing():
    bomb = spell("Bomb", item("destroy", "creature", of="each_player", all=True))
    rock = creature("Rock", rules=[rule("cannot", "this", act=("destroy",))])
    assert "Bomb" not in story(hand0=["Bomb"], lawn1=["Rock"], faces=[bomb, rock]).labels()


@pytest.mark.parametrize(("by", "hexed"), [("", False), ("any_neighbor", True)])
def test_a_rule_without_by_holds_for_the_spinner_too(by, hexed):
    rock = creature("Rock", rules=[rule("cannot", "this", act=("hex",), by=by)])
    t = story(phase="spin", rolls=[1], lawn0=["Rock"], faces=[rock])
    assert t.lawn(0) == [("# " if hexed else "") + "Rock"]


def test_a_rule_holds_in_its_phase_only():
    calm = regulation("Calm", rules=[rule("cannot", act=("cast",), by="each_player",
                                          phase="cast")])  # fmt: skip
    t = story(hand0=[SICK, "Sparkly Dragon"], regulation="Calm", faces=[calm])
    assert t.labels() == ["draw", "skip"]
    t.skip().summon("Sparkly Dragon").use("Sparkly Dragon").pick(SICK, verb="cast_effect")
    assert t.events("cast")


def test_a_filter_narrows_what_cannot_be_done():
    leash = regulation("Leash", rules=[rule("cannot", "creature", act=("return",), collar=True,
                                            of="each_player", by="each_player")])  # fmt: skip
    t = story(hand0=[CHIME], lawn1=[TINY, LEASH, SHORT], regulation="Leash", faces=[leash])
    collars = {name for name in (TINY, LEASH, SHORT) for face in t.state.face
               if face.name == name and face.collar}  # fmt: skip
    t.cast(CHIME)
    free = [name for name in (TINY, LEASH, SHORT) if name not in collars]
    assert 0 < len(free) < 3
    assert t.labels() == free if len(free) > 1 else t.hand(1) == free


def test_what_has_become_impossible_since_it_was_named_is_passed_over():
    shelter = creature("Shelter", rules=[rule("cannot", "creature", act=("destroy",), of="you")])
    early = rune("Early", on("turn_begins", by="any_player"), item("summon", place="hand"))
    late = creature("Late", on("turn_begins", by="any_neighbor"),
                    item("destroy", "creature", of="any_neighbor"))  # fmt: skip
    t = story(3, phase="begin", hand0=["Shelter"], fence0=["Early"], lawn0=[TINY], lawn2=["Late"],
              faces=[shelter, early, late])  # fmt: skip
    t.use("Late", seat=2).use("Early", seat=0)
    t.pick("Shelter", verb="summon_effect").pick("player 0", verb="lawn")
    assert t.lawn(0) == [TINY, "Shelter"]
    assert [event.face for event in t.events("fizzle")] == ["late"]


# --- surcharge -----------------------------------------------------------------------------------


def test_each_source_of_a_surcharge_is_paid_once():
    t = story(hand0=[SICK, HEX, TINY, LEASH], lawn1=["Fetching Pegasus", "Fetching Pegasus"])
    t.cast(SICK).pick(HEX, verb="discard").pick(TINY, verb="discard")
    assert t.discard() == [HEX, TINY, SICK]
    poor = story(hand0=[SICK, HEX], lawn1=["Fetching Pegasus", "Fetching Pegasus"])
    assert SICK not in poor.labels()


def test_a_surcharge_and_a_price_are_owed_together():
    assert DISASTER not in story(hand0=[DISASTER, HEX], lawn0=[TINY],
                                 lawn1=["Fetching Pegasus"]).labels()  # fmt: skip
    t = story(hand0=[DISASTER, HEX, SICK], lawn1=["Fetching Pegasus"])
    t.cast(DISASTER).pick(HEX, verb="discard").pick(SICK, verb="discard")
    assert t.lawn(1) == []


def test_a_surcharge_in_creatures_needs_creatures_of_its_own():
    toll = creature("Toll", rules=[surcharge("cast", item("sacrifice", "creature"))])
    trade = "Trade-In Value"
    one = story(hand0=[SICK, trade], lawn0=[TINY], lawn1=["Toll"], discard=[LEASH], faces=[toll])
    assert one.labels() == [SICK, "draw", "skip"]
    none = story(hand0=[SICK], lawn1=["Toll"], faces=[toll])
    assert none.labels() == ["draw", "skip"]
    two = story(hand0=[trade], lawn0=[TINY, SHORT], lawn1=["Toll"], discard=[LEASH], faces=[toll])
    two.cast(trade).pick(TINY, verb="sacrifice").pick(LEASH, verb="summon_from_pile")
    assert two.lawn(0) == [LEASH]


def test_of_two_surcharges_the_first_is_spent_when_the_second_is_replaced():
    t = story(hand0=[SICK, HEX, TINY, LEASH], lawn1=["Fetching Pegasus", "Fetching Pegasus"],
              fence0=[TOAST])  # fmt: skip
    t.cast(SICK).pick(HEX, verb="discard").decline(seat=0)
    t.pick(TINY, verb="discard").use(TOAST, seat=0)
    assert t.verb == "cast_phase"
    assert t.discard() == [HEX]
    assert {SICK, TINY, LEASH} <= set(t.hand(0))
    assert not t.events("cast")


def test_a_rune_owes_its_surcharge_and_its_price_together():
    steep = rune("Steep", on("cast", "spell", by="any_neighbor"), item("draw"),
                 price=[item("discard")])  # fmt: skip
    poor = story(
        hand0=[SICK], hand1=[HEX], fence1=["Steep"], regulation="Noise Permit", faces=[steep]
    )
    poor.cast(SICK)
    assert poor.verb == "summon_phase"
    t = story(hand0=[SICK], hand1=[HEX, TINY], fence1=["Steep"], regulation="Noise Permit",
              faces=[steep])  # fmt: skip
    t.cast(SICK).use("Steep", seat=1).pick(HEX, verb="discard").pick(TINY, verb="discard")
    assert t.rune_discard() == ["Steep"]


def test_a_rune_that_can_no_longer_pay_all_of_it_goes_back_and_has_cost_nothing():
    steep = rune("Steep", on("turn_begins", by="any_neighbor"), item("draw"),
                 price=[item("discard")])  # fmt: skip
    rob = creature("Rob", on("turn_begins", by="you"), item("discard", who="any_neighbor"))
    t = story(phase="begin", lawn0=["Rob"], hand1=[HEX, TINY], fence1=["Steep"],
              regulation="Noise Permit", faces=[steep, rob])  # fmt: skip
    t.use("Rob", seat=0).use("Steep", seat=1).pick(HEX, verb="discard", seat=1)
    assert (t.hand(1), t.fence(1)) == ([TINY], ["Steep"])


def test_a_rune_whose_surcharge_was_replaced_goes_back():
    dodge = creature("Dodge", would("discard", by="you"))
    t = story(hand0=[SICK], hand1=[HEX], lawn1=["Dodge"], fence1=[TRAP], regulation="Noise Permit",
              faces=[dodge])  # fmt: skip
    t.cast(SICK).use(TRAP, seat=1).use("Dodge", seat=1)
    assert (t.hand(1), t.fence(1)) == ([HEX], [TRAP])
    assert not t.events("activate")
    assert t.state.skips[0] == []


def test_a_surcharge_of_a_phase_is_not_owed_outside_it():
    t = story(hand0=["Open House, Open Cage", TINY], regulation="Pet Registration Fee")
    t.cast("Open House, Open Cage").pick(TINY).pick("player 0", verb="lawn")
    assert t.lawn(0) == [TINY]


def test_a_surcharge_narrowed_by_a_noun_leaves_other_cards_alone():
    toll = creature("Toll", rules=[surcharge("summon", item("discard"), what="creature",
                                             family="griffin")])  # fmt: skip
    t = story(phase="summon", hand0=[TINY, LEASH], lawn1=["Toll"], faces=[toll])
    t.summon(LEASH)
    assert t.lawn(0) == [LEASH]
    t = story(phase="summon", hand0=[TINY, LEASH], lawn1=["Toll"], faces=[toll])
    t.summon(TINY).pick(LEASH, verb="discard")
    assert t.lawn(0) == [TINY]


# --- spin_rule, draw_rule ------------------------------------------------------------------------


def test_a_spin_outside_the_spin_phase_is_one():
    t = story(hand0=["Mandatory Spin Class"], hand1=[HEX], rolls=[4],
              regulation="Spinner Safety Recall")  # fmt: skip
    t.cast("Mandatory Spin Class").pick(HEX, verb="discard", seat=1)
    assert [event.n for event in t.events("spin")] == [5]


def test_a_draw_option_of_a_phase_is_one_card_whatever_the_draw_rule_says():
    t = story(regulation="Welcome Wagon Mandate")
    t.draw()
    assert len(t.hand(0)) == 1


# --- face_up -------------------------------------------------------------------------------------


def test_choices_on_an_open_fence_are_not_blind():
    t = story(phase="summon", hand0=["Rune-Eating Dragon"], fence1=[TRAP, SALTY],
              regulation="See-Through Fence Code")  # fmt: skip
    t.summon("Rune-Eating Dragon").use("Rune-Eating Dragon")
    labels = [t.table.game.label(t.asked, option, t.view(0)) for option in t.asked.options]
    assert labels == ["Tricky Trap of {1}", "Salty Shaker of {1}"]


def test_an_open_rune_makes_only_its_own_seat_eligible():
    t = story(3, hand0=[SICK], fence1=[TRAP], fence2=[SALTY], options={"window": "sealed"},
              regulation="See-Through Fence Code")  # fmt: skip
    t.cast(SICK)
    assert [(choose.seat, choose.verb) for choose in t.table.asked] == [(1, "window")]


# --- grant ---------------------------------------------------------------------------------------


def test_a_granted_limit_ends_before_anything_of_the_next_turn():
    permit = spell("Permit", item("grant", gives=rule("limit", which="hand", of="you", add=3),
                                  until="your_next_turn"), item("draw", n=2))  # fmt: skip
    early = creature("Early", on("turn_begins", by="you"), item("draw"))
    t = story(
        hand0=["Permit", *SEVEN], lawn0=["Early"], rune_deck=[TRAP, SALTY], faces=[permit, early]
    )
    t.cast("Permit")
    assert len(t.hand(0)) == 9
    t.pass_until("summon_phase").skip().pass_until("hand_limit")
    assert t.seat == 0
    t.choose(0).choose(0)
    assert (t.verb, len(t.hand(0))) == ("use", 7)


def test_a_granted_rule_outlives_its_spell_and_binds_the_neighbors_alone():
    t = story(3, hand0=["Vacation Hold"], hand1=[HEX], lawn0=[TINY], lawn1=[LEASH],
              rune_deck=[TOAST] * 1)  # fmt: skip
    t.cast("Vacation Hold").pass_until("cast_phase")
    assert t.seat == 1
    t.cast(HEX)
    assert t.lawn(1) == ["# " + LEASH]
    assert t.discard() == ["Vacation Hold", HEX]


def test_a_grant_ends_with_the_seat_that_gave_it():
    t = story(3, hand0=["Vacation Hold"], hand1=[HEX], lawn0=[TINY], rune_deck=[TOAST])
    t.cast("Vacation Hold")
    assert len(t.state.grants) == 1
    t.table.remove(0)
    assert t.state.grants == []


# --- once ----------------------------------------------------------------------------------------


def test_once_holds_for_the_physical_card_on_anybodys_turn():
    thrift = creature("Thrift", on("discard", by="any_player"), item("draw"), once=True)
    t = story(hand0=["Finders Keepers, Leash and All", HEX, SICK], lawn1=["Thrift", "Thrift"],
              rune_deck=QUIET, faces=[thrift])  # fmt: skip
    t.cast("Finders Keepers, Leash and All").pick("Thrift", verb="steal").pick(HEX)
    t.use("Thrift", seat=1).use("Thrift", seat=1).pick(SICK, verb="discard")
    # Both copies have been used this turn: nobody is asked about the second discard.
    assert t.verb == "summon_phase"
    t.pass_until("cast_phase")
    assert t.state.once == []
