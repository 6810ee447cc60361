"""The Nefarious Neighbor's cards: Curses, Beasts, Sacrificial Creatures, Forbidden Runes."""

from __future__ import annotations

import pytest

from rr_rules.kernel.game import Outcome
from rr_rules.runes_regulations.deck.loader import expansion
from tests.support.rr_rules.faces import has, item, on, rune, spell, would
from tests.support.rr_rules.nefarious import (
    beast,
    forbidden_discard,
    forbidden_rune,
    forbidden_rune_discard,
    night,
)

TINY, PARCEL, LEASH = "Griffin With a Tiny Head", "Parcel Pegasus", "Pegasus on a Very Short Leash"
GOAT, LAMB, CAT, DOG = (
    "Suspiciously Willing Goat",
    "Lamb Named Thursday",
    "Alley Cat",
    "A Stray Dog",
)
HEX, CHIME, KEEPERS = (
    "Just For the Hex of It",
    "Gone With the Wind Chime",
    "Finders Keepers, Leash and All",
)
HORROR, COLOSSUS, WING = "Bog-Standard Horror", "Crawlspace Colossus", "Bane Wing"
MULCH = "The Mulchmaw"
IVY, FLAP, GLOBE, BIRD = (
    "Creeping Ivy",
    "Cat Flap to Nowhere",
    "Blood-Moon Gazing Globe",
    "Bottomless Bird Feeder",
)


# --- Curses -----------------------------------------------------------------------------------


@pytest.mark.rule("NN-CARD-01", "NN-DISC-03")
def test_a_curse_is_cast_once_in_the_open_and_lies_in_the_forbidden_discard():
    t = night(hand0=[IVY], lawn1=[TINY])
    t.cast(IVY)
    told = [t.table.game.redact(event, 2) for event in t.events("cast")]
    assert [event.face for event in told] == ["creeping-ivy"]
    assert t.lawn(1) == ["# " + TINY]
    assert forbidden_discard(t) == [IVY]
    assert t.verb == "summon_phase"


# --- Corrupted Beasts -------------------------------------------------------------------------


@pytest.mark.rule("NN-CARD-02")
def test_a_beast_needs_its_whole_cost():
    t = night(phase="summon", lawn0=[GOAT], hand0=[COLOSSUS])
    assert t.labels() == ["draw", "skip"]
    t = night(phase="summon", lawn0=[GOAT], stray=[TINY], hand0=[COLOSSUS])
    t.pick(COLOSSUS, verb="summon_phase").pick(GOAT, verb="sacrifice")
    assert t.lawn(0) == [COLOSSUS]
    assert (forbidden_discard(t), t.discard()) == ([GOAT], [TINY])


BEASTS = expansion().of_kind("beast")


@pytest.mark.rule("NN-CARD-02")
@pytest.mark.parametrize("face", BEASTS, ids=[face.id for face in BEASTS])
def test_every_beast_is_offered_for_all_of_its_cost_and_for_nothing_less(face):
    owed = {item.do: item.n for item in face.cost}
    goats, curses = owed.get("sacrifice", 0), owed.get("discard", 0)
    for lawn, hand in ((goats, curses), (goats - 1, curses), (goats, curses - 1)):
        if min(lawn, hand) < 0:
            continue
        t = night(phase="summon", lawn0=[GOAT] * lawn, hand0=[face.name, *[IVY] * hand])
        assert (face.name in t.labels()) is ((lawn, hand) == (goats, curses))
    t = night(phase="summon", lawn0=[GOAT] * goats, hand0=[face.name, *[IVY] * curses], rolls=[4])
    t.pick(face.name, verb="summon_phase")
    while t.verb in ("sacrifice", "discard"):
        t.choose(0, seat=0)
    assert t.lawn(0) == [face.name]
    assert forbidden_discard(t)[: goats + curses] == [GOAT] * goats + [IVY] * curses


