"""What the Nefarious Neighbor is left out of, and what it is not."""

from __future__ import annotations

import pytest

from tests.support.rr_rules.faces import item, on, regulation, rule, spell
from tests.support.rr_rules.nefarious import forbidden_discard, night, unseat

TINY, PARCEL, LEASH = "Griffin With a Tiny Head", "Parcel Pegasus", "Pegasus on a Very Short Leash"
GOAT, LAMB, CAT, DOG = (
    "Suspiciously Willing Goat",
    "Lamb Named Thursday",
    "Alley Cat",
    "A Stray Dog",
)
SMELLY, HORROR = "Horrifyingly Smelly Dragon", "Bog-Standard Horror"
BLOCK_PARTY, TRIMMING, CONTROL, REVITAL, FEE, ADOPTION = ([5, event] for event in range(6))


# --- its own decks ----------------------------------------------------------------------------


@pytest.mark.rule("NN-EX-01")
def test_an_effect_that_makes_all_draw_gives_the_nefarious_neighbor_a_forbidden_card():
    feast = spell("Street Feast", item("draw", who="each_player"))
    t = night(player=1, faces=[feast], hand1=["Street Feast"])
    main, forbidden = len(t.state.deck), len(t.state.forbidden_deck)
    t.cast("Street Feast")
    assert (len(t.state.deck), len(t.state.forbidden_deck)) == (main - 2, forbidden - 1)
    assert t.state.face[t.state.hand[0][0]].back == "forbidden"


@pytest.mark.rule("NN-EX-02")
def test_an_effect_that_adds_runes_to_all_gives_the_nefarious_neighbor_a_forbidden_one():
    stall = spell("Rune Stall", item("add_rune", who="each_player"))
    t = night(player=1, faces=[stall], hand1=["Rune Stall"])
    before = len(t.state.rune_deck), len(t.state.forbidden_rune_deck)
    t.cast("Rune Stall")
    after = len(t.state.rune_deck), len(t.state.forbidden_rune_deck)
    assert after == (before[0] - 2, before[1] - 1)
    assert t.state.face[t.state.fence[0][0]].kind == "forbidden_rune"


# --- Regulations ------------------------------------------------------------------------------


@pytest.mark.rule("NN-EX-03")
def test_a_regulation_neither_lowers_nor_raises_what_the_nefarious_neighbor_may_have():
    four = regulation("Four", rules=[rule("limit", which="hand", of="each_player", set=4)])
    hand = [TINY, PARCEL, LEASH, CAT, DOG]
    t = night(phase="end", player=2, faces=[four], regulation="Four", hand1=hand,
              hand0=["Creeping Ivy"] * 3 + ["Dark Compost"] * 2)  # fmt: skip
    view = t.view(None)
    assert [seat.hand_limit for seat in view.seats] == [7, 4, 4]
    t.pick(TINY, verb="hand_limit", seat=1)
    assert (len(t.state.hand[0]), len(t.state.hand[1])) == (6, 4)
    t = night(phase="draw", regulation="Welcome Wagon Mandate")
    assert len(t.state.hand[0]) == 1
    t = night(player=1, phase="draw", regulation="Welcome Wagon Mandate")
    assert len(t.state.hand[1]) == 2


@pytest.mark.rule("NN-EX-03")
def test_no_regulation_acts_on_the_nefarious_turn():
    t = night(phase="begin", regulation="Vacant Lot Assistance", lawn1=[TINY], lawn2=[TINY])
    assert (t.verb, len(t.state.hand[0])) == ("cast_phase", 1)
    t = night(phase="begin", player=1, regulation="Vacant Lot Assistance", lawn2=[TINY])
    assert (t.verb, t.seat) == ("may", 1)
    # The Nefarious Neighbor, who has none, is not among those with the fewest.
    t = night(phase="begin", player=1, regulation="Vacant Lot Assistance", lawn1=[TINY],
              lawn2=[CAT])  # fmt: skip
    assert t.verb == "may"
    t = night(phase="spin", regulation="Spinner Safety Recall", rolls=[2])
    assert len(t.events("spin")) == 1


