"""Step 4, suffering the attack: RG-STEP4."""

import pytest

from tests.support.rr_rules.regicide import story


def attacked(hand, owed, enemy="JC", **fields):
    """Seat 0 at the beginning of its step 4, with this much to cover."""
    return story([hand, "+3"], enemy=enemy, phase="attack", owed=owed, **fields)


@pytest.mark.rule("RG-STEP4-01")
def test_only_the_player_is_hit_for_the_attack_less_the_shield():
    t = story(["+3", "+3", "2H 6D"], enemy="QC", shield=9, player=2)
    t.play("2H")
    assert (t.seat, t.owed) == (2, 6)
    t.cover("6D")
    assert t.sizes() == [3, 3, 0]


@pytest.mark.rule("RG-STEP4-02")
def test_companions_cover_one_and_jesters_nothing():
    t = attacked("7C 3D AH *", 10)
    t.cover("AH", "*")
    assert t.owed == 9
    t = attacked("7C 3D AH *", 10)
    t.cover("7C", "3D")
    assert (t.seat, t.hand(0)) == (1, ["AH", "*"])


@pytest.mark.parametrize(("royal", "worth"), [("JC", 10), ("QD", 15), ("KS", 20)])
@pytest.mark.rule("RG-STEP4-02")
def test_royals_cover_ten_fifteen_and_twenty(royal, worth):
    assert attacked(royal, worth, enemy="KH").cover(royal).seat == 1
    assert attacked(royal, worth + 1, enemy="KH").reason == "attack"


@pytest.mark.rule("RG-STEP4-03")
def test_cards_are_discarded_one_by_one_face_up():
    t = attacked("7C 3D 2H", 10)
    t.cover("7C")
    assert t.view(1).discard == ("clubs-7",)
    t.cover("3D")
    assert t.discarded() == ["7C", "3D"]
    assert [event.faces for event in t.told if event.kind == "discard"] == [
        ("clubs-7",), ("diamonds-3",)]  # fmt: skip


@pytest.mark.rule("RG-STEP4-04")
def test_discarding_stops_as_soon_as_the_attack_is_covered():
    t = attacked("9S 2H", 5)
    t.cover("9S")
    assert (t.seat, t.hand(0)) == (1, ["2H"])
    t = attacked("9S 2H", 5)
    t.cover("2H", "9S")
    assert (t.seat, t.hand(0)) == (1, [])


@pytest.mark.rule("RG-STEP4-04")
def test_a_table_may_allow_to_discard_more():
    t = attacked("9S 2H", 5, options={"overdiscard": "free"})
    t.cover("9S")
    assert t.legal() == ["2H", "done"]
    assert t.cover("2H").hand(0) == []
    t = attacked("9S 2H", 5, options={"overdiscard": "free"})
    t.cover("9S").do("done")
    assert (t.seat, t.hand(0)) == (1, ["2H"])


@pytest.mark.rule("RG-STEP4-05")
def test_an_attack_of_nothing_passes_without_a_question():
    t = story(["4S", "+3"], enemy="JD", shield=8)
    t.play("4S")
    assert (t.seat, t.asked.verb, t.sizes()) == (1, "play", [0, 3])
    assert t.kinds("weak", "discard") == ["weak"]


@pytest.mark.rule("RG-STEP4-06")
def test_a_hand_too_small_loses_at_once_without_discards():
    t = story(["2H 8C 6D", "+3"], enemy="QS")
    t.play("2H")
    assert t.reason == "attack"
    assert (t.hand(0), t.discarded()) == (["8C", "6D"], [])
    assert dict(t.view(1).summary)["hand 0"] == ("clubs-8", "diamonds-6")


@pytest.mark.rule("RG-STEP4-07")
def test_the_last_card_may_cover():
    t = attacked("9H", 9)
    t.cover("9H")
    assert (t.sizes(), t.seat, t.asked.verb) == ([0, 3], 1, "play")


@pytest.mark.rule("RG-STEP4-08")
def test_a_jester_may_be_discarded_while_the_attack_is_not_covered():
    t = attacked("* 10D", 10)
    t.cover("*", "10D")
    assert (t.hand(0), t.seat) == ([], 1)
    t = attacked("* 10D", 10)
    t.cover("10D")
    assert (t.hand(0), t.seat) == (["*"], 1)


@pytest.mark.rule("RG-STEP4-09")
def test_the_next_hearts_may_heal_what_covered():
    t = story(["3S 9C", "4H 9D"], enemy="JD", shield=1)
    t.play("3S").cover("9C")
    assert t.discarded() == ["9C"]
    t.play("4H")
    assert t.tavern()[0] == "9C"
