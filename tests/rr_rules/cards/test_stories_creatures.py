"""A story for each Creature of the base box: it is played and does what it says."""

from __future__ import annotations

import pytest

from tests.support.rr_rules.faces import THIEF
from tests.support.rr_rules.story import story

HEX, DISASTER = "Just For the Hex of It", "This Spells Disaster"
TINY, LEASH = "Griffin With a Tiny Head", "Pegasus on a Very Short Leash"
TRAP, SALTY = "Tricky Trap", "Salty Shaker"


def enter(name, **zones):
    """A story in which seat 0 summons a Creature onto its own Lawn."""
    t = story(phase="summon", hand0=[name, *zones.pop("hand0", [])], **zones)
    return t.summon(name)


@pytest.mark.card("horrifyingly-smelly-dragon")
def test_horrifyingly_smelly_dragon_makes_everybody_return_a_creature():
    t = enter("Horrifyingly Smelly Dragon", lawn0=[TINY], lawn1=[LEASH])
    t.use("Horrifyingly Smelly Dragon").pick(TINY, verb="return", seat=0)
    assert t.lawn(0) == ["Horrifyingly Smelly Dragon"]
    assert t.lawn(1) == []
    assert t.hand(1)[0] == LEASH


@pytest.mark.card("rune-eating-dragon")
def test_rune_eating_dragon_destroys_a_rune_blind():
    t = enter("Rune-Eating Dragon", fence1=[TRAP, SALTY])
    t.use("Rune-Eating Dragon").choose(1)
    assert t.fence(1) == [TRAP]
    assert t.rune_discard() == [SALTY]


@pytest.mark.card("sparkly-dragon")
def test_sparkly_dragon_casts_a_spell():
    t = enter("Sparkly Dragon", hand0=[HEX], lawn1=[TINY])
    t.use("Sparkly Dragon").pick(HEX, verb="cast_effect").pick(TINY, verb="hex")
    assert t.lawn(1) == ["# " + TINY]
    assert t.discard() == [HEX]


@pytest.mark.card("sparkly-dragon")
def test_sparkly_dragon_asks_a_hand_without_spells_and_lets_it_decline():
    t = enter("Sparkly Dragon", hand0=[LEASH])
    t.use("Sparkly Dragon")
    assert (t.verb, t.acts()) == ("cast_effect", ["pass"])


@pytest.mark.card("bratty-dragon")
def test_bratty_dragon_makes_a_neighbor_give_a_card():
    t = story(3, phase="begin", lawn0=["Bratty Dragon"], hand1=[TINY], hand2=[LEASH, HEX])
    t.use("Bratty Dragon").pick("player 2", verb="player").pick(HEX, verb="give", seat=2)
    assert t.hand(2) == [LEASH]
    assert t.hand(0)[0] == HEX
    assert t.discard() == []


@pytest.mark.card("grillmaster-dragon")
def test_grillmaster_dragon_destroys_a_hexed_creature_of_a_neighbor():
    t = enter("Grillmaster Dragon", hexed1=[TINY], lawn1=[LEASH], hexed0=[LEASH])
    t.use("Grillmaster Dragon")
    assert t.discard() == [TINY]
    assert t.lawn(1) == [LEASH]


@pytest.mark.card("garage-hoarding-dragon")
def test_garage_hoarding_dragon_raises_the_hand_limit_while_it_is_no_shrub():
    eight = [TINY, TINY, TINY, LEASH, LEASH, DISASTER, DISASTER, HEX]
    t = story(hand0=eight, lawn0=["Garage-Hoarding Dragon"])
    assert t.view(0).seats[0].hand_limit == 9
    t.cast(HEX)  # the Dragon is its only target
    assert t.view(0).seats[0].hand_limit == 7
    assert len(t.hand(0)) == 7


@pytest.mark.card("garage-hoarding-dragon")
def test_garage_hoarding_dragon_takes_a_creature_from_the_discard():
    t = enter("Garage-Hoarding Dragon", discard=[TINY, HEX, LEASH])
    t.use("Garage-Hoarding Dragon")
    assert t.labels() == [TINY, LEASH]
    t.pick(LEASH, verb="take")
    assert (t.hand(0), t.discard()) == ([LEASH], [TINY, HEX])


