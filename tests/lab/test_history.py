"""A book of 10,000 games answers whatever is asked of it in time."""

from contextlib import closing
from time import process_time

import pytest

from rr_net.history.book import open_book
from rr_net.history.ratings import rated_anew
from tests.lab import history


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("book")


@pytest.fixture(scope="module")
def book(folder):
    with closing(open_book(folder)) as found:
        found.keep(*history.games(history.GAMES))
        rated_anew(found)
        yield found


@pytest.mark.parametrize("question", history.QUESTIONS)
def test_ten_thousand_games_answer_in_time(book, question):
    asker, search = history.QUESTIONS[question]
    lines = history.answered(book, asker, search)
    assert len(lines) > 3
    # On a processor, and so on a machine that has one to spare.
    took = history.milliseconds(lambda: history.answered(book, asker, search), 5, process_time)
    assert took < history.LONGEST_MS


@pytest.mark.e2e
def test_the_whole_command_answers_in_time_too(folder, book):
    for command in history.commands(str(folder)).values():
        _, busy = history.of_process(command, 5)
        assert busy < history.LONGEST_MS


@pytest.mark.e2e
def test_every_figure_has_a_line(capsys):
    history.main(50, 1)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(history.QUESTIONS) + 1 + 2 * len(history.commands(""))
    assert all(line.endswith(" ms") for line in lines)
