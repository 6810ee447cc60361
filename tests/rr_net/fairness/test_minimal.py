"""The second verifier agrees with the first: on random games, and on random changes of them.

`RUNES_LONG=1` plays all hundred games and changes them fifty times as often.
"""

import ast
import copy
import json
import os
import random
import subprocess
import sys
from functools import cache

import pytest

from rr_net.fairness.base.errors import Failure, VerifyError
from rr_net.fairness.base.levels import WORK
from rr_net.fairness.proof.bundle import share_bytes
from rr_rules.registry import load_game
from tests.rr_net.fairness.test_mutations import DROPPED, at, others, places, replaced
from tests.support.fairness.games import Played
from tests.support.fairness.minimal import minimal, minimal_verdict
from tests.support.fairness.vector import OF_SIGNERS
from tests.support.fairness.verified import noted_in_vain
from tests.support.rr_net.forged import Forger, canon, forged
from tests.support.rr_net.recorded import checked, manifest_of, record
from tests.support.rr_net.second import PAGE
from tests.support.rr_rules.pebbles import load_pebbles

LONG = os.environ.get("RUNES_LONG") == "1"
GAMES = 100 if LONG else 12
CHANGES = 5000 if LONG else 40
LEVELS = ("table", "solo", "strict", "table")
RULES_NEEDED = {
    Failure.NO_SUCH_GAME, Failure.OTHER_VERSION, Failure.OTHER_RULES, Failure.OTHER_DECK,
    Failure.BAD_DECK, Failure.BAD_SETUP, Failure.BAD_SIGNATURE, Failure.OTHER_HOST,
    Failure.ILLEGAL_ENTRY, Failure.HOST_NOT_FIRST, Failure.WRONG_COMMIT, Failure.WRONG_OUTCOME,
    *map(Failure, OF_SIGNERS),
}  # fmt: skip
"""What only the first verifier can find: steps 2, 14 and 15, and signatures."""


@cache
def played(number):
    """One of the random games, and how its rules are found: every tenth is the real one."""
    level = LEVELS[number % len(LEVELS)]
    if number % 10 == 9:
        rules = load_game("runes-regulations")
        manifest = manifest_of(rules, 2 + number % 3, level=level)
        return record(number, manifest, rules, stop_at=50 + number, removals=True), load_game
    signers = () if number % 3 else (0, 1, 3)
    manifest = manifest_of(seats=2 + number % 5, level=level, signers=signers, target="4",
                           turn_cap="6")  # fmt: skip
    stop_at = number if number % 7 == 6 else 100_000
    return record(number, manifest, stop_at=stop_at, removals=True), load_pebbles


def verdict(source, load):
    """What the first verifier finds wrong, and in which row; or None and its verdict."""
    try:
        return None, checked(source, load_game=load, full=True)
    except VerifyError as refused:
        return refused.failure, refused.seq if refused.seq >= 0 else None


@pytest.mark.slow
@pytest.mark.attack("T22")
@pytest.mark.parametrize("number", range(GAMES))
def test_both_find_nothing_wrong_in_a_random_game(number):
    game, load = played(number)
    failure, first = verdict(game.bundle, load)
    assert failure is None
    failure, second = minimal_verdict(game.bundle, full=True)
    assert failure is None
    assert (second.commitment, second.head) == (first.commitment, first.head)
    assert (second.game, second.rows) == (game.manifest.gid, len(game.rows))
    assert second.given_up == (first.outcome is None)


def test_the_random_games_are_of_every_kind():
    games = [played(number)[0] for number in range(GAMES)]
    rows = [row for game in games for row in game.rows]
    assert {row.type for row in rows} == set(minimal.ROWS)
    given = [each for row in rows if row.type == "freeze" for each in row.pub.given]
    assert {each.level for each in given} == set(minimal.GIVEN)
    assert {game.manifest.game for game in games} == {"pebbles", "runes-regulations"}
    assert {row.pub.outcome is None for row in rows if row.type == "close"} == {True, False}


# --- changed games -----------------------------------------------------------------------------


