"""The third verifier, docs/check.html, in Node: it says what the second one says, of everything.

`RUNES_LONG=1` plays a hundred games, changes them 2,000 times, and does the real slow hash.
"""

import json
import os
import random
import re
from functools import partial

import pytest

from rr_rules.kernel.transcript import canonical
from rr_rules.registry import load_game
from tests.rr_net.fairness.test_minimal import changed, verdict
from tests.support.docs.made import parts_of
from tests.support.fairness.games import Played
from tests.support.fairness.minimal import minimal_verdict
from tests.support.fairness.vector import FOLDER, read_vector
from tests.support.page.node import is_agreed, node_page
from tests.support.page.parts import PAGE, samples, scripts, words
from tests.support.page.samples import forged, stacked
from tests.support.rr_net.recorded import checked, manifest_of, record
from tests.support.rr_rules.pebbles import load_pebbles

LONG = os.environ.get("RUNES_LONG") == "1"
VECTORS = [read_vector(path) for path in sorted(FOLDER.glob("*.txt"))]
OF_BUNDLES = [vector for vector in VECTORS if vector.kind == "bundle"]
OF_RULES = {
    "no_such_game", "other_version", "other_rules", "other_deck", "bad_deck", "bad_setup",
    "wrong_cards", "illegal_entry", "host_not_first", "wrong_commit", "wrong_outcome", "wrong_by",
}  # fmt: skip
"""What only who knows the game can find: the page checks all else, signatures too."""
OF_ORDERS = ("order-", "answer-to-another-question")
"""What orders and answers are for is of the rules as well; who has signed them is not."""
OTHERS = {"bundle", "forks", "signed-answer", "witness", "give"}
"""Vectors of no formula, or of signatures, which the page leaves to the first verifier."""
OF_FORMULAS = [vector for vector in VECTORS if vector.kind not in OTHERS]
GAMES = [
    ("pebbles", 4, {"target": "4", "turn_cap": "6"}),
    ("runes-regulations", 3, {"turn_cap": "4"}),
    ("runes-regulations", 5, {"nefarious": "on", "turn_cap": "3"}),
    ("regicide", 3, {}),
    ("rune", 2, {}),
]
LEVELS = ("table", "solo", "strict")
SEEDS = range(100 if LONG else 6)
CHANGES = 2000 if LONG else 40


@pytest.fixture(scope="module")
def page(node):
    with node_page(node) as asked:
        yield asked


# --- vectors -----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("vector", OF_BUNDLES, ids=lambda vector: vector.name)
def test_the_page_says_what_the_vector_expects_or_that_it_did_not_check(vector, page):
    full = LONG or vector.floors == "tiny"
    failure, row = page.check(vector.body, vector.floors, full=full, **options(vector))
    if vector.expect == "verified":
        assert failure is None
    elif failure is None:
        assert vector.expect in OF_RULES or vector.name.startswith(OF_ORDERS)
        assert not vector.minimal
    else:
        assert failure == vector.expect
        assert vector.row in {None, row}


def options(vector):
    told = dict(vector.options)
    if "receipts" in told:
        told["receipts"] = told["receipts"].encode()
    return told


@pytest.mark.parametrize("vector", OF_FORMULAS, ids=lambda vector: vector.name)
def test_its_formulas_give_what_the_vector_says(vector, page):
    parts = json.loads(vector.body)
    value = parts.pop("value")
    if vector.kind == "words":
        parts["list"] = re.findall(r"[a-z]+", words().split(">")[1])
    assert page.formula(vector.kind, parts) == value


# --- games -------------------------------------------------------------------------------------


