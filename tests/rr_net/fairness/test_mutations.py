"""Every single change to a recorded game is refused by name, hashes made to fit or not.

`RUNES_LONG=1` tries every other value of each field, a run without it every third one.
"""

import copy
import json
import os
from functools import cache

import pytest

from rr_net.fairness.base.errors import UNUSABLE, Failure, VerifyError
from rr_net.fairness.base.levels import WORK
from rr_net.fairness.base.manifest import read_manifest
from rr_net.fairness.proof.receipts import receipts_bytes
from rr_rules.registry import load_game
from tests.support.rr_net.forged import Forger, canon, forged
from tests.support.rr_net.hostkeys import STRANGER
from tests.support.rr_net.recorded import checked, manifest_of, record
from tests.support.rr_rules.pebbles import load_pebbles

LONG = os.environ.get("RUNES_LONG") == "1"
PARTS = 4
"""A test of so many fields is split into so many tests, which can run side by side."""
DECK = ("mine.txt", b"red 6\ngreen 6\nblue 5\nwhite 3\n")
ROWS = {"open", "pledge", "event", "freeze", "checkpoint", "shuffle", "roll", "answer", "arrange",
        "remove", "commit", "close", "reopen"}  # fmt: skip

SHAPES = {"slots", "hand", "pile", "drawn", "from-pile", "from-hand", "from-slot", "entered"}


@cache
def games():
    """A whole game of an owner's deck, and the beginning of one with slots and many piles.

    They are played under these very sources, so that a seed is looked for that shows everything.
    """
    rules = load_pebbles(deck=DECK)
    manifest = manifest_of(rules, 6, level="table", deck=DECK, declared=(2, 2, 0, 0, 0, 0),
                           target="3")  # fmt: skip
    whole = (record(seed, manifest, rules, removals=True) for seed in range(250))
    first = next(json.loads(game.bundle) for game in whole if types(game) >= ROWS)
    rules = load_game("runes-regulations")
    manifest = manifest_of(rules, 4, level="table")
    begun = (record(seed, manifest, rules, stop_at=60, removals=True) for seed in range(250))
    plain = (json.loads(game.bundle) for game in begun)
    other = next(one for one in plain if shapes(one) >= SHAPES)
    return (first, load_pebbles), (other, load_game)


def types(game):
    return {row.type for row in game.rows}


def kinds(plain):
    return {row["type"] for row in plain["rows"]}


def shapes(plain):
    """Of which shapes the parts of a record's rows are."""
    names = {field_of(plain, path) for path in places(plain)}
    return {name.split("[")[1].split("]")[0] for name in names if "[" in name}


def failure_of(source, load=load_pebbles, **named):
    """The name of the check that refuses these bytes; None where none does."""
    try:
        checked(source, load_game=load, full=True, **named)
    except VerifyError as refused:
        return refused.failure
    return None


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


def field_of(plain, path):
    """What a place is called, wherever in a list it stands."""
    if path[1:2] in {("cards",), ("options",)}:
        return ".".join((*path[:2], *["*" for _ in path[2:]]))
    if path[0] != "rows" or len(path) == 1:
        return ".".join("*" if isinstance(step, int) else step for step in path)
    row = at(plain, path[:2])
    name, value = row["type"], row
    for step in path[2:]:
        value = value[step]
        name += f".{step}" if isinstance(step, str) else kind_of(value)
    return name


def kind_of(value):
    """Which of several shapes an item of a list has."""
    match value:
        case {"level": level}:
            return f"[{level}]"
        case {"slots": _}:
            return "[slots]"
        case {"root": _, "owner": owner}:
            return "[pile]" if owner < 0 else "[hand]"
        case {"zone": _, "count": _}:
            return "[drawn]"
        case {"at": _, "owner": owner, "path": path}:
            return "[from-pile]" if owner < 0 else "[from-hand]" if path else "[from-slot]"
        case {"zone": _, "face": _}:
            return "[entered]"
        case _:
            return "[]"


