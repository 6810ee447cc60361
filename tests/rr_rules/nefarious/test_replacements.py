"""Creatures on the Nefarious Neighbor's Lawn, and what crosses the border of the two sides."""

from __future__ import annotations

import pytest

from tests.support.rr_rules.faces import creature, item, on, rune, spell
from tests.support.rr_rules.nefarious import forbidden_discard, forbidden_rune_discard, night

TINY, PARCEL, LEASH = "Griffin With a Tiny Head", "Parcel Pegasus", "Pegasus on a Very Short Leash"
GOAT, LAMB, CAT, DOG = (
    "Suspiciously Willing Goat",
    "Lamb Named Thursday",
    "Alley Cat",
    "A Stray Dog",
)
HEX, CHIME, SPARKLY = "Just For the Hex of It", "Gone With the Wind Chime", "Sparkly Dragon"
DISASTER, KEEPERS = "This Spells Disaster", "Finders Keepers, Leash and All"
HORROR, HEN = "Bog-Standard Horror", "Hen of Mild Foreboding"
FLAP, BIRD, GLOBE = "Cat Flap to Nowhere", "Bottomless Bird Feeder", "Blood-Moon Gazing Globe"


def shrub(state):
    """The first Creature of the Nefarious Neighbor arrived Hexed."""
    state.hexed.add(state.lawn[0][0])


# --- stolen Creatures -------------------------------------------------------------------------


@pytest.mark.rule("NN-STEAL-01")
def test_a_stolen_creatures_rule_does_not_work():
    t = night(stray=["Garage-Hoarding Dragon"])
    assert t.view(None).seats[0].hand_limit == 7
    t = night(lawn1=["Garage-Hoarding Dragon"])
    assert t.view(None).seats[1].hand_limit == 9


@pytest.mark.rule("NN-STEAL-02")
def test_a_stolen_creature_does_not_use_its_arrival():
    t = night(hand0=["Repossession Notice", "Creeping Ivy"], lawn1=[SPARKLY])
    t.cast("Repossession Notice")
    assert t.lawn(0) == [SPARKLY]
    assert (t.verb, t.events("declare")) == ("summon_phase", [])


@pytest.mark.rule("NN-STEAL-03")
def test_a_stolen_creature_does_nothing_at_the_beginning_of_the_turn():
    t = night(phase="begin", stray=["Bratty Dragon"], hand1=[TINY], hand2=[CAT])
    assert t.verb == "cast_phase"
    assert (t.hand(1), t.hand(2)) == ([TINY], [CAT])


@pytest.mark.rule("NN-STEAL-03")
def test_a_stolen_creature_does_not_answer_its_own_end():
    t = night(player=1, hand1=[DISASTER, CAT], stray=["Moulting Griffin"])
    t.cast(DISASTER).pick(CAT, verb="discard")
    assert t.discard() == [CAT, "Moulting Griffin", DISASTER]
    assert t.state.hand[0] == []


@pytest.mark.rule("NN-STEAL-04")
def test_a_creature_that_somebody_summons_there_has_no_effect_either():
    t = night(player=1, phase="summon", hand1=["Unicorn Who Just Moved In"])
    t.summon("Unicorn Who Just Moved In", onto=0)
    assert t.lawn(0) == ["Unicorn Who Just Moved In"]
    assert (t.state.hand[0], t.events("declare"), t.state.player) == ([], [], 2)


@pytest.mark.rule("NN-STEAL-05")
def test_the_effect_is_back_when_the_creature_leaves_that_lawn():
    t = night(player=1, hand1=[KEEPERS, CAT, DOG, HEX], stray=[SPARKLY], lawn2=[TINY])
    t.cast(KEEPERS).pick(SPARKLY).pick(CAT).pick(DOG)
    t.use(SPARKLY, seat=1)
    assert t.pick(HEX, verb="cast_effect").verb == "hex"


@pytest.mark.rule("NN-STEAL-06")
def test_a_sacrificial_creature_stolen_back_has_lost_its_effect():
    told = {"phase": "begin", "hand0": ["Creeping Ivy", "Creeping Ivy"]}
    assert night(lawn0=[HEN], **told).verb == "use"
    assert night(stray=[HEN], **told).verb == "cast_phase"
    t = night(hand0=["Repossession Notice"], lawn1=[LAMB])
    t.cast("Repossession Notice")
    assert t.lawn(0) == [LAMB]
    assert t.verb == "summon_phase"


