"""The three verifiers say the same of forgeries in which one was once laxer than another."""

import base64
import copy
import hashlib
import json
import struct
from functools import cache, partial
from types import SimpleNamespace

import asyncssh
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from rr_net.fairness.base.errors import BadRow, VerifyError
from rr_net.fairness.base.manifest import HostTerms
from rr_net.fairness.base.rows import CheckpointRow, EventRow, PledgeRow, WitnessRow
from rr_net.fairness.chain.signers import Signers
from rr_net.fairness.proof.bundle import share_bytes
from rr_net.fairness.proof.receipts import receipts_bytes
from tests.support.fairness.heavy import PILE, Deal, row
from tests.support.fairness.minimal import minimal_verdict
from tests.support.page.node import node_page
from tests.support.rr_net import recorded
from tests.support.rr_net.cheating import Host, Story
from tests.support.rr_net.forged import Forger, canon
from tests.support.rr_net.recorded import TINY, checked, manifest_of, record

FIRST, SECOND, THIRD = range(3)


@pytest.fixture(scope="module")
def page(node):
    with node_page(node) as asked:
        yield asked


@cache
def played(level="table"):
    return record(1, manifest_of(seats=4, level=level, target="4", turn_cap="6"), removals=True)


def plain(level="table"):
    return json.loads(played(level).bundle)


def all_three(page, source, **told):
    """What each of them finds wrong, by name and row."""
    try:
        checked(source, full=True, **told | {name: (told[name],) for name in told if name == "me"})
        first = None, None
    except VerifyError as refused:
        first = str(refused.failure), refused.seq if refused.seq >= 0 else None
    failure, row = minimal_verdict(source, full=True, **told)
    return first, (failure, row if failure else None), page.verdict(source, **told)


def remade(bundle, pin=lambda seq, row: None, secret=None):
    secret = secret or Forger(plain(bundle["manifest"]["fairness"])).secret
    return Forger(bundle, secret, pin=pin).rewrite()


def row_of(bundle, kind, number=0):
    return [row for row in bundle["rows"] if row["type"] == kind][number]


# --- files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "source",
    ['{"é":1,"é":1}', '{"é":1,"a":1,"a":2}', '{"é":1,"b":1.5}', '{"é":1,', '{"a":1,"a":2,"b":1.5}',
     '\\"' + "[" * 20, "\\[" * 20],
)  # fmt: skip
def test_they_name_the_same_of_bytes_that_are_wrong_in_two_ways(source, page):
    first, second, third = all_three(page, source.encode())
    assert first == second == third


def test_the_page_reads_a_shared_game_too(page):
    assert page.verdict(share_bytes(played().bundle, 3, "look")) == (None, None)


@pytest.mark.parametrize("spaces", ["\n", "\r\n", " \n"])
def test_white_space_around_receipts_is_no_part_of_them(spaces, page):
    game = played()
    told = receipts_bytes(game.rows, 1, ()) + spaces.encode()
    assert set(all_three(page, game.bundle, receipts=told)) == {(None, None)}


@pytest.mark.parametrize(
    ("part", "other", "failure"),
    [("format", "rr2-receipts-2", "other_format"), ("checkpoint", {"note": "x", "signature": "y"},
      "wrong_shape"), ("given", [{"event": 0, "opening": 1, "level": "mash", "value": "a"}],
      "wrong_shape"), ("given", [{"event": 1, "opening": 1, "level": "mash", "value": ""}],
      "wrong_shape")],
)  # fmt: skip
def test_receipts_that_are_none_accuse_nobody(part, other, failure, page):
    game = played()
    told = canon(json.loads(receipts_bytes(game.rows, 1, ())) | {part: other})
    assert set(all_three(page, game.bundle, receipts=told)) == {(failure, None)}


# --- rows ----------------------------------------------------------------------------------------


def face_too_long(bundle):
    bundle["manifest"]["cards"]["x" * 65] = 1


def opened_once_more(bundle):
    at = row_of(bundle, "event")["seq"] + 1
    again = {"type": "reopen", "seq": 0, "prev": "", "pub": {"event": 1, "opening": 1}}
    bundle["rows"][at + 1 : at + 1] = [again, copy.deepcopy(bundle["rows"][at])]


def roll_left_out(bundle):
    """A shuffle of nothing stands where a roll is due."""
    row = row_of(bundle, "roll")
    pub = {"event": row["pub"]["event"], "piles": [], "slow": row["pub"]["slow"]}
    bundle["rows"][row["seq"]] = {"type": "shuffle", "seq": 0, "prev": "", "sealed": "",
                                  "pub": pub, "body": {"orders": [], "faces": []}}  # fmt: skip


def zone_twice(bundle):
    """A row that promises a zone twice could keep one promise in the game, one for receipts."""
    row = row_of(bundle, "commit", -1)
    row["pub"]["zones"].append(copy.deepcopy(row["pub"]["zones"][-1]))
    row["body"]["faces"].append(list(row["body"]["faces"][-1]))


def result_before_its_note(bundle):
    at = row_of(bundle, "event", 1)["seq"] + 1
    bundle["rows"][at] = copy.deepcopy(row_of(bundle, "roll"))


