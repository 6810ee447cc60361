"""Honest games over bad lines: nothing is lost, nothing pressed twice, and nobody is accused.

    python -m tests.lab.nights --games 100 --at-once 4 --log nights.jsonl
    python -m tests.lab.nights --seed 7 --table nefarious --cut 20 --kill 5 --again

With --log every game that is over is a line of that file; the same command, given again, goes on
where it was broken off. Each game has a real host in a process of its own, somebody who has joined
as `runes join` does over a line that is slow, stalls, and is cut, somebody with plain ssh, and
bots. The host is killed and goes on; whoever joined steps away, and comes back by plain ssh alone
and then with the client. With --again they play on at the same table, game after game, until all
of that has befallen them; each game is verified.
"""

import argparse
import asyncio
import contextlib
import json
import logging
import random
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from rr_net import link
from rr_net.client.hostkeys import CannotReach
from rr_net.fairness.base.levels import WORK, Slow
from tests.support.e2e.hosting import HostProcess
from tests.support.e2e.runes import PART, RUNES
from tests.support.e2e.sshclient import SshHome
from tests.support.rr_net.joining import BadLine, OwnHome, joined
from tests.support.rr_net.jsonclient import JsonPlayer
from tests.support.tasks import beside

CAP = ("--option", "turn_cap=9")
SEALED = ("--option", "event_choices=sealed", "--option", "target_choices=sealed")
TABLES = (
    ("rune", 2, ()),
    ("regicide", 3, ("--bots", "1")),
    ("regicide", 2, ()),
    ("runes-regulations", 2, CAP),
    ("runes-regulations", 3, ("--bots", "1", *CAP)),
    ("runes-regulations", 3, ("--bots", "1", "--option", "nefarious=on", *CAP)),
    ("runes-regulations", 3, (*SEALED, "--bots", "1", *CAP)),
)
NEFARIOUS = "nefarious"
"""The expansion, which is an option of its game."""
PAUSES = (0.1, 0.3, 1.0)
PERILS = ("cut", "stall", "kill", "away", "plain")
OF_SIGNERS = frozenset({"seat", "away", "plain", "witness"})
LEVELS = ("table", "table", "table", "solo")
MANY = 5
STALL = 2.0
LONGEST = 1800.0
"""Seconds that all of it may take, on a machine with much else to do."""
STANDS = 240.0
"""So long nothing may happen at a table, and a host may take to start."""


class OverMeanwhile(Exception):
    """The game was over as its host was killed: there is nothing to go on with."""


@dataclass
class Night:
    """What happened in one game."""

    seed: int
    game: str = ""
    rows: int = 0
    games: int = 0
    perils: Counter = field(default_factory=Counter)
    findings: tuple = ()
    problems: Counter = field(default_factory=Counter)
    kinds: Counter = field(default_factory=Counter)
    """How many rows of each kind there are that tell of the seat that signs."""
    answers: Counter = field(default_factory=Counter)
    """How many answers of its player are signed, and whom the others were given by."""
    verified: bool = False
    seconds: float = 0.0
    started: float = 0.0

    @property
    def is_well(self):
        return self.verified and not self.findings

    def __str__(self):
        perils = ", ".join(f"{count} {name}" for name, count in sorted(self.perils.items()))
        games = f" in {self.games} games" if self.games > 1 else ""
        said = f"seed {self.seed}: {self.game}, {self.rows} rows{games}, {perils or 'no peril'}"
        said += f"; rows {dict(self.kinds)}, answers {dict(self.answers)}"
        problems = f"; refused: {dict(self.problems)}" if self.problems else ""
        return f"{said}; {'well' if self.is_well else f'NOT WELL: {self.findings}'}{problems}"


def has_host_there(seed):
    """Whether who has plain ssh is the host as well, and so chooses before the others do."""
    return seed % 2 == 1


