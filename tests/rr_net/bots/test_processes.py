"""Bots that think ahead do so elsewhere: asked fairly, ended surely, never waited for."""

import asyncio
import os
import sys
from dataclasses import replace

import pytest

from rr_net.bots.jobs import done, heard, read, spoken, written
from rr_net.bots.processes import COMMAND, Elsewhere
from rr_net.bots.seat import Bots, PendingThought
from rr_rules.bots.kinds import BotLimits
from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.table import Table, drive
from rr_rules.registry import load_game, make_bot
from tests.support.fakeclock import FakeClock
from tests.support.tasks import turn, turns

PATIENCE = 30
FEW = BotLimits(5.0, 3)
"""Three imagined tables and no more: the same luck then gives the same answer."""
FOREVER = BotLimits(PATIENCE, 10**9)


def opened(game="regicide"):
    """A table with its first choice open."""
    rules = load_game(game)
    table = Table(rules, 2, rules.settle({}))
    drive(table, SeededDealer(3))
    return table


class Gatherer:
    """A thinker that keeps the thoughts it gets."""

    def think(self, thought, done):
        self.thought = thought


def thought_of(table, kind="search", settings=FEW):
    gatherer = Gatherer()
    bots = Bots(make_bot, gatherer, FakeClock(), b"luck", settings=settings)
    bots.ask(kind, table, table.asked[0], lambda answer: None)
    return gatherer.thought


async def answer_of(thinker, thought):
    answers = asyncio.Queue()
    thinker.think(thought, answers.put_nowait)
    return await asyncio.wait_for(answers.get(), PATIENCE)


@pytest.fixture
async def elsewhere():
    thinker = Elsewhere()
    yield thinker
    await thinker.close()


@pytest.mark.parametrize("game", ["runes-regulations", "regicide", "rune"])
def test_an_errand_arrives_as_it_was_sent(game):
    job = thought_of(opened(game)).job()
    line = written(job)
    assert line.count(b"\n") == 1
    assert written(read(line)) == line
    assert 0 <= done(job) < len(opened(game).asked[0].options)


def test_who_leads_travels_with_an_errand():
    job = replace(thought_of(opened(), "hard-follows").job(), leaders=(1,))
    assert read(written(job)) == job
    assert 0 <= done(job) < len(opened().asked[0].options)


def test_an_owners_cards_travel_with_an_errand():
    job = replace(thought_of(opened()).job(), deck=("mine.toml", b"\x00\xff"))
    assert read(written(job)).deck == job.deck


@pytest.mark.e2e
async def test_another_process_gives_the_answer_that_this_one_would(elsewhere):
    table = opened()
    wanted = done(thought_of(table).job())
    assert await answer_of(elsewhere, thought_of(table)) == wanted
    # The process that has answered is asked again.
    assert await answer_of(elsewhere, thought_of(table)) == wanted


async def test_a_bot_that_is_done_at_once_starts_no_process():
    thinker = Elsewhere(command=("/nowhere/to/be/found",))
    try:
        thought = thought_of(opened(), "rule")
        assert isinstance(thought, PendingThought)
        assert await answer_of(thinker, thought) == thought()
    finally:
        await thinker.close()


ELSEWHERE = 4711
"""No option's number: only the process of the next test says it."""
ECHO = f"import sys\nfor line in sys.stdin: print({ELSEWHERE}, flush=True)"


@pytest.mark.e2e
async def test_a_greedy_bot_thinks_in_the_process_as_soon_as_that_is_ready():
    thinker, table = Elsewhere(command=(sys.executable, "-c", ECHO)), opened("runes-regulations")
    try:
        # Nobody waits for the process: what it would answer is thought out here meanwhile.
        wanted = done(thought_of(table, "greedy").job())
        assert await answer_of(thinker, thought_of(table, "greedy")) == wanted
        async with asyncio.timeout(PATIENCE):
            while await answer_of(thinker, thought_of(table, "greedy")) != ELSEWHERE:
                await turn()
    finally:
        await thinker.close()


