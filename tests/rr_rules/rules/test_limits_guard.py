"""Limits and prices with decks of one's own: no loop, no wrong chooser, no idle Spell."""

from __future__ import annotations

from dataclasses import replace

from tests.support.rr_rules.faces import has, item, rune, spell, would
from tests.support.rr_rules.story import story

TINY, LEASH = "Griffin With a Tiny Head", "Pegasus on a Very Short Leash"
TRAP, SALTY, BLO = "Tricky Trap", "Salty Shaker", "Blo Blo Gadget"


def test_a_limit_that_is_replaced_by_more_runes_is_enforced_in_one_loop():
    spawn = rune("Spawn", would("destroy", "rune", of="you"), item("add_rune", n=2), copies=2)
    t = story(phase="spin", rolls=[0], fence0=["Spawn", TRAP, SALTY], rune_deck=[BLO],
              faces=[spawn])  # fmt: skip
    t.pick(TRAP, verb="rune_limit").use("Spawn", seat=0)
    assert len(t.fence(0)) == 5
    t.choose(0)
    assert t.verb == "rune_limit"
    t.choose(0)
    assert len(t.fence(0)) == 3
    assert t.verb == "cast_phase"


def test_a_spell_whose_condition_fails_is_not_offered():
    boast = spell("Boast", item("draw"))
    boast = replace(boast, conditions=(has("mythical", least=2),))
    assert "Boast" not in story(hand0=["Boast"], lawn0=[TINY], faces=[boast]).labels()
    assert "Boast" in story(hand0=["Boast"], lawn0=[TINY, LEASH], faces=[boast]).labels()


def test_another_performer_chooses_its_own_card_of_the_pile():
    gift = spell("Gift", item("take", "card", who="any_neighbor", place="main_discard"))
    t = story(hand0=["Gift"], discard=[TINY, LEASH], faces=[gift])
    t.cast("Gift").pick(LEASH, verb="take", seat=1)
    assert t.hand(1) == [LEASH]
