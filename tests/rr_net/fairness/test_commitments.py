"""What is promised of hidden zones, and what a promise tells nobody."""

import hashlib
import hmac
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rr_net.fairness.base.secret import Secret
from rr_net.fairness.cards.checks import Shown, fits
from rr_net.fairness.cards.commitments import Commitments, hidden_zones
from rr_net.fairness.cards.promise import Kind, kind_of
from rr_rules.kernel.dealers import SeededDealer
from tests.support.rr_net.promised import (
    FACES,
    GID,
    SECRET,
    Scene,
    entered,
    in_words,
    opened,
    without_hashes,
)
from tests.support.rr_rules.pebbles import pebbles_table

KEY = bytes(range(32))
RIGHT = 30.0
"""The 0.001 tail of chi-square for up to ten cells: seeds are fixed, so this never flickers."""


def u64(value):
    return value.to_bytes(8, "big")


def h(tag, *parts):
    """H of the specification, written from it."""
    framed = b"".join(u64(len(part)) + part for part in parts)
    return hashlib.sha256(b"rr2/" + tag + b"\0" + framed).digest()


def salt(seq, zone, owner, at):
    said = h(b"cardsalt", bytes.fromhex(GID), u64(seq), zone.encode(), u64(owner + 1), u64(at))
    return hmac.digest(KEY, said, "sha256")


def root(leaves):
    """The root of up to four leaves."""
    level = [hashlib.sha256(b"\0" + leaf).digest() for leaf in leaves]
    while len(level) > 1:
        pairs = [level[i : i + 2] for i in range(0, len(level), 2)]
        level = [hashlib.sha256(b"\1" + b"".join(p)).digest() if p[1:] else p[0] for p in pairs]
    return level[0].hex()


def dealt():
    """A deck of eight under two hands and a fence: its leaves 8 to 11 are on the seats."""
    scene = Scene()
    scene.shuffle(range(12))
    scene.lay(deck=range(7), hand0=[11, 9], hand1=[10], fence1=[8, 7])
    return scene


# --- what is promised ----------------------------------------------------------------


def test_before_the_first_shuffle_nothing_is_hidden():
    scene = Scene()
    assert scene.lay(deck=range(12), hand0=[]) is None


def test_a_pile_is_the_tree_of_its_salted_faces_from_the_bottom():
    scene = Scene()
    found = scene.shuffle([4, 0, 2])
    faces = [b"cat", b"ape", b"bee"]
    leaves = [h(b"card", salt(2, "deck", -1, i), u64(i), face) for i, face in enumerate(faces)]
    assert found == root(leaves)


def test_a_hand_is_the_tree_of_its_salted_faces_in_a_secret_order():
    scene = Scene()
    scene.shuffle([0, 2, 4])
    changes, held = scene.lay(deck=[], hand0=[4, 0, 2])
    faces = held.faces[1]
    assert sorted(faces) == ["ape", "bee", "cat"]
    leaves = [
        h(b"hand", salt(scene.seq, "hand", 0, i), face.encode()) for i, face in enumerate(faces)
    ]
    assert changes.zones[1].root == root(leaves)


def test_each_slot_of_a_row_has_a_hash_of_its_own():
    scene = Scene()
    scene.shuffle([0, 2, 4])
    changes, held = scene.lay(deck=[0], fence2=[4, 2])
    assert held.faces == (("ape",), ("cat", "bee"))
    assert changes.zones[1].slots == (
        h(b"slot", salt(scene.seq, "fence", 2, 0), b"cat").hex(),
        h(b"slot", salt(scene.seq, "fence", 2, 1), b"bee").hex(),
    )


def test_a_draw_counts_the_pile_and_makes_the_hand_anew():
    scene = dealt()
    changes, held = scene.lay(deck=range(6), hand0=[11, 9, 6])
    assert in_words(changes) == ["deck 6", "hand0 3"]
    assert held.faces[0] == FACES[:6]
    assert (opened(changes), entered(changes)) == ([], [])


def test_zones_stand_by_label_then_owner():
    scene = Scene()
    scene.shuffle(range(12))
    changes, _ = scene.lay(hand1=[11], hand0=[10], fence0=[9], deck=range(9))
    assert in_words(changes) == ["deck 9", "fence0 1", "hand0 1", "hand1 1"]


