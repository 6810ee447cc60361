"""The words of time: `on` and `would`, what is declared, what it is aimed at, what stands in."""

from __future__ import annotations

from tests.support.rr_rules.faces import choose, creature, item, on, regulation, rune, spell, would
from tests.support.rr_rules.story import story

TINY, LEASH = "Griffin With a Tiny Head", "Pegasus on a Very Short Leash"
SHORT = "Sprinkler-Proof Pegasus"
HEX, SICK, DISASTER = "Just For the Hex of It", "Calling In Sick", "This Spells Disaster"
TRAP, BLO = "Tricky Trap", "Blo Blo Gadget"
ARRIVAL = on("enters_lawn", "this", of="you")


# --- declaring -----------------------------------------------------------------------------------


def test_an_all_is_no_aim_so_the_rest_of_the_effect_may_be_used_without_anything_to_hit():
    broom = creature("Broom", ARRIVAL, item("destroy", "hexed", of="each_player", all=True),
                     item("draw"))  # fmt: skip
    t = story(phase="summon", hand0=["Broom"], deck=[TINY], faces=[broom])
    t.summon("Broom").use("Broom", seat=0)
    assert TINY in t.hand(0)


def test_what_follows_a_draw_is_no_aim_so_it_need_not_be_there_when_the_effect_is_declared():
    guest = creature("Guest", ARRIVAL, item("draw"), item("destroy", "rune", of="any_neighbor"))
    t = story(phase="summon", hand0=["Guest"], deck=[TINY], faces=[guest])
    t.summon("Guest").use("Guest", seat=0)
    assert TINY in t.hand(0)


def test_a_card_of_a_hand_is_no_aim():
    guest = creature("Guest", ARRIVAL, item("draw"), item("summon", place="hand"))
    eager = creature("Eager", ARRIVAL, item("summon", place="hand"), item("draw"))
    for name in ("Guest", "Eager"):
        t = story(phase="summon", hand0=[name], deck=[HEX], faces=[guest, eager])
        t.summon(name).use(name, seat=0)
        assert HEX in t.hand(0)


def test_an_aim_before_the_draw_must_be_there():
    guest = creature("Guest", ARRIVAL, item("destroy", "rune", of="any_neighbor"), item("draw"))
    t = story(phase="summon", hand0=["Guest"], faces=[guest])
    t.summon("Guest")
    assert not t.events("declare")


def test_a_choice_of_others_changes_nobody_whom_the_trigger_singled_out():
    theirs = item("discard", who="that_player")
    toll = rune("Toll", on("discard", by="any_neighbor"),
                choose("each_neighbor", [item("draw")], [item("spin")]), theirs)  # fmt: skip
    t = story(3, hand0=[DISASTER, HEX, SICK, TINY], hand2=[LEASH], lawn1=[SHORT], fence1=["Toll"],
              faces=[toll])  # fmt: skip
    t.cast(DISASTER).pick(HEX, verb="discard").use("Toll", seat=1)
    t.pick("mode 0", seat=0).pick("mode 0", seat=2)
    assert (t.seat, t.verb) == (0, "discard")


# --- targets -------------------------------------------------------------------------------------


def test_what_follows_a_look_or_a_draw_in_a_chosen_list_is_chosen_when_it_is_carried_out():
    plan = spell("Plan", choose("you", [item("draw")], [item("spin")]),
                 item("destroy", "creature", of="any_neighbor"))  # fmt: skip
    t = story(hand0=["Plan"], lawn1=[TINY, LEASH], deck=[SHORT], faces=[plan])
    t.cast("Plan").pick("mode 0", verb="mode")
    assert t.verb == "destroy"
    assert SHORT in t.hand(0)


def test_a_creature_that_is_given_by_an_effect_is_a_target():
    gift = creature("Gift", on("turn_begins", by="you"),
                    item("give", "creature", to="any_neighbor"))  # fmt: skip
    early = creature("Early", on("turn_begins", by="you"), item("draw"))
    t = story(3, phase="begin", lawn0=["Early", "Gift", TINY], deck=[LEASH], faces=[gift, early])
    t.use("Early").use("Gift")
    t.pick("player 2", verb="player")
    assert (t.verb, t.events("draw")) == ("give", [])
    t.pick(TINY)
    assert [event.kind for event in t.events("draw", "give")][:2] == ["draw", "give"]
    assert t.lawn(2) == [TINY]