def hint_of(table):
    """What is to be thought out where somebody asks for a hint."""
    gatherer = Gatherer()
    bots = Bots(make_bot, gatherer, FakeClock(), b"luck", settings=FEW)
    bots.hint(table, table.asked[0], table.number, lambda told: None)
    return gatherer.thought


@pytest.mark.slow
@pytest.mark.parametrize("game", ["runes-regulations", "regicide", "rune"])
def test_a_hint_is_the_same_here_and_in_another_process_and_comes_back_as_it_was_said(game):
    table = opened(game)
    thought = hint_of(table)
    # On a busy machine the time of a hint would be over before all is tried.
    found = done(read(written(replace(thought.job(), seconds=PATIENCE))))
    assert found == thought() == hint_of(table)()
    assert heard(spoken(found).encode()) == found


@pytest.mark.parametrize("line", ["", "nonsense", "true", "-1", "[1, 2, 3]", '["a", "b", "c"]'])
def test_what_is_no_answer_is_heard_as_none(line):
    assert heard(line.encode()) is None


@pytest.mark.e2e
async def test_a_hint_is_thought_out_in_a_process_that_is_free():
    thinker, table = Elsewhere(), opened("runes-regulations")
    wanted = hint_of(table)()
    try:
        for _ in range(3):
            assert await answer_of(thinker, hint_of(table)) == wanted
    finally:
        await thinker.close()


@pytest.mark.e2e
async def test_a_greedy_bot_thinks_on_where_no_process_can_be_had():
    thinker, table = Elsewhere(command=("/nowhere/to/be/found",)), opened("runes-regulations")
    wanted = done(thought_of(table, "greedy").job())
    try:
        for _ in range(3):
            assert await answer_of(thinker, thought_of(table, "greedy")) == wanted
    finally:
        await thinker.close()


@pytest.mark.e2e
@pytest.mark.parametrize(
    "command",
    [
        ("/nowhere/to/be/found",),
        (sys.executable, "-c", "pass"),
        (sys.executable, "-c", "print()"),
        (sys.executable, "-c", "input(); print('nonsense')"),
    ],
)
async def test_a_process_that_fails_has_no_answer_and_stops_nobody(command):
    thinker = Elsewhere(command=command)
    try:
        for _ in range(2):
            assert await answer_of(thinker, thought_of(opened())) is None
    finally:
        await thinker.close()


@pytest.mark.e2e
async def test_a_thought_does_not_outlive_the_table(tmp_path):
    mark = tmp_path / "pid"
    os.mkfifo(mark)
    program = (
        f"import os; open({str(mark)!r}, 'w').write(str(os.getpid())); "
        "from rr_net.bots.__main__ import main; main()"
    )
    thinker, answers = Elsewhere(command=(sys.executable, "-c", program)), []
    thinker.think(thought_of(opened(), settings=FOREVER), answers.append)
    async with asyncio.timeout(PATIENCE):
        pid = int(await asyncio.to_thread(mark.read_text))
    await thinker.close()
    assert answers == []
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.e2e
async def test_the_process_ends_with_whoever_has_started_it():
    process = await asyncio.create_subprocess_exec(
        *COMMAND, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    out, _ = await asyncio.wait_for(process.communicate(b"no errand\n"), PATIENCE)
    assert (process.returncode, out) == (0, b"\n")


@pytest.mark.e2e
async def test_who_closes_it_while_it_warms_up_leaves_nothing_behind():
    # The processes are in the middle of their first thought, which takes for ever.
    elsewhere = Elsewhere(command=(sys.executable, "-c", "import signal; signal.pause()"))
    before = asyncio.all_tasks()
    elsewhere.think(thought_of(opened(), kind="greedy"), lambda answer: None)
    while not any(task.get_coro().__name__ == "_ask" for task in asyncio.all_tasks()):
        await turn()
    await turns(50)
    await elsewhere.close()
    assert asyncio.all_tasks() == before