def test_what_stays_as_it_lies_needs_no_row():
    scene = dealt()
    assert scene.lay() is None
    assert scene.lay(hand0=[9, 11]) is None, "a hand has no order"


@pytest.mark.parametrize(
    "cards",
    [[1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 4, 6, 5], [11, 0, 1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 4, 5, 9]],
    ids=["bottom taken", "order changed", "put under", "top replaced"],
)
def test_a_pile_that_changed_elsewhere_than_at_its_top_gets_a_new_root(cards):
    scene = dealt()
    hand = [card for card in (0, 6, 11, 9) if card not in cards]
    changes, held = scene.lay(deck=cards, hand0=hand)
    assert in_words(changes)[0] == f"deck {len(cards)} anew"
    assert held.faces[0] == tuple(FACES[card] for card in cards)


def test_a_shuffled_label_that_is_no_zone_has_become_empty():
    scene = Scene()
    scene.tracker.shuffled(1, "lot", ["ape", "bee"], [0, 2])
    scene.zones["hand", 0] = [0, 2]
    changes, _ = scene.change()
    assert in_words(changes) == ["hand0 2", "lot 0"]
    scene.tracker.take()
    assert scene.lay() is None


def test_a_zone_that_is_listed_no_more_has_become_empty():
    scene = dealt()
    del scene.zones["fence", 1]
    changes, _ = scene.lay()
    assert in_words(changes) == ["fence1 0"]
    assert opened(changes) == [("fence", 1, "elk"), ("fence", 1, "dog")]


def test_an_emptied_hand_has_the_root_of_nothing():
    scene = dealt()
    changes, held = scene.lay(hand1=[])
    assert changes.zones[0].root == hashlib.sha256(b"").hexdigest()
    assert held.faces == ((),)


# --- slots ---------------------------------------------------------------------------


def slots(change, at=0):
    return change[0].zones[at].slots


def fence():
    scene = Scene()
    scene.shuffle(range(12))
    first = slots(scene.lay(deck=range(8), fence0=[8, 9, 10], hand1=[11]), at=1)
    return scene, first


def test_slots_that_stay_keep_their_hashes():
    scene, first = fence()
    assert slots(scene.lay(fence0=[8, 10])) == (first[0], first[2])
    inserted = slots(scene.lay(fence0=[8, 11, 10], hand1=[]))
    assert (inserted[0], inserted[2]) == (first[0], first[2])
    assert inserted[1] not in first


def test_slots_that_change_their_order_are_all_made_anew():
    scene, first = fence()
    assert not set(slots(scene.lay(fence0=[8, 10, 9]))) & set(first)


def test_a_card_that_was_away_gets_a_new_hash():
    scene, first = fence()
    scene.lay(fence0=[8, 10], hand1=[11, 9])
    back = slots(scene.lay(fence0=[8, 9, 10], hand1=[11]))
    assert (back[0], back[2]) == (first[0], first[2])
    assert back[1] != first[1]


def test_a_slot_that_moves_to_another_seat_is_made_anew():
    scene, first = fence()
    changes, _ = scene.lay(fence0=[8, 10], fence1=[9])
    assert in_words(changes) == ["fence0 2", "fence1 1"]
    assert changes.zones[1].slots[0] not in first
    assert (opened(changes), entered(changes)) == ([], [])


# --- what is opened ------------------------------------------------------------------


def promised(scene, label, owner):
    """What the last row that promised a zone shows of it."""
    for _, change in reversed(scene.rows):
        for zone in change[0].zones if change else ():
            if (zone.zone, zone.owner) == (label, owner) and hasattr(zone, "root"):
                return Shown(kind_of(owner, ordered=label != "hand"), zone.count, zone.root)
            if (zone.zone, zone.owner) == (label, owner) and hasattr(zone, "slots"):
                return Shown(Kind.SLOTS, zone.count, "", zone.slots)
    raise AssertionError(f"{label} was never promised")


def test_a_card_from_a_hand_is_opened_against_the_hand_before():
    scene = dealt()
    before = promised(scene, "hand", 0)
    changes, _ = scene.lay(hand0=[9])
    [card] = changes.opened
    assert (card.zone, card.owner, card.face) == ("hand", 0, "fox")
    assert fits(card, before)
    assert not fits(card, promised(scene, "hand", 0))
    assert not fits(card.model_copy(update={"face": "elk"}), before)


