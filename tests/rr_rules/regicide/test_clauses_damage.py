"""Step 3, damage and defeat: RG-STEP3."""

import pytest

from rr_rules.kernel.dealers import SeededDealer
from tests.support.rr_rules.regicide import story


@pytest.mark.parametrize(
    ("enemy", "attack", "health"), [("JH", 10, 20), ("QH", 15, 30), ("KH", 20, 40)]
)
@pytest.mark.rule("RG-STEP3-01")
def test_enemies_by_rank(enemy, attack, health):
    shown = story(enemy=enemy).view(0).enemy
    assert (shown.attack, shown.health) == (attack, health)


@pytest.mark.rule("RG-STEP3-02")
def test_damage_of_all_players_adds_up():
    t = story(["9S +2", "6C 3H"], enemy="JD", castle="QH")
    t.play("9S").cover("10S")
    assert (t.damage, t.enemy) == (9, "JD")
    t.play("6C")
    assert t.kinds("defeat") == ["defeat"]
    assert t.enemy == "QH"


@pytest.mark.parametrize(("dealt", "falls"), [(19, False), (20, True), (25, True)])
@pytest.mark.rule("RG-STEP3-03")
def test_an_enemy_falls_once_its_damage_reaches_its_health(dealt, falls):
    t = story(["5H +2", "+2"], enemy="JD", damage=dealt - 5)
    t.play("5H")
    assert (t.state.enemy != story(enemy="JD").state.enemy) is falls


@pytest.mark.rule("RG-STEP3-04")
def test_too_much_damage_sends_the_royal_to_the_discard_pile():
    t = story(["9H 8H", "+2"], enemy="JC", damage=14, castle="QS", tavern="2C")
    t.play("9H")
    assert "JC" in t.discarded()
    t.play("8H")
    assert "JC" in t.tavern()


@pytest.mark.rule("RG-STEP3-05")
def test_exact_damage_puts_the_royal_onto_the_tavern():
    t = story(["5C 2D", "+2"], enemy="JH", damage=10, castle="QS")
    t.play("5C")
    assert t.tavern()[-1] == "JH"
    assert t.state.exact == 1
    t.play("2D")
    assert "JH" in t.hand(0)


@pytest.mark.rule("RG-STEP3-06")
def test_all_that_was_played_against_it_is_discarded():
    t = story(["7D +2", "+2", "+2"], enemy="JD", damage=14, table=["1:6S", "2:*", "1:9C"])
    t.play("7D")
    assert sorted(t.discarded()) == sorted(["JD", "6S", "*", "9C", "7D"])
    assert t.on_table() == []


@pytest.mark.rule("RG-STEP3-07")
def test_the_royal_moves_first_then_the_table_then_the_next_enemy():
    t = story(["9H 2H", "+2"], enemy="JH", damage=14, table=["1:4C"], castle="QS JS")
    t.play("9H")
    assert t.discarded() == ["JH", "4C", "9H"]
    assert t.kinds("defeat", "enemy", "turn", "attack") == ["defeat", "enemy", "turn"]
    assert (t.enemy, t.seat, t.asked.verb) == ("JS", 0, "play")


@pytest.mark.rule("RG-STEP3-08")
def test_the_killing_draw_never_takes_the_slain_royal():
    t = story(["8D +2", "+2"], enemy="JC", damage=12, tavern="")
    t.play("8D")
    assert t.drawers() == []
    assert t.tavern() == ["JC"]


@pytest.mark.rule("RG-STEP3-09")
def test_the_killing_hearts_do_not_heal_the_table():
    t = story(["5H +2", "+2"], enemy="JC", damage=18, table=["1:9C"])
    t.play("5H")
    assert [event.n for event in t.told if event.kind == "heal"] == [0]
    assert len(t.discarded()) >= 2


@pytest.mark.rule("RG-STEP3-10")
def test_exactly_killed_royals_lie_in_the_order_of_their_kills():
    t = story(["5H 7H 2D", "+2"], enemy="JS", damage=15, castle="QS JD", tavern="+3")
    t.play("5H")
    t.state.damage = 13
    t.play("7H")
    assert t.tavern()[-2:] == ["JS", "JD"]
    t.play("2D")
    assert (t.hand(0), t.hand(1)[-1]) == (["JD"], "JS")


@pytest.mark.rule("RG-STEP3-11")
def test_the_killer_plays_on_and_nobody_is_attacked():
    t = story(["+2", "9C +2", "+2"], enemy="JS", damage=10, player=1)
    turn = t.state.turn
    t.play("9C")
    assert (t.seat, t.asked.verb, t.state.turn) == (1, "play", turn + 1)
    assert (t.kinds("attack", "discard"), t.sizes()) == ([], [2, 2, 2])


@pytest.mark.parametrize("other", [False, True])
@pytest.mark.rule("RG-STEP3-12")
def test_a_killer_without_cards_may_only_yield_and_is_lost(other):
    t = story(["9C", "+2"], enemy="JD", damage=10, castle="QH JH", yielded=[False, other])
    t.play("9C")
    if not other:
        assert t.legal() == ["yield"]
        t.do("yield")
    assert t.reason == ("paralysis" if other else "attack")
    assert t.view(0).outcome.winners == ()


@pytest.mark.rule("RG-STEP3-12")
def test_a_killer_alone_without_cards_may_flip_and_the_last_king_wins_at_once():
    assert story(["9C"], enemy="JD", damage=10).play("9C").legal() == ["flip"]
    t = story(["9C", "+2"], enemy="KD", castle="", damage=30)
    t.play("9C")
    assert t.view(0).outcome.winners == (0, 1)


def test_a_royal_seen_in_no_heal_is_drawn_by_name():
    t = story(["5H 2D", "+2"], enemy="JS", damage=15, castle="QS", dealer=SeededDealer(0))
    t.play("5H").play("2D")
    drawn = next(event for event in t.told if event.kind == "draw")
    assert (drawn.faces, drawn.seen) == (("spades-jack",), ())