@pytest.mark.card("tail-chasing-unicorn")
def test_tail_chasing_unicorn_returns_a_creature_and_draws():
    t = story(phase="begin", lawn0=["Tail-Chasing Unicorn", TINY], deck=[LEASH])
    t.use("Tail-Chasing Unicorn").pick("Tail-Chasing Unicorn", verb="return")
    assert t.lawn(0) == [TINY]
    assert t.hand(0)[:2] == ["Tail-Chasing Unicorn", LEASH]


@pytest.mark.card("spoiled-unicorn")
def test_spoiled_unicorn_is_given_a_card_that_only_two_know():
    t = enter("Spoiled Unicorn", hand1=[TINY, HEX])
    t.use("Spoiled Unicorn").pick(HEX, verb="give", seat=1)
    assert t.hand(0) == [HEX]
    [given] = t.events("give_card")
    assert (given.by, given.of, given.seen) == (1, 0, (1, 0))


@pytest.mark.card("hedge-nibbling-unicorn")
def test_hedge_nibbling_unicorn_restores_an_own_shrub():
    t = enter("Hedge-Nibbling Unicorn", hexed0=["Unicorn Who Just Moved In"], deck=[LEASH])
    t.use("Hedge-Nibbling Unicorn")
    assert t.lawn(0) == ["Unicorn Who Just Moved In", "Hedge-Nibbling Unicorn"]
    t.use("Unicorn Who Just Moved In")  # it entered anew
    assert LEASH in t.hand(0)


@pytest.mark.card("unicorn-who-just-moved-in")
def test_unicorn_who_just_moved_in_draws():
    t = enter("Unicorn Who Just Moved In", deck=[LEASH])
    t.use("Unicorn Who Just Moved In")
    assert t.hand(0) == [LEASH]


@pytest.mark.card("coupon-clipping-unicorn")
def test_coupon_clipping_unicorn_draws_once_a_turn():
    t = story(hand0=["Finders Keepers, Leash and All", TINY, HEX], lawn1=[LEASH],
              lawn0=["Coupon-Clipping Unicorn"])  # fmt: skip
    t.cast("Finders Keepers, Leash and All").pick(TINY, verb="discard")
    t.use("Coupon-Clipping Unicorn").pick(HEX, verb="discard")
    assert len(t.events("discard")) == 2
    assert t.verb == "summon_phase"
    assert [event.by for event in t.events("draw")] == [0]


@pytest.mark.card("fetching-pegasus")
def test_fetching_pegasus_makes_neighbors_discard_before_they_cast():
    t = story(hand0=[HEX, TINY], lawn1=["Fetching Pegasus"])
    t.cast(HEX).pick(TINY, verb="discard", seat=0)
    kinds = [event.kind for event in t.events("name", "discard", "cast", "hex")]
    assert kinds == ["name", "discard", "cast", "hex"]
    assert HEX not in story(hand0=[HEX], lawn1=["Fetching Pegasus"]).labels()
    t = story(hand0=[HEX], lawn0=["Fetching Pegasus"])
    assert HEX in t.labels()


@pytest.mark.card("light-hoofed-pegasus")
def test_light_hoofed_pegasus_steals_a_mythical_dragon_for_two_cards():
    t = enter("Light-Hoofed Pegasus", hand0=[HEX, LEASH, TINY], lawn1=["Bratty Dragon", TINY],
              hexed1=["Grillmaster Dragon"])  # fmt: skip
    t.use("Light-Hoofed Pegasus").pick(LEASH, verb="discard").pick(TINY, verb="discard")
    assert t.lawn(0) == ["Light-Hoofed Pegasus", "Bratty Dragon"]
    assert t.lawn(1) == [TINY, "# Grillmaster Dragon"]
    assert (t.hand(0), t.discard()) == ([HEX], [LEASH, TINY])