def test_a_card_from_a_slot_is_opened_by_its_number_and_needs_no_path():
    scene = dealt()
    before = promised(scene, "fence", 1)
    changes, _ = scene.lay(fence1=[8])
    [card] = changes.opened
    assert (card.at, card.face, card.path) == (1, "dog", ())
    assert fits(card, before)
    assert not fits(card.model_copy(update={"path": (card.salt,)}), before)


def test_a_slot_that_moved_up_is_opened_by_the_number_it_had_last():
    scene, _ = fence()
    scene.lay(fence0=[9, 10])
    before = promised(scene, "fence", 0)
    changes, _ = scene.lay(fence0=[9])
    assert changes.opened[0].at == 1
    assert fits(changes.opened[0], before)


def test_a_card_from_a_pile_is_opened_by_its_position():
    scene = Scene()
    shown = Shown(Kind.PILE, 12, scene.shuffle(range(12)))
    scene.lay(deck=range(11), hand0=[11])
    changes, _ = scene.lay(deck=range(10))
    [card] = changes.opened
    assert (card.zone, card.owner, card.at, card.face) == ("deck", -1, 10, "fox")
    assert fits(card, shown)


def test_a_card_that_a_shuffle_turns_up_at_once_is_opened_against_that_shuffle():
    scene = Scene()
    top = scene.tracker.shuffled(1, "deck", FACES, range(12))
    scene.zones["deck", -1] = list(range(11))
    changes, _ = scene.change()
    assert in_words(changes) == ["deck 11"]
    assert fits(changes.opened[0], Shown(Kind.PILE, 12, top))


def test_cards_that_everybody_saw_enter_by_face():
    scene = dealt()
    scene.lay(hand0=[])
    changes, _ = scene.lay(deck=[11, 9, *range(7)])
    assert in_words(changes) == ["deck 9 anew"]
    assert entered(changes) == [("deck", -1, "elk"), ("deck", -1, "fox")]


def test_a_shuffle_takes_seen_cards_in_without_a_word():
    scene = dealt()
    scene.lay(hand0=[])
    scene.shuffle([9, 0, 11, 1, 2, 3, 4, 5, 6])
    assert scene.lay() is None
    changes, _ = scene.lay(deck=[9, 0, 11, 1, 2, 3, 4, 5])
    assert opened(changes) == [("deck", -1, "dog")]


def test_openings_stand_by_zone_owner_and_number():
    scene = dealt()
    changes, _ = scene.lay(deck=range(5), hand0=[], hand1=[], fence1=[])
    found = [(card.zone, card.owner, card.at) for card in changes.opened]
    assert found == sorted(found)
    assert len(found) == 7


# --- taking and dropping -------------------------------------------------------------


def test_what_was_not_stored_has_changed_nothing():
    scene = dealt()
    first = scene.tracker.change(9, scene.now())
    scene.zones["hand", 0] = [9]
    failed = scene.tracker.change(9, scene.now())
    scene.tracker.drop()
    scene.tracker.take()
    assert (first, scene.tracker.change(9, scene.now())) == (None, failed)


def test_a_shuffle_that_was_not_stored_has_changed_nothing():
    scene = dealt()
    openings = scene.tracker.openings(0)
    scene.tracker.shuffled(9, "deck", FACES[:7], range(7))
    scene.tracker.change(10, scene.now())
    scene.tracker.drop()
    assert scene.tracker.change(9, scene.now()) is None
    scene.tracker.take()
    assert scene.tracker.openings(0) == openings


def test_the_same_question_twice_has_the_same_answer():
    scene = dealt()
    scene.zones["hand", 0] = [9]
    assert scene.tracker.change(9, scene.now()) == scene.tracker.change(9, scene.now())


# --- what a seat may take home -------------------------------------------------------


