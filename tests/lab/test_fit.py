"""A fit comes to the same numbers, whoever runs its jobs."""

from contextlib import closing

import pytest

from rr_net.sim.executors import LocalExecutor
from rr_net.sim.fit.datafile import text_of
from rr_rules.registry import fit_of
from tests.support.rr_net.lab import InTurn


@pytest.mark.e2e
@pytest.mark.timeout(120)
def test_processes_come_to_the_same_numbers_as_this_one(lab, tmp_path):
    from rr_net.sim.fit import stages

    found = []
    for name in ("here", "there"):
        folder = tmp_path / name
        folder.mkdir()
        fit = fit_of("regicide")
        last = fit._replace(stages=[fit.stages[2]._replace(games=2), fit.stages[-1]])
        run = stages.FitRun("regicide", last, folder, seed=3, scale=0.0002, start={})
        with closing(InTurn() if name == "here" else LocalExecutor(2)) as executor:
            run.run(stages.Runner(executor, lambda: False, lambda line: None))
        found.append(text_of({"stages": run.done}, run.numbers))
    assert found[0] == found[1]
    assert '"odds"' in found[0]
