"""Regulations and Events beside the Nefarious Neighbor: one table with each, played to compare."""

from __future__ import annotations

import pytest

from rr_rules.runes_regulations.deck.loader import base_deck
from tests.support.rr_rules.faces import has, item, on, regulation, rule
from tests.support.rr_rules.nefarious import night

TINY, CAT, DOG = "Griffin With a Tiny Head", "Alley Cat", "A Stray Dog"
GOAT, HORROR = "Suspiciously Willing Goat", "Bog-Standard Horror"
LEASH = "Pegasus on a Very Short Leash"
CHIME, KEEPERS = "Gone With the Wind Chime", "Finders Keepers, Leash and All"
REGULATIONS = [face.name for face in base_deck().of_kind("regulation")]
BLOCK_PARTY, TRIMMING, CONTROL, REVITAL, FEE, ADOPTION = ([5, event] for event in range(6))


def nefarious_turn(active):
    """A whole turn of the Nefarious Neighbor that touches what every Regulation speaks of."""

    def shrub(state):
        state.hexed.add(state.lawn[0][-1])

    t = night(
        phase="begin", regulation=active, lawn0=[GOAT, GOAT], stray=["Sparkly Dragon", TINY],
        lawn1=["Grillmaster Dragon", LEASH], lawn2=[TINY], hand1=[CAT, CAT], hand2=[DOG, DOG],
        hand0=["Repossession Notice", HORROR, "Creeping Ivy", "Dark Compost", GOAT],
        fence0=["Wrong-Hour Sprinkler", "Cat Flap to Nowhere", "Bottomless Bird Feeder"],
        fence1=["Fake Rock, Spare Key"], rolls=[3, 3], prepare=shrub,
        forbidden_deck=["Gnome With No Face"] * 2 + ["Wood Rot"],
    )  # fmt: skip
    t.cast("Repossession Notice").pick("Grillmaster Dragon", verb="steal")
    t.pick(HORROR, verb="summon_phase").pick("Creeping Ivy", verb="discard")
    t.use("Wrong-Hour Sprinkler", seat=0)
    t.pick("Dark Compost", verb="discard").pick(GOAT, verb="discard")
    return t.pick(LEASH, verb="steal")


@pytest.mark.rule("NN-EX-03")
@pytest.mark.parametrize("name", REGULATIONS)
def test_no_regulation_changes_anything_of_a_nefarious_turn(name):
    free, bound = nefarious_turn(""), nefarious_turn(name)
    turn, same = (t.told[: of_the_next_turn(t)] for t in (free, bound))
    assert same == turn
    done = {"draw", "cast", "steal", "summon", "discard", "declare", "spin"}
    assert done <= {event.kind for event in turn}
    assert (bound.lawn(0), bound.hand(0)) == (free.lawn(0), free.hand(0))


def of_the_next_turn(t):
    return next(at for at, event in enumerate(t.told) if event.kind == "turn" and event.n == 3)


@pytest.mark.rule("NN-EX-04")
def test_the_neighborhood_watch_binds_neighbors_alone():
    told = {"regulation": "Neighborhood Watch Program", "stray": [LEASH], "lawn2": [TINY]}
    spell = {"player": 1, "hand1": [KEEPERS, CAT, DOG]}
    t = night(hand0=["Repossession Notice"], **told)
    assert t.cast("Repossession Notice").lawn(0) == [LEASH, TINY]
    t = night(**spell, **told).cast(KEEPERS)
    assert t.pick(CAT, verb="discard").pick(DOG).lawn(1) == [LEASH]
    t = night(**spell, **told, options={"regulation_scope": "actor_only"})
    assert KEEPERS not in t.labels()


@pytest.mark.rule("NN-EX-04")
def test_leash_law_keeps_no_collar_on_the_nefarious_lawn_from_being_returned():
    told = {"player": 1, "regulation": "Leash Law", "hand1": [CHIME], "stray": [LEASH]}
    assert night(**told).cast(CHIME).discard() == [LEASH, CHIME]
    assert CHIME not in night(**told, options={"regulation_scope": "actor_only"}).labels()
    assert CHIME not in night(**told | {"stray": []}, lawn2=[LEASH]).labels()


@pytest.mark.rule("NN-EX-04")
@pytest.mark.parametrize("scope", ["actor_and_object", "actor_only"])
def test_a_regulation_says_nothing_about_what_enters_the_nefarious_lawn(scope):
    t = night(
        player=1, phase="summon", regulation="Open Flame Ban", hand0=["Creeping Ivy"],
        hand1=["Grillmaster Dragon", CAT], options={"regulation_scope": scope},
    )  # fmt: skip
    t.summon("Grillmaster Dragon", onto=0)
    assert (t.hand(0), t.hand(1)) == (["Creeping Ivy"], [CAT])
    assert t.events("discard") == []


