"""Scopes and references: who is meant, who is left out, and what `this` and `that` still are."""

from __future__ import annotations

from tests.support.rr_rules.faces import (
    THIEF,
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

TINY, LEASH, SHORT = (
    "Griffin With a Tiny Head",
    "Pegasus on a Very Short Leash",
    "Sprinkler-Proof Pegasus",
)
HEX, SICK, DISASTER = "Just For the Hex of It", "Calling In Sick", "This Spells Disaster"
TRAP, BLO, TOAST, GNOME = "Tricky Trap", "Blo Blo Gadget", "Toastinator 2000", "Gnasty Gnome"
ARRIVAL = on("enters_lawn", "this", of="you")


# --- scopes --------------------------------------------------------------------------------------


def test_each_neighbor_is_asked_clockwise_from_the_turn_player_and_not_from_the_user():
    levy = rune("Levy", on("cast", "spell", by="any_neighbor"),
                item("discard", who="each_neighbor"))  # fmt: skip
    t = story(4, player=2, hand2=[SICK, HEX], hand0=[HEX], hand3=[HEX, TINY], fence1=["Levy"],
              faces=[levy])  # fmt: skip
    t.cast(SICK).use("Levy", seat=1)
    t.pick(HEX, seat=2).pick(HEX, seat=3).pick(HEX, seat=0)
    assert [event.by for event in t.events("discard")] == [2, 3, 0]


def test_a_removed_seat_is_no_neighbor():
    levy = spell("Levy", item("discard", who="each_neighbor"), item("draw", who="each_player"))
    t = story(4, hand0=["Levy"], hand1=[HEX], hand2=[HEX], hand3=[HEX], faces=[levy])
    t.table.remove(2)
    t.cast("Levy").pick(HEX, seat=1).pick(HEX, seat=3)
    assert [event.by for event in t.events("draw")] == [0, 1, 3]


def test_a_price_on_everybody_leaves_a_removed_seat_out():
    tithe = spell("Tithe", item("draw"), price=[item("discard", who="each_neighbor")])
    t = story(3, hand0=["Tithe"], hand1=[HEX], faces=[tithe])
    assert "Tithe" not in t.labels()
    t.table.remove(2)
    assert "Tithe" in t.labels()


def test_a_seat_removed_while_its_choice_is_open_drops_out_of_the_item_alone():
    levy = spell("Levy", item("discard", who="each_neighbor"), item("draw"))
    t = story(3, hand0=["Levy"], hand1=[HEX, TINY], hand2=[HEX], deck=[TINY], faces=[levy])
    t.cast("Levy")
    t.table.remove(1)
    assert t.hand(2) == [HEX]
    assert t.hand(0) == [TINY]


def test_without_a_neighbor_who_has_a_legal_target_the_item_is_impossible():
    t = story(phase="summon", hand0=["Thief"], hexed1=[TINY], lawn0=[LEASH], faces=[THIEF])
    t.summon("Thief")
    assert not t.events("declare")


def test_several_things_of_any_player_are_all_of_one():
    purge = spell("Purge", item("destroy", "creature", of="any_player", n=2))
    t = story(3, hand0=["Purge"], lawn1=[TINY, LEASH], lawn2=[SHORT], faces=[purge])
    t.cast("Purge").pick(TINY, verb="destroy")
    assert (t.lawn(1), t.lawn(2)) == ([], [SHORT])


def test_one_thing_of_each_is_one_choice_for_each_and_singles_nobody_out():
    reap = creature("Reap", ARRIVAL, item("destroy", "creature", of="each_neighbor"),
                    item("discard", who="that_player"))  # fmt: skip
    t = story(3, phase="summon", hand0=["Reap", HEX], lawn1=[TINY, LEASH], lawn2=[SHORT],
              faces=[reap])  # fmt: skip
    t.summon("Reap").use("Reap").pick(LEASH, verb="destroy", seat=0)
    # Who was singled out is still the one whose Lawn it entered.
    t.pick(HEX, verb="discard", seat=0)
    assert (t.lawn(1), t.lawn(2)) == ([TINY], [])


def test_any_player_as_a_trigger_filter_is_anybody():
    nosy = creature("Nosy", on("discard", by="any_player"), item("draw"))
    t = story(hand0=[DISASTER, HEX], lawn0=["Nosy", TINY], faces=[nosy])
    t.cast(DISASTER).pick(TINY, verb="destroy").pick(HEX, verb="discard").use("Nosy", seat=0)
    assert len(t.events("draw")) == 1


def test_what_the_spinner_did_nobody_did():
    nosy = rune("Nosy", on("hex", "mythical", by="any_player"), item("draw"))
    blame = rune("Blame", on("hex", "mythical", of="you"), item("discard", who="that_player"),
                 item("draw"))  # fmt: skip
    t = story(phase="spin", rolls=[1], hand0=[HEX], lawn0=[TINY], fence0=["Nosy", "Blame"],
              deck=[SICK], faces=[nosy, blame])  # fmt: skip
    assert t.labels() == ["pass", "Blame"]
    t.use("Blame")
    assert not t.events("discard")
    assert [event.by for event in t.events("draw")][:1] == [0]


def test_that_player_alone_is_nobody_when_a_rule_did_it():
    blame = rune("Blame", on("destroy", "rune", of="you"), item("discard", who="that_player"))
    t = story(phase="spin", rolls=[0], hand0=[HEX], fence0=["Blame", TOAST, GNOME],
              rune_deck=["Squeaky Side Gate"], faces=[blame])  # fmt: skip
    t.pick(TOAST, verb="rune_limit")
    assert t.verb != "window"


def test_the_player_singled_out_last_is_who_is_meant():
    chase = rune("Chase", on("cast", "spell", by="any_neighbor"),
                 item("destroy", "creature", of="any_neighbor"),
                 item("draw", who="that_player"))  # fmt: skip
    t = story(3, hand0=[SICK], lawn2=[TINY], fence1=["Chase"], deck=[HEX, LEASH], faces=[chase])
    t.cast(SICK).use("Chase", seat=1)
    assert [event.by for event in t.events("draw")] == [0, 2]


def test_a_regulation_speaks_of_the_player_whose_lawn_it_was_and_one_effect_for_each_event():
    ban = regulation("Ban", on("enters_lawn", "creature", of="each_player"),
                     item("discard", who="that_player"))  # fmt: skip
    t = story(3, phase="spin", rolls=[5, 5], hand0=[TINY, HEX], hand1=[LEASH, HEX],
              regulation="Ban", faces=[ban])  # fmt: skip
    t.pick(TINY, verb="adopt", seat=0).pick(LEASH, verb="adopt", seat=1)
    t.pick(HEX, verb="discard", seat=0).pick(HEX, verb="discard", seat=1)
    assert [event.of for event in t.events("declare")] == [0, 1]


# --- this ----------------------------------------------------------------------------------------


def tide(*more):
    """Everything returns: nothing is chosen, so what waits with its effect is hit as well."""
    sweep = item("return", "creature", of="each_player", all=True)
    return creature("Tide", on("turn_begins", by="you"), sweep, *more)


def martyr():
    gift = item("give", "this", to="any_neighbor")
    return creature("Martyr", on("turn_begins", by="you"), gift, item("draw"))


def test_this_is_skipped_when_it_has_left_and_the_rest_is_done():
    t = story(phase="begin", lawn0=["Tide", "Martyr"], deck=[HEX], faces=[martyr(), tide()])
    t.use("Tide").use("Martyr")
    assert t.hand(0)[:3] == ["Tide", "Martyr", HEX]
    assert t.lawn(1) == []


def test_this_is_not_the_card_that_left_and_came_back():
    back = item("summon", "creature", place="hand", to="you")
    t = story(phase="begin", lawn0=["Tide", "Martyr"], deck=[HEX], faces=[martyr(), tide(back)])
    t.use("Tide").use("Martyr").pick("Martyr", verb="summon_effect")
    assert (t.lawn(0), t.lawn(1)) == (["Martyr"], [])
    assert HEX in t.hand(0)


def test_this_may_be_given_to_the_player_who_is_named():
    guest = creature("Guest", on("turn_begins", by="you"), item("give", "this", to="any_neighbor"))
    t = story(3, phase="begin", lawn0=["Guest"], faces=[guest])
    t.use("Guest").pick("player 2", verb="player")
    assert t.lawn(2) == ["Guest"]


def test_an_effect_whose_source_was_stolen_still_works_for_who_declared_it():
    thief = creature("Thief", on("turn_begins", by="you"), item("draw"))
    snatch = rune("Snatch", on("turn_begins", by="any_neighbor"),
                  item("steal", "creature", of="any_neighbor"))  # fmt: skip
    first = creature("First", on("turn_begins", by="you"), item("summon", place="hand"))
    t = story(phase="begin", hand0=["Open House, Open Cage"], lawn0=["Thief"], fence1=["Snatch"],
              deck=[HEX], faces=[thief, snatch, first])  # fmt: skip
    t.use("Thief", seat=0).use("Snatch", seat=1)
    assert t.events("draw")[0].by == 0
    assert t.lawn(1) == ["Thief"]


def test_a_rule_on_this_follows_the_card_to_its_new_lawn():
    prize = creature("Prize", rules=[rule("cannot", "this", act=("hex",), by="any_neighbor")])
    t = story(hand0=["Finders Keepers, Leash and All", SICK, TINY], hand1=[HEX], lawn1=["Prize"],
              rune_deck=[TOAST], faces=[prize])  # fmt: skip
    t.cast("Finders Keepers, Leash and All").pick(SICK).pick(TINY)
    assert t.lawn(0) == ["Prize"]
    t.pass_until("cast_phase")
    assert (t.seat, HEX in t.labels()) == (1, False)


# --- that ----------------------------------------------------------------------------------------


def test_that_is_gone_when_it_left_and_came_back():
    bounce = rune(
        "Bounce", on("enters_lawn", "creature", of="any_neighbor"), item("return", "that")
    )
    again = rune("Again", on("enters_lawn", "creature", of="any_neighbor"),
                 item("summon", "creature", who="that_player", place="hand"))  # fmt: skip
    zap = rune("Zap", on("enters_lawn", "creature", of="any_neighbor"), item("hex", "that"))
    t = story(4, phase="summon", hand0=[TINY, HEX], fence1=["Bounce"], fence2=["Again"],
              fence3=["Zap"], faces=[bounce, again, zap])  # fmt: skip
    t.summon(TINY).use("Bounce", seat=1).use("Again", seat=2).use("Zap", seat=3)
    t.pick(TINY, verb="summon_effect", seat=0).pick("player 0", verb="lawn")
    assert t.lawn(0) == [TINY]
    assert t.fence(3) == ["Zap"]


def test_that_may_be_busy_or_hexed_meanwhile_and_is_still_that():
    zap = rune("Zap", on("enters_lawn", "creature", of="any_neighbor"), item("hex", "that"))
    boot = rune("Boot", on("enters_lawn", "creature", of="any_neighbor"), item("return", "that"))
    t = story(3, phase="summon", hand0=[TINY], fence1=["Zap"], fence2=["Boot"], faces=[zap, boot])
    t.summon(TINY).use("Zap", seat=1).use("Boot", seat=2)
    assert t.hand(0) == [TINY]
    assert t.state.hexed == set()


def test_that_of_a_discard_lies_in_the_pile_until_it_is_shuffled_in():
    jar = rune("Jar", on("discard", by="any_neighbor"), item("take", "that"))
    t = story(hand0=[DISASTER, HEX], lawn1=[TINY], fence1=["Jar"], faces=[jar])
    t.cast(DISASTER).pick(HEX, verb="discard").use("Jar", seat=1)
    assert t.hand(1) == [HEX]
    sweep = creature("Sweep", on("discard", by="any_player"),
                     item("reshuffle", "card", place="main_discard"))  # fmt: skip
    t = story(hand0=[DISASTER, HEX], lawn0=["Sweep"], lawn1=[TINY], fence1=["Jar"],
              faces=[jar, sweep])  # fmt: skip
    t.cast(DISASTER).pick(TINY, verb="destroy").pick(HEX, verb="discard")
    t.use("Sweep", seat=0).use("Jar", seat=1)
    assert t.fence(1) == ["Jar"]
    assert t.hand(1) == []


def test_that_with_an_owner_word_is_only_a_thing_of_theirs():
    keep = rune("Keep", on("enters_lawn", "creature", of="any_player"),
                item("hex", "that", of="any_neighbor"))  # fmt: skip
    t = story(phase="summon", hand0=[TINY], fence0=["Keep"], faces=[keep])
    t.summon(TINY)
    assert t.verb != "window"


def test_a_would_be_thing_is_where_it_was_and_moves_instead():
    phoenix = creature("Phoenix", would("destroy", "this", of="you"), item("return", "that"))
    t = story(hand0=[DISASTER, HEX], lawn1=["Phoenix"], faces=[phoenix])
    t.cast(DISASTER).pick(HEX, verb="discard").use("Phoenix", seat=1)
    assert t.hand(1) == ["Phoenix"]
    assert not t.events("destroy")


def test_a_shrub_has_no_words_to_save_itself():
    phoenix = creature("Phoenix", would("destroy", "this", of="you"), item("return", "that"))
    t = story(hand0=[DISASTER, HEX], hexed1=["Phoenix"], faces=[phoenix])
    t.cast(DISASTER).pick(HEX, verb="discard")
    assert t.discard() == [HEX, "Phoenix", DISASTER]
