"""The Main deck as a clock, and the other decks that run out."""

from __future__ import annotations

import pytest

from rr_rules.kernel.game import Outcome
from rr_rules.runes_regulations.state.state import State
from tests.support.rr_rules.faces import creature, item, on, rune, spell
from tests.support.rr_rules.nefarious import curse, night

TINY, PARCEL, LEASH = "Griffin With a Tiny Head", "Parcel Pegasus", "Pegasus on a Very Short Leash"
CAT, DOG, GOAT = "Alley Cat", "A Stray Dog", "Suspiciously Willing Goat"
FIVE = [TINY, PARCEL, LEASH, CAT, DOG]
DECK_OUT = Outcome((0,), "deck_out")


def leave(count, *, then=None):
    """So many cards stay in the Main deck, the others are discarded."""

    def prepare(state: State) -> None:
        under = len(state.deck) - count
        state.discard, state.deck = state.deck[:under], state.deck[under:]
        if then is not None:
            then(state)

    return prepare


def go(t, until):
    """Skip everything until the game is over or a turn of this number stands at a choice."""
    while t.table.pending is not None and t.state.turn < until:
        acts = t.acts()
        wanted = next((each for each in ("skip", "pass", "no") if each in acts), acts[0])
        t.choose(acts.index(wanted))
    return t


@pytest.mark.rule("NN-OUT-01", "NN-OUT-08")
def test_the_last_card_sets_the_deadline_at_once_and_nothing_is_shuffled_back():
    t = night(player=1, phase="draw", prepare=leave(1))
    assert t.state.deck == []
    assert len(t.state.discard) > 90
    assert t.state.deadline == t.view(None).nefarious.deadline == 1
    assert [event.of for event in t.events("run_out")] == [1]
    assert t.events("reform") == []


@pytest.mark.rule("NN-OUT-02")
def test_who_drew_the_last_card_plays_on_and_loses_to_the_nefarious_neighbor_at_its_end():
    t = night(player=1, phase="draw", prepare=leave(1))
    assert (t.verb, t.seat) == ("cast_phase", 1)
    go(t, 2)
    assert t.table.outcome == DECK_OUT
    assert t.state.player == 1


@pytest.mark.rule("NN-OUT-02", "NN-WIN-01")
def test_who_drew_the_last_card_wins_alone_if_the_own_condition_holds():
    t = night(player=1, phase="draw", prepare=leave(1), lawn1=FIVE)
    go(t, 2)
    assert t.table.outcome == Outcome((1,), "five")
    t = night(player=1, phase="draw", prepare=leave(1), roles={1: "Savior"}, lawn1=[GOAT, GOAT])
    go(t, 2)
    assert t.table.outcome == Outcome((1,), "role")


BLOCK_PARTY = [5, 0]


@pytest.mark.rule("NN-OUT-03")
def test_a_last_card_in_anothers_turn_gives_the_drawer_the_own_next_turn():
    t = night(4, player=1, phase="spin", rolls=BLOCK_PARTY, prepare=leave(1))
    t.no(seat=1).no(seat=2).yes(seat=3)
    assert (t.state.deadline, t.state.player, t.state.turn) == (3, 2, 2)
    go(t, 9)
    assert t.table.outcome == DECK_OUT
    assert (t.state.player, t.state.turn) == (3, 3)


@pytest.mark.rule("NN-OUT-03")
def test_others_may_still_win_before_the_drawers_deadline():
    t = night(4, player=1, phase="spin", rolls=BLOCK_PARTY, prepare=leave(1), lawn2=FIVE)
    t.no(seat=1).no(seat=2).yes(seat=3)
    go(t, 9)
    assert t.table.outcome == Outcome((2,), "five")


@pytest.mark.rule("NN-OUT-03")
def test_where_it_is_agreed_the_turn_in_progress_is_the_last_chance():
    agreed = {"runout_deadline": "current_turn"}
    t = night(4, player=1, phase="spin", rolls=BLOCK_PARTY, prepare=leave(1), options=agreed)
    t.no(seat=1).no(seat=2).yes(seat=3)
    assert t.table.outcome == DECK_OUT
    assert t.state.player == 1


@pytest.mark.rule("NN-OUT-03")
def test_in_the_nefarious_turn_it_is_the_next_regular_players():
    agreed = {"runout_deadline": "current_turn"}
    t = night(4, nn=1, player=1, prepare=leave(1), options=agreed, hand1=["Infinite Casserole"])
    t.cast("Infinite Casserole").pick("player 0")
    assert t.state.deadline == 2


