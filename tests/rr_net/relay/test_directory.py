"""Leases of names, without a database, with clocks that a test moves: two never hold one name."""

import pytest

from rr_net.relay.directory import HERE, NoOthers, RelaysDiffer
from rr_net.relay.rules import Listing, RelayRefusal
from tests.support.rr_net.leases import LeasesHere, Sharing

ANN, EVE = b"the key of ann", b"the key of eve"
LEASE = 6.0
RUNE = Listing("rune", 4, 2, "normal")


class Place:
    """Relays of one name, and the time for all of them."""

    def __init__(self):
        self.store = LeasesHere()
        self.clock = self.store.clock
        self.one, self.two = self.relay("one:22"), self.relay("two:22")

    def relay(self, address, **more):
        return Sharing(self.store, self.clock, address, LEASE, **more)

    def passes(self, seconds):
        self.clock.advance(seconds)
        self.store.now += seconds


@pytest.fixture
def place():
    return Place()


async def holds(*relays):
    """Which of the relays would lead a guest to the host that is at itself."""
    return [(await relay.find("maple")).is_here for relay in relays]


async def test_a_relay_that_is_alone_holds_whatever_is_offered():
    alone = NoOthers()
    await alone.take("maple", ANN)
    assert await alone.find("maple") is HERE
    assert alone.elsewhere == []


async def test_the_first_holds_a_name_and_the_other_says_where(place):
    await place.one.take("maple", ANN)
    await place.two.take("maple", ANN)
    assert await holds(place.one, place.two) == [True, False]
    assert (await place.two.find("maple")).address == "one:22"
    assert (await place.two.find("oak")).is_known is False


async def test_a_name_of_another_key_is_refused(place):
    await place.one.take("maple", ANN)
    with pytest.raises(RelayRefusal, match="belongs to another key") as refused:
        await place.two.take("maple", EVE)
    assert refused.value.kind == "name"
    place.one.leave("maple")
    await place.one.turn()
    await place.two.turn()
    assert await holds(place.one, place.two) == [False, False]


async def test_a_name_that_is_left_goes_to_whoever_waits_for_it(place):
    await place.one.take("maple", ANN)
    await place.two.take("maple", ANN)
    place.one.leave("maple")
    await place.one.turn()
    assert (await place.one.find("maple")).is_known
    await place.two.turn()
    assert await holds(place.one, place.two) == [False, True]


async def test_a_relay_that_is_killed_holds_its_names_until_its_lease_is_over(place):
    await place.one.take("maple", ANN)
    await place.two.take("maple", ANN)
    for _ in range(5):
        place.passes(1.0)
        await place.two.turn()
        assert await holds(place.two) == [False]
    place.passes(1.1)
    await place.two.turn()
    assert await holds(place.two) == [True]


@pytest.mark.attack("T76")
async def test_a_relay_that_stood_still_for_two_leases_has_lost_its_names(place):
    await place.one.take("maple", ANN)
    await place.two.take("maple", ANN)
    place.passes(2 * LEASE)
    await place.two.turn()
    # It goes on where it stood, and asks before it leads anybody anywhere.
    assert await holds(place.one, place.two) == [False, True]
    await place.one.turn()
    assert "lease_lost" in place.one.notes
    assert await holds(place.one, place.two) == [False, True]
    place.two.leave("maple")
    await place.two.turn()
    await place.one.turn()
    assert await holds(place.one, place.two) == [True, False]


async def test_one_that_nobody_has_missed_takes_its_names_anew_under_another_lease(place):
    await place.one.take("maple", ANN)
    before = place.store.names["maple"].lease
    place.passes(2 * LEASE)
    await place.one.turn()
    assert await holds(place.one) == [True]
    assert place.store.names["maple"].lease > before


async def test_a_lease_that_is_over_is_never_renewed_whatever_its_relay_believes(place):
    """A machine that was suspended: its own clock stood still, the directory's did not."""
    await place.one.take("maple", ANN)
    await place.two.take("maple", ANN)
    place.store.now += 2 * LEASE
    await place.two.turn()
    assert place.one.holds("maple")
    assert await holds(place.one, place.two) == [False, True]
    await place.one.turn()
    assert not place.one.holds("maple")


async def test_names_are_held_without_the_directory_for_two_thirds_of_a_lease(place):
    await place.one.take("maple", ANN)
    place.store.is_away = True
    place.passes(3.9)
    await place.one.turn()
    assert await place.one.find("maple") is HERE
    place.passes(0.2)
    with pytest.raises(RelayRefusal, match="games go on") as refused:
        await place.one.find("maple")
    assert refused.value.kind == "directory"
    assert place.one.held == 0
    with pytest.raises(RelayRefusal, match="games go on"):
        await place.one.take("oak", ANN)


async def test_the_directory_away_is_noted_once_and_its_return_brings_the_names_back(place):
    await place.one.take("maple", ANN)
    place.store.is_away = True
    for _ in range(10):
        place.passes(LEASE)
        await place.one.turn()
    place.store.is_away = False
    await place.one.turn()
    await place.one.turn()
    assert await holds(place.one) == [True]
    assert place.one.notes == ["directory_away", "lease_lost", "directory_back"]


async def test_a_relay_hears_that_a_host_of_its_has_come_to_another_one(place):
    await place.one.take("maple", ANN)
    await place.two.take("maple", ANN)
    await place.one.turn()
    await place.two.turn()
    await place.one.turn()
    assert place.one.wanted == ["maple"]


async def test_what_was_taken_without_an_answer_is_given_to_whoever_wants_it(place):
    """The directory took a name for a relay which never heard of it, and told the host so."""
    await place.one.start()
    await place.store.take(1, {"maple": ANN}, ())
    await place.two.take("maple", ANN)
    await place.one.turn()
    await place.two.turn()
    assert await holds(place.one, place.two) == [False, True]
    assert place.one.wanted == []


async def test_a_public_table_is_listed_by_every_relay_and_again_after_a_lease(place):
    await place.one.take("maple", ANN)
    place.one.describe("maple", RUNE)
    await place.one.turn()
    await place.two.turn()
    assert place.two.elsewhere == [("maple", RUNE)]
    assert place.one.elsewhere == []
    place.passes(2 * LEASE)
    await place.one.turn()
    assert place.store.names["maple"].listing is not None
    place.one.describe("maple", None)
    await place.one.turn()
    assert place.store.names["maple"].listing is None


async def test_a_listing_that_is_none_is_left_out(place):
    await place.one.take("maple", ANN)
    place.store.names["maple"].listing = "{"
    await place.two.turn()
    assert place.two.elsewhere == []


async def test_what_ends_in_order_gives_everything_back_at_once(place):
    await place.one.take("maple", ANN)
    await place.two.take("maple", ANN)
    await place.one.close()
    await place.two.turn()
    assert await holds(place.two) == [True]


async def test_relays_with_different_keys_share_nothing(place):
    await place.one.start()
    with pytest.raises(RelaysDiffer):
        await place.relay("three:22", key="SHA256:another").start()


async def test_a_line_that_is_lost_while_the_same_name_is_taken_anew_takes_nothing_away(place):
    await place.one.take("maple", ANN)
    took = place.store.take

    async def slowly(*given):
        place.one.leave("maple")
        return await took(*given)

    place.store.take = slowly
    await place.one.take("maple", ANN)
    place.store.take = took
    await place.one.turn()
    assert await holds(place.one) == [True]
