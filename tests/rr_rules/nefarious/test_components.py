"""What the expansion adds to the box, and what its card files hold."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from rr_rules.kernel.errors import BadSetup, DeckError
from rr_rules.kernel.settings import settle
from rr_rules.runes_regulations.deck.loader import (
    EXPANSION_FILES,
    base_deck,
    copies_by_kind,
    expanded,
    expansion,
    load_deck,
)
from rr_rules.runes_regulations.faces.card_set import Index
from rr_rules.runes_regulations.faces.faces import Deck
from rr_rules.runes_regulations.game import RunesRegulations, load
from rr_rules.runes_regulations.state.settings import SETTINGS
from rr_rules.runes_regulations.state.state import faces_of
from tests.support.rr_rules.faces import creature, rune
from tests.support.rr_rules.nefarious import night, unseat
from tests.support.rr_rules.story import story

COUNTS = copies_by_kind(expansion().faces)
WHOLE = expanded(base_deck())
ROLES = {
    "The Nefarious Neighbor", "The Henchman", "The Griffin Lady", "The Humane Sorcerer",
    "The Hexlord", "The Control Freak", "The Savior", "The Tidier", "The Curator",
    "The Exotic Pet Collector",
}  # fmt: skip


def by_back(deck):
    counts = Counter()
    for face in deck.faces:
        counts[face.back] += face.copies
    return counts


def opening(seats, rules=None, **options):
    rules = rules or load()
    chosen = settle(SETTINGS, {"nefarious": "on", **options})
    return rules.opening(seats, chosen, [0] * seats)


@pytest.mark.rule("NN-COMP-01", "NN-COMP-02")
def test_the_forbidden_deck_has_forty_cards_and_its_runes_are_ten():
    kinds = {kind: COUNTS[kind] for kind in ("sacrificial", "beast", "curse", "forbidden_rune")}
    assert kinds == {"sacrificial": 8, "beast": 15, "curse": 17, "forbidden_rune": 10}
    assert by_back(expansion())["forbidden"] == 40


@pytest.mark.parametrize("deck", [base_deck(), WHOLE], ids=["base", "expanded"])
def test_the_copies_of_a_face_are_the_cards_that_show_it(deck):
    cards = {}
    for card, face in enumerate(faces_of(deck)):
        cards.setdefault(face.id, []).append(card)
    assert {face: list(copies) for face, copies in Index.of(deck).copies_of.items()} == cards


@pytest.mark.rule("NN-COMP-03")
def test_there_are_ten_roles_each_once():
    roles = expansion().of_kind("role")
    assert {face.name for face in roles} == ROLES
    assert {face.copies for face in roles} == {1}
    assert [face.name for face in roles if face.public] == ["The Nefarious Neighbor"]


@pytest.mark.rule("NN-COMP-04")
def test_creatures_spells_and_runes_join_the_base_decks():
    added = {kind: COUNTS[kind] for kind in ("creature", "spell", "rune")}
    assert added == {"creature": 11, "spell": 9, "rune": 20}
    state = opening(3)
    assert (len(state.deck), len(state.rune_deck)) == (109, 44)
    kinds = Counter(state.face[card].kind for card in state.deck)
    assert kinds == {"creature": 61, "spell": 48}


@pytest.mark.rule("NN-COMP-04")
def test_without_the_expansion_the_box_is_as_it_was():
    rules = load()
    state = rules.opening(4, settle(SETTINGS, {}), [0] * 4)
    assert (len(state.deck), len(state.rune_deck), len(state.face)) == (89, 24, 130)
    assert state.roles == state.unused_roles == state.forbidden_deck == []
    assert {zone.label for zone in rules.zones(state)} == {
        "main_deck", "main_discard", "rune_deck", "rune_discard", "regulation_deck", "limbo",
        "hand", "fence", "lawn",
    }  # fmt: skip


@pytest.mark.rule("NN-COMP-05")
def test_the_regulations_are_the_seventeen_of_the_base():
    assert COUNTS["regulation"] == 0
    t = night(4, phase="setup", prepare=unseat)
    assert t.state.regulation >= 0
    assert len(t.state.regulation_deck) == 16


@pytest.mark.rule("NN-COMP-06")
def test_there_are_fences_for_eight_players_and_no_more():
    assert load().most_seats(settle(SETTINGS, {"nefarious": "on"})) == 8
    assert opening(8).seats == opening(8, max_seats="4").seats == 8
    with pytest.raises(BadSetup, match="9 seats: expected 3 to 8"):
        opening(9)


@pytest.mark.rule("NN-COMP-07")
def test_sixteen_creatures_can_be_hexed_at_once():
    def fifteen_shrubs(state):
        shrubs = [card for card in state.deck if state.face[card].kind == "creature"][:15]
        state.deck = [card for card in state.deck if card not in shrubs]
        state.lawn[2] += shrubs
        state.hexed |= set(shrubs)

    t = night(hand0=["Creeping Ivy"], lawn1=["Parcel Pegasus"], prepare=fifteen_shrubs)
    t.cast("Creeping Ivy")
    assert t.lawn(1) == ["# Parcel Pegasus"]
    shown = [card.hexed for seat in t.view(0).seats for card in seat.lawn]
    assert shown == [True] * 16


@pytest.mark.rule("NN-DATA-01")
def test_every_card_has_the_back_of_its_kind_and_its_families_are_those_of_its_name():
    backs = {
        "sacrificial": "forbidden", "beast": "forbidden", "curse": "forbidden",
        "forbidden_rune": "forbidden_rune", "creature": "main", "spell": "main", "rune": "rune",
        "role": "role",
    }  # fmt: skip
    assert all(face.back == backs[face.kind] for face in expansion().faces)
    words = ("Dragon", "Griffin", "Pegasus", "Unicorn")
    for face in expansion().faces:
        named = tuple(word.lower() for word in words if word in face.name)
        if face.kind in ("creature", "sacrificial"):
            assert face.families == named or (not named and len(face.families) == 1)
            assert named or not set(face.families) & {word.lower() for word in words}


@pytest.mark.rule("NN-DATA-01")
def test_a_name_with_two_of_the_words_has_both_families():
    content = b"""
