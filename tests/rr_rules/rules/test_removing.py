"""A seat is removed: what it leaves behind, what goes on without it, and who wins then."""

from __future__ import annotations

import pytest

from tests.support.rr_rules.faces import creature, item, on, rune
from tests.support.rr_rules.story import story

HEX, DISASTER = "Just For the Hex of It", "This Spells Disaster"
TINY, LEASH, PARCEL = "Griffin With a Tiny Head", "Pegasus on a Very Short Leash", "Parcel Pegasus"
TRAP, SALTY, BLO = "Tricky Trap", "Salty Shaker", "Blo Blo Gadget"


def removed(t, seat):
    """The story after a seat has left it."""
    t.table.remove(seat)
    t.go_on()
    return t


@pytest.mark.rule("RR-TABLE-05")
def test_what_a_removed_seat_had_lies_on_the_discards_without_tokens():
    t = story(3, hand1=[HEX], lawn1=[TINY], hexed1=[LEASH], fence1=[TRAP, SALTY])
    removed(t, 1)
    assert sorted(t.discard()) == sorted([HEX, TINY, LEASH])
    assert t.rune_discard() == [TRAP, SALTY]
    assert t.state.hexed == set()
    assert t.view(0).seats[1].left
    assert (t.hand(1), t.lawn(1), t.fence(1)) == ([], [], [])


@pytest.mark.rule("RR-TABLE-05")
def test_leaving_is_no_discard_and_no_destroy():
    mourner = creature("Mourner", on("destroy", "creature"), item("draw"))
    hoarder = creature("Hoarder", on("discard"), item("draw"))
    t = story(3, hand1=[HEX], lawn1=[TINY], fence0=[SALTY], lawn0=["Mourner", "Hoarder"],
              faces=[mourner, hoarder])  # fmt: skip
    hand = t.hand(0)
    removed(t, 1)
    assert (t.verb, t.seat) == ("cast_phase", 0)
    assert t.hand(0) == hand
    assert [event.kind for event in t.events()][-1] == "left"


@pytest.mark.rule("RR-TABLE-05")
@pytest.mark.parametrize(
    ("leaver", "hand", "discard"),
    [(2, [TINY, LEASH, HEX], []), (0, [], [HEX, TINY, LEASH])],
)
def test_a_spell_that_is_being_paid_for_stays_its_casters_when_another_leaves(
    leaver, hand, discard
):
    t = story(3, hand0=[HEX, TINY, LEASH], lawn1=["Fetching Pegasus"])
    t.cast(HEX)
    assert (t.verb, t.seat) == ("discard", 0)
    removed(t, leaver)
    assert (t.hand(0), sorted(t.discard()), t.state.limbo) == (hand, sorted(discard), [])


@pytest.mark.rule("RR-TABLE-05")
def test_a_creature_that_is_being_paid_for_stays_its_owners_when_another_leaves():
    t = story(3, phase="summon", hand0=[TINY, HEX, LEASH], regulation="Pet Registration Fee")
    t.summon(TINY)
    assert (t.verb, t.seat) == ("discard", 0)
    removed(t, 2)
    assert (t.hand(0), t.discard()) == ([HEX, LEASH, TINY], [])


@pytest.mark.rule("RR-TABLE-05")
def test_the_turn_order_closes_up():
    t = story(4, player=0)
    removed(t, 1)
    t.pass_until("summon_phase").skip()
    turns = [event.by for event in t.pass_until("cast_phase").events("turn")]
    assert turns == [2]
    assert t.state.clockwise(0) == (0, 2, 3)


@pytest.mark.rule("RR-TABLE-05")
def test_the_turn_of_a_removed_seat_ends_without_spin_limit_or_win():
    five = [PARCEL, TINY, TINY, LEASH, "Kiddie-Pool Kraken"]
    t = story(3, phase="summon", player=0, lawn0=five, hand1=[HEX], start_count=0)
    removed(t, 0)
    assert t.events("spin", "summoning_limit", "won") == []
    assert [(event.kind, event.by) for event in t.events("turn")] == [("turn", 1)]
    assert t.table.outcome is None


@pytest.mark.rule("RR-TABLE-05")
def test_waiting_effects_of_a_removed_seat_are_dropped_and_those_of_others_go_on():
    bell = rune("Bell", on("cast", "spell", by="any_neighbor"), item("draw"), copies=3)
    t = story(4, hand0=[HEX], lawn0=[TINY], lawn3=[LEASH], fence1=["Bell"], fence2=["Bell"],
              deck=[DISASTER, PARCEL], faces=[bell])  # fmt: skip
    t.cast(HEX).use("Bell", seat=1).use("Bell", seat=2)
    assert t.verb == "hex"
    assert [waiting.seat for waiting in t.view(3).chain] == [0, 1, 2]
    removed(t, 1)
    assert t.verb == "hex"
    assert [waiting.seat for waiting in t.view(3).chain] == [0, 2]
    assert t.rune_discard() == ["Bell"]
    t.pick(LEASH)
    assert t.lawn(3) == [f"# {LEASH}"]
    assert t.hand(2) == [DISASTER]
    assert t.hand(1) == []


@pytest.mark.rule("RR-TABLE-05")
def test_the_spell_of_a_removed_caster_is_dropped_and_the_reactions_of_others_resolve():
    bell = rune("Bell", on("cast", "spell", by="any_neighbor"), item("draw"))
    t = story(3, hand0=[HEX], lawn1=[LEASH, PARCEL], fence2=["Bell"], deck=[DISASTER, TINY],
              faces=[bell])  # fmt: skip
    t.cast(HEX).use("Bell", seat=2)
    assert (t.verb, t.seat) == ("hex", 0)
    removed(t, 0)
    assert t.lawn(1) == [LEASH, PARCEL]
    assert HEX in t.discard()
    assert t.hand(2) == [DISASTER]
    assert t.state.player == 1


@pytest.mark.rule("RR-TABLE-06")
@pytest.mark.parametrize("seat", [0, 1])
def test_the_one_that_is_left_of_two_wins_by_default(seat):
    t = story(2, hand0=[HEX], lawn0=[TINY], fence1=[TRAP])
    removed(t, seat)
    assert t.table.pending is None
    assert (t.table.outcome.winners, t.table.outcome.reason) == ((1 - seat,), "default")
    assert [event.by for event in t.events("won")] == [1 - seat]


@pytest.mark.rule("RR-TABLE-06")
def test_a_game_of_three_ends_when_the_second_seat_is_removed():
    t = story(3)
    removed(t, 2)
    assert t.table.outcome is None
    removed(t, 0)
    assert (t.table.outcome.winners, t.table.outcome.reason) == ((1,), "default")


def test_nobody_skips_a_phase_of_a_turn_that_a_removed_player_leaves_behind():
    ask = rune("Ask", on("turn_begins", by="any_neighbor"), item("draw", may=True))
    lull = rune("Lull", on("turn_begins", by="any_neighbor"),
                item("skip", who="each_player", phase="cast", this_turn=True))  # fmt: skip
    t = story(3, phase="begin", fence1=["Ask"], fence2=["Lull"], hand1=[HEX], lawn1=[TINY],
              faces=[ask, lull])  # fmt: skip
    t.use("Ask", seat=1).use("Lull", seat=2)
    assert (t.seat, t.verb) == (1, "may")
    removed(t, 0)
    t.pass_until("cast_phase")
    assert t.seat == 1
    assert not t.events("must_skip", "skipped")
