"""Companions, sets, drawn royals and immunity: RG-COMP, RG-COMBO, RG-DRAWN, RG-IMM."""

from itertools import combinations

import pytest

from tests.support.rr_rules.regicide import story


def struck(cards, enemy, *, spare="10S 10C", tavern="+20", discard="", **fields):
    """What a play does to an enemy, in a game of two with room for everybody."""
    t = story([f"{cards} {spare}", "+2"], enemy=enemy, tavern=tavern, discard=discard, **fields)
    return t.play(*cards.split())


def healed(t):
    return [event.n for event in t.told if event.kind == "heal"]


@pytest.mark.rule("RG-COMP-01")
def test_a_companion_alone_counts_one():
    assert struck("AC", "KD").damage == 2
    t = struck("AD", "KS")
    assert (t.drawers(), t.damage) == ([0], 1)


@pytest.mark.rule("RG-COMP-02")
def test_a_companion_adds_one_and_its_power():
    t = struck("8D AC", "JS", spare="")
    assert (len(t.drawers()), t.damage) == (9, 18)


@pytest.mark.rule("RG-COMP-03")
def test_a_companion_is_never_played_with_a_jester():
    t = story(["AH *", "+2", "+2"])
    assert sorted(t.legal()) == ["*", "AH", "yield"]


@pytest.mark.rule("RG-COMP-04")
def test_two_companions_are_a_pair_of_two():
    t = struck("AS AC", "JD")
    assert (t.state.shield, t.damage) == (2, 4)


@pytest.mark.rule("RG-COMP-05")
def test_a_companion_of_the_same_suit_gives_the_power_once():
    assert healed(struck("AH 8H", "JS", discard="+20", tavern="+2")) == [9]
    t = struck("AC 8C", "KD")
    assert t.damage == 18


@pytest.mark.rule("RG-COMP-06")
def test_a_companion_may_accompany_a_royal():
    t = struck("KS AD", "QH", spare="")
    assert (t.state.shield, t.damage) == (21, 21)
    assert t.sizes() == [7, 7]
    t = struck("KS AD", "QH", spare="", tavern="+3")
    assert len(t.drawers()) == 3


@pytest.mark.rule("RG-COMP-07")
def test_a_companion_joins_one_card_only():
    t = story(["AC AD AH 3H 3D", "+2"])
    assert max(legal.count("+") for legal in t.legal()) == 1
    assert not t.allows("AC+3H+3D")
    assert not t.allows("AC+AD+AH")
    assert t.allows("AC+3H")
    assert t.allows("AC+AD")


@pytest.mark.rule("RG-COMP-08")
def test_a_companion_pair_heals_before_it_draws():
    t = struck("AH 2D", "JS", tavern="", discard="3C 3S 4C 4S")
    assert t.kinds("heal", "draw") == ["heal", "draw", "draw", "draw"]
    assert healed(t) == [3]
    assert (t.tavern(), len(t.discarded())) == ([], 1)


@pytest.mark.rule("RG-COMBO-01")
def test_sets_of_one_number_add_up_to_ten_at_most():
    sizes = {2: {2, 3, 4}, 3: {2, 3}, 4: {2}, 5: {2}}
    for number in range(2, 11):
        cards = [f"{number}{suit}" for suit in "HDCS"]
        t = story([" ".join(cards), "+2"])
        found = {legal for legal in t.legal() if "+" in legal}
        expected = [
            set(each) for size in sizes.get(number, ()) for each in combinations(cards, size)
        ]
        assert sorted(map(sorted, (each.split("+") for each in found))) == sorted(
            map(sorted, expected)
        )


@pytest.mark.rule("RG-COMBO-02")
def test_a_pair_of_fives_is_allowed():
    t = struck("5H 5S", "QD", tavern="+4", discard="+12")
    assert (healed(t), t.state.shield, t.damage) == ([10], 10, 10)


@pytest.mark.rule("RG-COMBO-03")
def test_royals_companions_and_jesters_make_no_sets():
    t = story(["JH JS AH AS AC", "+2"])
    assert not t.allows("JH+JS")
    assert t.allows("AH+AS")
    assert not t.allows("AH+AS+AC")
    assert not any("*" in legal and "+" in legal for legal in story(["* * 2H 2S", "+2"]).legal())


@pytest.mark.rule("RG-COMBO-04")
def test_every_suit_of_a_set_works_for_the_sum_but_the_immune_one():
    t = struck("2H 2D 2C 2S", "JC", spare="", tavern="+4", discard="+12")
    assert (healed(t), len(t.drawers())) == ([8], 8)
    assert (t.state.shield, t.damage) == (8, 8)


@pytest.mark.rule("RG-COMBO-05")
def test_different_numbers_never_combine():
    assert not story(["2H 3H", "+2"]).allows("2H+3H")


@pytest.mark.rule("RG-DRAWN-01")
def test_a_royal_in_hand_is_a_strong_card():
    t = story(["QD 10C 10S 9C 9S"], enemy="KS", tavern="+20")
    t.play("QD")
    assert (t.damage, len(t.drawers())) == (15, 4)
    t = story(["QD 2S", "+2"], enemy="QH", phase="attack", owed=15)
    assert t.cover("QD").seat == 1


@pytest.mark.rule("RG-IMM-01")
def test_an_enemy_ignores_the_power_of_its_suit_but_not_the_number():
    t = struck("7D", "JD")
    assert (t.drawers(), t.damage) == ([], 7)
    assert struck("8C", "JC").damage == 8


@pytest.mark.parametrize(
    ("enemy", "drawn", "shield", "damage"), [("JD", 0, 9, 18), ("JS", 9, 0, 18), ("JC", 9, 9, 9)]
)
@pytest.mark.rule("RG-IMM-02")
def test_only_the_immune_suit_of_a_play_is_lost(enemy, drawn, shield, damage):
    t = struck("3D 3S 3C", enemy, spare="10S")
    assert (len(t.drawers()), t.state.shield, t.damage) == (drawn, shield, damage)


@pytest.mark.rule("RG-IMM-03")
def test_a_companion_pair_loses_the_immune_power_only():
    t = struck("AS 8D", "JS", spare="")
    assert (t.state.shield, len(t.drawers()), t.damage) == (0, 9, 9)


@pytest.mark.rule("RG-IMM-04")
def test_a_royal_from_hand_respects_immunity():
    t = struck("KH", "QH", discard="+10")
    assert (healed(t), t.damage, len(t.discarded())) == ([], 20, 10)