@pytest.mark.rule("NN-EX-03")
def test_an_open_fence_code_leaves_the_nefarious_fence_closed():
    t = night(
        player=1, regulation="See-Through Fence Code", fence0=["Cat Flap to Nowhere"],
        fence2=["Salty Shaker"],
    )  # fmt: skip
    seats = t.view(None).seats
    assert [slot.face for slot in seats[0].fence] == [""]
    assert [slot.face for slot in seats[2].fence] == ["salty-shaker"]


@pytest.mark.rule("NN-EX-03", "NN-SETUP-10")
def test_the_first_regulation_binds_only_regular_players_from_the_deal_on():
    t = night(4, phase="setup", prepare=unseat, regulation_deck=["Maximum Fence Height"])
    nefarious, asked = t.state.nefarious, []
    while t.verb == "rune_limit":
        assert t.state.phase == "setup"
        asked.append(t.seat)
        t.choose(0)
    assert sorted([*asked, nefarious]) == [0, 1, 2, 3]
    assert [len(fence) for fence in t.state.fence] == [2 + (s == nefarious) for s in range(4)]


CULL = regulation(
    "Cull", on("turn_begins", by="each_player"),
    item("destroy", "creature", who="that_player", of="any_player"),
)  # fmt: skip


@pytest.mark.rule("NN-EX-04")
def test_what_a_regulation_permits_does_not_reach_the_nefarious_lawn():
    t = night(phase="begin", player=1, faces=[CULL], regulation="Cull", stray=[TINY],
              lawn1=[CAT], lawn2=[DOG])  # fmt: skip
    assert t.verb == "destroy"
    assert t.labels() == [CAT, DOG]


@pytest.mark.rule("NN-EX-04")
def test_where_it_is_agreed_only_the_actor_is_exempt():
    agreed = {"regulation_scope": "actor_only"}
    t = night(phase="begin", player=1, faces=[CULL], regulation="Cull", stray=[TINY],
              lawn1=[CAT], lawn2=[DOG], options=agreed)  # fmt: skip
    assert t.labels() == [CAT, DOG, TINY]
    t = night(phase="begin", faces=[CULL], regulation="Cull", stray=[TINY], lawn1=[CAT],
              options=agreed)  # fmt: skip
    assert t.verb == "cast_phase"


HEX = "Just For the Hex of It"


@pytest.mark.rule("NN-EX-04")
def test_leash_law_binds_a_neighbor_and_not_the_nefarious_one():
    t = night(regulation="Leash Law", hand0=["Creeping Ivy"], lawn2=[LEASH])
    t.cast("Creeping Ivy")
    assert t.lawn(2) == ["# " + LEASH]
    t = night(4, player=3, regulation="Leash Law", hand3=[HEX], lawn2=[LEASH])
    assert HEX not in t.labels()


@pytest.mark.rule("NN-EX-04")
def test_leash_law_protects_nothing_on_the_nefarious_lawn_unless_only_actors_are_exempt():
    t = night(player=1, regulation="Leash Law", hand1=[HEX], stray=[LEASH])
    t.cast(HEX)
    assert t.lawn(0) == []
    assert t.discard() == [LEASH, HEX]
    t = night(player=1, regulation="Leash Law", hand1=[HEX], stray=[LEASH],
              options={"regulation_scope": "actor_only"})  # fmt: skip
    assert HEX not in t.labels()


# --- Events -----------------------------------------------------------------------------------


def event(rolls, **told):
    """Seat 1 spins an Event."""
    return night(player=1, phase="spin", rolls=rolls, **told)


@pytest.mark.rule("NN-EX-05")
def test_block_party_and_the_fee_pass_the_nefarious_neighbor_by():
    t = event(BLOCK_PARTY).no(seat=1).no(seat=2)
    assert t.state.hand[0] == []
    t = event(FEE, hand0=["Creeping Ivy"], hand1=[TINY], hand2=[CAT])
    t.pick(TINY, seat=1).pick(CAT, seat=2)
    assert t.hand(0) == ["Creeping Ivy"]


