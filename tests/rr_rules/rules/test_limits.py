"""The three limits: gained Creatures in a turn, cards in a hand, Runes on a Fence."""

from __future__ import annotations

import pytest

from tests.support.rr_rules.faces import THIEF, creature, item, on, regulation, rule, rune, spell
from tests.support.rr_rules.story import story

DISASTER, HEX, CHIME = "This Spells Disaster", "Just For the Hex of It", "Gone With the Wind Chime"
TINY, LEASH, PARCEL = "Griffin With a Tiny Head", "Pegasus on a Very Short Leash", "Parcel Pegasus"
GARAGE, KRAKEN = "Garage-Hoarding Dragon", "Kiddie-Pool Kraken"
SALTY, TRAP, BLO = "Salty Shaker", "Tricky Trap", "Blo Blo Gadget"
TOAST = "Toastinator 2000"
SEVEN = [TINY, TINY, TINY, LEASH, LEASH, KRAKEN, KRAKEN]
FOUR = [TINY, TINY, TINY, LEASH]


# --- the summoning limit ---------------------------------------------------------------------


@pytest.mark.rule("RR-SLIM-01")
@pytest.mark.parametrize(("start", "after", "left"), [(1, 3, 3), (1, 4, 3), (0, 5, 4), (0, 2, 2)])
def test_a_gain_of_three_or_more_costs_exactly_one(start, after, left):
    t = story(phase="limit", lawn0=[*FOUR, LEASH][:after], start_count=start)
    if left < after:
        t.pick(TINY, verb="summoning_limit", seat=0)
    assert len(t.lawn(0)) == left
    assert len(t.events("destroy")) == after - left
    assert t.state.player == 1


@pytest.mark.rule("RR-SLIM-02")
def test_what_was_lost_is_taken_off_the_gain():
    t = story(phase="begin", lawn0=[LEASH, LEASH], hand0=["Open House, Open Cage", TINY,
              "Thief"], lawn1=[KRAKEN], rolls=[2], faces=[THIEF])  # fmt: skip
    t.cast("Open House, Open Cage").pick(TINY, verb="summon_effect").choose(0)
    t.summon("Thief").use("Thief")
    assert len(t.lawn(0)) == 5
    t.pick(TINY, verb="return")
    assert len(t.lawn(0)) == 4
    assert t.state.player == 1
    assert not t.events("destroy", "summoning_limit")


@pytest.mark.rule("RR-SLIM-02")
@pytest.mark.parametrize(("act", "falls_due"), [("draw", True), ("hex", False),
                                                 ("sacrifice", False)])  # fmt: skip
def test_hexed_and_sacrificed_creatures_are_lost(act, falls_due):
    price = [item("sacrifice", "mythical")] if act == "sacrifice" else []
    effect = item("draw") if act != "hex" else item("hex", "mythical", of="you")
    toll = spell("Toll", effect, price=price)
    t = story(hand0=["Toll"], lawn0=FOUR, start_count=1, rolls=[0], faces=[toll])
    t.cast("Toll")
    if act != "draw":
        t.pick(TINY, verb=act)
    t.skip()
    assert (t.verb == "summoning_limit") is falls_due


@pytest.mark.rule("RR-SLIM-03")
def test_a_gain_on_a_neighbors_turn_costs_nothing():
    boon = spell("Boon", item("restore", "hexed", of="any_player", n=3, up_to=True))
    t = story(hand0=["Boon"], hexed1=[TINY, TINY, LEASH], rolls=[4, 0], faces=[boon])
    t.cast("Boon").choose(0).choose(0).choose(0)
    assert t.lawn(1) == [TINY, TINY, LEASH]
    t.skip()
    # B's own turn is measured afresh, from three.
    t.pass_until("summon_phase").skip()
    assert t.state.player == 0
    assert not t.events("summoning_limit", "destroy")


@pytest.mark.rule("RR-SLIM-03")
def test_the_count_is_taken_before_the_beginning_of_the_turn():
    nurse = creature("Nurse", on("turn_begins", by="you"),
                     item("restore", "hexed", of="you", n=3, up_to=True))  # fmt: skip
    t = story(phase="begin", lawn0=["Nurse"], hexed0=[TINY, TINY, LEASH], rolls=[0], faces=[nurse])
    t.use("Nurse").choose(0).choose(0).choose(0)
    t.skip().skip()
    t.pick("Nurse", verb="summoning_limit")
    assert t.lawn(0) == [TINY, TINY, LEASH]


@pytest.mark.rule("RR-SLIM-04")
@pytest.mark.parametrize(("start", "after", "won"), [(2, 5, False), (4, 7, True)])
def test_the_destroy_comes_before_the_win_check_and_is_the_players_choice(start, after, won):
    lawn = [TINY, TINY, TINY, LEASH, LEASH, KRAKEN, KRAKEN][:after]
    t = story(phase="limit", lawn0=lawn, hexed0=[PARCEL], start_count=start)
    assert t.labels() == lawn
    t.pick(LEASH)
    assert len(t.state.mythical(0)) == after - 1
    assert (t.table.outcome is not None) is won


