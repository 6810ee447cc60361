"""A program in the player's place: the one of the page plays a whole game, and others do not."""

import json
import re
import shlex
import sys
from pathlib import Path

import pytest

from rr_net.client.program import LET_IN, CannotStart, play_by
from rr_net.client.remote import RemoteTable
from rr_net.clocks import LoopClock
from tests.support.rr_net.joining import HOSTS_LUCK, Kept, dial, hosting, plan, signing
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


async def played(house, folder, program, name=""):
    """Has a program play at a table; the exit status, and what was told."""
    way, told = dial(house.port), []
    remote = RemoteTable(
        await way.open(), way.open, LoopClock(), Kept(), (0.0,), means=signing(way, folder)
    )
    async with beside(remote.run()):
        try:
            return await play_by(program, remote, LoopClock(), told.append, name), told
        finally:
            remote.close()


async def test_the_program_of_the_page_plays_a_whole_game_that_is_signed(tmp_path, player):
    notes = tmp_path / "notes"
    notes.mkdir()
    async with hosting(plan(tmp_path / "host", **RUNE)) as house:
        assert await played(house, notes, player) == (0, [HOSTS_LUCK])
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


BY_CODE = """
import json, sys
for line in sys.stdin:
    heard = json.loads(line)
    if heard["type"] == "hello":
        say = {"type": "leave"} if heard["admitted"] else {"type": "hello", "code": "plum-plum"}
        print(json.dumps(say), flush=True)
"""


async def test_a_program_at_a_closed_door_is_told_of_and_gives_the_code(tmp_path):
    closed = plan(tmp_path / "host", **RUNE, is_open=False, invite="plum-plum")
    async with hosting(closed) as house:
        status, told = await played(house, None, command(tmp_path, BY_CODE))
    assert status == 0
    assert "asks for an invite code" in told[0]
    assert '{"type": "hello", "code": "CODE"}' in told[0]
    assert told[1:] == [LET_IN]


async def test_a_program_that_is_called_something_else_is_told_of_once(tmp_path):
    async with hosting(plan(tmp_path / "host", **RUNE)) as house:
        status, told = await played(house, None, command(tmp_path, BY_CODE), name="bot2")
    assert status == 0
    assert [words.partition(":")[0] for words in told] == ["The table calls the program ann"]


async def test_a_program_that_ends_hangs_up_and_the_seat_is_kept(tmp_path):
    async with hosting(plan(tmp_path / "host", **RUNE)) as house:
        assert await played(house, None, command(tmp_path, "")) == (0, [])


@pytest.mark.parametrize("program", ["", "'", "/nowhere/at/all"])
async def test_what_does_not_start_is_said_in_words(tmp_path, program):
    async with hosting(plan(tmp_path / "host", **RUNE)) as house:
        with pytest.raises(CannotStart, match="does not start"):
            await played(house, None, program)