@pytest.mark.rule("NN-EX-05")
def test_the_events_about_creatures_leave_the_nefarious_lawn_as_it_is():
    lawns = {"stray": [TINY], "lawn1": [CAT], "lawn2": [DOG]}
    t = event(TRIMMING, **lawns)
    assert (t.lawn(0), t.lawn(1), t.lawn(2)) == ([TINY], [], [])
    t = event(CONTROL, **lawns)
    assert (t.lawn(0), t.lawn(1), t.lawn(2)) == ([TINY], [], [])

    def shrub(state):
        state.hexed.add(state.lawn[0][0])

    t = event(TRIMMING, **lawns, prepare=shrub)
    assert t.lawn(0) == ["# " + TINY]
    t = event(REVITAL, **lawns, prepare=shrub)
    assert t.lawn(0) == ["# " + TINY]


@pytest.mark.rule("NN-EX-05")
def test_pet_adoption_day_is_not_for_the_nefarious_neighbor():
    t = event(ADOPTION, hand0=[GOAT], hand1=[TINY], hand2=[CAT])
    t.pick(TINY, seat=1).pick(CAT, seat=2)
    assert (t.lawn(0), t.lawn(1), t.lawn(2)) == ([], [TINY], [CAT])


# --- what does apply --------------------------------------------------------------------------


@pytest.mark.rule("NN-EX-06")
def test_the_spell_of_another_makes_the_nefarious_neighbor_discard():
    levy = spell("Levy", item("discard", who="each_neighbor"))
    t = night(player=1, faces=[levy], hand1=["Levy"], hand0=["Creeping Ivy"])
    t.cast("Levy").pick("Creeping Ivy", seat=0)
    assert forbidden_discard(t) == ["Creeping Ivy"]


@pytest.mark.rule("NN-EX-07")
def test_the_base_hand_limit_binds_the_nefarious_neighbor():
    hand = ["Creeping Ivy"] * 3 + ["Dark Compost"] * 2 + ["Padlock of Perpetuity"] * 2
    t = night(phase="draw", hand0=hand)
    t.pick("Creeping Ivy", verb="hand_limit", seat=0)
    assert len(t.state.hand[0]) == 7
    assert forbidden_discard(t) == ["Creeping Ivy"]


@pytest.mark.rule("NN-EX-07")
def test_the_summoning_limit_costs_the_nefarious_neighbor_a_destroyable_creature():
    t = night(phase="limit", lawn0=[GOAT, LAMB], stray=[TINY], start_count=0)
    assert t.lawn(0) == [GOAT, LAMB]
    assert t.discard() == [TINY]
    agreed = {"nn_summoning_limit": "off"}
    t = night(phase="limit", lawn0=[GOAT, LAMB], stray=[TINY], start_count=0, options=agreed)
    assert t.lawn(0) == [GOAT, LAMB, TINY]


@pytest.mark.rule("NN-EX-07", "NN-CARD-03")
def test_beasts_are_no_gain():
    t = night(phase="limit", lawn0=[GOAT, "Bane Wing", HORROR, HORROR], stray=[TINY], start_count=0)
    assert t.lawn(0) == [GOAT, "Bane Wing", HORROR, HORROR, TINY]


@pytest.mark.rule("NN-EX-07")
def test_a_player_whose_gain_is_all_sacrificial_destroys_nothing():
    t = night(player=1, phase="limit", lawn1=[GOAT, GOAT, LAMB], start_count=0)
    assert t.lawn(1) == [GOAT, GOAT, LAMB]


@pytest.mark.rule("NN-EX-08")
def test_what_needs_a_creature_of_everybody_needs_one_of_the_nefarious_neighbor():
    others = {"hand1": [SMELLY], "lawn2": [CAT]}
    t = night(player=1, phase="summon", lawn0=[GOAT, HORROR], **others)
    t.summon(SMELLY)
    assert t.events("declare") == []
    t = night(player=1, phase="summon", lawn0=[GOAT, HORROR], stray=[TINY], **others)
    t.summon(SMELLY).use(SMELLY, seat=1)
    assert (t.lawn(0), t.lawn(1), t.lawn(2)) == ([GOAT, HORROR], [], [])
    assert t.discard() == [TINY]
    assert t.hand(2)[0] == CAT