@cache
def fields():
    """Each field of the manifest and of every type of row, where it first stands."""
    found = {}
    for number, (plain, _) in enumerate(games()):
        for path in places(plain):
            found.setdefault(field_of(plain, path), (number, path))
    return found


def another(value):
    """Another value of the same type, for the same place."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str() if len(value) == 64:
            return value[:-1] + ("0" if value[-1] != "0" else "1")
        case str():
            return value[:-1] + ("x" if value[-1:] != "x" else "y")
        case list() | dict() if value:
            return type(value)()
        case list():
            return [0]
        case dict():
            return {"zz": 0}
        case None:
            return {"name": "x", "text": "x"}


def others(value):
    """Other values that could stand in the same place, of the same type or not."""
    match value:
        case int():
            yield from (value + 1, value - 1, str(value), bool(value), 2**53 - 1)
        case str():
            flipped = "".join("1" if c == "0" else "0" for c in value[:1]) + value[1:]
            yield from {flipped, value + "0", value.upper(), ""} - {value}
            yield 0
        case None:
            yield from (0, "", {}, {"winners": [], "reason": "points"})
        case list():
            yield from ([], [*value, value[0] if value else 0], value[:-1], value[::-1])
        case dict():
            yield from ({}, {**value, "zz": 1}, None)


def replaced(plain, path, other):
    """A twin of a record with another value in one place; without one it is dropped.

    All that does not lead to this place the two have in common.
    """
    twin = copy.copy(plain)
    step, *further = path
    if further:
        twin[step] = replaced(plain[step], further, other)
    elif other is DROPPED:
        del twin[step]
    else:
        twin[step] = other
    return twin


DROPPED = object()


def test_the_two_games_hold_every_type_of_row_and_every_shape_of_its_parts():
    for plain, load in games():
        assert forged(copy.deepcopy(plain)) == canon(plain)
        assert failure_of(canon(plain), load) is None
    assert kinds(games()[0][0]) == ROWS
    found = {shape for plain, _ in games() for shape in shapes(plain)}
    assert found >= SHAPES | {"mash", "pledge", "signature", "chain"}


@cache
def true(number):
    return canon(games()[number][0])


@pytest.mark.slow
@pytest.mark.attack("T16")
@pytest.mark.parametrize("part", range(PARTS))
def test_every_field_of_every_kind_of_row_is_held(part):
    tried, passed = 0, set()
    for turn, (name, (number, path)) in enumerate(fields().items()):
        if turn % PARTS != part:
            continue
        plain, load = games()[number]
        every = (*others(at(plain, path)), DROPPED)
        for other in every if LONG else every[turn // PARTS % 3 :: 3]:
            source = canon(replaced(plain, path, other))
            if source != true(number):
                tried += 1
                passed |= {name} if failure_of(source, load) is None else set()
    assert passed == set()
    assert tried > (1000 if LONG else 320) / PARTS


# --- a host that makes every hash fit --------------------------------------------------


OTHERS = {
    "answer.body.option": 99,
    "answer.body.seat": 7,
    "remove.pub.seat": 7,
    "commit.pub.opened[from-hand].at": 99,
    "commit.pub.opened[from-hand].owner": 7,
    "commit.pub.opened[from-pile].at": 99,
    "commit.pub.opened[from-slot].at": 99,
    "commit.pub.opened[from-slot].owner": 7,
}
"""What is refused for certain, where the next value might be as good: a copy of the same card."""


def remade(name):
    """What is found where one field was changed, and all else was made to fit it."""
    number, path = fields()[name]
    plain, load = games()[number]
    other = OTHERS.get(name, another(at(plain, path)))

    def pin(seq, row):
        if path[:2] == ("rows", seq) and len(path) > 2:
            at(row, path[2:-1])[path[-1]] = other

    changed = json.loads(canon(replaced(plain, path, other)))
    return forged(changed, Forger(plain).secret, pin=pin), load


def is_leaf(name):
    number, path = fields()[name]
    return not isinstance(at(games()[number][0], path), dict | list)


NAMED = {
    Failure.OTHER_FORMAT: "format",
    Failure.WRONG_CARDS: "manifest.cards.* shuffle.body.faces[][] commit.pub.entered[entered].face",
    Failure.OTHER_DECK: "manifest.deck",
    Failure.BAD_DECK: "manifest.deck_file.text",
    Failure.NO_SUCH_GAME: "manifest.game",
    Failure.OTHER_HOST: "manifest.host_key",
    Failure.OTHER_RULES: "manifest.rules",
    Failure.OTHER_VERSION: "manifest.version",
    Failure.BAD_SETUP: "manifest.options.*",
    Failure.WEAK_SLOW: "manifest.slow.roll manifest.slow.segments manifest.slow.shuffle",
    Failure.WRONG_ANCHOR: "open.pub.anchor open.pub.anchors[][]",
    Failure.NO_OPENING: "open.pub.game",
    Failure.WRONG_SECRET: "open.pub.commitment close.pub.secret",
    Failure.BAD_EVENT: "event.pub.event event.pub.milliseconds event.pub.asked.label "
    "event.pub.asked.sides event.pub.asked.t event.pub.asked.piles[].count "
    "event.pub.asked.piles[].epoch event.pub.asked.piles[].label freeze.pub.digest "
    "freeze.pub.event freeze.pub.opening reopen.pub.event reopen.pub.opening "
    "roll.pub.event roll.pub.label roll.pub.sides roll.pub.t shuffle.pub.event "
    "shuffle.pub.piles[].count shuffle.pub.piles[].epoch shuffle.pub.piles[].label",
    Failure.BAD_CONTRIBUTION: "manifest.host_seat freeze.pub.absent[] "
    "freeze.pub.given[mash].seat freeze.pub.given[pledge].seat freeze.pub.given[chain].seat "
    "freeze.pub.given[signature].seat freeze.pub.given[signature].value",
    Failure.BAD_PLEDGE: "pledge.pub.hash pledge.pub.seat freeze.pub.given[pledge].value",
    Failure.BAD_SEAT_CHAIN: "freeze.pub.given[chain].value",
    Failure.WRONG_SLOW: "roll.pub.slow[] shuffle.pub.slow[]",
    # A manifest that differs names another game, whose keys give other luck.
    Failure.WRONG_SHUFFLE: "manifest.nonce manifest.seats.*.bot manifest.seats.*.key "
    "manifest.seats.*.name manifest.number manifest.declared.* "
    "manifest.deck_file.name shuffle.body.orders[][] "
    "freeze.pub.given[mash].value",
    Failure.WRONG_ROLL: "roll.pub.result",
    Failure.WRONG_LINK: "roll.pub.link",
    Failure.WRONG_INPUT: "event.pub.asked.piles[].input",
    Failure.WRONG_ROOT: "shuffle.pub.piles[].root commit.body.faces[][] "
    "commit.pub.zones[hand].count "
    "commit.pub.zones[hand].root "
    "commit.pub.zones[pile].count commit.pub.zones[pile].root "
    "commit.pub.zones[drawn].count "
    "commit.pub.zones[slots].count commit.pub.zones[slots].slots[]",
    Failure.WRONG_OPENING: " ".join(
        f"commit.pub.opened[from-{kind}].{part}"
        for kind in ("pile", "hand", "slot")
        for part in ("zone", "owner", "at", "face", "salt", "path[]")
        if (kind, part) != ("slot", "path[]")
    ),
    Failure.BAD_SIGNATURE: "checkpoint.pub.signature",
    Failure.WRONG_COMMIT: "commit.pub.entered[entered].owner commit.pub.entered[entered].zone",
    Failure.ILLEGAL_ENTRY: "answer.body.option answer.body.seat arrange.body.order[] "
    "arrange.body.zone remove.pub.seat",
    Failure.WRONG_OUTCOME: "close.pub.outcome.reason close.pub.outcome.winners[]",
}
"""What is found first where one field was changed and everything else fits it."""

EVERYWHERE = {
    Failure.OUT_OF_ORDER: ".seq",
    Failure.BROKEN_CHAIN: ".prev",
    Failure.BROKEN_SEAL: ".sealed",
}
NO_SHAPE = (
    ".type",
    ".level",
    ".kind",
    ".fairness",
    "close.pub.outcome",
    ".by",
    ".signed",
    ".signer",
)
"""Fields that say of which shape the others are: another word there is no record any more."""
MOVED = {
    f"commit.pub.zones[{kind}].{part}"
    for kind in ("hand", "pile", "drawn", "slots")
    for part in ("owner", "zone")
}
MISPLACED = {Failure.WRONG_ROOT, Failure.WRONG_CARDS, Failure.WRONG_COMMIT}
"""What is found where cards are told of another zone: it depends on which cards those are."""
UNSEEN = "arrange.body.seat"
"""Whose hand was put into another order, where both hold as many: it means nothing to others."""


def named(name):
    """The failure that the page names for a field."""
    for failure, end in EVERYWHERE.items():
        if name.endswith(end):
            return failure
    return next((failure for failure, names in NAMED.items() if name in names.split()), None)


def leaves():
    return [name for name in fields() if is_leaf(name) and not name.endswith(NO_SHAPE)]


@pytest.mark.slow
@pytest.mark.attack("T16")
@pytest.mark.parametrize("part", range(PARTS))
def test_every_single_field_is_held_by_name_though_every_other_hash_was_made_to_fit(part):
    names = [name for name in leaves() if name not in {UNSEEN, *MOVED}][part::PARTS]
    found = {name: failure_of(*remade(name)) for name in names}
    assert found == {name: named(name) for name in names}
    assert None not in found.values()


def test_every_field_that_has_a_failure_of_its_own_is_one_of_a_record():
    assert {name for names in NAMED.values() for name in names.split()} | MOVED <= set(leaves())


@pytest.mark.attack("T16")
def test_cards_that_are_told_of_another_zone_are_missed():
    assert {failure_of(*remade(name)) for name in MOVED} <= MISPLACED


@pytest.mark.slow
@pytest.mark.attack("T18")
def test_an_order_of_cards_that_the_host_made_up_for_somebody_is_shown_by_what_it_has_signed():
    games = (record(seed, manifest_of(level="table")) for seed in range(60))
    forgeries = ((game, source) for game in games for source in made_up_orders(game))
    game, unseen = next((game, source) for game, source in forgeries if failure_of(source) is None)
    kept = receipts_bytes(game.rows, 1, ())
    assert failure_of(game.bundle, receipts=kept) is None
    assert failure_of(unseen, receipts=kept) is Failure.OTHER_RECEIPT


def made_up_orders(game):
    """The record with an order of somebody's hand told of somebody else's."""
    for row in game.rows:
        if row.type == "arrange":
            for seat in {0, 1, 2} - {row.body.seat}:
                plain = json.loads(game.bundle)
                plain["rows"][row.seq]["body"]["seat"] = seat
                yield forged(plain)


@pytest.mark.slow
@pytest.mark.attack("T16")
def test_no_row_can_be_dropped_doubled_moved_or_be_the_last():
    plain, load = games()[1]
    rows, last = plain["rows"], len(plain["rows"]) - 1
    for seq in {*range(0, last, 1 if LONG else 8), last - 1, last}:
        changed = {
            "dropped": [*rows[:seq], *rows[seq + 1 :]],
            "doubled": [*rows[: seq + 1], *rows[seq:]],
            "moved": [*rows[:seq], *rows[seq + 1 : seq + 2], rows[seq], *rows[seq + 2 :]],
            "cut": rows[:seq],
            "beheaded": rows[seq + 1 :],
        }
        usual = {Failure.OUT_OF_ORDER}
        expected = {
            "dropped": {last: {Failure.UNSIGNED}, last - 1: {Failure.NO_CLOSE}},
            "moved": {last: {None}},
            "cut": {last: {Failure.UNSIGNED}} | {i: {Failure.NO_CLOSE} for i in range(last)},
            "beheaded": {i: {Failure.NO_CLOSE} for i in (last, last - 1)},
        }
        for how, others in changed.items():
            failure = failure_of(canon({**plain, "rows": others}), load)
            assert failure in expected.get(how, {}).get(seq, usual), (how, seq)


@pytest.mark.attack("T16")
@pytest.mark.parametrize("kind", sorted(ROWS - {"open", "close", "arrange"}))
def test_a_row_that_was_left_out_is_missed_though_every_hash_fits(kind):
    plain, load = next(game for game in games()[::-1] if kind in kinds(game[0]))
    plain = copy.deepcopy(plain)
    plain["rows"].remove(first(plain, kind))
    found = failure_of(forged(plain), load)
    assert found is not None
    assert found not in UNUSABLE


# --- what a host might like to do ------------------------------------------------------


def cheat(change, secret=None, **named):
    """The failure of a whole game that was changed and then written anew with fitting hashes."""
    plain = json.loads(true(0))
    change(plain)
    return failure_of(forged(plain, secret), **named)


def first(plain, kind, start=0):
    rows = plain["rows"]
    return next(row for row in rows[start:] if row["type"] == kind)


def on(kind, alter):
    return lambda plain: alter(first(plain, kind))


def swap_cards(row):
    faces = row["body"]["faces"][0]
    other = next(at for at, face in enumerate(faces) if face != faces[0])
    for either in (row["body"]["orders"][0], faces):
        either[0], either[other] = either[other], either[0]


def double_a_card(row):
    for either in (row["body"]["orders"][0], row["body"]["faces"][0]):
        either[0] = either[1]


@pytest.mark.attack("T12")
@pytest.mark.attack("T14")
@pytest.mark.parametrize("alter", [swap_cards, double_a_card])
def test_a_stacked_deck_is_found_though_every_hash_fits(alter):
    assert cheat(on("shuffle", alter)) is Failure.WRONG_SHUFFLE


@pytest.mark.attack("T14")
def test_a_shuffle_that_was_done_twice_is_found_though_every_hash_fits():
    def shuffle_again(plain):
        row, asked = first(plain, "shuffle"), first(plain, "event")["pub"]["asked"]["piles"][0]
        pile = row["pub"]["piles"][0]
        went_in = sorted(zip(row["body"]["orders"][0], row["body"]["faces"][0], strict=True))
        pile["epoch"] = asked["epoch"] = 1
        order = Forger(plain).order(pile, bytes.fromhex(row["pub"]["slow"][-1]))
        row["body"] = {"orders": [order], "faces": [[went_in[at][1] for at in order]]}

    assert cheat(shuffle_again) is Failure.WRONG_SHUFFLE


@pytest.mark.attack("T8")
def test_a_roll_that_was_done_twice_is_found_though_every_hash_fits():
    def roll_again(plain):
        row = first(plain, "roll")
        opened = [each for each in plain["rows"][: row["seq"]] if each["type"] == "event"]
        asked = opened[-1]["pub"]["asked"]
        row["pub"]["t"] = asked["t"] = asked["t"] + 1
        row["pub"]["result"] = Forger(plain).roll(row["pub"])

    assert cheat(roll_again) is Failure.WRONG_ROLL


@pytest.mark.attack("T8")
@pytest.mark.parametrize("rows", [3, 4])
def test_an_event_that_was_frozen_twice_is_found_though_every_hash_fits(rows):
    def freeze_again(plain):
        at = first(plain, "freeze")["seq"]
        again = copy.deepcopy(plain["rows"][at : at + 2])
        again[0]["pub"]["given"] = [g for g in again[0]["pub"]["given"] if g["level"] == "chain"]
        again[0]["pub"]["absent"] = [1]
        plain["rows"][at + rows - 1 : at + rows - 1] = again

    assert cheat(freeze_again) is Failure.BAD_EVENT


@pytest.mark.attack("T15")
@pytest.mark.parametrize("places", [-1, 1, 5])
def test_a_roll_from_another_link_of_the_chain_is_found(places):
    number, path = fields()["roll.pub.link"]
    plain, load = games()[number]
    links = Forger(plain).links

    def pin(seq, row):
        if seq == path[1]:
            row["pub"]["link"] = links[row["pub"]["t"] + places].hex()

    assert failure_of(forged(copy.deepcopy(plain), pin=pin), load) is Failure.WRONG_LINK


@pytest.mark.attack("T4")
@pytest.mark.attack("T5")
def test_what_a_seat_gave_can_be_neither_left_out_nor_moved():
    def deal(plain):
        return first(plain, "freeze")["pub"]

    def leave_out(plain):
        pub = deal(plain)
        pub["given"] = [given for given in pub["given"] if given["seat"] != 1]
        pub["absent"] = [1, *pub["absent"]]

    assert cheat(leave_out) is Failure.WRONG_SHUFFLE
    assert cheat(lambda plain: deal(plain)["given"].pop(1)) is Failure.BAD_CONTRIBUTION
    assert cheat(lambda plain: deal(plain)["given"].reverse()) is Failure.BAD_CONTRIBUTION


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
        (lambda plain: plain["rows"].append(plain["rows"][-1]), Failure.AFTER_CLOSE),
        (lambda plain: plain["rows"].pop(), Failure.UNSIGNED),
        (lambda plain: plain["rows"].insert(2, plain["rows"][0]), Failure.NO_OPENING),
    ],
)
def test_what_the_rules_do_not_allow_is_found_though_every_hash_fits(change, failure):
    def alter(plain):
        change(plain)
        plain["rows"] = json.loads(canon(plain["rows"]))

    secret = Forger(games()[0][0]).secret
    assert cheat(alter, secret) is failure


@pytest.mark.attack("T13")
@pytest.mark.parametrize(
    "change",
    [
        lambda manifest: manifest["seats"][0].update(name="Eve"),
        lambda manifest: manifest.update(nonce="ab" * 32),
        lambda manifest: manifest.update(abandoned=["ab" * 32]),
        lambda manifest: manifest["options"].update(grace="61"),
        lambda manifest: manifest["declared"].reverse(),
    ],
)
def test_a_manifest_changed_after_the_deal_deals_another_deck(change):
    assert cheat(lambda plain: change(plain["manifest"])) is Failure.WRONG_SHUFFLE


@pytest.mark.attack("T2")
def test_another_secret_deals_another_deck_even_with_a_commitment_that_fits():
    assert cheat(lambda plain: None, secret=b"x" * 32) is Failure.WRONG_SHUFFLE


@pytest.mark.attack("T2")
def test_a_whole_other_game_passes_alone_and_fails_against_the_commitment_that_was_shown():
    plain = games()[0][0]
    other = record(251, read_manifest(canon(plain["manifest"])), load_pebbles(deck=DECK))
    assert failure_of(other.bundle) is None
    shown = plain["rows"][0]["pub"]["commitment"]
    assert failure_of(other.bundle, commitment=shown) is Failure.OTHER_COMMITMENT


def test_a_record_signed_with_another_key_is_another_hosts():
    plain = copy.deepcopy(games()[0][0])
    assert failure_of(forged(plain, key=STRANGER)) is Failure.OTHER_HOST


@pytest.mark.attack("T3")
def test_a_hash_that_was_too_quick_is_refused_before_anything_else():
    plain, load = games()[0]
    assert failure_of(canon(plain), load, floors=WORK) is Failure.WEAK_SLOW


@pytest.mark.slow
def test_no_record_that_a_host_can_write_brings_the_verifier_down():
    forgeries = [fitting(name) for name in fields() if not is_leaf(name)]
    refused = [failure_of(*forgery) for forgery in forgeries if forgery is not None]
    assert len(refused) > 20
    assert Failure.RULES_FAULT not in refused


def fitting(name):
    """A changed field with fitting hashes; None where its shape is too odd to be hashed at all."""
    try:
        return remade(name)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        return None
