"""Step 2, the powers of the suits: RG-STEP2."""

import pytest

from rr_rules.kernel.dealers import SeededDealer
from rr_rules.lessons.castle import card, names
from tests.support.rr_rules.regicide import story


@pytest.mark.rule("RG-STEP2-01")
def test_each_suit_gives_its_power_once_for_the_whole_play():
    t = story(["3D 3S 3C", "+1"], enemy="JH", tavern="+20")
    t.play("3D", "3S", "3C")
    assert (len(t.drawers()), t.state.shield, t.damage) == (9, 9, 18)
    assert t.kinds("damage", "shield") == ["shield", "damage"]


@pytest.mark.rule("RG-STEP2-02")
def test_powers_cannot_be_declined():
    t = story(["6C 5D", "+3"], enemy="JD", damage=14)
    assert [legal for legal in t.legal() if "6C" in legal] == ["6C"]
    t.play("6C")
    assert "JD" in t.discarded()
    assert t.on_table() == []
    draws = story(["5D +2", "+3"], enemy="JS")
    assert [legal for legal in draws.legal() if "5D" in legal] == ["5D"]
    assert len(draws.play("5D").drawers()) == 5


@pytest.mark.rule("RG-STEP2-03")
def test_diamonds_draw_before_the_kill_is_dealt_with():
    t = story(["5D", "+3"], enemy="JS", damage=15, tavern="+20")
    t.play("5D")
    assert t.kinds("draw", "damage", "exact", "enemy") == [*["draw"] * 5, "damage", "exact",
                                                          "enemy"]  # fmt: skip
    assert "JS" not in [*t.hand(0), *t.hand(1)]
    assert t.tavern()[-1] == "JS"


@pytest.mark.rule("RG-STEP2-HEARTS-01")
def test_hearts_put_shuffled_discards_under_the_tavern():
    t = story(["6H +2", "+2"], enemy="JS", tavern="2S 3S 4S 5S", discard="+10")
    before = set(t.discarded())
    t.play("6H")
    assert (len(t.tavern()), len(t.discarded())) == (10, 4)
    assert t.tavern()[-4:] == ["2S", "3S", "4S", "5S"]
    assert {*t.tavern()[:6], *t.discarded()} == before


@pytest.mark.rule("RG-STEP2-HEARTS-02")
def test_hearts_take_what_there_is():
    t = story(["8H 10C", "+2"], enemy="JS", tavern="+2", discard="2S 3S 4S")
    t.play("8H")
    assert t.discarded() == []
    assert set(t.tavern()[:3]) == {"2S", "3S", "4S"}
    nothing = story(["8H 10C", "+2"], enemy="JS", tavern="+2")
    nothing.play("8H")
    assert (len(nothing.tavern()), nothing.discarded(), nothing.damage) == (2, [], 8)


@pytest.mark.rule("RG-STEP2-HEARTS-03")
def test_cards_on_the_table_are_not_healed():
    t = story(["5H 10S", "+2"], enemy="JS", tavern="+2", table=["1:9C"])
    t.play("5H")
    assert [event.n for event in t.told if event.kind == "heal"] == [0]
    assert t.on_table() == ["9C", "5H"]
    assert len(t.tavern()) == 2


@pytest.mark.rule("RG-STEP2-HEARTS-04")
def test_the_order_under_the_tavern_is_chance_and_nobody_is_told():
    def healed(seed):
        t = story(["6H +2", "+2"], enemy="JS", tavern="2S", discard="+10",
                  dealer=SeededDealer(seed))  # fmt: skip
        return t.play("6H")

    assert healed(1).tavern() == healed(1).tavern()
    assert len({tuple(healed(seed).tavern()) for seed in range(8)}) > 4
    t = healed(1)
    for seat in (0, 1, None):
        view = t.view(seat)
        assert (view.tavern, view.tavern_top) == (7, ())
        assert view.discard == healed(1).view(seat).discard
    # Another order of the same pile under the same top is the same to everybody.
    other = healed(1)
    other.state.tavern[:6] = other.state.tavern[:6][::-1]
    assert [other.view(seat) for seat in (0, 1, None)] == [t.view(seat) for seat in (0, 1, None)]