@pytest.mark.attack("T16")
@pytest.mark.parametrize(
    ("spoil", "failure"),
    [(face_too_long, "wrong_shape"), (opened_once_more, "bad_event"), (roll_left_out, "bad_event"),
     (zone_twice, "wrong_root"), (result_before_its_note, "unsigned")],
)  # fmt: skip
def test_all_refuse_a_row_that_one_of_them_let_pass(spoil, failure, page):
    bundle = plain()
    spoil(bundle)
    first, second, third = all_three(page, remade(bundle))
    assert first == second == third
    assert first[0] == failure


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_commit_row_that_follows_no_entry_is_named_after_what_is_wrong_with_its_cards(
    number, page
):
    bundle = plain()
    again = row_of(bundle, "commit", number)
    bundle["rows"].insert(again["seq"] + 1, copy.deepcopy(again))
    first, second, third = all_three(page, remade(bundle))
    assert first == second == third
    assert first[0] in {"wrong_root", "wrong_opening"}


def test_a_commit_row_that_tells_nothing_follows_an_entry_all_the_same(page):
    bundle = plain()
    none = {"opened": [], "entered": [], "zones": []}
    seq = row_of(bundle, "close")["seq"]
    bundle["rows"].insert(seq, row("commit", none, {"faces": []}))
    first, second, third = all_three(page, remade(bundle))
    assert first == ("wrong_commit", seq)
    assert second == third == (None, None)  # they know no rules


@pytest.mark.attack("T16")
def test_all_refuse_slots_that_are_made_of_a_card_which_was_drawn(page):
    bundle = plain()
    forger, shuffle = Forger(plain()), row_of(bundle, "shuffle")
    label, faces = shuffle["pub"]["piles"][0]["label"], shuffle["body"]["faces"][0]
    forger.promise(shuffle["seq"], label, -1, faces, "card")
    leaf = forger.zones[label, -1].leaves[-1].hex()
    seq = row_of(bundle, "commit", 3)["seq"]

    def pin(at, row):
        if at == seq:
            zone = {"zone": label, "owner": -1, "count": 1, "slots": [leaf]}
            row["pub"]["zones"].append(zone)
            row["body"]["faces"].append(faces[-1:])
            row["sealed"] = again.seal(row)

    again = Forger(bundle, forger.secret, pin=pin)
    assert set(all_three(page, again.rewrite())) == {("wrong_root", seq)}


def test_all_name_a_checkpoint_of_a_game_without_a_key(page):
    bundle = plain("solo")
    secret = Forger(plain("solo")).secret
    end = {"type": "checkpoint", "seq": 0, "prev": "", "pub": {"signature": "U1NIU0lHAAAAAQ=="}}
    bundle["rows"].append(end)
    source = remade(bundle, secret=secret)
    assert set(all_three(page, source)) == {("unsigned", len(bundle["rows"]) - 1)}


@pytest.mark.parametrize("spoil", ["slow", "rows"])
def test_a_lower_level_is_named_before_what_else_is_wrong(spoil, page):
    bundle = plain("solo")
    if spoil == "slow":
        bundle["manifest"]["slow"]["roll"] = 5
    else:
        bundle["rows"] = bundle["rows"][:3]
    assert set(all_three(page, canon(bundle), level="table")) == {("lower_level", None)}


@pytest.mark.attack("T72")
@pytest.mark.parametrize(("more", "failure"), [(0, "broken_seal"), (1, "wrong_shape")])
def test_a_record_has_no_more_faces_than_a_game_needs(more, failure, page):
    bundle = plain("solo")
    told = (row["body"]["faces"] for row in bundle["rows"] if row["type"] in ("commit", "shuffle"))
    there = sum(len(faces) for zones in told for faces in zones)
    row = row_of(bundle, "commit", 1)
    row["body"]["faces"].append([""] * (2**16 - there + more))
    where = row["seq"] if failure == "broken_seal" else None
    assert set(all_three(page, canon(bundle))) == {(failure, where)}


@pytest.mark.parametrize("events", [4096, 4097])
def test_a_game_has_no_more_random_events_than_its_chains_have_values(events, page):
    deal = Deal({"a": 1})
    for _ in range(events):
        deal.shuffle((PILE, ["a"]))
    source, failure = deal.bundle, ("bad_event", 4097) if events > 4096 else (None, None)
    found, where = minimal_verdict(source)
    assert (found, found and where) == page.verdict(source) == failure


# --- notes ---------------------------------------------------------------------------------------


NOTED = [("1.1 1 mash kjh", True), ("1.1 2 pledge kjhasdfq", True), ("1.1 0 signed 00", True),
         ("1.1 2 signature x", True), ("1.1 1 chain kjh", False), ("1.1 8 mash kjh", False),
         ("1.2 1 mash kjh", False), ("2.1 1 mash kjh", False)]  # fmt: skip


@pytest.mark.parametrize(("note", "is_taken"), NOTED)
def test_a_note_of_an_opening_that_was_cut_off_is_of_a_seat_that_gave_it(note, is_taken, page):
    found = all_three(page, cut_off(), me=note)
    assert set(found) == {(None, None) if is_taken else ("not_mine", None)}


