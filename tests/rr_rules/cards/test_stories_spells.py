"""A story for each Spell of the base box."""

from __future__ import annotations

import pytest

from tests.support.rr_rules.story import story

HEX, DISASTER = "Just For the Hex of It", "This Spells Disaster"
TINY, LEASH = "Griffin With a Tiny Head", "Pegasus on a Very Short Leash"
PARCEL, KRAKEN = "Parcel Pegasus", "Kiddie-Pool Kraken"
VANE, GRABBER = "Wobbly Weathervane", "Grubby Grabber"


def cast(name, seats=2, **zones):
    """A story in which seat 0 casts a Spell in its Cast phase."""
    t = story(seats, hand0=[name, *zones.pop("hand0", [])], **zones)
    return t.cast(name)


@pytest.mark.card("just-for-the-hex-of-it")
def test_just_for_the_hex_of_it_hexes_any_mythical_creature():
    t = cast(HEX, lawn0=[TINY], lawn1=[LEASH], hexed1=[PARCEL])
    assert t.labels() == [TINY, LEASH]
    t.pick(LEASH, verb="hex")
    assert t.lawn(1) == ["# " + LEASH, "# " + PARCEL]


@pytest.mark.card("this-spells-disaster")
def test_this_spells_disaster_costs_a_card_and_destroys_a_creature():
    t = cast(DISASTER, hand0=[TINY], hexed1=[LEASH])
    t.pick(TINY, verb="discard")
    assert t.discard() == [TINY, LEASH, DISASTER]
    assert not t.state.hexed


@pytest.mark.card("prune-to-perfection")
def test_prune_to_perfection_restores_up_to_two():
    t = cast("Prune to Perfection", hexed0=[TINY, LEASH, PARCEL])
    t.pick(LEASH, verb="restore")
    assert t.labels() == [TINY, PARCEL, "done"]
    t.pick(PARCEL, verb="restore").decline(seat=0)
    assert t.lawn(0) == ["# " + TINY, LEASH, PARCEL]


@pytest.mark.card("gone-with-the-wind-chime")
def test_gone_with_the_wind_chime_returns_any_creature():
    t = cast("Gone With the Wind Chime", lawn0=[TINY], hexed1=[LEASH])
    t.pick(LEASH, verb="return")
    assert (t.hand(1), t.lawn(1)) == ([LEASH], [])


@pytest.mark.card("weed-out-the-competition")
def test_weed_out_the_competition_destroys_shrubs_of_one_player():
    t = cast("Weed Out the Competition", 3, hexed1=[TINY, LEASH], hexed2=[PARCEL], deck=[HEX])
    t.pick(LEASH, verb="destroy")
    assert t.labels() == [TINY, "done"]
    t.pick(TINY)
    assert t.lawn(1) == []
    assert t.lawn(2) == ["# " + PARCEL]
    assert t.hand(0) == [HEX]


@pytest.mark.card("newts-in-bulk")
def test_newts_in_bulk_draws_three_and_discards_one():
    t = cast("Newts in Bulk", deck=[TINY, LEASH, PARCEL])
    t.pick(LEASH, verb="discard")
    assert t.hand(0) == [TINY, PARCEL]


@pytest.mark.card("open-house-open-cage")
def test_open_house_open_cage_summons_a_creature():
    t = cast("Open House, Open Cage", hand0=[TINY, HEX])
    assert t.labels() == [TINY]
    t.pick(TINY, verb="summon_effect").pick("player 1", verb="lawn")
    assert t.lawn(1) == [TINY]
    assert "Open House, Open Cage" not in story(hand0=["Open House, Open Cage", HEX]).labels()


@pytest.mark.card("trade-in-value")
def test_trade_in_value_trades_a_creature_for_one_from_the_discard():
    t = cast("Trade-In Value", lawn0=[TINY, LEASH], discard=[KRAKEN, HEX])
    t.pick(LEASH, verb="sacrifice")
    assert t.lawn(0) == [TINY, KRAKEN]
    assert len(t.fence(0)) == 2
    assert t.discard() == [HEX, LEASH, "Trade-In Value"]


@pytest.mark.card("curbside-treasure-hunt")
def test_curbside_treasure_hunt_takes_a_card_from_the_discard():
    t = cast("Curbside Treasure Hunt", discard=[TINY, HEX])
    t.pick(TINY, verb="take")
    assert t.hand(0) == [TINY]
    assert t.discard() == [HEX, "Curbside Treasure Hunt"]


