"""What plain ssh gets of a game's proof: the banner, receipts, signatures and the bundle."""

import asyncio
import contextlib
import json
import re

import pytest
import pytest_asyncio

from rr_net.fairness.base.note import TRANSCRIPT, armoured, read_note, unarmoured
from rr_net.fairness.proof.receipts import read_receipts
from rr_net.host.door import (
    BANNED,
    NO_BUNDLE,
    NO_RECEIPT,
    NO_SEAT,
    NOT_LET_IN,
    NOT_THERE,
    Signatures,
)
from rr_net.ssh.sshsig import check_signature
from tests.support.e2e.hosting import HostProcess
from tests.support.e2e.sshclient import SshHome
from tests.support.rr_net.jsonclient import JsonPlayer, all_dealt, sat_down

pytestmark = pytest.mark.usefixtures("ssh_client", "ssh_keygen")

FAST = ("--option", "window=fast")
PROMISED = re.compile(
    r"host key    (SHA256:\S+)\r?\n"
    r"The host has promised for the game on the table:\r?\n"
    r"game        ([0-9a-f]{64})\r?\n"
    r"commitment  ([0-9a-f]{64})\r?\n"
    r"anchor      ([0-9a-f]{64})\r?\n"
)


@pytest.fixture
async def ann(tmp_path):
    return await SshHome.make(tmp_path / "ann")


@pytest.fixture
async def bob(tmp_path):
    return await SshHome.make(tmp_path / "bob")


@contextlib.asynccontextmanager
async def dealt(tmp_path, ann, bob, *words):
    """A host with a game that waits for Ann or Bob: the host and both."""
    async with (
        HostProcess(
            tmp_path / "data", "--seats", "2", "--invite", "plum-tree", *FAST, *words
        ) as host,
        ann.pipe("ann", host.port, "json") as anns,
        bob.pipe("bob", host.port, "json") as bobs,
    ):
        players = [
            await sat_down(anns, 0, code="plum-tree"),
            await sat_down(bobs, 1, code="plum-tree"),
        ]
        await all_dealt(*players)
        yield host, *players


SHARED = pytest.mark.asyncio(loop_scope="module")
"""For tests that only look: they share one host, and so its event loop."""


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def waiting(tmp_path_factory, ssh_client, ssh_keygen):
    """A game that waits for Ann or Bob: the host, both at home, and what Ann is told."""
    folder = tmp_path_factory.mktemp("waiting")
    ann, bob = [await SshHome.make(folder / name) for name in ("ann", "bob")]
    async with dealt(folder, ann, bob) as (host, anns, _):
        yield host, ann, bob, anns


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def empty(tmp_path_factory, ssh_client, ssh_keygen):
    """A table at which nothing has been dealt, and somebody at home."""
    folder = tmp_path_factory.mktemp("empty")
    ann = await SshHome.make(folder / "ann")
    async with HostProcess(folder / "data", "--seats", "2", "--open", *FAST) as host:
        yield host, ann


async def fetch(home, host, verb):
    return await home.run("somebody", host.port, verb)


# --- the banner ----------------------------------------------------------------------------


async def test_the_banner_shows_the_promise_and_changes_with_the_game(tmp_path, ann, bob):
    quick = ("--option", "turn_cap=2")
    async with dealt(tmp_path, ann, bob, *quick) as (host, *players):
        banners = [(await fetch(ann, host, "receipt")).err.decode()]
        assert PROMISED.search(banners[0])
        await asyncio.gather(*(player.plays() for player in players))
        opening = json.loads((await fetch(ann, host, "bundle")).out)["rows"][0]["pub"]
        for player in players:
            player.says("rematch")
        await players[0].hears_of("lobby", lambda m: m["phase"] == "playing")
        banners.append((await fetch(bob, host, "receipt")).err.decode())
        first, second = (PROMISED.search(banner).groups() for banner in banners)
        key = host.first["fingerprint"]
        assert first == (key, opening["game"], opening["commitment"], opening["anchor"])
        assert second[0] == key
        assert set(first[1:]).isdisjoint(second[1:])
        assert second[2] == players[0].last("lobby")["commitment"]


