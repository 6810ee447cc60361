"""Creatures without a voice: what real cards meet on the Nefarious Neighbor's Lawn."""

from __future__ import annotations

import pytest

from tests.support.rr_rules.faces import creature, has, item, on, rule, spell, would
from tests.support.rr_rules.nefarious import forbidden_discard, forbidden_rune_discard, night

TINY, PARCEL, LEASH = "Griffin With a Tiny Head", "Parcel Pegasus", "Pegasus on a Very Short Leash"
GOAT, LAMB, POSSUM = "Suspiciously Willing Goat", "Lamb Named Thursday", "Volunteer Possum"
HEN, CAT, DOG, HORROR = "Hen of Mild Foreboding", "Alley Cat", "A Stray Dog", "Bog-Standard Horror"
HEX, CHIME = "Just For the Hex of It", "Gone With the Wind Chime"
DISASTER, KEEPERS = "This Spells Disaster", "Finders Keepers, Leash and All"
NOTICE, IVY, FLAP = "Repossession Notice", "Creeping Ivy", "Cat Flap to Nowhere"
MANTICORE, PHOENIX = "Teeny Tiny Manticore", "Porch-Light Phoenix"


# --- without effect ---------------------------------------------------------------------------


@pytest.mark.rule("NN-STEAL-01")
@pytest.mark.parametrize(
    ("name", "act"),
    [(MANTICORE, KEEPERS), ("Sprinkler-Proof Pegasus", HEX), ("Garlic-Breath Unicorn", HEX)],
)
def test_what_protects_a_creature_does_not_protect_it_on_the_nefarious_lawn(name, act):
    t = night(player=1, hand1=[act, CAT, DOG], stray=[name]).cast(act)
    for card in (CAT, DOG) if act == KEEPERS else ():
        t.pick(card, verb="discard")
    assert t.lawn(0) == []
    assert t.lawn(1) == ([name] if act == KEEPERS else [])
    t = night(player=1, hand1=[act, CAT, DOG], lawn2=[name])
    assert act not in t.labels()


@pytest.mark.rule("NN-STEAL-01")
def test_a_stolen_creature_asks_nothing_of_its_new_neighbors():
    t = night(player=1, hand1=[HEX], stray=["Fetching Pegasus"], lawn2=[TINY])
    t.cast(HEX).pick(TINY)
    assert t.lawn(2) == ["# " + TINY]
    t = night(player=1, hand1=[HEX], lawn2=["Fetching Pegasus"])
    assert HEX not in t.labels()


@pytest.mark.rule("NN-STEAL-03")
def test_a_stolen_creature_answers_no_event_and_saves_itself_from_none():
    t = night(player=1, hand1=[DISASTER, CAT], stray=[PHOENIX])
    t.cast(DISASTER).pick(CAT, verb="discard")
    assert (t.lawn(0), t.hand(0), t.discard()) == ([], [], [CAT, PHOENIX, DISASTER])
    t = night(phase="spin", rolls=[5], hand0=[IVY, NOTICE], stray=["Coupon-Clipping Unicorn"])
    t.pick(IVY, verb="discard").pick(NOTICE, verb="discard")
    assert (t.hand(0), t.events("declare")) == ([], [])
    t = night(player=1, hand1=[DISASTER, CAT, TINY], stray=["Garden-Hose Hydra"], hand0=[GOAT])
    t.cast(DISASTER).pick(CAT, verb="discard")
    assert (t.lawn(0), t.verb, t.seat) == ([], "summon_phase", 1)


@pytest.mark.rule("NN-STEAL-04")
def test_a_creature_that_is_moved_there_has_no_effect_either():
    hoarder, swap = "Garage-Hoarding Dragon", "Driveway Swap Meet"
    t = night(player=1, hand1=[swap], lawn1=[hoarder], stray=[TINY])
    t.cast(swap)
    assert (t.lawn(0), t.lawn(1)) == ([hoarder], [TINY])
    assert [seat.hand_limit for seat in t.view(None).seats] == [7, 7, 7]


@pytest.mark.rule("NN-STEAL-04")
def test_a_creature_restored_there_keeps_silent():
    def shrub(state):
        state.hexed.add(state.lawn[0][0])

    t = night(player=1, hand1=["Community Garden Day"], hexed1=[TINY], prepare=shrub,
              stray=["Unicorn Who Just Moved In"])  # fmt: skip
    t.cast("Community Garden Day").yes(seat=0)
    assert t.lawn(0) == ["Unicorn Who Just Moved In"]
    assert (t.hand(0), t.events("declare")) == ([], [])


