"""A story for each card of the Forbidden deck and the Forbidden Rune deck."""

from __future__ import annotations

import pytest

from tests.support.rr_rules.nefarious import forbidden_discard, forbidden_rune_discard, night

TINY, PARCEL, LEASH = "Griffin With a Tiny Head", "Parcel Pegasus", "Pegasus on a Very Short Leash"
CAT, DOG, SPARKLY, NEWTS = "Alley Cat", "A Stray Dog", "Sparkly Dragon", "Newts in Bulk"
GOAT, LAMB, HEN = "Suspiciously Willing Goat", "Lamb Named Thursday", "Hen of Mild Foreboding"
POSSUM, IVY, COMPOST, MAIL = (
    "Volunteer Possum",
    "Creeping Ivy",
    "Dark Compost",
    "Plague of Junk Mail",
)
TRAP, SALTY, FLAP, BIRD = (
    "Tricky Trap",
    "Salty Shaker",
    "Cat Flap to Nowhere",
    "Bottomless Bird Feeder",
)
HEX, KEEPERS, POINT = "Just For the Hex of It", "Finders Keepers, Leash and All", "Point of Order"
FOUR = [TINY, PARCEL, LEASH, CAT]


def begins(name, **told):
    """The Nefarious Neighbor begins its turn with this Beast."""
    return night(phase="begin", lawn0=[name], **told)


def summons(name, **told):
    """The Nefarious Neighbor summons a Beast and is asked for its cost."""
    hand = told.pop("hand0", [])
    return night(phase="summon", hand0=[name, *hand], **told).pick(name, verb="summon_phase")


# --- Corrupted Beasts -------------------------------------------------------------------------


@pytest.mark.card("bane-wing")
def test_bane_wing_adds_a_forbidden_rune_and_skips_the_cast_phase():
    t = begins("Bane Wing", hand0=[IVY], lawn1=[TINY])
    t.use("Bane Wing", seat=0)
    assert len(t.fence(0)) == 1
    assert [event.other for event in t.events("skipped")] == ["cast"]
    assert t.verb == "summon_phase"


@pytest.mark.card("the-mulchmaw")
def test_the_mulchmaw_costs_two_creatures_and_hexes():
    t = summons("The Mulchmaw", lawn0=[GOAT, GOAT], lawn2=[TINY])
    t.pick(GOAT, verb="sacrifice").use("The Mulchmaw", seat=0)
    assert t.lawn(0) == ["The Mulchmaw"]
    assert t.lawn(2) == ["# " + TINY]
    assert forbidden_discard(t) == [GOAT, GOAT]


@pytest.mark.card("septic-serpent")
def test_septic_serpent_makes_each_neighbor_with_cards_discard():
    t = summons("Septic Serpent", hand0=[IVY], lawn0=[GOAT], hand2=[TINY, CAT])
    t.pick(IVY, verb="discard").use("Septic Serpent", seat=0).pick(CAT, verb="discard", seat=2)
    assert (t.hand(2), t.discard()) == ([TINY], [CAT])


@pytest.mark.card("thing-under-the-deck")
def test_the_thing_under_the_deck_costs_two_creatures_and_draws_at_the_beginning():
    t = summons("Thing Under the Deck", lawn0=[GOAT, LAMB])
    assert (t.lawn(0), forbidden_discard(t)) == (["Thing Under the Deck"], [GOAT, LAMB])
    t = begins("Thing Under the Deck")
    t.use("Thing Under the Deck", seat=0)
    assert len(t.state.hand[0]) == 2


@pytest.mark.card("crawlspace-colossus")
def test_the_crawlspace_colossus_costs_two_creatures_and_destroys_a_creature_and_a_rune():
    t = summons("Crawlspace Colossus", lawn0=[GOAT, GOAT], lawn1=[TINY], fence2=[TRAP])
    t.pick(GOAT, verb="sacrifice").use("Crawlspace Colossus", seat=0).choose(0)
    assert (t.lawn(0), t.lawn(1)) == (["Crawlspace Colossus"], [])
    assert (t.discard(), t.rune_discard()) == ([TINY], [TRAP])


@pytest.mark.card("storm-drain-leviathan")
def test_the_storm_drain_leviathan_sends_a_creature_of_each_neighbor_home():
    t = summons("Storm-Drain Leviathan", lawn0=[GOAT, GOAT], lawn1=[TINY, CAT])
    t.pick(GOAT, verb="sacrifice").use("Storm-Drain Leviathan", seat=0)
    t.pick(CAT, verb="return", seat=1)
    assert (t.lawn(1), t.lawn(2), t.hand(1)[0]) == ([TINY], [], CAT)


