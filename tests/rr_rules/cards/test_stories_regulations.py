"""A story for each Regulation of the base box."""

from __future__ import annotations

import pytest

from tests.support.rr_rules.faces import THIEF
from tests.support.rr_rules.story import story

HEX, DISASTER = "Just For the Hex of It", "This Spells Disaster"
TINY, LEASH = "Griffin With a Tiny Head", "Pegasus on a Very Short Leash"
PARCEL, SPARKLY = "Parcel Pegasus", "Sparkly Dragon"
TRAP, SALTY, VANE, FLAMINGO = ("Tricky Trap", "Salty Shaker", "Wobbly Weathervane",
                               "Suspicious Flamingo")  # fmt: skip
SIX = [TINY, TINY, LEASH, LEASH, HEX, HEX]


@pytest.mark.card("loose-paper-ordinance")
def test_loose_paper_ordinance_sets_the_hand_limit_to_five():
    t = story(phase="spin", rolls=[3], hand0=SIX, regulation_deck=["Loose Paper Ordinance"])
    t.pick(HEX, verb="hand_limit", seat=0)
    assert len(t.hand(0)) == 5
    assert t.view(1).seats[1].hand_limit == 5


@pytest.mark.card("attic-storage-amendment")
def test_attic_storage_amendment_sets_the_hand_limit_to_nine():
    t = story(phase="draw", hand0=[*SIX, HEX], regulation="Attic Storage Amendment")
    assert t.verb == "cast_phase"
    assert len(t.hand(0)) == 8


@pytest.mark.card("maximum-fence-height")
def test_maximum_fence_height_sets_the_rune_limit_to_two():
    t = story(phase="spin", rolls=[3], fence0=[TRAP, SALTY, "Gnasty Gnome"],
              regulation_deck=["Maximum Fence Height"])  # fmt: skip
    t.pick(SALTY, verb="rune_limit", seat=0)
    assert t.fence(0) == [TRAP, "Gnasty Gnome"]


@pytest.mark.card("tall-fence-variance")
def test_tall_fence_variance_sets_the_rune_limit_to_five():
    t = story(hand0=["Rune Service, Lukewarm"], fence0=[TRAP, SALTY, VANE],
              regulation="Tall Fence Variance")  # fmt: skip
    t.cast("Rune Service, Lukewarm")
    assert len(t.fence(0)) == 5


@pytest.mark.card("pet-registration-fee")
def test_pet_registration_fee_costs_a_card_in_the_summon_phase():
    t = story(phase="summon", hand0=[TINY, HEX], regulation="Pet Registration Fee")
    t.summon(TINY).pick(HEX, verb="discard", seat=0)
    assert t.lawn(0) == [TINY]
    assert TINY not in story(phase="summon", hand0=[TINY], regulation="Pet Registration Fee"
                             ).labels()  # fmt: skip
    t = story(hand0=["Open House, Open Cage", TINY], regulation="Pet Registration Fee")
    t.cast("Open House, Open Cage").pick(TINY).pick("player 0")
    assert t.lawn(0) == [TINY]


@pytest.mark.card("quiet-hours")
def test_quiet_hours_forbid_casting_in_the_cast_phase():
    t = story(hand0=[HEX], lawn1=[TINY], regulation="Quiet Hours")
    assert t.acts() == ["draw", "skip"]
    t = story(phase="summon", hand0=[SPARKLY, HEX], lawn1=[TINY], regulation="Quiet Hours")
    t.summon(SPARKLY).use(SPARKLY).pick(HEX, verb="cast_effect").pick(TINY, verb="hex")
    assert t.lawn(1) == ["# " + TINY]


@pytest.mark.card("neighborhood-watch-program")
def test_neighborhood_watch_program_stops_thieves():
    t = story(phase="summon", hand0=["Thief"], lawn1=[TINY], faces=[THIEF],
              regulation="Neighborhood Watch Program")  # fmt: skip
    t.summon("Thief")
    assert not t.events("declare", "steal")


@pytest.mark.card("leash-law")
def test_leash_law_protects_collars_from_hex_and_return():
    t = story(hand0=[HEX], lawn1=[LEASH, TINY], lawn0=[PARCEL], regulation="Leash Law")
    t.cast(HEX)
    assert t.labels() == [PARCEL, TINY]
    t = story(phase="spin", rolls=[2], lawn0=[LEASH], regulation="Leash Law")
    assert t.lawn(0) == [LEASH]


@pytest.mark.card("open-flame-ban")
def test_open_flame_ban_costs_a_card_for_a_dragon():
    t = story(phase="summon", hand0=["Garage-Hoarding Dragon", HEX], regulation="Open Flame Ban")
    t.summon("Garage-Hoarding Dragon").pick(HEX, verb="discard", seat=0)
    t = story(phase="summon", hand0=[TINY, HEX], regulation="Open Flame Ban")
    t.summon(TINY)
    assert t.hand(0) == [HEX]


