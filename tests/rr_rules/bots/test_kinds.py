"""Every kind of bot plays every game of the registry to its end."""

from __future__ import annotations

from functools import partial

import pytest

from rr_rules.bots.kinds import BotLimits
from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table, drive
from rr_rules.registry import BOTS, FOLLOWERS, GAMES, leading, load_game, make_bot
from tests.support.rr_rules.longplay import LONG

MOST = 1_500
"""No game of two takes so many answers; one that goes in circles takes any number."""
FOLLOWED = {"easy-follows": "easy", "normal-follows": "rule", "hard-follows": "search"}
ALIKE = {
    ("runes-regulations", "rule"): "greedy",
    ("regicide", "normal"): "rule",
    ("regicide", "hard"): "search",
    ("rune", "normal"): "rule",
    ("rune", "hard"): "search",
    **{("regicide", kind): FOLLOWED[kind] for kind in FOLLOWERS},
    **{(game, kind): leading(kind) for game in ("runes-regulations", "rune") for kind in FOLLOWERS},
}
"""Kinds that are the bot of another kind in a game: with the same luck they play the same game."""
PAIRS = [(game, kind) for game in GAMES for kind in BOTS if LONG or (game, kind) not in ALIKE]


@pytest.mark.parametrize(("game", "kind"), ALIKE)
def test_a_kind_that_plays_no_game_of_its_own_here_is_the_bot_of_another(game, kind):
    rules = load_game(game)
    one, other = (make_bot(each, rules, Stream.seeded(0)) for each in (kind, ALIKE[game, kind]))
    assert type(one) is type(other)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "kind"), PAIRS)
def test_no_kind_of_bot_goes_in_circles(game, kind):
    rules, dealer, luck = load_game(game), SeededDealer(3), Stream.seeded(4)
    table = Table(rules, 2, rules.settle({}))
    bots = [make_bot(kind, rules, Stream.seeded(seat), BotLimits(iterations=2)) for seat in (0, 1)]
    drive(table, dealer)
    while table.pending is not None:
        choose = table.asked[0]
        view, sample = (
            rules.view(table.state, choose.seat),
            partial(table.sampled, choose.seat, luck),
        )
        table.answer(choose.seat, bots[choose.seat].choose(view, choose, sample, lambda: False))
        drive(table, dealer)
        assert table.number < MOST
    assert table.outcome is not None