@pytest.mark.rule("NN-EX-03", "NN-EX-04")
def test_a_regulations_demand_of_all_is_laid_on_regular_players():
    tithe = regulation(
        "Tithe", on("turn_begins", by="each_player"), item("discard", who="each_player"),
        item("destroy", "mythical", of="each_player", all=True),
    )  # fmt: skip
    t = night(phase="begin", player=1, faces=[tithe], regulation="Tithe", hand0=["Creeping Ivy"],
              hand1=[CAT], hand2=[DOG], stray=[TINY], lawn1=[LEASH], lawn2=[TINY])  # fmt: skip
    assert t.hand(0) == ["Creeping Ivy"]
    assert sorted(t.discard()) == sorted([CAT, DOG, LEASH, TINY])
    assert t.lawn(0) == [TINY]


@pytest.mark.rule("NN-EX-03")
def test_a_regulation_that_opens_limits_gives_the_nefarious_neighbor_nothing():
    many = regulation("Many", rules=[rule("limit", which="hand", of="each_player", set=12)])
    hand = ["Creeping Ivy"] * 3 + ["Dark Compost"] * 2 + ["Padlock of Perpetuity"] * 2
    t = night(phase="draw", faces=[many], regulation="Many", hand0=hand)
    assert (t.verb, t.seat) == ("hand_limit", 0)
    fence = ["Cat Flap to Nowhere", "Hangdog Hammock", "Bottomless Bird Feeder"]
    t = night(phase="spin", regulation="Tall Fence Variance", rolls=[0], fence0=fence)
    assert (t.verb, t.seat) == ("rune_limit", 0)


@pytest.mark.rule("NN-EX-03", "NN-EX-04")
@pytest.mark.parametrize("scope", ["actor_and_object", "actor_only"])
def test_what_the_nefarious_neighbor_does_sets_no_regulation_off(scope):
    bell = regulation("Bell", on("spin"), item("draw", who="each_player"))
    told = {"phase": "spin", "rolls": [2], "faces": [bell], "regulation": "Bell"}
    t = night(**told, options={"regulation_scope": scope})
    assert t.events("declare") == []
    t = night(**told, player=1, stray=[LEASH], options={"regulation_scope": scope})
    assert [event.face for event in t.events("declare")] == ["bell"]


@pytest.mark.rule("NN-EX-04")
def test_what_happens_to_the_nefarious_neighbors_things_sets_one_off_where_only_actors_are_exempt():
    alarm = regulation("Alarm", on("steal", "creature"), item("draw", who="that_player"))
    told = {"player": 1, "hand1": [KEEPERS, CAT, DOG], "stray": [TINY], "faces": [alarm]}
    for scope, heard in (("actor_and_object", []), ("actor_only", ["alarm"])):
        t = night(**told, regulation="Alarm", options={"regulation_scope": scope}).cast(KEEPERS)
        t.pick(CAT, verb="discard").pick(DOG)
        assert [event.face for event in t.events("declare")] == heard


@pytest.mark.rule("NN-EX-03")
@pytest.mark.parametrize("scope", ["any_player", "any_neighbor"])
def test_a_regulation_does_not_count_what_the_nefarious_neighbor_has(scope):
    zoo = regulation("Zoo", on("turn_begins", by="each_player"), item("draw", who="that_player"),
                     conditions=(has("mythical", scope, least=2),))  # fmt: skip
    told = {"player": 1, "phase": "begin", "faces": [zoo], "regulation": "Zoo"}
    assert night(stray=[TINY, LEASH], **told).events("declare") == []
    assert len(night(lawn2=[TINY, LEASH], **told).events("declare")) == 1


# --- Events -----------------------------------------------------------------------------------


@pytest.mark.rule("NN-EX-05")
@pytest.mark.parametrize("order", ["sealed", "open"])
@pytest.mark.parametrize("rolls", [BLOCK_PARTY, TRIMMING, CONTROL, REVITAL, FEE, ADOPTION])
def test_no_event_asks_or_touches_the_nefarious_neighbor(rolls, order):
    def shrub(state):
        state.hexed |= {state.lawn[seat][0] for seat in (0, 1, 2)}

    t = night(
        player=1, phase="spin", rolls=rolls, prepare=shrub, options={"event_choices": order},
        hand0=["Creeping Ivy", GOAT], stray=[TINY, LEASH], hand1=[TINY, CAT], hand2=[DOG, CAT],
        lawn1=[LEASH, "Moulting Griffin", DOG], lawn2=["Rescue Jackalope", TINY, "Sneaky Griffin"],
    )  # fmt: skip
    before = t.hand(0), t.lawn(0), len(t.state.forbidden_deck)
    asked = set()
    while t.state.player == 1:
        question = t.table.asked[0]
        asked.add(question.seat)
        t.choose(0, seat=question.seat)
    assert asked == {1, 2}
    assert (t.hand(0), t.lawn(0), len(t.state.forbidden_deck)) == before
