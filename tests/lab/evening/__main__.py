"""`python -m tests.lab.evening`: an evening played by keys, and what the time went into.

One person and two bots as `make play` has them, or four people over ssh, each with 2.5 s of thought
at every own question. Nothing of the program is hastened; a seed fixes the cards and the player.
"""

import argparse
import asyncio
import contextlib
import json
import os
import re
import statistics
import sys
import tempfile
from pathlib import Path

from tests.lab.evening.player import Flow, Player
from tests.lab.evening.reading import State
from tests.support.e2e.hosting import HostProcess
from tests.support.e2e.sshclient import DOWN, ENTER, SshHome, Terminal

SEEDED = (
    "import random, secrets; secrets.token_bytes = random.Random({seed}).randbytes; "
    "from rr_net.cli import main; main()"
)
ALONE = ("host", "--front", "--seats", "3", "--bots", "2", "--port", "0",
         "--option", "pace=normal")  # fmt: skip
"""As `make play` begins from the second game on: the first one goes slowly."""
FREE_SEAT = re.compile(r"▸\d a free seat")
TARGETS = {
    "first screen, s": "1.5",
    "first own question, s": "4",
    "own thinking, % of the time": ">= 60 (one person)",
    "in reaction windows, %": "<= 15, with holds <= 20 (four people)",
    "wait between own turns, median s": "<= 8 (one person)",
    "wait between own turns, 90 % s": "<= 15 (one person)",
    "reaction questions with Pass alone": "0 (one person)",
    "own questions a turn": "<= 5.5",
    "key presses a turn": "<= 7",
}


def main() -> None:
    """Plays the games and prints the table of docs/pace.md."""
    given = _arguments()
    kind = _alone if given.people == 1 else _together
    flows = asyncio.run(_all_seeds(kind, given))
    rows = table(flows)
    if given.json:
        print(json.dumps(rows))
        return
    print(f"{len(flows)} evenings of one player, {given.turns} own turns each, 80x24\n")
    print("| measure | median | range | target |\n| --- | --- | --- | --- |")
    for name, values in rows.items():
        middle, low, high = (f"{of(values):.1f}" for of in (statistics.median, min, max))
        print(f"| {name} | {middle} | {low} to {high} | {TARGETS.get(name, '-')} |")


def table(flows: list[Flow]) -> dict[str, list[float]]:
    """Each measure with a value for every player."""
    return {
        "first screen, s": [f.first_screen for f in flows],
        "first own question, s": [f.first_question for f in flows],
        "own thinking, % of the time": [_share(f, State.QUESTION, State.REACTION) for f in flows],
        "in reaction windows, %": [
            _share(f, State.WINDOW, State.EMPTY, State.REACTION) for f in flows
        ],
        "luck, %": [_share(f, State.KEYS, State.LUCK) for f in flows],
        "waiting otherwise, %": [_share(f, State.WAIT, State.BEFORE) for f in flows],
        "wait between own turns, median s": [_quantile(f.waits, 0.5) for f in flows],
        "wait between own turns, 90 % s": [_quantile(f.waits, 0.9) for f in flows],
        "the same with own reactions, median s": [_quantile(f.rounds, 0.5) for f in flows],
        "reaction questions with Pass alone": [f.empty for f in flows],
        "reaction questions with a use": [f.reactions for f in flows],
        "windows seen an own turn": [f.windows / max(1, f.turns) for f in flows],
        "own questions a turn": [(f.questions + f.reactions) / max(1, f.turns) for f in flows],
        "key presses a turn": [f.keys / max(1, f.turns) for f in flows],
        "own turns": [f.turns for f in flows],
    }


def _share(flow: Flow, *states: State) -> float:
    return 100 * sum(flow.spent[state] for state in states) / max(flow.spent.total(), 0.001)


def _quantile(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(part * len(values)))] if values else 0.0