# --- hex and return become destroy ------------------------------------------------------------


@pytest.mark.rule("NN-REP-01")
def test_a_creature_that_would_be_hexed_there_is_destroyed():
    blooms = rune("Shrub Bell", on("hex", "creature", of="any_player"), item("draw"))
    tolls = rune("Death Bell", on("destroy", "creature", of="any_player"), item("draw"))
    t = night(player=1, faces=[blooms, tolls], hand1=[HEX], stray=[TINY],
              fence2=["Shrub Bell", "Death Bell"])  # fmt: skip
    t.cast(HEX)
    assert t.labels() == ["pass", "Death Bell"]
    t.decline(seat=2)
    assert (t.lawn(0), t.discard(), t.state.hexed) == ([], [TINY, HEX], set())


@pytest.mark.rule("NN-REP-02")
def test_a_creature_that_would_be_returned_there_is_destroyed():
    t = night(player=1, hand1=[CHIME], stray=[TINY])
    t.cast(CHIME)
    assert (t.lawn(0), t.discard(), t.hand(0)) == ([], [TINY, CHIME], [])


@pytest.mark.rule("NN-REP-03")
def test_a_shrub_that_would_be_returned_there_is_destroyed():
    t = night(player=1, hand1=[CHIME], stray=[TINY], prepare=shrub)
    t.cast(CHIME)
    assert (t.lawn(0), t.discard(), t.hand(0)) == ([], [TINY, CHIME], [])
    assert t.state.hexed == set()


@pytest.mark.rule("NN-REP-04")
def test_a_sacrificial_creature_there_is_no_target_of_a_hex():
    t = night(player=1, hand1=[HEX], lawn0=[GOAT])
    assert HEX not in t.labels()
    t = night(player=1, hand1=[HEX], lawn0=[GOAT], stray=[TINY], lawn2=[CAT])
    t.cast(HEX)
    assert t.labels() == [CAT, TINY]


@pytest.mark.rule("NN-REP-05")
def test_a_sacrificial_creature_there_is_never_returned():
    t = night(player=1, hand1=[CHIME], lawn0=[GOAT])
    assert CHIME not in t.labels()
    t = night(player=1, hand1=[CHIME], lawn0=[GOAT], stray=[TINY])
    t.cast(CHIME)
    assert (t.lawn(0), t.discard()) == ([GOAT], [TINY, CHIME])


@pytest.mark.rule("NN-REP-06")
def test_creatures_there_can_be_stolen():
    t = night(player=1, hand1=[KEEPERS, CAT, DOG], lawn0=[GOAT], stray=[TINY])
    t.cast(KEEPERS)
    assert t.labels() == [GOAT, TINY]
    t.pick(GOAT).pick(CAT).pick(DOG)
    assert (t.lawn(0), t.lawn(1)) == ([TINY], [GOAT])


# --- Runes across the border ------------------------------------------------------------------


@pytest.mark.rule("NN-REP-07", "NN-REP-08", "NN-INFO-07")
def test_a_forbidden_rune_that_would_be_stolen_is_destroyed():
    sneaky = "Sneaky Griffin"
    t = night(player=1, phase="summon", rolls=[4], hand1=[sneaky], fence0=[FLAP, BIRD, GLOBE])
    t.summon(sneaky).use(sneaky, seat=1)
    assert [option[1:4] for option in t.asked.options] == [("fence", 0, at) for at in range(3)]
    view = t.view(1)
    assert [t.table.game.label(t.asked, o, view) for o in t.asked.options] == [
        f"Rune {at} of {{0}}" for at in (1, 2, 3)
    ]
    t.choose(1)
    assert (forbidden_rune_discard(t), t.fence(0), t.fence(1)) == ([BIRD], [FLAP, GLOBE], [])


@pytest.mark.rule("NN-INFO-07")
def test_who_destroys_a_forbidden_rune_names_its_slot():
    eater = "Rune-Eating Dragon"
    t = night(player=1, phase="summon", rolls=[4], hand1=[eater], fence0=[FLAP, BIRD, GLOBE])
    t.summon(eater).use(eater, seat=1)
    assert [option[1:4] for option in t.asked.options] == [("fence", 0, at) for at in range(3)]
    view = t.view(1)
    said = [t.table.game.label(t.asked, option, view) for option in t.asked.options]
    assert said == [f"Rune {at} of {{0}}" for at in (1, 2, 3)]
    assert t.choose(2).fence(0) == [FLAP, BIRD]


