"""A whole game to look at where nobody can play: bots, told over a real line, and both verifiers.

The table is a real host on a port of its own, and what is printed came over ssh, as it comes to a
neighbour who watches in words.
"""

from __future__ import annotations

import asyncio
import runpy
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, redirect_stdout
from io import StringIO
from pathlib import Path

import asyncssh

from rr_net.bots.thinkers import InThread
from rr_net.cli.screens import Screens
from rr_net.host.checking import NOT_HERE, second_verifier, shortened
from rr_net.host.config import Config
from rr_net.host.process import CannotHost, Games, HostPlan, HostProcess, open_house
from rr_net.host.rotation import HOST_KEY
from rr_net.host.serving import Say, logged_to, stopping
from rr_net.room.lobby import TablePlan
from rr_net.ssh import load_host_key
from rr_rules.registry import load_game, make_bot

SEATS = 2
SECONDS = 60.0
"""The longest that a demonstration may take, on the slowest machine."""
TABLE = TablePlan(
    name="Maple Court", seats=SEATS, bots=SEATS, bot="greedy", options={"window": "fast"},
    is_open=True, pace=0.0, bot_seconds=0.05, fairness="solo",
)  # fmt: skip
END = "Verified: "
AGREED = "Both find nothing wrong. `make play` opens a table of your own."


async def demonstrate(say: Say) -> int:
    """Has two bots play Runes & Regulations, tells it, and has the record verified; exit status."""
    folder = Path(tempfile.mkdtemp(prefix="runes-demo-"))
    try:
        with logged_to(folder / "host.log"), stopping() as stop:
            shown = asyncio.create_task(_shown(folder, say))
            await asyncio.wait((shown, stop), timeout=SECONDS, return_when="FIRST_COMPLETED")
            if not shown.done():
                shown.cancel()
                await asyncio.wait((shown,))
                return 1
            return shown.result()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


async def _shown(folder: Path, say: Say) -> int:
    say("Two bots play Runes & Regulations, and a neighbour watches over ssh, in words.")
    async with _watched(folder) as (house, line):
        say(f"$ ssh -p {house.port} neighbour@127.0.0.1 text")
        async with line.create_process("text") as told:
            house.room.start()
            await _tell(told, say)
        say("The record of the game is fetched, and two programs that share no code check it.")
        say(f"$ ssh -p {house.port} neighbour@127.0.0.1 bundle > bundle.json")
        fetched = await line.run("bundle", encoding=None, check=True)
        bundle = folder / "bundle.json"
        bundle.write_bytes(fetched.stdout if isinstance(fetched.stdout, bytes) else b"")
    return _verified(bundle, say)


@asynccontextmanager
async def _watched(
    folder: Path,
) -> AsyncIterator[tuple[HostProcess, asyncssh.SSHClientConnection]]:
    """A host, and the line of somebody who watches at it."""
    plan = HostPlan(TABLE, folder / "data", port=0, port_is_fixed=True)
    games = Games(load_game, make_bot, InThread)
    key = asyncssh.generate_private_key("ssh-ed25519")
    trusted = load_host_key(plan.data / HOST_KEY).convert_to_public()
    async with (
        open_house(plan, Screens(Config(), {}), games, lambda _: None) as house,
        asyncssh.connect(
            "127.0.0.1",
            house.port,
            username="neighbour",
            client_keys=[key],
            config=[],
            known_hosts=lambda *_: ([trusted], [], []),
        ) as line,  # fmt: skip
    ):
        yield house, line


async def _tell(told: asyncssh.SSHClientProcess[str], say: Say) -> None:
    """Says all that is told, up to the verdict."""
    is_verified = False
    async for each in told.stdout:
        say(each.rstrip("\r\n"))
        if END in each:
            is_verified = True
            # Whoever has nothing more to type leaves, and hears the rest of the sentence.
            told.stdin.write_eof()
    if not is_verified:
        raise CannotHost("the line ended before the game did")


def _verified(bundle: Path, say: Say) -> int:
    """Runs both verifiers on a record; 1 unless both find it good."""
    from rr_net.cli.verify import verify_command

    say("$ runes verify bundle.json")
    first = _run(lambda: verify_command.main([str(bundle)], standalone_mode=True), say)
    page = second_verifier()
    if page is None:
        say(NOT_HERE)
        return first
    say("$ python3 docs/verify_minimal.py bundle.json")
    arguments, sys.argv = sys.argv, [str(page), str(bundle)]
    try:
        second = _run(lambda: runpy.run_path(str(page), run_name="__main__"), say)
    finally:
        sys.argv = arguments
    if not (first or second):
        say(AGREED)
    return first or second


def _run(program: Callable[[], object], say: Say) -> int:
    """Runs what ends itself; its exit status."""
    printed, status = StringIO(), 0
    with redirect_stdout(printed):
        try:
            program()
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else int(end.code is not None)
    for line in printed.getvalue().splitlines():
        say(shortened(line))
    return status


if __name__ == "__main__":
    sys.exit(asyncio.run(demonstrate(print)))