@pytest.mark.rule("NN-STEAL-05")
def test_a_creature_speaks_again_wherever_the_nefarious_neighbor_moves_it():
    moved = {"phase": "spin", "rolls": [1], "stray": ["Unicorn Who Just Moved In"]}
    t = night(**moved).pick("player 2", verb="player").use("Unicorn Who Just Moved In", seat=2)
    assert len(t.state.hand[2]) == 1
    t = night(phase="spin", rolls=[1], stray=["Garage-Hoarding Dragon"])
    t.pick("player 1", verb="player")
    assert [seat.hand_limit for seat in t.view(None).seats] == [7, 9, 7]


@pytest.mark.rule("NN-STEAL-06")
def test_a_summoned_sacrificial_creature_keeps_its_text_until_it_leaves_that_lawn():
    t = night(phase="summon", hand0=[POSSUM]).pick(POSSUM, verb="summon_phase")
    assert t.lawn(0) == [POSSUM]
    steal = {"player": 1, "hand1": [KEEPERS, CAT, DOG]}
    assert KEEPERS not in night(lawn0=[POSSUM], **steal).labels()
    assert KEEPERS in night(stray=[POSSUM], **steal).labels()
    # On a neighbor's Lawn it speaks for that neighbor.
    t = night(phase="spin", rolls=[3], lawn1=[POSSUM, TINY], lawn2=[MANTICORE])
    assert (t.lawn(0), t.lawn(1)) == ([TINY], [POSSUM])


@pytest.mark.rule("NN-STEAL-06")
def test_a_sacrificial_creature_that_was_summoned_and_stolen_loses_its_text_when_stolen_back():
    t = night(phase="summon", hand0=[LAMB], hand1=[KEEPERS, CAT, DOG], rolls=[2, 3, 4, 3])
    t.pick(LAMB, verb="summon_phase").use(LAMB, seat=0)
    assert t.state.sworn == set(t.state.lawn[0])
    t.cast(KEEPERS).pick(CAT, verb="discard").pick(DOG).use(LAMB, seat=1)
    t.skip().skip().skip()
    assert t.lawn(1) == [LAMB]
    t.skip().skip()
    assert (t.lawn(0), t.state.player, t.verb) == ([LAMB], 1, "cast_phase")
    assert (t.state.sworn, len(t.events("declare"))) == (set(), 2)


@pytest.mark.rule("NN-STEAL-06")
def test_a_sacrificial_creature_called_from_the_discard_pile_was_summoned():
    t = night(hand0=["Pet Plot Twist"], forbidden_discard=[LAMB])
    t.cast("Pet Plot Twist").use(LAMB, seat=0)
    assert t.lawn(0) == [LAMB]
    assert len(t.state.hand[0]) == 1


# --- hex and return become destroy ------------------------------------------------------------


@pytest.mark.rule("NN-REP-01", "NN-EX-06")
def test_every_hex_of_a_neighbors_card_destroys_there():
    t = night(player=1, phase="summon", hand1=["Sunbathing Basilisk"], stray=[TINY])
    t.summon("Sunbathing Basilisk").use("Sunbathing Basilisk", seat=1)
    assert (t.lawn(0), t.discard()) == ([], [TINY])
    note = "Passive-Aggressive Note"
    t = night(player=1, hand1=[note], stray=[TINY], hand0=[IVY, NOTICE])
    t.cast(note).choose(1, seat=0)
    assert (t.lawn(0), t.hand(0), t.discard()) == ([], [IVY, NOTICE], [TINY, note])
    t = night(phase="end", fence2=["Nosy Doorbell"], lawn0=[GOAT, GOAT, LAMB], stray=[TINY])
    t.use("Nosy Doorbell", seat=2)
    assert (t.lawn(0), t.discard()) == ([GOAT, GOAT, LAMB], [TINY])


@pytest.mark.rule("NN-REP-01")
def test_what_would_hex_is_looked_at_as_what_would_destroy():
    gazes = creature("Gazer", would("hex", "mythical", of="any_player"), item("draw"))
    saves = creature("Saver", would("destroy", "creature", of="any_neighbor"), item("draw"))
    t = night(player=1, faces=[gazes, saves], hand1=[HEX], stray=[TINY], lawn2=["Gazer", "Saver"])
    t.cast(HEX).pick(TINY, verb="hex").use("Saver", seat=2)
    assert t.lawn(0) == [TINY]
    assert [event.face for event in t.events("declare")] == ["saver"]


@pytest.mark.rule("NN-REP-01", "NN-REP-05")
def test_where_the_destruction_is_impossible_so_is_what_it_replaces():
    safe = [rule("cannot", "this", act=("destroy",))]
    stone = creature("Stone", rules=safe)
    for word in (HEX, CHIME):
        told = {"player": 1, "faces": [stone], "hand1": [word], "stray": ["Stone"]}
        assert word not in night(options={"mastery": "on"}, **told).labels()
        assert night(**told).cast(word).discard() == ["Stone", word]