@pytest.mark.rule("NN-REP-09", "NN-MAST-03")
def test_a_regular_rune_that_the_nefarious_neighbor_would_steal_is_destroyed():
    t = night(hand0=["Repossession Notice"], lawn1=["Sneaky Griffin"], fence1=["Tricky Trap"],
              options={"mastery": "on"})  # fmt: skip
    t.cast("Repossession Notice").use("Sneaky Griffin", seat=0)
    assert (t.fence(0), t.fence(1), t.rune_discard()) == ([], [], ["Tricky Trap"])


@pytest.mark.rule("NN-REP-10")
def test_no_card_passes_from_hand_to_hand_across_the_border():
    spoiled = "Spoiled Unicorn"
    t = night(player=1, phase="summon", hand1=[spoiled], hand0=["Creeping Ivy"], hand2=[CAT])
    t.summon(spoiled).use(spoiled, seat=1)
    assert t.pick(CAT, verb="give", seat=2).hand(1)[0] == CAT
    t = night(player=1, phase="summon", hand1=[spoiled], hand0=["Creeping Ivy"])
    t.summon(spoiled)
    assert t.events("declare") == []
    t = night(player=1, phase="begin", lawn1=[DOG], hand1=[TINY])
    t.use(DOG, seat=1).pick(TINY)
    assert t.hand(2) == [TINY]


@pytest.mark.rule("NN-REP-10")
def test_evidence_of_a_forbidden_card_is_not_taken():
    t = night(phase="spin", rolls=[5], hand0=["Creeping Ivy"], fence1=["Evidence Jar"])
    t.pick("Creeping Ivy", verb="discard")
    assert forbidden_discard(t) == ["Creeping Ivy"]
    assert (t.fence(1), t.seat, t.verb) == (["Evidence Jar"], 1, "cast_phase")


@pytest.mark.rule("NN-REP-11")
def test_a_curse_is_no_spell_to_a_rune():
    t = night(hand0=["Creeping Ivy"], lawn1=[TINY], fence1=["Grubby Grabber"],
              fence2=["Tricky Trap"])  # fmt: skip
    t.cast("Creeping Ivy")
    assert t.lawn(1) == ["# " + TINY]
    assert (t.fence(1), t.fence(2)) == (["Grubby Grabber"], ["Tricky Trap"])
    assert forbidden_discard(t) == ["Creeping Ivy"]


# --- Beasts -----------------------------------------------------------------------------------


@pytest.mark.rule("NN-BEAST-01")
@pytest.mark.parametrize("word", ["hex", "steal", "destroy", "return"])
@pytest.mark.parametrize("noun", ["creature", "mythical"])
def test_nothing_can_choose_a_beast(word, noun):
    deed = spell("Deed", item(word, noun, of="any_player"))
    t = night(player=1, faces=[deed], hand1=["Deed"], lawn0=[HORROR])
    assert "Deed" not in t.labels()
    t = night(player=1, faces=[deed], hand1=["Deed"], lawn0=[HORROR], stray=[TINY], lawn2=[CAT])
    t.cast("Deed")
    assert HORROR not in t.labels()


@pytest.mark.rule("NN-BEAST-03", "NN-CARD-02")
def test_a_beast_pays_for_no_beast_and_is_not_moved():
    t = night(phase="summon", lawn0=[GOAT, HORROR], hand0=["Crawlspace Colossus"])
    assert "Crawlspace Colossus" not in t.labels()
    t = night(phase="spin", rolls=[1], lawn0=[HORROR])
    assert t.events("give") == []
    assert t.lawn(0) == [HORROR]


@pytest.mark.rule("NN-BEAST-02", "NN-BEAST-04")
def test_what_destroys_all_creatures_leaves_the_beasts():
    fire = spell("Wildfire", item("destroy", "creature", of="each_player", all=True))
    t = night(player=1, faces=[fire], hand1=["Wildfire"], lawn0=[HORROR, GOAT], stray=[TINY],
              lawn1=[CAT], lawn2=[DOG])  # fmt: skip
    t.cast("Wildfire")
    assert (t.lawn(0), t.lawn(1), t.lawn(2)) == ([HORROR, GOAT], [], [])
    assert sorted(t.discard()) == sorted([TINY, CAT, DOG, "Wildfire"])


