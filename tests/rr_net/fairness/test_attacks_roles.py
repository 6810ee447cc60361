"""Roles and Forbidden cards in a record: promised, dealt and opened like all others.

What the second verifier, which knows no rules, can find is that cards do not add up; that a card
may not be where it is, only the rules can say.
"""

import json
import random
from functools import cache

import pytest

from rr_net.fairness.base.errors import Failure, VerifyError
from rr_net.fairness.base.manifest import open_table
from rr_net.fairness.base.rows import CommitRow, RollRow, ShuffleRow
from rr_net.fairness.base.secret import Secret
from rr_net.fairness.chain.ledger import Ledger
from rr_net.fairness.proof.bundle import bundle_bytes
from rr_net.fairness.proof.receipts import receipts_bytes
from rr_rules.registry import load_game
from tests.support.rr_net.forged import Forger, forged, order_of, u64
from tests.support.rr_net.nightrooms import GAME, NEFARIOUS, ROLES
from tests.support.rr_net.recorded import Player, checked, close, keep, manifest_of, play_on, record
from tests.support.rr_net.second import second_failure

FACES = {face.id: face for face in load_game(GAME).deck_under({"nefarious": "on"}).faces}


def manifest(seats):
    return manifest_of(load_game(GAME), seats, nefarious="on")


def untold(row):
    """Nobody else hears of a row."""


@cache
def game(seed=1, seats=4, stop_at=100_000):
    return record(seed, manifest(seats), load_game(GAME), stop_at=stop_at)


def failures(source):
    """The names of the checks with which the two verifiers refuse a bundle."""
    try:
        checked(source, load_game=load_game, full=True)
    except VerifyError as refused:
        return refused.failure, second_failure(source)
    return None, second_failure(source)


def forgery(change, played=None):
    """What both say of a record that was changed, with every hash in it made to fit."""
    plain = json.loads((played or game(stop_at=300)).bundle)
    change(plain)
    return failures(forged(plain))


def zones_of(plain, label):
    """Each row with a zone of that label, and where in the row it stands."""
    for row in plain["rows"]:
        if row["type"] == "commit":
            for at, zone in enumerate(row["pub"]["zones"]):
                if zone["zone"] == label and zone["count"]:
                    yield row, at, zone["owner"]


def dealt_roles(plain):
    """The row in which roles are dealt, where each stands in it, and whose it is."""
    row = next(zones_of(plain, "role"))[0]
    return row, [(at, owner) for other, at, owner in zones_of(plain, "role") if other is row]


def test_the_control_an_untouched_record_is_accepted_by_both():
    assert forgery(lambda plain: None) == (None, None)


# --- a role for another -------------------------------------------------------------------


@pytest.mark.attack("T13")
def test_a_host_who_gives_a_seat_a_role_that_nobody_was_dealt_is_found_by_both():
    def swap(plain):
        row, roles = dealt_roles(plain)
        dealt = {row["body"]["faces"][at][0] for at, _ in roles}
        row["body"]["faces"][roles[0][0]] = [min(ROLES - dealt - {NEFARIOUS})]

    assert forgery(swap) == (Failure.WRONG_CARDS, "wrong_cards")


@pytest.mark.attack("T12")
def test_a_host_who_gives_two_seats_each_others_roles_is_found_by_the_rules():
    def swap(plain):
        row, [(one, _), (two, _), *_] = dealt_roles(plain)
        faces = row["body"]["faces"]
        faces[one], faces[two] = faces[two], faces[one]

    # The same cards have left the pile: who got which, only the rules of the deal know.
    assert forgery(swap) == (Failure.WRONG_COMMIT, None)


@pytest.mark.attack("T14")
def test_a_host_who_puts_an_unused_role_where_it_is_dealt_is_found_by_both():
    def swap(plain):
        row = next(row for row in plain["rows"] if row["type"] == "shuffle")
        labels = [pile["label"] for pile in row["pub"]["piles"]]
        pile = row["body"]["faces"][labels.index("roles")]
        pile[0], pile[-1] = pile[-1], pile[0]

    assert forgery(swap) == (Failure.ILLEGAL_ENTRY, "wrong_root")


@pytest.mark.attack("T14")
@pytest.mark.parametrize("seats", [3, 8])
def test_every_deck_is_dealt_from_where_its_shuffle_has_promised_it(seats):
    """Nothing is promised anew between a shuffle and the first card that leaves the pile."""
    rows = game(seed=2, seats=seats, stop_at=40).rows
    labels = {pile.label for pile in rows[1].pub.piles}
    first = next(row for row in rows if isinstance(row, CommitRow))
    kept = {zone.zone for zone in first.pub.zones if not hasattr(zone, "root")}
    assert [type(row) for row in rows[1:4]] == [ShuffleRow, RollRow, CommitRow]
    assert labels == {"roles", "forbidden_deck", "forbidden_rune_deck", "main_deck", "rune_deck",
                      "regulation_deck"}  # fmt: skip
    assert labels <= kept


# --- a role before its time ---------------------------------------------------------------


def open_early(plain, *, leaves):
    """Show a role with some later row; it leaves the place where it was promised, or does not."""
    row, [(at, owner), *_] = dealt_roles(plain)
    face = row["body"]["faces"][at][0]
    later = [each for each in plain["rows"] if each["type"] == "commit" and each is not row][5]
    opened = {"zone": "role", "owner": owner, "at": 0, "face": face, "salt": "0" * 64, "path": []}
    later["pub"]["opened"].append(opened)
    later["pub"]["opened"].sort(key=lambda each: (each["zone"], each["owner"], each["at"]))
    if leaves:
        later["pub"]["zones"].append({"zone": "role", "owner": owner, "count": 0, "slots": []})
        later["body"]["faces"].append([])
        both = zip(later["pub"]["zones"], later["body"]["faces"], strict=True)
        by_place = sorted(both, key=lambda each: (each[0]["zone"], each[0]["owner"]))
        later["pub"]["zones"] = [zone for zone, _ in by_place]
        later["body"]["faces"] = [faces for _, faces in by_place]