@pytest.mark.rule("NN-OUT-04")
def test_of_several_that_draw_who_took_the_last_card_is_the_drawer():
    feast = spell("Street Feast", item("draw", who="each_player"))
    t = night(5, player=1, faces=[feast], hand1=["Street Feast"], prepare=leave(2))
    before = len(t.state.forbidden_deck)
    t.cast("Street Feast")
    assert [len(t.state.hand[seat]) for seat in (1, 2, 3, 4)] == [1, 1, 0, 0]
    assert t.state.deadline == 2
    assert len(t.state.forbidden_deck) == before - 1


@pytest.mark.rule("NN-OUT-05")
def test_who_keeps_the_last_card_by_a_rune_in_the_nefarious_turn_is_its_drawer():
    digger = rune(
        "Night Digger", on("cast", by="any_neighbor"),
        item("look", place="main_deck", n=2, keep=1),
    )  # fmt: skip
    t = night(
        4, faces=[digger], hand0=["Plague of Junk Mail"], hand1=[TINY], fence3=["Night Digger"],
        prepare=leave(1),
    )  # fmt: skip
    t.cast("Plague of Junk Mail").use("Night Digger", seat=3)
    t.pass_until("summon_phase")
    assert len(t.state.hand[3]) == 1
    assert t.state.deadline == 3


@pytest.mark.rule("NN-OUT-05", "NN-OUT-03")
@pytest.mark.parametrize(("lawn1", "ending"), [((), DECK_OUT), (FIVE, Outcome((1,), "five"))])
def test_a_rune_that_draws_the_last_cards_in_the_nefarious_turn_gives_its_owner_the_next_turn(
    lawn1, ending
):
    mail, toaster = "Plague of Junk Mail", "Toastinator 2000"
    t = night(4, hand0=[mail], hand2=["Sparkly Dragon"], fence2=[toaster], lawn1=lawn1,
              prepare=leave(2), rolls=[0, 3, 3])  # fmt: skip
    t.cast(mail).use(toaster, seat=2)
    assert (t.state.deadline, len(t.state.hand[2]), t.state.deck) == (2, 3, [])
    go(t, 9)
    assert t.table.outcome == ending
    assert t.state.player == (2 if ending == DECK_OUT else 1)


@pytest.mark.rule("NN-OUT-05")
def test_a_last_card_that_nobody_took_gives_the_next_regular_player_the_last_chance():
    from rr_rules.runes_regulations.state.zones import note_last_card

    for nn, player, taker, expected in [(0, 0, -1, 1), (0, 0, 0, 1), (0, 2, -1, 2), (2, 2, 2, 3),
                                        (0, 2, 2, 2), (0, 2, 1, 1)]:  # fmt: skip
        state = night(4, nn=nn, player=player).state
        note_last_card(state, taker)
        assert state.deadline == expected


@pytest.mark.rule("NN-OUT-06")
def test_while_the_main_deck_is_empty_only_the_nefarious_neighbor_draws():
    def out(state):
        state.deadline = 2

    t = night(3, player=1, phase="draw", prepare=leave(0, then=out))
    assert (t.verb, t.state.hand[1]) == ("cast_phase", [])
    assert t.acts() == ["skip"]
    t = night(3, phase="draw", prepare=leave(0, then=out))
    assert len(t.state.hand[0]) == 1
    assert t.acts()[-2:] == ["draw", "skip"]
    # A Curse that makes both sides draw does for one of them what it can.
    t = night(3, hand0=["Infinite Casserole"], prepare=leave(0, then=out)).cast(
        "Infinite Casserole"
    )
    assert [len(hand) for hand in t.state.hand] == [2, 0, 0]
    assert t.verb == "summon_phase"


@pytest.mark.rule("NN-OUT-06")
@pytest.mark.parametrize(("left", "payable"), [(1, True), (0, False)])
def test_a_price_in_draws_cannot_be_paid_from_an_empty_main_deck(left, payable):
    def out(state):
        state.deadline = 2

    loan = spell("Loan", item("add_rune"), price=[item("draw"), item("discard")])
    t = night(3, player=1, faces=[loan], hand1=["Loan"], prepare=leave(left, then=out))
    assert ("Loan" in t.labels()) is payable


