"""The bench of hints measures what it promises."""

from tests.lab import hints as bench

REGICIDE = next(lesson for lesson in bench.SERIES if lesson.game == "regicide")


def test_positions_are_measured_and_worlds_compared():
    figures = bench.measured(REGICIDE, 4)
    assert len(figures.seconds) == len(figures.hints) == 4
    assert figures.worlds == figures.same
    assert all(each.text for each in figures.hints)


def test_a_line_tells_time_length_and_worlds(capsys, monkeypatch):
    figures = bench.measured(REGICIDE, 2)
    monkeypatch.setattr(bench, "measured", lambda lesson: figures)
    bench.show(REGICIDE, in_full=True)
    first, *sentences = capsys.readouterr().out.splitlines()
    assert first.startswith("Regicide")
    assert "two worlds alike" in first
    assert len(sentences) == 2