def random_game(seed):
    """One of the games, at one of the levels, and how its rules are found."""
    name, seats, told = GAMES[seed % len(GAMES)]
    load = load_pebbles if name == "pebbles" else load_game
    rules = load(name)
    level = LEVELS[seed % len(LEVELS)]
    manifest = manifest_of(rules, seats, level=level, **told)
    stop_at = 40 if seed % 7 == 6 else 400
    return record(seed, manifest, rules, stop_at=stop_at, removals=True), load


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_all_three_find_nothing_wrong_in_a_random_game(seed, page):
    game, load = random_game(seed)
    first = checked(game.bundle, load_game=load, full=True)
    _, second = minimal_verdict(game.bundle, full=True)
    failure, third = page.check(game.bundle)
    assert failure is None
    assert third["commitment"] == first.commitment == second.commitment
    assert third["head"] == first.head == second.head
    assert (third["game"], third["rows"]) == (game.manifest.gid, len(game.rows))
    assert third["isGivenUp"] == second.given_up == (first.outcome is None)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_the_page_finds_what_the_second_verifier_finds_in_a_changed_game(seed, page):
    dice = random.Random(1000 + seed)
    for _ in range(CHANGES // 10):
        source, load = changed(dice)
        assert is_agreed(page.verdict(source), source, partial(verdict, source, load))


# --- files that are dear to read ----------------------------------------------------------------


def many_cards():
    deck = "red 16000\nblue 16000\n" if LONG else "red 9000\nblue 9000\n"
    return Played(level="solo", signs=False, deck=deck, stop_at=2).bundle


def many_rows():
    plain = json.loads(Played(level="solo", signs=False, stop_at=5).bundle)
    plain["rows"] = plain["rows"][:1] * 7000 + plain["rows"]
    return canonical(plain)


DEAR = {
    "cards": (many_cards, None),
    "rows": (many_rows, "out_of_order"),
    "bytes": (lambda: b" " * (4 << 20), "not_json"),
    "lists": (lambda: b"[]" * (2 << 20), "too_many"),
    "texts": (lambda: b'"' + b"\\u0041" * 600_000 + b'"', "not_canonical"),
    "digits": (lambda: b"9" * (4 << 20), "number_too_great"),
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", DEAR)
def test_no_file_costs_more_than_three_seconds_and_200_megabytes(kind, node, tmp_path):
    make, failure = DEAR[kind]
    path = tmp_path / "dear.json"
    path.write_bytes(make())
    with node_page(node) as page:
        found, seconds, megabytes = page.cost(path)
    assert found == failure
    assert seconds < 3
    assert megabytes < 200


# --- the page itself ---------------------------------------------------------------------------


def test_it_says_something_for_people_of_everything_that_can_be_wrong():
    core, told = scripts()["core"], scripts()["page"]
    names = set(re.findall(r'"((?:[a-z]+_)+[a-z0-9]+)"', core)) & failures()
    assert len(names) > 30
    explained = set(re.findall(r"^    (\w+): \[", told, re.MULTILINE))
    assert names <= explained
    steps = " ".join(re.findall(r'failures: ((?:"[^"]*"[\s+]*)+)', told))
    assert names <= set(re.findall(r"\w+", steps))


def failures():
    page = (PAGE.parent / "fairness.md").read_text("utf-8")
    steps = page.split("## Verification")[1].split("## Why so?")[0]
    return set(re.findall(r"`([a-z]+_[a-z_0-9]+|unsigned)`", steps))


def test_the_three_games_of_the_page_are_what_their_buttons_say(page):
    found = {name: page.check(source, "real", full=False)[0] for name, source in samples().items()}
    assert found == {"honest": None, "stacked": "wrong_shuffle", "forged": "wrong_roll"}
    assert {
        name: minimal_verdict(source, "real", full=False)[0] for name, source in samples().items()
    } == found


def test_the_forged_games_are_made_of_the_honest_one():
    every = samples()
    assert stacked(every["honest"]) == every["stacked"]
    assert forged(every["honest"]) == every["forged"]


def test_it_takes_nothing_from_anywhere_else():
    text = PAGE.read_text("utf-8")
    assert re.findall(r"\b(?:src|href|action|srcset)=\"([^\"]*)\"", text) == ["data:,"]
    assert not re.findall(
        r"\b(?:fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon|import)\s*\(", text
    )
    assert "innerHTML" not in text
    assert "default-src 'none'" in parts_of(text)["policy"]
