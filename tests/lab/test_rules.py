"""The bench prints what it promises, and plays the same games every time."""

import pytest

from rr_rules.registry import load_game
from tests.lab import rules as bench

SHORT = bench.Series("regicide", 3, {}, 3)


def rows(text):
    """The figures of each line by its head: the game, its seats and its options."""
    lines = [line.split() for line in text.replace(",", "").splitlines()]
    return {
        (line[0], int(line[1]), *line[2:-7]): [*map(float, line[-7:])]
        for line in lines
        if len(line) > 8 and line[1].isdecimal()
    }


def test_a_line_for_each_series_with_figures_that_fit_together(capsys):
    bench.main(runs=1, games=1)
    printed = capsys.readouterr().out
    assert bench.HEAD in printed
    found = rows(printed)
    assert {head[:2] for head in found} == {
        *[("runes-regulations", seats) for seats in (2, 3, 4)],
        *[("regicide", seats) for seats in (1, 2, 3, 4)],
        ("rune", 2),
    }
    assert len(found) == len(bench.SERIES)
    for decisions, games, length, clone, sample, entries, most in found.values():
        assert abs(decisions / games - length) < 1 + length / 20
        assert min(clone, sample) > 0
        assert 0 <= entries <= most < 100


@pytest.mark.parametrize("series", [SHORT, bench.Series("rune", 2, {"grand_master": "on"}, 2)])
def test_a_run_plays_the_same_games_again(series):
    rules = load_game(series.game)
    first, again, other = [bench._run(rules, series, number) for number in (1, 1, 2)]
    assert (first.decisions, first.entries) == (again.decisions, again.entries)
    assert first.entries != other.entries
    assert len(first.clones) == len(first.samples) == first.decisions // bench.TIMED
