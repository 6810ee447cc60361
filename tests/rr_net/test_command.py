"""How the command is typed where it was started: by its name, or by the path that leads to it."""

import sys

import pytest

from rr_net.link import kept_words
from rr_net.link.command import own_command, typed_from, typed_here
from rr_net.local.tutorial import _farewell
from rr_rules.lessons.shelf import lesson


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A folder with the command in it, and another one that the shell looks into."""
    for folder in ("house/.venv/bin", "bin"):
        command = tmp_path / folder / "runes"
        command.parent.mkdir(parents=True)
        command.write_text("#!/bin/sh\n")
        command.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    return tmp_path / "house"


def test_who_started_by_a_path_reads_the_path_from_where_they_stand(checkout, tmp_path):
    elsewhere = str(checkout / ".venv/bin/runes")
    assert typed_from(checkout, ".venv/bin/runes") == ".venv/bin/runes"
    assert typed_from(checkout, elsewhere) == ".venv/bin/runes"
    assert typed_from(tmp_path / "bin", elsewhere) == elsewhere


@pytest.fixture
def started(checkout, monkeypatch):
    """This process as if it had been started in the checkout."""
    monkeypatch.chdir(checkout)
    monkeypatch.setattr(sys, "argv", [".venv/bin/runes"])
    own_command.cache_clear()
    yield ".venv/bin/runes"
    own_command.cache_clear()


def test_what_is_said_at_this_machine_names_the_command_as_it_is_called_there(started):
    assert f"`{started} play`" in kept_words(1, "play")
    assert f"(or `{started} host`)" in kept_words(1, "host")
    assert f"{started} learn rr-2" in _farewell(lesson("rr-1"), is_done=True)
    assert typed_here("Not shown: runes verify --full shows it.") == (
        f"Not shown: {started} verify --full shows it."
    )


def test_what_the_shell_finds_by_itself_needs_no_path(checkout, tmp_path):
    assert typed_from(checkout, str(tmp_path / "bin" / "runes")) == "runes"


@pytest.mark.parametrize("started", ["", "-c", "/usr/lib/python3/runes_table/__main__.py"])
def test_what_is_not_the_command_is_called_by_its_usual_name(checkout, started):
    assert typed_from(checkout, started) == "runes"
