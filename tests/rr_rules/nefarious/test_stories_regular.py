"""A story for each card that the expansion adds to the Main and Rune decks, and for each role."""

from __future__ import annotations

import pytest

from tests.support.rr_rules.nefarious import forbidden_discard, forbidden_rune_discard, night, role

TINY, PARCEL, LEASH = "Griffin With a Tiny Head", "Parcel Pegasus", "Pegasus on a Very Short Leash"
CAT, DOG, SPARKLY, NEWTS = "Alley Cat", "A Stray Dog", "Sparkly Dragon", "Newts in Bulk"
GOAT, LAMB, IVY, NOTICE = (
    "Suspiciously Willing Goat", "Lamb Named Thursday", "Creeping Ivy", "Repossession Notice",
)  # fmt: skip
TRAP, SALTY, FLAP, BIRD = (
    "Tricky Trap",
    "Salty Shaker",
    "Cat Flap to Nowhere",
    "Bottomless Bird Feeder",
)
HEX, KEEPERS, CHIME = (
    "Just For the Hex of It",
    "Finders Keepers, Leash and All",
    "Gone With the Wind Chime",
)
DISASTER, HORROR = "This Spells Disaster", "Bog-Standard Horror"


def enters(name, **told):
    """Seat 1 summons this Creature and uses its arrival."""
    hand = told.pop("hand1", [])
    t = night(player=1, phase="summon", hand1=[name, *hand], **told)
    return t.summon(name).use(name, seat=1)


def casts(name, **told):
    """Seat 1 casts this Spell."""
    hand = told.pop("hand1", [])
    return night(4, player=1, hand1=[name, *hand], **told).cast(name)


# --- Creatures --------------------------------------------------------------------------------


@pytest.mark.card("a-stray-dog")
def test_a_stray_dog_gives_a_card_away_at_the_beginning():
    t = night(4, player=1, phase="begin", lawn1=[DOG], hand1=[TINY, CAT])
    t.use(DOG, seat=1)
    assert t.labels() == ["player 2", "player 3"]
    t.pick("player 3").pick(CAT, verb="give")
    assert (t.hand(3), t.hand(1)[:1]) == ([CAT], [TINY])


@pytest.mark.card("alley-cat")
def test_the_alley_cat_pushes_a_rune_off_a_fence_for_a_card():
    t = enters(CAT, hand1=[TINY], fence0=[FLAP], rolls=[4])
    t.pick(FLAP, verb="destroy").pick(TINY, verb="discard")
    assert forbidden_rune_discard(t) == [FLAP]


@pytest.mark.card("garlic-breath-unicorn")
def test_the_garlic_breath_unicorn_keeps_warlocks_off():
    t = night(hand0=[IVY, NOTICE], lawn1=["Garlic-Breath Unicorn"])
    assert t.labels() == ["draw", "skip"]
    t = night(player=1, hand1=[HEX], lawn1=["Garlic-Breath Unicorn"])
    assert t.cast(HEX).lawn(1) == ["# Garlic-Breath Unicorn"]


@pytest.mark.card("night-shift-griffin")
def test_the_night_shift_griffin_looks_and_destroys_a_rune():
    t = enters("Night-Shift Griffin", fence0=[FLAP, BIRD], rolls=[4])
    assert t.labels() == [FLAP, BIRD]
    t.pick(BIRD, verb="destroy")
    assert (forbidden_rune_discard(t), t.fence(0)) == ([BIRD], [FLAP])


@pytest.mark.card("church-bell-pegasus")
def test_the_church_bell_pegasus_takes_the_next_cast_phase():
    t = enters("Church-Bell Pegasus")
    t.pick("player 0", verb="player")
    assert t.view(None).seats[0].skips == ("cast",)


@pytest.mark.card("sleepless-dragon")
def test_the_sleepless_dragon_keeps_one_of_the_top_two():
    t = night(player=1, phase="begin", lawn1=["Sleepless Dragon"], deck=[TINY, CAT, DOG])
    t.use("Sleepless Dragon", seat=1).pick(CAT, verb="keep")
    assert t.hand(1) == [CAT, DOG]
    assert t.names(t.state.deck[:1]) == [TINY]


