"""Previews: what a play would do, told before it is made and true afterwards (RG-STEP1-05)."""

from collections import Counter

import pytest

from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.table import drive
from rr_rules.lessons.castle import card, same
from rr_rules.regicide.cards import FACE
from rr_rules.regicide.preview import (
    CLUBS,
    HEARTS,
    SPADES,
    cover,
    discarding,
    foreseen,
    preview,
    refill,
    warning,
    why_apart,
)
from tests.support.rr_rules.regicide import story
from tests.support.rr_rules.regicideplay import dealt, walk


def faces(names):
    return [FACE[card(name)] for name in names.split()]


def of(t, names):
    return preview(t.view(t.seat), faces(names))


def warned(t, what):
    """The clause of the warning before an answer, or ""."""
    [at] = [at for at, legal in enumerate(t.legal()) if same(legal, what)]
    found = warning(t.view(t.seat), t.asked.options[at])
    return found.clause if found is not None else ""


# --- true to what happens -----------------------------------------------------------------------


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.rule("RG-STEP1-05")
def test_every_play_of_a_game_does_what_its_preview_says(seats):
    compared = Counter()
    for seed in range(12):
        table = dealt(seats, seed)
        for choose in walk(table, seed):
            for number, option in enumerate(choose.options):
                if option.act in {"play", "jester"} and (number + table.number) % 4 == 0:
                    compared += compare(table, choose.seat, number)
    assert compared["plays"] > 100
    assert compared["heal"] * compared["draw"] * compared["shield"] * compared["falls"] > 0


def compare(table, seat, number):
    """Plays an option on a twin and holds the preview against it; what it was about."""
    view, option = table.game.view(table.state, seat), table.asked[0].options[number]
    found = foreseen(view, option)
    twin = table.clone()
    twin.drain()
    twin.answer(seat, number)
    drive(twin, SeededDealer(1))
    told = {event.kind: event.n for event in reversed(twin.drain())}
    if found.is_jester:
        assert "damage" not in told
        assert twin.state.damage == view.enemy.damage
        assert twin.state.shield == view.enemy.shield + found.shield
        assert twin.state.attack == found.strength
        return Counter(plays=1)
    assert told["damage"] == found.damage
    assert told.get("heal", 0) == found.heals
    assert told.get("shield", 0) == found.shield
    assert (found.damage > found.worth) is (CLUBS in found.works)
    assert ("heal" in told) is (HEARTS in found.works)
    assert ("shield" in told) is (SPADES in found.works)
    assert bool({"exact", "defeat"} & set(told)) is found.falls
    assert ("exact" in told) is found.is_exact
    assert told.get("attack", 0) == found.attack
    assert found.strength == (view.enemy.attack if found.falls else twin.state.attack)
    if not found.falls:
        assert twin.state.blocked == view.enemy.blocked + found.held
        held = [len(each.hand) for each in view.seats]
        held[seat] -= len(found.cards)
        after = [now + drawn for now, drawn in zip(held, found.draws, strict=True)]
        assert [len(hand) for hand in twin.state.hand] == after
    return Counter(plays=1, heal=found.heals, draw=sum(found.draws), shield=found.shield,
                   falls=int(found.falls))  # fmt: skip


@pytest.mark.rule("RG-COMBO-04", "RG-IMM-02")
def test_a_play_of_many_suits_is_foretold_suit_by_suit():
    t = story(["2H 2D 2C 2S", "+3"], enemy="JC", discard="+5", tavern="+20")
    found = of(t, "2H 2D 2C 2S")
    assert (found.worth, found.damage, found.heals, found.shield) == (8, 8, 5, 8)
    assert found.draws == (4, 4)
    assert (found.left, found.attack, found.blocked) == (12, 2, "clubs")
    assert found.works == ("hearts", "diamonds", "spades")


