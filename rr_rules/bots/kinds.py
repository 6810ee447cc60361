"""Our kinds of bots, and how long they may think. `rr_rules.registry` has others' too."""

from __future__ import annotations

from typing import NamedTuple

from rr_rules.bots import search
from rr_rules.bots.base import Bot, RandomBot, SearchHints, WinOdds
from rr_rules.bots.easy import EasyBot, Leaning, by_hints, by_judge, by_odds
from rr_rules.bots.greedy import GreedyBot
from rr_rules.bots.lookahead import OddsBot, Patience
from rr_rules.bots.race import RaceBot
from rr_rules.bots.rule import RuleBot, advice_of
from rr_rules.kernel.game import Game, GameState
from rr_rules.kernel.stream import Stream

NORMAL, HARD = Patience(1, 4), Patience(6, 12)
"""How much is tried before a decision by a bot that knows the odds."""


class BotLimits(NamedTuple):
    """How long a bot may think."""

    seconds: float = 0.2
    """For a decision. Bots have no clock: whoever asks says `out_of_time` after that long."""
    iterations: int = 1_000_000
    """A search decides after so many sampled tables, even if there is time left."""


def our_bot(
    kind: str,
    game: Game[GameState],
    stream: Stream,
    limits: BotLimits,
    odds: WinOdds | None = None,
) -> Bot:
    """A bot of one of our kinds for a game, with all its luck from `stream`."""
    if kind in ("normal", "hard") and odds is not None:
        return OddsBot(stream, odds.of, NORMAL if kind == "normal" else HARD)
    match AS_STRONG.get(kind, kind):
        case "easy":
            return EasyBot(stream, _leaning(game, stream, odds))
        case "search" if isinstance(game, SearchHints):
            return RaceBot(stream, game, limits.iterations)
        case "search" if kind == "search":
            return search.SearchBot(stream, search.SearchLimits(limits.iterations))
        case "rule" if (advice := advice_of(game)) is not None:
            return RuleBot(advice)
        case "greedy" | "rule" | "search":
            return GreedyBot(stream)
        case _:
            return RandomBot(stream)


AS_STRONG = {"normal": "rule", "hard": "search"}
"""Which kind is so strong in a game whose odds nobody has fitted."""


def _leaning(game: Game[GameState], stream: Stream, odds: WinOdds | None) -> Leaning:
    """What an easy bot goes by."""
    if odds is not None:
        return by_odds(stream, odds)
    return by_hints(game) if isinstance(game, SearchHints) else by_judge(stream)
