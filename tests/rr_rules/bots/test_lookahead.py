"""Bots that know the odds: what luck makes of an option is a mean, what they choose is the best."""

from __future__ import annotations

from functools import partial

import pytest

from rr_rules.bots.kinds import BotLimits
from rr_rules.bots.lookahead import OddsBot, OptionFound, Patience, Weighing
from rr_rules.kernel.game import TAKE_BACK
from rr_rules.kernel.requests import Choose, Option
from rr_rules.kernel.stream import Stream
from rr_rules.registry import BOTS, STRENGTHS, load_game, make_bot, odds_of
from tests.support.rr_rules.pebbles import Pebbles
from tests.support.rr_rules.randomplay import table_of, walk
from tests.support.rr_rules.story import story

TINY, STEALS = "Griffin With a Tiny Head", "Light-Hoofed Pegasus"
RULES = load_game("runes-regulations")
ODDS = odds_of(RULES)


def decided(table, bot, luck=1):
    """What a bot answers to each question of the seat whose turn it is, until another is asked."""
    stream, said, seat = Stream.seeded(luck), [], table.asked[0].seat
    while table.asked and table.asked[0].seat == seat:
        [choose] = table.asked
        view = table.game.view(table.state, seat)
        at = bot.choose(view, choose, partial(table.sampled, seat, stream), lambda: False)
        said.append(choose.options[at])
        table.answer(seat, at)
    return said


def knowing(seed=1):
    return OddsBot(Stream.seeded(seed), ODDS.of, Patience(3, 8))


def test_a_way_that_was_tried_to_find_out_does_not_spoil_the_best_one():
    branch = OptionFound()
    assert branch.is_new
    branch.note((("target", 0),), 0.1)
    branch.note((("target", 1),), 0.8)
    branch.note((("target", 1),), 0.6)
    assert branch.worth == pytest.approx(0.7)


def test_what_takes_back_is_never_picked_and_what_is_new_comes_first():
    weighing = Weighing(Stream.seeded(1), [0])
    branches = weighing.later(Choose(0, "x", (Option(TAKE_BACK), Option("a"), Option("b"))))
    branches[1].note((), 0.9)
    assert weighing.pick(branches) == 2
    branches[2].note((), 0.5)
    assert weighing.pick(branches) == 1


@pytest.mark.parametrize("seed", range(4))
def test_a_creature_comes_onto_the_own_lawn_and_steals_where_that_makes_five(seed):
    told = {"phase": "summon", "hand0": [STEALS, *["Prune to Perfection"] * 2],
            "lawn0": [TINY] * 3, "lawn1": ["Sparkly Dragon"]}  # fmt: skip
    said = decided(story(2, **told).table, knowing(seed))
    assert [said[0].act, said[1].seat] == ["summon", 0]
    assert said[2].act in {"use", "yes"}


@pytest.mark.parametrize("kind", BOTS)
@pytest.mark.parametrize("rules", [RULES, load_game("regicide"), load_game("rune"), Pebbles()],
                         ids=lambda rules: rules.id)  # fmt: skip
def test_every_game_has_a_bot_of_each_kind(kind, rules):
    assert callable(make_bot(kind, rules, Stream.seeded(1)).choose)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["runes-regulations", "regicide", "rune"])
def test_the_same_luck_gives_the_same_answer_at_each_strength(game):
    table = table_of(game, 2)
    for number, _ in enumerate(walk(table, Stream.seeded(3), most=60)):
        if number % 10 or len(table.asked) != 1:
            continue
        [choose] = table.asked
        for kind in STRENGTHS:
            assert answer(table, choose, kind) == answer(table, choose, kind)


def answer(table, choose, kind):
    bot = make_bot(kind, table.game, Stream.seeded(5), BotLimits(iterations=8))
    sample = partial(table.sampled, choose.seat, Stream.seeded(6))
    return bot.choose(table.game.view(table.state, choose.seat), choose, sample, lambda: False)