@pytest.mark.card("open-flame-ban")
def test_open_flame_ban_speaks_to_the_player_whose_lawn_it_is():
    t = story(phase="summon", hand0=["Garage-Hoarding Dragon", HEX], hand1=[TINY],
              regulation="Open Flame Ban")  # fmt: skip
    t.summon("Garage-Hoarding Dragon", onto=1).pick(TINY, verb="discard", seat=1)
    assert t.hand(0) == [HEX]


@pytest.mark.card("shrub-maintenance-schedule")
def test_shrub_maintenance_schedule_costs_a_shrub_or_a_card():
    t = story(phase="begin", hexed0=[TINY], hand0=[HEX], regulation="Shrub Maintenance Schedule")
    t.choose(1).pick(HEX, verb="discard", seat=0)
    assert t.lawn(0) == ["# " + TINY]
    t = story(phase="begin", lawn0=[TINY], hand0=[HEX], regulation="Shrub Maintenance Schedule")
    assert t.verb == "cast_phase"


@pytest.mark.card("see-through-fence-code")
def test_see_through_fence_code_opens_the_fences_and_leaves_what_was_seen():
    t = story(phase="summon", hand0=["Rune-Eating Dragon"], fence1=[TRAP, SALTY],
              regulation="See-Through Fence Code")  # fmt: skip
    slots = t.view(0).seats[1].fence
    assert [(slot.face, slot.face_up) for slot in slots] == [
        ("tricky-trap", True), ("salty-shaker", True)]  # fmt: skip
    assert t.view(None).seats[1].fence == slots
    t = story(phase="spin", rolls=[3], fence1=[TRAP], regulation="See-Through Fence Code",
              regulation_deck=["Leash Law"])  # fmt: skip
    assert t.view(0).seats[1].fence[0].face == ""


@pytest.mark.card("one-pet-per-day")
def test_one_pet_per_day_lowers_the_summoning_limit():
    t = story(phase="limit", lawn0=[TINY, LEASH], start_count=0, regulation="One Pet Per Day")
    t.pick(TINY, verb="summoning_limit")
    assert t.lawn(0) == [LEASH]
    t = story(phase="limit", lawn0=[TINY, LEASH], start_count=1, regulation="One Pet Per Day")
    assert t.lawn(0) == [TINY, LEASH]


@pytest.mark.card("welcome-wagon-mandate")
def test_welcome_wagon_mandate_draws_two():
    t = story(phase="draw", regulation="Welcome Wagon Mandate", deck=[TINY, LEASH])
    assert t.hand(0) == [TINY, LEASH]


@pytest.mark.card("vacant-lot-assistance")
def test_vacant_lot_assistance_lets_the_poorest_draw():
    t = story(phase="begin", lawn0=[TINY], lawn1=[LEASH], regulation="Vacant Lot Assistance",
              deck=[PARCEL, HEX])  # fmt: skip
    t.yes(seat=0)
    assert t.hand(0) == [PARCEL, HEX]
    t = story(phase="begin", lawn0=[TINY], regulation="Vacant Lot Assistance")
    assert t.verb == "cast_phase"


@pytest.mark.card("luxury-pet-tax")
def test_luxury_pet_tax_costs_a_card_at_the_end_of_the_turn():
    t = story(phase="end", lawn0=[TINY, TINY, LEASH], hand0=[HEX], regulation="Luxury Pet Tax")
    t.pick(HEX, verb="discard", seat=0)
    t = story(phase="end", lawn0=[TINY, TINY], hand0=[HEX], regulation="Luxury Pet Tax")
    assert t.hand(0) == [HEX]


@pytest.mark.card("spinner-safety-recall")
def test_spinner_safety_recall_spins_twice_and_lets_one_apply():
    t = story(phase="spin", rolls=[1, 2], lawn0=[TINY], regulation="Spinner Safety Recall")
    assert [option.at for option in t.asked.options] == [2, 3]
    t.pick("result 3")
    assert t.hand(0) == [TINY]
    assert [each.n for each in t.events("spin", "result")] == [2, 3, 3]
    [chosen] = t.events("result")
    assert t.table.game.line(chosen).text == "{0} applies 3: Pet Return"


def test_of_two_results_alike_none_is_chosen():
    t = story(phase="spin", rolls=[1, 1], lawn0=[TINY], regulation="Spinner Safety Recall")
    t.skip()
    assert [each.n for each in t.events("spin", "result")] == [2, 2]


@pytest.mark.card("noise-permit")
def test_noise_permit_costs_a_card_for_an_activation():
    t = story(phase="spin", rolls=[1], lawn0=[TINY], hand0=[HEX], fence0=[VANE],
              regulation="Noise Permit")  # fmt: skip
    t.use(VANE, seat=0).pick(HEX, verb="discard", seat=0)
    assert t.rune_discard() == [VANE]
    t = story(phase="spin", rolls=[1], lawn0=[TINY], fence0=[VANE], regulation="Noise Permit")
    assert t.lawn(0) == ["# " + TINY]
