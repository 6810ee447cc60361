"""`runes config`, the file of what need not be said, and `runes completion`, what a shell asks."""

import tomllib

import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner

from rr_net.cli import WORDS, main
from rr_net.cli.words.config import USUAL
from rr_net.host.config import BadConfig, Config, keep_name, lines_of, read_config
from rr_net.names import BadName
from rr_rules.registry import games
from rr_tui.looks.profile import Profile

WRONG = """\
table = "Maple Court"
pace = 100
colour = "red"
hosts = [
  "SHA256:a",
  7,
]

[interface]
glyphs = "ascii"
theme = "plaid"
depth = [
  "many",
]
[reminders]
Ann = "x"
"""


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path / "runes" / "config.toml"


@pytest.fixture
def runes(file):
    def run(*words):
        done = CliRunner().invoke(main, words)
        assert done.exception is None or isinstance(done.exception, SystemExit)
        return done

    return run


def write(file, text):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


@pytest.mark.parametrize("words", [("config", "check"), ("config", "show"), ("play", "--headless")])
def test_all_mistakes_are_told_at_once_with_their_lines(runes, file, words):
    write(file, WRONG)
    done = runes(*words)
    first, *told = done.stderr.splitlines()
    assert (done.exit_code, done.stdout) == (1, "")
    assert first == f"Error: {file} has 6 mistakes:"
    places = [line.strip().split(": ")[:2] for line in told]
    assert places == [
        ["line 2", "pace"],
        ["line 3", "colour"],
        ["line 4", "hosts.1"],
        ["line 11", "interface.theme"],
        ["line 12", "interface.depth"],
        ["line 16", "reminders.Ann"],
    ]


def test_one_mistake_is_one_line(runes, file):
    write(file, "pace = 100\n")
    said = f"Error: {file}, line 1: pace: Input should be less than or equal to 10\n"
    assert runes("config", "check").stderr == said


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("a = 1\n\n# b = 2\nc = 3", {("a",): 1, ("c",): 4}),
        ('a = """\nb = 1\n"""\nb = 2', {("a",): 1, ("b",): 4}),
        ("[t]\na.b = 1\n[u]\na = {b = 1}",
         {("t",): 1, ("t", "a"): 2, ("t", "a", "b"): 2, ("u",): 3, ("u", "a"): 4,
          ("u", "a", "b"): 4}),
        ("[t.s]\na = [\n1,\n]\n'b c' = 2",
         {("t",): 1, ("t", "s"): 1, ("t", "s", "a"): 2, ("t", "s", "b c"): 5}),
    ],
)  # fmt: skip
def test_the_lines_of_a_file_are_found(text, places):
    assert lines_of(text) == places


def test_what_is_shown_could_stand_in_the_file_and_keeps_addresses_back(runes, file):
    write(file, 'name = "Ann"\n[reminders]\n"SHA256:x/y" = "mailtos://u:secret@example.org"\n'
                '[interface]\ntheme = "light"\nconfirm = {leave = false}\n')  # fmt: skip
    done = runes("config", "show")
    said = tomllib.loads(done.stdout)
    assert done.stdout.startswith(f"# {file}\n")
    assert said["reminders"] == {"SHA256:x/y": "mailtos://..."}
    assert said["interface"] == {"theme": "light", "confirm": {"leave": False}}
    assert Config.model_validate(said).name == "Ann"
    assert "secret" not in done.output


def test_without_a_file_the_usual_settings_are_shown(runes, file):
    assert runes("config", "show").stdout.startswith(f"# {file} is not there")
    assert runes("config", "check").stdout == f"{file} is not there.\n"