# --- Mastery ----------------------------------------------------------------------------------

ON = {"mastery": "on"}


@pytest.mark.rule("NN-MAST-01", "NN-MAST-05")
def test_with_mastery_a_stolen_creature_offers_its_arrival_but_curses_are_no_spells():
    told = {"hand0": ["Repossession Notice", "Creeping Ivy"], "lawn1": [SPARKLY], "lawn2": [TINY]}
    t = night(options=ON, **told)
    t.cast("Repossession Notice").pick(SPARKLY).use(SPARKLY, seat=0)
    # It may only CAST a Spell, and the Nefarious Neighbor has none.
    assert (t.verb, t.lawn(0), t.hand(0)) == ("summon_phase", [SPARKLY], ["Creeping Ivy"])
    t = night(options=ON, hand0=["Repossession Notice"], lawn1=["Unicorn Who Just Moved In"])
    t.cast("Repossession Notice").use("Unicorn Who Just Moved In", seat=0)
    assert t.state.face[t.state.hand[0][0]].back == "forbidden"


@pytest.mark.rule("NN-MAST-05")
def test_where_it_is_agreed_a_curse_is_cast_as_a_spell():
    t = night(
        options={**ON, "mastery_curse_as_spell": "yes"}, lawn1=[SPARKLY], lawn2=[TINY],
        hand0=["Repossession Notice", "Creeping Ivy"],
    )  # fmt: skip
    t.cast("Repossession Notice").pick(SPARKLY).use(SPARKLY, seat=0)
    t.pick("Creeping Ivy", verb="cast_effect")
    assert t.lawn(2) == ["# " + TINY]


@pytest.mark.rule("NN-MAST-05")
def test_a_creature_summoned_from_the_nefarious_hand_is_sacrificial_and_no_beast():
    porter = creature("Porter", on("enters_lawn", "this", of="you"), item("summon", place="hand"))
    t = night(options=ON, faces=[porter], hand0=["Repossession Notice", GOAT, "Unsorted Recycling",
              "Creeping Ivy", "Creeping Ivy", "Creeping Ivy"], lawn1=["Porter"])  # fmt: skip
    t.cast("Repossession Notice").use("Porter", seat=0)
    assert t.labels() == [GOAT, "pass"]
    t.pick(GOAT)
    assert t.lawn(0) == ["Porter", GOAT]


@pytest.mark.rule("NN-MAST-02")
def test_with_mastery_lasting_rules_work_too():
    t = night(stray=["Garage-Hoarding Dragon"], options=ON)
    assert t.view(None).seats[0].hand_limit == 9


@pytest.mark.rule("NN-MAST-03")
def test_with_mastery_the_nefarious_neighbor_still_gets_no_main_card():
    t = night(options=ON, hand0=["Repossession Notice"], lawn1=["Bin-Night Chimera"],
              discard=[TINY])  # fmt: skip
    t.cast("Repossession Notice")
    assert (t.verb, t.events("declare")) == ("summon_phase", [])
    t = night(options=ON, phase="begin", stray=["Sleepless Dragon"])
    assert t.verb == "cast_phase"


@pytest.mark.rule("NN-MAST-04")
def test_with_mastery_the_own_creature_that_is_returned_is_destroyed():
    smelly = "Horrifyingly Smelly Dragon"
    t = night(options=ON, hand0=["Repossession Notice"], lawn1=[smelly, TINY], lawn2=[CAT])
    t.cast("Repossession Notice").pick(smelly).use(smelly, seat=0)
    assert (t.lawn(0), t.lawn(1), t.lawn(2)) == ([], [], [])
    assert (t.discard(), t.hand(0)) == ([smelly], [])
    assert (t.hand(1), t.hand(2)) == ([TINY], [CAT])


@pytest.mark.rule("NN-MAST-06")
def test_mastery_changes_no_way_to_win():
    five = [TINY, PARCEL, LEASH, CAT, DOG]
    assert night(phase="end", stray=five, options=ON).table.outcome is None
    t = night(player=1, phase="end", roles={1: "Savior"}, lawn1=[GOAT, LAMB], options=ON)
    assert t.table.outcome.reason == "role"