@pytest.mark.rule("RG-STEP2-HEARTS-05")
def test_of_what_stays_the_count_and_the_new_top_are_shown():
    t = story(["6H +2", "+2"], enemy="JS", discard="+10", dealer=SeededDealer(3))
    assert len(t.view(1).discard) == 10
    t.play("6H")
    for seat in (0, 1, None):
        view = t.view(seat)
        assert (len(view.discard), view.veiled) == (1, 3)
    tops = set()
    for seed in range(12):
        t = story(["6H +2", "+2"], enemy="JS", discard="+10", dealer=SeededDealer(seed))
        t.play("6H")
        tops.add(t.view(0).discard)
        assert t.state.discard[-1] == card(t.discarded()[-1])
    assert len(tops) > 3


@pytest.mark.rule("RG-STEP2-DIAMONDS-01")
def test_diamonds_draw_around_from_the_player():
    t = story(["+3", "5D +2", "+3"], enemy="JS", tavern="+15", player=1)
    t.play("5D")
    assert t.drawers() == [1, 2, 0, 1, 2]


@pytest.mark.rule("RG-STEP2-DIAMONDS-02")
def test_full_hands_are_passed_over():
    t = story(["8D +5", "+6", "+4"], enemy="JS", tavern="+15")
    t.play("8D")
    assert t.drawers() == [0, 2, 2]
    assert t.sizes() == [6, 6, 6]


@pytest.mark.rule("RG-STEP2-DIAMONDS-03")
def test_a_played_card_makes_room_for_a_draw():
    t = story(["2D +6", "+7"], enemy="JS")
    t.play("2D")
    assert t.drawers() == [0]
    assert t.sizes() == [7, 7]


@pytest.mark.rule("RG-STEP2-DIAMONDS-04", "RG-STEP2-DIAMONDS-05")
def test_an_empty_tavern_ends_the_draw_and_nothing_is_owed_later():
    t = story(["9D 10S", "5H", "+2", "+2"], enemy="JS", tavern="2C 3C",
              discard="2S 3S 4S 5S")  # fmt: skip
    t.play("9D")
    assert t.drawers() == [0, 1]
    assert (t.tavern(), t.discarded()) == ([], ["2S", "3S", "4S", "5S"])
    t.cover("10S").play("5H")
    assert len(t.tavern()) == 5
    assert t.drawers() == [0, 1]


@pytest.mark.rule("RG-STEP2-HEARTS-DIAMONDS")
def test_a_play_with_both_red_suits_heals_first():
    t = story(["2H 2D 10C 10S 9C 9S 8C"], enemy="JS", tavern="", discard="3C 3S 4C 4S 5C 5S")
    t.play("2H", "2D")
    assert t.kinds("heal", "draw") == ["heal", "draw", "draw", "draw"]
    assert (t.sizes(), len(t.tavern()), len(t.discarded())) == ([8], 1, 2)


@pytest.mark.rule("RG-STEP2-CLUBS-01", "RG-STEP2-CLUBS-02")
def test_clubs_double_the_damage_and_nothing_else():
    assert story(["8C +3", "+3"], enemy="KD").play("8C").damage == 16
    t = story(["8D AC", "+3"], enemy="JS", tavern="+20")
    t.play("8D", "AC")
    assert (len(t.drawers()), t.damage) == (9, 18)


@pytest.mark.rule("RG-STEP2-SPADES-01")
def test_a_shield_works_on_the_attack_of_the_same_turn():
    t = story(["6S 10C", "+3"], enemy="JD")
    t.play("6S")
    assert (t.attack, t.owed) == (4, 4)


@pytest.mark.rule("RG-STEP2-SPADES-02")
def test_shields_of_all_players_protect_everybody():
    t = story(["+3", "5S 9C", "2H 9D"], enemy="QD", shield=6, player=1, table=["0:6S"])
    t.play("5S")
    assert (t.seat, t.owed) == (1, 4)
    t.cover("9C")
    t.play("2H")
    assert (t.seat, t.owed) == (2, 4)


@pytest.mark.rule("RG-STEP2-SPADES-03")
def test_a_shield_never_heals_and_goes_with_its_enemy():
    t = story(["10C 9C", "+3"], enemy="JH", castle="QH", shield=14, damage=1)
    assert t.attack == 0
    t.play("10C")
    assert (t.enemy, t.state.shield, t.attack) == ("QH", 0, 15)
    assert names([t.state.enemy]) == ["QH"]
