"""Every single change to a recorded game is refused by name, hashes made to fit or not."""

import copy
import json

import pytest

from rr_net.fairness.errors import Failure, VerifyError
from rr_net.fairness.verify import verify
from tests.fairness.independent import Game, canon, problems, rewritten
from tests.support.pebbles import load_pebbles
from tests.support.recorded import manifest_of, record

DECK = ("mine.txt", b"red 6\ngreen 6\nblue 5\nwhite 3\n")
MANIFEST = manifest_of(deck=DECK, declared=(2, 2, 0))
GAME = record(9, MANIFEST, load_pebbles(deck=DECK), removals=True)
PLAIN = json.loads(GAME.bundle)
COMMITMENT = GAME.rows[0].pub.commitment
KINDS = {"open", "answer", "arrange", "remove", "shuffle", "roll", "close"}


def failure_of(source, commitment=None):
    """The name of the check that refuses these bytes; None where none does."""
    try:
        verify(source, commitment, load_game=load_pebbles)
    except VerifyError as refused:
        return refused.failure
    return None


def first(kind):
    return next(i for i, row in enumerate(PLAIN["rows"]) if row["type"] == kind)


def at(value, path):
    for step in path:
        value = value[step]
    return value


def places(value, path=()):
    """Every place inside a JSON value, containers included."""
    if path:
        yield path
    if isinstance(value, dict | list):
        for step in value if isinstance(value, dict) else range(len(value)):
            yield from places(value[step], (*path, step))


def others(value):
    """Other values that could stand in the same place."""
    match value:
        case bool():
            yield not value
        case int():
            yield from (value + 1, value - 1, -value - 1, str(value), None, 2**53 - 1)
            yield bool(value)
        case str():
            flipped = "".join("1" if c == "0" else "0" for c in value[:1]) + value[1:]
            yield from {flipped, value + "0", value[:-1], value.upper(), ""} - {value}
            yield from (None, 0)
        case None:
            yield from (0, "", {}, {"winners": [], "reason": "points"})
        case list():
            yield from ([], [*value, value[0] if value else 0], value[:-1], None)
            yield value[::-1]
        case dict():
            yield from ({}, {**value, "zz": 1}, None, [])


def mutations():
    """Every field of the manifest and of one row of each kind, changed, dropped and doubled."""
    roots = [("format",), ("manifest",), *(("rows", first(kind)) for kind in sorted(KINDS))]
    for root in roots:
        for path in [root, *((*root, *inner) for inner in places(at(PLAIN, root)))]:
            yield from ((path, "set", other) for other in others(at(PLAIN, path)))
            yield path, "drop", None


def mutated(path, how, other):
    plain = copy.deepcopy(PLAIN)
    holder = at(plain, path[:-1])
    if how == "set":
        holder[path[-1]] = other
    else:
        del holder[path[-1]]
    return canon(plain)


@pytest.fixture(scope="module")
def honest():
    assert {row["type"] for row in PLAIN["rows"]} == KINDS
    assert failure_of(GAME.bundle, COMMITMENT) is None


@pytest.mark.attack("T16")
def test_every_field_of_every_kind_of_row_is_held(honest):
    changes = [change for change in mutations() if mutated(*change) != GAME.bundle]
    passed = [change for change in changes if failure_of(mutated(*change)) is None]
    assert passed == []
    assert len(changes) > 800


@pytest.mark.attack("T16")
@pytest.mark.parametrize("seq", range(len(GAME.rows)))
def test_no_row_can_be_dropped_doubled_moved_or_be_the_last(seq, honest):
    rows = PLAIN["rows"]
    changed = {
        "dropped": [*rows[:seq], *rows[seq + 1 :]],
        "doubled": [*rows[: seq + 1], *rows[seq:]],
        "moved": [*rows[:seq], *rows[seq + 1 : seq + 2], rows[seq], *rows[seq + 2 :]],
        "cut": rows[:seq],
        "beheaded": rows[seq + 1 :],
    }
    last = len(rows) - 1
    expected = {
        "dropped": {Failure.NO_CLOSE} if seq == last else {Failure.OUT_OF_ORDER},
        "doubled": {Failure.AFTER_CLOSE} if seq == last else {Failure.OUT_OF_ORDER},
        "moved": {None} if seq == last else {Failure.OUT_OF_ORDER},
        "cut": {Failure.NO_CLOSE},
        "beheaded": {Failure.NO_CLOSE} if seq == last else {Failure.OUT_OF_ORDER},
    }
    for how, others in changed.items():
        assert failure_of(canon({**PLAIN, "rows": others})) in expected[how], how


