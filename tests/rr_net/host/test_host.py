"""The host process: who is let in, what each word after the ssh line gives, how it ends."""

import asyncio
import contextlib
import json
import os
import re
import signal
import stat

import pytest
import pytest_asyncio

from rr_net.room.arrivals import TAKEN_OVER
from tests.support.e2e.hosting import COMMAND, HostProcess
from tests.support.e2e.keyplayer import KeyPlayer
from tests.support.e2e.runes import RUNES
from tests.support.e2e.sshclient import DOWN, ENTER, SshHome, Terminal, run
from tests.support.rr_net.jsonclient import JsonPlayer, sat_down
from tests.support.rr_net.textclient import TextPlayer
from tests.support.tasks import beside

pytestmark = pytest.mark.usefixtures("ssh_client", "ssh_keygen")

QUICK = ("--option", "window=fast", "--option", "turn_cap=2")


@pytest.fixture
async def ann(tmp_path):
    return await SshHome.make(tmp_path / "ann")


@pytest.fixture
async def bob(tmp_path):
    return await SshHome.make(tmp_path / "bob")


SHARED = pytest.mark.asyncio(loop_scope="module")
"""For tests that leave the table as it was: they share one host, and so its event loop."""


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def quiet(tmp_path_factory, ssh_client, ssh_keygen):
    """A host at whose table nobody plays."""
    words = ("--seats", "2", "--invite", "plum-tree", "--name", "Maple Court")
    folder = tmp_path_factory.mktemp("quiet")
    async with HostProcess(folder / "data", *words, "--fairness", "strict") as host:
        yield host
        assert await host.stop() == 0
    assert "plum-tree" not in host.log
    assert host.errors == b""


@SHARED
async def test_it_says_first_where_it_listens_and_then_how_friends_come_in(quiet):
    assert quiet.first["address"] == "127.0.0.1"
    line = await quiet.says("YOURNAME@")
    assert line == f"ssh -p {quiet.port} YOURNAME@127.0.0.1    (private: only from this machine)"
    await quiet.says(quiet.first["fingerprint"])
    assert "runes host --via RELAY" in await quiet.says("Only this machine can come by that line.")
    await quiet.says("plum-tree")


@SHARED
async def test_its_files_are_its_owners_alone(quiet):
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in quiet.data.iterdir()}
    assert stat.S_IMODE(quiet.data.stat().st_mode) == 0o700
    assert {"host_key", "journal.db", "host.log"} <= modes.keys()
    assert set(modes.values()) == {0o600}


@SHARED
async def test_a_second_host_on_the_same_folder_is_refused_and_the_first_goes_on(tmp_path, quiet):
    other = await run([*COMMAND, "--port", "0", "--data", str(quiet.data)])
    assert other.code == 1
    assert other.out == b""
    assert b"Error: " in other.err
    assert b"Traceback" not in other.err
    ann = await SshHome.make(tmp_path / "ann")
    async with ann.pipe("ann", quiet.port, "json") as pipe:
        assert (await JsonPlayer(pipe).hears_of("hello"))["table"] == "Maple Court"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
async def test_it_says_goodbye_to_everybody_when_it_is_asked_to_end(tmp_path, ann, bob, number):
    async with (
        HostProcess(tmp_path / "data", "--seats", "2", "--open") as host,
        ann.pipe("ann", host.port, "json") as anns,
        bob.pipe("bob", host.port, "text") as bobs,
    ):
        script, reader = JsonPlayer(anns), TextPlayer(bobs)
        await script.hears_of("lobby")
        await reader.hears("At the table you can", answering=False)
        async with beside(host.stop(number)) as ended:
            assert (await script.hears_of("bye"))["text"] == "The host has closed the table."
            await reader.hears("The host has closed the table.", answering=False)
        assert ended.result() == 0
        assert [await anns.wait_closed(), await bobs.wait_closed()] == [0, 0]
    assert host.errors == b""


