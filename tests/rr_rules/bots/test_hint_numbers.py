"""The figures of a hint: numbers in the middle, words where nearly all or nearly none is won."""

from __future__ import annotations

import pytest

from rr_rules.bots.why import LONGEST, Sentences, width
from rr_rules.kernel.requests import Choose, Option, Seat


class Houses:
    """A game whose options are called by what they build."""

    def called(self, asked, option, view):
        return f"Build {option.act}"


def words(*acts):
    return Sentences(Houses(), "now", Choose(Seat(0), "build", tuple(map(Option, acts))))


@pytest.mark.parametrize(
    ("share", "less", "said"),
    [
        (0.584, 0.5, "about 58 games in 100 are won with it, 50 with Build B"),
        (0.94, 0.06, "about 94 games in 100 are won with it, 6 with Build B"),
        (0.98, 0.6, "nearly every game is won with it, 60 in 100 with Build B"),
        (1.0, 0.96, "nearly every game is won with it, not quite as many with Build B"),
        (0.98, 0.01, "nearly every game is won with it, hardly one with Build B"),
        (0.4, 0.0, "about 40 games in 100 are won with it, hardly one with Build B"),
        (0.05, 0.01, "hardly a game is won with it, and still fewer with Build B"),
    ],
)
def test_figures_that_sound_surer_than_they_are_become_words(share, less, said):
    assert words("A", "B").in_numbers(share, less, 1)[0] == said


@pytest.mark.parametrize(("share", "less"), [(0.58, 0.57), (1.0, 0.99), (0.01, 0.0)])
def test_what_differs_by_little_is_not_said(share, less):
    assert words("A", "B").in_numbers(share, less, 1) == []


@pytest.mark.parametrize("share", [1.0, 0.5, 0.04])
def test_words_are_as_short_as_a_hint_has_to_be(share):
    long = words("a hut", "a palace with a garden, a lake and a long wall")
    told = long.of(0, long.in_numbers(share, 0.0, 1))
    assert "next best" in told
    assert width(told) <= LONGEST
