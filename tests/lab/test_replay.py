"""The bench of the replay prints what it promises."""

from tests.lab import replay


def test_every_game_has_its_figures(capsys):
    replay.main(40)
    head, *lines = capsys.readouterr().out.splitlines()
    assert head.split()[:4] == ["game", "entries", "read", "play"]
    assert [line.split()[0] for line in lines] == [game for game, _, _ in replay.GAMES]
    for line in lines:
        figures = [float(each) for each in line.split()[1:]]
        assert len(figures) == 10
        assert all(each >= 0 for each in figures)