def test_the_giver_and_the_taker_are_both_picked_by_the_controller():
    swap = spell("Swap", item("give", "card", who="any_neighbor", to="any_player"))
    t = story(3, hand0=["Swap"], hand1=[TINY], hand2=[LEASH], faces=[swap])
    t.cast("Swap").pick("player 1", verb="player", seat=0)
    assert t.labels() == ["player 0", "player 2"]
    t.pick("player 2", seat=0).pick(TINY, verb="give", seat=1)
    assert t.hand(2) == [LEASH, TINY]


def test_two_performers_never_choose_the_same_thing():
    raid = spell("Raid", item("destroy", "creature", who="each_neighbor", of="any_player"))
    t = story(3, hand0=["Raid"], lawn0=[TINY, LEASH], faces=[raid])
    t.cast("Raid").pick(TINY, verb="destroy", seat=1)
    assert t.lawn(0) == []
    assert [(event.by, event.face) for event in t.events("destroy")] == [
        (1, "griffin-with-a-tiny-head"), (2, "pegasus-on-a-very-short-leash")]  # fmt: skip


def test_the_player_of_a_target_that_is_gone_is_still_singled_out():
    nab = creature("Nab", on("turn_begins", by="you"),
                   item("steal", "mythical", of="any_neighbor"),
                   item("draw", who="that_player"))  # fmt: skip
    rid = creature("Rid", on("turn_begins", by="you"), item("destroy", "creature",
                   of="any_neighbor"))  # fmt: skip
    t = story(phase="begin", lawn0=["Rid", "Nab"], lawn1=[TINY], faces=[nab, rid])
    t.use("Rid").use("Nab")
    assert not t.events("steal")
    assert t.events("draw")[0].by == 1


def test_the_targets_of_a_link_of_several_are_told_as_they_are_named():
    t = story(phase="summon", hand0=["Rune-Eating Dragon"], fence1=[BLO, TRAP], lawn1=[TINY])
    t.summon("Rune-Eating Dragon").use("Rune-Eating Dragon").use(BLO, seat=1)
    assert (t.seat, t.verb) == (1, "return")
    lines = [t.table.game.line(t.table.game.redact(event, None)).text
             for event in t.events("target")]  # fmt: skip
    assert lines == ["{0} aims Rune-Eating Dragon at Rune 1 of {1}"]
    t.pick(TINY)
    line = t.table.game.line(t.events("target")[-1]).text
    assert line == "{1} aims Blo Blo Gadget at their own Griffin With a Tiny Head"


def test_sealed_lists_and_targets_are_told_together_after_the_last_is_named():
    offer = choose("you", [item("destroy", "creature", of="any_player")], [item("draw")])
    fork = rune("Fork", on("enters_lawn", "creature", of="any_player"), offer, copies=3)
    t = story(3, phase="summon", hand0=[LEASH], lawn0=[TINY], fence1=["Fork"], fence2=["Fork"],
              faces=[fork], options={"target_choices": "sealed"})  # fmt: skip
    t.summon(LEASH).use("Fork", seat=1).use("Fork", seat=2)
    t.choose(1, seat=1).choose(0, seat=2)
    assert not t.events("mode", "target")
    t.choose(1, seat=2)
    told = [(event.kind, event.by) for event in t.events("mode", "target")]
    assert told == [("mode", 1), ("mode", 2), ("target", 2)]


def test_sealed_choices_ask_only_those_who_have_one_and_show_all_together():
    t = story(3, phase="spin", rolls=[5, 1], lawn0=[TINY], lawn1=[LEASH, "Parcel Pegasus"],
              lawn2=[LEASH, TINY], options={"event_choices": "sealed"})  # fmt: skip
    assert [(choose_one.seat, choose_one.verb) for choose_one in t.table.asked] == [
        (1, "hex"), (2, "hex")]  # fmt: skip
    t.choose(0, seat=2)
    assert not t.events("hex")
    t.choose(0, seat=1)
    assert [event.of for event in t.events("hex")] == [0, 1, 2]


def test_sealed_targets_that_are_all_forced_are_not_asked_at_all():
    zap = rune("Zap", on("enters_lawn", "creature", of="any_neighbor"), item("hex", "that"))
    boot = rune("Boot", on("enters_lawn", "creature", of="any_neighbor"), item("return", "that"))
    t = story(3, phase="summon", hand0=[TINY], fence1=["Zap"], fence2=["Boot"], faces=[zap, boot],
              options={"target_choices": "sealed"})  # fmt: skip
    t.summon(TINY).use("Zap", seat=1).use("Boot", seat=2)
    assert t.hand(0) == [TINY]
    assert [event.by for event in t.events("target")] == [1, 2]