@pytest.mark.rule("NN-OUT-07")
def test_a_refilled_main_deck_can_be_drawn_from_and_the_deadline_stays():
    def out(state):
        state.deadline = 2

    t = night(3, player=1, hand1=["Recycling Amnesty"], prepare=leave(0, then=out))
    t.cast("Recycling Amnesty")
    assert len(t.state.deck) > 100
    assert t.state.deadline == 2
    assert "draw" in t.acts()
    go(t, 3)
    assert t.table.outcome == DECK_OUT


@pytest.mark.rule("NN-OUT-07", "NN-OUT-03")
@pytest.mark.parametrize("nn", [1, 2])
def test_who_takes_the_last_card_a_second_time_gets_no_second_last_chance(nn):
    t = night(4, nn=nn, player=0, phase="draw", hand0=["Recycling Amnesty"], prepare=leave(1),
              roles={0: "Savior", 3: "Henchman"}, rolls=[3], lawn3=[CAT])  # fmt: skip
    assert t.state.deadline == 0
    t.cast("Recycling Amnesty")
    assert len(t.state.deck) > 90
    t.state.deck[1:], t.state.discard = [], t.state.deck[1:]
    t.draw()
    assert (t.state.deck, t.state.deadline) == ([], 0)
    assert len(t.events("run_out")) == 1
    assert t.table.outcome == Outcome((nn,), "deck_out")


@pytest.mark.rule("NN-OUT-09")
def test_the_henchman_may_let_the_deadline_pass():
    t = night(player=1, phase="draw", roles={1: "Henchman"}, prepare=leave(1))
    go(t, 2)
    assert t.table.outcome == Outcome((0, 1), "deck_out")


def few(deck, discard, left):
    """A deck with so many cards left, the others in its discard pile."""

    def prepare(state):
        cards = getattr(state, deck)
        setattr(state, discard, cards[:-left] if left else cards)
        setattr(state, deck, cards[-left:] if left else [])

    return prepare


@pytest.mark.rule("NN-OUT-10")
def test_the_rune_deck_reforms_as_in_the_base_game():
    t = night(player=1, phase="spin", rolls=[0], prepare=few("rune_deck", "rune_discard", 1))
    assert len(t.state.fence[1]) == 1
    assert (len(t.state.rune_deck), t.state.rune_discard) == (43, [])
    assert t.state.deadline == -1


@pytest.mark.rule("NN-OUT-11")
def test_the_forbidden_decks_reform_in_the_same_way():
    t = night(phase="draw", prepare=few("forbidden_deck", "forbidden_discard", 1))
    assert len(t.state.hand[0]) == 1
    assert (len(t.state.forbidden_deck), t.state.forbidden_discard) == (39, [])
    piles = ("forbidden_rune_deck", "forbidden_rune_discard")
    t = night(phase="spin", rolls=[0], prepare=few(*piles, 1))
    assert len(t.state.fence[0]) == 1
    assert (len(t.state.forbidden_rune_deck), t.state.forbidden_rune_discard) == (9, [])


@pytest.mark.rule("NN-OUT-11")
def test_with_both_forbidden_piles_empty_nothing_is_drawn():
    def nothing(state):
        state.lawn[2] = [c for c in state.forbidden_deck if state.face[c].kind == "sacrificial"]
        state.box, state.forbidden_deck = (
            [c for c in state.forbidden_deck if c not in state.lawn[2]], [])  # fmt: skip

    t = night(phase="draw", prepare=nothing)
    assert t.state.hand[0] == []
    assert t.acts() == ["skip"]


@pytest.mark.rule("NN-OUT-12")
@pytest.mark.parametrize(("left", "warned"), [(11, False), (10, True), (1, True)])
def test_the_number_of_main_cards_is_public_with_a_warning_from_ten_on(left, warned):
    t = night(player=1, prepare=leave(left))
    for seat in (0, 1, 2, None):
        assert t.view(seat).main_deck == left
        assert t.view(seat).nefarious.is_short == warned


@pytest.mark.rule("NN-OUT-02")
def test_a_curse_that_makes_others_draw_hurries_the_clock():
    feast = curse("Second Helping", item("draw", who="each_neighbor"))
    cat = creature("Plain Cat")
    t = night(faces=[feast, cat], hand0=["Second Helping"], prepare=leave(2))
    t.cast("Second Helping")
    assert t.state.deadline == 2
    assert [len(t.state.hand[seat]) for seat in (1, 2)] == [1, 1]
