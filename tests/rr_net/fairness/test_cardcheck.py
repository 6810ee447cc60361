"""What a verifier without rules finds wrong with cards: roots, openings, cards from nowhere."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rr_net.fairness.base.errors import BadRow, Failure
from rr_net.fairness.base.rows import (
    CommitRow,
    Entered,
    HandRoot,
    Held,
    Orders,
    Pile,
    Piles,
    ShuffleRow,
)
from rr_net.fairness.cards.checks import CardCheck
from tests.support.rr_net.promised import FACES, GID, SECRET, Scene

DECK = Counter(FACES)
HEX = "ab" * 32


def shuffle_row(scene, cards, label="deck"):
    root = scene.shuffle(cards, label)
    faces = tuple(FACES[card] for card in cards)
    pile = Pile(label=label, epoch=0, count=len(faces), root=root)
    body = Orders(orders=(tuple(range(len(faces))),), faces=(faces,))
    pub = Piles(event=1, piles=(pile,), slow=())
    return ShuffleRow(seq=scene.seq, prev=GID, pub=pub, sealed=GID, body=body)


def commit_row(scene, **zones):
    changes, held = scene.lay(**zones)
    return CommitRow(seq=scene.seq, prev=GID, pub=changes, sealed=GID, body=held)


def dealt():
    """A check that has followed a deal of two hands and a fence, and the scene that dealt."""
    scene, check = Scene(), CardCheck(SECRET, DECK)
    check.shuffle(shuffle_row(scene, range(12)))
    check.commit(commit_row(scene, deck=range(6), hand0=[11, 9, 6], hand1=[10], fence1=[8, 7]))
    return scene, check


def put(value, path):
    """A change of one field of a row, by its path: `pub.zones.0.count`."""

    def change(part):
        names = path.split(".")
        return _put(part, names, value)

    return change


def _put(part, names, value):
    name, *rest = names
    if isinstance(part, tuple):
        at = int(name)
        new = _put(part[at], rest, value) if rest else value
        return (*part[:at], new, *part[at + 1 :])
    new = _put(getattr(part, name), rest, value) if rest else value
    return part.model_copy(update={name: new})


def failure_of(take, row):
    with pytest.raises(BadRow) as error:
        take(row)
    assert error.value.seq == row.seq
    return error.value.failure


# --- shuffles ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        put(HEX, "pub.piles.0.root"),
        put(11, "pub.piles.0.count"),
        put("stack", "pub.piles.0.label"),
        put(("ape", *FACES[:-1]), "body.faces.0"),
        put((FACES, FACES), "body.faces"),
        put(9, "seq"),
    ],
)
def test_a_root_that_is_not_of_these_cards_is_found(change):
    row = change(shuffle_row(Scene(), range(12)))
    assert failure_of(CardCheck(SECRET, DECK).shuffle, row) is Failure.WRONG_ROOT


@pytest.mark.attack("T13")
@pytest.mark.parametrize("cards", [[*range(12), 0], [*range(1, 12), 2]])
def test_a_deck_with_a_card_too_many_is_found(cards):
    row = shuffle_row(Scene(), cards)
    assert failure_of(CardCheck(SECRET, DECK).shuffle, row) is Failure.WRONG_CARDS
    # The control: against a deck that had these cards it is in order.
    CardCheck(SECRET, Counter(FACES[card] for card in cards)).shuffle(row)


def test_a_shuffle_takes_from_the_pile_and_from_what_all_can_see():
    scene, check = dealt()
    check.commit(commit_row(scene, hand0=[]))
    check.shuffle(shuffle_row(scene, [2, 0, 1, 3, 4, 5, 6, 9, 11]))
    check.commit(commit_row(scene, deck=[2, 0, 1, 3, 4, 5, 6, 9], hand0=[11]))


@pytest.mark.attack(
    "T13",
)
def test_a_shuffle_cannot_take_what_lies_in_a_hand():
    scene, check = dealt()
    row = shuffle_row(scene, [*range(6), 10, 11])
    assert failure_of(check.shuffle, row) is Failure.WRONG_CARDS


# --- commits -------------------------------------------------------------------------


def test_an_honest_game_passes():
    scene, check = dealt()
    for zones in (
        {"deck": range(5), "hand0": [11, 9, 6, 5]},
        {"hand0": [9, 6, 5]},
        {"fence1": [7]},
        {"fence1": [], "fence0": [7]},
        {"deck": [11, 0, 1, 2, 3, 4], "hand0": [9, 6, 5]},
        {"deck": [11, 0, 1, 2, 3, 4, 8]},
        {"deck": [], "hand0": [9, 6, 5, 4]},
    ):
        check.commit(commit_row(scene, **zones))


@pytest.mark.parametrize(
    ("zones", "change"),
    [
        ({"hand0": [9, 6]}, put(HEX, "pub.zones.0.root")),
        ({"hand0": [9, 6]}, put(3, "pub.zones.0.count")),
        ({"hand0": [9, 6]}, put("lawn", "pub.zones.0.zone")),
        ({"hand0": [9, 6]}, put(1, "pub.zones.0.owner")),
        ({"hand0": [9, 6]}, put(("bee", "ape"), "body.faces.0")),
        ({"hand0": [9, 6]}, put((), "body.faces")),
        ({"hand0": [9, 6]}, put(9, "seq")),
        ({"deck": range(5)}, put(4, "pub.zones.0.count")),
        ({"deck": range(5)}, put(0, "pub.zones.0.owner")),
        ({"deck": range(5)}, put("stack", "pub.zones.0.zone")),
        ({"deck": range(5)}, put(FACES[1:6], "body.faces.0")),
        ({"deck": range(1, 6)}, put(HEX, "pub.zones.0.root")),
        ({"fence1": [7, 8]}, put(HEX, "pub.zones.0.slots.0")),
        ({"fence1": [7, 8]}, put((), "pub.zones.0.slots")),
        ({"fence1": [7, 8]}, put("ape", "body.faces.0.1")),
        ({"fence1": [8, 7, 5], "deck": range(5)}, put(HEX, "pub.zones.1.slots.2")),
    ],
)
def test_a_zone_that_is_not_promised_by_its_hashes_is_found(zones, change):
    scene, check = dealt()
    row = commit_row(scene, **zones)
    assert failure_of(check.commit, change(row)) is Failure.WRONG_ROOT


def test_slots_that_kept_their_hashes_in_another_order_are_found():
    scene, check = dealt()
    slots = scene.rows[-1][1][0].zones[1].slots
    row = commit_row(scene, fence1=[7, 8])
    swapped = put(slots[::-1], "pub.zones.0.slots")(row)
    assert failure_of(check.commit, swapped) is Failure.WRONG_ROOT


def test_a_slot_cannot_be_kept_twice():
    scene, check = dealt()
    slots = scene.rows[-1][1][0].zones[1].slots
    row = commit_row(scene, fence1=[8, 5], deck=range(5))
    twice = put((slots[0], slots[0]), "pub.zones.1.slots")(row)
    assert failure_of(check.commit, put(("elk", "elk"), "body.faces.1")(twice)) is (
        Failure.WRONG_ROOT
    )


@pytest.mark.parametrize("zones", [{"hand0": [9, 6]}, {"fence1": [8]}, {"deck": range(5)}])
@pytest.mark.parametrize(
    "change",
    [
        put("emu", "pub.opened.0.face"),
        put(HEX, "pub.opened.0.salt"),
        put(7, "pub.opened.0.at"),
        put((HEX, HEX), "pub.opened.0.path"),
        put("lawn", "pub.opened.0.zone"),
        put(2, "pub.opened.0.owner"),
    ],
)
def test_an_opening_that_was_never_promised_is_found(zones, change):
    scene, check = dealt()
    row = change(commit_row(scene, **zones))
    assert failure_of(check.commit, row) is Failure.WRONG_OPENING


@pytest.mark.attack("T12")
def test_a_card_that_was_drawn_cannot_be_opened_from_its_pile():
    scene, check = dealt()
    old = next(one for one in scene.tracker.openings(0) if one.zone == "deck")
    row = commit_row(scene, deck=range(5))
    again = row.pub.opened[0].model_copy(
        update={"at": old.at, "face": old.face, "salt": old.salt, "path": old.path}
    )
    assert failure_of(check.commit, put(again, "pub.opened.0")(row)) is Failure.WRONG_OPENING


@pytest.mark.attack("T13")
@pytest.mark.parametrize(
    ("zones", "change"),
    [
        ({"hand0": [9, 6]}, put((), "pub.opened")),
        ({"hand0": [9, 6]}, put((Entered(zone="hand", owner=0, face="ape"),), "pub.entered")),
        ({"deck": [11, *range(6)], "hand0": [9, 6]},
         put((Entered(zone="deck", owner=-1, face="fox"),), "pub.entered")),
    ],
)  # fmt: skip
def test_a_card_that_came_or_went_unsaid_is_found(zones, change):
    scene, check = dealt()
    row = change(commit_row(scene, **zones))
    assert failure_of(check.commit, row) is Failure.WRONG_CARDS


@pytest.mark.attack("T13")
def test_a_card_that_enters_from_nowhere_is_found():
    scene, check = dealt()
    # The rows themselves are in order: but no ape was ever in sight.
    scene.faces = (*FACES, "ape")
    row = commit_row(scene, hand1=[10, 12])
    assert failure_of(check.commit, row) is Failure.WRONG_CARDS


@pytest.mark.attack("T13")
def test_a_card_swapped_for_another_on_its_way_to_a_hand_is_found():
    scene, check = dealt()
    scene.faces = (*FACES[:5], "fox", *FACES[6:])
    row = commit_row(scene, deck=range(5), hand1=[10, 5])
    assert failure_of(check.commit, row) is Failure.WRONG_CARDS


def test_a_row_without_faces_of_its_zones_is_refused_as_a_whole():
    scene, check = dealt()
    row = commit_row(scene, hand0=[9, 6])
    zone = HandRoot(zone="hand", owner=1, count=0, root=HEX)
    more = put((*row.pub.zones, zone), "pub.zones")(row)
    assert failure_of(check.commit, more) is Failure.WRONG_ROOT
    emptied = more.model_copy(update={"body": Held(faces=(*row.body.faces, ()))})
    assert failure_of(check.commit, emptied) is Failure.WRONG_ROOT


@given(st.lists(st.tuples(st.integers(0, 11), st.integers(0, 5), st.booleans()), max_size=25))
def test_whatever_a_tracker_says_passes(moves):
    scene, check = dealt()
    keys = [("deck", -1), ("hand", 0), ("hand", 1), ("fence", 0), ("fence", 1), None]
    for card, place, first in moves:
        for cards in scene.zones.values():
            if card in cards:
                cards.remove(card)
        if keys[place] is not None:
            pile = scene.zones.setdefault(keys[place], [])
            pile.insert(0 if first else len(pile), card)
        change = scene.lay()
        if change is not None:
            check.commit(
                CommitRow(seq=scene.seq, prev=GID, pub=change[0], sealed=GID, body=change[1])
            )