@pytest.mark.rule("NN-CARD-03")
def test_beasts_are_neither_creatures_nor_mythical():
    t = night(lawn0=[HORROR, HORROR, MULCH])
    assert t.view(None).seats[0].mythical == 0
    assert t.view(None).nefarious.beasts == 3
    for noun in ("creature", "mythical", "hexed"):
        none = has(noun, "that_player", most=0)
        bell = rune("Lonely Bell", on("turn_begins", by="any_neighbor"), item("draw"),
                    conditions=(none,))  # fmt: skip
        told = {"phase": "begin", "faces": [bell], "fence1": ["Lonely Bell"]}
        assert night(lawn0=[HORROR, HORROR, MULCH], **told).verb == "window"
        other = {"prepare": shrub(GOAT)} if noun == "hexed" else {}
        assert night(lawn0=[HORROR, HORROR, MULCH, GOAT], **told, **other).verb == "cast_phase"


@pytest.mark.rule("NN-CARD-04")
def test_a_sacrifice_is_no_destruction():
    bell = rune("Death Bell", on("destroy", "creature", of="any_player"), item("draw"))
    t = night(phase="summon", faces=[bell], lawn0=[GOAT], hand0=[WING], fence1=["Death Bell"])
    t.pick(WING)
    assert (t.lawn(0), forbidden_discard(t)) == ([WING], [GOAT])
    assert t.fence(1) == ["Death Bell"]
    assert (t.verb, t.seat) == ("cast_phase", 1)


def shrub(name):
    def prepare(state):
        state.hexed |= {card for card in state.lawn[0] if state.face[card].name == name}

    return prepare


@pytest.mark.rule("NN-CARD-05")
def test_any_own_creature_pays_and_a_shrub_where_it_need_not_be_mythical():
    t = night(phase="summon", lawn0=[GOAT], stray=[TINY], hand0=[WING], prepare=shrub(TINY))
    t.pick(WING)
    assert t.labels() == [GOAT, TINY]
    t.pick(TINY)
    assert (t.lawn(0), t.discard()) == ([GOAT, WING], [TINY])
    picky = beast("Picky", [item("sacrifice", "mythical")])
    told = {"phase": "summon", "faces": [picky], "hand0": ["Picky"], "stray": [TINY]}
    assert "Picky" not in night(prepare=shrub(TINY), **told).labels()
    assert "Picky" in night(**told).labels()


@pytest.mark.rule("NN-CARD-06", "NN-DISC-04")
def test_a_beast_does_not_pay_for_itself_in_cards():
    two = beast("Two Cards", [item("discard", n=2)])
    t = night(phase="summon", faces=[two], hand0=["Two Cards", IVY])
    assert "Two Cards" not in t.labels()
    t = night(phase="summon", faces=[two], hand0=["Two Cards", IVY, WING])
    t.pick("Two Cards")
    assert (t.lawn(0), forbidden_discard(t)) == (["Two Cards"], [IVY, WING])
    t = night(phase="summon", faces=[two], hand0=["Two Cards", IVY, WING, GOAT])
    t.pick("Two Cards")
    assert (t.verb, t.labels()) == ("discard", [IVY, WING, GOAT])


@pytest.mark.rule("NN-CARD-07")
def test_a_summoning_that_is_replaced_costs_nothing_and_uses_the_phase_up():
    wall = rune("Wall", would("summon", by="any_neighbor"))
    t = night(phase="summon", faces=[wall], lawn0=[GOAT], stray=[TINY], hand0=[COLOSSUS],
              fence1=["Wall"])  # fmt: skip
    t.pick(COLOSSUS).use("Wall", seat=1)
    assert (t.lawn(0), t.hand(0)) == ([GOAT, TINY], [COLOSSUS])
    assert [event.kind for event in t.events("spin", "turn")] == ["spin", "turn"]
    assert t.state.player == 1
    assert t.rune_discard() == ["Wall"]


# --- Sacrificial Creatures --------------------------------------------------------------------