[deck]
extends = "base"
[[card]]
id = "dragon-unicorn"
name = "Dragon Unicorn"
kind = "creature"
family = "dragon"
collar = false
text = "No effect."
"""
    deck = load_deck("own", content)
    face = next(face for face in expanded(deck).faces if face.id == "dragon-unicorn")
    assert face.families == ("dragon", "unicorn")


@pytest.mark.rule("NN-DATA-02")
def test_every_card_of_the_expansion_says_where_it_comes_from():
    origins = {face.kind: set() for face in expansion().faces}
    for face in expansion().faces:
        origins[face.kind].add(face.origin)
    assert origins.pop("role") == {"printed"}
    assert set().union(*origins.values()) == {"house", "completed"}
    beasts = expansion().of_kind("beast")
    assert {item.do for face in beasts for item in face.cost} == {"sacrifice", "discard"}
    assert {sum(item.n for item in face.cost) for face in beasts} <= {1, 2, 3}


@pytest.mark.rule("NN-DATA-04")
def test_no_card_speaks_of_maggots():
    regulations = WHOLE.of_kind("regulation")
    assert sum(face.copies for face in regulations) == 17
    assert not any("Maggot" in face.text or "Insect" in face.name for face in WHOLE.faces)


def test_an_owners_card_takes_the_place_of_one_of_the_same_id():
    own = replace(base_deck(), faces=(*base_deck().faces, creature("Alley Cat", [])))
    faces = [face for face in expanded(own).faces if face.id == "alley-cat"]
    assert len(faces) == 1
    assert faces[0] is own.faces[-1]


def test_two_cards_of_one_name_are_refused():
    twin = replace(creature("Alley Cat", []), id="another-cat")
    with pytest.raises(DeckError, match="is the name of"):
        expanded(replace(base_deck(), digest="twin", faces=(*base_deck().faces, twin)))


def test_a_deck_that_cannot_be_dealt_to_so_many_is_refused():
    runes = [replace(rune("Only Rune", "discard"), copies=1)]
    few = Deck("few", tuple(f for f in base_deck().faces if f.kind not in ("rune", "regulation"))
               + tuple(runes), "few")  # fmt: skip
    with pytest.raises(DeckError, match="regulation: has too few cards"):
        opening(8, RunesRegulations(few), deck_check="custom")


@pytest.mark.rule("NN-SETUP-09")
@pytest.mark.parametrize(("copies", "dealt"), [(15, True), (14, False)])
def test_a_deck_without_five_main_cards_for_each_regular_player_is_refused(copies, dealt):
    # The expansion adds 20 Creatures and Spells; seven regular players take 35.
    others = tuple(face for face in base_deck().faces if face.back != "main")
    newts = replace(creature("Newt"), copies=copies)
    rules = RunesRegulations(Deck("newts", (*others, newts), f"{copies} newts"))
    if dealt:
        assert len(opening(8, rules, deck_check="custom").deck) == 35
        return
    with pytest.raises(DeckError, match="main: has too few cards: expected 35 to deal to 8 seats"):
        opening(8, rules, deck_check="custom")


def test_the_digest_of_the_cards_covers_the_expansion():
    assert load().digest()[1] == WHOLE.digest != base_deck().digest
    assert len(EXPANSION_FILES) == 8
    assert Index.of(WHOLE).by_id["bane-wing"].cost


def with_roles(*roles):
    """The base box with roles of its own besides those of the expansion."""
    return RunesRegulations(replace(base_deck(), digest=f"{roles}", faces=(
        *base_deck().faces, *roles)))  # fmt: skip


def test_a_deck_with_a_second_nefarious_neighbor_is_refused():
    [known] = [face for face in expansion().of_kind("role") if face.public]
    second = replace(known, id="another-neighbor", name="Another Neighbor")
    with pytest.raises(DeckError, match="expected 1 card that is public, got 2"):
        opening(4, with_roles(second), deck_check="custom")


def test_a_deck_with_too_few_roles_that_can_be_fulfilled_is_refused():
    roles = [face for face in expansion().of_kind("role") if not face.public]
    never = [replace(face, win=()) for face in roles[:3]]
    with pytest.raises(DeckError, match="expected 7 that can be fulfilled, for 8 seats, got 6"):
        opening(8, with_roles(*never), deck_check="custom")
    assert opening(7, with_roles(*never), deck_check="custom").seats == 7


def test_nothing_of_the_expansion_is_noted_in_a_base_game():
    t = story(phase="summon", hand0=["Griffin With a Tiny Head"])
    t.summon("Griffin With a Tiny Head")
    state = t.state
    assert (state.sworn, state.beasts, state.exempt, state.nefarious) == (set(), set(), (), -1)
    assert t.view(0).nefarious is None
