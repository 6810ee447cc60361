"""`ssh HOST history`: a guest's own games, and the host's all."""

import json

import pytest

from rr_net.history.book import Rated, open_book
from rr_net.host.door import BANNED
from rr_net.store import KnownKey, SqliteJournal
from tests.support.e2e.hosting import HostProcess
from tests.support.e2e.sshclient import SshHome
from tests.support.rr_net.pastgames import BOB, ROOT, game
from tests.support.rr_net.recorded import manifest_of, record

pytestmark = pytest.mark.usefixtures("ssh_client", "ssh_keygen")


async def history(home, host, words=""):
    return await home.run("guest", host.port, f"history {words}".strip())


async def test_a_guest_is_told_the_games_of_the_own_key_and_the_host_all(tmp_path):
    ann, cem, root = [await SshHome.make(tmp_path / name) for name in ("ann", "cem", "root")]
    key, data = await ann.fingerprint(), tmp_path / "data"
    book = open_book(data)
    book.keep(game(1, others=(key,)), game(2, others=(BOB,)), game(3, winner=key, others=(ROOT,)))
    book.rate([Rated("Runes & Regulations", each, 25, 7, 3) for each in (ROOT, key, BOB)])
    book.close()
    config = f'hosts = ["{await root.fingerprint()}"]\n'
    async with HostProcess(data, "--invite", "plum-tree", config=config) as host:
        anns = await history(ann, host)
        assert anns.code == 0
        assert anns.out.splitlines()[0] == b"Past games: 2"
        assert b"bob" not in anns.out
        assert anns.out.count(b"\xc2\xb17") == 1
        assert b"Won and lost against: root 1-1" in anns.out
        strangers = await history(cem, host)
        assert (strangers.code, strangers.out) == (0, b"No past games.\n")
        hosts = await history(root, host)
        assert hosts.out.splitlines()[0] == b"Past games: 3"
        assert hosts.out.count(b"\xc2\xb17") == 3
        narrowed = await history(ann, host, "won --game regul")
        assert narrowed.out.splitlines()[0] == b"Past games: 1"
        plain = json.loads((await history(ann, host, "--json")).out)
        assert plain["count"] == 2
        # Of the games of others not even a name can be asked for.
        asked = await history(ann, host, "--person bob")
        assert asked.out.splitlines()[0] == b'None of your 2 past games fits player "bob".'
        assert (await history(root, host, "bob")).out.splitlines()[0] == b"Past games: 1"
        wrong = await history(ann, host, "--all")
        assert (wrong.code, wrong.out) == (1, b"")
        assert b"--person NAME" in wrong.err
        assert (await history(ann, host, "x" * 400)).code == 127


async def test_a_host_that_was_killed_as_it_broke_a_game_off_knows_it_at_the_next_start(tmp_path):
    journal, book = await SqliteJournal.open(tmp_path), open_book(tmp_path)
    games = [record(seed, manifest_of(seats=seats)) for seed, seats in ((1, 2), (2, 3))]
    for manifest, secret, rows, _ in games:
        await journal.begin(manifest, secret, rows[0])
        await journal.append(manifest.gid, rows[1:-1])
        book.keep(game(gid=manifest.gid, state="playing"))
    broken_off, going_on = (each.manifest.gid for each in games)
    await journal.break_off(broken_off)
    await journal.close()
    async with HostProcess(tmp_path, "--invite", "plum-tree"):
        assert book.game(broken_off).state == "broken_off"
        assert book.game(going_on).state == "playing"
    book.close()


async def test_a_banned_key_is_told_nothing(tmp_path):
    ann = await SshHome.make(tmp_path / "ann")
    key, data = await ann.fingerprint(), tmp_path / "data"
    book = open_book(data)
    book.keep(game(1, others=(key,)))
    book.close()
    journal = await SqliteJournal.open(data)
    await journal.remember(KnownKey(key, banned=True))
    await journal.close()
    async with HostProcess(data, "--invite", "plum-tree") as host:
        done = await history(ann, host)
        assert (done.code, done.out) == (1, b"")
        assert BANNED.encode() in done.err
