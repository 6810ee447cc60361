"""Attacks on hidden cards by whoever watches what is promised and opened (T10, T11, T39)."""

from collections import Counter
from itertools import combinations, permutations

import pytest

from rr_net.fairness.base.hash import Tag, hashed, keyed, number
from rr_net.fairness.base.secret import Secret
from rr_net.fairness.cards import promise
from rr_net.fairness.cards.commitments import Commitments
from rr_net.fairness.cards.promise import HiddenZone, card_hash, promised_hand, promised_slots
from rr_rules.kernel.stream import Stream

GID = "ab" * 32
FACES = ("axolotl", "badger", "crow", "dormouse", "eel", "fox", "gecko", "heron")
CARDS = tuple(range(len(FACES)))
ROWS = range(10)


def secret(key=7):
    return Secret(bytes([key]) * 32, GID)


def zone(label, owner, cards):
    return HiddenZone(label, owner, label != "hand", tuple(cards), tuple(FACES[c] for c in cards))


def promises(given):
    """A deck of eight, a hand of four and a fence of three, as three rows promise them."""
    return (
        promise.promised_pile(given, 4, "deck", FACES, CARDS),
        promised_hand(given, 5, zone("hand", 1, CARDS[2:6])),
        promised_slots(given, 6, zone("fence", 1, CARDS[5:])),
    )


def places(made):
    """Every leaf with where it lies: what is to be found out is the face under its hash."""
    return {(one.label, at): (one, leaf) for one in made for at, leaf in enumerate(one.leaves)}


def truth(given):
    return {place: leaf.face for place, (_, leaf) in places(promises(given)).items()}


def found(given, salts_of):
    """The faces that come out when every face is tried with every salt one can think of."""
    return {
        (label, at): face
        for (label, at), (made, leaf) in places(promises(given)).items()
        for salt in salts_of(label, made.owner, at)
        for face in FACES
        if card_hash(made.kind, salt, at, face) == leaf.digest
    }


# --- T10 -----------------------------------------------------------------------------------


def public_guesses(label, owner, at):
    """Salts that are made of what everybody knows."""
    keys = (bytes(32), bytes.fromhex(GID), bytes.fromhex(secret().commitment))
    spots = [(number(seq), label.encode(), number(owner + 1), number(at)) for seq in ROWS]
    yield from (b"", *keys)
    yield from (hashed(Tag.CARD_SALT, *spot) for spot in spots)
    yield from (keyed(key, Tag.CARD_SALT, keys[1], *spot) for key in keys for spot in spots)


@pytest.mark.attack("T10")
def test_a_watcher_who_tries_every_face_against_every_leaf_names_no_card():
    assert found(secret(), public_guesses) == {}
    # Control: salts from a secret that can be guessed hide nothing.
    guessable = Secret(bytes.fromhex(GID), GID)
    assert found(guessable, public_guesses) == truth(guessable)


# --- T11 -----------------------------------------------------------------------------------


def guesses_after(salt):
    """What a player makes of one salt that was shown to them, to open the other leaves with."""

    def guesses(label, owner, at):
        yield salt
        for seq in ROWS:
            spot = (number(seq), label.encode(), number(owner + 1), number(at))
            yield from (keyed(salt, Tag.CARD_SALT, *spot), hashed(Tag.CARD_SALT, salt, *spot))
            yield keyed(salt, Tag.CARD_SALT, bytes.fromhex(GID), *spot)

    return guesses


@pytest.mark.attack("T11")
def test_a_player_who_was_shown_a_salt_opens_no_other_card_with_it(monkeypatch):
    for place, (_, leaf) in places(promises(secret())).items():
        assert found(secret(), guesses_after(leaf.salt)) == {place: leaf.face}
    # Control: where the cards of a row share their salt, one of them opens the whole deck.
    monkeypatch.setattr(
        promise,
        "card_salts",
        lambda secret, seq, *place: [secret.derive(Tag.CARD_SALT, number(seq))] * place[-1],
    )
    (_, drawn) = places(promises(secret()))["deck", 7]
    opened = found(secret(), guesses_after(drawn.salt))
    assert [opened["deck", at] for at in CARDS] == list(FACES)


