"""What an interface is shown of the expansion: texts that are off, costs, and who was what."""

import pytest

from rr_rules.registry import load_game
from tests.support.rr_rules.faces import creature, rule
from tests.support.rr_rules.nefarious import night, role

RULES = load_game("runes-regulations")
CARDS = {card.name: card for card in RULES.cards(RULES.settle({"nefarious": "on"}))}


@pytest.mark.rule("NN-STEAL-01", "NN-STEAL-04", "NN-STEAL-06")
def test_a_view_marks_whose_text_is_off_on_the_nefarious_lawn():
    t = night(3, lawn0=["Bane Wing", "Lamb Named Thursday"], stray=["Sparkly Dragon"],
              lawn1=["Sparkly Dragon"], prepare=_sworn_beasts)  # fmt: skip
    for seat in (0, 1, None):
        view = RULES.view(t.state, seat)
        assert [card.mute for card in view.seats[0].lawn] == [False, False, True]
        assert [card.mute for card in view.seats[1].lawn] == [False]


def _sworn_beasts(state):
    lawn = state.lawn[state.nefarious]
    state.beasts = {card for card in lawn if state.face[card].kind == "beast"}


@pytest.mark.rule("NN-MAST-02")
def test_with_mastery_no_text_is_off():
    t = night(3, stray=["Sparkly Dragon"], options={"mastery": "on"})
    assert not any(card.mute for card in RULES.view(t.state, 0).seats[0].lawn)


def test_what_a_beast_costs_stands_before_its_text():
    assert CARDS["Bane Wing"].text.startswith("Cost: SACRIFICE a Creature. If this is on your Lawn")
    assert CARDS["Rune-Eating Dragon"].text.startswith("When this enters")
    beasts = [card for card in CARDS.values() if card.kind == "beast"]
    assert all(card.text.startswith("Cost: ") for card in beasts)
    assert not [card for card in CARDS.values() if card.kind != "beast" and "Cost:" in card.text]


@pytest.mark.rule("NN-INFO-10")
def test_who_was_what_can_be_told_after_the_game():
    t = night(4, roles={1: "Curator", 2: "Henchman"})
    told = RULES.unveiled(t.state)
    names = {card.id: card.name.removeprefix("The ") for card in CARDS.values()}
    assert [names[face] for face in told.roles] == [
        role(t, seat).removeprefix("The ") for seat in range(4)
    ]
    assert told.roles[1] == "the-curator"
    assert len({*told.roles, *told.unused}) == 10


def test_a_table_without_roles_has_none_to_tell():
    base = RULES.opening(2, RULES.settle({}), ())
    assert RULES.unveiled(base) == ((), ())


def test_a_view_says_who_turned_the_spinner_also_out_of_turn():
    t = night(3, player=1, phase="cast", hand1=["Mandatory Spin Class"], rolls=[0])
    assert t.view(2).nefarious.spinning == -1
    t.cast("Mandatory Spin Class").pick("player 0", verb="player")
    assert t.state.player == 1
    assert [event.by for event in t.events("spin")] == [0]
    assert t.view(2).nefarious.spinning == 0
    assert [each.on for each in t.view(2).spinner] == ["nefarious"]


def test_each_way_of_a_choice_that_the_expansion_adds_is_told_in_words():
    t = night(4, player=1, hand1=["Goat Rescue Hotline"], lawn0=["Suspiciously Willing Goat"])
    t.cast("Goat Rescue Hotline")
    view = RULES.view(t.state, 1)
    assert [RULES.label(t.asked, option, view) for option in t.asked.options] == [
        "STEAL a Sacrificial Creature from any neighbor's Lawn",
        "DRAW 2 cards",
    ]


def test_who_may_pick_a_result_is_told_those_of_the_own_spinner():
    whirl = creature("Whirl", rules=[rule("spin_rule", by="each_player", spins=2)])
    for player, told in ((0, ["New Forbidden Rune", "Forbidden Fruit"]),
                         (1, ["New Rune", "Pet Return"])):  # fmt: skip
        t = night(3, player=player, phase="spin", lawn2=["Whirl"], faces=[whirl], rolls=[0, 2])
        view = t.view(player)
        assert t.verb == "result"
        assert [RULES.label(t.asked, option, view) for option in t.asked.options] == told
