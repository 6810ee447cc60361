"""Bots that follow: they play soundly, and leave the plan to others if that costs little."""

from __future__ import annotations

from functools import partial

import pytest

from rr_rules.bots.kinds import BotLimits
from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table, drive
from rr_rules.regicide.bot.advice import CARD, Restraint, advise, held_back, hit_after, restraint
from rr_rules.regicide.cards import VALUE
from rr_rules.registry import FOLLOWERS, leading, make_bot
from tests.support.rr_rules.longplay import LONG
from tests.support.rr_rules.regicide import RULES, story
from tests.support.rr_rules.regicideplay import VARIANTS, dealt, walk

GAMES = 200 if LONG else 6
NEXT_LEADS, NOBODY_NEAR = (1,), (2,)


def advised(t):
    """What a bot that leads would do now."""
    return t.legal()[advise(t.view(t.seat), t.asked)]


def followed(t, leaders=NEXT_LEADS):
    """What one that follows does first."""
    return left(t, leaders)[0]


def left(t, leaders=NEXT_LEADS):
    """All that is left to one that follows, the likeliest best first."""
    return [t.legal()[at] for at in held_back(t.view(t.seat), t.asked, leaders)]


# --- what is held back ------------------------------------------------------------------------


def test_the_last_blow_is_left_to_who_leads_and_is_next():
    t = story(["2D 6H QH", "+3"], enemy="JH", damage=14, shield=15)
    assert advised(t) == "6H"
    assert followed(t) == "2D"
    assert "6H" not in left(t)


def test_the_last_blow_is_left_to_nobody_who_is_not_next_or_has_no_card():
    t = story(["2D 6H QH", "+3", "+3"], enemy="JH", damage=14, shield=15)
    assert followed(t, NOBODY_NEAR) == advised(t)
    t = story(["2D 6H QH", ""], enemy="JH", damage=14, shield=15)
    assert followed(t) == advised(t)


def test_no_blow_is_left_where_the_attack_would_take_most_of_the_hand():
    # The Spades would stop half of the attack, and all that is left of the hand the other half.
    t = story(["5C 5S", "+3"], enemy="JH", damage=10)
    assert advised(t) == followed(t) == "5C"


def test_an_exact_blow_that_is_worth_much_is_not_left():
    t = story(["6H 9H 2C", "+3"], enemy="JS", damage=14)
    assert advised(t) == followed(t) == "6H"


def test_the_last_king_falls_by_whom_it_may():
    t = story(hands=["2H 10H 4D", "2S"], enemy="KC", castle="", damage=30, tavern="+4")
    assert followed(t) == "10H"


def test_one_card_is_played_rather_than_several_that_are_little_better():
    t = story(["AC 8S 10H 9D 7S", "+5"], enemy="QD")
    assert advised(t) == "AC+8S"
    assert followed(t) == "8S"


def test_several_are_played_where_that_is_much_better():
    t = story(["4D AC 9S 2C", "+3"], enemy="JH", damage=15, shield=15)
    assert advised(t) == followed(t, ()) == "4D+AC"


def test_a_royal_is_saved_while_a_number_does_nearly_as_well():
    t = story(["QC 7C 8S 10H", "+5"], enemy="JD")
    assert advised(t) == "QC"
    assert followed(t) == "8S"


def test_a_royal_is_played_where_numbers_would_not_do():
    t = story(["QH 5C", "+3"], enemy="JC", damage=5)
    assert followed(t) == advised(t) == "QH"


def test_a_jester_is_saved_while_another_card_does_nearly_as_well():
    t = story(["* 2C JS JH", "+3", "+3"], enemy="QS", damage=10, shield=15)
    assert advised(t) == "*"
    assert followed(t) == "2C"


def test_a_jester_is_played_rather_than_the_game_lost():
    t = story(["* 2C 3H", "+5"], enemy="KD")
    assert followed(t) == "*"


def test_a_jester_sends_the_turn_to_the_largest_hand_among_those_who_lead():
    t = story(["* 4H", "+2", "+5"]).play("*")
    assert advised(t) == "to 2"
    assert left(t, (1,)) == ["to 1"]
    assert left(t, (1, 2)) == ["to 2", "to 1"]
    assert left(t, ()) == ["to 2", "to 1", "to 0"]


def test_an_attack_is_covered_as_by_one_who_leads():
    t = story(["10D 4H 3C 9S", "+3"], enemy="JS", phase="attack", owed=7)
    while t.seat == 0:
        assert followed(t) == advised(t)
        t.do(followed(t))
    assert sorted(t.discarded()) == ["3C", "4H"]


def test_a_yield_decides_nothing():
    t = story(["2D 6H QH", "+3"], enemy="JH", damage=14, shield=15)
    options = {t.legal()[at]: each for at, each in enumerate(t.asked.options)}
    assert restraint(t.view(0), options["yield"], (1,)) is Restraint.NOTHING
    assert restraint(t.view(0), options["6H"], (1,)) is Restraint.BLOW