@pytest.mark.attack("T11")
def test_what_a_game_opens_holds_neither_the_secret_nor_what_derives_others():
    kept = Commitments(secret())
    kept.shuffled(4, "deck", FACES, CARDS)
    kept.change(5, [zone("deck", -1, CARDS[:5]), zone("hand", 1, CARDS[5:])])
    kept.take()
    row = kept.change(6, [zone("deck", -1, CARDS[:5]), zone("hand", 1, CARDS[6:])])
    shown = f"{row[0]} {kept.openings(1)}"
    derived = [secret().derive(tag) for tag in Tag]
    assert kept.openings(1)[0].salt in shown
    assert not [key for key in (secret().reveal(), *derived) if key.hex() in shown]


# --- T39 -----------------------------------------------------------------------------------


def plays(deck, played, key=7):
    """Seat 1 draws three times from a deck, given from the top, then plays a card.

    What everybody is shown of it, and the card's own place in the deck, which only its owner is.
    """
    kept, left, hand = Commitments(secret(key)), list(deck[::-1]), []
    kept.shuffled(4, "deck", [FACES[card] for card in left], left)
    for seq in (5, 6, 7):
        hand.append(left.pop())
        kept.change(seq, [zone("deck", -1, left), zone("hand", 1, hand)])
        kept.take()
    in_deck = next(o.at for o in kept.openings(1) if (o.zone, o.face) == ("deck", FACES[played]))
    hand.remove(played)
    changes, _ = kept.change(8, [zone("deck", -1, left), zone("hand", 1, hand)])
    return changes.opened, in_deck


@pytest.mark.attack("T39")
def test_a_watcher_who_sees_a_card_opened_cannot_tell_when_it_was_drawn():
    crow = FACES.index("crow")
    decks = [(*first, 5, 6, 7) for first in permutations((0, 1, crow))]
    openings = [plays(deck, crow) for deck in decks]
    assert len({opened for opened, _ in openings}) == 1
    # Control: opened against the deck, its number would be the moment at which it was drawn.
    assert [at for _, at in openings] == [5 - deck.index(crow) for deck in decks]


@pytest.mark.attack("T39")
def test_a_watcher_learns_nothing_from_the_place_at_which_a_card_is_opened(monkeypatch):
    def opened_at(key):
        ((card,), _) = plays((0, 1, 2, 5, 6, 7), 2, key)
        return card.at

    met = Counter(map(opened_at, range(256)))
    # Chi-square with two degrees of freedom: chance exceeds 18.4 once in 10,000 times.
    assert set(met) == {0, 1, 2}
    assert sum((count - 256 / 3) ** 2 / (256 / 3) for count in met.values()) < 18.4
    # Control: in the order of the faces, the last place tells that nothing beyond crow is held.
    monkeypatch.setattr(promise, "Stream", InOrder)
    assert set(map(opened_at, range(256))) == {2}


class InOrder(Stream):
    """A stream that leaves everything as it lies."""

    def order(self, count):
        return tuple(range(count))


@pytest.mark.attack("T39")
def test_a_watcher_cannot_follow_a_card_that_stays_in_a_hand_from_root_to_root(monkeypatch):
    def followed():
        """How many leaves of a growing hand stand under more than one of its roots."""
        hands = [promised_hand(secret(), n, zone("hand", 1, CARDS[:n])) for n in (3, 4, 5)]
        leaves = [{leaf.digest for leaf in hand.leaves} for hand in hands]
        return sum(len(one & other) for one, other in combinations(leaves, 2))

    assert followed() == 0
    # Control: salts that stay with their place show who has stayed.
    salts = promise.card_salts
    monkeypatch.setattr(promise, "card_salts", lambda secret, seq, *rest: salts(secret, 0, *rest))
    monkeypatch.setattr(promise, "Stream", InOrder)
    assert followed() == 3 + 3 + 4