@pytest.mark.attack("T37")
def test_a_role_that_is_opened_and_stays_where_it_is_is_found_by_both():
    def opens(plain):
        open_early(plain, leaves=False)

    assert forgery(opens) == (Failure.WRONG_CARDS, "wrong_cards")


@pytest.mark.attack("T37")
def test_a_role_that_is_turned_up_before_its_time_is_found_by_the_rules():
    def opens(plain):
        open_early(plain, leaves=True)

    assert forgery(opens) == (Failure.WRONG_COMMIT, None)


@pytest.mark.slow
@pytest.mark.rule("NN-ROLE-05")
def test_a_role_that_its_owner_shows_is_opened_against_its_promise():
    terms = manifest_of(load_game(GAME), 4, nefarious="on", allow_role_reveal="yes")
    played = record(1, terms, load_game(GAME))
    opened = opened_roles(played)
    assert opened
    assert len({owner for _, owner, _ in opened}) == len(opened) <= 3
    promised = dealt_roles(json.loads(played.bundle))
    for seq, owner, face in opened:
        [at] = [at for at, other in promised[1] if other == owner]
        assert promised[0]["body"]["faces"][at] == [face]
        assert promised[0]["seq"] < seq
    assert failures(played.bundle) == (None, None)


def opened_roles(played):
    """Each role that a row opens, with the row's number and whose it is."""
    return [(row.seq, opened.owner, opened.face) for row in played.rows
            if isinstance(row, CommitRow) for opened in row.pub.opened
            if opened.zone in ("role", "roles")]  # fmt: skip


@pytest.mark.attack("T37")
def test_no_public_part_of_any_row_names_a_role_before_the_secret_is_opened():
    played = game(stop_at=300)
    public = [row.model_dump_json(exclude={"body"}) for row in played.rows[:-2]]
    assert not any(f'"{role}"' in row for role in ROLES for row in public)
    # The control: what is sealed names every role that was dealt, and those that were not.
    sealed = [row.body.model_dump_json() for row in played.rows if hasattr(row, "body")]
    named = {role for role in ROLES for body in sealed if f'"{role}"' in body}
    assert named == ROLES - {NEFARIOUS}


@pytest.mark.attack("T37")
@pytest.mark.rule("NN-INFO-11")
def test_a_seats_receipts_open_its_own_role_and_no_other():
    secret = Secret(bytes([9]) * 32, manifest(4).gid)
    ledger, table = Ledger(manifest(4), secret), open_table(manifest(4), load_game(GAME))
    keep(ledger, ledger.opening(), untold)
    steps = Player(ledger, table, random.Random(3), untold, removals=False).steps()
    while ledger.seq < 12:
        next(steps)
    nefarious = table.state.nefarious
    for seat in range(4):
        mine = json.loads(receipts_bytes(ledger.rows, seat, ledger.commitments.openings(seat)))
        roles = [each for each in mine["openings"] if each["face"] in ROLES]
        own = table.state.face[table.state.roles[seat]].id
        assert {each["face"] for each in roles} == (set() if seat == nefarious else {own})
        assert {each["zone"] for each in roles} <= {"role", "roles"}
    close(ledger, table, untold)
    assert failures(bundle_bytes(manifest(4), ledger.rows)) == (None, None)


# --- the Forbidden decks ------------------------------------------------------------------


@pytest.mark.attack("T13")
@pytest.mark.parametrize("back", ["forbidden", "main"])
def test_a_card_that_comes_to_the_nefarious_neighbors_hand_from_nowhere_is_found_by_both(back):
    def conjure(plain):
        row, at, owner = next(
            found for found in zones_of(plain, "hand")
            if FACES[found[0]["body"]["faces"][found[1]][0]].back == "forbidden"
        )  # fmt: skip
        hand = sorted(row["body"]["faces"][at])
        hand[0] = next(f for f in FACES if FACES[f].back == back and f not in hand)
        key = Forger(plain).derive("handorder", u64(row["seq"]), b"hand", u64(owner + 1))
        row["body"]["faces"][at] = [sorted(hand)[i] for i in order_of(key, len(hand))]

    assert forgery(conjure) == (Failure.WRONG_CARDS, "wrong_cards")


@pytest.mark.attack("T14")
@pytest.mark.rule("NN-SEG-04")
@pytest.mark.parametrize(
    "decks", [("deck", "forbidden_deck"), ("rune_deck", "forbidden_rune_deck")]
)
def test_a_host_who_shuffles_a_card_into_the_other_sides_deck_is_found_by_the_rules(decks):
    table, terms = open_table(manifest(5), load_game(GAME)), manifest(5)
    state = table.state
    face, (one, two) = list(state.face), [getattr(state, deck)[0] for deck in decks]
    face[one], face[two] = face[two], face[one]
    state.face = type(state.face)(face)
    ledger = Ledger(terms, Secret(bytes(32), terms.gid))
    keep(ledger, ledger.opening(), untold)
    play_on(ledger, table, random.Random(4), 5)
    close(ledger, table, untold)
    # Nothing is missing and nothing is there twice: which deck a card is of, only the rules know.
    assert failures(bundle_bytes(terms, ledger.rows)) == (Failure.ILLEGAL_ENTRY, None)