@SHARED
async def test_before_the_first_game_the_banner_promises_nothing(empty):
    host, ann = empty
    done = await fetch(ann, host, "receipt")
    assert f"host key    {host.first['fingerprint']}" in done.err.decode()
    assert b"promised" not in done.err
    assert (done.code, done.out) == (1, b"")
    assert NO_RECEIPT.encode() in done.err
    assert NO_BUNDLE.encode() in (await fetch(ann, host, "bundle")).err


# --- the note and its signature ---------------------------------------------------------------


@SHARED
async def test_a_note_and_its_signature_come_byte_for_byte(waiting):
    host, ann, bob, _ = waiting
    note, signature = [(await fetch(ann, host, verb)).out for verb in ("receipt", "receipt.sig")]
    banner = (await fetch(ann, host, "receipt")).err.decode()
    assert read_note(note.decode()).game == PROMISED.search(banner)[2]
    bare = unarmoured(signature.decode())
    assert armoured(bare).encode() == signature
    assert check_signature(note, bare, host.first["fingerprint"], TRANSCRIPT)
    assert (await fetch(bob, host, "receipt")).out == note


async def test_the_note_of_a_finished_game_is_the_last_of_its_bundle(tmp_path, ann, bob):
    async with dealt(tmp_path, ann, bob, "--option", "turn_cap=1") as (host, *players):
        await asyncio.gather(*(player.plays() for player in players))
        note = read_note((await fetch(ann, host, "receipt")).out.decode())
        rows = json.loads((await fetch(ann, host, "bundle")).out)["rows"]
        assert (note.size, note.head) == (len(rows) - 1, rows[-1]["prev"])
        outcome = players[0].last("outcome")
        assert (outcome["size"], outcome["head"]) == (note.size, note.head)


def test_a_signature_that_is_fetched_is_that_of_the_note_that_was():
    """While people play the host signs again: two verbs would not fit each other."""
    first, second = (b"note 1", b"signature 1"), (b"note 2", b"signature 2")
    fetched = Signatures()
    assert fetched.of("receipt.sig", "ann", None) is None
    assert fetched.of("receipt.sig", "ann", first) == b"signature 1"
    assert fetched.of("receipt", "ann", first) == b"note 1"
    assert fetched.of("receipt.sig", "ann", second) == b"signature 1"
    assert fetched.of("receipt.sig", "bob", second) == b"signature 2"
    assert fetched.of("receipt", "ann", second) == b"note 2"
    assert fetched.of("receipt.sig", "ann", second) == b"signature 2"


def test_keys_cost_nothing_and_so_only_some_notes_are_remembered():
    fetched = Signatures()
    for number in range(300):
        fetched.of("receipt", f"key {number}", (b"note 1", b"signature 1"))
    newest = (b"note 2", b"signature 2")
    assert fetched.of("receipt.sig", "key 0", newest) == b"signature 2"
    assert fetched.of("receipt.sig", "key 299", newest) == b"signature 1"


# --- receipts ------------------------------------------------------------------------------------


@SHARED
async def test_receipts_are_for_the_seat_alone(waiting):
    host, ann, bob, anns = waiting
    mine = read_receipts((await fetch(ann, host, "receipts")).out)
    others = read_receipts((await fetch(bob, host, "receipts")).out)
    assert (mine.seat, others.seat) == (0, 1)
    view = (await anns.hears_of("view"))["view"]["seats"][0]
    hand = [card for card in mine.openings if card.zone == "hand"]
    assert len(hand) == len(view["hand"])
    salts = {card.salt for card in mine.openings}
    assert salts.isdisjoint(card.salt for card in others.openings)
    assert not [card for card in mine.openings if card.owner == 1]
    assert mine.checkpoint.note.encode() == (await fetch(ann, host, "receipt")).out


@SHARED
async def test_who_has_no_seat_gets_a_sentence_and_a_status(tmp_path, waiting):
    host = waiting[0]
    cem, dee = [await SshHome.make(tmp_path / name) for name in ("cem", "dee")]
    async with cem.pipe("cem", host.port, "json") as cems:
        watching = JsonPlayer(cems)
        watching.says("hello", code="plum-tree")
        await watching.hears_of("hello", lambda m: m["admitted"])
    spectator = await fetch(cem, host, "receipts")
    assert (spectator.code, spectator.out) == (1, b"")
    assert NO_SEAT.encode() in spectator.err
    assert (await fetch(cem, host, "receipt")).code == 0
    for verb in ("receipts", "receipt", "receipt.sig", "bundle"):
        stranger = await fetch(dee, host, verb)
        assert (stranger.code, stranger.out) == (1, b"")
        assert NOT_LET_IN.encode() in stranger.err


