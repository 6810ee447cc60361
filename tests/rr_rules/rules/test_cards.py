"""The four types of card: where they live and what becomes of them."""

from __future__ import annotations

import pytest

from rr_rules.kernel.errors import WrongSeat
from tests.support.rr_rules.faces import creature, item, on, regulation, spell
from tests.support.rr_rules.story import story

DISASTER, HEX = "This Spells Disaster", "Just For the Hex of It"
TINY, LEASH, PARCEL = "Griffin With a Tiny Head", "Pegasus on a Very Short Leash", "Parcel Pegasus"
GARAGE, KRAKEN = "Garage-Hoarding Dragon", "Kiddie-Pool Kraken"
SALTY, TRAP = "Salty Shaker", "Tricky Trap"
NINE = [TINY, TINY, TINY, LEASH, LEASH, HEX, HEX, HEX, HEX]


@pytest.mark.rule("RR-CARD-01")
def test_a_rune_that_is_gained_goes_to_the_fence_and_not_to_the_hand():
    t = story(hand0=["Rune Service, Lukewarm", TINY], rune_deck=[SALTY, TRAP])
    t.cast("Rune Service, Lukewarm")
    assert t.fence(0) == [SALTY, TRAP]
    assert t.hand(0) == [TINY]


@pytest.mark.rule("RR-CARD-01")
def test_every_card_of_the_box_has_one_of_four_types_and_its_deck():
    t = story()
    backs = {(face.kind, face.back) for face in t.state.face}
    assert backs == {("spell", "main"), ("creature", "main"), ("rune", "rune"),
                     ("regulation", "regulation")}  # fmt: skip


@pytest.mark.rule("RR-CARD-02")
def test_a_spell_lies_in_the_discard_when_its_effect_ends():
    t = story(hand0=[HEX], lawn1=[TINY])
    t.cast(HEX)
    assert (t.hand(0), t.discard()) == ([], [HEX])
    assert t.state.limbo == t.state.busy == t.state.queue == t.state.grants == []


@pytest.mark.rule("RR-CARD-02")
def test_a_spell_that_resolves_is_in_no_zone():
    t = story(hand0=["Newts in Bulk", TINY], hand1=[HEX])
    t.cast("Newts in Bulk")
    assert t.verb == "discard"
    assert "Newts in Bulk" not in [*t.labels(), *t.discard(), *t.hand(0)]
    t.choose(0)
    assert t.discard() == [TINY, "Newts in Bulk"]


@pytest.mark.rule("RR-CARD-02")
def test_a_spell_is_cast_in_the_own_cast_phase_only():
    t = story(phase="draw", hand0=[HEX], hand1=[HEX], lawn1=[TINY], deck=[LEASH, LEASH], rolls=[4])
    assert (t.verb, t.seat) == ("cast_phase", 0)
    with pytest.raises(WrongSeat):
        t.table.answer(1, 0)
    t.skip()
    assert (t.verb, t.labels()) == ("summon_phase", [LEASH, "draw", "skip"])


@pytest.mark.rule("RR-CARD-03")
def test_a_creature_has_no_effect_in_a_hand():
    t = story(phase="draw", hand0=[GARAGE, *NINE[:6]], deck=[PARCEL])
    assert t.view(0).seats[0].hand_limit == 7
    assert t.verb == "hand_limit"


@pytest.mark.rule("RR-CARD-03")
def test_a_creature_stays_on_its_lawn_and_may_have_no_effect_at_all():
    t = story(phase="summon", hand0=[TINY])
    t.summon(TINY)
    assert t.lawn(0) == [TINY]
    assert (t.verb, t.seat) == ("cast_phase", 1)
    assert not t.events("declare")


@pytest.mark.rule("RR-CARD-04")
def test_a_creature_given_to_a_neighbor_is_the_neighbors():
    basilisk = "Sunbathing Basilisk"
    t = story(phase="summon", hand0=[basilisk, TINY], lawn0=[PARCEL], rolls=[4])
    t.summon(basilisk, onto=1)
    assert (t.lawn(0), t.lawn(1)) == ([PARCEL], [basilisk])
    t.use(basilisk, seat=1)
    # To B the neighbor is A: "your Lawn" is the one the Basilisk is on.
    assert t.lawn(0) == ["# " + PARCEL]
    assert t.discard() == [TINY]  # A has had its Spin phase: the Summon phase is spent
    assert (t.verb, t.seat) == ("cast_phase", 1)


