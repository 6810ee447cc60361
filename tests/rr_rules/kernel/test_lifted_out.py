"""The kernel by itself: copied to an empty folder, it plays a game where nothing else is."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.table import drive
from tests.support.rr_rules import pebbles

ROOT = Path(__file__).parents[3]
# Without site, and so without what is installed: this package, pydantic, everything.
BARE = (sys.executable, "-I", "-S", "-c")
PROGRAM = """
import json, sys
sys.path.insert(0, sys.argv[1])
import pebbles
from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.table import drive

{play}

told = play(pebbles.pebbles_table(3, target="3"), SeededDealer(7), drive)
files = {{name: getattr(module, "__file__", None) for name, module in sys.modules.items()}}
print(json.dumps([told, files]))
"""
PLAY = """
def play(table, dealer, drive):
    drive(table, dealer)
    while table.asked:
        table.answer(table.asked[0].seat, 0)
        drive(table, dealer)
    return [repr(table.outcome), table.number]
"""


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """What a bare interpreter told that has the kernel and a game, and its modules by their files.

    The kernel's package is there without the file of its parent, so that nothing else can be it.
    """
    folder = tmp_path_factory.mktemp("alone")
    kernel = folder / "rr_rules" / "kernel"
    shutil.copytree(ROOT / "rr_rules" / "kernel", kernel, ignore=shutil.ignore_patterns("__py*"))
    shutil.copy(pebbles.__file__, folder)
    command = (*BARE, PROGRAM.format(play=PLAY), str(folder))
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    told, modules = json.loads(done.stdout)
    return folder, told, modules


@pytest.mark.e2e
def test_it_plays_the_same_game(alone):
    scope = {}
    exec(PLAY, scope)  # noqa: S102 - the same lines here and there
    table = pebbles.pebbles_table(3, target="3")
    _, told, _ = alone
    assert told == scope["play"](table, SeededDealer(7), drive)
    assert "points" in told[0]


@pytest.mark.e2e
def test_nothing_of_ours_was_there_but_the_copy(alone):
    folder, _, modules = alone
    ours = {name: file for name, file in modules.items() if name.startswith(("rr_", "pebbles"))}
    assert ours.pop("rr_rules") is None
    assert {"pebbles", "rr_rules.kernel.table"} <= set(ours)
    assert all(Path(file).is_relative_to(folder) for file in ours.values())
    assert not any(name.startswith("rr_rules.") and ".kernel" not in name for name in ours)


@pytest.mark.e2e
def test_it_needs_the_standard_library_alone(alone):
    _, _, modules = alone
    tops = {name.partition(".")[0] for name in modules}
    assert tops - sys.stdlib_module_names == {"__main__", "rr_rules", "pebbles"}


@pytest.mark.e2e
def test_a_bare_interpreter_finds_nothing_of_ours():
    program = "import importlib.util as u; print(u.find_spec('rr_rules'), u.find_spec('pydantic'))"
    done = subprocess.run((*BARE, program), capture_output=True, text=True, check=True)
    assert done.stdout == "None None\n"