@pytest.mark.parametrize(
    ("kind", "path", "other", "failure"),
    [
        ("open", ("pub", "commitment"), "ab" * 32, Failure.WRONG_SECRET),
        ("open", ("pub", "game"), "ab" * 32, Failure.NO_OPENING),
        ("answer", ("body", "option"), 1, Failure.BROKEN_SEAL),
        ("answer", ("sealed",), "ab" * 32, Failure.BROKEN_SEAL),
        ("answer", ("prev",), "ab" * 32, Failure.BROKEN_CHAIN),
        ("arrange", ("body", "order"), [0], Failure.BROKEN_SEAL),
        ("arrange", ("sealed",), "ab" * 32, Failure.BROKEN_SEAL),
        ("remove", ("pub", "seat"), 5, Failure.ILLEGAL_ENTRY),
        ("shuffle", ("sealed",), "ab" * 32, Failure.BROKEN_SEAL),
        ("shuffle", ("pub", "piles", 0, "order"), "ab" * 32, Failure.WRONG_ORDER_HASH),
        ("shuffle", ("pub", "piles", 0, "epoch"), 1, Failure.WRONG_ORDER_HASH),
        ("shuffle", ("pub", "piles", 0, "count"), 2**53 - 1, Failure.ILLEGAL_ENTRY),
        ("shuffle", ("pub", "piles"), [], Failure.ILLEGAL_ENTRY),
        ("shuffle", ("body", "orders"), [], Failure.WRONG_SHUFFLE),
        ("roll", ("pub", "t"), 7, Failure.WRONG_ROLL),
        ("roll", ("pub", "sides"), 2**53 - 1, Failure.ILLEGAL_ENTRY),
        ("close", ("pub", "secret"), "ab" * 32, Failure.WRONG_SECRET),
        ("close", ("pub", "outcome"), None, Failure.WRONG_OUTCOME),
        ("close", ("pub", "outcome", "winners"), [1, 2], Failure.WRONG_OUTCOME),
        ("close", ("pub", "outcome", "reason"), "luck", Failure.WRONG_OUTCOME),
    ],
)
def test_a_changed_field_is_refused_by_the_check_that_holds_it(kind, path, other, failure, honest):
    assert at(PLAIN["rows"][first(kind)], path) != other
    assert failure_of(mutated(("rows", first(kind), *path), "set", other)) is failure


# --- a host that makes every hash fit --------------------------------------------------


def cheat(change, secret=None):
    """The failure of a record that was changed and then written anew with fitting hashes."""
    plain = copy.deepcopy(PLAIN)
    change(plain)
    plain = copy.deepcopy(plain)
    source = rewritten(plain, secret)
    assert {what for what, _ in problems(plain)} <= {"order", "roll"}
    return failure_of(source)


def a_row(kind):
    return PLAIN["rows"][first(kind)]


def on(kind, alter):
    return lambda plain: alter(plain["rows"][first(kind)])


def swap_cards(row):
    order = row["body"]["orders"][0]
    order[0], order[1] = order[1], order[0]


def double_a_card(row):
    row["body"]["orders"][0][0] = row["body"]["orders"][0][1]


def roll_higher(row):
    row["pub"]["result"] = (row["pub"]["result"] + 1) % row["pub"]["sides"]


def roll_again(row):
    row["pub"]["t"] += 1
    row["pub"]["result"] = Game(PLAIN).roll(row["pub"])


def shuffle_again(row):
    pile = row["pub"]["piles"][0]
    pile["epoch"] += 1
    row["body"]["orders"][0] = Game(PLAIN).order(pile)