async def test_the_banner_shows_the_commitment_before_anybody_is_in(tmp_path, ann, bob):
    words = ("--seats", "2", "--bots", "1", "--open", "--name", "Maple Court", *QUICK)
    async with (
        HostProcess(tmp_path / "data", *words) as host,
        ann.pipe("ann", host.port, "json") as anns,
    ):
        player = await sat_down(anns, 0)
        player.says("ready")
        commitment = (await player.hears_of("lobby", lambda m: m["commitment"]))["commitment"]
        done = await bob.run("bob", host.port, "json")
        assert "Maple Court" in done.err.decode()
        assert f"commitment  {commitment}" in done.err.decode()
        assert b"ssh-keygen -t ed25519" in done.err


async def let_in(pipe):
    """Shows the code: the key may then come again without it."""
    player = JsonPlayer(pipe)
    player.says("hello", code="plum-tree")
    await player.hears_of("hello", lambda m: m["admitted"])
    return player


@SHARED
async def test_everybody_in_the_lobby_is_told_the_level(tmp_path, quiet):
    # That of each level is in the tests of rooms.
    ann = await SshHome.make(tmp_path / "ann")
    async with ann.pipe("ann", quiet.port, "json") as pipe:
        player = await let_in(pipe)
        player.says("sit", seat=0)
        lobby = await player.hears_of("lobby", lambda m: m["seats"])
    assert lobby["fairness"] == "strict"
    assert any(note.startswith("Fairness strict:") for note in lobby["notes"])


@SHARED
async def test_a_stranger_knocks_types_the_code_and_is_parked_after_six_wrong_ones(tmp_path, quiet):
    ann = await SshHome.make(tmp_path / "ann")
    async with ann.pipe("ann", quiet.port, "json") as pipe:
        player = JsonPlayer(pipe)
        assert not (await player.hears_of("hello"))["admitted"]
        player.says("sit", seat=0)
        assert (await player.hears_of("error"))["code"] == "not_admitted"
        for left in range(5, -1, -1):
            player.says("hello", code="pear")
            assert (await player.hears_of("hello"))["tries_left"] == left
        player.says("hello", code="plum-tree")
        assert await player.hears_of("error", lambda m: m["code"] != "wrong_code")
        assert player.told[-1]["code"] == "parked"
    refused = await ann.run("ann", quiet.port, "bundle")
    assert (refused.code, refused.out) == (1, b"")
    assert b"has not been let in" in refused.err


async def comes_as(folder, name, lines):
    """Somebody with a key of their own, let in over real ssh; what they are called then."""
    home = await SshHome.make(folder)
    player = await let_in(await lines.enter_async_context(home.pipe(name, lines.port, "json")))
    return player, player.last("hello")["name"]


WELCOME = ("ann", "Zoë", "Олег", "小林")
UNWANTED = ("\N{CYRILLIC SMALL LETTER A}nn", "小林Bob", "bot2", "host")


@pytest.mark.acceptance(19)
async def test_a_name_of_one_script_comes_in_by_the_real_door_and_no_other(tmp_path):
    async with (
        HostProcess(tmp_path / "data", "--seats", "2", "--invite", "plum-tree") as host,
        contextlib.AsyncExitStack() as lines,
    ):
        lines.port = host.port
        for number, wanted in enumerate((*WELCOME, *UNWANTED)):
            player, name = await comes_as(tmp_path / f"home-{number}", wanted, lines)
            assert (name == wanted) is (wanted in WELCOME)
        for refused in (*UNWANTED, "ANN"):
            player.says("hello", name=refused)
            error = await player.hears_of("error")
            assert error["code"] == ("name_taken" if refused == "ANN" else "bad_name")
            assert " " in error["text"]
        player.says("hello", name="Иван")
        assert (await player.hears_of("hello"))["name"] == "Иван"


async def test_the_bundle_is_for_those_who_played_even_after_a_new_start(tmp_path, ann, bob):
    words = ("--seats", "2", "--bots", "1", "--open", *QUICK)
    async with HostProcess(tmp_path / "data", *words) as host:
        none = await ann.run("ann", host.port, "bundle")
        assert (none.code, none.out) == (1, b"")
        assert b"no finished game" in none.err
        async with ann.pipe("ann", host.port, "json") as pipe:
            player = await sat_down(pipe, 0)
            player.says("ready")
            await player.plays()
        assert await host.stop() == 0
    bundle = host.bundle.read_bytes()
    async with HostProcess(tmp_path / "data", "--seats", "2", "--invite", "plum-tree") as host:
        assert (await ann.run("ann", host.port, "bundle")).out == bundle
        stranger = await bob.run("bob", host.port, "bundle")
        assert (stranger.code, stranger.out) == (1, b"")