@pytest.mark.card("widow-of-the-wisteria")
def test_the_widow_of_the_wisteria_hexes_for_a_card():
    t = begins("Widow of the Wisteria", hand0=[IVY], lawn1=[TINY])
    t.use("Widow of the Wisteria", seat=0).pick(IVY, verb="discard")
    assert (t.lawn(1), forbidden_discard(t)) == (["# " + TINY], [IVY])
    assert begins("Widow of the Wisteria", lawn1=[TINY]).verb == "cast_phase"


@pytest.mark.card("unsorted-recycling")
def test_unsorted_recycling_takes_up_to_two_sacrificial_creatures_back():
    paid = [IVY, COMPOST, GOAT]
    t = summons("Unsorted Recycling", hand0=paid, forbidden_discard=[LAMB, IVY])
    for name in paid:
        t.pick(name, verb="discard")
    t.use("Unsorted Recycling", seat=0)
    assert t.labels() == [LAMB, GOAT]
    t.pick(LAMB, verb="take")
    assert t.labels() == [GOAT, "done"]
    t.pick(GOAT)
    assert t.hand(0) == [LAMB, GOAT]
    assert forbidden_discard(t) == [IVY, IVY, COMPOST]


@pytest.mark.card("unsorted-recycling")
def test_unsorted_recycling_may_take_only_one():
    t = summons("Unsorted Recycling", hand0=[IVY, COMPOST, MAIL], forbidden_discard=[LAMB, GOAT])
    t.pick(IVY).pick(COMPOST).pick(MAIL).use("Unsorted Recycling", seat=0)
    t.pick(GOAT).pick("done")
    assert t.hand(0) == [GOAT]


@pytest.mark.card("bog-standard-horror")
def test_the_bog_standard_horror_costs_three_cards_and_stands_there():
    t = summons("Bog-Standard Horror", hand0=[IVY, COMPOST, MAIL])
    t.pick(IVY).pick(COMPOST).pick(MAIL)
    assert (t.lawn(0), t.hand(0)[:0]) == (["Bog-Standard Horror"], [])
    assert t.events("declare") == []


@pytest.mark.card("scarecrow-without-a-field")
def test_the_scarecrow_without_a_field_holds_a_fourth_forbidden_rune():
    assert night(lawn0=["Scarecrow Without a Field"]).view(0).seats[0].rune_limit == 4
    t = summons("Scarecrow Without a Field", hand0=[IVY], lawn0=[GOAT], rolls=[0],
                fence0=[FLAP, BIRD, "Hangdog Hammock"])  # fmt: skip
    t.pick(IVY, verb="discard")
    assert len(t.fence(0)) == 4
    assert t.state.player == 1


@pytest.mark.card("murmuring-meter-reader")
def test_the_murmuring_meter_reader_holds_two_more_cards():
    seats = night(lawn0=["Murmuring Meter Reader"]).view(None).seats
    assert [seat.hand_limit for seat in seats] == [9, 7, 7]


# --- Curses -----------------------------------------------------------------------------------


@pytest.mark.card("creeping-ivy")
def test_creeping_ivy_hexes_a_neighbors_creature():
    t = night(hand0=[IVY], lawn0=[GOAT], lawn1=[TINY], lawn2=[CAT])
    t.cast(IVY)
    assert t.labels() == [TINY, CAT]
    assert t.pick(CAT).lawn(2) == ["# " + CAT]


@pytest.mark.card("repossession-notice")
def test_the_repossession_notice_steals_a_creature():
    t = night(hand0=["Repossession Notice"], lawn1=[TINY], hexed1=[CAT])
    t.cast("Repossession Notice")
    assert (t.lawn(0), t.lawn(1)) == ([TINY], ["# " + CAT])


@pytest.mark.card("plague-of-junk-mail")
def test_the_plague_of_junk_mail_costs_each_neighbor_with_cards_one():
    t = night(4, hand0=[MAIL], hand1=[TINY], hand3=[CAT, DOG])
    t.cast(MAIL).pick(DOG, seat=3)
    assert (t.hand(1), t.hand(2), t.hand(3)) == ([], [], [CAT])
    assert t.discard() == [TINY, DOG]


