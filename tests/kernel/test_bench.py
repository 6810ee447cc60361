"""The bench prints what it promises, and plays the same games every time."""

from rr_rules import bench
from rr_rules.registry import load_game


def rows(text):
    """The figures of each line by its head: seats and kind of window."""
    lines = [line.split() for line in text.replace(",", "").splitlines()[2:]]
    return {(int(seats), kind): [*map(float, rest)] for seats, kind, *rest in lines}


def test_a_line_for_each_number_of_seats_and_kind_of_window(capsys):
    bench.main(games=1, runs=1)
    printed = capsys.readouterr().out
    assert "decisions/s  games/s  decisions/game  clone us  entries/step    99th" in printed
    found = rows(printed)
    assert sorted(found) == [(s, kind) for s in (2, 3, 4) for kind in ("fast", "sealed")]
    for decisions, games, length, clone, entries, most in found.values():
        assert abs(decisions / games - length) < 1 + length / 20
        assert clone > 0
        assert 1 <= entries <= most < 100


def test_a_run_plays_the_same_games_again():
    rules = load_game(bench.GAME)
    first, again = [bench._run(rules, 3, "sealed", 1, 3) for _ in range(2)]
    other = bench._run(rules, 3, "sealed", 2, 3)
    assert (first.decisions, first.entries) == (again.decisions, again.entries)
    assert first.entries != other.entries
    assert len(first.clones) == first.decisions // bench.CLONED