def test_a_seat_can_show_what_it_holds_and_all_it_ever_drew():
    scene = Scene()
    shown = {2: Shown(Kind.PILE, 12, scene.shuffle(range(12)))}
    scene.lay(deck=range(9), hand0=[11], fence0=[10], hand1=[9])
    scene.lay(hand0=[])
    for seq, change in scene.rows:
        for zone in change[0].zones if change else ():
            if zone.zone == "fence":
                shown[seq] = Shown(Kind.SLOTS, zone.count, "", zone.slots)
    openings = scene.tracker.openings(0)
    assert [(one.zone, one.owner, one.face) for one in openings] == [
        ("deck", -1, "fox"), ("deck", -1, "fox"), ("fence", 0, "fox")
    ]  # fmt: skip
    assert [one.at for one in openings] == [10, 11, 0]
    assert all(fits(one, shown[one.seq]) for one in openings)


def test_a_seat_can_show_no_card_of_another():
    scene = dealt()
    mine = {one.salt for one in scene.tracker.openings(0)}
    theirs = {one.salt for one in scene.tracker.openings(1)}
    assert len(mine) == 4
    assert len(theirs) == 6
    assert not mine & theirs
    assert {one.owner for one in scene.tracker.openings(0)} == {0, -1}


def test_a_card_that_was_taken_from_a_seat_was_drawn_by_the_first_alone():
    scene = dealt()
    scene.lay(hand0=[9], hand1=[10, 11])
    assert [one.at for one in scene.tracker.openings(0) if one.zone == "deck"] == [9, 11]
    assert [one.at for one in scene.tracker.openings(1) if one.zone == "deck"] == [7, 8, 10]


# --- what nobody learns --------------------------------------------------------------