@pytest.mark.rule("NN-REP-01")
def test_a_rune_picks_up_what_a_hex_has_destroyed_there():
    t = night(player=1, hand1=[HEX], stray=[TINY], fence2=["Lawn Outline Chalk"])
    t.cast(HEX).use("Lawn Outline Chalk", seat=2)
    assert (t.lawn(0), t.hand(2), t.discard()) == ([], [TINY], [HEX])


@pytest.mark.rule("NN-REP-02")
def test_the_own_effect_that_returns_a_creature_destroys_it_too():
    home = spell("Home Time", item("return", "mythical", of="each_player"))
    t = night(player=1, faces=[home], hand1=["Home Time"], stray=[TINY], lawn2=[LEASH])
    t.cast("Home Time")
    assert (t.discard(), t.hand(2)) == ([TINY, "Home Time"], [LEASH])
    ring = {"phase": "spin", "rolls": [2], "fence1": ["Rigged Ring Toss"]}
    t = night(lawn0=[GOAT, LAMB], stray=[TINY], **ring).use("Rigged Ring Toss", seat=1)
    assert (t.lawn(0), t.discard()) == ([GOAT, LAMB], [TINY])
    t = night(lawn0=[GOAT, LAMB, GOAT], **ring)
    assert t.events("declare") == []


@pytest.mark.rule("NN-REP-05", "NN-EX-08")
def test_of_several_creatures_there_the_one_that_can_go_must_be_chosen():
    all_home = spell("All Home", item("return", "creature", who="each_player"))
    t = night(player=1, faces=[all_home], hand1=["All Home"], lawn0=[GOAT, HORROR], lawn1=[CAT],
              stray=[TINY, LEASH], lawn2=[DOG])  # fmt: skip
    t.cast("All Home")
    assert (t.verb, t.seat, t.labels()) == ("return", 0, [TINY, LEASH])


# --- Runes across the border ------------------------------------------------------------------


@pytest.mark.rule("NN-REP-07")
def test_a_forbidden_rune_that_would_be_stolen_is_answered_as_one_that_would_be_destroyed():
    t = night(player=1, phase="summon", rolls=[4], hand1=["Sneaky Griffin"],
              fence1=["Tricky Trap"], fence0=["Hangdog Hammock", FLAP])  # fmt: skip
    t.summon("Sneaky Griffin").use("Sneaky Griffin", seat=1).choose(0).use(FLAP, seat=0)
    assert t.rune_discard() == ["Tricky Trap"]
    assert (t.fence(0), t.fence(1)) == (["Hangdog Hammock"], [])
    assert forbidden_rune_discard(t) == [FLAP]


@pytest.mark.rule("NN-REP-08", "NN-REP-07")
def test_nobody_learns_which_forbidden_rune_it_was_before_it_lies_in_the_open():
    t = night(player=1, phase="summon", hand1=["Sneaky Griffin"], fence0=[FLAP, "Hangdog Hammock"])
    t.summon("Sneaky Griffin").use("Sneaky Griffin", seat=1)
    assert [slot.face for slot in t.view(1).seats[0].fence] == ["", ""]
    t.choose(1)
    for seat in (None, 1, 2):
        assert [slot.face for slot in t.view(seat).seats[0].fence] == [""]
        assert t.view(seat).nefarious.forbidden_rune_discard == ("hangdog-hammock",)


@pytest.mark.rule("NN-REP-10")
def test_nobody_of_the_other_side_gives_or_gets_a_card():
    fair = spell("Swap Fair", item("give", "card", who="each_neighbor", to="you"))
    t = night(player=1, faces=[fair], hand1=["Swap Fair"], hand0=[IVY], hand2=[TINY])
    t.cast("Swap Fair").pick(TINY, verb="give", seat=2)
    assert (t.hand(0), t.hand(1)) == ([IVY], [TINY])
    pull = {"player": 1, "hand1": [KEEPERS, CAT, DOG], "fence0": []}
    t = night(**pull, stray=[TINY], fence2=["Guilt-Trip Casserole"], hand2=[LEASH])
    t.cast(KEEPERS).pick(CAT, verb="discard").pick(DOG)
    assert t.lawn(1) == [TINY]
    t = night(hand0=[NOTICE, IVY], lawn1=[TINY], fence1=["Guilt-Trip Casserole"])
    t.cast(NOTICE)
    assert (t.lawn(0), t.hand(0), t.fence(1)) == ([TINY], [IVY], ["Guilt-Trip Casserole"])


@pytest.mark.rule("NN-REP-10")
def test_the_nefarious_neighbor_is_no_partner_of_a_trade_even_where_nobody_else_is():
    t = night(player=1, phase="begin", lawn1=[DOG], hand1=[TINY], hand2=[CAT])
    t.use(DOG, seat=1).pick(TINY, verb="give")
    assert t.hand(2) == [CAT, TINY]
    two = {"player": 1, "options": {"allow_two_players": "on"}}
    t = night(2, phase="begin", lawn1=[DOG], hand1=[TINY], **two)
    assert (t.verb, t.events("declare")) == ("cast_phase", [])