@pytest.mark.rule("RR-SLIM-04")
def test_the_destroy_may_be_answered():
    t = story(phase="limit", lawn0=[TINY, LEASH, KRAKEN], start_count=0, hand0=[PARCEL],
              fence0=["Remembrance Birdbath"])  # fmt: skip
    t.pick(TINY, verb="summoning_limit").use("Remembrance Birdbath", seat=0)
    t.pick(PARCEL, verb="summon_effect").choose(0).decline(seat=0)
    assert t.lawn(0) == [LEASH, KRAKEN, PARCEL]  # three again, and not destroyed a second time
    assert t.state.player == 1


@pytest.mark.rule("RR-SLIM-04")
def test_a_creature_that_can_be_destroyed_must_be_chosen_and_without_one_the_duty_is_dropped():
    rock = creature("Rock", rules=[rule("cannot", "this", act=("destroy",))], copies=3)
    t = story(phase="limit", lawn0=["Rock", "Rock", TINY], start_count=0, faces=[rock])
    assert t.lawn(0) == ["Rock", "Rock"]
    t = story(phase="limit", lawn0=["Rock", "Rock", "Rock"], start_count=0, faces=[rock])
    assert t.lawn(0) == ["Rock", "Rock", "Rock"]
    assert t.state.player == 1


@pytest.mark.rule("RR-SLIM-01", "RR-EFF-08")
def test_a_regulation_may_lower_the_summoning_limit():
    t = story(phase="limit", lawn0=[TINY, LEASH], start_count=0, regulation="One Pet Per Day")
    t.pick(TINY, verb="summoning_limit")
    assert t.lawn(0) == [LEASH]


# --- the hand limit --------------------------------------------------------------------------


@pytest.mark.rule("RR-HLIM-01")
def test_an_eighth_card_costs_one():
    t = story(phase="draw", hand0=SEVEN, deck=[HEX])
    t.pick(LEASH, verb="hand_limit", seat=0)
    assert (len(t.hand(0)), t.discard()) == (7, [LEASH])
    assert HEX in t.hand(0)
    assert story(phase="draw", hand0=SEVEN[:6], deck=[HEX]).verb == "cast_phase"


@pytest.mark.rule("RR-HLIM-02")
def test_the_limit_holds_on_everybodys_turn_and_before_the_next_link():
    t = story(hand0=[CHIME], hand1=SEVEN, lawn1=[PARCEL], fence1=[TRAP])
    t.cast(CHIME).use(TRAP, seat=1)
    assert (t.verb, t.seat) == ("hand_limit", 1)
    assert not t.events("must_skip")
    t.pick(PARCEL)
    kinds = [event.kind for event in t.events("return", "discard", "must_skip")]
    assert kinds == ["return", "discard", "must_skip"]


@pytest.mark.rule("RR-HLIM-02")
def test_each_draw_is_checked_and_a_group_is_checked_once():
    gift = spell("Gift", item("draw", n=2))
    t = story(hand0=["Gift", *SEVEN], faces=[gift])
    t.cast("Gift")
    assert (t.verb, len(t.events("draw"))) == ("hand_limit", 1)
    t = story(phase="spin", rolls=[5, 0], hand0=SEVEN, hand1=[HEX] * 4 + [CHIME] * 2 + [DISASTER])
    t.yes(seat=0).yes(seat=1)
    assert len(t.events("draw")) == 2
    t.choose(0, seat=0)
    assert (t.verb, t.seat) == ("hand_limit", 1)


@pytest.mark.rule("RR-HLIM-02")
def test_several_players_discard_clockwise_from_the_turn_player():
    def full_hands(state):
        state.hand = [[state.deck.pop(at) for at in range(7)] for _ in range(3)]

    t = story(3, phase="spin", player=2, rolls=[5, 0], prepare=full_hands)
    t.yes(seat=2).yes(seat=0).yes(seat=1)
    for seat in (2, 0, 1):
        assert (t.verb, t.seat) == ("hand_limit", seat)
        t.choose(0)
    assert t.state.player == 0


@pytest.mark.rule("RR-HLIM-03")
def test_nothing_answers_a_discard_to_the_hand_limit():
    grieving = creature("Grieving", on("discard", by="any_player"), item("draw"))
    t = story(phase="draw", hand0=SEVEN, fence0=[TOAST], fence1=[SALTY], lawn0=["Grieving"],
              lawn1=["Coupon-Clipping Unicorn"], deck=[HEX], faces=[grieving])  # fmt: skip
    assert HEX in t.labels()  # the card just gained is a choice
    t.pick(HEX, verb="hand_limit")
    assert t.verb == "cast_phase"
    assert (t.fence(0), t.fence(1), t.discard()) == ([TOAST], [SALTY], [HEX])
    assert not t.events("declare")


@pytest.mark.rule("RR-HLIM-04")
def test_a_limit_that_ends_is_checked_at_once():
    t = story(phase="spin", rolls=[1], hand0=[*SEVEN, HEX, CHIME], lawn0=[GARAGE], fence1=[SALTY])
    assert (t.verb, t.seat) == ("hand_limit", 0)
    t.pick(HEX).pick(CHIME)
    assert (len(t.hand(0)), t.fence(1)) == (7, [SALTY])
    assert t.state.player == 1


