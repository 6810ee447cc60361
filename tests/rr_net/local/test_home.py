"""Playing at home: the interface without a network, in words and on the screen."""

import os
import re
import sys

import pytest

from tests.support.e2e.runes import RUNES
from tests.support.e2e.sshclient import DOWN, ENTER, Terminal, run

PLAY = (*RUNES, "play")


def environment(tmp_path, **variables):
    folders = {f"XDG_{kind}_HOME": str(tmp_path / kind) for kind in ("DATA", "CONFIG")}
    kept = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "LANG": "C.UTF-8"}
    return kept | folders | variables


@pytest.mark.e2e
async def test_a_player_and_a_bot_play_on_the_screen_and_leave_it_clean(tmp_path):
    async with Terminal([*PLAY, "--seed", "1"], environment(tmp_path, TERM="xterm")) as terminal:
        await terminal.wait_for("Your hand (", timeout=20)
        terminal.send("q")
        await terminal.wait_for("2 Close the table")
        terminal.send(DOWN + ENTER)
        assert await terminal.wait_closed() == 0
        assert "The game is not kept: it was played with --seed." in terminal.text()
        assert "committed to" not in terminal.text()
        assert terminal.raw.rindex(b"\x1b[?1049l") > terminal.raw.rindex(b"\x1b[?1049h")


@pytest.mark.e2e
async def test_two_people_share_the_screen(tmp_path):
    words = ("--hotseat", "2", "--seed", "1")
    async with Terminal([*PLAY, *words], environment(tmp_path, TERM="xterm")) as terminal:
        await terminal.wait_for(re.compile("Player-[12]"), timeout=20)
        terminal.send(ENTER)
        await terminal.wait_for("Your hand (")


@pytest.mark.e2e
async def test_lines_from_a_file_play_in_words(tmp_path):
    done = await run([*PLAY, "--seed", "1"], environment(tmp_path), b"v\nl\nq\nh\n", timeout=20)
    said = done.out.decode()
    assert (done.code, done.err) == (0, b"")
    assert "Regulation: " in said
    assert "Everybody is dealt" in said
    assert "\x1b" not in said


@pytest.mark.e2e
async def test_the_hot_seat_needs_a_screen(tmp_path):
    done = await run([*PLAY, "--hotseat", "2"], environment(tmp_path, TERM="dumb"), timeout=20)
    assert done.code == 1
    assert b"needs a terminal" in done.err
    assert b"Traceback" not in done.err


@pytest.mark.e2e
async def test_the_commands_that_need_no_screen_do_not_load_one():
    code = (
        "import sys; from click.testing import CliRunner; from rr_net.cli import main\n"
        "CliRunner().invoke(main, ['--version'])\n"
        "CliRunner().invoke(main, ['verify', 'missing.json'])\n"
        "print([name for name in ('textual', 'asyncssh') if name in sys.modules])"
    )
    done = await run([sys.executable, "-c", code])
    assert done.out == b"[]\n"
