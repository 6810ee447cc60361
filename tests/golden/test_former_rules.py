"""A former version whose games go on here has rules that play every recorded game as today's do."""

import pytest

from rr_rules import __version__
from rr_rules.registry import FORMER, GAMES, FormerRules, is_played_alike
from tests.support.golden import former


def strangers(listed):
    """The lines that the recorded games do not bear out."""
    own = {game: former.golden_of(game) for game in GAMES}
    return [
        each
        for each in listed
        if own.get(each.game) != each.golden or each.version in ("", __version__)
    ]


def test_the_games_of_each_former_version_are_those_that_are_kept_and_played_again():
    assert strangers(FORMER) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_version_whose_recorded_games_are_others_is_no_former_one(game, monkeypatch):
    [own] = [each for each in former.present() if each.game == game]
    earlier = own._replace(version="0.1.9")
    assert strangers([earlier]) == []
    assert strangers([own]) == [own], "it is the present one"
    for other in (earlier._replace(golden="ab" * 32), earlier._replace(game="chess")):
        assert strangers([other]) == [other]
    changed = dict(former.PLANS)
    changed.popitem()
    some = next(name for name, plan in former.PLANS.items() if plan.game == game)
    monkeypatch.setattr(former, "PLANS", {n: p for n, p in changed.items() if n != some})
    assert strangers([earlier]) == [earlier], "a game was recorded anew"


def test_what_a_version_says_of_itself_is_what_the_list_takes(monkeypatch):
    lines = former.present()
    assert [each.game for each in lines] == list(GAMES)
    monkeypatch.setattr("rr_rules.registry.FORMER", tuple(lines))
    for each in lines:
        assert is_played_alike(*each[:3])
        assert not is_played_alike("9.9.9", *each[1:3])
        assert not is_played_alike(each.version, each.game, "ab" * 32)
    assert isinstance(lines[0], FormerRules)
