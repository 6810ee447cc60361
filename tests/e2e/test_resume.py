"""A host that dies at the worst moments loses nothing: the same game goes on, and verifies."""

import os

import pytest

from rr_net.fairness.proof.verify import verify
from rr_net.ssh.sshsig import check_signature
from tests.support.e2e.hosting import HostProcess
from tests.support.e2e.runes import SLOWER
from tests.support.e2e.sshclient import SshHome
from tests.support.rr_net.jsonclient import JsonPlayer, all_play, sat_down
from tests.support.tasks import beside

LONG = os.environ.get("RUNES_LONG") == "1"
"""Every moment; a run without it kills a process in one of each kind, since tests of a room and of
its journal stop a host after each answer and each commit."""

pytestmark = pytest.mark.usefixtures("ssh_client", "ssh_keygen")

COMMAND = (*SLOWER, "host", "--headless")

# In answered windows everybody is asked who might react, so that such moments surely come.
CODE = "plum-tree"
TABLE = ("--seats", "2", "--invite", CODE, "--option", "turn_cap=30", "--option", "window=answered")


def in_a_window(player):
    """Ann is asked whether she answers an event."""
    return lambda message: is_asked(message) and bool(message["window"])


def in_a_chain(player):
    """Ann is asked for something while effects wait for their turn."""

    def is_there(message):
        view = player.last("view")
        return is_asked(message) and not message["window"] and bool(view["view"]["chain"])

    return is_there


def is_asked(message):
    return message["type"] == "pending" and bool(message["ask"])


async def started(anns, bobs, code=""):
    """Ann and Bob in a game that has just been dealt."""
    players = [await sat_down(anns, 0, code=code), await sat_down(bobs, 1, code=code)]
    for player in players:
        player.says("ready")
    return players


async def play_until_killed(host, anns, bobs, moment):
    """Plays on to the moment in which the host is killed; what Ann had been told by then."""
    ann, bob = await started(anns, bobs, CODE)
    async with beside(plays_to_the_last_line(bob)):
        await ann.plays(until=moment(ann))
        host.kill()
    await host.ended()
    return ann


async def plays_to_the_last_line(player):
    """Plays with a host that dies in the middle of the game."""
    with pytest.raises(AssertionError, match="the line ended"):
        await player.plays()


@pytest.mark.parametrize("moment", [in_a_window, in_a_chain] if LONG else [in_a_chain])
async def test_a_killed_host_goes_on_where_it_was(tmp_path, moment):
    homes = [await SshHome.make(tmp_path / name) for name in ("ann", "bob", "zoe")]
    async with (
        HostProcess(tmp_path / "data", *TABLE) as host,
        homes[0].pipe("ann", host.port, "json") as anns,
        homes[1].pipe("bob", host.port, "json") as bobs,
        homes[2].pipe("zoe", host.port, "json") as zoes,
    ):
        zoe = JsonPlayer(zoes)
        zoe.says("hello", code=CODE)
        await zoe.hears_of("hello", lambda message: message["admitted"])
        before = await play_until_killed(host, anns, bobs, moment)
    assert not host.bundle.exists()
    async with HostProcess(tmp_path / "data", "--seats", "2", "--invite", CODE) as host:
        await host.says("holds an unfinished game: --resume goes on with it.")
    async with (
        HostProcess(tmp_path / "data", "--resume") as host,
        homes[0].pipe("ann", host.port, "json") as anns,
        homes[1].pipe("bob", host.port, "json") as bobs,
        homes[2].pipe("zoe", host.port, "json") as zoes,
    ):
        # Who watched has given the code of this table, which is the same again.
        assert (await JsonPlayer(zoes).hears_of("hello"))["admitted"] is True
        ann, bob = JsonPlayer(anns), JsonPlayer(bobs)
        again = await ann.hears_of("pending", lambda message: message["ask"])
        assert again["ask"] == before.last("pending")["ask"]
        assert ann.last("view")["view"] == before.last("view")["view"]
        assert log_of(ann)[: len(log_of(before))] == log_of(before)
        ann.says("answer", number=again["number"], option=0)
        outcomes = await all_play(ann, bob)
        assert [outcome["verified"] for outcome in outcomes] == [True, True]
        assert await host.stop() == 0
    assert host.errors == b""
    commitment = before.last("lobby")["commitment"]
    source = host.bundle.read_bytes()
    assert verify(source, commitment, check_signature=check_signature).outcome is not None


def log_of(player):
    return [line for m in player.told if m["type"] == "events" for line in m["lines"]]


def in_stage(stage):
    """The deal's random event has come so far."""
    return lambda message: bool(message["event"]) and message["event"]["stage"] == stage


@pytest.mark.attack("T8")
@pytest.mark.parametrize("stage", ["contribute", "slow"] if LONG else ["slow"])
async def test_a_host_killed_in_a_random_event_goes_on_with_it(tmp_path, stage):
    homes = [await SshHome.make(tmp_path / name) for name in ("ann", "bob")]
    # Nobody then rolls for the first turn: the deal is event 1.
    words = ("--seats", "2", "--open", "--fairness", "table", "--option", "first_player=host")
    async with (
        HostProcess(tmp_path / "data", *words, command=COMMAND) as host,
        homes[0].pipe("ann", host.port, "json") as anns,
        homes[1].pipe("bob", host.port, "json") as bobs,
    ):
        ann, bob = await started(anns, bobs)
        event = (await ann.hears_of("pending", in_stage("contribute")))["event"]
        ann.says("contribute", event=event["number"], keys="before")
        before = (await ann.hears_of("pending", in_stage(stage)))["event"]
        host.kill()
        await host.ended()
    async with (
        HostProcess(tmp_path / "data", "--resume", "--open", command=COMMAND) as host,
        homes[0].pipe("ann", host.port, "json") as anns,
        homes[1].pipe("bob", host.port, "json") as bobs,
    ):
        ann, bob = JsonPlayer(anns), JsonPlayer(bobs)
        after = (await ann.hears_of("pending", in_stage(stage)))["event"]
        assert (after["number"], after["digest"]) == (1, before["digest"])
        assert after["mine"] == ("before" if stage == "slow" else "")
        await bob.hears_of("view", lambda message: len(message["view"]["seats"][1]["hand"]) >= 5)
        log = [line["text"] for line in log_of(bob)]
        assert len([text for text in log if text.startswith("Random event 1 is fixed")]) == 1
        assert await host.stop() == 0
    assert host.errors == b""
