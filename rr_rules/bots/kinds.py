"""Our kinds of bots, and how long they may think. `rr_rules.registry` has others' too."""

from __future__ import annotations

from typing import NamedTuple

from rr_rules.bots import search
from rr_rules.bots.base import Bot, RandomBot, SearchHints
from rr_rules.bots.greedy import GreedyBot
from rr_rules.bots.race import RaceBot
from rr_rules.bots.rule import RuleBot, advice_of
from rr_rules.kernel.game import Game, GameState
from rr_rules.kernel.stream import Stream


class BotLimits(NamedTuple):
    """How long a bot may think."""

    seconds: float = 0.2
    """For a decision. Bots have no clock: whoever asks says `out_of_time` after that long."""
    iterations: int = 1_000_000
    """A search decides after so many sampled tables, even if there is time left."""


def our_bot(kind: str, game: Game[GameState], stream: Stream, limits: BotLimits) -> Bot:
    """A bot of one of our kinds for a game, with all its luck from `stream`."""
    match kind:
        case "search":
            return _searcher(game, stream, limits)
        case "rule" if (advice := advice_of(game)) is not None:
            return RuleBot(advice)
        case "greedy" | "rule":
            return GreedyBot(stream)
        case _:
            return RandomBot(stream)


def _searcher(game: Game[GameState], stream: Stream, limits: BotLimits) -> Bot:
    if isinstance(game, SearchHints):
        return RaceBot(stream, game, limits.iterations)
    return search.SearchBot(stream, search.SearchLimits(limits.iterations))