@pytest.mark.card("finders-keepers-leash-and-all")
def test_finders_keepers_costs_two_cards_and_steals():
    t = cast("Finders Keepers, Leash and All", hand0=[HEX, TINY], lawn1=[LEASH])
    t.pick(HEX, verb="discard").pick(TINY, verb="discard")
    assert t.lawn(0) == [LEASH]
    short = story(hand0=["Finders Keepers, Leash and All", HEX], lawn1=[LEASH])
    assert "Finders Keepers, Leash and All" not in short.labels()


@pytest.mark.card("surprise-fence-inspection")
def test_surprise_fence_inspection_destroys_up_to_two_runes_of_one_neighbor():
    gate, trap = "Squeaky Side Gate", "Tricky Trap"
    t = cast(
        "Surprise Fence Inspection", 3, fence0=[VANE], fence1=[gate, trap], fence2=["Salty Shaker"]
    )
    t.decline(seat=1).pick(gate, verb="destroy")
    assert t.labels() == [trap, "done"]
    t.pick(trap)
    assert (t.fence(0), t.fence(1), t.fence(2)) == ([VANE], [], ["Salty Shaker"])


@pytest.mark.card("rune-service-lukewarm")
def test_rune_service_lukewarm_adds_two_runes():
    t = cast("Rune Service, Lukewarm", rune_deck=[VANE, GRABBER])
    assert t.fence(0) == [VANE, GRABBER]


@pytest.mark.card("point-of-order")
def test_point_of_order_changes_the_regulation_and_draws_two():
    t = cast("Point of Order", regulation_deck=["Leash Law"], deck=[TINY, PARCEL])
    assert t.regulation() == "Leash Law"
    assert t.hand(0) == [TINY, PARCEL]


@pytest.mark.card("calling-in-sick")
def test_calling_in_sick_skips_the_spin_of_this_turn_only():
    t = cast("Calling In Sick", deck=[TINY], rolls=[4])
    assert t.hand(0) == [TINY]
    t.skip()
    assert t.state.player == 1
    assert not t.events("spin")
    t.skip().skip()
    assert [event.by for event in t.events("spin")] == [1]


@pytest.mark.card("double-parked-cauldron")
def test_double_parked_cauldron_makes_a_neighbor_miss_a_summon_phase():
    t = cast("Double-Parked Cauldron", 3, rolls=[0, 0])
    t.pick("player 2", verb="player").skip()
    assert t.view(0).seats[2].skips == ("summon",)
    t.skip().skip()  # player 1
    assert (t.verb, t.seat) == ("cast_phase", 2)
    t.skip()
    assert [event.of for event in t.events("skipped")] == [2]


@pytest.mark.card("passive-aggressive-note")
def test_passive_aggressive_note_lets_the_neighbor_choose():
    t = cast("Passive-Aggressive Note", hand1=[HEX, DISASTER], lawn1=[TINY])
    assert (t.verb, t.seat, t.labels()) == ("mode", 1, ["mode 0", "mode 1"])
    t.choose(1)
    assert t.lawn(1) == ["# " + TINY]
    t = cast("Passive-Aggressive Note", hand1=[HEX], lawn1=[TINY])
    # One card does not pay for two: only the list that can be carried out in full is left.
    assert t.lawn(1) == ["# " + TINY]


@pytest.mark.card("driveway-swap-meet")
def test_driveway_swap_meet_gives_one_creature_and_steals_another():
    t = cast("Driveway Swap Meet", 3, lawn0=[TINY], lawn1=[LEASH], lawn2=[PARCEL])
    t.pick("player 2", verb="player")
    assert (t.lawn(0), t.lawn(1), t.lawn(2)) == ([PARCEL], [LEASH], [TINY])


@pytest.mark.card("vacation-hold")
def test_vacation_hold_draws_and_protects_until_the_next_turn():
    t = cast("Vacation Hold", hand1=[HEX], lawn0=[TINY], lawn1=[LEASH], deck=[PARCEL], rolls=[4, 4])
    assert t.hand(0) == [PARCEL]
    assert [each.granted for each in t.view(None).seats] == [("vacation-hold",), ()]
    t.skip().cast(HEX)
    assert t.lawn(1) == ["# " + LEASH]  # the only legal target was its own
    t.skip().choose(0)  # the spin costs player 1 the card it drew
    assert [each.granted for each in t.view(None).seats] == [(), ()]
    assert t.state.player == 0


@pytest.mark.card("mandatory-spin-class")
def test_mandatory_spin_class_makes_a_neighbor_spin():
    t = cast("Mandatory Spin Class", lawn1=[TINY], lawn0=[LEASH], rolls=[1], deck=[HEX])
    assert t.lawn(1) == ["# " + TINY]
    assert t.lawn(0) == [LEASH]
    assert t.hand(0) == [HEX]
    assert [event.by for event in t.events("spin")] == [1]