def secrets(count):
    return [Secret(hashlib.sha256(bytes([i % 256, i // 256])).digest(), GID) for i in range(count)]


def is_even(counts, cells):
    """Whether counts are spread over all cells as chance would (chi-square)."""
    expected = sum(counts.values()) / cells
    assert set(counts) <= set(range(cells))
    return sum((counts[cell] - expected) ** 2 for cell in range(cells)) / expected < RIGHT


def played(secret, hand, card, *, first=()):
    """The opening of a card that is played from a hand drawn in two rows, `first` before."""
    scene = Scene(secret)
    scene.shuffle(range(12))
    rest = [each for each in range(12) if each not in hand]
    scene.lay(deck=[*rest, *(c for c in hand if c not in first)], hand0=first)
    scene.lay(deck=rest, hand0=hand)
    changes, _ = scene.lay(hand0=[each for each in hand if each != card])
    return changes.opened[0]


@pytest.mark.attack("T39")
@pytest.mark.parametrize("card", [0, 1, 8])
def test_the_number_of_an_opened_leaf_is_anything(card):
    hand = [8, 0, 4, 1, 10]
    counts = Counter(played(secret, hand, card).at for secret in secrets(400))
    assert is_even(counts, 5)


@pytest.mark.attack("T39")
def test_an_opening_tells_neither_when_a_card_was_drawn_nor_which_copy_it_is():
    hand = [0, 1, 4, 8]
    early = [played(secret, hand, 0, first=[0]) for secret in secrets(400)]
    late = [played(secret, hand, 1, first=[0]) for secret in secrets(400)]
    for cards in (early, late):
        assert {(card.zone, card.owner, card.face, len(card.path)) for card in cards} == {
            ("hand", 0, "ape", 2)
        }
        assert is_even(Counter(card.at for card in cards), 4)
    # The control: in the deck the leaf's number tells at which draw the card was taken.
    scene = Scene()
    scene.shuffle(range(12))
    scene.lay(deck=range(10), hand0=[11, 10])
    assert [one.at for one in scene.tracker.openings(0) if one.zone == "deck"] == [10, 11]


def test_copies_of_a_face_give_the_same_hashes():
    one, other = Scene(), Scene()
    for scene, card, copy in ((one, 0, 1), (other, 1, 0)):
        scene.shuffle([2, 3, card, 4, copy])
        scene.lay(deck=[2, 3, card, 4], hand0=[copy])
        scene.lay(deck=[2, 3, card], hand0=[copy, 4])
        scene.lay(deck=[2, 3], hand0=[copy, 4], fence0=[card])
    assert one.rows == other.rows


@pytest.mark.attack("T10")
def test_a_hidden_card_cannot_be_guessed_from_its_hash():
    scene = dealt()
    everything = {one.digest for promise in scene.tracker.promises.values()
                  for one in promise.leaves}  # fmt: skip
    guesses = {h(tag, face.encode()) for tag in (b"slot", b"hand") for face in FACES}
    guesses |= {h(b"card", u64(i), face.encode()) for i in range(12) for face in FACES}
    assert not everything & guesses
    # The control: without its salt a slot is found among all faces at once.
    unsalted = h(b"slot", b"elk")
    assert [face for face in set(FACES) if h(b"slot", face.encode()) == unsalted] == ["elk"]


@pytest.mark.attack("T11")
def test_the_salt_of_one_card_is_the_salt_of_no_other():
    scene = dealt()
    salts = [salt(2, "deck", -1, i) for i in range(12)]
    salts += [salt(scene.seq, "fence", 1, i) for i in range(2)]
    for step in range(30):
        scene.lay(hand0=[11] if step % 2 else [11, 9], hand1=[10, 9] if step % 2 else [10])
        for owner in (0, 1):
            salts += [salt(scene.seq, "hand", owner, i) for i in range(2)]
    shown = {one.salt for seat in (0, 1) for one in scene.tracker.openings(seat)}
    shown |= {card.salt for _, change in scene.rows if change for card in change[0].opened}
    assert shown <= {each.hex() for each in salts}
    assert len(set(salts)) == len(salts)
    # Half the bits of two salts differ, as they would by chance.
    flips = [(int.from_bytes(a) ^ int.from_bytes(b)).bit_count() for a, b in pairwise(salts)]
    assert 120 < sum(flips) / len(flips) < 136


def test_neither_a_tracker_nor_its_promises_show_a_card():
    scene = dealt()
    promises = list(scene.tracker.promises.values())
    shown = f"{scene.tracker!r} {promises!r} {promises[0].leaves!r}"
    assert not [face for face in FACES if repr(face) in shown]
    assert repr("ape") in repr(scene.now()), "the control: a plain value would show it"


@st.composite
def journeys(draw):
    """Up to twenty moves of cards between zones; those from 8 on never become public."""
    places = ["deck", "deck bottom", "hand0", "hand1", "fence0", "fence1"]
    move = st.tuples(st.integers(0, 11), st.sampled_from([*places, "beach"]))
    return [
        (card, "hand1" if card >= 8 and place == "beach" else place)
        for card, place in draw(st.lists(move, max_size=20))
    ]


def follow(journey, faces):
    """All rows of a scene whose cards go these ways."""
    scene = Scene(faces=faces)
    scene.shuffle(range(12))
    for card, place in journey:
        for cards in scene.zones.values():
            if card in cards:
                cards.remove(card)
        if place != "beach":
            label = place.split()[0]
            key = (label.rstrip("01"), int(label[-1]) if label != "deck" else -1)
            pile = scene.zones.setdefault(key, [])
            pile.insert(0 if "bottom" in place else len(pile), card)
        scene.lay()
    return [change[0] for _, change in scene.rows if change]


@pytest.mark.attack("T37")
@given(journeys(), st.permutations(range(8, 12)))
def test_two_worlds_that_differ_in_hidden_cards_have_rows_of_one_shape(journey, order):
    other = (*FACES[:8], *(FACES[card] for card in order))
    here, there = follow(journey, FACES), follow(journey, other)
    assert list(map(without_hashes, here)) == list(map(without_hashes, there))
    assert [[card.at for card in row.opened if card.zone != "hand"] for row in here] == [
        [card.at for card in row.opened if card.zone != "hand"] for row in there
    ]


def test_the_hidden_zones_of_a_table_are_read_from_its_rules():
    table = pebbles_table()
    table.chance(SeededDealer(1).deal(table.pending))
    state = table.state
    found = {zone[:3]: zone[3:] for zone in hidden_zones(table.game, state)}
    hands = {("hand", seat, False): hand for seat, hand in enumerate(state.hands)}
    laid = hands | {("bag", -1, True): state.bag}
    assert found == {
        key: (tuple(cards), tuple(state.faces[card] for card in cards))
        for key, cards in laid.items()
    }


def test_a_tracker_begins_with_nothing_to_open():
    assert Commitments(SECRET).openings(0) == ()
