"""Nefarious Mastery: the Creatures on the Nefarious Neighbor's Lawn have their say."""

from __future__ import annotations

import pytest

from rr_rules.kernel.game import Outcome
from tests.support.rr_rules.faces import creature, has, item, on, would
from tests.support.rr_rules.nefarious import forbidden_discard, night

TINY, PARCEL, LEASH = "Griffin With a Tiny Head", "Parcel Pegasus", "Pegasus on a Very Short Leash"
GOAT, LAMB, HEN = "Suspiciously Willing Goat", "Lamb Named Thursday", "Hen of Mild Foreboding"
CAT, DOG, SPARKLY = "Alley Cat", "A Stray Dog", "Sparkly Dragon"
HEX, CHIME = "Just For the Hex of It", "Gone With the Wind Chime"
DISASTER, KEEPERS = "This Spells Disaster", "Finders Keepers, Leash and All"
NOTICE, IVY, HORROR = "Repossession Notice", "Creeping Ivy", "Bog-Standard Horror"
ON = {"mastery": "on"}
MOULTER = creature("Moulter", on("destroy", "this", of="you"), item("draw", n=2))
AS_SPELL = {**ON, "mastery_curse_as_spell": "yes"}


def arrives(name, **told):
    """The Nefarious Neighbor, with mastery, steals this Creature from seat 1."""
    hand, lawn = told.pop("hand0", []), told.pop("lawn1", [])
    told.setdefault("options", ON)
    t = night(hand0=[NOTICE, *hand], lawn1=[name, *lawn], **told)
    t.cast(NOTICE)
    return t.pick(name, verb="steal") if t.verb == "steal" else t


# --- effects ----------------------------------------------------------------------------------


@pytest.mark.rule("NN-MAST-01", "NN-MAST-05")
def test_a_stolen_sparkly_dragon_is_offered_but_no_curse_is_a_spell():
    t = arrives(SPARKLY, hand0=[IVY], lawn2=[TINY])
    t.use(SPARKLY, seat=0)
    assert (t.verb, t.hand(0), t.lawn(2)) == ("summon_phase", [IVY], [TINY])
    assert t.events("cast")[1:] == []
    # Without mastery it is not even offered.
    t = arrives(SPARKLY, hand0=[IVY], lawn2=[TINY], options={})
    assert (t.verb, t.events("declare")) == ("summon_phase", [])


@pytest.mark.rule("NN-MAST-01")
def test_every_kind_of_trigger_works_with_mastery():
    barker = creature("Barker", on("turn_begins", by="you"), item("discard", who="any_neighbor"))
    t = night(phase="begin", stray=["Barker"], hand1=[TINY], options=ON, faces=[barker])
    t.use("Barker", seat=0).pick(TINY, verb="discard", seat=1)
    assert t.discard() == [TINY]
    t = night(phase="begin", stray=[HEN], hand0=[IVY, IVY], options=ON)
    assert t.verb == "use"
    t = night(player=1, hand1=[DISASTER, CAT], stray=["Moulter"], options=ON, faces=[MOULTER])
    t.cast(DISASTER).pick(CAT, verb="discard").use("Moulter", seat=0)
    assert [t.state.face[card].back for card in t.state.hand[0]] == ["forbidden"] * 2


@pytest.mark.rule("NN-MAST-01")
def test_a_creature_summoned_there_by_a_neighbor_speaks_for_its_new_owner():
    t = night(player=1, phase="summon", hand1=["Unicorn Who Just Moved In"], options=ON)
    t.summon("Unicorn Who Just Moved In", onto=0).use("Unicorn Who Just Moved In", seat=0)
    assert len(t.state.hand[0]) == 1


@pytest.mark.rule("NN-MAST-01", "NN-MAST-04")
def test_what_answers_the_end_of_a_hexed_creature_answers_its_destruction():
    t = night(player=1, hand1=[HEX], stray=["Moulter"], options=ON, faces=[MOULTER])
    t.cast(HEX).use("Moulter", seat=0)
    assert len(t.state.hand[0]) == 2
    assert t.discard() == ["Moulter", HEX]


