"""`runes invite`: without a table, through the folder; beside one, through the table itself."""

import asyncio
import json
import os
import re

import pytest
from click.testing import CliRunner

from rr_net.cli import main
from tests.support.e2e.hosting import COMMAND, HostProcess
from tests.support.e2e.sshclient import SshHome
from tests.support.rr_net.jsonclient import JsonPlayer

CODE = re.compile(r"[a-z2-9]{4}-[a-z2-9]{4}")


@pytest.fixture
def runes(tmp_path, monkeypatch):
    """The command, with folders of its own."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return lambda *words: CliRunner().invoke(main, words, catch_exceptions=False)


@pytest.fixture
def invite(runes, tmp_path):
    return lambda *words: runes("invite", "--data", str(tmp_path / "data"), *words)


def test_a_code_is_made_listed_and_taken_back_without_a_table(invite):
    made = invite("ann", "--for", "3h")
    assert made.exit_code == 0
    assert made.stdout.startswith("For ann alone, until ")
    code = CODE.search(made.stdout)[0]
    assert "Send it with your ssh line" in made.stdout
    listed = invite("--list")
    assert re.match(rf"ann +code {code} +until ", listed.stdout)
    assert invite().stdout == listed.stdout
    assert invite("--revoke", "Ann").stdout == "The invite for Ann is taken back.\n"
    assert invite("--list").stdout == "There are no invites by name.\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("host",), 'reads as "host"'),
        (("Robot",), "kept for bots"),
        (("no spaces",), "has a space or unseen sign in it"),
        (("ann", "--for", "soon"), "'soon' is no time: expected a number and h, d or w"),
        (("--revoke", "ann"), "there is no invite for ann"),
        (("ann", "--for", "100w"), ""),
    ],
)
def test_what_cannot_be_made_is_said_in_a_sentence(invite, words, said):
    done = invite(*words)
    assert done.exit_code == (1 if said else 0)
    assert said in done.stderr
    assert "Traceback" not in done.output


@pytest.mark.parametrize("words", [("ann", "--list"), ("--revoke",), ("--list", "--revoke")])
def test_what_contradicts_itself_is_wrong_usage(invite, words):
    assert invite(*words).exit_code == 2


@pytest.mark.parametrize("code", ["plum", "1234567", "a-b-c-d-e-f-g"])
def test_a_host_with_a_code_that_is_soon_guessed_does_not_open(runes, code):
    done = runes("host", "--headless", "--invite", code)
    assert done.exit_code == 2
    assert "give 8 or more, since whoever guesses it is let in" in " ".join(done.stderr.split())


# --- beside a table ------------------------------------------------------------------------------


async def run(data, *words):
    """The command in a process of its own, as it is typed beside the host."""
    program = [*COMMAND[: COMMAND.index("host")], "invite", "--data", str(data), *words]
    process = await asyncio.create_subprocess_exec(
        *program, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE, env=os.environ
    )
    out, errors = await process.communicate()
    return process.returncode, out.decode(), errors.decode()


@pytest.mark.usefixtures("ssh_client", "ssh_keygen")
async def test_beside_an_open_table_the_code_lets_one_key_in(tmp_path):
    ann, eve = [await SshHome.make(tmp_path / name) for name in ("ann", "eve")]
    data = tmp_path / "data"
    async with HostProcess(data, "--invite", "plum-tree", "--seats", "2") as host:
        status, said, _ = await run(data, "Carol")
        assert status == 0
        assert f"ssh -p {host.port} Carol@127.0.0.1" in said
        assert host.first["fingerprint"] in said
        code = CODE.search(said)[0]
        async with ann.pipe("laptop", host.port, "json") as anns:
            player = JsonPlayer(anns)
            assert not (await player.hears_of("hello"))["admitted"]
            player.says("hello", code=code)
            hello = await player.hears_of("hello", lambda m: m["admitted"])
            assert hello["name"] == "Carol"
            status, listed, errors = await run(data, "--list")
            assert (status, errors) == (0, "")
            assert re.match(r"Carol +came with \w+-\w+ ", listed)
            async with eve.pipe("eve", host.port, "json") as eves:
                stranger = JsonPlayer(eves)
                stranger.says("hello", code=code)
                assert (await stranger.hears_of("error"))["code"] == "wrong_code"
        assert (await run(data, "--revoke", "carol"))[0] == 0
        status, _, errors = await run(data, "--revoke", "carol")
        assert (status, errors) == (1, "Error: there is no invite for carol\n")
        # Nobody but the host.
        refused = await ann.run("ann", host.port, "invites")
        assert (refused.code, refused.out) == (1, b"")
        assert b"Only the host may do that." in refused.err
        assert "plum-tree" not in host.log
        assert code not in host.log


@pytest.mark.usefixtures("ssh_client", "ssh_keygen")
async def test_a_code_that_was_given_up_is_no_code_after_the_next_start(tmp_path):
    root, bob, again = [await SshHome.make(tmp_path / name) for name in ("root", "bob", "again")]
    data, words = tmp_path / "data", ("--invite", "plum-tree", "--seats", "2")
    config = f'pace = 0\nhosts = ["{await root.fingerprint()}"]\n'
    async with (
        HostProcess(data, *words, config=config) as host,
        root.pipe("root", host.port, "json") as roots,
        bob.pipe("bob", host.port, "json") as bobs,
    ):
        host_, bob_ = JsonPlayer(roots), JsonPlayer(bobs)
        bob_.says("hello", code="plum-tree")
        await bob_.hears_of("hello", lambda m: m["admitted"])
        host_.says("host", act="ban", name="bob")
        lobby = await host_.hears_of("lobby", lambda m: m["invite"] not in ("", "plum-tree"))
        new = lobby["invite"]
        await host.says(new)
    assert json.loads((data / "table.json").read_text())["invite"] == new
    async with HostProcess(data, *words, config=config) as host:
        await host.says("was given up when somebody was sent away")
        await host.says(new)
        async with again.pipe("bob", host.port, "json") as pipe:
            player = JsonPlayer(pipe)
            player.says("hello", code="plum-tree")
            assert (await player.hears_of("error"))["code"] == "wrong_code"
            player.says("hello", code=new)
            await player.hears_of("hello", lambda m: m["admitted"])
