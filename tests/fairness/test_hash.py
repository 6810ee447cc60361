"""The hashes, against numbers computed without our code."""

import ast
import hashlib
import hmac
import json
from pathlib import Path

import pytest

from rr_net.fairness.bundle import FORMAT
from rr_net.fairness.hash import RESERVED, Tag, hashed, keyed, number
from rr_net.fairness.ledger import Ledger
from rr_net.fairness.secret import Secret
from rr_rules.requests import Roll, Shuffle
from tests.support.recorded import manifest_of

ROOT = Path(__file__).parents[2]
VECTORS = json.loads((ROOT / "tests" / "vectors" / "fairness.json").read_text("ascii"))
GID = "11" * 32


def test_a_hash_frames_its_tag_and_every_part():
    message = b"rr1/gid\0" + b"\0\0\0\0\0\0\0\3abc" + b"\0\0\0\0\0\0\0\0"
    assert hashed(Tag.GAME, b"abc", b"") == hashlib.sha256(message).digest()


def test_a_keyed_hash_is_an_hmac_of_the_framed_message():
    message = hashlib.sha256(b"rr1/spin\0" + b"\0\0\0\0\0\0\0\1x").digest()
    assert keyed(b"k" * 32, Tag.SPIN, b"x") == hmac.new(b"k" * 32, message, "sha256").digest()


def test_parts_that_run_together_hash_apart():
    together = {hashed(Tag.SEAL, *parts) for parts in ([b"ab"], [b"a", b"b"], [b"", b"ab"], [])}
    assert len(together) == 4


def test_a_number_is_eight_bytes_big_endian():
    assert number(258) == b"\0\0\0\0\0\0\1\2"


@pytest.mark.parametrize("vector", VECTORS["hashes"], ids=lambda vector: vector["tag"])
def test_the_hash_of_each_tag_is_frozen(vector):
    parts = [bytes.fromhex(part) for part in vector["parts"]]
    assert hashed(Tag(vector["tag"]), *parts).hex() == vector["hash"]
    assert keyed(bytes(range(32)), Tag(vector["tag"]), *parts).hex() == vector["keyed"]


def test_every_tag_has_a_frozen_vector():
    assert {vector["tag"] for vector in VECTORS["hashes"]} == set(Tag)


def test_what_a_secret_deals_is_frozen():
    secret = Secret(bytes(range(32)), GID)
    ledger = Ledger(manifest_of(), secret)
    assert secret.commitment == VECTORS["commitment"]
    assert [list(order) for order in ledger.deal(Shuffle((("main", 20), ("runes", 7))))] == (
        VECTORS["orders"]
    )
    assert [ledger.deal(Roll(sides, "spin")) for sides in (2, 6, 1000)] == VECTORS["rolls"]


@pytest.mark.attack("T9")
def test_every_use_of_a_hash_has_a_tag_of_its_own():
    used = []
    for path in sorted((ROOT / "rr_net").rglob("*.py")):
        used += [
            node.attr
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "Tag"
        ]
    assert sorted(used) == sorted(tag.name for tag in Tag)


@pytest.mark.attack("T9")
def test_the_commitment_tells_nothing_that_is_dealt():
    secret = Secret(b"r" * 32, GID)
    derived = {secret.derive(tag) for tag in Tag} | {secret.derive(tag, number(0)) for tag in Tag}
    assert len(derived) == 2 * len(Tag)
    assert not derived & {bytes.fromhex(secret.commitment), bytes.fromhex(GID)}


def test_no_tag_is_taken_that_later_levels_of_fairness_need():
    assert not RESERVED & set(Tag)


def test_a_secret_never_shows_itself():
    secret = Secret(b"never shown, never shown, never!", GID)
    shown = f"{secret} {secret!r} {[secret]} {secret:}"
    assert shown.count("hidden") == 4
    assert "never" not in shown
    assert secret.reveal().hex() not in shown


def test_a_secret_used_for_two_games_deals_two_decks():
    one, other = Secret(b"r" * 32, GID), Secret(b"r" * 32, "22" * 32)
    assert one != other
    assert one.derive(Tag.SHUFFLE, b"main") != other.derive(Tag.SHUFFLE, b"main")
    assert one.commitment != other.commitment


def test_the_document_names_every_tag_format_and_kind_of_row():
    page = (ROOT / "docs" / "fairness.md").read_text("utf-8")
    assert all(f'"{tag}"' in page for tag in Tag)
    assert all(f"`{tag}`" in page for tag in RESERVED)
    assert FORMAT in page
    kinds = {"open", "shuffle", "roll", "answer", "arrange", "remove", "close"}
    assert all(f"| `{kind}` |" in page for kind in kinds)