@pytest.mark.card("infinite-casserole")
def test_the_infinite_casserole_feeds_a_neighbor_and_the_cook():
    t = night(4, hand0=["Infinite Casserole"])
    t.cast("Infinite Casserole").pick("player 2")
    assert [len(hand) for hand in t.state.hand] == [2, 0, 2, 0]
    assert len(t.state.deck) == 107


@pytest.mark.card("padlock-of-perpetuity")
def test_the_padlock_of_perpetuity_takes_a_summon_phase():
    t = night(hand0=["Padlock of Perpetuity"], hand2=[TINY])
    t.cast("Padlock of Perpetuity").pick("player 2")
    assert (t.view(None).seats[2].skips, len(t.state.hand[0])) == (("summon",), 1)


@pytest.mark.card("dark-compost")
def test_dark_compost_turns_a_creature_into_three_cards():
    t = night(hand0=[COMPOST], lawn0=[GOAT])
    t.cast(COMPOST)
    assert (t.lawn(0), len(t.state.hand[0])) == ([], 3)
    assert forbidden_discard(t) == [GOAT, COMPOST]
    assert COMPOST not in night(hand0=[COMPOST]).labels()


@pytest.mark.card("gnome-with-no-face")
def test_the_gnome_with_no_face_destroys_a_creature_for_a_card():
    t = night(hand0=["Gnome With No Face", IVY], hexed1=[TINY])
    t.cast("Gnome With No Face").pick(IVY, verb="discard")
    assert (t.lawn(1), t.discard()) == ([], [TINY])


@pytest.mark.card("wood-rot")
def test_wood_rot_eats_up_to_two_runes_of_a_neighbor_and_brings_a_forbidden_one():
    t = night(4, hand0=["Wood Rot"], fence1=[TRAP, SALTY], fence3=[SALTY])
    t.cast("Wood Rot").pick(TRAP, verb="destroy").pick(SALTY)
    assert t.rune_discard() == [TRAP, SALTY]
    assert [len(fence) for fence in t.state.fence] == [1, 0, 0, 1]


@pytest.mark.card("pet-plot-twist")
def test_pet_plot_twist_brings_a_sacrificial_creature_back():
    t = night(hand0=["Pet Plot Twist"], forbidden_discard=[GOAT, IVY, HEN])
    t.cast("Pet Plot Twist")
    assert t.labels() == [GOAT, HEN]
    t.pick(HEN)
    assert t.lawn(0) == [HEN]
    assert t.state.sworn == set(t.state.lawn[0])


# --- Forbidden Runes --------------------------------------------------------------------------


@pytest.mark.card("coffin-nail-doorknocker")
def test_the_coffin_nail_doorknocker_costs_a_thief_a_card_and_saves_the_creature():
    t = night(player=1, hand1=[KEEPERS, CAT, DOG, NEWTS], lawn0=[GOAT],
              fence0=["Coffin-Nail Doorknocker"])  # fmt: skip
    t.cast(KEEPERS).pick(CAT).pick(DOG).use("Coffin-Nail Doorknocker", seat=0)
    t.pick(NEWTS, verb="discard", seat=1)
    assert (t.lawn(0), t.lawn(1), t.hand(1)) == ([GOAT], [], [])
    assert forbidden_rune_discard(t) == ["Coffin-Nail Doorknocker"]


@pytest.mark.card("blood-moon-gazing-globe")
def test_the_blood_moon_gazing_globe_hexes_who_casts():
    t = night(player=1, hand1=[NEWTS], lawn1=[TINY], fence0=["Blood-Moon Gazing Globe"])
    t.cast(NEWTS).use("Blood-Moon Gazing Globe", seat=0).pass_until("summon_phase")
    assert t.lawn(1) == ["# " + TINY]


@pytest.mark.card("hangdog-hammock")
def test_the_hangdog_hammock_steals_from_who_has_four():
    t = night(player=1, phase="end", lawn1=FOUR, fence0=["Hangdog Hammock"])
    t.use("Hangdog Hammock", seat=0).pick(CAT, verb="steal")
    assert (t.lawn(0), t.lawn(1)) == ([CAT], FOUR[:3])
    t = night(player=1, phase="end", lawn1=FOUR[:3], fence0=["Hangdog Hammock"])
    assert t.fence(0) == ["Hangdog Hammock"]


@pytest.mark.card("welcome-mat-of-many-teeth")
def test_the_welcome_mat_of_many_teeth_steals_who_enters_for_a_card():
    t = night(player=1, phase="summon", hand1=[TINY], hand0=[IVY],
              fence0=["Welcome Mat of Many Teeth"])  # fmt: skip
    t.summon(TINY).use("Welcome Mat of Many Teeth", seat=0).pick(IVY, verb="discard")
    assert (t.lawn(0), t.lawn(1), forbidden_discard(t)) == ([TINY], [], [IVY])


