"""The bench prints what it promises, and what it verifies is a whole game."""

from rr_net.fairness.base.rows import CloseRow, CommitRow, FreezeRow
from tests.lab import fairness

SMALL = fairness.Effort(tries=1, entries=range(1, 5000), blocks=1600, seconds=0.02)


def test_every_figure_has_a_line(capsys):
    fairness.main(SMALL)
    lines = capsys.readouterr().out.splitlines()
    figures = {line[:60].strip(): line[60:] for line in lines}
    assert list(figures) == [
        "shuffle and commit of 149 cards, us",
        "a card played from a hand of 7, us",
        "a card drawn to a hand of 7, us",
        "a game of so many entries, rows and kB",
        "replayed by the rules alone, s",
        "verified whole without slow hashes, s",
        "blocks of the slow hash a second",
        "loop lag beside nothing else, p50 / p99 / max ms",
        "loop lag beside a slow hash in a thread, p50 / p99 / max ms",
    ]
    shuffle, played, drawn = (float(figure) for figure in list(figures.values())[:3])
    assert shuffle > played > 0
    assert shuffle > drawn > 0
    replayed, verified = (float(figure) for figure in list(figures.values())[4:6])
    assert 0 < replayed < verified
    for name in list(figures)[7:]:
        middle, late, most = map(float, figures[name].split(" / "))
        assert middle <= late
        assert middle <= most


def test_the_game_that_is_verified_has_every_kind_of_work():
    manifest, rows, entries = fairness._recorded(SMALL.entries)
    kinds = [type(row) for row in rows]
    assert manifest.fairness == "table"
    assert kinds[-1] is CloseRow
    assert rows[-1].pub.outcome is not None
    assert kinds.count(FreezeRow) > 10
    assert kinds.count(CommitRow) > entries // 5
    assert all(len(row.pub.given) == fairness.SEATS for row in rows if isinstance(row, FreezeRow))
    assert entries + 2 < len(rows)


def test_a_played_card_is_opened_and_a_drawn_one_is_not():
    played, _ = fairness._played(fairness.HAND - 1)()
    drawn, _ = fairness._played(fairness.HAND + 1)()
    assert (len(played.zones), len(played.opened)) == (1, 1)
    assert (len(drawn.zones), len(drawn.opened)) == (2, 0)
