"""The hashes, against numbers computed without our code and against the page's sample values."""

import ast
import hashlib
import hmac
import re
from pathlib import Path

import pytest

from rr_net.fairness.base.errors import ChainUsedUp, Failure
from rr_net.fairness.base.hash import Tag, hashed, keyed, links, number
from rr_net.fairness.base.rows import Row
from rr_net.fairness.base.secret import Secret
from rr_net.fairness.base.slow import long_hash
from rr_net.fairness.chain.reveals import LENGTH, roll_chain, seat_chain
from rr_net.fairness.proof.bundle import FORMAT
from rr_rules.kernel.stream import Stream

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "fairness.md").read_text("utf-8")
GID = "11" * 32


def test_a_hash_frames_its_tag_and_every_part():
    message = b"rr2/gid\0" + b"\0\0\0\0\0\0\0\3abc" + b"\0\0\0\0\0\0\0\0"
    assert hashed(Tag.GAME, b"abc", b"") == hashlib.sha256(message).digest()


def test_a_keyed_hash_is_an_hmac_of_the_framed_message():
    message = hashlib.sha256(b"rr2/spin\0" + b"\0\0\0\0\0\0\0\1x").digest()
    assert keyed(b"k" * 32, Tag.SPIN, b"x") == hmac.new(b"k" * 32, message, "sha256").digest()


def test_parts_that_run_together_hash_apart():
    together = {hashed(Tag.SEAL, *parts) for parts in ([b"ab"], [b"a", b"b"], [b"", b"ab"], [])}
    assert len(together) == 4


def test_a_number_is_eight_bytes_big_endian():
    assert number(258) == b"\0\0\0\0\0\0\1\2"


def test_the_sample_values_of_the_page_are_ours():
    samples = {
        "u64(1)": number(1).hex(),
        'H("gid", "{}")': hashed(Tag.GAME, b"{}").hex(),
        'M(32 zero bytes, "spin")': keyed(bytes(32), Tag.SPIN).hex(),
        'LONG(H("slow"), 8193)': long_hash(hashed(Tag.SLOW), 8193).hex(),
        'order of 5, key = "key"': str(list(Stream(b"key").order(5))),
    }
    for name, value in samples.items():
        assert re.search(rf"^    {re.escape(name)} +{re.escape(value)}$", PAGE, re.MULTILINE), name


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


def test_a_secret_never_shows_itself():
    secret = Secret(b"never shown, never shown, never!", GID)
    shown = f"{secret} {secret!r} {[secret]} {secret:} {roll_chain(secret)!r}"
    assert shown.count("hidden") == 5
    assert "never" not in shown
    assert secret.reveal().hex() not in shown


def test_a_secret_used_for_two_games_deals_two_decks():
    one, other = Secret(b"r" * 32, GID), Secret(b"r" * 32, "22" * 32)
    assert one != other
    assert one.derive(Tag.SHUFFLE, b"main") != other.derive(Tag.SHUFFLE, b"main")
    assert one.commitment != other.commitment


def test_the_page_names_every_tag_format_failure_and_kind_of_row():
    unnamed = [tag for tag in Tag if f'"{tag}"' not in PAGE]
    assert unnamed == []
    assert FORMAT in PAGE
    ours = {Failure.BAD_COMMITMENT, Failure.BAD_NOTE, Failure.RULES_FAULT, Failure.CHAIN_USED_UP}
    assert [
        failure for failure in Failure if failure not in ours and f"`{failure}`" not in PAGE
    ] == []
    kinds = [row.model_fields["type"].default for row in Row.__origin__.__args__]
    assert len(kinds) == 17
    named = {kind for row in re.findall(r"^\| ([a-z`, ]+) \|", PAGE, re.MULTILINE)
             for kind in re.findall("[a-z]+", row)}  # fmt: skip
    assert set(kinds) <= named


# --- chains ----------------------------------------------------------------------------


def test_links_are_the_framed_hashes_of_each_other():
    top, first, second = links(Tag.CHAIN, b"t" * 32, 2)
    assert (first, second) == (hashed(Tag.CHAIN, top), hashed(Tag.CHAIN, first))


@pytest.mark.attack("T15")
@pytest.mark.parametrize("place", [1, 2, LENGTH])
def test_each_value_of_a_chain_leads_back_to_its_anchor_and_to_no_later_value(place):
    chain = roll_chain(Secret(b"r" * 32, GID))
    value = bytes.fromhex(chain.at(place))
    assert links(Tag.CHAIN, value, place)[-1].hex() == chain.anchor
    later = {chain.at(after) for after in range(place + 1, LENGTH + 1)}
    assert not later & {value.hex() for value in links(Tag.CHAIN, value, place)}


def test_a_chain_begins_at_what_the_secret_derives_and_ends_there():
    secret = Secret(b"r" * 32, GID)
    assert roll_chain(secret).at(LENGTH) == secret.derive(Tag.CHAIN_TOP).hex()
    assert seat_chain(secret, 2).at(LENGTH) == secret.derive(Tag.SEAT_TOP, number(2)).hex()
    with pytest.raises(ChainUsedUp, match="4097"):
        roll_chain(secret).at(LENGTH + 1)


def test_every_seat_and_every_game_has_a_chain_of_its_own():
    secret, other = Secret(b"r" * 32, GID), Secret(b"r" * 32, "22" * 32)
    chains = [
        seat_chain(secret, 0),
        seat_chain(secret, 1),
        seat_chain(other, 0),
        roll_chain(secret),
    ]
    assert len({chain.anchor for chain in chains}) == 4