@pytest.mark.rule("RR-CARD-04")
def test_pet_adoption_day_knows_the_own_lawn_only():
    t = story(phase="spin", rolls=[5, 5], hand0=[TINY])
    t.pick(TINY, verb="adopt", seat=0)
    assert t.lawn(0) == [TINY]
    assert t.verb != "lawn"


@pytest.mark.rule("RR-CARD-05")
def test_a_hexed_creature_does_not_count_and_has_no_effect():
    five = [TINY, TINY, LEASH, LEASH]
    t = story(2, phase="limit", lawn0=five, hexed0=["Tail-Chasing Unicorn"])
    assert t.table.outcome is None
    t = story(phase="begin", lawn0=five[:1], hexed0=["Tail-Chasing Unicorn"])
    assert t.verb == "cast_phase"  # nothing was offered at the beginning of the turn
    assert [card.hexed for card in t.view(1).seats[0].lawn] == [False, True]
    assert t.view(1).seats[0].mythical == 1


@pytest.mark.rule("RR-CARD-05")
def test_the_word_creature_includes_hexed_ones_and_mythical_does_not():
    gone = spell("Gone", item("return", "creature", of="any_player"))
    myth = spell("Myth", item("return", "mythical", of="any_player"))
    t = story(hand0=["Gone"], lawn1=[LEASH], hexed1=[TINY], faces=[gone, myth])
    assert t.cast("Gone").labels() == [LEASH, TINY]
    t = story(hand0=["Myth"], lawn0=[PARCEL], lawn1=[LEASH], hexed1=[TINY], faces=[gone, myth])
    assert t.cast("Myth").labels() == [PARCEL, LEASH]


@pytest.mark.rule("RR-CARD-06")
def test_a_rune_is_activated_on_anybodys_turn_shown_used_and_discarded():
    t = story(3, phase="spin", rolls=[4], hand0=[HEX, TINY, LEASH], fence1=[SALTY])
    t.pick(HEX, verb="discard", seat=0)
    assert t.labels() == ["pass", SALTY]
    t.use(SALTY, seat=1)
    # It waits: shown to everybody, and in no zone.
    assert t.fence(1) == t.rune_discard() == []
    assert t.names(t.state.limbo) == [SALTY]
    assert [waiting.face for waiting in t.view(2).chain] == ["salty-shaker"]
    t.pick(TINY, verb="discard", seat=0)
    assert t.rune_discard() == [SALTY]
    assert t.state.limbo == []


@pytest.mark.rule("RR-CARD-07")
def test_a_replaced_regulation_goes_under_the_deck():
    t = story(phase="spin", rolls=[3], regulation="Leash Law", regulation_deck=["Quiet Hours"])
    assert t.regulation() == "Quiet Hours"
    assert t.names(t.state.regulation_deck[:1]) == ["Leash Law"]
    assert len(t.state.regulation_deck) == 16
    assert t.view(1).regulations_seen == ("leash-law",)
    assert not t.events("reform")


@pytest.mark.rule("RR-CARD-07")
def test_a_regulation_binds_everybody_while_it_is_active():
    t = story(3, hand0=["Point of Order"], regulation="Loose Paper Ordinance",
              regulation_deck=["Attic Storage Amendment"])  # fmt: skip
    assert [seat.hand_limit for seat in t.view(0).seats] == [5, 5, 5]
    t.cast("Point of Order")
    assert [seat.hand_limit for seat in t.view(0).seats] == [9, 9, 9]


@pytest.mark.rule("RR-CARD-07")
def test_seventeen_changes_show_the_same_regulation_again():
    t = story(phase="spin", rolls=[3], regulation="Leash Law")
    second, later = t.regulation(), t.names(t.state.regulation_deck[1:])
    t.dealer.default = 3
    for _ in range(16):
        t.pass_until("summon_phase").skip()
    assert t.regulation() == "Leash Law"
    assert t.names(t.state.regulation_deck) == [*later, second]


@pytest.mark.rule("RR-CARD-07")
def test_the_only_regulation_of_a_deck_stays():
    echo = creature("Echo", on("new_regulation"), item("draw"))
    only = regulation("Only", rules=[])

    def alone(state):
        state.regulation_deck = []

    t = story(phase="spin", rolls=[3], regulation="Only", lawn0=["Echo"], faces=[echo, only],
              prepare=alone)  # fmt: skip
    assert t.regulation() == "Only"
    assert t.state.regulation_deck == []
    assert not t.events("new_regulation", "declare")
