"""The own check of a whole record, in a process beside: what it says, and what it never says."""

import asyncio
import os
import signal
import sys

import pytest

from rr_net.client.whole import beside
from rr_net.client.whole.beside import checked_beside
from rr_net.client.whole.bundles import FAILED, OTHER_RECORD, CheckJob, checked
from rr_net.fairness.base.rows import CheckpointRow
from rr_rules.registry import load_game
from tests.support.rr_net.joining import HOSTS_LUCK
from tests.support.rr_net.recorded import TINY, manifest_of, record
from tests.support.tasks import beside as beside_it
from tests.support.tasks import turn

NO_JOB = CheckJob(game="", seat=0, rows=0, head="", commitment=None, me=(), receipts=None,
                  floors={})  # fmt: skip
SLEEPS = (sys.executable, "-c", "import sys; sys.stdin.buffer.read()")
DIES = (sys.executable, "-c", "import os; os.abort()")
BABBLES = (sys.executable, "-c", "print('{\"words\": 3}')")


def job_of(played, told=0, **changes):
    rows = [row.digest() for row in played.rows[:told]]
    fields = {"game": played.manifest.gid, "rows": told, "head": (rows or [""])[-1], "floors": TINY}
    return NO_JOB.model_copy(update=fields | changes)


@pytest.fixture(scope="module")
def game():
    rules = load_game("rune")
    return record(3, manifest_of(rules, seats=2, level="table"), rules)


def test_a_record_is_checked_with_what_was_told_of_it(game):
    found = checked(job_of(game, told=5), game.bundle)
    # Both events had chains alone: that is nothing to be called right.
    assert (found.came_to, found.words) == ("unproved", HOSTS_LUCK)
    signed = [row for row in game.rows[5:] if isinstance(row, CheckpointRow)]
    assert [each.signature for each in found.stamps] == [row.pub.signature for row in signed]


def test_another_record_than_the_one_that_was_told_is_wrong_and_what_it_signs_is_handed_on(game):
    found = checked(job_of(game, told=5, head="0" * 64), game.bundle)
    assert (found.came_to, OTHER_RECORD in found.words) == ("wrong", True)
    assert len(found.stamps) == sum(isinstance(row, CheckpointRow) for row in game.rows)
    assert checked(job_of(game, game="0" * 64), game.bundle).came_to == "wrong"


def test_what_is_no_record_is_wrong():
    found = checked(NO_JOB, b"[]")
    assert (found.came_to, found.words[:20]) == ("wrong", FAILED[:20])


@pytest.mark.e2e
async def test_a_process_beside_finds_the_same(game):
    job = job_of(game, told=2)
    found = await checked_beside(job, game.bundle)
    assert found == await asyncio.to_thread(checked, job, game.bundle)


@pytest.mark.e2e
@pytest.mark.parametrize(
    ("command", "words"),
    [
        (DIES, beside.BROKEN_OFF),
        (BABBLES, beside.BROKEN_OFF),
        (("/nowhere/python",), beside.NOT_STARTED),
    ],
)
async def test_a_process_that_fails_has_found_nothing(command, words):
    found = await checked_beside(NO_JOB, b"[]" * 100_000, command)
    assert found.came_to == "nothing"
    assert found.words == beside.NOT_DONE.format(words)


@pytest.mark.e2e
async def test_a_process_that_is_killed_or_too_slow_has_found_nothing(monkeypatch):
    begun = watched_starts(monkeypatch)
    async with beside_it(checked_beside(NO_JOB, b"[]", SLEEPS)) as checking:
        while not begun:
            await turn()
        os.kill(begun[0].pid, signal.SIGKILL)
    assert checking.result().words == beside.NOT_DONE.format(beside.BROKEN_OFF)
    monkeypatch.setattr(beside, "LONGEST", 0.05)
    found = await checked_beside(NO_JOB, b"[]", SLEEPS)
    assert found.words == beside.NOT_DONE.format(beside.TOO_SLOW)


@pytest.mark.e2e
async def test_whoever_leaves_ends_the_process(monkeypatch):
    begun = watched_starts(monkeypatch)
    async with beside_it(checked_beside(NO_JOB, b"[]", SLEEPS)) as checking:
        while not begun:
            await turn()
        checking.cancel()
    assert begun[0].returncode is not None


def watched_starts(monkeypatch):
    """The processes that are started."""
    begun, start = [], asyncio.create_subprocess_exec

    async def watched(*words, **more):
        begun.append(await start(*words, **more))
        return begun[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", watched)
    return begun
