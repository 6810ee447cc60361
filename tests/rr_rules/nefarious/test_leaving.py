"""Seats that leave a game of the expansion, and those that never do."""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest

from rr_rules.kernel.errors import CannotRemove
from rr_rules.kernel.game import Outcome
from tests.support.rr_rules.faces import item, would
from tests.support.rr_rules.nefarious import beast, forbidden_discard, forbidden_rune, night

TINY, GOAT, LAMB = "Griffin With a Tiny Head", "Suspiciously Willing Goat", "Lamb Named Thursday"
CAT, IVY, HORROR, SERPENT = "Alley Cat", "Creeping Ivy", "Bog-Standard Horror", "Septic Serpent"
FOUR_BEASTS = [HORROR, HORROR, "The Mulchmaw", "The Mulchmaw"]


def removed(t, seat):
    t.table.remove(seat)
    t.go_on()
    return t


@pytest.mark.rule("NN-TABLE-01")
def test_the_nefarious_seat_is_never_removed():
    t = night(player=1)
    with pytest.raises(CannotRemove, match="seat 0 is never removed: a bot plays it on"):
        t.table.remove(0)
    assert t.state.left == []
    assert (t.verb, t.seat) == ("cast_phase", 1)


@pytest.mark.rule("NN-TABLE-01")
def test_the_seat_that_the_deadline_hangs_on_is_never_removed():
    def run_out(state):
        state.discard, state.deck, state.deadline = state.deck, [], 2

    t = night(4, player=1, prepare=run_out)
    with pytest.raises(CannotRemove, match="seat 2 is never removed"):
        t.table.remove(2)
    removed(t, 3)
    assert t.state.left == [3]


@pytest.mark.rule("NN-TABLE-01")
def test_a_removed_seat_leaves_its_sacrificial_creatures_and_a_role_that_nobody_knows():
    t = night(4, player=1, roles={2: "Savior"}, lawn2=[GOAT, TINY], fence2=["Salty Shaker"])
    removed(t, 2)
    assert (forbidden_discard(t), t.discard()) == ([GOAT], [TINY])
    assert t.rune_discard() == ["Salty Shaker"]
    for seat in (0, 1, 3, None):
        assert t.view(seat).nefarious.roles[2] == ""
        assert "the-savior" not in json.dumps(asdict(t.view(seat)))
    [zone] = [z for z in t.table.game.zones(t.state) if (z.label, z.owner) == ("role", 2)]
    assert zone.hidden
    assert zone.cards == (t.state.roles[2],)


@pytest.mark.rule("NN-TABLE-01")
def test_with_one_regular_seat_left_the_game_goes_on():
    t = night(3, player=1, lawn0=[LAMB])
    removed(t, 2)
    assert t.table.outcome is None
    assert (t.verb, t.seat) == ("cast_phase", 1)
    t.pass_until("summon_phase").skip()
    assert (t.state.player, t.seat) == (0, 0)


@pytest.mark.rule("NN-TABLE-01", "RR-TABLE-06")
def test_the_nefarious_neighbor_alone_at_the_table_wins_by_default_and_with_nobody():
    t = night(3, player=1, roles={2: "Henchman"})
    removed(removed(t, 2), 1)
    assert t.table.outcome == Outcome((0,), "default")
    assert t.events("role_shown") == []


@pytest.mark.rule("NN-TABLE-01")
def test_a_removed_henchman_wins_along_with_nobody():
    def run_out(state):
        state.discard, state.deck, state.deadline = state.deck, [], 1

    t = night(4, player=1, roles={2: "Henchman"}, prepare=run_out)
    removed(t, 2)
    t.pass_until("summon_phase").skip()
    assert t.table.outcome.winners == (0,)


@pytest.mark.rule("NN-TABLE-01", "NN-CARD-07")
def test_a_beast_that_is_being_paid_for_stays_in_the_hand_when_a_neighbor_is_removed():
    t = night(4, phase="summon", lawn0=[GOAT, LAMB], hand0=[SERPENT, IVY, IVY], rolls=[2])
    t.pick(SERPENT, verb="summon_phase").pick(GOAT, verb="sacrifice")
    assert t.verb == "discard"
    removed(t, 3)
    # What was paid is paid and the phase is used up, but the card was never played.
    assert forbidden_discard(t) == [GOAT]
    assert (t.lawn(0), t.hand(0)[:3]) == ([LAMB], [IVY, IVY, SERPENT])
    assert (t.state.limbo, t.state.player) == ([], 1)


@pytest.mark.rule("NN-TABLE-01", "NN-ROLE-NEFARIOUS-TIMING")
def test_a_fifth_beast_wins_at_once_also_where_the_turn_it_came_in_is_cut_off():
    bringer = forbidden_rune(
        "Early Delivery", would("discard", by="any_neighbor"),
        item("summon", "beast", place="hand"), item("discard", who="that_player", n=2),
    )  # fmt: skip
    free = beast("Free Beast", [item("discard")])
    t = night(
        4, player=1, phase="spin", rolls=[4], faces=[bringer, free], lawn0=FOUR_BEASTS,
        fence0=["Early Delivery"], hand0=["Free Beast", GOAT], hand1=[TINY, CAT, "Parcel Pegasus"],
    )  # fmt: skip
    t.pick(TINY, verb="discard").use("Early Delivery", seat=0)
    t.pick("Free Beast", verb="summon_effect").pick(GOAT, verb="discard")
    assert (t.verb, t.seat, t.table.outcome) == ("discard", 1, None)
    removed(t, 1)
    assert t.table.outcome == Outcome((0,), "beasts")
    assert t.events("turn") == []


@pytest.mark.rule("NN-TABLE-01", "NN-ROLE-NEFARIOUS-TIMING")
@pytest.mark.parametrize("leaver", [2, 3])
def test_the_fifth_beast_wins_when_its_chain_is_over_whoever_leaves_meanwhile(leaver):
    t = night(4, phase="summon", lawn0=[*FOUR_BEASTS, GOAT], hand0=[SERPENT, IVY],
              hand2=[TINY, CAT], hand3=[CAT, TINY])  # fmt: skip
    t.pick(SERPENT, verb="summon_phase").pick(IVY, verb="discard").use(SERPENT, seat=0)
    assert (t.verb, t.seat, t.table.outcome) == ("discard", 2, None)
    removed(t, leaver)
    while t.table.outcome is None:
        assert t.verb == "discard"
        t.choose(0)
    assert t.table.outcome == Outcome((0,), "beasts")
    assert t.events("spin") == []
