"""Why the own cards can or cannot be used now, as the details pane says it."""

from __future__ import annotations

import pytest

from rr_rules.rulebook import clause
from tests.support.rr_rules.nefarious import night

GOAT, IVY, WING, TINY = (
    "Suspiciously Willing Goat", "Creeping Ivy", "Bane Wing", "Griffin With a Tiny Head",
)  # fmt: skip


def why(t, seat, zone, at=0):
    [reason] = [r for r in t.view(seat).reasons if (r.zone, r.at) == (zone, at)]
    assert clause("runes-regulations", reason.clause).text
    return reason.usable, reason.text, reason.clause


@pytest.mark.rule("NN-CARD-14", "NN-CARD-02")
def test_a_sacrificial_creature_may_be_summoned_here_and_a_beast_only_if_it_is_paid():
    t = night(phase="summon", hand0=[GOAT, WING])
    assert why(t, 0, "hand") == (True, "May be SUMMONED now, onto your own Lawn", "NN-CARD-14")
    said = "Its Summoning Cost cannot be paid in full now"
    assert why(t, 0, "hand", 1) == (False, said, "NN-CARD-02")


@pytest.mark.rule("NN-TURN-01")
def test_a_curse_waits_for_its_own_phase():
    assert why(night(player=1, hand0=[IVY]), 0, "hand")[2] == "NN-TURN-04"
    t = night(phase="summon", hand0=[IVY])
    assert why(t, 0, "hand") == (False, "Not now: your Cast phase is over this turn", "NN-TURN-01")


@pytest.mark.rule("NN-STEAL-01")
def test_a_stolen_creature_says_that_it_has_no_effect_here():
    said = (False, "It has no effect on this Lawn", "NN-STEAL-01")
    assert why(night(stray=["Sparkly Dragon"]), 0, "lawn") == said
    assert why(night(player=1, lawn1=["Sparkly Dragon"]), 1, "lawn")[2] == "RR-EFF-01"


@pytest.mark.rule("NN-EX-08")
def test_a_card_that_needs_something_of_everybody_says_so():
    t = night(player=1, phase="summon", hand1=["Horrifyingly Smelly Dragon", TINY])
    usable, said, clause_id = why(t, 1, "hand")
    assert (usable, clause_id) == (True, "NN-EX-08")
    assert "Nefarious Neighbor" in said
    assert why(t, 1, "hand", 1)[2] == "RR-CARD-04"


@pytest.mark.rule("NN-TURN-05", "RR-TURN-04")
def test_who_has_acted_in_a_phase_is_told_so_until_the_next():
    t = night(phase="summon", hand0=[GOAT, "Lamb Named Thursday"])
    assert why(t, 0, "hand")[0]
    t.pick("Lamb Named Thursday", verb="summon_phase")
    assert t.verb == "use"
    said = "Not now: you have acted in this Summon phase"
    assert why(t, 0, "hand") == (False, said, "NN-TURN-05")