def test_a_target_that_is_a_player_or_lies_in_a_pile_is_told_in_words():
    peek = creature("Peek", on("turn_begins", by="you"), item("look", place="hand",
                    of="any_neighbor"))  # fmt: skip
    comb = creature("Comb", on("turn_begins", by="you"), item("take", "card", place="main_discard"))
    t = story(
        phase="begin", lawn0=["Peek", "Comb"], hand1=[HEX], discard=[TINY], faces=[peek, comb]
    )
    t.use("Peek").use("Comb")
    lines = [t.table.game.line(event).text for event in t.events("target")]
    assert lines == ["{0} aims Peek at {1}", "{0} aims Comb at Griffin With a Tiny Head"]


# --- would ---------------------------------------------------------------------------------------


def test_a_hexed_creature_that_would_be_stolen_is_no_mythical_one():
    grab = spell("Grab", item("steal", "creature", of="any_neighbor"))
    t = story(hand0=["Grab"], hexed1=[TINY], fence1=["Gnasty Gnome"], faces=[grab])
    t.cast("Grab")
    assert t.lawn(0) == ["# " + TINY]
    assert t.fence(1) == ["Gnasty Gnome"]


def test_a_hexed_creature_that_would_be_destroyed_is_a_hexed_one():
    ghost = rune("Ghost", would("destroy", "hexed", of="you"), item("return", "that"))
    t = story(hand0=["Weed Out the Competition"], hexed1=[TINY], fence1=["Ghost"], faces=[ghost])
    t.cast("Weed Out the Competition").use("Ghost", seat=1)
    assert t.hand(1) == [TINY]


def test_no_source_replaces_twice_what_stands_in_the_place_of_one_event():
    theirs = item("destroy", "creature", of="that_player", who="that_player")
    bylaw = regulation("Bylaw", would("destroy", "creature", of="each_player"), theirs)
    swap = creature("Swap", would("destroy", "creature", of="any_neighbor"),
                    item("destroy", "creature", of="any_neighbor"))  # fmt: skip
    t = story(hand0=["This Spells Disaster", SICK], lawn0=[TINY, LEASH], lawn1=["Swap", SHORT],
              regulation="Bylaw", faces=[bylaw, swap])  # fmt: skip
    t.cast("This Spells Disaster").pick(SHORT, verb="destroy").pick(SICK, verb="discard")
    t.pick(TINY, verb="destroy", seat=0).use("Swap", seat=1).pick(LEASH, verb="destroy", seat=1)
    assert t.lawn(0) == [TINY]
    assert [event.face for event in t.events("replaced")] == ["swap", "bylaw"]


def test_a_regulation_that_puts_a_spin_in_the_place_of_a_spin_does_so_once():
    again = regulation("Again", would("spin", by="each_player"), item("spin", who="that_player"))
    t = story(phase="spin", rolls=[4, 4], hand0=[TINY, LEASH], regulation="Again", faces=[again])
    t.pick(TINY, verb="discard")
    assert [event.n for event in t.events("spin")] == [5, 5]
    assert t.hand(0) == [LEASH]


def test_a_happening_whose_thing_an_earlier_replacement_took_is_not_about_to_happen():
    bomb = spell("Bomb", item("destroy", "creature", of="each_neighbor", all=True))
    bait = creature("Bait", would("destroy", "this", of="you"),
                    item("return", "creature", of="you"))  # fmt: skip
    cloak = rune("Cloak", would("destroy", "creature", of="you"))
    t = story(hand0=["Bomb"], lawn1=["Bait", TINY], fence1=["Cloak"], faces=[bomb, bait, cloak])
    t.cast("Bomb").use("Bait", seat=1)
    t.decline(seat=1)
    t.pick(TINY, verb="return", seat=1)
    assert t.verb == "summon_phase"
    assert (t.fence(1), t.lawn(1)) == (["Cloak"], ["Bait"])


def test_a_creature_answers_a_moment_for_one_player_only():
    host = creature("Host", on("steal", "creature", of="each_player"), item("draw"))
    t = story(hand0=["Finders Keepers, Leash and All", HEX, SICK], lawn1=["Host"], faces=[host])
    t.cast("Finders Keepers, Leash and All").pick(HEX).pick(SICK)
    t.use("Host", seat=0)
    assert t.verb == "summon_phase"
    assert len(t.events("declare")) == 1


