"""What runs a table or a relay for good: systemd's units, and the container."""

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

from rr_net.cli import main

ROOT = Path(__file__).parents[2]
UNITS = sorted((ROOT / "deploy").glob("*.service"))
WORST = 30
"""In tenths: `systemd-analyze security` goes from 0, nothing to say, to 100."""


def settings(unit):
    lines = (line.partition("=") for line in unit.read_text().splitlines() if "=" in line)
    return {name: value for name, _, value in lines}


def container():
    """The instructions of the second stage, each with the rest of its line."""
    text = (ROOT / "deploy" / "Containerfile").read_text().replace("\\\n", " ")
    stage = text[text.rindex("\nFROM ") :]
    lines = [line for line in stage.splitlines() if line and not line.startswith("#")]
    return {line.split()[0]: line.partition(" ")[2] for line in lines}


def commands():
    for unit in UNITS:
        yield pytest.param(shlex.split(settings(unit)["ExecStart"])[1:], id=unit.stem)
    yield pytest.param(json.loads(container()["CMD"]), id="container")


@pytest.mark.parametrize("words", list(commands()))
def test_what_is_started_is_a_command_of_ours(words):
    above = click.Context(main, **main.context_settings)
    command = main.get_command(above, words[0])
    command.make_context(words[0], words[1:], parent=above)


@pytest.fixture
def unit_here(request, tmp_path):
    """A unit whose program is there; skips where systemd is not."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("no systemd-analyze on this machine")
    unit = tmp_path / request.param.name
    runes = str(Path(sys.executable).with_name("runes"))
    unit.write_text(request.param.read_text().replace("/usr/local/bin/runes", runes))
    return unit


@pytest.mark.e2e
@pytest.mark.parametrize("unit_here", UNITS, indirect=True, ids=lambda unit: unit.stem)
def test_systemd_finds_nothing_wrong_and_little_exposed(unit_here):
    verify = ("systemd-analyze", "verify", "--man=no", unit_here)
    done = subprocess.run(verify, capture_output=True, text=True, check=False)
    if "Failed to" in done.stderr and unit_here.name not in done.stderr:
        pytest.skip(f"systemd-analyze does not work here: {done.stderr.splitlines()[0]}")
    assert (done.returncode, done.stderr) == (0, "")
    exposed = ("systemd-analyze", "security", "--offline=yes", f"--threshold={WORST}", unit_here)
    done = subprocess.run(exposed, capture_output=True, text=True, check=False)
    if "unrecognized option" in done.stderr:
        pytest.skip("this systemd-analyze cannot look at a file")
    assert done.returncode == 0, done.stdout.splitlines()[-1]


def test_a_table_and_a_relay_have_units_that_write_to_one_folder_each():
    assert [unit.stem for unit in UNITS] == ["runes-relay", "runes-table"]
    for unit in UNITS:
        said = settings(unit)
        assert (said["ProtectSystem"], said["DynamicUser"]) == ("strict", "yes")
        assert (said["Type"], said["NotifyAccess"]) == ("notify", "main"), (
            "it says when it is ready"
        )
        assert int(said["WatchdogSec"]) <= 60
        assert f"--data %S/{said['StateDirectory']}" in said["ExecStart"]


def test_a_linter_finds_nothing_in_the_containerfile():
    """It knows the shell of RUN lines too."""
    linter = Path(sys.executable).with_name("hadolint")
    if not linter.exists():
        pytest.skip("no hadolint here: .ci/venv container brings it in")
    said = (linter, "--no-color", ROOT / "deploy" / "Containerfile")
    done = subprocess.run(said, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_nothing_is_built_by_who_runs_the_container_and_no_stage_is_of_any_version():
    text = (ROOT / "deploy" / "Containerfile").read_text().replace("\\\n", " ")
    stages = [line.split()[1] for line in text.splitlines() if line.startswith("FROM ")]
    assert len(stages) == 2
    assert all(re.search(r":[\w.-]+", stage) and ":latest" not in stage for stage in stages)
    assert "\nRUN " not in text[text.rindex("\nUSER ") :]


def test_the_container_runs_without_root_and_writes_to_one_volume():
    said = container()
    user, volume = said["USER"], said["VOLUME"]
    assert re.fullmatch(r"[1-9]\d+:[1-9]\d+", user)
    assert volume == "/data"
    words = json.loads(said["CMD"])
    assert words[words.index("--data") + 1].startswith(f"{volume}/")
    assert f"HOME={volume} " in said["ENV"]
    assert json.loads(said["ENTRYPOINT"]) == ["runes"]