@pytest.mark.rule("NN-MAST-02")
def test_protections_and_demands_of_creatures_hold_with_mastery():
    keepers = {"player": 1, "hand1": [KEEPERS, CAT, DOG], "options": ON}
    assert KEEPERS not in night(stray=["Teeny Tiny Manticore"], **keepers).labels()
    t = night(player=1, hand1=[HEX], stray=["Sprinkler-Proof Pegasus"], options=ON)
    assert HEX not in t.labels()
    t = night(player=1, hand1=[HEX, CAT], stray=["Fetching Pegasus"], lawn2=[TINY], options=ON)
    t.cast(HEX).pick(CAT, verb="discard")
    assert t.discard() == [CAT]
    sneak = {"player": 1, "phase": "summon", "hand1": ["Rune-Eating Dragon"], "options": ON}
    t = night(stray=["Fence-Sitting Griffin"], fence0=["Hangdog Hammock"], **sneak)
    t.summon("Rune-Eating Dragon")
    assert t.events("declare") == []


# --- still no mixing --------------------------------------------------------------------------


@pytest.mark.rule("NN-MAST-03")
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Spoiled Unicorn", {"hand1": [TINY], "hand2": [CAT]}),
        ("Bin-Night Chimera", {"discard": [TINY]}),
    ],
)
def test_no_effect_brings_a_main_card_into_the_nefarious_hand(name, told):
    t = arrives(name, **told)
    assert (t.verb, t.hand(0), t.events("declare")) == ("summon_phase", [], [])


@pytest.mark.rule("NN-MAST-03")
def test_runes_and_cards_come_from_the_forbidden_decks():
    t = arrives(PARCEL).use(PARCEL, seat=0)
    assert [t.state.face[card].back for card in t.state.fence[0]] == ["forbidden_rune"]
    before = len(t.state.deck)
    t = night(phase="begin", stray=["Tail-Chasing Unicorn"], options=ON)
    t.use("Tail-Chasing Unicorn", seat=0)
    # RETURN its only Creature, itself, which is destroyed instead; then DRAW.
    assert (t.lawn(0), t.discard()) == ([], ["Tail-Chasing Unicorn"])
    assert [t.state.face[card].back for card in t.state.hand[0]] == ["forbidden"] * 2
    assert len(t.state.deck) >= before - 1
    t = night(phase="begin", stray=[DOG], hand0=[IVY], options=ON)
    assert (t.verb, t.hand(0)[0]) == ("cast_phase", IVY)


@pytest.mark.rule("NN-MAST-03", "NN-REP-09")
def test_the_thief_of_a_regular_rune_destroys_it_unless_its_owner_prevents_that():
    sneaky = "Sneaky Griffin"
    t = arrives(sneaky, fence1=["Squeaky Side Gate", "Guilt-Trip Casserole"], hand0=[IVY, IVY])
    t.use(sneaky, seat=0).choose(0)
    # A Rune that is destroyed is not stolen: neither of the two answers.
    assert t.rune_discard() == ["Squeaky Side Gate"]
    assert (t.fence(0), t.fence(1)) == ([], ["Guilt-Trip Casserole"])
    assert t.hand(0) == [IVY, IVY]
    t = arrives(sneaky, fence1=["Tricky Trap"], lawn1=["Fence-Sitting Griffin"])
    assert t.events("declare") == []


# --- replacements stay ------------------------------------------------------------------------


@pytest.mark.rule("NN-MAST-04")
def test_hex_and_return_still_destroy():
    for word in (HEX, CHIME):
        t = night(player=1, hand1=[word], stray=[TINY], options=ON).cast(word)
        assert (t.lawn(0), t.hand(0), t.discard()) == ([], [], [TINY, word])


@pytest.mark.rule("NN-MAST-04")
def test_the_nefarious_neighbor_chooses_which_of_its_creatures_goes():
    smelly = "Horrifyingly Smelly Dragon"
    t = arrives(smelly, lawn1=[LEASH], lawn2=[CAT], lawn0=[GOAT], stray=[TINY])
    t.use(smelly, seat=0)
    assert t.labels() == [TINY, smelly]
    t.pick(TINY, verb="return", seat=0)
    assert (t.lawn(0), t.discard()) == ([GOAT, smelly], [TINY])
    assert (t.lawn(1), t.lawn(2)) == ([], [])


@pytest.mark.rule("NN-MAST-04")
def test_a_creature_that_would_save_itself_by_a_return_is_destroyed_all_the_same():
    phoenix = "Porch-Light Phoenix"
    t = night(player=1, hand1=[HEX], stray=[phoenix], options=ON)
    t.cast(HEX).use(phoenix, seat=0)
    assert (t.lawn(0), t.hand(0), t.discard()) == ([], [], [phoenix, HEX])


