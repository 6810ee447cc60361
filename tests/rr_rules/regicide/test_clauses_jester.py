"""The Jester and yielding: RG-JEST, RG-YIELD."""

import pytest

from tests.support.rr_rules.regicide import story


@pytest.mark.rule("RG-JEST-01")
def test_a_jester_is_played_alone_and_deals_nothing():
    t = story(["* 5D", "+2", "+2"], enemy="JS", damage=3)
    assert sorted(t.legal()) == ["*", "5D", "yield"]
    t.play("*")
    assert t.damage == 3
    assert t.on_table() == ["*"]
    assert not story(["+2", "* 5D"], phase="attack", owed=3, player=1).allows("*+5D")


@pytest.mark.rule("RG-JEST-02")
def test_a_jester_cancels_the_immunity_of_this_enemy_only():
    t = story(["*", "5D 10C", "9C"], enemy="JD", castle="QD")
    t.play("*").do("to 1").play("5D")
    assert len(t.drawers()) == 5
    t.cover("10C")
    assert t.view(0).enemy.immune == ""
    t.play("9C")
    assert (t.enemy, t.view(0).enemy.immune) == ("QD", "diamonds")


@pytest.mark.rule("RG-JEST-03")
def test_who_plays_a_jester_is_not_attacked():
    t = story(["*", "+2", "+2"], enemy="KH")
    t.play("*").do("to 1")
    assert (t.sizes(), t.reason, t.kinds("attack", "discard")) == ([0, 2, 2], "", [])


@pytest.mark.rule("RG-JEST-04")
def test_the_player_of_a_jester_names_who_goes_on():
    t = story(["+3 2H", "*", "+2", "+2"], enemy="JH", player=1, shield=10)
    t.play("*")
    assert sorted(t.legal()) == ["to 0", "to 1", "to 2", "to 3"]
    t.do("to 0")
    order = []
    for _ in range(4):
        order.append(t.seat)
        t.do("yield") if t.allows("yield") else t.play(t.hand(t.seat)[0])
    assert order == [0, 1, 2, 3]


@pytest.mark.rule("RG-JEST-04")
def test_a_table_may_forbid_to_name_oneself():
    t = story(["*", "+2", "+2"], options={"jester_self": "forbidden"})
    assert sorted(t.play("*").legal()) == ["to 1", "to 2"]


@pytest.mark.rule("RG-JEST-05")
def test_earlier_spades_begin_to_work_against_an_enemy_of_spades():
    t = story(["6S 10C", "*", "+2"], enemy="JS")
    t.play("6S")
    assert (t.attack, t.owed) == (10, 10)
    t.cover("10C").play("*").do("to 2")
    assert t.attack == 4


@pytest.mark.rule("RG-JEST-06")
def test_an_earlier_play_counts_with_all_of_its_worth():
    t = story(["3S 3D 10C", "*", "+2"], enemy="JS", tavern="")
    t.play("3S", "3D").cover("10C").play("*").do("to 2")
    assert (t.state.shield, t.attack) == (6, 4)


@pytest.mark.rule("RG-JEST-07")
def test_earlier_clubs_are_not_doubled_afterwards():
    t = story(["8C 10D", "*", "5C +2"], enemy="JC")
    t.play("8C").cover("10D").play("*").do("to 2")
    assert t.damage == 8
    t.play("5C")
    assert t.damage == 18


@pytest.mark.rule("RG-JEST-08")
def test_earlier_diamonds_and_hearts_are_not_made_good():
    t = story(["7D 10C", "*", "+2"], enemy="JD")
    t.play("7D").cover("10C").play("*").do("to 2")
    assert t.drawers() == []
    t = story(["7H 10C", "*", "+2"], enemy="JH", discard="+5")
    t.play("7H").cover("10C").play("*").do("to 2")
    assert t.kinds("heal") == []


@pytest.mark.rule("RG-JEST-09")
def test_a_second_jester_on_the_same_enemy_still_skips_and_names():
    t = story(["* 2H", "+2", "+2", "+2"], enemy="JH", cancelled=True, table=["1:*"], damage=4)
    t.play("*")
    assert t.view(2).phase == "next"
    t.do("to 3")
    assert (t.seat, t.damage, t.kinds("attack")) == (3, 4, [])


@pytest.mark.rule("RG-JEST-10")
def test_a_played_jester_comes_back_through_the_discard_pile():
    t = story(["9C 9H", "+2", "+2"], enemy="JS", castle="QS", damage=18, table=["1:*"], tavern="2S")
    assert t.on_table() == ["*"]
    t.play("9C")
    assert "*" in t.discarded()
    t.play("9H")
    assert "*" in t.tavern()


@pytest.mark.rule("RG-JEST-11")
def test_a_jester_is_no_yield():
    t = story(["2H 3C", "+2", "*"], enemy="JS", player=1, shield=10)
    t.do("yield")
    assert t.seat == 2
    t.play("*").do("to 0")
    assert t.state.yielded == [False, True, False]
    assert t.allows("yield")


@pytest.mark.rule("RG-YIELD-01")
def test_a_yield_goes_straight_to_the_attack():
    t = story(["10C 2H", "+2"], enemy="QD", shield=5, damage=7)
    t.do("yield")
    assert (t.seat, t.owed, t.damage) == (0, 10, 7)
    assert t.kinds() == ["yield", "attack"]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.rule("RG-YIELD-02")
def test_the_last_of_a_round_of_yields_is_barred(seats):
    t = story(["+2"] * seats, shield=20)
    for seat in range(seats - 1):
        assert t.seat == seat
        t.do("yield")
    assert t.seat == seats - 1
    assert not t.allows("yield")


@pytest.mark.rule("RG-YIELD-03")
def test_a_kill_does_not_wipe_out_the_yields_of_the_others():
    t = story(["9C 2H", "+2", "+2"], enemy="JS", damage=10, yielded=[False, True, True])
    t.play("9C")
    assert (t.seat, t.allows("yield")) == (0, False)


@pytest.mark.rule("RG-YIELD-03")
def test_nor_does_a_jester_that_names_its_own_player():
    t = story(["* 2H", "+2", "+2"], yielded=[False, True, True])
    t.play("*").do("to 0")
    assert (t.seat, t.allows("yield")) == (0, False)
    assert story(["* 2H", "+2", "+2"]).allows("yield")


@pytest.mark.rule("RG-YIELD-04")
def test_a_single_player_never_yields_unless_the_table_lets_them():
    assert story(["+3"]).legal().count("yield") == 0
    t = story(["+3"], options={"solo_yield": "yes"}, shield=20)
    assert t.legal().count("yield") == 1
    t.do("yield")
    assert (t.asked.verb, t.allows("yield")) == ("play", False)


@pytest.mark.rule("RG-YIELD-05")
def test_yielding_with_too_small_a_hand_is_allowed_and_loses():
    t = story(["6C", "+2"], enemy="JH")
    assert t.allows("yield")
    assert t.do("yield").reason == "attack"


@pytest.mark.rule("RG-YIELD-06")
def test_a_free_yield_needs_no_hand():
    t = story(["+2", ""], enemy="JH", shield=12, player=1)
    assert t.legal() == ["yield"]
    t.do("yield")
    assert (t.seat, t.reason) == (0, "")


@pytest.mark.rule("RG-YIELD-07")
def test_a_new_enemy_does_not_clear_a_yield():
    t = story(["9C 2H", "10S 10H"], enemy="JS", damage=5, player=1)
    t.do("yield").cover("10S")
    t.state.damage = 10
    t.play("9C")
    assert t.state.defeated >= 1
    assert (t.seat, t.allows("yield")) == (0, False)
