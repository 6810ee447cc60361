"""Setup, the turn and step 1: RG-SETUP, RG-TURN, RG-STEP1."""

from collections import Counter

import pytest

from rr_rules.kernel.dealers import ScriptedDealer, SeededDealer
from rr_rules.kernel.errors import BadSetup, NotAnOption
from rr_rules.kernel.game import GameBefore
from rr_rules.kernel.requests import Roll, Shuffle
from rr_rules.kernel.settings import settle
from rr_rules.kernel.table import Table, drive
from rr_rules.lessons.castle import names
from rr_rules.regicide.cards import HEALTHS, JESTERS, RANK, SUIT
from rr_rules.regicide.settings import SETTINGS
from rr_rules.regicide.words import first_marks
from tests.support.rr_rules.regicide import RULES, story

SEATS = pytest.mark.parametrize("seats", [1, 2, 3, 4])


def opened(seats, *, marks=(), **options):
    return Table(RULES, seats, settle(SETTINGS, options), marks)


def dealt(seats, seed=0, *, marks=(), **options):
    table = opened(seats, marks=marks, **options)
    drive(table, SeededDealer(seed))
    return table


@SEATS
@pytest.mark.rule("RG-SETUP-01")
def test_every_card_exists_once_and_the_jesters_where_they_belong(seats):
    zones = RULES.zones(dealt(seats).state)
    cards = Counter(card for zone in zones for card in zone.cards)
    assert set(cards.values()) == {1}
    assert {card for card in cards if card < 52} == set(range(52))
    aside = next(zone.cards for zone in zones if zone.label == "aside")
    assert len(aside) == (2 if seats == 1 else 0)
    assert sum(card in JESTERS for card in cards) - len(aside) == (0, 0, 1, 2)[seats - 1]


@pytest.mark.rule("RG-SETUP-02", "RG-SETUP-03")
def test_the_castle_is_met_rank_by_rank_and_its_first_jack_is_turned_up():
    for seed in range(20):
        state = dealt(3, seed).state
        met = [state.enemy, *state.castle[::-1]]
        assert [RANK[card] for card in met] == [11] * 4 + [12] * 4 + [13] * 4
        assert all({SUIT[card] for card in met[at : at + 4]} == {0, 1, 2, 3} for at in (0, 4, 8))
        assert (state.health, state.attack, state.damage, state.shield) == (20, 10, 0, 0)
        assert len(state.castle) == 11


@pytest.mark.parametrize(("seats", "count"), [(1, 40), (2, 40), (3, 41), (4, 42)])
@pytest.mark.rule("RG-SETUP-04")
def test_the_tavern_has_a_jester_more_for_three_and_two_for_four(seats, count):
    table = opened(seats, marks=[1] + [0] * (seats - 1))
    assert isinstance(table.pending, Shuffle)
    piles = dict(table.pending.piles)
    assert len(piles["tavern"]) == count


@pytest.mark.parametrize(("seats", "limit", "left"), [(1, 8, 32), (2, 7, 26), (3, 6, 23),
                                                      (4, 5, 22)])  # fmt: skip
@pytest.mark.rule("RG-SETUP-05", "RG-SETUP-06")
def test_everybody_is_dealt_a_full_hand(seats, limit, left):
    state = dealt(seats).state
    assert [len(hand) for hand in state.hand] == [limit] * seats
    assert state.hand_limit == limit
    assert (len(state.tavern), state.discard, state.table) == (left, [], [])


@pytest.mark.rule("RG-SETUP-06")
def test_the_deal_goes_around_from_the_first_player_one_card_at_a_time():
    table = opened(3, marks=[0, 1, 0])
    order = tuple(range(41))
    table.chance((*[tuple(range(4))] * 3, order))
    top = sorted([*table.state.tavern, *[card for hand in table.state.hand for card in hand]])[::-1]
    assert table.state.hand[1] == top[0:18:3]
    assert table.state.hand[2] == top[1:18:3]
    assert table.state.hand[0] == top[2:18:3]


@pytest.mark.rule("RG-SETUP-06")
def test_a_first_hand_without_diamonds_is_dealt_once_more_if_the_table_wants_it():
    redealt = 0
    for seed in range(40):
        plain, again = dealt(4, seed), dealt(4, seed, mulligan="once_if_no_diamonds")
        missing = [all(SUIT[card] != 1 for card in hand) for hand in plain.state.hand]
        kinds = Counter(event.kind for event in again.drain())
        if not any(missing):
            assert again.state.hand == plain.state.hand
            assert kinds["redeal"] == 0
        else:
            assert kinds["redeal"] >= 1
            assert again.state.hand != plain.state.hand
            redealt += 1
        assert [len(hand) for hand in again.state.hand] == [5] * 4
    assert redealt > 3


@pytest.mark.rule("RG-SETUP-07")
def test_all_players_discard_onto_one_pile():
    t = story(["4C 5S", "3S 2D"], enemy="JD", shield=5)
    t.play("4C").cover("5S")
    t.play("3S").cover("2D")
    assert t.discarded() == ["5S", "2D"]


def kingslaying():
    """A game in which seat 2 has struck down a King."""
    t = story(["+5", "+5", "10H 5C"], enemy="KD", damage=35, player=2)
    t.play("10H")
    return t.view(0)


def before(ended, *seats):
    """The game before, and for each seat of the next one the seat its player had then."""
    return GameBefore(ended, {}, {}, seats)