@pytest.mark.attack("T12")
@pytest.mark.attack("T14")
@pytest.mark.parametrize("alter", [swap_cards, double_a_card, shuffle_again])
def test_a_stacked_deck_is_found_though_every_hash_fits(alter, honest):
    assert cheat(on("shuffle", alter)) is Failure.WRONG_SHUFFLE


@pytest.mark.attack("T8")
@pytest.mark.parametrize("alter", [roll_higher, roll_again])
def test_a_second_roll_is_found_though_every_hash_fits(alter, honest):
    assert cheat(on("roll", alter)) is Failure.WRONG_ROLL


@pytest.mark.parametrize(
    ("change", "failure"),
    [
        (on("answer", lambda row: row["body"].update(option=99)), Failure.ILLEGAL_ENTRY),
        (on("answer", lambda row: row["body"].update(seat=7)), Failure.ILLEGAL_ENTRY),
        (on("arrange", lambda row: row["body"].update(order=[0, 0, 1])), Failure.ILLEGAL_ENTRY),
        (on("arrange", lambda row: row["body"].update(zone="bag")), Failure.ILLEGAL_ENTRY),
        (on("remove", lambda row: row["pub"].update(seat=7)), Failure.ILLEGAL_ENTRY),
        (on("close", lambda row: row["pub"].update(outcome=None)), Failure.WRONG_OUTCOME),
        (on("close", lambda row: row["pub"]["outcome"].update(winners=[])), Failure.WRONG_OUTCOME),
        (lambda plain: plain["rows"].pop(first("shuffle")), Failure.ILLEGAL_ENTRY),
        (lambda plain: plain["rows"].pop(first("roll")), Failure.ILLEGAL_ENTRY),
        (lambda plain: plain["rows"].insert(-1, a_row("answer")), Failure.ILLEGAL_ENTRY),
        (lambda plain: plain["rows"].append(PLAIN["rows"][-1]), Failure.AFTER_CLOSE),
        (lambda plain: plain["rows"].insert(2, PLAIN["rows"][0]), Failure.NO_OPENING),
    ],
)
def test_what_the_rules_do_not_allow_is_found_though_every_hash_fits(change, failure, honest):
    assert cheat(change) is failure


def test_no_record_that_a_host_can_write_brings_the_verifier_down(honest):
    refused = [failure_of(source) for source in map(fitted, mutations()) if source is not None]
    assert len(refused) > 300
    assert {Failure.ILLEGAL_ENTRY, Failure.BAD_SETUP, Failure.WRONG_SHUFFLE} <= set(refused)


def fitted(change):
    """A mutation with fitting hashes; None where its shape is too odd to be hashed at all."""
    try:
        return rewritten(json.loads(mutated(*change)))
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError):
        return None


@pytest.mark.attack("T13")
@pytest.mark.parametrize(
    "change",
    [
        lambda manifest: manifest["seats"][0].update(name="Eve"),
        lambda manifest: manifest["seats"].reverse(),
        lambda manifest: manifest.update(nonce="ab" * 32),
        lambda manifest: manifest.update(host_seat=-1),
        lambda manifest: manifest["options"].update(grace="61"),
        lambda manifest: manifest.update(declared=[0, 2, 2]),
    ],
)
def test_a_manifest_changed_after_the_deal_deals_another_deck(change, honest):
    assert cheat(lambda plain: change(plain["manifest"])) is Failure.WRONG_SHUFFLE


@pytest.mark.attack("T2")
def test_another_secret_deals_another_deck_even_with_a_commitment_that_fits(honest):
    assert cheat(lambda plain: None, secret=b"x" * 32) is Failure.WRONG_SHUFFLE


@pytest.mark.attack("T2")
def test_a_whole_other_game_passes_alone_and_fails_against_the_commitment_that_was_shown(honest):
    other = record(10, MANIFEST, load_pebbles(deck=DECK))
    assert failure_of(other.bundle) is None
    assert failure_of(other.bundle, COMMITMENT) is Failure.OTHER_COMMITMENT