@pytest.mark.card("porch-light-phoenix")
def test_the_porch_light_phoenix_comes_home_instead():
    t = casts(DISASTER, hand1=[TINY], lawn2=["Porch-Light Phoenix"])
    t.pick(TINY).use("Porch-Light Phoenix", seat=2)
    assert (t.lawn(2), t.hand(2)) == ([], ["Porch-Light Phoenix"])


@pytest.mark.card("porch-light-phoenix")
def test_with_mastery_the_phoenix_cannot_come_home_to_the_nefarious_hand():
    t = casts(DISASTER, hand1=[TINY], stray=["Porch-Light Phoenix"], options={"mastery": "on"})
    t.pick(TINY)
    if t.verb == "use":
        t.use("Porch-Light Phoenix", seat=0)
    assert (t.lawn(0), t.hand(0)) == ([], [])
    assert "Porch-Light Phoenix" in t.discard()


@pytest.mark.card("rescue-jackalope")
def test_the_rescue_jackalope_steals_a_sacrificial_creature_for_a_card():
    t = enters("Rescue Jackalope", hand1=[TINY], lawn0=[GOAT, HORROR], lawn2=[CAT])
    t.pick(TINY, verb="discard")
    assert (t.lawn(0), t.lawn(1)) == ([HORROR], ["Rescue Jackalope", GOAT])


# --- Spells -----------------------------------------------------------------------------------


@pytest.mark.card("goat-rescue-hotline")
def test_the_goat_rescue_hotline_steals_a_goat_or_draws():
    t = casts("Goat Rescue Hotline", lawn0=[GOAT])
    t.choose(0)
    assert (t.lawn(0), t.lawn(1)) == ([], [GOAT])
    t = casts("Goat Rescue Hotline", lawn0=[GOAT])
    t.choose(1)
    assert (t.lawn(0), len(t.state.hand[1])) == ([GOAT], 2)


@pytest.mark.card("burn-after-reading-the-meter")
def test_burn_after_reading_the_meter_costs_a_neighbor_two_cards():
    t = casts("Burn After Reading the Meter", hand0=[IVY, NOTICE], hand2=[TINY])
    # A player with a single card cannot be named; whose cards all go is not asked which.
    assert forbidden_discard(t) == [IVY, NOTICE]


@pytest.mark.card("community-garden-day")
def test_community_garden_day_restores_here_and_there():
    def shrub(state):
        state.hexed.add(state.lawn[0][0])

    t = casts("Community Garden Day", hexed1=[TINY], hexed2=[CAT], stray=[PARCEL], prepare=shrub)
    t.no(seat=2).yes(seat=0)
    assert (t.lawn(1), t.lawn(2), t.lawn(0)) == ([TINY], ["# " + CAT], [PARCEL])


@pytest.mark.card("community-garden-day")
def test_community_garden_day_also_refills_the_main_deck():
    t = casts("Community Garden Day", discard=[TINY, CAT])
    assert (len(t.state.deck), t.discard()) == (108, ["Community Garden Day"])


@pytest.mark.card("torches-and-leaf-forks")
def test_torches_and_leaf_forks_visit_one_fence_until_it_is_bare():
    t = casts("Torches and Leaf Forks", hand1=[TINY], fence0=[FLAP], fence3=[TRAP, SALTY])
    t.decline(seat=3).pick(TRAP, verb="destroy")
    assert t.labels() == [SALTY, "done"]
    t.pick(SALTY).pick(TINY, verb="discard").decline(seat=3)
    assert (t.fence(0), t.fence(3), t.rune_discard()) == ([FLAP], [], [TRAP, SALTY])


@pytest.mark.card("moonlight-moving-van")
def test_the_moonlight_moving_van_trades_a_creature_for_a_stolen_one():
    t = casts("Moonlight Moving Van", lawn1=[GOAT], lawn2=[TINY], lawn0=[HORROR])
    assert (t.lawn(1), t.lawn(2), forbidden_discard(t)) == ([TINY], [], [GOAT])


@pytest.mark.card("recycling-amnesty")
def test_recycling_amnesty_gives_the_main_deck_back_its_discard():
    t = casts("Recycling Amnesty", discard=[TINY, CAT])
    assert len(t.state.deck) == 108
    assert t.discard() == ["Recycling Amnesty"]