@pytest.mark.rule("RG-SETUP-08")
def test_who_struck_down_the_last_king_at_this_table_begins():
    ended = kingslaying()
    assert ended.slayer == 2
    marks = first_marks("kingslayer", before(ended, 0, 1, 2))
    table = dealt(3, marks=marks)
    assert table.state.player == 2
    assert [event.of for event in table.drain() if event.kind == "first"] == [2]
    # Remembered over games in which no King falls, and wherever that player sits now.
    assert first_marks("kingslayer", before(RULES.view(table.state, 0), 2, 0, 1)) == (1, 0, 0)


@pytest.mark.rule("RG-SETUP-08")
def test_chance_names_the_first_player_if_no_kingslayer_sits_here():
    assert first_marks("kingslayer", before(kingslaying(), -1, -1, -1)) == (0, 0, 0)
    assert first_marks("kingslayer", before(kingslaying(), 0, 1, -1)) == (0, 0, 0)
    assert first_marks("random", before(kingslaying(), 0, 1, 2)) == (0, 0, 0)
    table = opened(3)
    assert table.pending == Roll(3, "first player")
    drive(table, ScriptedDealer([1]))
    assert table.state.player == 1
    assert isinstance(opened(3, marks=[1, 0, 0], first_player="random").pending, Roll)


@pytest.mark.rule("RG-SETUP-08")
def test_the_host_may_choose_or_the_first_turn_goes_around():
    assert dealt(3, first_player="host_choice", first_seat="3").state.player == 2
    ended = RULES.view(dealt(3, marks=[0, 0, 1], first_player="rotate").state, None)
    assert ended.began == 2
    assert first_marks("rotate", before(ended, 0, 1, 2)) == (1, 0, 0)
    assert first_marks("rotate", before(ended, 2, 0, 1)) == (0, 1, 0)
    assert first_marks("rotate", before(ended, 0, 1, -1)) == (1, 0, 0)


@pytest.mark.parametrize("seats", [0, 5])
@pytest.mark.rule("RG-SETUP-09")
def test_no_table_of_another_size_is_opened(seats):
    with pytest.raises(BadSetup, match=f"{seats} seats: expected 1 to 4"):
        opened(seats)


@pytest.mark.rule("RG-TURN-01")
def test_a_turn_is_play_powers_damage_attack():
    t = story(["4D +3", "+5"], enemy="JC")
    t.play("4D").cover("10S")
    assert t.kinds() == ["play", "draw", "draw", "draw", "draw", "damage", "attack", "discard",
                         "turn"]  # fmt: skip
    assert [event.n for event in t.told if event.kind == "damage"] == [4]


@pytest.mark.rule("RG-TURN-02")
def test_after_the_last_seat_the_first_one_plays():
    t = story(["+3", "+3", "4C 10S"], enemy="JS", player=2)
    t.play("4C").cover("10S")
    assert (t.seat, t.asked.verb) == (0, "play")


@pytest.mark.rule("RG-STEP1-01")
def test_a_single_card_counts_its_number():
    t = story(["7H +2", "+3"], enemy="JS")
    t.play("7H")
    assert t.damage == 7
    assert story(["10H", "+3"], enemy="JS", shield=10).play("10H").damage == 10


@pytest.mark.rule("RG-STEP1-02")
def test_a_played_card_lies_on_the_table_and_cannot_be_healed():
    t = story(["6S +2", "4H +3"], enemy="JD")
    t.play("6S").cover("10S")
    assert t.on_table() == ["6S"]
    assert "6S" not in t.discarded()
    t.play("4H")
    assert "6S" not in [*t.tavern(), *t.discarded()]


@pytest.mark.rule("RG-STEP1-03")
def test_the_plays_of_a_hand_are_exactly_these():
    hand = "3C 3D 4H AS"
    expected = ["3C", "3D", "4H", "AS", "3C+3D", "3C+AS", "3D+AS", "4H+AS"]
    t = story([hand, "+3", "+3"])
    assert sorted(t.legal()) == sorted([*expected, "yield"])
    barred = story([hand, "+3", "+3"], yielded=[False, True, True])
    assert sorted(barred.legal()) == sorted(expected)


@pytest.mark.rule("RG-STEP1-04")
def test_who_may_not_yield_has_to_play_even_a_jester():
    t = story(["+3", "*", "+3"], player=1, yielded=[True, False, True])
    assert t.legal() == ["*"]


@pytest.mark.rule("RG-STEP1-05")
def test_a_play_that_drew_cards_stands():
    t = story(["8D +3", "+3"], enemy="JS")
    t.play("8D")
    assert not t.allows("undo")
    with pytest.raises(NotAnOption):
        t.table.answer(0, len(t.legal()))


@pytest.mark.rule("RG-STEP1-05")
def test_a_play_that_showed_nothing_goes_back_until_the_first_discard():
    t = story(["8C 4S 10S", "+3"], enemy="JD", yielded=[True, False])
    t.play("4S")
    t.do("undo")
    assert (t.hand(0), t.on_table(), t.attack) == (["8C", "4S", "10S"], [], 10)
    assert t.state.yielded == [True, False]
    t.play("8C")
    assert t.damage == 16
    t.cover("4S")
    assert not t.allows("undo")
    assert not story(["8C 4S 10S", "+3"], options={"undo": "off"}).play("8C").allows("undo")


def test_the_healths_are_those_of_the_enemies_met():
    assert sorted(HEALTHS.values()) == [20, 30, 40]
    assert names(story(enemy="QS").state.castle[-1:]) == ["QH"]