@cache
def cut_off():
    """A game whose first event was opened twice."""
    story = Story(Host).opened()
    story.given()
    story.keep(story.ledger.reopening())
    story.sign()
    story.deals(story.ledger.freeze(story.given()))
    return story.closed()


# --- signatures ----------------------------------------------------------------------------------


def string(part):
    return struct.pack(">I", len(part)) + part


OWN = Ed25519PrivateKey.from_private_bytes(b"a key of a host of its own......")
POINT = string(OWN.public_key().public_bytes_raw())
BARE, SECURITY = string(b"ssh-ed25519"), string(b"sk-ssh-ed25519@openssh.com")


def bare(message):
    return BARE + string(OWN.sign(message))


def by_security_key(message):
    more = b"\1" + struct.pack(">I", 7)
    parts = hashlib.sha256(b"ssh:").digest() + more + hashlib.sha256(message).digest()
    return SECURITY + string(OWN.sign(parts)) + more


def signed_game(monkeypatch, key, sign, reserved=b""):
    """A game whose host signs with a key and in a way of its own."""

    def note(_, text):
        about = string(b"rr2-transcript") + string(reserved) + string(b"sha512")
        signature = sign(b"SSHSIG" + about + string(hashlib.sha512(text.encode()).digest()))
        whole = b"SSHSIG" + struct.pack(">I", 1) + string(key) + about + string(signature)
        return base64.b64encode(whole).decode()

    monkeypatch.setattr(recorded, "signed_note", note)
    name = "SHA256:" + base64.b64encode(hashlib.sha256(key).digest()).decode().rstrip("=")
    host = HostTerms(name, 1, 0, "table", TINY["table"])
    return record(3, manifest_of(level="table", host=host, target="2", turn_cap="2")).bundle


@pytest.mark.parametrize(
    ("key", "sign"),
    [(BARE + POINT, bare), (SECURITY + POINT + string(b"ssh:"), by_security_key)],
    ids=["bare", "security key"],
)
def test_the_page_knows_the_keys_that_tables_let_in(key, sign, page, monkeypatch):
    assert set(all_three(page, signed_game(monkeypatch, key, sign))) == {(None, None)}


@pytest.mark.parametrize("kind", ["ssh-ed448", "ecdsa-sha2-1.3.132.0.10"])
def test_a_key_of_a_kind_that_openssh_does_not_make_signs_nothing(kind, page, monkeypatch):
    key = asyncssh.generate_private_key(kind)
    sign = partial(key.sign, sig_algorithm=kind.encode())
    found = all_three(page, signed_game(monkeypatch, key.public_data, sign))
    assert found[FIRST] == found[THIRD] == ("bad_signature", 2)


@pytest.mark.parametrize(
    ("key", "sign", "reserved"),
    [(BARE + POINT + b"more", bare, b""), (BARE + POINT, lambda it: bare(it) + b"more", b""),
     (BARE + POINT, bare, b"more")],
    ids=["key", "signature", "reserved"],
)  # fmt: skip
def test_a_signature_has_one_spelling(key, sign, reserved, page, monkeypatch):
    found = all_three(page, signed_game(monkeypatch, key, sign, reserved))
    assert found[FIRST] == found[THIRD] == ("bad_signature", 2)


def test_the_base64_of_a_signature_has_one_spelling(page):
    bundle = plain()
    last = len(bundle["rows"]) - 1

    def pin(seq, row):
        if seq == last:
            text = row["pub"]["signature"]
            assert text.endswith("==")
            row["pub"]["signature"] = text[:-3] + chr(ord(text[-3]) + 1) + "=="
            assert base64.b64decode(row["pub"]["signature"]) == base64.b64decode(text)

    found = all_three(page, remade(bundle, pin))
    assert found[FIRST] == found[THIRD] == ("bad_signature", last)


def test_a_key_that_its_player_never_signed_is_named_first(page):
    bundle = plain()
    bundle["manifest"]["seats"][1]["signer"] = {"day": "2026-11-23", "key": "0" * 64,
                                                "signature": "x"}  # fmt: skip
    found = all_three(page, canon(bundle))
    assert found[FIRST] == found[THIRD] == ("bad_seat", None)
    assert found[SECOND][0] == "broken_chain"


def test_what_stands_after_witnesses_stands_there_after_a_pledge_too():
    """As on the page; no room writes anything else, since it asks for witnesses before a choice."""
    signers = Signers(manifest_of(seats=3, level="table"))
    signers.take(WitnessRow.model_construct(seq=1, pub=SimpleNamespace(seat=1)))
    for pledge in (PledgeRow.model_construct(seq=2), PledgeRow.model_construct(seq=3)):
        signers.check(pledge)
        signers.take(pledge)
    with pytest.raises(BadRow, match="after witnesses"):
        signers.check(CheckpointRow.model_construct(seq=4))
    event = EventRow.model_construct(seq=4)
    signers.check(event)
    signers.take(event)
    signers.check(CheckpointRow.model_construct(seq=5))
