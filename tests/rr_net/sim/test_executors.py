"""Jobs on processes and on a cluster: the same results, whoever runs them and whoever dies."""

import json
import resource
import subprocess
import sys
from concurrent.futures import Future
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path

import pytest
from click.testing import CliRunner

from rr_net.cli import main
from rr_net.sim.executors import LostWorkers, run_all
from rr_net.sim.games import GameJob, GamePlayed, TournamentPlan
from rr_net.sim.jobs import JobBatch, OtherSources, batches, carry_out, sources_in_use
from rr_net.sim.kept import ROWS, KeptResults, NotKept, kept_head
from rr_net.sim.report import written
from rr_rules.registry import fit_of
from tests.support.rr_net.lab import DeadlyJob, InTurn

PLAN = TournamentPlan("regicide", 2, ("random",), 7)
WORDS = ("sim", "--game", "regicide", "--bots", "random", "--games", "12", "--seed", "7")


class Broken(InTurn):
    def submit(self, batch):
        future = Future()
        future.set_exception(BrokenPipeError("a worker fell over"))
        return future


def games(number):
    return [GameJob(PLAN, at) for at in range(number)]


def never():
    return False


def table(results):
    return written(results).splitlines()


def test_every_job_is_run_once():
    results = list(run_all(InTurn(), games(5), never))
    assert sorted(game.number for game in results) == [0, 1, 2, 3, 4]


def test_nothing_more_is_handed_out_once_it_is_stopped():
    executor, asked = InTurn(), count()
    results = list(run_all(executor, games(30), lambda: next(asked) >= 3))
    assert 0 < len(results) < 30
    assert next(asked) == 4


def test_jobs_travel_together_where_there_are_many_of_them():
    assert [len(each.jobs) for each in batches(games(3), 2)] == [1, 1, 1]
    many = list(batches(games(2000), 2))
    assert {len(each.jobs) for each in many} == {20}
    assert [job.number for each in many for job in each.jobs] == list(range(2000))


def test_a_worker_with_other_sources_refuses_the_job():
    with pytest.raises(OtherSources, match="install the same version there"):
        carry_out(JobBatch(tuple(games(1)), "0" * 64))
    assert carry_out(JobBatch((), sources_in_use())) == ()


def test_workers_that_are_gone_are_told_in_a_sentence():
    with pytest.raises(LostWorkers, match=r"gone \(BrokenPipeError\): a worker fell over"):
        list(run_all(Broken(), games(2), never))


# --- what is kept ---------------------------------------------------------------------------