async def test_the_keys_of_the_config_file_are_the_hosts(tmp_path, ann, bob):
    config = f'pace = 0\nhosts = ["{await ann.fingerprint()}"]\n'
    words = ("--seats", "2", "--invite", "plum-tree")
    async with (
        HostProcess(tmp_path / "data", *words, config=config) as host,
        ann.pipe("ann", host.port, "json") as anns,
        bob.pipe("bob", host.port, "json") as bobs,
    ):
        ann_, bob_ = JsonPlayer(anns), JsonPlayer(bobs)
        assert (await ann_.hears_of("hello"))["is_host"]
        assert not (await bob_.hears_of("hello"))["is_host"]
        lobby = await ann_.hears_of("lobby", lambda m: len(m["people"]) == 2)
        assert lobby["invite"] == "plum-tree"
        assert [person["fingerprint"] for person in lobby["people"] if person["name"] == "bob"] == [
            await bob.fingerprint()
        ]
        bob_.says("host", act="end")
        ann_.says("host", act="approve", key=await bob.fingerprint())
        await bob_.hears_of("lobby", lambda m: m["seats"])
        ann_.says("host", act="ban", name="bob")
        assert "banned" in (await bob_.hears_of("bye"))["text"]
        await bobs.wait_closed()
        again = await bob.run("bob", host.port, "json")
        assert b"The host has banned this key." in again.err
        assert (again.code, again.out) == (1, b"")


@SHARED
async def test_a_key_that_comes_twice_is_asked_where_it_wants_to_play(tmp_path, quiet):
    ann = await SshHome.make(tmp_path / "ann")
    async with ann.pipe("ann", quiet.port, "json") as pipe:
        await let_in(pipe)
    async with ann.pipe("ann", quiet.port, "text") as first:
        reader = TextPlayer(first)
        await reader.hears("At the table you can", answering=False)
        async with ann.pipe("ann", quiet.port, "json") as second:
            script = JsonPlayer(second)
            assert (await script.hears_of("hello"))["elsewhere"]
            script.says("sit", seat=0)
            assert (await script.hears_of("error"))["code"] == "elsewhere"
            script.says("take_over")
            await reader.hears(TAKEN_OVER, answering=False)
            assert await first.wait_closed() == 0
            script.says("sit", seat=0)
            await script.hears_of("lobby", lambda m: m["seats"][0]["kind"] == "player")


async def test_a_player_who_drops_comes_back_to_the_same_seat_and_log(tmp_path, ann, bob):
    words = ("--seats", "2", "--open", "--option", "window=fast", "--option", "turn_cap=4")
    async with (
        HostProcess(tmp_path / "data", *words) as host,
        bob.pipe("bob", host.port, "json") as bobs,
    ):
        script = await sat_down(bobs, 1)
        script.says("ready")
        async with beside(script.plays()) as playing:
            async with ann.pipe("ann", host.port, "json") as anns:
                player = await sat_down(anns, 0)
                player.says("ready")
                await player.hears_of("pending", lambda m: m["ask"])
                heard = [line for m in player.told if m["type"] == "events" for line in m["lines"]]
            async with ann.pipe("ann", host.port, "json") as anns:
                back = JsonPlayer(anns)
                log = (await back.hears_of("events"))["lines"]
                assert log[: len(heard)] == heard
                assert "{0} is back" in [line["text"] for line in log]
                assert back.last("lobby")["seats"][0]["name"] == "ann"
                assert (await back.plays())["verified"]
        assert playing.result()["verified"]


async def test_bots_alone_play_where_nobody_else_is_wanted(tmp_path):
    words = ("--seats", "2", "--bots", "2", "--open", *QUICK)
    async with HostProcess(tmp_path / "data", *words) as host:
        committed = await host.says("The host has committed to a new game: ")
        await host.says("Verified: played as dealt")
        commitment = committed.rpartition(" ")[2]
        assert json.loads(host.bundle.read_bytes())["rows"][0]["pub"]["commitment"] == commitment


