"""The Spinner: six results for the one who spins, six Events for everybody."""

from __future__ import annotations

import pytest

from rr_rules.kernel.requests import Roll
from rr_rules.runes_regulations.state.state import State
from rr_rules.runes_regulations.state.view import Spun
from tests.support.rr_rules.faces import creature, item, on
from tests.support.rr_rules.story import story

HEX, CHIME = "Just For the Hex of It", "Gone With the Wind Chime"
TINY, LEASH, PARCEL = "Griffin With a Tiny Head", "Pegasus on a Very Short Leash", "Parcel Pegasus"
GARAGE, KRAKEN = "Garage-Hoarding Dragon", "Kiddie-Pool Kraken"
BASILISK = "Sunbathing Basilisk"
MOVED_IN, TAIL = "Unicorn Who Just Moved In", "Tail-Chasing Unicorn"
SALTY, TRAP, BLO = "Salty Shaker", "Tricky Trap", "Blo Blo Gadget"
SEVEN = [TINY, TINY, TINY, LEASH, LEASH, KRAKEN, KRAKEN]


def spin(*rolls, seats=2, **zones):
    """A table on which the turn player spins these results, numbered from 1."""
    return story(seats, phase="spin", rolls=[roll - 1 for roll in rolls], **zones)


@pytest.mark.rule("RR-SPIN-01")
@pytest.mark.parametrize(("value", "name", "kind"), [
    (1, "new_rune", "add_rune"),
    (2, "hex_yourself", "hex"),
    (3, "pet_return", "return"),
    (4, "new_regulation", "new_regulation"),
    (5, "and_discard", "discard"),
    (6, "event", "event_spin"),
])  # fmt: skip
def test_each_of_the_six_results_does_its_own_thing(value, name, kind):
    t = spin(value, 1, lawn0=[TINY], hand0=[HEX])
    t.choose(0) if value == 5 else None
    [spun] = t.events("spin")
    assert (spun.n, spun.other) == (value, name)
    seen = t.events("add_rune", "hex", "return", "new_regulation", "discard", "event_spin")
    assert [event.kind for event in seen] == [kind]


@pytest.mark.rule("RR-SPIN-01")
def test_a_spin_is_one_random_event_with_six_equal_sides():
    t = story(phase="summon", rolls=[5, 0])
    requests, deal = [], t.dealer.deal
    t.dealer.deal = lambda request: requests.append(request) or deal(request)
    t.skip()
    assert requests == [Roll(6, "spin"), Roll(6, "event spin")]


def test_a_view_says_of_each_result_what_stood_on_the_spinner():
    t = spin(6, 2, 1, lawn0=[TINY], regulation="Spinner Safety Recall")
    assert t.view(1).spinner == (Spun(6, "standard"), Spun(2, "standard"))
    t.pick("result 6")
    assert t.view(1).spinner[2:] == (Spun(1, "event"),)
    again = State.from_plain(t.state.plain(), t.state.book, t.state.options)
    assert again.spun_on == ["standard", "standard", "event"]


@pytest.mark.rule("RR-SPIN-02")
def test_new_rune_is_face_down_and_seen_by_the_spinner_only():
    t = spin(1, fence0=[SALTY, TRAP], rune_deck=[BLO])
    assert t.fence(0) == [SALTY, TRAP, BLO]
    assert [slot.face for slot in t.view(0).seats[0].fence][2] == "blo-blo-gadget"
    assert [slot.face for slot in t.view(1).seats[0].fence] == ["", "", ""]
    [gained] = t.events("add_rune")
    assert t.table.game.redact(gained, 1).face == ""
    assert t.hand(0) == []


@pytest.mark.rule("RR-SPIN-02")
def test_without_any_rune_left_nothing_happens():
    def no_runes(state):
        state.rune_deck = []

    t = spin(1, prepare=no_runes)
    assert t.fence(0) == []
    assert not t.events("add_rune")
    assert t.state.player == 1


@pytest.mark.rule("RR-SPIN-03")
def test_hex_yourself_is_the_spinners_choice_among_its_own():
    t = spin(2, lawn0=[TINY, LEASH], hexed0=[PARCEL], lawn1=[KRAKEN])
    assert (t.verb, t.seat, t.labels()) == ("hex", 0, [TINY, LEASH])
    t.pick(LEASH)
    assert t.lawn(0) == [TINY, "# " + LEASH, "# " + PARCEL]


@pytest.mark.rule("RR-SPIN-03")
def test_hex_yourself_without_a_mythical_creature_does_nothing():
    t = spin(2, hexed0=[TINY], lawn1=[KRAKEN])
    assert not t.events("hex")
    assert t.state.player == 1


@pytest.mark.rule("RR-SPIN-04")
def test_pet_return_takes_a_hexed_creature_too():
    t = spin(3, hexed0=[TINY])
    assert (t.lawn(0), t.hand(0)) == ([], [TINY])
    assert t.state.hexed == set()
    t = spin(3, lawn0=[LEASH], hexed0=[TINY], lawn1=[KRAKEN])
    assert (t.verb, t.labels()) == ("return", [LEASH, TINY])


