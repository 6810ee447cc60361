"""The command line, word for word as it was when the golden commands were recorded."""

import pytest

from tests.support.golden.commands import COMMANDS, FOLDER, main, paths, played, recorded


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_commands_print_and_exit_as_they_were_recorded(name):
    now, then = played(name).splitlines(), recorded(name).splitlines()
    command = ""
    for number, (line, golden) in enumerate(zip(now, then, strict=False), 1):
        command = golden if golden.startswith("$ ") else command
        assert line == golden, f"{name}.txt, line {number}, of {command}"
    assert len(now) == len(then)


def test_every_file_is_a_list_of_commands_and_every_list_has_one():
    assert {path.name for path in FOLDER.iterdir()} == {f"{name}.txt" for name in COMMANDS}


def test_every_command_is_run_with_more_than_its_help():
    lines = [line for name in COMMANDS for line in recorded(name).splitlines()]
    for path in paths(main):
        command = " ".join(("$ runes", *path))
        assert f"{command} --help" in lines
        assert any(line.startswith(f"{command} ") and "--help" not in line for line in lines)


def test_every_status_of_a_verification_occurs():
    lines = recorded("verify").splitlines() + recorded("compare").splitlines()
    assert {line for line in lines if line.startswith("= ")} == {"= 0", "= 1", "= 2"}