def test_a_creature_that_was_stolen_looks_back():
    sad = creature("Sad", on("steal", "this", of="you"), item("draw"))
    t = story(hand0=["Finders Keepers, Leash and All", HEX, SICK], lawn1=["Sad"], deck=[TINY],
              faces=[sad])  # fmt: skip
    t.cast("Finders Keepers, Leash and All").pick(HEX).pick(SICK).use("Sad", seat=1)
    assert t.hand(1) == [TINY]


def test_of_several_simultaneous_events_the_holder_names_the_one_it_answers():
    glare = rune("Glare", on("enters_lawn", "mythical", of="any_neighbor"), item("hex", "that"))
    t = story(3, phase="spin", rolls=[5, 5], hand0=[TINY], hand1=[LEASH], fence2=["Glare"],
              faces=[glare])  # fmt: skip
    t.pick(TINY, verb="adopt", seat=0).pick(LEASH, verb="adopt", seat=1).use("Glare", seat=2)
    assert (t.seat, t.verb, t.labels()) == (2, "event", [TINY, LEASH])
    t.pick(LEASH)
    assert (t.lawn(0), t.lawn(1)) == ([TINY], ["# " + LEASH])


def test_a_creature_is_asked_which_of_several_events_it_answers_only_if_it_matters():
    nosy = creature("Nosy", on("enters_lawn", "mythical", of="any_neighbor"), item("draw"))
    stern = creature("Stern", on("enters_lawn", "mythical", of="any_neighbor"),
                     item("discard", who="that_player"))  # fmt: skip
    t = story(3, phase="spin", rolls=[5, 5], hand0=[TINY, HEX], hand1=[LEASH, HEX],
              lawn2=["Nosy", "Stern"], faces=[nosy, stern])  # fmt: skip
    t.pick(TINY, verb="adopt", seat=0).pick(LEASH, verb="adopt", seat=1)
    t.use("Nosy", seat=2).use("Stern", seat=2)
    assert (t.seat, t.verb, t.labels()) == (2, "event", ["player 0", "player 1"])
    assert t.table.game.prompt(t.asked, t.view(2)) == "Stern: choose which event it answers"
    t.pick("player 1").pick(HEX, verb="discard", seat=1)
    assert [event.by for event in t.events("discard")] == [1]


def test_in_a_sealed_window_the_event_is_named_after_it_has_closed():
    glare = rune("Glare", on("enters_lawn", "mythical", of="any_neighbor"), item("hex", "that"))
    t = story(3, phase="spin", rolls=[5, 5], hand0=[TINY], hand1=[LEASH], fence2=["Glare"],
              faces=[glare], options={"window": "sealed"})  # fmt: skip
    t.pick(TINY, verb="adopt", seat=0).pick(LEASH, verb="adopt", seat=1)
    for choose_one in t.table.asked:
        t.choose(len(choose_one.options) - 1, seat=choose_one.seat)
    assert (t.seat, t.verb, t.labels()) == (2, "event", [TINY, LEASH])


def test_an_empty_replacement_always_resolves():
    chalk = rune("Chalk", would("hex", "mythical", of="you"))
    t = story(hand0=[HEX], lawn1=[TINY], fence1=["Chalk"], faces=[chalk])
    t.cast(HEX).use("Chalk", seat=1)
    assert t.lawn(1) == [TINY]
    assert t.rune_discard() == ["Chalk"]


def test_a_replacement_that_can_do_nothing_lets_the_event_happen():
    revenge = rune("Revenge", would("hex", "mythical", of="you"),
                   item("hex", "mythical", of="that_player"))  # fmt: skip
    t = story(hand0=[HEX], lawn0=[TINY], lawn1=[TINY], fence1=["Revenge"], faces=[revenge])
    t.state.hexed.add(t.state.lawn[0][0])
    t.cast(HEX)
    assert t.lawn(1) == ["# " + TINY]
    assert t.fence(1) == ["Revenge"]


def test_creatures_and_runes_answer_one_would_in_the_order_their_player_names():
    shell = creature("Shell", would("hex", "mythical", of="you"), item("draw"))
    chalk = rune("Chalk", would("hex", "mythical", of="you"))
    t = story(hand0=[HEX], lawn1=[TINY, "Shell"], fence1=["Chalk"], faces=[shell, chalk])
    t.cast(HEX).pick(TINY, verb="hex").use("Shell", seat=1).use("Chalk", seat=1)
    t.pick("Chalk", verb="order", seat=1)
    assert t.lawn(1) == [TINY, "Shell"]
    assert t.rune_discard() == ["Chalk"]
    assert not t.events("draw")
    assert t.state.busy == []
