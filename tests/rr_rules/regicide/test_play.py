"""Random games of Regicide: what is guessed of them, what is said, and what is taken back."""

from collections import Counter

import pytest

from rr_rules.kernel.stream import Stream
from rr_rules.regicide.cards import CLUBS, DIAMONDS, HEARTS, JESTERS, SPADES, card_of
from rr_rules.regicide.plays import plays_of, shape_of
from tests.support.rr_rules.regicide import RULES
from tests.support.rr_rules.regicideplay import dealt, walk

SEATS = pytest.mark.parametrize("seats", [1, 2, 3, 4])


def cards_of(table):
    return sorted(card for zone in RULES.zones(table.state) for card in zone.cards)


def swap(table, seat):
    """A twin that differs in what `seat` cannot know alone."""
    return table.sampled(seat, Stream.seeded(99))


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
            assert all(RULES.label(choose, each, view) for each in choose.options)
            for event in table.drain():
                kinds[event.kind] += 1
                for seat in (None, 0):
                    assert "{by" not in RULES.line(RULES.redact(event, seat)).text
    assert {"play", "attack", "discard", "draw", "defeat"} <= set(kinds)


def test_plays_are_singles_companion_pairs_and_sets_of_ten_at_most():
    hand = [card_of(3, CLUBS), card_of(3, DIAMONDS), card_of(4, HEARTS), card_of(1, SPADES)]
    assert sorted(plays_of(shape_of(hand))) == [
        (0,),
        (0, 1),
        (0, 3),
        (1,),
        (1, 3),
        (2,),
        (2, 3),
        (3,),
    ]
    twos = [card_of(2, suit) for suit in range(4)]
    assert max(map(len, plays_of(shape_of(twos)))) == 4
    sixes = [card_of(6, suit) for suit in range(4)]
    assert max(map(len, plays_of(shape_of(sixes)))) == 1
    assert plays_of(shape_of([JESTERS[0], card_of(1, HEARTS)])) == [(1,)]


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