async def _all_seeds(kind, given) -> list[Flow]:
    at_once = asyncio.Semaphore(given.at_once)

    async def one(seed: int) -> list[Flow]:
        async with at_once:
            with tempfile.TemporaryDirectory() as folder:
                flows = await kind(Path(folder), seed, given)
            print(
                f"seed {seed}: {[flow.turns for flow in flows]} turns", file=sys.stderr, flush=True
            )
            return flows

    played = await asyncio.gather(*(one(seed) for seed in range(1, given.seeds + 1)))
    return [flow for flows in played for flow in flows]


def seeded(seed: int) -> str:
    """A program that is `runes`, with the same cards for the same seed."""
    return SEEDED.format(seed=seed)


async def _alone(folder: Path, seed: int, given) -> list[Flow]:
    """One person at the host's own terminal, with the bots."""
    command = [
        sys.executable,
        "-c",
        seeded(seed),
        *given.words,
        "--data",
        str(folder / "data"),
    ]
    homes = {
        f"XDG_{each}_HOME": str(folder / each.lower())
        for each in ("CONFIG", "DATA", "STATE", "CACHE")
    }
    environment = {**os.environ, **homes, "HOME": str(folder), "TERM": "xterm-256color"}
    async with Terminal(command, environment) as terminal:
        player = Player(terminal, think=given.think, turns=given.turns, seed=seed)
        return [await _plays(player, terminal, given)]


async def _together(folder: Path, seed: int, given) -> list[Flow]:
    """People over ssh at a table of a host without a terminal."""
    words = ("--seats", str(given.people), "--open", "--fairness", "table")
    async with contextlib.AsyncExitStack() as stack:
        host = await stack.enter_async_context(HostProcess(folder / "data", *words, config=""))
        homes = [await SshHome.make(folder / f"p{n}") for n in range(given.people)]
        terminals = [
            await stack.enter_async_context(home.terminal(f"p{n}", host.port))
            for n, home in enumerate(homes)
        ]
        for terminal in terminals:
            await sits_down(terminal)
        players = [
            Player(
                terminal, think=given.think, turns=given.turns, seed=seed * 10 + n, hold=given.hold
            )
            for n, terminal in enumerate(terminals)
        ]
        async with asyncio.TaskGroup() as group:
            playing = [
                group.create_task(_plays(player, terminal, given))
                for player, terminal in zip(players, terminals, strict=True)
            ]
            # Whoever has had all turns asked for leaves the others without an answer.
            await asyncio.wait(playing, return_when=asyncio.FIRST_COMPLETED)
            for task in playing:
                task.cancel()
        return [player.flow for player in players]


async def sits_down(terminal: Terminal) -> None:
    """Takes a free seat; where somebody else was quicker, another one."""
    await terminal.wait_for("free seat")
    for _ in range(10):
        if not FREE_SEAT.search(terminal.text()):
            terminal.send(DOWN)
            await terminal.wait_quiet(0.1)
            continue
        terminal.send(ENTER)
        with contextlib.suppress(AssertionError):
            await terminal.wait_for("I am ready", timeout=3)
            return
    raise AssertionError(f"no seat to be had:\n{terminal.text()}")


async def _plays(player: Player, terminal: Terminal, given) -> Flow:
    try:
        return await player.plays(given.patience)
    except TimeoutError:
        print(f"not done after {given.patience} s:\n{terminal.text()}", file=sys.stderr)
        return player.flow


def _arguments():
    parser = argparse.ArgumentParser(prog="python -m tests.lab.evening", description=__doc__)
    option = parser.add_argument
    option("--people", type=int, default=1, help="1 plays as `make play`, more play over ssh")
    option("--seeds", type=int, default=10, help="so many evenings")
    option("--at-once", type=int, default=5, help="evenings side by side")
    option("--turns", type=int, default=8, help="own turns of each player")
    option("--think", type=float, default=2.5, help="seconds at each own question")
    option("--hold", action="store_true", help="each player holds one window a turn")
    option("--patience", type=float, default=900, help="seconds that an evening may last")
    option("--json", action="store_true", help="all values, by measure")
    option("words", nargs="*", default=ALONE, help="words of `runes` instead of those of make play")
    return parser.parse_args()


if __name__ == "__main__":
    main()