@pytest.fixture
def sim(tmp_path, monkeypatch):
    """Runs `runes sim` over some games, in this process and in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("rr_net.sim.executors.LocalExecutor", InTurn)

    def run(*words):
        done = CliRunner().invoke(main, [*WORDS, *map(str, words)])
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        return done

    return run


def test_a_run_that_was_broken_off_goes_on_and_writes_the_same_table(sim, tmp_path):
    sim("--out", "whole.csv")
    sim("--keep", "kept")
    rows = tmp_path / "kept" / ROWS
    whole = rows.read_bytes().splitlines(keepends=True)
    rows.write_bytes(b"".join(whole[:5]) + whole[5][:40])  # cut in the middle of a row
    done = sim("--keep", "kept", "--out", "again.csv")
    assert "12 games, 5 of them kept before, " in done.output
    assert (tmp_path / "again.csv").read_bytes() == (tmp_path / "whole.csv").read_bytes()
    assert len(rows.read_bytes().splitlines()) == 12


def test_what_is_kept_comes_back_as_it_was(tmp_path):
    plan = TournamentPlan("runes-regulations", 3, ("random",), 3,
                          options=(("nefarious", "on"), ("window", "fast")))  # fmt: skip
    played = GameJob(plan, 0).run()
    with closing(KeptResults(tmp_path, {}, GamePlayed)) as kept:
        kept.add(played)
    with closing(KeptResults(tmp_path, {}, GamePlayed)) as kept:
        assert kept.results == [played]


def test_a_kept_run_brings_its_seed_along_and_may_grow(sim, tmp_path):
    words = [word for word in WORDS[1:] if word not in {"--seed", "7"}]
    first = CliRunner().invoke(main, ["sim", *words, "--games", "4", "--keep", "kept"])
    seed = json.loads((tmp_path / "kept" / "run.json").read_text())["seed"]
    assert f"seed {seed}\n" in first.output
    more = CliRunner().invoke(main, ["sim", *words, "--games", "6", "--keep", "kept"])
    assert f"seed {seed}\n" in more.output
    assert "6 games, 4 of them kept before" in more.output


def swapped(path):
    """A folder in the place of a file."""
    path.unlink()
    path.mkdir()


def refused(done, said):
    assert done.exit_code == 1
    [line] = done.stderr.splitlines()
    assert said in line
    assert "pydantic" not in line


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda folder: None, "has the results of another run: bots is ['random'], not ['rule']"),
        (lambda folder: (folder / "run.json").write_text("["), "run.json cannot be read"),
        (lambda folder: (folder / "run.json").write_text("[]"), "run.json cannot be read"),
        (
            lambda folder: (folder / "run.json").write_text("[" * 100_000),
            "run.json cannot be read (Invalid JSON: recursion limit exceeded",
        ),
        (lambda folder: (folder / "run.json").unlink(), "has results.jsonl, but no run.json"),
        (lambda folder: swapped(folder / ROWS), "results.jsonl: Is a directory"),
    ],
)
def test_another_run_is_not_mixed_in(sim, tmp_path, spoil, said):
    sim("--keep", "kept")
    spoil(tmp_path / "kept")
    bots = "rule" if "rule" in said else "random"
    refused(sim("--keep", "kept", "--bots", bots), said)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        ({"winners": [77]}, "winners (77,): expected seats from 0 to 1"),
        ({"winners": "all"}, "winners: Input should be a valid array"),
        ({"kinds": ["search", "search"]}, "expected ('random', 'random')"),
        ({"kinds": ["random"]}, "expected ('random', 'random')"),
        ({"number": -5}, "number -5: expected 0 or more"),
        ({"number": 0}, "game 0 is there twice"),
        ({"roles": ["king"]}, "expected what is told by seat of 2 seats"),
        ({"tally": [0, False, []]}, "expected one as other games have"),
    ],
)
def test_a_row_of_no_such_game_is_refused_and_not_thrown_away(sim, tmp_path, spoil, said):
    sim("--keep", "kept")
    path = tmp_path / "kept" / ROWS
    rows = sorted(path.read_text("utf-8").splitlines(), key=lambda row: json.loads(row)["number"])
    rows[4] = json.dumps(json.loads(rows[4]) | spoil)
    path.write_text("\n".join([*rows, ""]), "utf-8")
    done = sim("--keep", "kept")
    refused(done, said)
    assert f"row 5 of {Path('kept', ROWS)} is none of this run" in done.stderr
    assert path.read_text("utf-8").splitlines() == rows


def test_fewer_games_than_are_kept_are_those_of_the_first_numbers(sim, tmp_path):
    sim("--keep", "kept")
    assert "5 games, 5 of them kept before" in sim("--keep", "kept", "--games", 5).output


@contextmanager
def disk_of(size, monkeypatch):
    """A disk, as far as this process knows, on which no file has room for more."""
    # What is loaded meanwhile would be kept cut.
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_full_disk_is_told_in_a_sentence_and_leaves_whole_rows(sim, tmp_path, monkeypatch):
    with disk_of(3000, monkeypatch):
        done = sim("--keep", "kept")
    said = "a result is not kept: File too large; the same command goes on"
    assert said in " ".join(done.output.split())
    assert done.exit_code == 1
    rows = (tmp_path / "kept" / ROWS).read_bytes()
    assert rows.endswith(b"}\n")
    assert f"12 games, {len(rows.splitlines())} of them kept before" in sim("--keep", "kept").output


def test_two_runs_do_not_keep_in_one_folder(tmp_path):
    with (
        closing(KeptResults(tmp_path, {}, int)),
        pytest.raises(NotKept, match="another run is keeping"),
    ):
        KeptResults(tmp_path, {}, int)
    assert kept_head(tmp_path) == {}
    assert kept_head(tmp_path / "none") is None


# --- a cluster ------------------------------------------------------------------------------


@pytest.fixture
def clusters():
    """The module, which takes a second to load where Dask is installed."""
    from rr_net.sim import cluster

    return cluster


def test_without_the_package_it_is_said_what_to_install(clusters, sim, monkeypatch):
    monkeypatch.setattr(clusters, "CAN_USE_CLUSTERS", False)
    done = sim("--cluster", "tcp://127.0.0.1:1")
    assert done.exit_code == 1
    assert "make install EXTRA=cluster" in done.output


@pytest.mark.e2e
@pytest.mark.timeout(120)
def test_a_cluster_plays_the_same_games_though_a_worker_is_killed(clusters, dask_cluster, tmp_path):
    deadly = [DeadlyJob(job, tmp_path / "dead", 5) for job in games(12)]
    with closing(clusters.DaskExecutor(dask_cluster.scheduler_address)) as executor:
        assert executor.workers == 3
        killed = list(run_all(executor, deadly, never))
    assert (tmp_path / "dead").exists()
    assert table(killed) == table(list(run_all(InTurn(), games(12), never)))
    out = tmp_path / "cluster.csv"
    words = ("--cluster", dask_cluster.scheduler_address, "--out", str(out))
    done = CliRunner().invoke(main, [*WORDS, *words])
    assert done.exit_code == 0, done.output
    assert out.read_text("utf-8").splitlines() == table(killed)


@pytest.mark.e2e
@pytest.mark.timeout(120)
def test_a_result_counts_though_its_worker_dies_as_it_comes(clusters, dask_cluster, monkeypatch):
    """Whoever asks how the job is once more hears that it is lost: its result is there already."""
    monkeypatch.setattr("distributed.Future.status", property(lambda future: "lost"))
    with closing(clusters.DaskExecutor(dask_cluster.scheduler_address)) as executor:
        found = list(run_all(executor, games(3), never))
    assert table(found) == table(list(run_all(InTurn(), games(3), never)))


@pytest.mark.socket
def test_a_scheduler_that_is_not_there_is_told_in_a_sentence(dask, clusters, monkeypatch):
    monkeypatch.setattr(clusters, "PATIENCE", 0.1)
    done = CliRunner().invoke(main, [*WORDS, "--cluster", "tcp://127.0.0.1:1"])
    assert done.exit_code == 1
    assert "no Dask scheduler answers at tcp://127.0.0.1:1" in done.output


@pytest.mark.socket
def test_an_address_of_several_lines_is_told_in_one(dask, clusters, monkeypatch):
    monkeypatch.setattr(clusters, "PATIENCE", 0.1)
    done = CliRunner().invoke(main, [*WORDS, "--cluster", "tcp://127.0.0.1\nx:1"])
    refused(done, "no Dask scheduler answers at tcp://127.0.0.1x:1: ")


@pytest.mark.e2e
@pytest.mark.parametrize("address", ["foo://x", "tls://127.0.0.1:1", "::::"])
def test_what_is_no_address_is_told_in_one_line_and_nothing_is_waited_for(dask, address):
    program = f"from rr_net.cli import main\nmain({[*WORDS, '--cluster', address]})"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=15, check=False
    )
    assert done.returncode == 1
    [line] = done.stderr.splitlines()
    assert f"no Dask scheduler answers at {address}: " in line


@pytest.mark.e2e
def test_a_tournament_of_this_machine_loads_nothing_of_the_laboratory():
    program = (
        "import sys\nfrom rr_net.cli import main\n"
        "main(['sim', '--game', 'rune', '--bots', 'random', '--games', '1', '--jobs', '1'],"
        " standalone_mode=False)\n"
        "heavy = {'numpy', 'scipy', 'cma', 'matplotlib', 'distributed', 'pettingzoo'}\n"
        "print('loaded', sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.endswith("loaded []\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "kind"), [("runes-regulations", "normal"), ("rune", "rule"), ("regicide", "rule")]
)
def test_a_bot_plays_by_the_numbers_of_its_word(game, kind):
    """Some look them up when they are made, others when they choose."""

    shipped = json.dumps(fit_of(game).numbers.file()["numbers"])
    none = {part: {} for part in json.loads(shipped)}
    found = [
        GameJob(
            TournamentPlan(game, 2, (f"{kind}@word",), 3, 8, numbers=(("word", text),)), at
        ).run()
        for text in (shipped, json.dumps(none))
        for at in range(2)
    ]
    usual = [GameJob(TournamentPlan(game, 2, (kind,), 3, 8), at).run() for at in range(2)]
    courses = [(each.turns, each.decisions, each.standings) for each in (*usual, *found)]
    assert courses[:2] == courses[2:4]
    assert courses[:2] != courses[4:]


STARTS = """
import signal
from rr_net.sim.executors import LocalExecutor
from rr_net.sim.jobs import JobBatch, sources_in_use
if __name__ == "__main__":
    executor = LocalExecutor(1)
    executor.submit(JobBatch((), sources_in_use())).result()
    print("begun", flush=True)
    signal.pause()
"""


@pytest.mark.slow
def test_the_processes_of_a_tournament_end_with_one_that_is_killed(tmp_path):
    script = tmp_path / "starts.py"
    script.write_text(STARTS)
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"begun\n"
        process.kill()
        # Its processes write to the same pipe, which ends with the last of them.
        assert process.communicate(timeout=30) == (b"", None)
