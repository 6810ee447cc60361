"""An evening at the level `table`: two who mash keys, a bot, and every way to check it."""

import asyncio
import json
import random
import string

import pytest

from rr_net.fairness.base.rows import FreezeRow
from rr_net.fairness.proof.bundle import read_bundle
from rr_net.fairness.proof.receipts import read_receipts
from tests.support.e2e.byhand import Desk, read_page
from tests.support.e2e.hosting import HostProcess
from tests.support.e2e.keyplayer import KeyPlayer
from tests.support.e2e.runes import RUNES
from tests.support.e2e.sshclient import ENTER, SshHome, run

pytestmark = pytest.mark.usefixtures("ssh_client", "ssh_keygen")

TABLE = ("--seats", "3", "--bots", "1", "--open", "--fairness", "table",
         "--option", "window=fast", "--option", "turn_cap=1")  # fmt: skip
PATIENCE = 100.0
"""Slow hashes are slow, the more so beside other tests."""
CALL = "Press any keys"
PAGE, ESCAPE = "goes back", "\x1b"
KEYS = string.ascii_letters + string.digits + string.punctuation


class Masher(KeyPlayer):
    """Plays by arrows and Enter, and hammers on the keys whenever the board asks for it."""

    def __init__(self, terminal, seed):
        super().__init__(terminal)
        self.mashed = ""
        self._fingers = random.Random(seed)

    async def press(self, key):
        """Presses a key, unless the keys are chance's just now."""
        if not self.terminal.has(CALL):
            await super().press(key)
            return
        while self.terminal.has(CALL):
            keys = "".join(self._fingers.choices(KEYS, k=4))
            self.mashed += keys
            self.terminal.send(keys)
            await asyncio.sleep(0.1)
        # Fingers that have just stopped choose nothing on the board.
        await asyncio.sleep(1.2)

    # Keys that came too late for chance may have opened a page, where arrows and Enter only read.

    @property
    def _may_choose(self):
        return not self.terminal.has(PAGE) and super()._may_choose

    async def wanders(self):
        """Moves the cursor on; whoever sees a page goes back from it first."""
        if self.terminal.has(PAGE):
            await self.press(ESCAPE)
        else:
            await super().wanders()


async def leaves(player):
    """Hangs up; what is said on the normal screen, which stays when the board is gone."""
    await player.press("q")
    await player.moves_to("▸2 Leave")
    player.terminal.send(ENTER)
    assert await player.terminal.wait_closed() == 0
    return player.terminal.raw.rpartition(b"\x1b[?1049l")[2].decode()


async def test_a_game_of_mashed_luck_is_checked_by_two_verifiers_and_by_hand(tmp_path):
    ann, bob = [await SshHome.make(tmp_path / name) for name in ("ann", "bob")]
    async with (
        HostProcess(tmp_path / "data", *TABLE) as host,
        ann.terminal("ann", host.port, size=(100, 30)) as anns,
        bob.terminal("bob", host.port, size=(120, 40)) as bobs,
    ):
        players = [Masher(anns, 1), Masher(bobs, 2)]
        await players[0].takes_seat(1)
        await players[1].takes_seat(2)
        await asyncio.gather(
            *(player.plays_until("machine says: ", PATIENCE) for player in players)
        )
        desk = Desk(ann, host.port)
        page = read_page()
        await evening(desk, page, bob, host)
        receipts = read_receipts(desk.read("mine.json"))
        bundle = desk.read("bundle.json")
        assert bundle == host.bundle.read_bytes()
        given = [gift.value for gift in receipts.given]
        assert given
        assert all(value in players[0].mashed for value in given)
        await checks(tmp_path, bundle, given, players[1].mashed)
        said = await leaves(players[0])
        assert "ann@127.0.0.1 receipts now, " in said
        assert receipts.commitment not in said
        assert await host.stop() == 0
    assert host.errors == b""


async def evening(desk, page, friend, host):
    """Every command of the page but for the ones of a pledge, which nobody here has made."""
    headings = ("The invitation", "Coming in", "Is that signature the host's?")
    for heading in headings:
        for step in page[heading]:
            await desk.does(step)
    for name, verb in (("bobs-receipt", "receipt"), ("bobs-bundle.json", "bundle")):
        theirs = await friend.run("bob", host.port, verb)
        (desk.folder / name).write_bytes(theirs.out)
    for heading in ("The end of a turn", "After the game"):
        for step in page[heading]:
            await desk.does(step)


async def checks(tmp_path, bundle, anns, bobs_keys):
    """Both verifiers find every key that a seat gave, and say who gave what."""
    game = read_bundle(bundle)
    freezes = [row.pub for row in game.rows if isinstance(row, FreezeRow)]
    assert len(freezes) >= 2, "the deal, and who begins; a SPIN is up to the cards"
    for freeze in freezes:
        levels = {given.seat: given.level for given in freeze.given}
        assert levels[2] == "chain"
        assert all(level == "mash" for seat, level in levels.items() if seat < 2)
    values = [given.value for freeze in freezes for given in freeze.given if given.seat == 1]
    notes = [
        f"{freeze.event}.{freeze.opening} 0 mash {given.value}"
        for freeze in freezes
        for given in freeze.given
        if given.seat == 0
    ]
    assert [note.split(" ")[3] for note in notes] == anns
    assert values
    assert all(value in bobs_keys for value in values)
    (tmp_path / "game.json").write_bytes(bundle)
    mine = [word for note in notes for word in ("--me", note)]
    command = [*RUNES, "verify", str(tmp_path / "game.json"), "--json"]
    done = await run([*command, *mine], timeout=PATIENCE)
    assert (done.code, done.err) == (0, b"")
    assert json.loads(done.out)["figures"]["level"] == "table"
