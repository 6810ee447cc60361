"""The words of the command: what each says of itself, its examples, and what starting costs."""

import json
import re
import shlex
import subprocess
import sys
from os import terminal_size

import click
import pytest

from rr_net.cli import WORDS, main
from rr_net.cli.words.learn import fitting
from rr_rules.lessons.shelf import lessons
from tests.support.golden.commands import paths

COMMANDS = [" ".join(path) for path in paths(main)]


def command_of(path):
    found = main
    for word in path.split():
        found = found.get_command(click.Context(found), word)
    return found


def below_of(command, word):
    is_group = isinstance(command, click.Group)
    return command.get_command(click.Context(command), word) if is_group else None


def examples_of(path):
    return [line.strip() for line in command_of(path).epilog.splitlines()[2:]]


def test_the_list_of_words_says_of_each_what_it_says_itself():
    said = {name: command_of(name).get_short_help_str(200) for name in WORDS}
    assert said == {name: word.about for name, word in WORDS.items()}


@pytest.mark.parametrize("path", COMMANDS)
def test_every_help_ends_with_examples_that_the_command_takes(path):
    examples = examples_of(path)
    assert examples
    for example in examples:
        assert f"{example} ".startswith(f"runes {path} ")
        command, words = main, shlex.split(re.split(r"[>|] ", example)[0])[1:]
        while words and (below := below_of(command, words[0])) is not None:
            command, words = below, words[1:]
        # A command keeps the help option that it is first asked with.
        above = click.Context(main, **main.context_settings)
        command.make_context(path, words, parent=above)


@pytest.mark.e2e
@pytest.mark.parametrize("word", ["--help", "--version"])
def test_the_first_lines_come_without_anything_that_is_slow_to_import(word):
    program = (
        "import atexit, json, sys\n"
        "from rr_net.cli import main\n"
        "atexit.register(lambda: print(json.dumps(list(sys.modules))))\n"
        f"main([{word!r}])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    imported = json.loads(done.stdout.splitlines()[-1])
    assert {"asyncio", "asyncssh", "pydantic", "textual"}.isdisjoint(imported)
    ours = {name for name in imported if name.startswith("rr_net")}
    assert ours == {"rr_net", "rr_net.cli"}
    assert (word == "--version") is any(name.startswith("rr_rules") for name in imported)


def test_the_list_of_lessons_stays_on_a_small_terminal_by_leaving_out_what_they_are_about():
    wide = fitting(lessons(), terminal_size((120, 40)))
    assert fitting(lessons(), None) == wide
    assert any("The goal, the parts of a turn" in line for line in wide)
    small = fitting(lessons(), terminal_size((80, 24)))
    assert len(small) <= 22
    assert max(map(len, small)) <= 80
    assert any("rg-1" in line and "Strike and cover" in line for line in small)
    assert "runes learn | less" in small[-1]