@pytest.mark.card("light-hoofed-pegasus")
@pytest.mark.parametrize(
    ("hand", "lawn"), [([HEX], ["Bratty Dragon"]), ([HEX, LEASH], [TINY]), ([HEX, LEASH], [])]
)
def test_light_hoofed_pegasus_needs_two_cards_and_a_dragon(hand, lawn):
    t = enter("Light-Hoofed Pegasus", hand0=hand, lawn1=lawn)
    assert not t.events("declare")
    assert t.hand(0) == hand


@pytest.mark.card("sprinkler-proof-pegasus")
def test_sprinkler_proof_pegasus_cannot_be_hexed():
    t = story(hand0=[HEX], lawn1=["Sprinkler-Proof Pegasus", TINY, LEASH])
    t.cast(HEX)
    assert t.labels() == [TINY, LEASH]
    t = story(phase="spin", rolls=[1], lawn0=["Sprinkler-Proof Pegasus"])
    assert t.lawn(0) == ["Sprinkler-Proof Pegasus"]


@pytest.mark.card("sprinkler-proof-pegasus")
def test_sprinkler_proof_pegasus_is_neither_stolen_nor_returned():
    t = enter("Thief", lawn1=["Sprinkler-Proof Pegasus"], faces=[THIEF])
    assert not t.events("declare")
    t = story(hand0=["Gone With the Wind Chime"], lawn1=["Sprinkler-Proof Pegasus", TINY, LEASH])
    t.cast("Gone With the Wind Chime")
    assert t.labels() == [TINY, LEASH]
    t = story(hand0=[DISASTER, HEX], lawn1=["Sprinkler-Proof Pegasus"])
    t.cast(DISASTER)
    assert t.lawn(1) == []


@pytest.mark.card("pegasus-on-a-very-short-leash")
def test_pegasus_on_a_very_short_leash_just_stands_there():
    t = enter(LEASH, lawn1=[TINY], hand1=[HEX])
    assert t.lawn(0) == [LEASH]
    assert not t.events("declare")
    assert t.state.player == 1


@pytest.mark.card("parcel-pegasus")
def test_parcel_pegasus_brings_a_rune():
    t = enter("Parcel Pegasus", rune_deck=[TRAP])
    t.use("Parcel Pegasus")
    assert t.fence(0)[0] == TRAP
    assert t.view(1).seats[0].fence[0].face == ""


@pytest.mark.card("petition-carrying-pegasus")
def test_petition_carrying_pegasus_changes_the_regulation():
    t = enter("Petition-Carrying Pegasus", regulation="Quiet Hours", regulation_deck=["Leash Law"])
    t.use("Petition-Carrying Pegasus")
    assert t.regulation() == "Leash Law"
    assert t.names(t.state.regulation_deck[:1]) == ["Quiet Hours"]


@pytest.mark.card("griffin-with-a-tiny-head")
def test_griffin_with_a_tiny_head_has_no_thought_to_spare():
    t = enter(TINY)
    assert t.lawn(0) == [TINY]
    assert not t.events("declare")


@pytest.mark.card("sneaky-griffin")
def test_sneaky_griffin_steals_a_rune_by_its_slot():
    t = enter("Sneaky Griffin", fence1=[TRAP, SALTY])
    t.use("Sneaky Griffin")
    assert [option.at for option in t.asked.options] == [0, 1]
    t.choose(0)
    assert TRAP in t.fence(0)
    assert t.fence(1) == [SALTY]


@pytest.mark.card("curtain-twitching-griffin")
def test_curtain_twitching_griffin_looks_and_chooses_the_discard():
    t = enter("Curtain-Twitching Griffin", hand1=[TINY, HEX])
    t.use("Curtain-Twitching Griffin")
    assert (t.seat, t.labels()) == (0, [TINY, HEX])
    assert t.view(0).seen == (t.state.face[t.state.seen[0][0]].id, "just-for-the-hex-of-it")
    t.pick(HEX, verb="discard")
    assert (t.hand(1)[0], t.discard()) == (TINY, [HEX])
    assert [event.by for event in t.events("discard")] == [1]