async def test_a_terminal_that_is_too_small_is_asked_to_grow(tmp_path, ann):
    async with (
        HostProcess(tmp_path / "data", "--seats", "2", "--bots", "1", "--open") as host,
        ann.terminal("ann", host.port) as terminal,
    ):
        await KeyPlayer(terminal).takes_seat(1)
        await terminal.wait_for("Your hand (")
        terminal.resize(60, 15)
        await terminal.wait_for(re.compile("enlarge", re.IGNORECASE))
        assert "Your hand (" not in terminal.text()
        terminal.resize(80, 24)
        await terminal.wait_for("Your hand (")


# --- the host's own terminal ------------------------------------------------------------------


def own_terminal(tmp_path, *words, size=(80, 24), **variables):
    """`runes host` in a terminal, as `make play` runs it."""
    command = (*RUNES, "host")
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "TERM": "xterm-256color",
        "LANG": "C.UTF-8",
        "XDG_DATA_HOME": str(tmp_path / "share"),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
    }
    # The host begins, so that the board waits for somebody.
    first = ("--option", "first_player=host")
    level = () if "--fairness" in words else ("--fairness", "solo")
    command = [*command, "--port", "0", *first, *level, *words]
    return Terminal(command, environment | variables, size)


@pytest.mark.acceptance(1)
async def test_make_play_reaches_a_playable_board_and_shows_the_ssh_line(tmp_path):
    # On 80x24 a hand of which nothing can be cast has a question of two rows, and no room for it.
    async with own_terminal(
        tmp_path, "--seats", "3", "--bots", "2", "--fairness", "table", size=(120, 40)
    ) as terminal:
        await terminal.wait_for("Your hand (", timeout=20)
        assert re.search(rb"ssh -p \d+ YOURNAME@127\.0\.0\.1", terminal.raw)
        await terminal.wait_for("Invite friends: only this", timeout=30)
        terminal.send("q")
        await terminal.wait_for("Close the table")
        terminal.send(DOWN)
        await terminal.wait_for("▸2 Close the table")
        terminal.send(ENTER)
        assert await terminal.wait_closed() == 0
        assert "committed to" not in terminal.text()
        left = terminal.raw.rpartition(b"\x1b[?1049l")[2]
        # Whoever leaves at once may do so before the first turn.
        assert len(re.findall(rb"The game is kept (?:at turn|as it was dealt)", left)) == 1
        assert "The game is kept" in terminal.text()
        assert "`make play` (or `runes host`) offers it" in terminal.text()


async def test_a_signal_leaves_the_hosts_own_terminal_clean(tmp_path):
    async with own_terminal(tmp_path, "--seats", "2") as terminal:
        await terminal.wait_for("2 a free seat", timeout=20)
        os.kill(terminal.pid, signal.SIGTERM)
        assert await terminal.wait_closed() == 0
        assert terminal.raw.rindex(b"\x1b[?1049l") > terminal.raw.rindex(b"\x1b[?1049h")
        assert terminal.raw.rindex(b"\x1b[?25h") > terminal.raw.rindex(b"\x1b[?25l")
        assert "The host has closed the table." in terminal.text()


async def test_a_terminal_that_is_closed_closes_the_table_in_order(tmp_path):
    async with own_terminal(tmp_path, "--seats", "2", "--bots", "1") as terminal:
        await terminal.wait_for("Your hand (", timeout=20)
        terminal.hang_up()
        assert await asyncio.wait_for(terminal.process.wait(), 20) == 0
    async with HostProcess(tmp_path / "share" / "runes", "--resume") as host:
        await host.says("The game goes on.")


async def test_a_friend_comes_to_the_table_that_the_host_plays_at(tmp_path, ann):
    words = ("--seats", "2", "--open", "--option", "window=fast", "--option", "turn_cap=2")
    async with own_terminal(tmp_path, *words) as terminal:
        await terminal.wait_for("2 a free seat", timeout=20)
        port = int(re.search(rb"ssh -p (\d+) YOURNAME", terminal.raw)[1])
        async with ann.pipe("ann", port, "json") as pipe:
            player = await sat_down(pipe, 1)
            assert player.last("lobby")["seats"][0]["kind"] == "player"
            assert any("The host plays" in note for note in player.last("lobby")["notes"])
            await terminal.wait_for("2 ann")