class Evening:
    """One game, with everybody in it."""

    def __init__(self, seed, folder, perils, table="", *, again=False):
        self.dice = random.Random(seed)
        self.tables = [each for each in TABLES if table in ("", named(each))]
        self.folder = folder
        self.night = Night(seed)
        self.perils = [name for name in PERILS for _ in range(perils[name])]
        self.dice.shuffle(self.perils)
        self.over = asyncio.Event()
        self.plays_again = again
        self.config = "pace = 0\n"
        self.wants_again = asyncio.Event()
        """Whether another game is asked for."""
        self.welcomes = 0
        """How often who has plain ssh was greeted."""

    async def play(self, home):
        """From the deal to the verdict."""
        game, seats, words = self.dice.choice(self.tables)
        plain = await SshHome.make(self.folder / "bob")
        self.own = SshHome(self.folder / "ann-plain")
        self.own.folder.mkdir()
        self.own.key.write_bytes((home.ssh / "id_ed25519").read_bytes())
        self.own.key.chmod(0o600)
        level = self.dice.choice(LEVELS)
        self.night.game = f"{game} of {seats} at {level}"
        table = f"--game {game} --seats {seats} --open --fairness {level}"
        self.words = (*table.split(), *words)
        if has_host_there(self.night.seed):
            self.config += f'hosts = ["{await plain.fingerprint()}"]\n'
        async with contextlib.AsyncExitStack() as self.house, asyncio.timeout(LONGEST):
            self.host = await self.house.enter_async_context(
                HostProcess(self.folder / "data", *self.words, config=self.config)
            )
            async with BadLine(self.host.port) as self.line:
                self.line.delay = self.dice.choice((0.0, 0.05, 0.15))
                async with beside(self._plain_player(plain)):
                    await self._joined_player()
        return self.night

    # --- who has plain ssh ---------------------------------------------------------------

    async def _plain_player(self, home):
        while not self.over.is_set():
            async with home.pipe("bob", self.host.port, "json") as pipe:
                with contextlib.suppress(TimeoutError, AssertionError, BrokenPipeError,
                                         ConnectionResetError):  # fmt: skip
                    await self._plain_talk(pipe, 1)
            await asyncio.sleep(0.2)

    async def _plain_talk(self, pipe, seat, answers=None):
        player = JsonPlayer(pipe, lambda ask, view: self.dice.choice(ask["options"])["option"])
        player.patience = STANDS
        welcome = await player.hears_of("hello")
        self.welcomes += 1
        if welcome["elsewhere"]:
            player.says("take_over")
        is_seated, given = False, 0
        while not self.over.is_set() and (message := await player.hears()) is not None:
            match message:
                case {"type": "lobby", "phase": "lobby"} if not is_seated:
                    is_seated = True
                    player.says("sit", seat=seat)
                    player.says("ready")
                case {"type": "outcome", "verdict": str(verdict)} if verdict:
                    await self.wants_again.wait()
                    player.says("rematch")
                case {"type": "pending", "ask": dict(ask), "number": number}:
                    if answers is not None and given >= answers:
                        return
                    given += 1
                    player.says("answer", number=number, option=player.choose(ask, None))

    # --- who has joined ------------------------------------------------------------------

    async def _joined_player(self):
        while not self.over.is_set():
            notes = self.folder / "notes"
            if self.night.seed % 2:
                notes.mkdir(exist_ok=True)  # without it nothing is kept: each client is another one
            # Whoever finds a line that stalls, or a host that is not back yet, tries again.
            with contextlib.suppress(CannotReach):
                async with joined(
                    self.line.port, pauses=PAUSES, folder=notes, signs=True
                ) as self.guest:
                    try:
                        await self._sits_down()
                        await self._plays()
                    except OverMeanwhile:
                        await self._look_at_the_bundle()
                        self.over.set()
                        self.wants_again.set()
                    except TimeoutError:
                        self._tell_where_it_stands()
                        raise
                    finally:
                        self._notes()

    def _tell_where_it_stands(self):
        pending, lobby = self.guest.last(link.Pending), self.guest.last(link.Lobby)
        print(f"seed {self.night.seed}: {self.night.game} stands still: {pending}", file=sys.stderr)
        print(self.guest.remote.state, [str(each) for each in lobby.seats], lobby.paused,
              [each.text for each in self.guest.all(link.Notice)][-5:],
              [each.text for each in self.guest.all(link.Problem)][-5:],
              dict(self.night.perils), file=sys.stderr)  # fmt: skip

    def _notes(self):
        state = self.guest.remote.state
        self.night.findings += state.findings
        for each in self.guest.all(link.Problem):
            self.night.problems[each.code] += 1

    async def _sits_down(self):
        await self.guest.hears(lambda: self.guest.last(link.Lobby) is not None, STANDS)
        if self.guest.last(link.Lobby).phase == "lobby":
            self.guest.remote.send(link.Sit(seat=0))
            self.guest.remote.send(link.Ready())

    async def _plays(self):
        answered, refused = -1, 0
        while True:
            await self._is_asked_anew(answered, refused)
            if self._is_stood_in and not self._has_ended():
                await self._takes_the_seat_back()
                answered = -1
                continue
            if self._has_ended():
                await self._is_all_checked()
                await self._look_at_the_bundle()
                if self.plays_again and self.perils and self.night.is_well:
                    await self._again()
                    answered = -1
                    continue
                self.over.set()
                self.wants_again.set()
                return
            answered = self.guest.last(link.Pending).number
            # What is said next may be refused before anybody looks: a step away may overtake it.
            refused = len(self.guest.all(link.Problem))
            peril = self._peril()
            if peril == "plain":
                await self._comes_back_plainly()
                return
            self._answers()
            while peril:
                await getattr(self, f"_{peril}")()
                peril = self._one_more()

    async def _is_all_checked(self):
        def is_so():
            state = self.guest.remote.state
            return state.trouble == "" and state.at_end != ""

        await self.guest.hears(is_so, STANDS)
        if self.guest.remote.state.came_to == "wrong":
            self.night.findings += (self.guest.remote.state.at_end,)

    async def _again(self):
        """Another game at the same table, with the same people."""
        self.wants_again.set()
        await self._presses(link.Rematch(), lambda: not self._has_ended())
        self.wants_again.clear()

    def _has_ended(self):
        ended = self.guest.last(link.Ended)
        is_over = self.guest.last(link.Lobby).phase == "over"
        return is_over and ended is not None and ended.verdict != ""

    async def _is_asked_anew(self, answered, refused):
        def is_so():
            # Whoever is refused reads why and is shown the question again.
            is_refused = len(self.guest.all(link.Problem)) > refused and self._asks_anew(-1)
            return (
                self._has_ended()
                or self._is_stood_in
                or self._asks_anew(-1 if is_refused else answered)
            )

        await self.guest.hears(is_so, patience=STANDS)

    @property
    def _is_stood_in(self):
        lobby = self.guest.last(link.Lobby)
        return lobby.phase == "playing" and lobby.seats[0].stand_in

    async def _takes_the_seat_back(self):
        await self._presses(link.Sit(seat=0), lambda: not self._is_stood_in)

    def _asks_anew(self, answered):
        pending = self.guest.last(link.Pending)
        return pending is not None and pending.ask is not None and pending.number != answered

    def _answers(self):
        pending = self.guest.last(link.Pending)
        option = self.dice.choice(pending.ask.options).option
        self.guest.remote.send(link.Give(number=pending.number, option=option))

    # --- perils --------------------------------------------------------------------------

    def _peril(self):
        """What befalls now, if anything."""
        if not self.perils or self.dice.random() > 0.5:
            return ""
        peril = self.perils.pop()
        self.night.perils[peril] += 1
        return peril

    def _one_more(self):
        """What befalls at the same question, where much is to come: some games are short."""
        if len(self.perils) < MANY or self.perils[-1] == "plain":
            return ""
        return self._peril()

    async def _cut(self):
        asyncio.get_running_loop().call_later(self.dice.random() * 0.3, self.line.cut)

    async def _stall(self):
        self.line.stall(STALL)

    async def _kill(self):
        port = self.host.port
        self.host.kill()
        await self.house.aclose()
        words = (*self.words, "--resume", "--port", str(port))
        again = HostProcess(self.folder / "data", *words, config=self.config)
        try:
            self.host = await self.house.enter_async_context(again)
        except AssertionError as error:
            if "there is no unfinished game" not in str(error):
                raise
            raise OverMeanwhile from None

    async def _away(self):
        await self._presses(link.StepAway(), lambda: self._is_away(True))
        await asyncio.sleep(self.dice.random() * 2)
        await self._presses(link.Sit(seat=0), lambda: self._is_away(False))

    async def _presses(self, message, is_done):
        """Presses it again where nothing comes of it: a line that is cut may have lost it."""
        for _ in range(5):
            self.guest.remote.send(message)
            with contextlib.suppress(TimeoutError):
                await self.guest.hears(lambda: is_done() or self._has_ended(), patience=30)
                return
        raise TimeoutError(f"pressed five times, and nothing came of it: {message}")

    def _is_away(self, wanted):
        # While nobody else is there who plays, stepping away is a pause.
        lobby = self.guest.last(link.Lobby)
        return (lobby.seats[0].away or lobby.paused) is wanted

    async def _comes_back_plainly(self):
        """The same key by plain ssh, for some answers; then the client takes the seat again."""
        self.guest.remote.close()
        async with self.own.pipe("ann", self.host.port, "json") as pipe:
            with contextlib.suppress(TimeoutError, AssertionError):
                async with asyncio.timeout(20):
                    await self._plain_talk(pipe, 0, answers=2)

    def _count(self, bundle):
        for row in bundle["rows"]:
            self.night.kinds[row["type"]] += row["type"] in OF_SIGNERS
            self.night.answers[told_of(row)] += bool(told_of(row))
        self.night.kinds, self.night.answers = +self.night.kinds, +self.night.answers

    async def _look_at_the_bundle(self):
        command = [*RUNES, "verify", str(self.host.bundle), "--json"]
        process = await asyncio.create_subprocess_exec(
            *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
        )
        said, _ = await process.communicate()
        bundle = json.loads(self.host.bundle.read_bytes())
        self._count(bundle)
        self.night.games, self.night.rows = (
            self.night.games + 1,
            self.night.rows + len(bundle["rows"]),
        )
        self.night.verified = process.returncode == 0
        if not self.night.verified:
            self.night.findings += (said.decode()[-400:],)


