"""The verbs: who chooses, from where, what is hidden, and what happens when little is left."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rr_rules.kernel.stream import Stream
from tests.support.rr_rules.faces import (
    choose,
    creature,
    item,
    on,
    regulation,
    rule,
    rune,
    spell,
    would,
)
from tests.support.rr_rules.story import story

TINY, LEASH = "Griffin With a Tiny Head", "Pegasus on a Very Short Leash"
SHORT, PARCEL = "Sprinkler-Proof Pegasus", "Parcel Pegasus"
HEX, SICK, DISASTER = "Just For the Hex of It", "Calling In Sick", "This Spells Disaster"
TRAP, SALTY, BLO, TOAST = "Tricky Trap", "Salty Shaker", "Blo Blo Gadget", "Toastinator 2000"
GNOME, GATE = "Gnasty Gnome", "Squeaky Side Gate"
ARRIVAL = on("enters_lawn", "this", of="you")


# --- discard -------------------------------------------------------------------------------------


def test_a_price_on_everybody_is_paid_though_one_holds_no_such_card():
    tithe = spell("Tithe", item("draw"), price=[item("discard", "spell", who="each_player")])
    t = story(3, hand0=["Tithe", HEX], hand1=[TINY], hand2=[HEX], deck=[LEASH], faces=[tithe])
    t.cast("Tithe").pick(HEX, seat=0).pick(HEX, seat=2)
    assert t.hand(0) == [LEASH]


def test_a_caster_who_holds_no_such_card_cannot_name_the_spell():
    tithe = spell("Tithe", item("draw"), price=[item("discard", "creature", collar=True)])
    assert "Tithe" not in story(hand0=["Tithe", HEX], faces=[tithe]).labels()
    assert "Tithe" in story(hand0=["Tithe", HEX, LEASH], faces=[tithe]).labels()


def test_two_discards_of_one_word_need_two_such_cards():
    tithe = spell("Tithe", item("draw"), price=[item("discard", "spell"), item("discard", "spell")])
    assert "Tithe" not in story(hand0=["Tithe", HEX, LEASH], faces=[tithe]).labels()
    assert "Tithe" in story(hand0=["Tithe", HEX, SICK], faces=[tithe]).labels()


def test_a_creatures_price_is_judged_by_the_number_of_cards_alone():
    guest = creature("Guest", ARRIVAL, item("draw"), price=[item("discard", "spell")])
    t = story(phase="summon", hand0=["Guest", TINY], faces=[guest])
    t.summon("Guest").use("Guest")
    assert t.hand(0) == [TINY]
    assert [event.face for event in t.events("unpaid")] == ["guest"]


def test_discard_two_is_two_events_one_after_the_other():
    t = story(hand0=["Finders Keepers, Leash and All", HEX, SICK], lawn1=[TINY], fence1=[SALTY],
              lawn0=["Coupon-Clipping Unicorn"], deck=[LEASH])  # fmt: skip
    t.cast("Finders Keepers, Leash and All").pick(HEX, verb="discard")
    assert t.verb == "use"
    t.decline(seat=0).use(SALTY, seat=1).pick(SICK, verb="discard", seat=0)
    faces = [event.face for event in t.events("discard")]
    assert faces == ["just-for-the-hex-of-it", "calling-in-sick"]


# --- spin ----------------------------------------------------------------------------------------


@pytest.mark.rule("RR-SPIN-07")
def test_the_event_spin_that_follows_can_be_replaced_like_the_first():
    vane = rune("Vane", would("spin", by="you"), copies=3)
    t = story(phase="spin", rolls=[5, 4], hand0=[TINY, HEX], fence0=["Vane", "Vane"], faces=[vane])
    t.decline(seat=0).choose(1, seat=0)
    assert (t.hand(0), t.fence(0)) == ([TINY, HEX], ["Vane"])


# --- cast ----------------------------------------------------------------------------------------


def test_a_spell_whose_surcharge_was_replaced_comes_back_and_the_hand_limit_holds():
    t = story(hand0=[SICK, HEX, TINY, LEASH, PARCEL, SHORT, DISASTER], lawn1=["Fetching Pegasus"],
              fence0=[TOAST])  # fmt: skip
    t.cast(SICK).pick(HEX, verb="discard").use(TOAST, seat=0)
    # Six cards and two drawn are one too many; with the Spell there are eight again.
    t.pick(PARCEL, verb="hand_limit").pick(SHORT, verb="hand_limit")
    assert t.verb == "cast_phase"
    assert len(t.hand(0)) == 7
    assert SICK in t.hand(0)


def test_a_phase_action_whose_payment_is_always_replaced_ends_after_many_tries():
    dodge = creature("Dodge", would("discard", by="you"))
    t = story(hand0=[SICK, HEX], lawn0=["Dodge"], lawn1=["Fetching Pegasus"], faces=[dodge])
    for _ in range(20):
        t.cast(SICK).use("Dodge")
    assert t.labels() == ["draw", "skip"]


def test_a_spell_that_casts_another_leaves_itself_out():
    twice = spell("Twice", item("cast", place="hand"), copies=2)
    t = story(hand0=["Twice"], faces=[twice])
    assert "Twice" not in t.labels()


# --- summon --------------------------------------------------------------------------------------


def test_a_neighbor_who_must_summon_cannot_decline_while_it_can():
    march = creature("March", ARRIVAL, item("summon", who="each_neighbor", place="hand"))
    t = story(phase="summon", hand0=["March"], hand1=[TINY, HEX], faces=[march])
    t.summon("March").use("March")
    assert (t.seat, t.verb, t.labels()) == (1, "summon_effect", [TINY])


def test_a_summon_from_the_pile_is_paid_for_too():
    fee = regulation("Fee", rules=[rule("surcharge", act=("summon",), by="each_player",
                                        price=(item("discard"),))])  # fmt: skip
    dig = spell("Dig", item("summon", "creature", place="main_discard", to="you"))
    t = story(hand0=["Dig", HEX], discard=[TINY], regulation="Fee", faces=[fee, dig])
    t.cast("Dig").pick(HEX, verb="discard")
    assert t.lawn(0) == [TINY]
    poor = story(hand0=["Dig"], discard=[TINY], regulation="Fee", faces=[fee, dig])
    assert "Dig" not in poor.labels()


def test_another_performer_chooses_its_own_creature_of_the_pile():
    dig = spell("Dig", item("summon", "creature", who="any_neighbor", place="main_discard",
                            to="any_neighbor"))  # fmt: skip
    t = story(hand0=["Dig"], discard=[TINY, LEASH], faces=[dig])
    t.cast("Dig").pick(LEASH, verb="summon_from_pile", seat=1)
    assert t.lawn(1) == [LEASH]


def test_a_creature_whose_summon_is_not_paid_stays_in_hand_and_another_action_may_follow():
    t = story(phase="summon", hand0=[TINY, HEX], fence0=[TOAST], regulation="Pet Registration Fee")
    t.summon(TINY).use(TOAST)
    assert t.lawn(0) == []
    assert TINY in t.hand(0)
    assert (t.verb, len(t.hand(0))) == ("summon_phase", 4)


# --- take ----------------------------------------------------------------------------------------


def test_a_card_that_waits_in_the_pile_with_its_effect_cannot_be_taken():
    bomb = creature("Bomb", on("turn_begins", by="you"), item("destroy", "creature",
                    of="any_neighbor"))  # fmt: skip
    comb = creature("Comb", on("turn_begins", by="you"), item("draw"),
                    item("take", "card", place="main_discard"))  # fmt: skip
    moulter = creature("Moulter", on("destroy", "this", of="you"), item("draw", n=2))
    t = story(phase="begin", lawn0=["Bomb", "Comb"], lawn1=["Moulter"],
              discard=[TINY, HEX], faces=[bomb, comb, moulter])  # fmt: skip
    t.use("Bomb").use("Comb").use("Moulter", seat=1)
    assert (t.verb, t.labels()) == ("take", [TINY, HEX])


def test_other_cards_of_the_pile_are_those_the_effect_did_not_put_there():
    swap = spell("Swap", item("destroy", "creature", of="any_neighbor"), item("draw"),
                 item("take", "creature", place="main_discard", other=True))  # fmt: skip
    t = story(hand0=["Swap"], lawn1=[TINY], discard=[LEASH, SHORT], faces=[swap])
    t.cast("Swap")
    assert (t.verb, t.labels()) == ("take", [LEASH, SHORT])


def test_taking_two_cards_from_a_hand_checks_the_limit_after_each():
    rob = spell("Rob", item("take", "card", place="hand", of="any_neighbor", n=2),
                item("draw", who="that_player"))  # fmt: skip
    seven = [SICK, DISASTER, TINY, LEASH, PARCEL, SHORT, "Moulting Griffin"]
    t = story(hand0=["Rob", *seven], hand1=[HEX, "Newts in Bulk"], rolls=[0, 0], faces=[rob])
    t.cast("Rob").pick(HEX, verb="hand_limit")
    assert (t.verb, "Newts in Bulk" in t.hand(0)) == ("hand_limit", True)
    t.pick("Newts in Bulk")
    assert [event.by for event in t.events("draw")] == [1]


def test_a_card_taken_blind_is_known_to_two():
    rob = spell("Rob", item("take", "card", place="hand", of="any_neighbor"))
    t = story(3, hand0=["Rob"], hand1=[HEX, TINY], rolls=[1], faces=[rob])
    t.cast("Rob")
    [event] = t.events("take_card")
    told = [t.table.game.redact(event, seat).face for seat in (0, 1, 2, None)]
    assert told == ["griffin-with-a-tiny-head"] * 2 + [""] * 2


def test_up_to_two_cards_at_random_may_be_one():
    rob = spell("Rob", item("take", "card", place="hand", of="any_neighbor", n=2, up_to=True))
    t = story(hand0=["Rob"], hand1=[HEX, TINY], faces=[rob])
    t.cast("Rob").no(seat=0)
    assert (t.hand(0), t.hand(1)) == ([HEX], [TINY])


# --- give ----------------------------------------------------------------------------------------


def test_only_a_spell_is_given_where_it_says_spell():
    gift = spell("Gift", item("give", "spell", to="any_neighbor"))
    t = story(hand0=["Gift", HEX, TINY], faces=[gift])
    t.cast("Gift")
    assert (t.verb, t.labels()) == ("give", [HEX])


def test_a_hexed_creature_that_is_given_stays_a_shrub_and_its_arrival_is_seen():
    gift = spell("Gift", item("give", "creature", to="any_neighbor"))
    t = story(hand0=["Gift"], hexed0=[PARCEL], fence0=[BLO], faces=[gift])
    t.cast("Gift")
    assert t.lawn(1) == ["# " + PARCEL]
    assert t.labels() == ["pass", BLO]


def test_who_is_given_a_creature_may_use_its_arrival():
    gift = spell("Gift", item("give", "creature", to="any_neighbor"))
    t = story(hand0=["Gift"], lawn0=["Unicorn Who Just Moved In"], deck=[HEX], faces=[gift])
    t.cast("Gift").use("Unicorn Who Just Moved In", seat=1)
    assert (t.lawn(1), t.hand(1)) == (["Unicorn Who Just Moved In"], [HEX])


# --- runes: added, activated ---------------------------------------------------------------------


def test_two_runes_are_added_one_by_one_and_the_limit_holds_after_each():
    t = story(hand0=["Rune Service, Lukewarm"], fence0=[TOAST, GNOME, GATE], rune_deck=[TRAP, BLO])
    t.cast("Rune Service, Lukewarm").pick(TRAP, verb="rune_limit").pick(TOAST, verb="rune_limit")
    kinds = [event.kind for event in t.events("add_rune", "destroy_rune")]
    assert kinds == ["add_rune", "destroy_rune", "add_rune", "destroy_rune"]
    assert t.fence(0) == [GNOME, GATE, BLO]


def test_a_rune_that_goes_back_was_not_activated():
    flight = creature("Flight", on("turn_begins", by="you"), item("return", "creature", of="you"))
    zap = rune(
        "Zap", on("turn_begins", by="any_player"), item("hex", "mythical", of="any_neighbor")
    )
    t = story(phase="begin", lawn0=["Flight"], fence0=["Suspicious Flamingo"], fence1=["Zap"],
              faces=[flight, zap])  # fmt: skip
    t.use("Flight", seat=0).use("Zap", seat=1)
    assert t.fence(1) == ["Zap"]
    assert not t.events("activate")
    assert t.verb == "cast_phase"


# --- regulations say verbs without a "you" -------------------------------------------------------


def test_a_regulation_may_turn_up_the_next_one():
    churn = regulation("Churn", on("turn_begins", by="each_player"), item("new_regulation"))
    t = story(phase="begin", regulation="Churn", regulation_deck=["Leash Law"], faces=[churn])
    assert t.regulation() == "Leash Law"


def test_a_regulation_may_shuffle_the_pile_in():
    sweep = regulation("Sweep", on("turn_begins", by="each_player"),
                       item("reshuffle", "card", place="main_discard"))  # fmt: skip
    t = story(phase="begin", regulation="Sweep", discard=[TINY, HEX], faces=[sweep])
    assert t.discard() == []


# --- look ----------------------------------------------------------------------------------------


def test_a_rune_that_the_effect_has_looked_at_is_chosen_openly_and_by_nobody_else():
    owl = creature("Owl", ARRIVAL, item("look", place="fence", of="any_neighbor"),
                   item("destroy", "rune", of="that_player"))  # fmt: skip
    t = story(3, phase="summon", hand0=["Owl"], fence1=[TRAP, SALTY], faces=[owl])
    t.summon("Owl").use("Owl")
    shown = [[slot.face for slot in t.view(seat).seats[1].fence] for seat in (0, 2)]
    assert shown == [["tricky-trap", "salty-shaker"], ["", ""]]
    label = t.table.game.label(t.asked, t.asked.options[1], t.view(0))
    assert label == "Salty Shaker of {1}"
    t.pick(SALTY, verb="destroy", seat=0)
    assert t.view(0).seats[1].fence[0].face == ""


@pytest.mark.parametrize("number", range(5))
def test_a_sample_keeps_the_slots_that_are_looked_at(number):
    owl = creature("Owl", ARRIVAL, item("look", place="fence", of="any_neighbor"),
                   item("destroy", "rune", of="that_player"))  # fmt: skip
    t = story(phase="summon", hand0=["Owl"], fence1=[TRAP, SALTY, TOAST], faces=[owl])
    t.summon("Owl").use("Owl")
    twin = t.table.sampled(0, Stream.seeded(number))
    assert [twin.state.face[card].name for card in twin.state.fence[1]] == [TRAP, SALTY, TOAST]


def test_two_looks_of_one_effect_are_both_chosen_from():
    spy = spell("Spy", item("look", place="hand", of="any_neighbor"),
                item("look", place="fence", of="that_player"), item("draw"),
                item("look", place="main_deck", n=1),
                item("discard", who="that_player", chooser="you"))  # fmt: skip
    t = story(hand0=["Spy"], hand1=[HEX, TINY], fence1=[SALTY], faces=[spy])
    t.cast("Spy")
    assert (t.seat, t.verb, t.labels()) == (0, "discard", [HEX, TINY])
    assert t.view(0).seen == ("just-for-the-hex-of-it", "griffin-with-a-tiny-head", "salty-shaker")


def test_what_a_look_showed_lasts_through_what_it_sets_off():
    spy = spell("Spy", item("look", place="hand", of="any_neighbor"),
                item("discard", who="that_player", chooser="you", n=2))  # fmt: skip
    late = rune("Late", would("discard", by="any_neighbor"), item("draw"))
    t = story(hand0=["Spy"], hand1=[HEX, TINY], fence0=["Late"], faces=[spy, late])
    t.cast("Spy").use("Late", seat=0)
    t.pick(TINY, verb="discard", seat=0)
    assert t.hand(1) == [HEX]


def test_what_was_looked_at_and_is_shuffled_away_is_looked_at_no_more():
    spy = spell("Spy", item("look", place="hand", of="any_neighbor"),
                item("discard", who="that_player", chooser="you"),
                item("reshuffle", "card", place="main_discard"),
                item("draw", may=True))  # fmt: skip
    t = story(hand0=["Spy"], hand1=[HEX, TINY], deck=[LEASH], faces=[spy])
    t.cast("Spy").pick(HEX, verb="discard", seat=0)
    assert (t.seat, t.verb) == (0, "may")
    assert t.view(0).seen == ("griffin-with-a-tiny-head",)
    for number in range(20):
        twin = t.table.clone()
        twin.game.determinize(twin.state, 0, Stream.seeded(number))
        assert twin.game.view(twin.state, 0) == t.view(0)


def test_another_performer_chooses_at_whom_it_looks():
    spy = spell("Spy", item("look", place="hand", who="any_neighbor", of="any_player"))
    t = story(3, hand0=["Spy", HEX], hand2=[TINY], faces=[spy])
    t.cast("Spy").pick("player 1", verb="player", seat=0)
    assert (t.seat, t.verb, t.labels()) == (1, "look", ["player 0", "player 2"])
    t.pick("player 2")
    assert t.view(1).seen == ()


def test_a_look_at_a_hand_that_was_emptied_still_singles_its_player_out():
    rob = creature("Rob", on("turn_begins", by="you"), item("discard", who="any_neighbor"))
    peek = item("look", place="hand", of="any_neighbor")
    spy = creature("Spy", on("turn_begins", by="you"), peek, item("draw", who="that_player"))
    t = story(phase="begin", lawn0=["Rob", "Spy"], hand1=[HEX], faces=[rob, spy])
    t.use("Rob").use("Spy").pick(HEX, verb="discard", seat=1)
    assert t.events("draw")[0].by == 1


def test_with_fewer_cards_left_a_look_is_at_those_there_are():
    dig = spell("Dig", item("look", place="main_deck", n=3, keep=1))
    t = story(hand0=["Dig"], deck=[HEX, LEASH], discard=[SICK], faces=[dig])
    t.state.deck = t.state.deck[-2:]
    t.cast("Dig")
    assert t.labels() == [HEX, LEASH]
    t.pick(LEASH, verb="keep")
    assert (t.hand(0), t.names(t.state.deck)) == ([LEASH], [HEX])
    assert t.discard() == [SICK, "Dig"]


def test_keeping_the_last_cards_reforms_the_deck():
    dig = spell("Dig", item("look", place="main_deck", n=2, keep=2))
    t = story(hand0=["Dig"], discard=[HEX], faces=[dig])
    t.state.deck = t.state.deck[-2:]
    t.cast("Dig").choose(0)
    assert t.names(t.state.deck) == [HEX]
    assert t.discard() == ["Dig"]


# --- skip and grant ------------------------------------------------------------------------------


def test_skips_of_one_phase_do_not_add_up():
    t = story(hand0=["Double-Parked Cauldron"], prepare=lambda s: s.skips[1].append("summon"))
    t.cast("Double-Parked Cauldron")
    assert t.state.skips[1] == ["summon"]


def test_a_skip_for_this_turn_and_one_for_the_next_time_are_used_up_together():
    rest = spell("Rest", item("skip", phase="summon"), item("skip", phase="summon", this_turn=True))
    t = story(hand0=["Rest"], rolls=[0, 0], faces=[rest])
    t.cast("Rest")
    assert [event.other for event in t.events("skipped")] == ["summon"]
    t.pass_until("cast_phase").skip().skip()
    t.skip()
    assert (t.seat, t.verb) == (0, "summon_phase")


def test_a_skip_for_this_turn_of_somebody_else_is_nothing():
    lull = spell("Lull", item("skip", who="any_neighbor", phase="cast", this_turn=True))
    t = story(hand0=["Lull"], faces=[lull])
    t.cast("Lull")
    assert not t.events("must_skip")
    assert (t.state.skips[1], t.state.skips_this_turn[1]) == ([], [])


def test_this_in_a_granted_rule_is_the_card_that_gave_it():
    still = rule("cannot", "this", act=("hex",))
    calm = creature("Calm", ARRIVAL, item("grant", gives=still, until="your_next_turn"))
    t = story(phase="summon", hand0=["Calm"], lawn0=[TINY], rune_deck=[TOAST],
              hand1=[HEX], faces=[calm])  # fmt: skip
    t.summon("Calm").use("Calm").pass_until("cast_phase")
    t.cast(HEX)
    assert t.lawn(0) == ["# " + TINY, "Calm"]


# --- sacrifice and return of other kinds ---------------------------------------------------------


def test_a_sacrificial_creature_is_never_returned_and_may_be_sacrificed():
    goat = replace(creature("Goat"), kind="sacrificial")
    rite = spell("Rite", item("draw"), price=[item("sacrifice", "sacrificial")])
    t = story(hand0=["Gone With the Wind Chime", "Rite"], lawn0=["Goat"], faces=[goat, rite])
    assert t.labels() == ["Rite", "draw", "skip"]
    t.cast("Rite")
    assert t.discard() == ["Goat", "Rite"]


def test_a_price_of_two_sacrifices_needs_two_creatures():
    rite = spell("Rite", item("draw"), price=[item("sacrifice", "creature"),
                                              item("sacrifice", "mythical")])  # fmt: skip
    assert "Rite" not in story(hand0=["Rite"], lawn0=[TINY], faces=[rite]).labels()
    assert "Rite" not in story(hand0=["Rite"], hexed0=[TINY, LEASH], faces=[rite]).labels()
    assert "Rite" in story(hand0=["Rite"], lawn0=[TINY], hexed0=[LEASH], faces=[rite]).labels()


def test_a_choice_of_others_that_is_picked_twice_is_done_twice():
    fair = spell("Fair", choose("each_neighbor", [item("take", "card", place="main_discard")],
                                [item("discard", who="that_player")]))  # fmt: skip
    t = story(3, hand0=["Fair"], hand1=[HEX], hand2=[HEX], discard=[TINY, LEASH], faces=[fair])
    t.cast("Fair").pick("mode 0", seat=1).pick("mode 0", seat=2).pick(TINY, verb="take", seat=0)
    assert t.hand(0) == [TINY, LEASH]
