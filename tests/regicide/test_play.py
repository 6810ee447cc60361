"""Regicide as a whole: random games keep every card, every secret and every rule of the hand."""

from collections import Counter

import pytest

from rr_rules.dealers import SeededDealer
from rr_rules.game import settle
from rr_rules.regicide.cards import CLUBS, DIAMONDS, HEARTS, JESTERS, SPADES, card_of
from rr_rules.regicide.game import load
from rr_rules.regicide.options import OPTIONS
from rr_rules.regicide.plays import plays
from rr_rules.requests import Roll
from rr_rules.stream import Stream
from rr_rules.table import Table, drive

RULES = load()
JESTERS_IN_PLAY = (2, 0, 1, 2)
SEATS = pytest.mark.parametrize("seats", [1, 2, 3, 4])


def dealt(seats, seed, **options):
    table = Table(RULES, seats, settle(OPTIONS, options))
    drive(table, SeededDealer(seed))
    return table


def walk(table, seed):
    """A random game: yields before each answer."""
    dealer, luck = SeededDealer(seed), Stream.seeded(seed)
    while table.pending is not None:
        choose = table.asked[0]
        yield choose
        table.answer(choose.seat, luck.below(len(choose.options)))
        drive(table, dealer)


def cards_of(table):
    return sorted(card for zone in RULES.zones(table.state) for card in zone.cards)


def swap(table, seat):
    """A twin that differs in what `seat` cannot know alone."""
    return table.sampled(seat, Stream.seeded(99))


@SEATS
@pytest.mark.parametrize(
    "options", [{}, {"overdiscard": "free", "mulligan": "once_if_no_diamonds"}]
)
def test_random_games_end_with_every_card_in_one_place_and_no_hand_too_large(seats, options):
    every = list(range(52 + JESTERS_IN_PLAY[seats - 1]))
    for seed in range(25):
        table = dealt(seats, seed, **options)
        for _ in walk(table, seed):
            assert cards_of(table) == every
            assert all(len(hand) <= table.state.hand_limit for hand in table.state.hand)
        assert table.state.turn < 500
        assert (table.outcome.winners == ()) is (table.state.defeated < 12)


@SEATS
def test_a_game_is_what_its_saves_and_twins_say_at_every_decision(seats):
    for seed in range(6):
        table = dealt(seats, seed)
        for _ in walk(table, seed):
            loaded = Table.load(RULES, table.save())
            assert loaded.save() == table.clone().save() == table.save()
            assert loaded.asked == table.asked


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_a_seat_cannot_know_changes_nothing_it_is_shown(seats):
    differed = 0
    for seed in range(8):
        table = dealt(seats, seed)
        for choose in walk(table, seed):
            other = (choose.seat + 1) % seats
            for seat in (choose.seat, other):
                twin = swap(table, seat)
                differed += twin.state.tavern != table.state.tavern
                assert RULES.view(twin.state, seat) == RULES.view(table.state, seat)
            assert swap(table, choose.seat).asked == table.asked
    assert differed > 100


@SEATS
def test_every_guess_holds_the_cards_of_the_game(seats):
    for seed in range(6):
        table = dealt(seats, seed)
        for choose in walk(table, seed):
            assert cards_of(swap(table, choose.seat)) == cards_of(table)


def places_of(state, cards):
    """Where cards lie: piles by position, hands by seat."""
    where = {card: ("tavern", at) for at, card in enumerate(state.tavern)}
    where |= {card: ("hand", seat) for seat, hand in enumerate(state.hand) for card in hand}
    where |= {card: ("veiled", at) for at, card in enumerate(state.discard)}
    return Counter(where[card] for card in cards)


def test_a_healed_card_is_guessed_only_where_its_heal_or_a_later_one_has_mixed():
    guessed, layers = 0, 0
    for seed in range(60):
        table = dealt(2, seed)
        for choose in walk(table, seed):
            state, twin = table.state, swap(table, choose.seat).state
            layers = max(layers, len(set(state.healed_first)))
            for heal in set(state.healed_first) - {0}:
                mixed = [card for card in range(54) if state.healed_last[card] >= heal]
                allowed = places_of(state, mixed)
                cards = [card for card in range(54) if twin.healed_first[card] == heal]
                assert places_of(twin, cards) <= allowed
                guessed += len(cards)
    assert guessed > 100
    assert layers > 3


@SEATS
def test_words_are_found_for_all_that_happens(seats):
    kinds = Counter()
    for seed in range(30):
        table = dealt(seats, seed)
        for choose in walk(table, seed):
            view = RULES.view(table.state, choose.seat)
            assert RULES.prompt(choose, view)
            assert len({RULES.label(choose, each, view) for each in choose.options}) > 0
            for event in table.drain():
                kinds[event.kind] += 1
                for seat in (None, 0):
                    assert "{by" not in RULES.line(RULES.redact(event, seat)).text
    assert {"play", "attack", "discard", "draw", "defeat"} <= set(kinds)


def test_plays_are_singles_companion_pairs_and_sets_of_ten_at_most():
    hand = [card_of(3, CLUBS), card_of(3, DIAMONDS), card_of(4, HEARTS), card_of(1, SPADES)]
    assert sorted(plays(hand)) == [(0,), (0, 1), (0, 3), (1,), (1, 3), (2,), (2, 3), (3,)]
    twos = [card_of(2, suit) for suit in range(4)]
    assert max(map(len, plays(twos))) == 4
    sixes = [card_of(6, suit) for suit in range(4)]
    assert max(map(len, plays(sixes))) == 1
    assert plays([JESTERS[0], card_of(1, HEARTS)]) == [(1,)]


def test_a_play_that_showed_nothing_can_be_taken_back_and_is_known_then():
    taken = 0
    for seed in range(40):
        table = dealt(2, seed)
        for choose in walk(table, seed):
            acts = [option.act for option in choose.options]
            if "undo" not in acts:
                continue
            twin, seat = table.clone(), choose.seat
            played = table.state.table[-1][1:]
            twin.answer(seat, acts.index("undo"))
            assert twin.state.phase == "play"
            assert set(played) <= set(twin.state.hand[seat])
            assert set(played) <= set(twin.state.known)
            assert cards_of(twin) == cards_of(table)
            taken += 1
    assert taken > 5


@pytest.mark.parametrize("at", [1, 2])
def test_the_first_player_is_the_one_who_is_named(at):
    table = Table(RULES, 3, settle(OPTIONS, {}), [int(seat == at) for seat in range(3)])
    assert not isinstance(table.pending, Roll)
    drive(table, SeededDealer(1))
    assert table.state.player == at