@pytest.mark.parametrize(("play", "hit"), [("4S", 6), ("3H", 10), ("10C", 0), ("*", 0)])
def test_what_the_enemy_does_then_is_told_from_the_view(play, hit):
    t = story(["4S 3H 10C * 9D", "+3"], enemy="JH")
    at = t.legal().index(play)
    assert hit_after(t.view(0), t.asked.options[at]) == hit
    t.do(play)
    assert t.state.owed == hit


# --- bots that do so --------------------------------------------------------------------------


def bot_of(kind, seed, leaders, iterations=4):
    return make_bot(
        kind, RULES, Stream.seeded(seed), BotLimits(iterations=iterations, leaders=leaders)
    )


def answer(table, choose, kind, leaders, seed=3):
    """What a bot answers, and how often it has a table dealt anew: that is how long it thinks."""
    taken, luck = [], Stream.seeded(seed)

    def sample():
        taken.append(1)
        return table.sampled(choose.seat, luck)

    view = RULES.view(table.state, choose.seat)
    option = bot_of(kind, seed, leaders).choose(view, choose, sample, lambda: False)
    return option, len(taken)


@pytest.mark.parametrize("kind", FOLLOWERS)
def test_a_bot_takes_what_is_left_to_it(kind):
    t = story(["QC 7C 8S 10H", "+5"], enemy="JD")
    option, _ = answer(t.table, t.asked, kind, (1,))
    assert t.legal()[option] in left(t)
    assert "QC" not in left(t)


@pytest.mark.parametrize("kind", FOLLOWERS)
def test_where_nobody_leads_it_is_a_bot_that_leads(kind):
    for seed in range(6):
        table = dealt(3, seed)
        choose = table.asked[0]
        assert answer(table, choose, kind, ()) == answer(table, choose, leading(kind), ())


@pytest.mark.parametrize("kind", FOLLOWERS)
def test_what_its_seat_cannot_see_moves_neither_its_answer_nor_its_time(kind):
    compared = 0
    for seed in range(4):
        table = dealt(2 + seed % 3, seed, **VARIANTS[seed % 3])
        for choose in walk(table, seed):
            if table.state.phase == "next":  # only there a table cannot be set up as it stands
                continue
            state = table.state.copy()
            RULES.determinize(state, choose.seat, Stream.seeded(-1 - compared))
            assert state.tavern != table.state.tavern or state.castle != table.state.castle
            one, other = Table.at(RULES, state), Table.at(RULES, table.state.copy())
            assert one.asked == other.asked == table.asked
            leaders = ((choose.seat + 1) % table.state.seats,)
            assert answer(one, choose, kind, leaders) == answer(other, choose, kind, leaders)
            compared += 1
            if compared % 12 == 0:
                break
    assert compared > 30


def played(kinds, seed, **options):
    """One game of these kinds; every answer, and how many enemies fell."""
    table, dealer = dealt(len(kinds), seed, **options), SeededDealer(seed)
    leaders = tuple(seat for seat, kind in enumerate(kinds) if kind not in FOLLOWERS)
    bots = [bot_of(kind, 10 * seed + seat, leaders, 2) for seat, kind in enumerate(kinds)]
    luck, given = Stream.seeded(seed), []
    while table.pending is not None:
        choose = table.asked[0]
        view, sample = (
            RULES.view(table.state, choose.seat),
            partial(table.sampled, choose.seat, luck),
        )
        option = bots[choose.seat].choose(view, choose, sample, lambda: False)
        assert 0 <= option < len(choose.options)
        given.append(option)
        table.answer(choose.seat, option)
        drive(table, dealer)
    return given, table.state.defeated


COMPANIES = [
    ("normal-follows",),
    ("rule", "normal-follows"),
    ("random", "easy-follows", "normal-follows"),
    ("hard-follows", "rule", "easy", "normal-follows"),
]


@pytest.mark.parametrize("kinds", COMPANIES)
def test_every_game_with_followers_ends_and_is_the_same_again(kinds):
    for seed in range(GAMES):
        variant = VARIANTS[seed % len(VARIANTS)]
        first = played(kinds, seed, **variant)
        if seed < 2:
            assert first == played(kinds, seed, **variant)


def test_one_who_follows_never_walks_into_death_while_there_is_another_way():
    for seed in range(GAMES):
        table = dealt(2 + seed % 3, seed)
        for choose in walk(table, seed):
            view = RULES.view(table.state, choose.seat)
            if choose.verb == "play":
                held = choose.options[held_back(view, choose, (0, 1, 2, 3))[0]]
                first = choose.options[advise(view, choose)]
                assert covers(view, held) or not covers(view, first)


def covers(view, option):
    """Whether the rest of the hand is worth the attack after an option."""
    hand = view.seats[view.me].hand
    spent = option.order or ((option.at,) if option.act == "play" else ())
    rest = [face for at, face in enumerate(hand) if at not in spent]
    return sum(VALUE[CARD[face]] for face in rest) >= hit_after(view, option)