@pytest.mark.rule("RR-SPIN-05")
def test_a_new_regulation_shrinks_limits_clockwise_from_the_turn_player():
    hands = {"hand0": SEVEN[:6], "hand1": [HEX] * 4 + [CHIME] * 2, "hand2": [MOVED_IN] * 2 +
             [TAIL] * 2 + [GARAGE] * 2}  # fmt: skip
    t = spin(4, seats=3, player=1, regulation="Attic Storage Amendment",
             regulation_deck=["Loose Paper Ordinance"], **hands)  # fmt: skip
    assert t.regulation() == "Loose Paper Ordinance"
    for seat in (1, 2, 0):
        assert (t.verb, t.seat) == ("hand_limit", seat)
        t.choose(0)
    assert [len(t.state.hand[seat]) for seat in (0, 1)] == [5, 5]
    assert t.state.player == 2


@pytest.mark.rule("RR-SPIN-06")
def test_and_discard_is_one_card_of_the_spinner():
    t = spin(5, hand0=[TINY, HEX], hand1=[LEASH])
    t.pick(HEX, verb="discard", seat=0)
    assert (t.hand(0), t.discard()) == ([TINY], [HEX])
    assert LEASH in t.hand(1)


@pytest.mark.rule("RR-SPIN-06")
def test_and_discard_with_an_empty_hand_does_nothing():
    t = spin(5, hand1=[LEASH])
    assert not t.events("discard")
    assert (t.state.player, LEASH in t.hand(1)) == (1, True)


@pytest.mark.rule("RR-SPIN-07")
def test_an_event_is_spun_again_and_speaks_to_all():
    t = spin(6, 5, seats=3, hand0=[TINY, HEX], hand1=[LEASH, HEX], hand2=[KRAKEN, HEX])
    for seat in range(3):
        assert (t.verb, t.seat) == ("discard", seat)
        t.choose(0)
    assert [event.by for event in t.events("discard")] == [0, 1, 2]
    assert [(event.kind, event.n) for event in t.events("spin", "event_spin")] == [
        ("spin", 6), ("event_spin", 5)]  # fmt: skip


@pytest.mark.rule("RR-SPIN-07")
def test_the_second_spin_is_an_event_result_even_when_it_shows_six():
    t = spin(6, 6, hand0=[TINY])
    assert t.verb == "adopt"
    assert len(t.events("event_spin")) == 1


@pytest.mark.rule("RR-SPIN-07", "RR-TERM-03")
def test_what_waits_for_a_spin_sees_both():
    gambler = creature("Gambler", on("spin", by="you"), item("add_rune"))
    t = spin(6, 3, lawn0=["Gambler"], faces=[gambler])
    t.decline(seat=0)
    t.use("Gambler", seat=0)
    assert [event.kind for event in t.events("spin", "event_spin", "declare")] == [
        "spin", "event_spin", "declare"]  # fmt: skip
    # A card that waits cannot answer again: each of two answers one SPIN.
    t = spin(6, 1, lawn0=["Gambler", "Gambler"], faces=[gambler])
    t.use("Gambler").decline().use("Gambler")
    assert [event.kind for event in t.events("spin", "event_spin", "declare")] == [
        "spin", "declare", "event_spin", "declare"]  # fmt: skip


@pytest.mark.rule("RR-EVENT-01")
@pytest.mark.parametrize(("value", "name"), [
    (1, "block_party"), (2, "hedge_trimming"), (3, "animal_control"),
    (4, "suburban_revitalization"), (5, "hoa_fee_collection"), (6, "pet_adoption_day"),
])  # fmt: skip
def test_the_events_are_numbered_in_printed_order(value, name):
    t = spin(6, value, lawn0=[TINY], hexed0=[LEASH], hand0=[PARCEL], hand1=[KRAKEN])
    assert [event.other for event in t.events("event_spin")] == [name]


@pytest.mark.rule("RR-EVENT-01")
def test_choices_are_asked_clockwise_and_applied_as_one():
    t = spin(6, 3, seats=3, player=1, lawn0=[TINY, LEASH], lawn1=[TINY, KRAKEN],
             lawn2=[KRAKEN, LEASH])  # fmt: skip
    for seat in (1, 2, 0):
        assert (t.verb, t.seat) == ("return", seat)
        assert not t.events("return")
        t.choose(0)
    assert [event.of for event in t.events("return")] == [1, 2, 0]


@pytest.mark.rule("RR-EVENT-02")
def test_at_a_block_party_each_player_may_draw():
    t = spin(6, 1, seats=3, deck=[TINY, LEASH], hand1=[HEX])
    t.yes(seat=0).no(seat=1)
    assert not t.events("draw")
    t.yes(seat=2)
    assert (t.hand(0), t.hand(2)) == ([TINY], [LEASH])
    assert [event.by for event in t.events("draw")][:2] == [0, 2]
    assert t.hand(1)[:1] == [HEX]
    assert len(t.hand(1)) == 2  # the second card is of B's own Draw phase


