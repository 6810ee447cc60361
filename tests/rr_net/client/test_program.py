"""A program in the player's place: the one of the page plays a whole game, and others do not."""

import json
import re
import shlex
import sys
from pathlib import Path

import pytest

from rr_net.client.program import CannotStart, play_by
from rr_net.client.remote import RemoteTable
from rr_net.client.whole.bundles import ALONE
from rr_net.clocks import LoopClock
from tests.support.rr_net.joining import Kept, dial, hosting, plan, signing
from tests.support.tasks import beside

pytestmark = [pytest.mark.socket, pytest.mark.usefixtures("home")]

PAGE = Path(__file__).parents[3] / "docs" / "joining.md"
RUNE = {"game": "rune", "seats": 2, "bots": 1}


@pytest.fixture
def player(tmp_path):
    """The program of the page, as a command."""
    [source] = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    return command(tmp_path, source)


def command(folder, source):
    path = folder / "player.py"
    path.write_text(source)
    return shlex.join([sys.executable, "-I", str(path)])


async def played(house, folder, program):
    """Has a program play at a table; the exit status, and what was told."""
    way, told = dial(house.port), []
    remote = RemoteTable(
        await way.open(), way.open, LoopClock(), Kept(), (0.0,), means=signing(way, folder)
    )
    async with beside(remote.run()):
        try:
            return await play_by(program, remote, LoopClock(), told.append), told
        finally:
            remote.close()


async def test_the_program_of_the_page_plays_a_whole_game_that_is_signed(tmp_path, player):
    notes = tmp_path / "notes"
    notes.mkdir()
    async with hosting(plan(tmp_path / "host", **RUNE)) as house:
        assert await played(house, notes, player) == (0, [ALONE])
        rows = json.loads(house.archive.last_bundle)["rows"]
        mine = [row["body"] for row in rows if row["type"] == "answer" and not row["body"]["seat"]]
        assert len(mine) > 5
        assert all(each["signed"] for each in mine if each["by"] == "")


async def test_a_program_that_says_nonsense_is_told_so_and_may_go_on(tmp_path):
    source = """
import json, sys
print("no json", flush=True)
print("x" * 20000, flush=True)
codes = []
for line in sys.stdin:
    heard = json.loads(line)
    if heard["type"] == "error":
        codes.append(heard["code"])
    if len(codes) == 2:
        assert codes == ["bad_line", "line_too_long"], codes
        print('{"type":"leave"}', flush=True)
"""
    async with hosting(plan(tmp_path / "host", **RUNE)) as house:
        assert await played(house, None, command(tmp_path, source)) == (0, [])


async def test_a_program_that_ends_hangs_up_and_the_seat_is_kept(tmp_path):
    async with hosting(plan(tmp_path / "host", **RUNE)) as house:
        assert await played(house, None, command(tmp_path, "")) == (0, [])


@pytest.mark.parametrize("program", ["", "'", "/nowhere/at/all"])
async def test_what_does_not_start_is_said_in_words(tmp_path, program):
    async with hosting(plan(tmp_path / "host", **RUNE)) as house:
        with pytest.raises(CannotStart, match="does not start"):
            await played(house, None, program)
