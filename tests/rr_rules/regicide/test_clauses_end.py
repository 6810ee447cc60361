"""The end of the game and playing alone: RG-END, RG-SOLO."""

import pytest

from tests.support.rr_rules.regicide import RULES, story
from tests.support.rr_rules.regicideplay import dealt


@pytest.mark.rule("RG-END-01")
def test_the_twelfth_enemy_wins_with_an_empty_hand():
    t = story(["4H", ""], enemy="KD", castle="", damage=36, tavern="")
    t.play("4H")
    assert t.sizes() == [0, 0]
    assert t.table.outcome.winners == (0, 1)
    assert t.view(0).defeated == 12


@pytest.mark.rule("RG-END-01")
def test_the_eleventh_enemy_does_not_win():
    t = story(["4H 5H", "+2"], enemy="KD", castle="KS", damage=36)
    t.play("4H")
    assert (t.enemy, t.reason, t.view(0).defeated) == ("KS", "", 11)


@pytest.mark.rule("RG-END-02")
def test_all_lose_when_an_attack_is_not_covered():
    t = story(["2H 3H", "+5", "+5"], enemy="QD").play("2H")
    assert (t.reason, t.table.outcome.winners) == ("attack", ())
    assert t.kinds("lost") == ["lost"]


@pytest.mark.rule("RG-END-03")
def test_all_lose_when_a_player_can_neither_play_nor_yield():
    t = story(["+2", ""], enemy="JH", shield=10)
    t.do("yield")
    assert (t.reason, t.table.outcome.winners) == ("paralysis", ())
    line = RULES.line(t.told[-1])
    assert line.clause == "RG-END-03"


@pytest.mark.rule("RG-END-04")
def test_empty_piles_do_not_end_the_game():
    t = story(["2H 10C", "+2"], enemy="JH", tavern="")
    t.play("2H").cover("10C")
    t.state.discard.clear()
    assert (t.reason, t.seat, t.tavern()) == ("", 1, [])
    t.play(t.hand(1)[0])
    assert t.reason == ""


@pytest.mark.rule("RG-END-05")
def test_the_result_counts_enemies_exact_kills_and_turns():
    t = story(["9C 2H 3H", "+2"], enemy="QD", castle="KH QS QH", damage=12, defeated=4, turn=9)
    t.play("9C")
    assert t.view(0).exact == 1
    t.play("2H")
    view = t.view(0)
    assert (view.outcome.winners, view.defeated, view.turn) == ((), 5, 10)


@pytest.mark.rule("RG-SOLO-01")
def test_a_single_player_has_eight_cards_and_both_jesters_aside():
    table = dealt(1, 1)
    assert (len(table.state.tavern), table.state.solo_jesters) == (32, 2)
    holding = [zone.label for zone in RULES.zones(table.state) if {52, 53} & set(zone.cards)]
    assert holding == ["aside"]
    table.answer(0, 0)
    assert table.asked[0].seat == 0


@pytest.mark.rule("RG-SOLO-02")
def test_a_flip_discards_the_hand_and_draws_eight():
    t = story(["2H 3H 4H"], enemy="QC", tavern="+12").do("flip")
    assert t.discarded() == ["2H", "3H", "4H"]
    assert (t.sizes(), len(t.tavern()), t.state.solo_jesters) == ([8], 4, 1)


@pytest.mark.rule("RG-SOLO-03")
def test_a_flip_draws_against_an_enemy_of_diamonds():
    assert story(["2H 3H 4H"], enemy="QD", tavern="+12").do("flip").sizes() == [8]


@pytest.mark.rule("RG-SOLO-04")
def test_a_flip_is_offered_as_step_one_and_step_four_begin_only():
    t = story(["2H 5C 6C 7C"], enemy="JD")
    assert t.allows("flip")
    t.play("2H")
    assert (t.asked.verb, t.allows("flip")) == ("cover", True)
    t.cover("5C")
    assert not t.allows("flip")


@pytest.mark.rule("RG-SOLO-05")
def test_a_flip_wakes_no_spades():
    t = story(["6S 10C 9C"], enemy="JS")
    t.play("6S").do("flip")
    assert (t.attack, t.view(0).enemy.immune) == (10, "spades")


@pytest.mark.rule("RG-SOLO-06")
def test_two_flips_are_all_even_in_one_step():
    t = story(["2H"], tavern="+20").do("flip").do("flip")
    assert not t.allows("flip")
    assert t.state.solo_jesters == 0


@pytest.mark.rule("RG-SOLO-07")
def test_a_flip_draws_what_the_tavern_has():
    t = story(["2H 3H"], tavern="+5").do("flip")
    assert (t.sizes(), t.tavern()) == ([5], [])
    assert not {"2H", "3H"} & set(t.hand(0))
    empty = story(["2H 3H"], tavern="", flips=1).do("flip")
    assert (empty.sizes(), empty.reason) == ([0], "paralysis")


@pytest.mark.rule("RG-SOLO-08")
def test_with_an_empty_hand_the_game_waits_for_a_flip():
    t = story([""], flips=1, tavern="+4")
    assert (t.reason, t.legal()) == ("", ["flip"])
    t.do("flip")
    assert t.sizes() == [4]


@pytest.mark.rule("RG-SOLO-09")
def test_a_flip_in_step_four_covers_nothing():
    t = story(["6C"], enemy="JH", phase="attack", owed=10, tavern="8D 7D")
    t.do("flip")
    assert (t.owed, t.discarded()) == (10, ["6C"])
    t.cover("7D", "8D")
    assert t.asked.verb == "play"
    t = story(["6C"], enemy="JH", phase="attack", owed=10, flips=1, tavern="4D 3D")
    assert t.do("flip").reason == "attack"


@pytest.mark.parametrize(("flips", "medal"), [(0, "gold"), (1, "silver"), (2, "bronze")])
@pytest.mark.rule("RG-SOLO-10")
def test_medals_go_by_flips(flips, medal):
    t = story(["4H"], enemy="KD", castle="", damage=36, flips=flips)
    assert t.play("4H").reason == medal


@pytest.mark.rule("RG-SOLO-11")
def test_an_attack_of_nothing_passes_without_offering_a_flip():
    t = story(["4S 2H"], enemy="JD", shield=8)
    t.play("4S")
    assert (t.asked.verb, t.allows("flip")) == ("play", True)
    assert t.kinds("weak", "attack") == ["weak"]
