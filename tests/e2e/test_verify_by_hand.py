"""docs/verify-by-hand.md is true: each of its commands is run against a real host."""

import asyncio
import contextlib
import json
import re
from hashlib import sha256

import pytest

from rr_net.fairness.base.levels import LEVELS, Level
from rr_net.fairness.base.note import read_note, unarmoured
from rr_net.fairness.base.rows import FreezeRow
from rr_net.fairness.chain.contributions import SEED
from rr_net.fairness.proof.bundle import read_bundle
from rr_net.fairness.proof.verify import verify
from rr_net.host.process import Games, HostPlan, open_house
from rr_net.room.lobby import TablePlan
from rr_net.ssh.sshsig import check_signature
from rr_rules.registry import load_game, make_bot
from rr_tui.dialogs.head_view import text_of
from tests.support.e2e.byhand import PAGE, Desk, matches, read_page, shown_alone
from tests.support.e2e.hosting import HostProcess
from tests.support.e2e.sshclient import SshHome
from tests.support.rr_net.jsonclient import all_dealt, sat_down
from tests.support.rr_net.recorded import TINY

pytestmark = pytest.mark.usefixtures("ssh_client", "ssh_keygen")

TABLE = ("--fairness", "table", "--seats", "2", "--open",
        "--option", "window=fast", "--option", "turn_cap=2")  # fmt: skip
BEFORE = (
    "The invitation",
    "Coming in",
    "Is that signature the host's?",
    "A deal, a spin: your share of the luck",
)


def test_every_command_of_the_page_is_one_of_its_steps():
    page = read_page()
    assert {heading for heading, steps in page.items() if steps} == {
        *BEFORE, "The end of a turn", "After the game"
    }  # fmt: skip
    assert sum(map(len, page.values())) == PAGE.read_text("utf-8").count("```sh\n") > 12


def test_what_the_page_shows_is_compared_line_by_line():
    assert matches("same …\nOTHER …\n", "same 1\nOTHER two three\n")
    assert not matches("same …\n", "same 1\nsame 2\n")
    assert not matches("Good …\n", "Could not verify signature.\n")


async def test_a_neighbour_with_plain_ssh_checks_a_whole_evening(tmp_path):
    ann, bob = [await SshHome.make(tmp_path / name) for name in ("ann", "bob")]
    page = read_page()
    async with (
        HostProcess(tmp_path / "data", *TABLE) as host,
        ann.pipe("ann", host.port, "json") as anns,
        bob.pipe("bob", host.port, "json") as bobs,
    ):
        players = [await sat_down(anns, 0), await sat_down(bobs, 1)]
        await all_dealt(*players)
        desk = Desk(ann, host.port)
        said = "".join([await desk.does(step) for heading in BEFORE for step in page[heading]])
        assert said.count(host.first["fingerprint"]) == 2
        (promise,) = shown_alone("Coming in")
        banner = desk.read("banner").decode().replace("\r", "")
        assert matches(promise, "\n".join(banner.splitlines()[1:6]))
        (desk.folder / "bobs-receipt").write_bytes((await bob.run("bob", host.port, "receipt")).out)
        said = "".join([await desk.does(step) for step in page["The end of a turn"]])
        note = read_note(desk.read("receipt").decode())
        assert f"\n{text_of(note.size, note.head)}\n" in said
        await says_what_it_says(desk, await ann.fingerprint())
        await asyncio.gather(*(player.plays() for player in players))
        theirs = (await bob.run("bob", host.port, "bundle")).out
        (desk.folder / "bobs-bundle.json").write_bytes(theirs)
        for step in page["After the game"]:
            await desk.does(step)
        await finds_what_is_wrong(desk, page)
        assert await host.stop() == 0
    assert host.errors == b""