@pytest.mark.rule("NN-CARD-08", "NN-CARD-14")
def test_a_sacrificial_creature_is_summoned_without_cost_onto_the_own_lawn():
    t = night(phase="summon", hand0=[GOAT])
    t.pick(GOAT, verb="summon_phase")
    assert t.lawn(0) == [GOAT]
    assert t.view(None).seats[0].mythical == 1
    assert t.events("name") == []


@pytest.mark.rule("NN-CARD-14")
def test_a_regular_player_may_summon_onto_the_nefarious_lawn():
    t = night(player=1, phase="summon", hand1=[TINY])
    t.pick(TINY, verb="summon_phase")
    assert t.labels() == ["player 1", "player 2", "player 0"]
    assert t.pick("player 0").lawn(0) == [TINY]


@pytest.mark.rule("NN-CARD-09")
def test_a_sacrificial_creature_is_protected_on_every_lawn_but_can_be_stolen():
    fire = spell("Fire", item("destroy", "creature", of="any_player"))
    t = night(4, player=3, faces=[fire], hand3=[HEX, "Fire"], lawn2=[GOAT])
    assert t.labels() == ["draw", "skip"]
    t = night(4, player=3, hand3=[KEEPERS, CAT, DOG], lawn2=[GOAT])
    t.cast(KEEPERS).pick(CAT).pick(DOG)
    assert (t.lawn(2), t.lawn(3)) == ([], [GOAT])


@pytest.mark.rule("NN-CARD-10")
def test_a_sacrificial_creature_never_enters_a_regular_hand():
    control = [5, 2]
    t = night(player=1, phase="spin", rolls=control, lawn1=[GOAT])
    assert (t.lawn(1), t.hand(1)) == ([GOAT], [])
    t = night(player=1, phase="spin", rolls=control, lawn1=[GOAT, TINY])
    assert (t.lawn(1), t.hand(1)) == ([GOAT], [TINY])


@pytest.mark.rule("NN-CARD-11")
def test_a_stolen_sacrificial_creature_counts_for_five():
    t = night(player=1, phase="end", lawn1=[TINY, PARCEL, LEASH, CAT, GOAT])
    assert t.table.outcome == Outcome((1,), "five")


@pytest.mark.rule("NN-CARD-12", "NN-DISC-01", "NN-DISC-03")
def test_a_regular_player_may_pay_with_a_stolen_sacrificial_creature():
    t = night(player=1, hand1=["Trade-In Value"], lawn1=[GOAT], discard=[TINY])
    t.cast("Trade-In Value")
    assert (t.lawn(1), forbidden_discard(t)) == ([TINY], [GOAT])


@pytest.mark.rule("NN-CARD-13")
def test_hex_yourself_does_nothing_to_a_sacrificial_creature():
    t = night(player=1, phase="spin", rolls=[1], lawn1=[GOAT])
    assert (t.lawn(1), t.state.player) == ([GOAT], 2)
    t = night(player=1, phase="spin", rolls=[1], lawn1=[GOAT, TINY])
    assert t.lawn(1) == [GOAT, "# " + TINY]


# --- Forbidden Runes --------------------------------------------------------------------------


@pytest.mark.rule("NN-CARD-15", "NN-DISC-05")
def test_a_forbidden_rune_is_offered_in_anothers_turn_and_discarded_to_its_own_pile():
    t = night(4, player=3, hand3=["Newts in Bulk", TINY], lawn3=[CAT], fence0=[GLOBE])
    t.cast("Newts in Bulk").pass_until("window")
    t.use(GLOBE, seat=0)
    t.pass_until("summon_phase")
    assert t.lawn(3) == ["# " + CAT]
    assert (forbidden_rune_discard(t), t.rune_discard(), t.fence(0)) == ([GLOBE], [], [])