@pytest.mark.rule("RG-STEP3-05")
def test_an_exact_kill_is_told_from_one_that_is_too_much():
    t = story(["5C 6C", "+3"], enemy="JH", damage=10)
    assert of(t, "5C").is_exact
    assert not of(t, "6C").is_exact
    assert of(t, "6C").falls
    assert of(t, "6C").left == -2
    assert of(t, "5C").attack == 0


@pytest.mark.rule("RG-JEST-05", "RG-JEST-06")
def test_a_jester_is_foretold_to_wake_the_shield():
    t = story(["* 3C", "+3", "+3"], enemy="JS", blocked=6)
    found = of(t, "*")
    assert (found.is_jester, found.shield, found.attack, found.falls) == (True, 6, 0, False)
    assert (found.strength, found.frees) == (4, "spades")
    assert of(story(["* 3C", "+3"], enemy="JS", cancelled=True), "*").frees == ""
    assert of(story(["3S", "+3"], enemy="JS"), "3S").held == 3


@pytest.mark.rule("RG-END-01")
def test_only_a_play_that_fells_the_last_enemy_wins():
    last = story(["4H 2C", "+1"], enemy="KD", castle="", damage=36)
    assert (of(last, "4H").wins, of(last, "4H").weakens) == (True, 0)
    assert not of(story(["4H", "+1"], enemy="KD", castle="KS", damage=36), "4H").wins
    assert not of(story(["3H", "+1"], enemy="KD", castle="", damage=36), "3H").wins
    assert last.play("4H").reason == "castle"


def test_of_an_enemy_that_falls_nothing_is_weakened():
    t = story(["5S 4S", "+3"], enemy="JH", damage=15)
    assert (of(t, "5S").shield, of(t, "5S").weakens, of(t, "5S").strength) == (5, 0, 10)
    assert (of(t, "4S").shield, of(t, "4S").weakens, of(t, "4S").strength) == (4, 4, 6)


@pytest.mark.rule("RG-YIELD-01")
def test_a_yield_is_foretold_as_a_play_of_nothing():
    t = story(["6C 4C", "+3"], enemy="QD", damage=3, shield=4)
    [at] = [at for at, legal in enumerate(t.legal()) if legal == "yield"]
    found = foreseen(t.view(), t.asked.options[at])
    assert (found.cards, found.works, found.left, found.cover) == ((), (), 27, 10)
    t.do("yield")
    assert t.view().owed == found.attack == 11
    assert found.is_covered is False


@pytest.mark.rule("RG-INFO-01")
def test_no_preview_depends_on_what_others_hold():
    hands = ["5D 6H AS", "8S 9S", "2S"]
    true, other = story(hands, discard="+4"), story(["5D 6H AS", "3C 4C", "9C"], discard="+4")
    for names in ("5D", "6H", "AS", "5D AS"):
        assert of(true, names) == of(other, names)


def test_without_an_enemy_or_a_hand_there_is_nothing_to_foretell():
    t = story(["5D", "+3"])
    assert preview(t.view(None), faces("5D")) is None
    assert preview(t.view(0), []) is None
    assert preview(t.view(0), [""]) is None


# --- cover --------------------------------------------------------------------------------------


@pytest.mark.rule("RG-STEP4-02", "RG-STEP4-03")
def test_cover_counts_up_as_cards_are_discarded():
    t = story(["3C 4D 9H 2S", "+3"], enemy="JH", tavern="")
    assert cover(t.view()) is None
    t.play("4D")
    found = cover(t.view())
    assert (found.attack, found.covered, found.to_go, found.hand) == (10, 0, 10, 14)
    t.cover("3C")
    found = cover(t.view())
    assert (found.attack, found.covered, found.to_go, found.hand) == (10, 3, 7, 11)
    assert found.is_enough
    assert cover(t.view(1)).hand == 0


@pytest.mark.rule("RG-STEP4-04")
def test_a_discard_says_what_is_then_to_go_and_whether_it_ends_the_attack():
    t = story(["3C 4D 9H 2S", "+3"], enemy="JH", tavern="", options={"overdiscard": "free"})
    assert discarding(t.view(), faces("9H")) is None
    t.play("4D").cover("3C")
    for names, left, ends in (("9H", -2, True), ("2S", 5, False), ("9H 2S", -4, True)):
        found = discarding(t.view(), faces(names))
        assert (found.left, found.ends) == (left, ends)
    t.cover("9H")
    assert not discarding(t.view(), faces("2S")).ends