WRONG_WORDS = (
    "receipts 0", "receipts;receipts", "receipt ", " receipt", "RECEIPT", "receipt.sig.sig",
    "receipt\n", "receipt.si", "receipts --seat 1", "$(receipt)", "seed",
)  # fmt: skip


ALL_WORDS = (
    b"backup, bundle, history [WORDS], invites, json, receipt, receipt.sig, receipts, status, text"
)


@SHARED
async def test_only_the_exact_word_is_one(empty):
    host, ann = empty
    for command in WRONG_WORDS:
        done = await fetch(ann, host, command)
        assert (done.code, done.out) == (127, b""), command
        assert ALL_WORDS in done.err


# --- who may -----------------------------------------------------------------------------------


async def test_a_banned_key_fetches_nothing_even_from_a_host_started_anew(tmp_path, ann, bob):
    config = f'pace = 0\nhosts = ["{await ann.fingerprint()}"]\n'
    words = ("--seats", "2", "--bots", "1", *FAST, "--option", "turn_cap=1")
    async with (
        HostProcess(tmp_path / "data", "--open", *words, config=config) as host,
        ann.pipe("ann", host.port, "json") as anns,
    ):
        async with bob.pipe("bob", host.port, "json") as bobs:
            await JsonPlayer(bobs).hears_of("hello")
            player = await sat_down(anns, 0)
            player.says("ready")
            await player.plays()
            player.says("host", act="ban", name="bob")
            await bobs.wait_closed()
        await host.stop()
    async with HostProcess(tmp_path / "data", "--open", *words) as host:
        for verb in ("bundle", "receipt"):
            done = await fetch(bob, host, verb)
            assert (done.code, done.out) == (1, b"")
            assert BANNED.encode() in done.err
        # The control: the table is open, and the file is there.
        assert (await fetch(ann, host, "bundle")).code == 0


async def test_after_a_restart_a_bundle_is_for_who_was_there(tmp_path, ann, bob):
    cem = await SshHome.make(tmp_path / "cem")
    words = ("--open", "--seats", "2", "--bots", "1", *FAST, "--option", "turn_cap=1")
    async with (
        HostProcess(tmp_path / "data", *words) as host,
        ann.pipe("ann", host.port, "json") as anns,
        bob.pipe("bob", host.port, "json") as bobs,
    ):
        await JsonPlayer(bobs).hears_of("lobby")
        player = await sat_down(anns, 0)
        player.says("ready")
        await player.plays()
        # Whoever is let in while it lies on the table may have it.
        async with cem.pipe("cem", host.port, "json") as cems:
            await JsonPlayer(cems).hears_of("lobby")
            assert (await fetch(cem, host, "bundle")).code == 0
        await host.stop()
    async with HostProcess(tmp_path / "data", *words) as host:
        assert (await fetch(ann, host, "bundle")).code == 0
        assert (await fetch(bob, host, "bundle")).code == 0
        done = await fetch(cem, host, "bundle")
        assert (done.code, done.out) == (1, b"")
        assert NOT_THERE.encode() in done.err


async def test_an_older_hosts_bundle_in_the_folder_harms_nobody(tmp_path, ann, bob):
    (tmp_path / "data").mkdir(mode=0o700)
    (tmp_path / "data" / "bundle.json").write_bytes(b'{"format":"rr1-bundle-1"}')
    async with HostProcess(
        tmp_path / "data", "--invite", "plum-tree", "--seats", "2", *FAST
    ) as host:
        assert NOT_LET_IN.encode() in (await fetch(ann, host, "bundle")).err


# --- the folder ----------------------------------------------------------------------------------


async def test_a_folder_that_others_can_look_into_is_named(tmp_path):
    (tmp_path / "data").mkdir(mode=0o755)
    (tmp_path / "data").chmod(0o755)
    async with HostProcess(tmp_path / "data", "--seats", "2", *FAST) as host:
        assert "chmod 700" in await host.says("Others can look into")


async def test_a_folder_that_others_can_write_in_is_refused(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data").chmod(0o777)
    with pytest.raises(AssertionError, match="others can write in"):
        async with HostProcess(tmp_path / "data", "--seats", "2", *FAST):
            pass
    assert list((tmp_path / "data").iterdir()) == []