def told_of(row):
    """What a row says of a seat that signs, in a word: "" for nothing."""
    body = row.get("body") or {}
    if row["type"] != "answer" or body["seat"] != 0:
        return ""
    return "signed" if body["signed"] is not None else body["by"] or "plain"


WHOLE = dict(WORK)


def less_work():
    """The slow hashes of this process are as small a part as those of the hosts, however often."""

    def part(blocks):
        return blocks // PART // 16 * 16

    WORK.update({name: Slow(roll=part(each.roll), shuffle=part(each.shuffle))
                 for name, each in WHOLE.items()})  # fmt: skip


def named(table):
    """What a table is asked for by."""
    game, _, words = table
    return NEFARIOUS if f"{NEFARIOUS}=on" in words else game


async def night(seed, perils, table="", *, again=False):
    """One game by its seed."""
    # Lines that are cut and processes that are killed are what happens here all the time.
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    less_work()
    HostProcess.patience = STANDS
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        home = OwnHome(Path(folder) / "ann", patch)
        began = time.time()
        found = await Evening(seed, Path(folder), perils, table, again=again).play(home)
        found.started, found.seconds = began, time.time() - began
        return found


async def elsewhere(seed, words):
    """One game in a process of its own; what broke it is found wrong with it."""
    command = [sys.executable, "-m", "tests.lab.nights", "--seed", str(seed), "--json", *words]
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    said, _ = await process.communicate()
    *more, last = said.decode("utf-8", "replace").strip().splitlines() or [""]
    try:
        found = read_night(last)
    except (ValueError, TypeError):
        return Night(seed, findings=("broken off: " + "\n".join([*more, last])[-6000:],))
    if not found.is_well:
        found.findings += tuple(more[-20:])
    return found