async def says_what_it_says(desk, fingerprint):
    """The lines that a script is to send are messages, and what they hold is what they claim."""
    pledge = desk.read("pledge")
    assert re.fullmatch(rb"[!-~]{8,128}", pledge)
    before = json.loads(desk.read("say-before"))
    assert before == {"type": "pledge", "hash": sha256(pledge).hexdigest()}
    opened = json.loads(desk.read("say-when-it-opens"))
    assert (opened["type"], opened["opening"]) == ("contribute", pledge.decode())
    signed = json.loads(desk.read("say-signed"))
    game = desk.read("receipt").decode().splitlines()[0]
    text = f"{game}\nevent {signed['event']}\nopening 1\n".encode()
    assert check_signature(text, unarmoured(signed["signature"]), fingerprint, SEED)


class NoInterfaces:
    """A host's interfaces where everybody comes with the json verb."""

    def learning(self, link):
        return link

    async def keep_calm(self):
        await asyncio.Event().wait()


@contextlib.asynccontextmanager
async def quick_host(folder, monkeypatch):
    """A host at the level `table`, in this process, with short windows and quick hashes."""
    monkeypatch.setattr("rr_net.game.archive.WORK", TINY)
    monkeypatch.setitem(LEVELS, "table", Level(shuffle=500, roll=400))
    table = TablePlan(
        name="Maple Court", game="runes-regulations", seats=2, is_open=True, fairness="table",
        # A turn may pass without a spin, but hardly five of six.
        options={"window": "fast", "turn_cap": "6"},
    )  # fmt: skip
    plan = HostPlan(table, folder, port=0, port_is_fixed=True)
    games = Games(load_game, make_bot)
    async with open_house(plan, NoInterfaces(), games, lambda line: None) as house:
        yield house


async def test_what_the_page_makes_is_taken_by_a_table(tmp_path, monkeypatch):
    ann, bob = [await SshHome.make(tmp_path / name) for name in ("ann", "bob")]
    page = read_page()
    async with (
        quick_host(tmp_path / "data", monkeypatch) as house,
        ann.pipe("ann", house.port, "json") as anns,
        bob.pipe("bob", house.port, "json") as bobs,
    ):
        players = [await sat_down(anns, 0), await sat_down(bobs, 1)]
        # Nobody then spins for the first turn: the deal is event 1.
        players[0].says("sit", seat=0, declare=1)
        await all_dealt(*players)
        desk = Desk(ann, house.port)
        for heading in BEFORE:
            for step in page[heading]:
                await desk.does(step)
        anns.send_line(desk.read("say-before").decode().strip())
        lines = {2: desk.read("say-when-it-opens"), 3: desk.read("say-signed")}

        def contributes(message):
            event = message.get("event") if message["type"] == "pending" else None
            if event and event["stage"] == "contribute" and event["number"] in lines:
                anns.send_line(lines.pop(event["number"]).decode().strip())
            return False

        await asyncio.gather(players[0].plays(until=contributes), players[1].plays())
        bundle = (await ann.run("ann", house.port, "bundle")).out
    assert [message for message in players[0].told if message["type"] == "error"] == []
    verdict = verify(bundle, check_signature=check_signature, floors=TINY)
    assert verdict.outcome is not None
    freezes = [row.pub for row in read_bundle(bundle).rows if isinstance(row, FreezeRow)]
    anns_levels = [given.level for freeze in freezes for given in freeze.given if given.seat == 0]
    assert anns_levels == ["pledge", "signature"]
    assert freezes[1].given[0].value == desk.read("pledge").decode()


async def finds_what_is_wrong(desk, page):
    """The same commands fail where something is not as it was promised."""
    check = page["Is that signature the host's?"][0]
    promise, note = page["After the game"][1:3]
    note_text = desk.read("receipt")
    (desk.folder / "receipt").write_bytes(note_text.replace(b"\n", b"0\n", 1))
    assert (await desk.runs(check.commands)).code != 0
    size = int(note_text.splitlines()[1])
    (desk.folder / "receipt").write_bytes(note_text.replace(b"%d" % size, b"%d" % (size + 1)))
    assert (await desk.runs(note.commands)).out.strip() == b"0"
    (desk.folder / "receipt").write_bytes(note_text)
    (desk.folder / "commitment").write_text(f"commitment  {'ab' * 32}\n")
    done = await desk.runs(promise.commands)
    assert b"the secret is the one" not in done.out
