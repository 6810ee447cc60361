"""Every kind of bot plays every game of the registry to its end."""

from __future__ import annotations

from functools import partial

import pytest

from rr_rules.bots.kinds import BotLimits
from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table, drive
from rr_rules.registry import BOTS, GAMES, load_game, make_bot

MOST = 1_500
"""No game of two takes so many answers; one that goes in circles takes any number."""


@pytest.mark.slow
@pytest.mark.parametrize("kind", BOTS)
@pytest.mark.parametrize("game", GAMES)
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
