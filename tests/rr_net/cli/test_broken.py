"""Sentences for a terminal are broken between words, and nothing else is."""

import io
import os

import pytest
from click.testing import CliRunner

from rr_net.cli import main
from rr_net.cli.arguments import for_reader
from rr_net.relay.outward import JOIN, SHORT

SENTENCE = "No notes of yours were given, which guests keep: runes verify --no-notes says more"
PASTED = "ssh -p 29555 YOURNAME@a-very-long-name.example.org    (private: only from this machine)"


class Reader(io.StringIO):
    """A stream that may be a terminal."""

    def __init__(self, *, is_terminal):
        super().__init__()
        self._is_terminal = is_terminal

    def isatty(self):
        return self._is_terminal


@pytest.fixture(autouse=True)
def narrow(monkeypatch):
    monkeypatch.setattr("shutil.get_terminal_size", lambda: os.terminal_size((40, 24)))


def test_a_terminal_reads_whole_words_and_options():
    text = "\n".join((SENTENCE, "", f"- {SENTENCE}"))
    rows = for_reader(text, Reader(is_terminal=True)).split("\n")
    assert max(map(len, rows)) <= 40
    assert " ".join(" ".join(rows).split()) == " ".join(text.split())
    words = {word for row in rows for word in row.split()}
    assert words == set(text.split())
    assert "" in rows
    assert rows[-1].startswith("  ")


def test_what_is_pasted_compared_or_no_sentence_stays_whole():
    through = JOIN.format("relay.example.org", "maple", "SHA256:x"), SHORT.format("relay", "maple")
    for line in (
        PASTED,
        *through,
        f"    SHA256:{'x' * 60}",
        '{"runes": "' + "y" * 60 + '"}',
        "z" * 60,
    ):
        assert for_reader(line, Reader(is_terminal=True)) == line


def test_what_no_terminal_reads_is_left_alone():
    assert for_reader(SENTENCE, Reader(is_terminal=False)) == SENTENCE


def test_verify_is_broken_between_words_and_its_answer_to_programs_is_one_line(monkeypatch):
    missing = "nosuch-" * 6 + ".json"
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda _: True, raising=False)
    said = CliRunner().invoke(main, ["verify", missing]).output
    assert said.splitlines()[1] == f"{missing}:"
    assert " ".join(said.split()).endswith(f"cannot read {missing}: No such file or directory.")
    asked = CliRunner().invoke(main, ["verify", "--json", missing]).output
    assert len(asked.splitlines()) == 1
