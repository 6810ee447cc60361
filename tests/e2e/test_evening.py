"""An evening by real ssh: a friend gets a bot's chair, the host steps away, closes and goes on."""

import asyncio
import re

import pytest

from tests.e2e.test_games import PATIENCE, assert_verified
from tests.rr_net.host.test_host import own_terminal
from tests.support.e2e.keyplayer import KeyPlayer
from tests.support.e2e.sshclient import DOWN, ENTER, SshHome

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("ssh_client", "ssh_keygen")]

CODE = "plum-tree"
TABLE = (
    *("--seats", "3", "--bots", "2", "--invite", CODE),
    *("--option", "pace=brisk", "--option", "turn_cap=5"),
)
OWN_TURN, BOTS_TURN = "· your turn", re.compile(r"· (root|bot3)'s turn")
MOST_KEYS = 4
"""So many lead from the code to a chair."""
CARD = re.compile(r"(?m)^│[▸ ][ \d] \S (.*?) *││")


def hand(terminal):
    """What lies in the hand on the screen, whatever the cursor is on."""
    _, _, rows = terminal.text().partition("Your hand (")
    return sorted(CARD.findall(rows))


async def both_show(hands, anns, root):
    """The hands of before lie there again: each screen has drawn its own."""
    for terminal, wanted in zip((anns, root), hands, strict=True):
        await terminal.wait_until(lambda t=terminal, w=wanted: hand(t) == w, what="the same hand")


async def gets_a_chair(player, root):
    """A friend who has just typed the code, and the host's word."""
    anns = player.terminal
    await anns.wait_for(re.compile(r"▸\[?1\]? Take bot2's seat"))
    await player.press(ENTER)
    await root.wait_for(re.compile(r"ann would like bot2's seat +\[[my]\]"))
    root.send("m" if root.has("[m] answers") else "y")
    if root.has("[m] answers"):
        await root.wait_for("▸  ann would like bot2's seat: yes")
        root.send(ENTER)
    await anns.wait_for("You have bot2's seat from the next turn on")


async def leaves_by(root, line, words):
    """The host leaves by a line of the dialog."""
    root.send("q")
    await root.wait_for("Leave?")
    root.send(DOWN * (line - 1))
    await root.wait_for(f"▸{line} {words}")
    root.send(ENTER)


@pytest.mark.acceptance(10)
@pytest.mark.acceptance(11)
@pytest.mark.acceptance(12)
# Half a minute alone; on two cores beside seven other evenings it is four times that.
@pytest.mark.timeout(240)
async def test_a_friend_gets_a_bots_chair_and_the_host_steps_away_closes_and_goes_on(tmp_path):
    ann = await SshHome.make(tmp_path / "ann")
    async with own_terminal(tmp_path, *TABLE) as root:
        await root.wait_for("Your hand (")
        port = int(re.search(rb"ssh -p (\d+) YOURNAME", root.raw)[1])
        async with ann.terminal("ann", port) as anns:
            await anns.wait_for("code")
            anns.send(CODE + ENTER)
            player = KeyPlayer(anns)
            await gets_a_chair(player, root)
            assert len(player.pressed) <= MOST_KEYS
            await KeyPlayer(root).plays_until("· ann's turn", PATIENCE)
            await anns.wait_for(OWN_TURN)
            assert hand(anns)
            await leaves_by(root, 2, "Step away")
            await player.plays_until(BOTS_TURN, PATIENCE)
            await player.plays_until(OWN_TURN, PATIENCE)
            root.send(ENTER)
            await root.wait_gone("stepped away")
            before = hand(anns), hand(root)
            await leaves_by(root, 3, "Close the table for ann")
            assert await root.wait_closed() == 0
            assert await anns.wait_closed() == 0
            # What is printed behind the board is wrapped by the terminal, in the middle of words.
            said = anns.text().replace("\n", "")
            assert "The host's machine keeps the game at turn 5." in said
            assert "make play" not in said
            assert f"ssh -p {port} ann@127.0.0.1" in anns.text()
    async with own_terminal(tmp_path) as root:
        await root.wait_for("Go on: Runes & Regulations")
        root.send(ENTER)
        await root.wait_for("Your hand (")
        async with ann.terminal("ann", port) as anns:
            await anns.wait_for(OWN_TURN)
            await both_show(before, anns, root)
            await asyncio.gather(
                *(KeyPlayer(each).plays_until("machine says: ", PATIENCE) for each in (root, anns))
            )
            # The lobby says it, which comes behind the verdict.
            await anns.wait_for("from turn 2 ann")
            await assert_verified(tmp_path / "share" / "runes" / "bundle.json")
