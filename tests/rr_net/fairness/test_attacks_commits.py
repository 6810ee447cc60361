"""Attacks through what a host publishes of hidden zones, all hashes made to fit (T12, T13, T39).

Most of them would only tell a friend something that the table does not see. The control: nothing in
chain, seals and keys is wrong with such a record.
"""

import copy
import json
from itertools import combinations

import pytest

from rr_net.fairness.base.errors import Failure, VerifyError
from rr_net.fairness.base.hash import Tag, number
from rr_net.fairness.base.secret import Secret
from rr_net.fairness.chain.ledger import Ledger
from rr_net.fairness.proof.bundle import read_bundle
from rr_rules.kernel.stream import Stream
from rr_rules.registry import load_game
from tests.support.rr_net.forged import forged
from tests.support.rr_net.recorded import checked, manifest_of, record

RULES = load_game("runes-regulations")
GAME = record(4, manifest_of(RULES, seats=3, level="table", turn_cap="8"), RULES, stop_at=120)
DECK = "main_deck"


def failure_of(source):
    try:
        checked(source, load_game=load_game)
    except VerifyError as refused:
        return refused.failure
    return None


def commits(rows):
    return [row for row in rows if row["type"] == "commit"]


def zones(rows, wanted):
    """The changed zones that are as wanted, each with its faces and its row."""
    for row in commits(rows):
        for zone, faces in zip(row["pub"]["zones"], row["body"]["faces"], strict=True):
            if wanted(zone, faces):
                yield zone, faces, row


def a_hand_in_an_order_that_says_something(rows):
    _, faces, _ = next(zones(rows, lambda zone, faces: zone["zone"] == "hand" and len(faces) > 2))
    faces.reverse()


def slots_that_changed_places_unseen(rows):
    known = set()
    for zone, faces, _ in zones(rows, lambda zone, _: "slots" in zone):
        slots = zone["slots"]
        stayed = [at for at, slot in enumerate(slots) if slot in known]
        # Of two that were there before each keeps its hash, and so both keep their places.
        for one, other in combinations(stayed, 2):
            if faces[one] != faces[other]:
                faces[one], faces[other] = faces[other], faces[one]
                slots[one], slots[other] = slots[other], slots[one]
                return
        known.update(slots)
    raise AssertionError("no two different cards stay in a hidden zone together")


def a_hand_with_fresh_salts_that_nobody_touched(rows):
    hand = None
    for row in commits(rows):
        changed = {(zone["zone"], zone["owner"]): at for at, zone in enumerate(row["pub"]["zones"])}
        if ("hand", 1) in changed:
            at = changed["hand", 1]
            hand = row["pub"]["zones"][at], row["body"]["faces"][at]
        elif hand and max(changed) < ("hand", 1):
            break
    zone, faces = hand
    place = (number(row["seq"]), b"hand", number(1 + 1))
    order = Stream(GAME.secret.derive(Tag.HAND_ORDER, *place)).order(len(faces))
    row["pub"]["zones"].append(copy.deepcopy(zone))
    row["body"]["faces"].append([sorted(faces)[at] for at in order])


def a_deck_with_a_new_root_whose_top_was_drawn(rows):
    zone, *_ = next(zones(rows, lambda zone, _: zone["zone"] == DECK and "root" not in zone))
    zone["root"] = "00" * 32


def played_from_hands(rows):
    """Each card opened from a hand, with the deck as it was promised and what is left of it."""
    promised = left = []
    for row in rows:
        if row["type"] == "commit":
            for card in row["pub"]["opened"]:
                if card["zone"] == "hand":
                    yield card, promised, left
        if row["type"] not in {"commit", "shuffle"}:
            continue
        piles = row["pub"]["zones" if row["type"] == "commit" else "piles"]
        for pile, faces in zip(piles, row["body"]["faces"], strict=True):
            if pile.get("zone", pile.get("label")) == DECK:
                promised, left = faces if "root" in pile else promised, faces


def a_card_opened_from_the_deck_that_was_played_from_a_hand(rows):
    """By another copy, which lies there yet."""
    held = ((card, left) for card, _, left in played_from_hands(rows) if card["face"] in left)
    card, left = next(held)
    card.update(zone=DECK, owner=-1, at=left.index(card["face"]))


def a_card_opened_by_the_leaf_it_was_drawn_by(rows):
    for card, promised, left in played_from_hands(rows):
        drawn = promised[len(left) :]
        if card["face"] in drawn:
            card.update(zone=DECK, owner=-1, at=len(left) + drawn.index(card["face"]))
            return


def a_card_that_left_a_hand_and_was_not_opened(rows):
    next(row for row in commits(rows) if row["pub"]["opened"])["pub"]["opened"].pop()


TRICKS = {
    a_hand_in_an_order_that_says_something: Failure.WRONG_ROOT,
    slots_that_changed_places_unseen: Failure.WRONG_ROOT,
    a_hand_with_fresh_salts_that_nobody_touched: Failure.WRONG_COMMIT,
    a_deck_with_a_new_root_whose_top_was_drawn: Failure.WRONG_COMMIT,
    a_card_opened_from_the_deck_that_was_played_from_a_hand: Failure.WRONG_COMMIT,
    a_card_opened_by_the_leaf_it_was_drawn_by: Failure.WRONG_OPENING,
    a_card_that_left_a_hand_and_was_not_opened: Failure.WRONG_CARDS,
}


def tricked(trick):
    plain = json.loads(GAME.bundle)
    trick(plain["rows"])
    return forged(plain)


@pytest.mark.attack("T12", "T13", "T39")
@pytest.mark.parametrize(("trick", "failure"), TRICKS.items())
def test_a_host_cannot_publish_anything_of_hidden_zones_but_what_is_due(trick, failure):
    source = tricked(trick)
    assert failure_of(source) is failure
    # Control: what holds a record together holds this one.
    bundle = read_bundle(source)
    Ledger.resume(bundle.manifest, Secret(GAME.secret.reveal(), bundle.manifest.gid), bundle.rows)


def test_the_record_itself_is_good_and_forging_nothing_changes_nothing():
    assert failure_of(GAME.bundle) is None
    assert forged(json.loads(GAME.bundle)) == GAME.bundle
