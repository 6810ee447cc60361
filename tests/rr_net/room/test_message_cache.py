"""What many see alike is made once: and nobody gets what was made for somebody else."""

from rr_net import link
from rr_net.room.state import Cached, MessageCache
from tests.support.rr_net.roomplay import dealt, hall


async def test_everybody_gets_the_same_cards_and_spectators_the_same_view():
    async with hall() as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(3, 1))
        zoe, yan = await place.comes("zoe"), await place.comes("yan")
        await ann.answers("draw")
        people = (ann, bob, zoe, yan)
        assert len({id(person.screen.last(link.Cards)) for person in people}) == 1
        assert zoe.screen.last(link.Seen).view is yan.screen.last(link.Seen).view
        assert len({id(person.screen.last(link.Seen).view) for person in people}) == 3


def test_other_rules_have_other_cards():
    cache, made = MessageCache(), []

    def make(rules):
        made.append(rules)
        return f"cards of {rules}"

    said = [cache.cards_of(rules, make) for rules in ("a", "a", "b", "a")]
    assert said == ["cards of a", "cards of a", "cards of b", "cards of a"]
    assert made == ["a", "b", "a"]


def test_a_picture_is_made_once_until_something_changes():
    cache, made = MessageCache(), []

    def make():
        made.append(1)
        return Cached(f"number {len(made)}", ("the same",))

    first, again = cache.cached("key", make), cache.cached("key", make)
    assert (first.message, again.message) == ("number 1", "number 1")
    cache.renew()
    later = cache.cached("key", make)
    assert later.message == "number 2"
    assert later.same is first.same


def test_a_view_that_has_not_changed_stays_the_very_object():
    cache = MessageCache()
    one, equal, other = ["card"], ["card"], ["another"]
    assert cache.known("key", one) is one
    assert cache.known("key", equal) is one
    assert cache.known("another key", equal) is equal
    assert cache.known("key", other) is other