# --- Runes ------------------------------------------------------------------------------------


@pytest.mark.card("rowan-doorstop")
def test_the_rowan_doorstop_keeps_a_creature_home():
    t = night(hand0=[NOTICE], lawn1=[TINY], fence1=["Rowan Doorstop"])
    t.cast(NOTICE).use("Rowan Doorstop", seat=1)
    assert (t.lawn(0), t.lawn(1), len(t.state.hand[1])) == ([], [TINY], 1)


@pytest.mark.card("chalk-salt-hopscotch")
def test_the_chalk_and_salt_hopscotch_stops_a_hex():
    t = night(hand0=[IVY], lawn1=[TINY], fence1=["Chalk-and-Salt Hopscotch"])
    t.cast(IVY).use("Chalk-and-Salt Hopscotch", seat=1)
    assert (t.lawn(1), t.rune_discard()) == ([TINY], ["Chalk-and-Salt Hopscotch"])


@pytest.mark.card("motion-sensor-lantern")
def test_the_motion_sensor_lantern_hexes_who_enters():
    t = night(4, player=1, phase="summon", hand1=[TINY], fence2=["Motion-Sensor Lantern"])
    t.summon(TINY).use("Motion-Sensor Lantern", seat=2)
    assert t.lawn(1) == ["# " + TINY]
    t = night(hand0=[NOTICE], lawn1=[TINY], fence2=["Motion-Sensor Lantern"])
    t.cast(NOTICE).use("Motion-Sensor Lantern", seat=2)
    assert (t.lawn(0), t.discard()) == ([], [TINY])


@pytest.mark.card("evidence-jar")
def test_the_evidence_jar_keeps_what_a_neighbor_discards():
    t = night(4, player=1, phase="spin", rolls=[4], hand1=[TINY], fence2=["Evidence Jar"])
    t.pick(TINY, verb="discard").use("Evidence Jar", seat=2)
    assert t.hand(2)[0] == TINY
    assert t.discard() == []


@pytest.mark.card("guilt-trip-casserole")
def test_the_guilt_trip_casserole_takes_two_cards_of_a_regular_thief():
    t = casts(KEEPERS, hand1=[CAT, DOG, NEWTS, HEX], lawn2=[TINY],
              fence2=["Guilt-Trip Casserole"])  # fmt: skip
    t.pick(CAT).pick(DOG).use("Guilt-Trip Casserole", seat=2)
    assert sorted(t.hand(2)) == sorted([NEWTS, HEX])
    assert t.hand(1) == []


@pytest.mark.card("guilt-trip-casserole")
def test_the_guilt_trip_casserole_gets_nothing_from_the_nefarious_hand():
    t = night(hand0=[NOTICE, IVY], lawn1=[TINY], fence1=["Guilt-Trip Casserole"])
    t.cast(NOTICE)
    assert (t.fence(1), t.hand(0), t.verb) == (["Guilt-Trip Casserole"], [IVY], "summon_phase")


@pytest.mark.card("emergency-kazoo")
def test_the_emergency_kazoo_answers_a_rune_of_one_with_two_creatures():
    told = {"fence2": [TRAP], "fence3": ["Emergency Kazoo"]}
    t = casts(NEWTS, lawn2=[TINY, CAT], **told).use(TRAP, seat=2)
    t.pass_until("window").use("Emergency Kazoo", seat=3)
    assert t.view(None).seats[2].skips == ("summon",)
    t = casts(NEWTS, lawn2=[TINY], **told).use(TRAP, seat=2)
    assert [event.by for event in t.events("declare")] == [2]
    assert t.fence(3) == ["Emergency Kazoo"]


@pytest.mark.card("fake-rock-spare-key")
def test_the_fake_rock_summons_after_a_return():
    t = casts(CHIME, lawn2=[TINY], fence2=["Fake Rock, Spare Key"])
    t.use("Fake Rock, Spare Key", seat=2).pick(TINY, verb="summon_effect").pick("player 2")
    assert (t.lawn(2), t.hand(2)) == ([TINY], [])