async def test_a_dumb_terminal_hosts_in_plain_words(tmp_path):
    words = ("--seats", "2", "--bots", "1", "--option", "window=fast")
    async with own_terminal(tmp_path, *words, TERM="dumb") as terminal:
        # Whoever has too many Runes under the first Regulation is asked before the first turn.
        await terminal.wait_for(" is the active Regulation now", timeout=30)
        terminal.send("v\n")
        await terminal.wait_for("Regulation: ")
        terminal.send("q\nh\n")
        assert await terminal.wait_closed() == 0
        assert b"\x1b" not in terminal.raw


# --- an evening that ends and goes on ---------------------------------------------------------

GUESTS = ("ann", "bob", "cem")
KEPT = re.compile(
    r"The host has closed the table\. The host's machine keeps the game (at turn 1|as it "
    r"was dealt)\. Once the host has opened the table again, you come back to the same cards by "
    r"the way that you came\."
)
ASKED = re.compile(r"(?m)^ (?:You|No )[^\n]*\[\?\] help|\[h\] hint")
"""What the host is asked itself: nothing moves until it is answered."""
CTRL_C = "\x03"


def own_hand(terminal):
    """The rows of the host's board that show cards."""
    return re.findall(r"(?m)^│.*$", terminal.text())


def views_of(players):
    """What each guest saw last, byte for byte."""
    return [json.dumps(each.last("view")["view"]) for each in players]


async def are_told(players, port):
    """Each guest reads when and why, and the own line to paste; that sentence."""
    texts = set()
    for name, player in zip(GUESTS, players, strict=True):
        bye = await player.hears_of("bye")
        texts.add(bye["text"])
        assert KEPT.fullmatch(bye["text"])
        assert bye["back"] == f"ssh -p {port} {name}@127.0.0.1"
    assert len(texts) == 1
    return texts


@pytest.mark.acceptance(11)
async def test_who_closes_the_table_finds_it_again_with_everybody(tmp_path):
    homes = [await SshHome.make(tmp_path / name) for name in GUESTS]
    words = ("--seats", "4", "--open", "--port", "0")
    async with (
        own_terminal(tmp_path, *words) as first,
        contextlib.AsyncExitStack() as lines,
    ):
        await first.wait_for("2 a free seat", timeout=20)
        port = int(re.search(rb"ssh -p (\d+) YOURNAME", first.raw)[1])
        pipes = [await lines.enter_async_context(home.pipe(name, port, "json"))
                 for home, name in zip(homes, GUESTS, strict=True)]  # fmt: skip
        players = [await sat_down(pipe, seat) for seat, pipe in enumerate(pipes, 1)]
        for player in players:
            player.says("ready")
        await first.wait_for("4 cem", timeout=20)
        first.send(ENTER)
        await first.wait_for("Your hand (", timeout=20)
        await first.wait_for(ASKED)
        board = own_hand(first)
        first.send(CTRL_C)
        await first.wait_for(re.compile("Close the table for [a-c].*, [a-c].* and [a-c]"))
        first.send(CTRL_C)
        first.send(DOWN * 2)
        await first.wait_for("▸3 Close the table")
        assert first.code is None
        first.send(ENTER)
        said = await are_told(players, port)
        assert await first.wait_closed() == 0
        # The room has said it: the door does not say it again.
        assert not any([b"closed" in await pipe.process.stderr.read() for pipe in pipes])
        before = views_of(players)
    async with (
        own_terminal(tmp_path, *words[2:]) as again,
        contextlib.AsyncExitStack() as lines,
    ):
        await again.wait_for("Go on: Runes & Regulations", timeout=20)
        again.send(ENTER)
        await again.wait_for(ASKED, timeout=20)
        pipes = [await lines.enter_async_context(home.pipe(name, port, "json"))
                 for home, name in zip(homes, GUESTS, strict=True)]  # fmt: skip
        players = [JsonPlayer(pipe) for pipe in pipes]
        await asyncio.gather(*(player.hears_of("pending") for player in players))
        assert own_hand(again) == board
        again.hang_up()
        assert await are_told(players, port) == said
        assert await asyncio.wait_for(again.process.wait(), 20) == 0
        assert views_of(players) == before
