"""The policy that games are played out by, and the model that says how they stand."""

from __future__ import annotations

from itertools import combinations

import pytest

from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import drive
from rr_rules.regicide.bot.insight import features, payoff, play_out
from rr_rules.regicide.bot.policy import BIT, NUMBERS, cards_of, draws, policy_of
from rr_rules.regicide.bot.simulating import Rest
from rr_rules.regicide.cards import VALUE
from rr_rules.regicide.plays import plays_of, shape_of
from tests.support.rr_rules.regicide import story
from tests.support.rr_rules.regicideplay import dealt

POLICY = policy_of(4)
DEALT = 52
WHOLE_GAME, LATE = 12, 7


def hands(count, size):
    luck = Stream.seeded(size)
    for _ in range(count):
        yield sorted(luck.order(DEALT)[:size])


def mask_of(cards):
    return sum([BIT[card] for card in cards])


@pytest.mark.slow
@pytest.mark.parametrize("size", [1, 3, 5, 8])
def test_a_hand_holds_just_the_plays_of_the_rules(size):
    for cards in hands(60, size):
        legal = {mask_of([cards[at] for at in places]) for places in plays_of(shape_of(cards))}
        found = [play.mask for play in POLICY.hand(mask_of(cards)).plays]
        assert set(found) == legal
        assert len(found) == len(legal)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_cheapest_cover_is_found(seats):
    policy, luck = policy_of(seats), Stream.seeded(seats)
    for cards in hands(40, 7):
        owed = 1 + luck.below(min(20, sum(VALUE[card] for card in cards)))
        covers = [
            policy.cost_of(mask_of(chosen))
            for size in range(1, 8)
            for chosen in combinations(cards, size)
            if sum(VALUE[card] for card in chosen) >= owed
        ]
        cover = policy.cover(mask_of(cards), owed)
        assert sum(VALUE[card] for card in cards_of(cover)) >= owed
        assert policy.cost_of(cover) == min(covers)


def drawn_around(count, rooms):
    """As the rules draw: one each in turn, past full hands."""
    rooms, own, total, seat = list(rooms), 0, 0, 0
    while count and any(rooms):
        if rooms[seat]:
            rooms[seat] -= 1
            own, total, count = own + (seat == 0), total + 1, count - 1
        seat = (seat + 1) % len(rooms)
    return total, own


def test_draws_are_counted_as_the_rules_deal_them():
    luck = Stream.seeded(3)
    for _ in range(400):
        room = tuple(luck.below(6) for _ in range(1 + luck.below(4)))
        count, played = luck.below(14), 1 + luck.below(2)
        expected = drawn_around(count, (room[0] + played, *room[1:]))
        assert draws(count, played, room) == expected


# --- how it stands ----------------------------------------------------------------------------


def predictions(seats, seed):
    """What the model says when later enemies appear, and whether the game was won."""
    state = dealt(seats, seed).state
    rest, said = Rest(state, policy_of(seats), Stream.seeded(seed)), []
    for defeated in range(1, WHOLE_GAME + 1):
        rest.play_on(defeated)
        if rest.over:
            return [(chance, rest.over == "castle") for chance in said]
        if defeated >= LATE:
            said.append(payoff(rest))
    raise AssertionError("twelve enemies are all there are")


@pytest.mark.slow
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_model_knows_how_games_by_the_policy_end(seats):
    said = [pair for seed in range(150) for pair in predictions(seats, seed)]
    won = sum(won for _, won in said) / len(said)
    assert abs(sum(chance for chance, _ in said) / len(said) - won) < 0.15
    assert sum((chance - won) ** 2 for chance, won in said) < 0.95 * len(said) * won * (1 - won)


def test_every_weight_has_its_feature():
    for seats in (1, 2, 3, 4):
        seen = features(Rest(dealt(seats, 1).state, policy_of(seats), Stream.seeded(1)))
        assert len(NUMBERS.now.odds[seats - 1]) == WHOLE_GAME
        assert {len(weights) for weights in NUMBERS.now.odds[seats - 1]} == {len(seen)}


def test_a_won_game_is_worth_one_and_a_lost_one_little():
    told = story(hands=["10H 2H"], enemy="KC", castle="", damage=30, tavern="+4")
    choose, stream = told.table.asked[0], Stream.seeded(1)
    options = [option.at for option in choose.options]
    assert play_out(told.state, choose, options.index(0), stream) == 1.0
    lost = story(hands=["2H"], enemy="KC", castle="", phase="attack", owed=3, flips=2, tavern="+4")
    assert lost.table.outcome is not None or play_out(lost.state, lost.asked, 0, stream) < 0.5


def test_equal_luck_gives_equal_payoffs_and_other_luck_others():
    table = dealt(3, 8)
    choose = table.asked[0]
    paid = [play_out(table.state, choose, 0, Stream.seeded(seed)) for seed in (1, 1, 2, 3, 4)]
    assert paid[0] == paid[1]
    assert len(set(paid)) > 1
    assert all(0.0 <= each <= 1.0 for each in paid)


def test_the_policy_alone_wins_about_half_of_its_games():
    won = 0
    for seed in range(60):
        rest = Rest(dealt(3, seed).state, policy_of(3), Stream.seeded(seed))
        rest.play_on(WHOLE_GAME)
        won += rest.over == "castle"
    assert won > 25


def test_a_dealer_of_the_kernel_deals_the_same_heal():
    told = story(hands=["5H 2S", "+3"], enemy="KC", tavern="+4", discard="+9")
    rest = Rest(told.state, policy_of(2), Stream.seeded(6))
    assert not rest.over
    hand = rest.policy.hand(rest.hands[0])
    rest.strike(next(play for play in hand.plays if play.worth == 5))
    told.dealer = SeededDealer(6)
    table = told.table
    table.answer(0, next(at for at, option in enumerate(table.asked[0].options) if option.at == 0))
    drive(table, told.dealer)
    assert rest.tavern == table.state.tavern
    assert sorted(rest.discard) == sorted(table.state.discard)