@pytest.mark.rule("RG-SOLO-02", "RG-SOLO-07")
def test_what_a_flip_draws_is_foretold():
    for tavern in (0, 3, 12):
        t = story(["4C 2S"], enemy="JH", tavern=f"+{tavern}")
        drawn = refill(t.view())
        assert t.do("flip").sizes() == [drawn] == [min(8, tavern)]


@pytest.mark.rule("RG-SOLO-04")
def test_a_hand_that_cannot_cover_is_told_where_a_flip_could_save_it():
    t = story(["4C 2S"], enemy="JH", tavern="+9")
    t.play("4C")
    assert not cover(t.view()).is_enough
    assert cover(t.view()).hand == 2


# --- warnings -----------------------------------------------------------------------------------


@pytest.mark.rule("RG-YIELD-05")
def test_a_yield_that_cannot_be_covered_is_warned_of():
    assert warned(story(["6C", "+3"], enemy="JH"), "yield") == "RG-YIELD-05"
    assert warned(story(["6C 4C", "+3"], enemy="JH"), "yield") == ""
    assert warned(story(["6C", "+3"], enemy="JH", shield=4), "yield") == ""


@pytest.mark.rule("RG-STEP4-06")
def test_a_play_that_leaves_too_little_is_warned_of_unless_something_may_come():
    t = story(["6C 5D 4S", "+3"], enemy="JH", tavern="+9")
    assert warned(t, "6C") == "RG-STEP4-06"
    assert warned(t, "4S") == ""  # the shield leaves 6, and 6C and 5D cover that
    assert warned(t, "5D") == ""  # who knows what is drawn
    assert warned(story(["6C 5D", "+3"], enemy="JH", tavern=""), "5D") == "RG-STEP4-06"
    assert warned(story(["6C"], enemy="JH"), "6C") == ""  # a flip may save it
    assert warned(story(["6C"], enemy="JH", flips=2), "6C") == "RG-STEP4-06"
    assert warned(story(["6C", "+3"], enemy="JH", damage=8), "6C") == ""  # it falls


@pytest.mark.rule("RG-SOLO-07")
def test_a_flip_into_an_empty_tavern_is_warned_of():
    assert warned(story(["6C 9D"], enemy="JH", tavern=""), "flip") == "RG-SOLO-07"
    assert warned(story(["6C 9D"], enemy="JH", tavern="+1"), "flip") == ""


@pytest.mark.rule("RG-JEST-04")
def test_naming_somebody_who_could_do_nothing_is_warned_of():
    t = story(["*", "+2"], yielded=[False, True])
    t.play("*")
    assert [warned(t, f"to {seat}") for seat in range(2)] == ["RG-JEST-04", ""]
    t = story(["* 3C", ""], yielded=[False, True])
    t.play("*")
    assert [warned(t, f"to {seat}") for seat in range(2)] == ["", ""]


# --- why not together ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("picked", "other", "clause"),
    [
        ("AC", "*", "RG-JEST-01"),
        ("AC 3H", "3D", "RG-COMP-07"),
        ("AC AD", "AH", "RG-COMP-07"),
        ("JH", "JS", "RG-COMBO-03"),
        ("2H", "3H", "RG-COMBO-05"),
        ("4H 4S", "4C", "RG-COMBO-01"),
    ],
)
@pytest.mark.rule("RG-COMBO-01", "RG-COMBO-05", "RG-COMP-07")
def test_a_card_that_does_not_join_the_others_is_explained(picked, other, clause):
    t = story([f"{picked} {other}", "+3"])
    assert not t.allows("+".join([*picked.split(), other]))
    assert why_apart(faces(picked), faces(other)[0]).clause == clause