@pytest.mark.rule("RR-HLIM-04")
def test_set_values_come_first_then_all_that_is_added():
    t = story(3, regulation="Loose Paper Ordinance", lawn0=[GARAGE, GARAGE])
    assert [seat.hand_limit for seat in t.view(0).seats] == [9, 5, 5]
    t = story(3, regulation="Attic Storage Amendment", lawn1=[GARAGE], hexed2=[GARAGE])
    assert [seat.hand_limit for seat in t.view(0).seats] == [9, 11, 9]
    tidy = creature("Tidy", rules=[rule("limit", which="hand", of="you", set=3)])
    assert story(lawn0=[GARAGE, "Tidy"], faces=[tidy]).view(0).seats[0].hand_limit == 5


@pytest.mark.rule("RR-HLIM-04")
def test_a_limit_is_never_below_nothing():
    leak = creature("Leak", rules=[rule("limit", which="hand", of="you", add=-9)])
    t = story(phase="summon", hand0=["Leak", TINY, HEX], faces=[leak])
    t.summon("Leak").choose(0).choose(0)
    assert t.view(0).seats[0].hand_limit == 0
    assert t.hand(0) == []


# --- the Rune limit --------------------------------------------------------------------------


@pytest.mark.rule("RR-RLIM-01")
def test_a_fourth_rune_costs_one_at_once():
    t = story(hand0=["Rune Service, Lukewarm"], fence0=[SALTY, TRAP], rune_deck=[BLO, TOAST])
    t.cast("Rune Service, Lukewarm")
    assert (t.verb, len(t.fence(0))) == ("rune_limit", 4)
    t.pick(SALTY)
    assert t.fence(0) == [TRAP, BLO, TOAST]
    assert story(phase="spin", rolls=[0], fence0=[SALTY, TRAP]).state.player == 1


@pytest.mark.rule("RR-RLIM-02")
def test_the_holder_sees_all_faces_and_may_destroy_the_new_one():
    t = story(phase="spin", rolls=[0], fence0=[SALTY, TRAP, BLO], rune_deck=[TOAST])
    assert (t.state.phase, t.labels()) == ("spin", [SALTY, TRAP, BLO, TOAST])
    assert all(slot.face for slot in t.view(0).seats[0].fence)
    assert not any(slot.face for slot in t.view(1).seats[0].fence)
    t.pick(TOAST)
    assert t.view(1).rune_discard == ("toastinator-2000",)
    assert t.fence(0) == [SALTY, TRAP, BLO]


@pytest.mark.rule("RR-RLIM-02")
def test_the_destroy_is_real_and_may_be_answered():
    mourn = rune("Mourn", on("destroy", "rune", of="any_neighbor"), item("draw"))
    t = story(phase="spin", rolls=[0], fence0=[SALTY, TRAP, BLO], fence1=["Mourn"], faces=[mourn])
    t.pick(SALTY, verb="rune_limit").use("Mourn", seat=1)
    assert t.rune_discard() == [SALTY, "Mourn"]


@pytest.mark.rule("RR-RLIM-03")
def test_a_limit_of_one_costs_two_one_after_the_other():
    low = regulation("Low", rules=[rule("limit", which="rune", of="each_player", set=1)])
    t = story(phase="spin", rolls=[3], fence0=[SALTY, TRAP, BLO], fence1=[TOAST],
              regulation_deck=["Low"], faces=[low])  # fmt: skip
    t.pick(TRAP, verb="rune_limit")
    assert t.labels() == [SALTY, BLO]
    t.pick(SALTY, verb="rune_limit")
    assert (t.fence(0), t.rune_discard()) == ([BLO], [TRAP, SALTY])
    assert t.fence(1) == [TOAST]


@pytest.mark.rule("RR-RLIM-03")
def test_an_excess_rune_cannot_be_used_up_before_the_limit_is_checked():
    suggestion = "Suggestion Box of Holding"
    t = story(phase="spin", rolls=[3], fence0=[SALTY, TRAP, suggestion],
              regulation_deck=["Maximum Fence Height"])  # fmt: skip
    assert (t.verb, t.labels()) == ("rune_limit", [SALTY, TRAP, suggestion])
    t.pick(suggestion)
    assert (t.seat, t.verb) == (1, "cast_phase")


@pytest.mark.rule("RR-RLIM-03")
def test_an_activated_rune_that_waits_does_not_count():
    gain = rune("Gain", on("cast", "spell", by="any_neighbor"), item("add_rune"))
    t = story(hand0=[HEX], lawn1=[LEASH], fence1=["Gain", SALTY, TRAP], rune_deck=[BLO],
              faces=[gain])  # fmt: skip
    t.cast(HEX).use("Gain", seat=1)
    assert t.fence(1) == [SALTY, TRAP, BLO]
    assert not t.events("destroy_rune")