@pytest.mark.card("fence-sitting-griffin")
def test_fence_sitting_griffin_keeps_neighbors_off_the_fence():
    vane = "Wobbly Weathervane"
    zones = {"fence1": [vane], "lawn1": ["Fence-Sitting Griffin"]}
    t = enter("Rune-Eating Dragon", **zones)
    assert not t.events("declare")
    t = enter("Rune-Eating Dragon", fence0=[SALTY], **zones)
    t.use("Rune-Eating Dragon")
    assert (t.rune_discard(), t.fence(1)) == ([SALTY], [vane])
    t = story(3, hand0=["Surprise Fence Inspection"], fence2=[SALTY, "Gnasty Gnome"], **zones)
    t.cast("Surprise Fence Inspection")
    assert t.labels() == [SALTY, "Gnasty Gnome"]


@pytest.mark.card("moulting-griffin")
def test_moulting_griffin_takes_a_neighbors_cast_phase():
    t = story(3, phase="summon", hand0=["Moulting Griffin"], hand1=[HEX], lawn2=[TINY])
    t.summon("Moulting Griffin").use("Moulting Griffin").pick("player 1", verb="player")
    assert (t.seat, t.verb) == (1, "summon_phase")
    assert t.state.skips == [[], [], []]


@pytest.mark.card("teeny-tiny-manticore")
def test_teeny_tiny_manticore_cannot_be_stolen():
    t = enter("Thief", lawn1=["Teeny Tiny Manticore"], faces=[THIEF])
    assert not t.events("declare")
    t = story(hand0=[HEX], lawn1=["Teeny Tiny Manticore"])
    t.cast(HEX)
    assert t.lawn(1) == ["# Teeny Tiny Manticore"]


@pytest.mark.card("kiddie-pool-kraken")
def test_kiddie_pool_kraken_returns_a_mythical_creature_of_a_neighbor():
    kraken = "Kiddie-Pool Kraken"
    t = enter(kraken, hand0=[HEX, DISASTER], lawn1=[TINY], hexed1=[LEASH], lawn0=[LEASH])
    t.use(kraken).pick(DISASTER, verb="discard")
    assert t.lawn(1) == ["# " + LEASH]
    assert t.hand(1)[0] == TINY
    assert (t.hand(0), t.discard()) == ([HEX], [DISASTER])
    assert not enter(kraken, lawn1=[TINY]).events("declare")  # no card to pay with


@pytest.mark.card("garden-hose-hydra")
def test_garden_hose_hydra_grows_a_creature_when_it_is_destroyed():
    t = story(hand0=[DISASTER, HEX], lawn1=["Garden-Hose Hydra"], hand1=[TINY, LEASH])
    t.cast(DISASTER).pick(HEX, verb="discard").use("Garden-Hose Hydra", seat=1)
    t.pick(TINY, verb="summon_effect").pick("player 1", verb="lawn")
    assert t.lawn(1) == [TINY]


@pytest.mark.card("door-to-door-sphinx")
def test_door_to_door_sphinx_gives_each_neighbor_a_choice():
    t = story(3, phase="summon", hand0=["Door-to-Door Sphinx"])
    t.summon("Door-to-Door Sphinx").use("Door-to-Door Sphinx")
    t.pick("mode 1", seat=1).pick("mode 0", seat=2)
    assert (len(t.hand(0)), t.state.skips[2]) == (1, ["cast"])
    assert (t.seat, t.verb) == (1, "cast_phase")


@pytest.mark.card("sunbathing-basilisk")
def test_sunbathing_basilisk_hexes_a_neighbors_creature():
    t = enter("Sunbathing Basilisk", lawn1=[TINY, LEASH])
    t.use("Sunbathing Basilisk").pick(LEASH, verb="hex")
    assert t.lawn(1) == [TINY, "# " + LEASH]


@pytest.mark.card("bin-night-chimera")
def test_bin_night_chimera_takes_a_card_out_of_the_discard():
    t = enter("Bin-Night Chimera", discard=[TINY, HEX])
    t.use("Bin-Night Chimera").pick(HEX, verb="take")
    assert t.hand(0) == [HEX]
    assert t.discard() == [TINY]
