"""An evening that goes on with another version: two built packages, each in a place of its own.

The second version has another interface and another source of the rules, which play every recorded
game alike; a third one has other rules. All of them are made of this checkout.
"""

import json
import os

import pytest

from tests.support.e2e import wheels
from tests.support.e2e.hosting import HostProcess
from tests.support.e2e.sshclient import SshHome, run
from tests.support.e2e.wheels import Make
from tests.support.golden.former import present
from tests.support.rr_net.jsonclient import JsonPlayer, sat_down

LONG = os.environ.get("RUNES_LONG") == "1"
AT_LENGTH = pytest.mark.skipif(not LONG, reason="RUNES_LONG=1 walks all of it")

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("ssh_client", "ssh_keygen")]

LATER, OTHER = "0.97.0", "0.98.0"
MOVES = 3
ANEW = "all eyes on you"
HEAD = ("rr_tui/board/header.py", '"your turn"', f'"{ANEW}"')
REMARK = ("rr_rules/kernel/flow.py", '"""', '"""Another source. ')
RULE = ("rr_rules/kernel/flow.py", '"""', '"""Another rule, so far as anybody knows. ')
TABLE = ("--seats", "2", "--bots", "1", "--bot", "random", "--open", "--option", "turn_cap=6")
STRICT = ("-o", "StrictHostKeyChecking=yes")
LEARNS = ("-o", "UpdateHostKeys=yes")


def changes(*places):
    return {path: (old, new) for path, old, new in places}


@pytest.fixture(scope="module")
def version(tmp_path_factory):
    """An installed version by its name: old, new or other."""
    shared = wheels.shared_folder(tmp_path_factory)
    makes = {
        "old": Make(),
        "new": Make(LATER, changes(HEAD, REMARK), tuple(present())),
        "other": Make(OTHER, changes(HEAD, RULE)),
    }
    return lambda name: wheels.installed(shared, makes[name])


def host(data, version, *words):
    return HostProcess(data, *TABLE, *words, command=(version.command, "host", "--headless"))


async def said(version, *words):
    """What a command of a version prints."""
    done = await run([version.command, *words])
    assert (done.code, done.err) == (0, b"")
    return done.out.decode()


class Evening:
    """Ann against a bot, from one version to the next."""

    def __init__(self, data, home):
        self.data, self.home = data, home
        self.before, self.port = None, "0"

    async def deals(self, version, copy=None):
        """The first part of a game, and a copy of it where one is wanted."""
        async with host(self.data, version) as table:
            async with self.home.pipe("ann", table.port, "json") as pipe:
                await self.begins(table, pipe, MOVES)
                if copy is not None:
                    await said(version, "data", "backup", str(copy), "--data", str(self.data))
            assert await table.stop() == 0

    async def begins(self, table, pipe, count):
        """Sits down, answers so often, and keeps the next question of the own turn."""
        self.port = str(table.port)
        ann = await sat_down(pipe, 0)
        ann.says("ready")
        while True:
            asked = await ann.hears_of("pending", lambda message: message["ask"])
            view = ann.last("view")["view"]
            if count <= 0 and view["player"] == view["me"]:
                self.before = asked["ask"], view
                return
            ann.says("answer", number=asked["number"], option=asked["ask"]["options"][0]["option"])
            count -= 1

    async def goes_on(self, version, data=None, told="The game goes on.", shown="your turn"):
        """The rest of it, after a look at the board: the bundle."""
        async with host(data or self.data, version, "--resume", "--port", self.port) as table:
            await table.says(told)
            async with self.home.terminal("ann", table.port, extra=STRICT) as screen:
                await screen.wait_for(shown)
            async with self.home.pipe("ann", table.port, "json", extra=STRICT) as pipe:
                ann = JsonPlayer(pipe)
                if (await ann.hears_of("hello"))["elsewhere"]:
                    ann.says("take_over")
                again = await ann.hears_of("pending", lambda message: message["ask"])
                assert (again["ask"], ann.last("view")["view"]) == self.before
                option = again["ask"]["options"][0]["option"]
                ann.says("answer", number=again["number"], option=option)
                assert (await ann.plays())["verified"] is True
            assert await table.stop() == 0
        return table.bundle


@pytest.fixture
async def evening(tmp_path):
    return Evening(tmp_path / "data", await SshHome.make(tmp_path / "ann"))


async def verified(version, bundle):
    return json.loads(await said(version, "verify", str(bundle), "--json"))["status"]


async def test_a_version_that_plays_alike_goes_on_with_a_game_and_both_verify_it(version, evening):
    old, new = version("old"), version("new")
    await evening.deals(old)
    bundle = await evening.goes_on(new, told=f"This is version {LATER}", shown=ANEW)
    assert [await verified(each, bundle) for each in (old, new)] == ["verified", "verified"]


@AT_LENGTH
async def test_a_version_with_other_rules_says_so_and_keeps_the_game(version, evening):
    old, other = version("old"), version("other")
    await evening.deals(old)
    words = ("host", "--headless", "--port", "0", "--data", str(evening.data))
    refused = await run([other.command, *words, "--resume"])
    assert refused.code == 1
    assert f"this is version {OTHER}" in refused.err.decode()
    async with host(evening.data, other, "--resume=auto") as table:
        await table.says("The unfinished game stays kept, and cannot go on here")
        assert await table.stop() == 0
    bundle = await evening.goes_on(old)
    assert await verified(old, bundle) == "verified"
    failure = await run([other.command, "verify", str(bundle)])
    assert (failure.code, b"other_version" in failure.err) == (2, True)


@AT_LENGTH
async def test_what_one_version_backs_up_the_next_one_restores(version, evening, tmp_path):
    old, new = version("old"), version("new")
    copy, restored = tmp_path / "copy.tar.gz", tmp_path / "restored"
    await evening.deals(old, copy)
    assert "unfinished" in await said(new, "data", "restore", str(copy), "--data", str(restored))
    bundle = await evening.goes_on(new, restored, shown=ANEW)
    assert [await verified(each, bundle) for each in (old, new)] == ["verified", "verified"]


@AT_LENGTH
async def test_a_key_that_one_version_announces_the_next_one_has(version, evening):
    old, new = version("old"), version("new")
    async with host(evening.data, old) as table:
        port = str(table.port)
        assert (await evening.home.run("ann", port, "json")).code == 0
        assert await table.stop() == 0
    coming = await said(old, "key", "rotate", "--data", str(evening.data))
    async with host(evening.data, old, "--port", port) as table:
        assert (await evening.home.run("ann", port, "json", extra=LEARNS)).code == 0
        assert await table.stop() == 0
    changed = await said(new, "key", "rotate", "--now", "--data", str(evening.data))
    async with host(evening.data, new, "--port", port) as table:
        assert table.first["fingerprint"] in coming
        assert table.first["fingerprint"] in changed
        there = await evening.home.run("ann", port, "json", extra=(*LEARNS, *STRICT))
        assert there.code == 0
        assert await table.stop() == 0
