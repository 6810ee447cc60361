"""Hosts that are killed at random, in all games: what anybody had seen is there again.

    python -m tests.lab.kill --kills 200
    python -m tests.lab.kill --seed 7

Each game has a real host in a process of its own, a script that watches the record, and bots. The
host is killed some times, now while it waits, now in the middle of what it does, now just after the
outcome, and is started again with `--resume=auto`. Every row, line of the log and own view
that the script had seen must be there again, the journal must be whole, and the record verify.
"""

import argparse
import asyncio
import contextlib
import json
import logging
import random
import sqlite3
import sys
import tempfile
import traceback
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.e2e.hosting import HostProcess
from tests.support.e2e.runes import RUNES
from tests.support.e2e.sshclient import SshHome
from tests.support.rr_net.jsonclient import JsonPlayer

CAP = ("--option", "turn_cap=6")
TABLES = (
    ("--game", "rune", "--seats", "2", "--bots", "1"),
    ("--game", "regicide", "--seats", "2", "--bots", "1"),
    ("--game", "regicide", "--seats", "3", "--bots", "2"),
    ("--game", "runes-regulations", "--seats", "3", "--bots", "2", *CAP),
    (
        "--game",
        "runes-regulations",
        "--seats",
        "4",
        "--bots",
        "3",
        "--option",
        "nefarious=on",
        *CAP,
    ),
)
LEVELS = ("solo", "solo", "table")
KILLS = 4
"""How often one game's host is killed, at least once of them just after the outcome."""
LONGEST = 1800.0
PATIENT = 240.0
"""Seconds for all that a process does: the lab runs behind whatever else the machine does."""
AFTER_THE_OUTCOME = (0.0, 0.002, 0.01, 0.03, 0.1, 0.3)
IN_THE_MIDDLE = (0.0, 0.001, 0.005, 0.02, 0.05, 0.2)


@dataclass
class Seen:
    """What the script has seen of a game."""

    rows: list = field(default_factory=list)
    log: list = field(default_factory=list)
    view: dict = field(default_factory=dict)
    ask: dict | None = None
    verdict: str = ""

    def learn(self, message):
        """Takes in what the room says."""
        match message:
            # A new row may come before those that were asked for: it has no place yet.
            case {"type": "rows", "first": first, "rows": rows} if first <= len(self.rows):
                self.rows[first : first + len(rows)] = rows
            case {"type": "events", "lines": lines}:
                for line in lines:
                    self.log[line["n"] :] = [(line["text"], line.get("kind"))]
            case {"type": "view", "view": view}:
                self.view = view
            case {"type": "pending", "ask": ask}:
                self.ask = ask
            case {"type": "outcome", "verdict": verdict}:
                self.verdict = verdict or "over"


@dataclass
class Evening:
    """One game whose host is killed."""

    seed: int
    game: str = ""
    kills: Counter = field(default_factory=Counter)
    rows: int = 0
    faults: list = field(default_factory=list)

    def __str__(self):
        kills = ", ".join(f"{count} {name}" for name, count in sorted(self.kills.items()))
        said = "well" if not self.faults else f"NOT WELL: {self.faults}"
        return f"seed {self.seed}: {self.game}, {self.rows} rows, killed {kills}; {said}"