@pytest.mark.card("cat-flap-to-nowhere")
def test_the_cat_flap_to_nowhere_destroys_a_rune_of_the_destroyer():
    t = night(player=1, phase="summon", hand1=["Rune-Eating Dragon"], fence1=[TRAP], rolls=[4],
              fence0=[FLAP, BIRD])  # fmt: skip
    t.summon("Rune-Eating Dragon").use("Rune-Eating Dragon", seat=1).pick(BIRD, verb="destroy")
    t.use(FLAP, seat=0).choose(0)
    assert (t.fence(0), t.fence(1)) == ([BIRD], [])
    assert (forbidden_rune_discard(t), t.rune_discard()) == ([FLAP], [TRAP])


@pytest.mark.card("cat-flap-to-nowhere")
def test_the_cat_flap_answers_a_theft_too_because_that_is_a_destruction():
    t = night(player=1, phase="summon", hand1=["Sneaky Griffin"], fence1=[TRAP], rolls=[4],
              fence0=[FLAP, BIRD])  # fmt: skip
    t.summon("Sneaky Griffin").use("Sneaky Griffin", seat=1).pick(BIRD, verb="steal")
    t.use(FLAP, seat=0).choose(0)
    assert (t.fence(0), t.fence(1), t.rune_discard()) == ([BIRD], [], [TRAP])


@pytest.mark.card("wrong-hour-sprinkler")
def test_the_wrong_hour_sprinkler_draws_two_for_a_discard():
    t = night(phase="spin", rolls=[5], hand0=[IVY], fence0=["Wrong-Hour Sprinkler"])
    t.pick(IVY, verb="discard").use("Wrong-Hour Sprinkler", seat=0)
    assert forbidden_rune_discard(t) == ["Wrong-Hour Sprinkler"]
    assert len(t.events("draw")) >= 2


@pytest.mark.card("bottomless-bird-feeder")
def test_the_bottomless_bird_feeder_feeds_two_at_a_new_regulation():
    t = night(player=1, hand1=[POINT], fence0=[BIRD], regulation="Leash Law",
              regulation_deck=["Quiet Hours"])  # fmt: skip
    t.cast(POINT).use(BIRD, seat=0).pick("player 2", verb="player", seat=0)
    assert [len(hand) for hand in t.state.hand] == [1, 2, 2]


# --- Sacrificial Creatures --------------------------------------------------------------------


@pytest.mark.card("suspiciously-willing-goat")
def test_the_suspiciously_willing_goat_is_given_up_gladly():
    t = night(phase="summon", hand0=["Bane Wing"], lawn0=[GOAT])
    t.pick("Bane Wing")
    assert (t.lawn(0), forbidden_discard(t)) == (["Bane Wing"], [GOAT])


@pytest.mark.card("lamb-named-thursday")
def test_the_lamb_named_thursday_may_draw_from_the_deck_of_whose_lawn_it_enters():
    t = night(phase="summon", hand0=[LAMB])
    t.pick(LAMB).use(LAMB, seat=0)
    assert [t.state.face[c].back for c in t.state.hand[0]][:1] == ["forbidden"]
    t = night(player=1, hand1=[KEEPERS, CAT, DOG], lawn0=[LAMB])
    t.cast(KEEPERS).pick(CAT).pick(DOG).use(LAMB, seat=1)
    assert [t.state.face[c].back for c in t.state.hand[1]] == ["main"]


@pytest.mark.card("hen-of-mild-foreboding")
def test_the_hen_of_mild_foreboding_swaps_a_card():
    t = night(phase="begin", lawn0=[HEN], hand0=[IVY])
    t.use(HEN, seat=0).pick(IVY, verb="discard")
    assert forbidden_discard(t) == [IVY]
    assert len(t.state.hand[0]) == 2


@pytest.mark.card("volunteer-possum")
def test_the_volunteer_possum_cannot_be_stolen():
    t = night(player=1, hand1=[KEEPERS, CAT, DOG], lawn0=[POSSUM])
    assert KEEPERS not in t.labels()
    t = night(player=1, hand1=[KEEPERS, CAT, DOG], lawn0=[POSSUM, GOAT])
    t.cast(KEEPERS).pick(CAT).pick(DOG)
    assert t.lawn(0) == [POSSUM]