@pytest.mark.e2e
def test_the_editor_is_given_a_file_to_begin_with_and_what_it_leaves_is_checked(
    runes, file, tmp_path, monkeypatch
):
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\necho "pace = 100" > "$1.new"; cat "$1" >> "$1.new"\n'
                      'mv "$1.new" "$1"\n')  # fmt: skip
    editor.chmod(0o700)
    monkeypatch.setenv("VISUAL", str(editor))
    done = runes("config", "edit")
    assert file.read_text() == f"pace = 100\n{USUAL}"
    assert "line 1: pace: " in done.stderr
    monkeypatch.setenv("VISUAL", "true")
    write(file, "pace = 1\n")
    assert runes("config", "edit").stdout == f"{file} is in order.\n"
    assert file.read_text() == "pace = 1\n"


def test_what_the_first_file_offers_is_in_order():
    offered = tomllib.loads(USUAL.replace("# What", "## What").replace("\n# ", "\n"))
    config = Config.model_validate(offered)
    assert Profile().changed(**config.interface).theme == "light"
    assert (config.table, config.pace) == ("Maple Court", 0.9)
    assert Config.model_validate(tomllib.loads(USUAL)) == Config()


# --- completion -----------------------------------------------------------------------------


def completed(*words):
    *before, begun = words
    found = ShellComplete(main, {}, "runes", "_RUNES_COMPLETE").get_completions(before, begun)
    return [each.value for each in found]


def test_words_games_bots_and_levels_are_completed():
    assert completed("") == list(WORDS)
    assert completed("re") == ["replay", "relay"]
    assert completed("host", "--game", "") == list(games())
    assert completed("play", "--game", "reg") == ["regicide"]
    assert completed("sim", "--game", "ru") == ["runes-regulations", "rune"]
    assert completed("host", "--bot", "be") == ["best"]
    assert completed("host", "--fairness", "s") == ["strict", "solo"]
    assert completed("config", "") == ["check", "edit", "show"]


@pytest.mark.e2e
@pytest.mark.parametrize(
    ("shell", "mark"),
    [("bash", "complete -o nosort -F"), ("zsh", "#compdef runes"),
     ("fish", "complete --no-files --command runes")],
)  # fmt: skip
def test_a_shell_gets_its_own_script(runes, shell, mark):
    done = runes("completion", shell)
    assert (done.exit_code, mark in done.stdout) == (0, True)
    assert "_RUNES_COMPLETE" in done.stdout


@pytest.mark.e2e
def test_an_unknown_shell_is_refused(runes):
    assert "'tcsh' is not one of" in runes("completion", "tcsh").stderr


# --- the name that is chosen on the first screen ----------------------------------------------


@pytest.mark.parametrize(
    "before",
    ["", USUAL, 'name = "Ann"\npace = 1\n', 'table = "Ours"\nname = "Ann"  # me\n[reminders]\n',
     '[reminders]\nname = "mailtos://somebody"\n'],
)  # fmt: skip
def test_a_name_that_was_chosen_changes_one_line_of_the_file(tmp_path, before):
    path = tmp_path / "runes" / "config.toml"
    if before:
        path.parent.mkdir()
        path.write_text(before)
    keep_name("Zoë", path)
    assert read_config(path).name == "Zoë"
    kept = path.read_text().split("\n")
    assert tomllib.loads(path.read_text()) == tomllib.loads(before) | {"name": "Zoë"}
    assert [line for line in before.split("\n") if line not in kept and "Ann" not in line] == []
    assert path.stat().st_mode & 0o077 == 0 or before


@pytest.mark.parametrize("name", ["host", "bot2", "a b", "", "sуstem"])
def test_a_name_that_nobody_may_have_is_kept_nowhere(tmp_path, name):
    path = tmp_path / "config.toml"
    with pytest.raises(BadName):
        keep_name(name, path)
    assert not path.exists()


def test_a_file_that_cannot_be_changed_by_a_line_stays_as_it_is(tmp_path):
    path = tmp_path / "config.toml"
    path.write_text(odd := 'name = """\nAnn"""\n')
    with pytest.raises(BadConfig, match=r"write name = .Zoe. into"):
        keep_name("Zoe", path)
    assert path.read_text() == odd