def read_night(line):
    """What was written of a night."""
    fields = json.loads(line)
    for name in ("perils", "problems", "kinds", "answers"):
        fields[name] = Counter(fields[name])
    return Night(**fields | {"findings": tuple(fields["findings"])})


def kept(log):
    """The nights of a log; a line that was broken off is none."""
    found = []
    for line in log.read_text().splitlines() if log is not None and log.exists() else ():
        with contextlib.suppress(ValueError, TypeError):
            found.append(read_night(line))
    return found


async def nights(seeds, at_once, words, log=None):
    """Many games, each in a process of its own, but for those of the log; all of them."""
    places, over = asyncio.Semaphore(at_once), kept(log)
    over = [each for each in over if each.seed in seeds]
    due = [seed for seed in seeds if seed not in {each.seed for each in over}]
    if over:
        print(f"{len(over)} games were played before", flush=True)

    async def one(seed):
        async with places:
            return await elsewhere(seed, words)

    for done in asyncio.as_completed([one(seed) for seed in due]):
        found = await done
        over.append(found)
        if log is not None:
            with log.open("a") as file:
                file.write(json.dumps(vars(found)) + "\n")
        print(f"[{len(over)} of {len(seeds)}] {found.seconds:.0f} s, {found}", flush=True)
    return over


