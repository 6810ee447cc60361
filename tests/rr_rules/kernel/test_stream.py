"""The stream of seeded numbers and the dealers that draw from it."""

import hashlib
import hmac
from collections import Counter
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rr_rules.kernel.dealers import ScriptedDealer, SeededDealer
from rr_rules.kernel.requests import Roll, Shuffle
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import check_chance

# What a fair die exceeds once in a thousand: the seeds are fixed, so a pass is a pass for ever.
CRITICAL = {5: 20.515, 23: 49.728, 51: 87.968, 199: 266.386}


def octets(key):
    """The stream's bytes, computed anew from the document."""
    counter = 0
    while True:
        message = b"drbg" + counter.to_bytes(8, "big")
        yield from hmac.new(key, message, hashlib.sha256).digest()
        counter += 1


def number_below(source, bound):
    """A number as the document derives it: whole bytes, surplus bits dropped, drawn again."""
    bits = (bound - 1).bit_length()
    while True:
        drawn = int.from_bytes(bytes(islice(source, (bits + 7) // 8)), "big") % (1 << bits)
        if drawn < bound:
            return drawn


def order_of(source, count):
    order = list(range(count))
    for last in range(count - 1, 0, -1):
        other = number_below(source, last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def chi_square(counts, values, draws):
    expected = draws / values
    return sum((counts[value] - expected) ** 2 / expected for value in counts) + expected * (
        values - len(counts)
    )


@given(st.binary(min_size=1, max_size=40), st.lists(st.integers(0, 100), max_size=20))
def test_bytes_are_those_of_the_document(key, counts):
    stream, source = Stream(key), octets(key)
    for count in counts:
        assert stream.take(count) == bytes(islice(source, count))


@given(st.binary(min_size=1), st.lists(st.integers(1, 2**40), max_size=30))
def test_numbers_are_those_of_the_document(key, bounds):
    stream, source = Stream(key), octets(key)
    assert [stream.below(bound) for bound in bounds] == [
        number_below(source, bound) for bound in bounds
    ]


@given(st.binary(min_size=1), st.lists(st.integers(0, 300), max_size=6), st.integers(0, 40))
def test_orders_are_those_of_the_document(key, counts, taken):
    stream, source = Stream(key), octets(key)
    assert stream.take(taken) == bytes(islice(source, taken))
    for count in counts:
        assert stream.order(count) == order_of(source, count)
        assert stream.below(1000) == number_below(source, 1000)


@pytest.mark.parametrize("count", [255, 256, 257, 258, 700])
def test_orders_of_more_cards_than_a_byte_counts_are_too(count):
    assert Stream(b"big").order(count) == order_of(octets(b"big"), count)


def test_equal_seeds_give_equal_streams_and_others_do_not():
    first = [Stream.seeded(seed).take(32) for seed in (7, 7, -7, 8)]
    assert first[0] == first[1]
    assert len(set(first)) == 3


def test_one_value_and_no_cards_cost_no_luck():
    stream = Stream.seeded(1)
    assert (stream.below(1), stream.order(0), stream.order(1)) == (0, (), (0,))
    assert stream.take(8) == Stream.seeded(1).take(8)


@pytest.mark.parametrize(("values", "draws"), [(6, 60_000), (52, 60_000), (200, 100_000)])
def test_numbers_are_even(values, draws):
    stream = Stream.seeded(values)
    counts = Counter(stream.below(values) for _ in range(draws))
    assert set(counts) <= set(range(values))
    assert chi_square(counts, values, draws) < CRITICAL[values - 1]


def test_every_order_of_four_cards_is_as_likely():
    stream = Stream.seeded(4)
    counts = Counter(stream.order(4) for _ in range(24_000))
    assert chi_square(counts, 24, 24_000) < CRITICAL[23]


@pytest.mark.parametrize("place", [0, 25, 51])
def test_every_card_is_as_likely_at_each_place(place):
    stream = Stream.seeded(52 + place)
    counts = Counter(stream.order(52)[place] for _ in range(5_200))
    assert chi_square(counts, 52, 5_200) < CRITICAL[51]


@given(st.integers(), st.lists(st.integers(1, 60), min_size=1, max_size=4), st.integers(1, 20))
def test_a_seeded_dealer_deals_what_can_be_dealt(seed, piles, sides):
    seed %= 2**100
    shuffle = Shuffle(tuple((f"pile {i}", tuple(range(n))) for i, n in enumerate(piles)))
    one, other = SeededDealer(seed), SeededDealer(seed)
    for request in (shuffle, Roll(sides, "die"), shuffle):
        dealt = one.deal(request)
        check_chance(request, dealt)
        assert dealt == other.deal(request)


def test_a_dealer_goes_on_with_a_stream_that_is_in_use():
    stream = Stream.seeded(3)
    stream.below(6)
    follower = Stream.seeded(3)
    follower.below(6)
    assert SeededDealer(stream).deal(Roll(1000, "die")) == follower.below(1000)
    assert stream.below(1000) == follower.below(1000)


def test_a_scripted_dealer_deals_its_rolls_and_leaves_piles_as_they_lie():
    dealer = ScriptedDealer([4, 2], default=5)
    rolls = [dealer.deal(Roll(6, "die")) for _ in range(4)]
    assert rolls == [4, 2, 5, 5]
    assert dealer.deal(Shuffle((("deck", (7, 8, 9)), ("bag", ())))) == ((0, 1, 2), ())