@pytest.mark.rule("NN-REP-11")
def test_no_rune_of_the_base_game_hears_a_curse():
    hears = creature("Spell Ear", on("cast", "spell", by="any_neighbor"), item("draw"))
    listens = creature("Curse Ear", on("cast", "curse", by="any_neighbor"), item("draw"))
    t = night(faces=[hears, listens], hand0=[IVY], lawn1=["Spell Ear"], lawn2=["Curse Ear"])
    t.cast(IVY).use("Curse Ear", seat=2)
    assert [event.face for event in t.events("declare")] == ["curse-ear"]
    toll = creature("Toll", rules=[rule("surcharge", "spell", act=("cast",), by="each_neighbor",
                                        price=(item("discard"),))])  # fmt: skip
    t = night(faces=[toll], hand0=[IVY], lawn1=["Toll"])
    assert t.cast(IVY).lawn(1) == ["# Toll"]


# --- Beasts -----------------------------------------------------------------------------------


@pytest.mark.rule("NN-BEAST-01", "NN-BEAST-03")
@pytest.mark.parametrize("word", ["hex", "destroy", "return", "sacrifice", "give"])
def test_not_even_the_nefarious_neighbors_words_about_beasts_reach_one(word):
    words = {"sacrifice": {}, "give": {"to": "any_neighbor"}}.get(word, {"of": "you"})
    for noun, reached in (("beast", False), ("creature", True)):
        deed = item(word, noun, **words)
        dealer = creature("Dealer", on("turn_begins", by="you"), deed)
        t = night(phase="begin", faces=[dealer], stray=["Dealer"], lawn0=[HORROR],
                  options={"mastery": "on"})  # fmt: skip
        assert (t.verb == "use") is reached


@pytest.mark.rule("NN-BEAST-01")
@pytest.mark.parametrize("word", ["hex", "destroy", "return", "steal"])
def test_not_even_a_neighbors_words_about_beasts_reach_one(word):
    for noun, reached in (("beast", False), ("mythical", True)):
        deed = item(word, noun, of="any_neighbor")
        dealer = creature("Dealer", on("turn_begins", by="you"), deed)
        t = night(phase="begin", player=1, faces=[dealer], lawn1=["Dealer"], lawn0=[HORROR],
                  stray=[TINY])  # fmt: skip
        assert (t.verb == "use") is reached


@pytest.mark.rule("NN-BEAST-01")
def test_what_answers_a_creature_entering_does_not_see_a_beast():
    t = night(phase="summon", hand0=["Bane Wing"], lawn0=[GOAT, LAMB], hand1=[CAT],
              fence1=["Blo Blo Gadget", "Motion-Sensor Lantern"],
              fence2=["Gettin' Diggy With It"])  # fmt: skip
    t.pick("Bane Wing").pick(GOAT, verb="sacrifice")
    assert t.lawn(0) == [LAMB, "Bane Wing"]
    assert (t.events("declare"), t.seat, t.verb) == ([], 1, "cast_phase")


@pytest.mark.rule("NN-BEAST-03")
def test_a_curse_that_asks_for_a_creature_is_not_paid_with_a_beast():
    assert "Dark Compost" not in night(hand0=["Dark Compost"], lawn0=[HORROR]).labels()
    t = night(hand0=["Dark Compost"], lawn0=[HORROR, GOAT]).cast("Dark Compost")
    assert (t.lawn(0), forbidden_discard(t)) == ([HORROR], [GOAT, "Dark Compost"])


@pytest.mark.rule("NN-BEAST-04")
def test_whatever_counts_or_takes_all_leaves_beasts_out():
    home = spell("All Home", item("return", "creature", of="each_player", all=True))
    shrubs = spell("All Shrubs", item("hex", "mythical", of="each_player", all=True))
    for each in (home, shrubs):
        t = night(player=1, faces=[each], hand1=[each.name], lawn0=[HORROR, GOAT], stray=[TINY],
                  lawn2=[LEASH])  # fmt: skip
        t.cast(each.name)
        assert (t.lawn(0), t.discard()) == ([HORROR, GOAT], [TINY, each.name])
    poor = creature("Poor", on("turn_begins", by="you"), item("draw"),
                    conditions=(has("creature", "any_neighbor", least=2),))  # fmt: skip
    told = {"phase": "begin", "player": 1, "faces": [poor], "lawn1": ["Poor"]}
    assert night(lawn0=[HORROR, GOAT], **told).verb == "cast_phase"
    assert night(lawn0=[GOAT, GOAT], **told).verb == "use"