def changed(dice):
    """A random game with one change, now and then by a host that makes other hashes fit."""
    game, load = played(dice.randrange(GAMES))
    plain = json.loads(game.bundle)
    path = dice.choice([path for path in places(plain) if len(path) > 1])
    other = dice.choice([*others(at(plain, path)), DROPPED])
    twin = replaced(plain, path, other)
    if dice.random() < 0.5:
        return canon(twin), load

    def pin(seq, row):
        if path[:2] == ("rows", seq) and len(path) > 2 and other is not DROPPED:
            at(row, path[2:-1])[path[-1]] = other

    try:
        return forged(twin, Forger(copy.deepcopy(plain)).secret, pin=pin), load
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError):
        # Nothing can be made to fit what is of another shape.
        return canon(twin), load


def agree(source, load):
    """Whether both find the same, or the first what the second does not look for."""
    failure, row = verdict(source, load)
    second = minimal_verdict(source, full=True)
    if failure in RULES_NEEDED or (failure is Failure.WRONG_CARDS and row is None):
        return True
    if failure is Failure.BAD_CONTRIBUTION and second[0] != failure:
        record = json.loads(source)
        given = record["rows"][row]["pub"]["given"]
        # Who signs gives in another way: that is under a signature of theirs, or it is nothing.
        by_signers = any(who["signer"] for who in record["manifest"]["seats"])
        return by_signers or any(each["level"] in {"signature", "signed"} for each in given)
    if failure is Failure.BAD_PLEDGE and second[0] != failure:
        return any(who["signer"] for who in json.loads(source)["manifest"]["seats"])
    return second[0] is None if failure is None else second == (failure, row)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_both_find_the_same_in_a_changed_game(seed):
    dice = random.Random(seed)
    for _ in range(CHANGES // 10):
        source, load = changed(dice)
        assert agree(source, load), verdict(source, load)


@pytest.mark.parametrize("seed", range(5))
def test_bytes_that_are_no_record_are_refused_by_name_and_nothing_else(seed):
    dice = random.Random(seed)
    source = played(0)[0].bundle
    for _ in range(CHANGES // 10):
        spoilt = bytearray(source)
        spoilt[dice.randrange(len(source))] = dice.randrange(256)
        cut = bytes(spoilt[: dice.choice([len(source), dice.randrange(len(source))])])
        assert cut == source or agree(cut, load_pebbles)


# --- shared games ------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(4))
def test_both_say_of_a_shared_game_what_they_say_of_its_record(number):
    game, load = played(number)
    shared = share_bytes(game.bundle, 17, "look here")
    assert verdict(shared, load) == verdict(game.bundle, load)
    assert minimal_verdict(shared, full=True) == minimal_verdict(game.bundle, full=True)
    spoilt = json.loads(game.bundle)
    spoilt["rows"][2]["prev"] = "0" * 64
    shared = share_bytes(canon(spoilt), 17, "look here")
    assert verdict(shared, load) == (Failure.BROKEN_CHAIN, 2)
    assert minimal_verdict(shared, full=True) == (Failure.BROKEN_CHAIN, 2)


@pytest.mark.parametrize(
    "changes",
    [{"place": -1}, {"note": 7}, {"more": 1}, {"bundle": None}, {"bundle": []}, {"bundle": {}},
     {"bundle": {"format": "rr2-share-1", "bundle": {}}}, {"format": "rr2-share-2"}],
)  # fmt: skip
def test_both_look_at_nothing_of_a_shared_game_but_its_record(changes):
    game, load = played(0)
    shared = canon({**json.loads(share_bytes(game.bundle, 17, "")), **changes})
    assert agree(shared, load)
    fits = not {"bundle", "format"} & changes.keys()
    assert (minimal_verdict(shared, full=True)[0] is None) == fits


# --- as a program ------------------------------------------------------------------------------


def run(*words):
    """The file by itself, by a Python without any packages."""
    return subprocess.run(
        [sys.executable, "-I", "-S", PAGE, *words], capture_output=True, text=True, check=False
    )


@pytest.fixture
def game():
    return Played(level="solo", signs=False)


@pytest.fixture
def file(game, tmp_path):
    path = tmp_path / "game.json"
    path.write_bytes(game.bundle)
    return path


def test_it_needs_nothing_but_the_standard_library():
    imported = [
        name
        for node in ast.walk(ast.parse(PAGE.read_text()))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    ]
    assert {name.partition(".")[0] for name in imported} <= sys.stdlib_module_names
    assert len(imported) > 10


def test_it_is_at_most_three_hundred_and_thirty_lines():
    assert PAGE.read_text().count("\n") <= 333


@pytest.mark.e2e
def test_it_says_what_it_checked_and_what_it_did_not(file, game):
    done = run(file)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(
        "Checked on this machine: played as dealt, but the host alone chose the luck: nobody else"
    )
    assert game.ledger.head in done.stdout
    assert "not checked: the rules (steps 2, 14 and 15), signatures" in done.stdout
    assert "that it is the game you saw" in done.stdout
    assert "verified" not in done.stdout


@pytest.mark.e2e
def test_it_names_what_is_wrong_and_where(file):
    file.write_bytes(file.read_bytes().replace(b'"seq":5', b'"seq":6', 1))
    done = run(file)
    assert (done.returncode, done.stdout) == (1, "wrong: out_of_order at row 5\n")


@pytest.mark.e2e
@pytest.mark.parametrize("content", [b"", b"{}", b"\xff", b"[" * 100_000])
def test_what_is_no_record_is_unusable(file, content):
    file.write_bytes(content)
    done = run(file)
    assert (done.returncode, done.stderr) == (2, "")
    assert done.stdout.startswith("wrong: ")


@pytest.mark.e2e
def test_a_file_that_is_not_there_is_unusable(tmp_path):
    done = run(tmp_path / "none.json")
    assert (done.returncode, done.stderr) == (2, "")
    assert done.stdout.startswith("unusable: ")


@pytest.mark.e2e
def test_it_compares_what_a_player_has_noted(tmp_path):
    game = Played(stop_at=7)
    receipts = game.receipts(1)
    bundle, noted = tmp_path / "game.json", tmp_path / "mine.json"
    bundle.write_bytes(game.bundle)
    noted.write_bytes(receipts + b"\n")
    freeze = next(row for row in game.ledger.rows if row.type == "freeze")
    keys = next(given.value for given in freeze.pub.given if given.level == "mash")
    keys = f"1.1 1 mash {keys}"
    told = {"commitment": game.ledger.commitment, "receipts": receipts + b"\n", "me": keys}
    assert minimal_verdict(game.bundle, full=True, **told)[0] is None
    for name, other in (("commitment", "ab" * 32), ("me", keys + "~"), ("me", "")):
        assert minimal_verdict(game.bundle, full=True, **told | {name: other})[0] is not None
    # Its slow hash is a toy, and real floors are what the program holds it to.
    done = run(bundle, "--receipts", noted, "--commitment", told["commitment"], f"--me={keys}")
    assert (done.returncode, done.stdout) == (1, "wrong: weak_slow\n")
    floors = {"table": WORK["table"], "strict": WORK["strict"]}
    assert {
        name: {"shuffle": work.shuffle, "roll": work.roll} for name, work in floors.items()
    } == minimal.FLOORS


@pytest.mark.e2e
def test_an_empty_file_of_receipts_is_no_receipt(file, tmp_path):
    empty = tmp_path / "mine.json"
    empty.write_bytes(b"")
    done = run(file, "--receipts", empty)
    assert (done.returncode, done.stdout) == (2, "wrong: not_json\n")


@pytest.mark.parametrize("words", ["1.1 anything", "1.1", "1.1 1 mash", "1.1 x mash keys"])
def test_only_a_note_can_be_of_an_opening_that_was_cut_off(words):
    game = noted_in_vain()
    assert minimal_verdict(game.body, full=True, **game.options)[0] is None
    assert minimal_verdict(game.body, full=True, me=words)[0] == "not_mine"
