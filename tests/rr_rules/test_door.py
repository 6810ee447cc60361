"""The door of the rules: what it offers, what it loads, and that the kernel stands without us."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import rr_rules

ROOT = Path(__file__).parents[2]
OFFERED = """
    Game Table drive load_game games Setting Choose ChooseAll Shuffle Roll Answer Option Outcome
    Zone Line Stream SeededDealer ScriptedDealer make_bot RulesError __version__
"""
README = ROOT / "rr_rules" / "README.md"


def printed(program, *flags):
    """What a fresh interpreter prints that knows this package alone of the project."""
    command = (sys.executable, *flags, "-c", program)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.stdout


def blocks(page, language):
    return re.findall(rf"```{language}\n(.*?)```", page, re.DOTALL)


def test_the_door_offers_this_and_nothing_else():
    assert sorted(rr_rules.__all__) == sorted(OFFERED.split())
    public = {name for name in vars(rr_rules) if not name.startswith("_")}
    rooms = {path.stem for path in (ROOT / "rr_rules").iterdir()}
    assert public - rooms == set(OFFERED.split()) - {"__version__"}


@pytest.mark.e2e
def test_the_door_loads_the_kernel_and_no_game_and_no_bot():
    loaded = printed("import sys, rr_rules; print(*sys.modules)").split()
    ours = {name for name in loaded if name.startswith("rr_")}
    assert "rr_rules.kernel.table" in ours
    assert {each for each in ours if not each.startswith("rr_rules.kernel")} == {
        "rr_rules",
        "rr_rules.registry",
    }
    assert {"asyncio", "importlib.metadata", "pydantic"} & set(loaded) == set()


@pytest.mark.e2e
def test_the_page_prints_what_it_says():
    page = README.read_text("utf-8")
    [program], [said] = blocks(page, "python"), blocks(page, "text")
    assert printed(program) == said
