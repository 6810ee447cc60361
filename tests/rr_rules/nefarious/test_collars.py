"""Collars: data that a role and a Regulation ask for, and that everybody can read."""

from __future__ import annotations

import tomllib
from dataclasses import replace

import pytest

from rr_rules.kernel.settings import settle
from rr_rules.runes_regulations.deck.loader import base_deck, packaged
from rr_rules.runes_regulations.faces.faces import Deck
from rr_rules.runes_regulations.game import RunesRegulations, load
from rr_rules.runes_regulations.state.settings import SETTINGS
from rr_rules.runes_regulations.turn.roles import usable_roles
from tests.support.rr_rules.faces import creature
from tests.support.rr_rules.nefarious import night

NIGHT = {"nefarious": "on"}


@pytest.mark.rule("NN-ROLE-CONTROL-FREAK-02")
def test_a_collar_can_be_read_on_the_face_of_every_creature_that_wears_one():
    rules, worn = load(), "Wears a collar. "
    collared = {face.id for face in rules.deck_under(NIGHT).faces if face.collar}
    assert {card.id for card in rules.cards(NIGHT) if worn in card.text} == collared
    texts = {card.name: card.text for card in rules.cards({"nefarious": "off"})}
    assert texts["Sparkly Dragon"].startswith(worn + "When this enters")
    assert texts["Pegasus on a Very Short Leash"] == worn + "No effect."


@pytest.mark.rule("NN-ROLE-CONTROL-FREAK-02")
def test_every_creature_says_in_its_file_whether_it_wears_a_collar():
    t = night()
    creatures = [f for f in t.state.face if f.kind in ("creature", "sacrificial")]
    assert {type(face.collar) for face in creatures} == {bool}
    assert sum(face.collar for face in creatures) == 21
    for name in ("base_creatures", "nn_creatures", "nn_sacrificial"):
        cards = tomllib.loads(packaged(name).decode())["card"]
        assert {type(card["collar"]) for card in cards} == {bool}


@pytest.mark.rule("NN-ROLE-CONTROL-FREAK-02", "NN-ROLE-09")
@pytest.mark.parametrize(("collars", "left_out"), [(2, True), (3, False)])
def test_with_fewer_than_three_collars_the_control_freak_is_left_out(collars, left_out):
    pets = [f for f in load().deck_under(NIGHT).faces if f.collar]
    bare = [replace(face, collar=False) for face in pets]
    worn = replace(creature("Collared Newt"), collar=True, copies=collars)
    others = [face for face in base_deck().faces if not face.collar]
    deck = Deck("bare", (*others, *bare, worn), f"bare {collars}")
    state = RunesRegulations(deck).opening(
        4, settle(SETTINGS, {**NIGHT, "deck_check": "custom"}), [0] * 4
    )
    out = [state.face[card].id for card in usable_roles(state)[1]]
    assert out == ["the-control-freak"] * left_out
