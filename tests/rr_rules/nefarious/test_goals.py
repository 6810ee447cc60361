"""What bots of the expansion steer for: own goals, others' public threats, and the clock."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rr_rules.bots.greedy import GreedyBot
from rr_rules.kernel.stream import Stream
from tests.support.rr_rules.nefarious import night

TINY, PARCEL, CAT = "Griffin With a Tiny Head", "Parcel Pegasus", "Alley Cat"
SNEAKY, SHIFT = "Sneaky Griffin", "Night-Shift Griffin"
GRIFFINS = [TINY, SNEAKY, SHIFT]
GOAT, LAMB, HORROR = "Suspiciously Willing Goat", "Lamb Named Thursday", "Bog-Standard Horror"
BEASTS = [HORROR, HORROR, "Bane Wing", "Bane Wing", "Septic Serpent"]
FOUR = [TINY, PARCEL, CAT, SNEAKY]


def worth(seat, **told):
    """How good a table looks to a seat."""
    scene = night(player=1, **told)
    return scene.table.game.judge(scene.view(seat), seat)


def deck_of(cards):
    """A Main deck of so many cards."""

    def cut(state):
        state.discard, state.deck = state.deck[cards:], state.deck[:cards]

    return cut


def answers(table, seat):
    """What a greedy bot does at a seat that is asked, in ten games of luck."""
    found = set()
    for seed in range(10):
        bot, stream = GreedyBot(Stream.seeded(seed)), Stream.seeded(100 + seed)
        view, choose = table.view(seat), table.table.asked[0]
        assert choose.seat == seat
        at = bot.choose(view, choose, lambda s=stream: table.table.sampled(seat, s), lambda: False)
        option = choose.options[at]
        found.add((option.act, view.seats[seat].hand[option.at] if option.zone == "hand" else ""))
    return found


def at_summon(hand, **told):
    """Player 1 in its Summon phase."""
    return night(player=1, phase="summon", hand1=hand, **told)


def test_a_bot_finishes_its_role_rather_than_anything_else():
    told = {"lawn1": [TINY, SNEAKY], "roles": {1: "Griffin Lady"}}
    assert answers(at_summon([PARCEL, CAT, SHIFT], **told), 1) == {
        ("summon", "night-shift-griffin")
    }


def test_who_wants_an_empty_hand_draws_nothing_that_it_need_not():
    told = {"roles": {1: "Tidier"}}
    assert answers(at_summon([PARCEL], **told), 1) == {("summon", "parcel-pegasus")}
    assert "draw" not in {act for act, _ in answers(at_summon([], **told), 1)}


def test_a_role_that_is_complete_is_worth_five_creatures():
    complete = worth(1, lawn1=GRIFFINS, roles={1: "Griffin Lady"})
    assert complete > worth(1, lawn1=[*FOUR, SHIFT], roles={1: "Henchman"})
    assert complete > worth(1, lawn1=GRIFFINS[:2], roles={1: "Griffin Lady"}) + 10


def test_each_card_less_brings_the_tidier_nearer_the_more_the_fewer_are_left():
    held = [worth(1, hand1=[PARCEL, CAT, TINY, SNEAKY][:count], fence1=[], roles={1: "Tidier"})
            for count in range(5)]  # fmt: skip
    gains = [less - more for less, more in pairwise(held)]
    assert all(gain > 0 for gain in gains)
    assert gains[0] > gains[3]


def test_the_fourth_creature_of_another_hurts_more_than_the_third_and_that_than_the_second():
    worths = [worth(1, seats=5, lawn2=FOUR[:count], roles={1: "Savior"}) for count in range(5)]
    losses = [before - after for before, after in pairwise(worths)]
    assert losses[3] > losses[2] > losses[1]


def test_it_is_better_that_the_leader_loses_a_creature_than_that_another_does():
    leader = worth(1, seats=5, lawn2=FOUR[:3], lawn3=[SHIFT, GOAT], roles={1: "Savior"})
    other = worth(1, seats=5, lawn2=FOUR, lawn3=[SHIFT], roles={1: "Savior"})
    assert leader > other


def suspected(told, role="Curator"):
    """How much worse seat 1 stands for what seat 2 seems to be up to than for two plain pets."""
    plain = worth(1, **{**told, "lawn2": [PARCEL, TINY]}, roles={1: role})
    return plain - worth(1, **told, roles={1: role})


HELD = {"hand2": [CAT, CAT], "fence2": ["Blo Blo Gadget"]}
SAVED = {**HELD, "lawn2": [GOAT, GOAT]}


def test_a_neighbor_who_may_be_about_to_fulfil_a_role_is_feared():
    assert suspected(SAVED) > 3


def test_nobody_else_is_feared_for_the_own_role():
    assert suspected(SAVED, role="Savior") < suspected(SAVED) / 2


def test_a_role_that_was_shown_is_certain():
    def show(state):
        state.shown.append(2)

    def worth_of(role):
        return worth(1, **SAVED, roles={1: "Curator", 2: role}, prepare=show)

    assert worth_of("Savior") < worth(1, **SAVED, roles={1: "Curator"}) < worth_of("Henchman")


@pytest.mark.rule("NN-INFO-12")
def test_fear_does_not_depend_on_what_anybody_really_is():
    roles = ("Savior", "Tidier", "Henchman")
    assert len({worth(1, **SAVED, roles={1: "Curator", 2: role}) for role in roles}) == 1


def test_nobody_fears_a_seat_that_was_removed():
    held = {"hand2": [PARCEL, CAT], "roles": {1: "Curator"}}
    removed = worth(1, seats=4, prepare=lambda state: state.left.append(3), **held)
    assert removed == pytest.approx(worth(1, **held))


def test_a_hand_and_a_fence_that_shrink_are_seen():
    hands = [[PARCEL, CAT, TINY][:count] for count in range(4)]
    worths = [worth(1, hand2=hand, fence2=["Blo Blo Gadget"] * bool(hand), roles={1: "Curator"})
              for hand in hands]  # fmt: skip
    assert worths[0] < worths[1]


def test_beasts_of_the_nefarious_neighbor_alarm_everybody():
    worths = [worth(1, lawn0=BEASTS[:count], roles={1: "Savior"}) for count in range(5)]
    assert worths == sorted(worths, reverse=True)
    assert worths[3] - worths[4] > worths[0] - worths[1]


@pytest.mark.parametrize(("cards", "draws"), [(60, True), (4, False)])
def test_near_the_end_of_the_main_deck_nobody_draws_who_need_not(cards, draws):
    table = at_summon([], seats=5, prepare=deck_of(cards), roles={1: "Savior"})
    assert answers(table, 1) == ({("draw", "")} if draws else {("skip", "")})


def test_the_henchman_still_does():
    table = at_summon([], seats=5, prepare=deck_of(4), roles={1: "Henchman"})
    assert answers(table, 1) == {("draw", "")}


def test_the_nefarious_neighbor_brings_a_beast_out_as_soon_as_it_can_pay():
    table = night(player=0, phase="summon", hand0=[HORROR, LAMB, LAMB, "Creeping Ivy"])
    assert answers(table, 0) == {("summon", "bog-standard-horror")}
    table = night(player=0, phase="summon", hand0=["Bane Wing", GOAT], lawn0=[LAMB])
    assert answers(table, 0) == {("summon", "bane-wing")}


def test_a_clock_that_has_run_out_is_worth_more_than_any_deck():
    short = worth(0, prepare=deck_of(1))

    def out(state):
        deck_of(1)(state)
        state.deadline = 1

    assert worth(0, prepare=out) > short > worth(0)