def summed(over):
    """All games in a line."""
    perils = sum((each.perils for each in over), Counter())
    answers = sum((each.answers for each in over), Counter())
    ended = [each for each in over if each.started]
    first = min((each.started for each in ended), default=0.0)
    last = max((each.started + each.seconds for each in ended), default=0.0)
    return json.dumps({
        "games": len(over), "well": sum(each.is_well for each in over),
        "not well": sorted(each.seed for each in over if not each.is_well),
        "rows": sum(each.rows for each in over), "perils": dict(perils), "answers": dict(answers),
        "seconds of games": round(sum(each.seconds for each in over)),
        "minutes from first to last": round((last - first) / 60, 1),
    })  # fmt: skip


def main(words=None):
    """Plays, and prints a line a game."""
    asked = argparse.ArgumentParser(prog="python -m tests.lab.nights", description=__doc__)
    asked.add_argument("--seed", type=int, default=None)
    asked.add_argument("--games", type=int, default=10)
    asked.add_argument("--at-once", type=int, default=2)
    asked.add_argument("--table", choices=sorted({named(each) for each in TABLES}), default="")
    asked.add_argument("--log", type=Path, default=None)
    asked.add_argument("--again", action="store_true")
    asked.add_argument("--json", action="store_true")
    for peril, usual in zip(PERILS, (4, 3, 1, 1, 1), strict=True):
        asked.add_argument(f"--{peril}", type=int, default=usual)
    given = asked.parse_args(words)
    perils = {peril: getattr(given, peril) for peril in PERILS}
    if given.seed is not None:
        found = asyncio.run(night(given.seed, perils, given.table, again=given.again))
        print(json.dumps(vars(found)) if given.json else found)
        return 0 if found.is_well else 1
    more = [word for peril in PERILS for word in (f"--{peril}", str(perils[peril]))]
    more += ["--table", given.table] if given.table else []
    more += ["--again"] if given.again else []
    over = asyncio.run(nights(range(given.games), given.at_once, more, given.log))
    print(summed(over))
    return 0 if all(each.is_well for each in over) else 1


if __name__ == "__main__":
    sys.exit(main())
