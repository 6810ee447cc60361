"""The bench of the page prints what it promises, and the page is quick enough."""

from tests.lab import page

SMALL = page.Effort(rows=150, tries=1)


def test_every_figure_has_a_line(chromium):
    told = dict(page.figures(chromium, SMALL))
    assert [name.strip() for name in told] == [
        "a game of so many rows and kB",
        "checked in Chromium without slow hashes, s",
        "the page's own game with all slow hashes, runes verify, s",
        "the same in Chromium, s",
        "so many times as long",
    ]
    assert int(told["a game of so many rows and kB"].split(",")[0]) >= SMALL.rows
    assert 0 < float(told["  checked in Chromium without slow hashes, s"]) < 15
