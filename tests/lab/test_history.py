"""A book of 10,000 games answers whatever is asked of it in time."""

from contextlib import closing

import pytest

from rr_net.history.book import open_book
from rr_net.history.ratings import rated_anew
from tests.lab import history


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    with closing(open_book(tmp_path_factory.mktemp("book"))) as found:
        found.keep(*history.games(history.GAMES))
        rated_anew(found)
        yield found


@pytest.mark.parametrize("question", history.QUESTIONS)
def test_ten_thousand_games_answer_in_time(book, question):
    asker, search = history.QUESTIONS[question]
    lines = history.answered(book, asker, search)
    assert len(lines) > 3
    took = history.milliseconds(lambda: history.answered(book, asker, search), 5)
    assert took < history.LONGEST_MS


@pytest.mark.e2e
def test_every_figure_has_a_line(capsys):
    history.main(50, 1)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(history.QUESTIONS) + 2
    assert all(line.endswith(" ms") for line in lines)