@pytest.mark.card("lawn-outline-chalk")
def test_the_lawn_outline_chalk_takes_a_destroyed_creature():
    t = casts(DISASTER, hand1=[TINY], lawn2=[CAT], fence3=["Lawn Outline Chalk"])
    t.pick(TINY).use("Lawn Outline Chalk", seat=3)
    assert (t.hand(3), t.discard()) == ([CAT], [TINY, DISASTER])


@pytest.mark.card("solar-path-light")
def test_the_solar_path_light_restores_what_was_hexed():
    t = night(hand0=[IVY], lawn1=[TINY], fence1=["Solar Path Light"])
    t.cast(IVY).use("Solar Path Light", seat=1)
    assert t.lawn(1) == [TINY]


@pytest.mark.card("rigged-ring-toss")
def test_the_rigged_ring_toss_costs_a_creature_instead_of_the_spin():
    t = night(4, player=1, phase="spin", rolls=[0], lawn1=[TINY, CAT, DOG],
              fence2=["Rigged Ring Toss"])  # fmt: skip
    t.use("Rigged Ring Toss", seat=2).pick(CAT, verb="return", seat=1)
    assert (t.lawn(1), t.hand(1), t.fence(1)) == ([TINY, DOG], [CAT], [])


@pytest.mark.card("rigged-ring-toss")
def test_the_rigged_ring_toss_destroys_on_the_nefarious_lawn():
    t = night(phase="spin", rolls=[2], stray=[TINY], lawn0=[GOAT, GOAT],
              fence2=["Rigged Ring Toss"])  # fmt: skip
    t.use("Rigged Ring Toss", seat=2)
    assert (t.lawn(0), t.discard(), t.hand(0)) == ([GOAT, GOAT], [TINY], [])


# --- roles ------------------------------------------------------------------------------------

COLLARS = [SPARKLY, LEASH, LAMB]
WINS = [
    pytest.param("The Henchman", {}, marks=pytest.mark.card("the-henchman")),
    pytest.param("The Griffin Lady", {"lawn1": [TINY, "Sneaky Griffin", "Night-Shift Griffin"]},
                 marks=pytest.mark.card("the-griffin-lady")),
    pytest.param("The Humane Sorcerer", {"lawn1": [DOG], "fence1": [TRAP]},
                 marks=pytest.mark.card("the-humane-sorcerer")),
    pytest.param("The Hexlord", {"hexed1": [TINY, CAT, DOG]},
                 marks=pytest.mark.card("the-hexlord")),
    pytest.param("The Control Freak", {"lawn1": COLLARS},
                 marks=pytest.mark.card("the-control-freak")),
    pytest.param("The Savior", {"lawn1": [GOAT, LAMB]}, marks=pytest.mark.card("the-savior")),
    pytest.param("The Tidier", {"hexed1": [TINY]}, marks=pytest.mark.card("the-tidier")),
    pytest.param("The Curator", {"lawn1": [SPARKLY, PARCEL, TINY, "Garlic-Breath Unicorn"]},
                 marks=pytest.mark.card("the-curator")),
    pytest.param("The Exotic Pet Collector", {"lawn1": [GOAT, CAT, DOG]},
                 marks=pytest.mark.card("the-exotic-pet-collector")),
]  # fmt: skip


@pytest.mark.parametrize(("name", "told"), WINS)
def test_a_role_wins_when_its_owner_ends_the_turn(name, told):
    def run_out(state):
        state.discard, state.deck, state.deadline = state.deck, [], 1

    t = night(player=1, phase="end", roles={1: name.removeprefix("The ")}, prepare=run_out, **told)
    assert role(t, 1) == name
    assert 1 in t.table.outcome.winners
    assert (0 in t.table.outcome.winners) == (name == "The Henchman")
    assert t.view(2).nefarious.roles[1]


@pytest.mark.card("the-nefarious-neighbor")
def test_the_nefarious_neighbor_wins_when_the_main_deck_has_run_out_and_nobody_won():
    def run_out(state):
        state.discard, state.deck, state.deadline = state.deck, [], 1

    t = night(player=1, phase="end", roles={1: "Savior"}, prepare=run_out)
    assert t.table.outcome.winners == (0,)
    assert role(t, 0) == "The Nefarious Neighbor"