@pytest.mark.rule("NN-CARD-16", "NN-SPIN-01")
def test_of_four_forbidden_runes_any_one_is_destroyed_at_once():
    t = night(
        phase="spin", rolls=[0], fence0=[FLAP, GLOBE, BIRD], forbidden_rune_deck=["Hangdog Hammock"]
    )
    assert (t.verb, t.seat, t.state.phase) == ("rune_limit", 0, "spin")
    assert t.labels() == [FLAP, GLOBE, BIRD, "Hangdog Hammock"]
    t.pick("Hangdog Hammock")
    assert forbidden_rune_discard(t) == ["Hangdog Hammock"]
    assert len(t.fence(0)) == 3


@pytest.mark.rule("NN-CARD-17")
def test_a_forbidden_rune_whose_event_is_gone_goes_back_to_the_nefarious_fence():
    saver = rune("Saver", would("hex", "mythical", of="you"))
    spite = forbidden_rune("Spite", on("hex", "mythical", of="any_neighbor"), item("draw", n=2))
    second = forbidden_rune("Second", would("hex", "mythical", of="any_neighbor"), item("draw"))
    t = night(4, player=2, faces=[saver, spite, second], hand2=[HEX], lawn3=[TINY],
              fence3=["Saver"], fence0=["Spite", "Second"])  # fmt: skip
    t.cast(HEX).use("Saver", seat=3).use("Second", seat=0)
    t.pass_until("summon_phase")
    assert t.lawn(3) == [TINY]
    assert sorted(t.fence(0)) == ["Second", "Spite"]
    assert forbidden_rune_discard(t) == []


# --- segregation ------------------------------------------------------------------------------


@pytest.mark.rule("NN-SEG-03")
def test_lawns_may_mix():
    t = night(hand0=["Repossession Notice"], lawn1=[TINY], lawn2=[GOAT])
    t.cast("Repossession Notice").pick(TINY)
    assert (t.lawn(0), t.lawn(2)) == ([TINY], [GOAT])


@pytest.mark.rule("NN-SEG-04")
def test_the_back_of_a_card_is_fixed_for_life():
    t = night()
    backs = [face.back for face in t.state.face]
    assert {b: backs.count(b) for b in set(backs)} == {
        "main": 109, "rune": 44, "forbidden": 40, "forbidden_rune": 10, "regulation": 17,
        "role": 10,
    }  # fmt: skip
    for card, face in enumerate(t.state.face):
        if face.back not in ("regulation", "role"):
            assert t.state.stock_of(card).back == face.back


@pytest.mark.rule("NN-SEG-01", "NN-SEG-02")
def test_the_nefarious_neighbors_own_card_comes_back_to_no_other_hand():
    lawn = {"lawn0": [GOAT], "stray": [TINY]}
    t = night(player=1, hand1=[CHIME], **lawn)
    t.cast(CHIME)
    assert {t.state.face[c].back for hand in t.state.hand[1:] for c in hand} <= {"main"}
    assert t.state.hand[0] == []


@pytest.mark.rule("NN-DISC-01", "NN-DISC-02")
def test_a_card_goes_to_the_pile_of_its_deck_whoever_had_it():
    t = night(phase="summon", stray=[TINY], hand0=[WING])
    t.pick(WING)
    assert (t.discard(), forbidden_discard(t)) == ([TINY], [])
    t = night(player=1, hand1=["Burn After Reading the Meter"], hand0=[IVY, WING])
    t.cast("Burn After Reading the Meter").pick(IVY, seat=0).pick(WING, seat=0)
    assert forbidden_discard(t) == [IVY, WING]
    assert t.discard() == ["Burn After Reading the Meter"]


@pytest.mark.rule("NN-DISC-06")
def test_the_discard_pile_of_a_regular_card_is_the_main_one():
    t = night(player=1, hand1=["Trade-In Value"], lawn1=[TINY], forbidden_discard=[GOAT, LAMB])
    assert "Trade-In Value" not in t.labels()
    t = night(player=1, hand1=["Curbside Treasure Hunt"], discard=[TINY], forbidden_discard=[GOAT])
    t.cast("Curbside Treasure Hunt")
    assert t.hand(1) == [TINY]