@pytest.mark.rule("NN-MAST-04")
def test_what_would_take_the_place_of_a_destruction_does():
    keeper = creature("Keeper", would("destroy", "creature", of="you"), item("draw"))
    t = night(player=1, faces=[keeper], hand1=[HEX], stray=["Keeper", TINY], options=ON)
    t.cast(HEX).pick(TINY, verb="hex").use("Keeper", seat=0)
    assert t.lawn(0) == ["Keeper", TINY]
    assert len(t.state.hand[0]) == 1


# --- Spells and Creatures ---------------------------------------------------------------------


@pytest.mark.rule("NN-MAST-05")
def test_where_a_curse_is_a_spell_only_the_own_effects_take_it_for_one():
    t = arrives(SPARKLY, options=AS_SPELL, hand0=[IVY, GOAT], lawn2=[TINY],
                fence2=["Grubby Grabber", "Tricky Trap"])  # fmt: skip
    t.use(SPARKLY, seat=0)
    assert t.labels() == [IVY, "pass"]
    t.pick(IVY, verb="cast_effect")
    assert t.lawn(2) == ["# " + TINY]
    assert t.fence(2) == ["Grubby Grabber", "Tricky Trap"]
    assert forbidden_discard(t) == [NOTICE, IVY]


@pytest.mark.rule("NN-MAST-05")
def test_a_creature_from_the_hand_is_a_sacrificial_one_on_the_own_lawn():
    t = night(player=1, hand1=[DISASTER, CAT], stray=["Garden-Hose Hydra"], options=ON,
              hand0=[HORROR, LAMB, IVY, IVY, IVY])  # fmt: skip
    t.cast(DISASTER).pick(CAT, verb="discard").use("Garden-Hose Hydra", seat=0)
    assert t.labels() == [LAMB, "pass"]
    t.pick(LAMB, verb="summon_effect").use(LAMB, seat=0)
    assert t.lawn(0) == [LAMB]


# --- nothing else changes ---------------------------------------------------------------------

GRIFFINS = [TINY, "Sneaky Griffin", "Night-Shift Griffin"]
WINS = {
    "Griffin Lady": {"lawn1": GRIFFINS},
    "Humane Sorcerer": {"lawn1": [CAT]},
    "Hexlord": {"hexed1": [TINY, PARCEL, LEASH]},
    "Control Freak": {"lawn1": [LEASH, SPARKLY, LAMB]},
    "Savior": {"lawn1": [GOAT, LAMB]},
    "Tidier": {"lawn1": [TINY]},
    "Curator": {"lawn1": [SPARKLY, PARCEL, "Garlic-Breath Unicorn", TINY]},
    "Exotic Pet Collector": {"lawn1": ["Teeny Tiny Manticore", CAT, DOG]},
}


@pytest.mark.rule("NN-MAST-06")
@pytest.mark.parametrize("mastery", ["off", "on"])
@pytest.mark.parametrize("name", WINS)
def test_mastery_changes_no_role(name, mastery):
    fence = {} if name == "Tidier" else {"fence1": ["Salty Shaker"]}
    told = {"player": 1, "phase": "end", "options": {"mastery": mastery}}
    t = night(roles={1: name}, **WINS[name], **fence, **told)
    assert t.table.outcome == Outcome((1,), "role")
    lost = night(roles={1: name}, hand1=[TINY], lawn1=[LEASH], **told)
    assert lost.table.outcome is None


@pytest.mark.rule("NN-MAST-06")
@pytest.mark.parametrize("mastery", ["off", "on"])
def test_mastery_changes_neither_the_deadline_nor_the_beasts(mastery):
    def run_out(state):
        state.discard, state.deck, state.deadline = state.deck, [], 1

    options = {"mastery": mastery}
    t = night(player=1, phase="end", prepare=run_out, options=options)
    assert t.table.outcome == Outcome((0,), "deck_out")
    five = [TINY, PARCEL, LEASH, CAT, DOG]
    t = night(player=1, phase="end", prepare=run_out, lawn1=five, options=options)
    assert t.table.outcome == Outcome((1,), "five")
    assert night(phase="end", stray=five, options=options).table.outcome is None
    beasts = ["Bog-Standard Horror", "Bog-Standard Horror", "The Mulchmaw", "The Mulchmaw"]
    t = night(phase="summon", lawn0=[*beasts, GOAT], hand0=["Bane Wing"], options=options)
    assert t.pick("Bane Wing").table.outcome == Outcome((0,), "beasts")
    poor = creature("Poor", on("turn_begins", by="you"), item("draw"),
                    conditions=(has("mythical", "you", least=2),))  # fmt: skip
    t = night(phase="begin", faces=[poor], stray=["Poor"], lawn0=[HORROR], options=ON)
    assert t.verb == "cast_phase"