class Killer:
    """Plays one game, and kills its host."""

    def __init__(self, seed, folder):
        self.dice = random.Random(seed)
        self.evening = Evening(seed)
        self.data = folder / "data"
        self.folder = folder
        self.seen = Seen()

    async def play(self):
        """From the deal to the verdict; what was wrong."""
        words, level = self.dice.choice(TABLES), self.dice.choice(LEVELS)
        self.evening.game = f"{' '.join(words[1:4])} {level}"
        self.words = (*words, "--fairness", level, "--open", "--resume=auto")
        home = await SshHome.make(self.folder / "ann")
        deaths = ["waiting", "middle", "waiting", "middle"][: KILLS - 1]
        self.dice.shuffle(deaths)
        async with asyncio.timeout(LONGEST):
            for death in (*deaths, "outcome"):
                await self._life(home, death)
                self._look_at_the_journal()
                self.evening.kills[death] += 1
            await self._last_life(home)
        return self.evening

    async def _life(self, home, death):
        """One process of the host, from its start until it is killed."""
        async with (
            self._host() as host,
            home.pipe("ann", host.port, "json") as pipe,
        ):
            await self._plays_until(death, await self._arrives(pipe))
            host.kill()
        self.evening.rows = max(self.evening.rows, len(self.seen.rows))

    def _host(self):
        host = HostProcess(self.data, *self.words)
        host.patience = PATIENT
        return host

    async def _plays_until(self, death, player):
        answers = self.dice.randint(3, 14)
        while not self.seen.verdict:
            pending = await self._is_asked(player)
            if pending is None:
                break
            answers -= 1
            if answers < 0 and death == "waiting":
                return
            self._answers(player, pending)
            if answers < 0 and death == "middle":
                await asyncio.sleep(self.dice.choice(IN_THE_MIDDLE))
                return
        await asyncio.sleep(self.dice.choice(AFTER_THE_OUTCOME))

    async def _arrives(self, pipe):
        """Comes to the table, and holds what is there against what was seen."""
        player, before = JsonPlayer(pipe), self.seen
        player.patience = PATIENT
        welcome = await player.hears_of("hello")
        if welcome["elsewhere"]:
            player.says("take_over")
        self.seen = Seen(verdict=before.verdict)
        if before.rows:
            await self._compares(player, before)
        else:
            player.says("sit", seat=0)
            player.says("ready")
            player.says("watch")
        return player

    async def _compares(self, player, before):
        bundle = self.data / "bundle.json"
        if bundle.exists():
            # It was over when the host was killed, or had only to be opened: the record has it all.
            record = json.loads(bundle.read_bytes())["rows"]
            public = [{k: v for k, v in row.items() if k != "body"} for row in record]
            seen = [json.loads(row) for row in before.rows]
            self._holds("rows of the record", public[: len(seen)] == seen)
            self.seen.verdict = "over"
            return
        player.says("watch")
        await self._hears_until(player, lambda: len(self.seen.rows) >= len(before.rows))
        await self._hears_until(player, lambda: len(self.seen.log) >= len(before.log))
        self._holds("rows", self.seen.rows[: len(before.rows)] == before.rows)
        if before.ask is not None and len(self.seen.rows) == len(before.rows):
            await self._hears_until(player, lambda: self.seen.ask is not None)
            # Half a turn of Rune is a draft, which nobody else has seen and no journal keeps.
            if "rune " not in self.evening.game:
                self._holds("view", self.seen.view == before.view)
                self._holds("ask", self.seen.ask == before.ask)

    async def _hears_until(self, player, is_so):
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENT):
                while not is_so():
                    message = await player.hears()
                    if message is None:
                        break
                    self._learns(player, message)
        self._holds("in time", is_so())

    def _learns(self, player, message):
        self.seen.learn(message)
        if message["type"] == "rows" and len(self.seen.rows) < message["size"]:
            player.says("watch", since=len(self.seen.rows))

    def _holds(self, what, is_so):
        if not is_so:
            self.evening.faults.append(what)

    async def _is_asked(self, player):
        if self.seen.ask is not None:
            pending = player.last("pending")
            if pending is not None and pending["ask"] is not None:
                self.seen.ask = None
                return pending
        while (message := await player.hears()) is not None:
            self._learns(player, message)
            if self.seen.verdict:
                return None
            if message["type"] == "pending" and message["ask"] is not None:
                return message
        return None

    def _answers(self, player, pending):
        self.seen.ask = None
        option = self.dice.choice(pending["ask"]["options"])["option"]
        player.says("answer", number=pending["number"], option=option)

    def _look_at_the_journal(self):
        """The log is whole: a copy of it opens, and is sound."""
        with tempfile.TemporaryDirectory() as name:
            for path in self.data.glob("journal.db*"):
                (Path(name) / path.name).write_bytes(path.read_bytes())
            with contextlib.closing(sqlite3.connect(Path(name) / "journal.db")) as db:
                self._holds("journal", db.execute("PRAGMA integrity_check").fetchone() == ("ok",))

    async def _last_life(self, home):
        """After the outcome: the host starts once more, and the record is there."""
        async with self._host() as host:
            async with home.pipe("ann", host.port, "json") as pipe:
                if not host.bundle.exists():
                    player = await self._arrives(pipe)
                    self.seen.verdict = ""
                    await self._plays_on(player)
            await host.stop()
        command = [*RUNES, "verify", str(host.bundle), "--json"]
        process = await asyncio.create_subprocess_exec(
            *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
        )
        said, _ = await process.communicate()
        self._holds(f"verdict {said.decode()[-200:]}", process.returncode == 0)

    async def _plays_on(self, player):
        while not self.seen.verdict or self.seen.verdict == "over":
            pending = await self._is_asked(player)
            if pending is None:
                return
            self._answers(player, pending)


async def evening(seed):
    """One game by its seed."""
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder:
        killer = Killer(seed, Path(folder))
        try:
            return await killer.play()
        except (AssertionError, TimeoutError) as error:
            stack = traceback.extract_tb(error.__traceback__)
            where = [f"{at.name}:{at.lineno}" for at in stack if "/tests/" in at.filename]
            said = f"{type(error).__name__} in {' '.join(where)}: {str(error)[-300:]}"
            killer.evening.faults.append(said)
            return killer.evening


def main(words=None):
    """Kills, and prints a line a game and one of JSON."""
    asked = argparse.ArgumentParser(prog="python -m tests.lab.kill", description=__doc__)
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--kills", type=int, default=200)
    given = asked.parse_args(words)
    games = [asyncio.run(evening(given.seed))]
    print(games[0], flush=True)
    while sum(sum(each.kills.values()) for each in games) < given.kills:
        games.append(asyncio.run(evening(given.seed + len(games))))
        print(games[-1], flush=True)
    kills = sum((each.kills for each in games), Counter())
    well = sum(not each.faults for each in games)
    print(json.dumps({"games": len(games), "well": well, "kills": dict(kills)}))
    return 0 if well == len(games) else 1


if __name__ == "__main__":
    sys.exit(main())