@pytest.mark.rule("RR-EVENT-03")
def test_hedges_are_trimmed_in_two_steps_for_all():
    t = spin(6, 2, seats=4, lawn1=[TINY], hexed1=[LEASH, KRAKEN], hexed2=[PARCEL],
             lawn3=[GARAGE, MOVED_IN])  # fmt: skip
    t.pick(MOVED_IN, verb="hex", seat=3)
    assert [t.lawn(seat) for seat in range(4)] == [[], [], [], [GARAGE]]
    kinds = [(event.kind, event.of) for event in t.events("hex", "destroy")]
    assert kinds == [("hex", 1), ("hex", 3), ("destroy", 1), ("destroy", 1), ("destroy", 1),
                     ("destroy", 2), ("destroy", 3)]  # fmt: skip
    assert sorted(t.discard()) == sorted([TINY, LEASH, KRAKEN, PARCEL, MOVED_IN])
    assert t.state.hexed == set()


@pytest.mark.rule("RR-EVENT-03")
def test_all_that_is_trimmed_goes_at_the_same_moment():
    birdbath = "Remembrance Birdbath"
    t = spin(6, 2, seats=3, hexed1=[LEASH], hexed2=[PARCEL], hand1=[TINY], hand2=[KRAKEN],
             fence1=[birdbath], fence2=[birdbath])  # fmt: skip
    t.use(birdbath, seat=1)
    assert t.discard() == [LEASH, PARCEL]
    t.use(birdbath, seat=2)
    assert [(effect.seat, effect.link) for effect in t.view(0).chain] == [(1, 0), (2, 0)]


@pytest.mark.rule("RR-EVENT-04")
def test_animal_control_is_about_mythical_creatures():
    t = spin(6, 3, seats=3, lawn0=[TINY], hexed1=[LEASH], hexed2=[GARAGE], lawn2=[KRAKEN])
    assert [t.lawn(seat) for seat in range(3)] == [[], ["# " + LEASH], ["# " + GARAGE]]
    assert [event.of for event in t.events("return")] == [0, 2]
    assert t.hand(0) == [TINY]


@pytest.mark.rule("RR-EVENT-05")
def test_restored_creatures_of_several_players_use_their_effects_in_one_link():
    t = spin(6, 4, seats=3, player=1, hexed0=[BASILISK], hexed1=[BASILISK], lawn2=[TINY, LEASH])
    t.pick(BASILISK, verb="restore", seat=1).pick(BASILISK, verb="restore", seat=0)
    t.use(BASILISK, seat=1).use(BASILISK, seat=0)
    assert [(effect.seat, effect.link) for effect in t.view(2).chain] == [(1, 0), (0, 0)]
    assert [event.of for event in t.events("restore")] == [1, 0]


@pytest.mark.rule("RR-EVENT-05")
def test_nobody_has_to_restore():
    t = spin(6, 4, hexed0=[KRAKEN], hexed1=[TINY])
    t.decline(seat=0).pick(TINY, verb="restore", seat=1)
    assert (t.lawn(0), t.lawn(1)) == (["# " + KRAKEN], [TINY])


@pytest.mark.rule("RR-EVENT-06")
def test_a_fee_is_collected_from_everybody_with_a_card_and_does_trigger():
    t = spin(6, 5, seats=3, hand0=[TINY, PARCEL], hand1=[LEASH], fence2=[SALTY])
    t.pick(TINY, verb="discard", seat=0)
    assert [event.by for event in t.events("discard")] == [0, 1]
    assert t.labels() == ["pass", SALTY]
    t.use(SALTY, seat=2).pick("player 0", verb="event", seat=2)
    t.pick(PARCEL, verb="discard", seat=0)
    assert t.rune_discard() == [SALTY]


@pytest.mark.rule("RR-EVENT-07")
def test_adopted_pets_enter_at_once_and_all_that_answers_is_one_link():
    t = spin(6, 6, seats=3, hand0=[BASILISK, HEX], hand1=[HEX], hand2=[BASILISK],
             lawn1=[TINY, LEASH], fence1=[BLO])  # fmt: skip
    t.pick(BASILISK, verb="adopt", seat=0)
    assert t.labels() == ["pass"]  # B has a hand, but no Creature in it (RR-HID-14)
    t.decline(seat=1)
    assert not t.events("summon")
    t.pick(BASILISK, verb="adopt", seat=2)
    t.use(BASILISK, seat=0).use(BASILISK, seat=2).use(BLO, seat=1)
    assert [(effect.seat, effect.link) for effect in t.view(2).chain] == [(0, 0), (1, 0), (2, 0)]
    assert [(event.by, event.of) for event in t.events("summon")] == [(0, 0), (2, 2)]


@pytest.mark.rule("RR-EVENT-07")
def test_nobody_has_to_adopt_and_an_empty_hand_is_passed_over():
    t = spin(6, 6, seats=3, hand0=[TINY], hand2=[LEASH])
    t.decline(seat=0).pick(LEASH, verb="adopt", seat=2)
    assert (t.lawn(0), t.hand(0), t.lawn(2)) == ([], [TINY], [LEASH])
