"""Our kinds of bots, and how long they may think. `rr_rules.registry` has others' too."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from rr_rules.bots import search
from rr_rules.bots.base import Bot, HoldsBack, RandomBot, SearchHints, WinOdds
from rr_rules.bots.greedy import GreedyBot
from rr_rules.bots.lookahead import OddsBot, Patience
from rr_rules.bots.race import RaceBot
from rr_rules.bots.rule import RuleBot, advice_of
from rr_rules.bots.softmax import EASY, NORMAL, Leaning, SoftmaxBot, by_hints, by_judge, by_odds
from rr_rules.kernel.game import Game, GameState
from rr_rules.kernel.requests import Choose
from rr_rules.kernel.stream import Stream

HARD = Patience(6, 12)
"""How much is tried before a decision by the best bot that knows the odds."""


class BotLimits(NamedTuple):
    """How long a bot may think, and who leads."""

    seconds: float = 0.2
    """For a decision. Bots have no clock: whoever asks says `out_of_time` after that long."""
    iterations: int = 1_000_000
    """A search decides after so many sampled tables, even if there is time left."""
    leaders: tuple[int, ...] = ()
    """The seats to which a bot that follows leaves the plan; with none it leaves nothing."""


def our_bot(
    kind: str,
    game: Game[GameState],
    stream: Stream,
    limits: BotLimits,
    odds: WinOdds | None = None,
    holds_back: HoldsBack | None = None,
) -> Bot:
    """A bot of one of our kinds for a game, with all its luck from `stream`.

    With what `holds_back` it follows, where somebody leads.
    """
    hints: object = game
    if holds_back is not None and limits.leaders and isinstance(game, SearchHints):
        hints = HeldBackHints(game, holds_back, limits.leaders)
    if kind == "hard" and odds is not None:
        return OddsBot(stream, odds.of, HARD)
    if kind == "normal" and odds is not None:
        return SoftmaxBot(stream, by_odds(stream, odds.of, NORMAL))
    match AS_STRONG.get(kind, kind):
        case "easy":
            return SoftmaxBot(stream, _leaning(hints, stream, odds))
        case "search" if isinstance(hints, SearchHints):
            return RaceBot(stream, hints, limits.iterations)
        case "search" if kind == "search":
            return search.SearchBot(stream, search.SearchLimits(limits.iterations))
        case "rule" if (advice := advice_of(hints)) is not None:
            return RuleBot(advice)
        case "greedy" | "rule" | "search":
            return GreedyBot(stream)
        case _:
            return RandomBot(stream)


AS_STRONG = {"normal": "rule", "hard": "search"}
"""Which kind is so strong in a game whose odds nobody has fitted."""


def _leaning(hints: object, stream: Stream, odds: WinOdds | None) -> Leaning:
    """What an easy bot goes by: what an option brings the seat itself, where that is told apart."""
    if odds is not None:
        return by_odds(stream, odds.alone, EASY)
    return by_hints(hints) if isinstance(hints, SearchHints) else by_judge(stream)


class HeldBackHints:
    """What a game says of the options that are left to a bot that follows.

    Among these it plays by its strength, as it would among all of them.
    """

    def __init__(self, hints: SearchHints, holds_back: HoldsBack, leaders: Collection[int]) -> None:
        """Leave the plan to these seats."""
        self._hints, self._holds_back, self._leaders = hints, holds_back, leaders

    def promising(self, view: object, choose: Choose) -> Sequence[int]:
        """The options that are left."""
        return self._holds_back(view, choose, self._leaders)

    def advise(self, view: object, choose: Choose) -> int:
        """The first of them."""
        return self.promising(view, choose)[0]

    def play_out(self, state: GameState, choose: Choose, option: int, stream: Stream) -> float:
        """As the game plays on."""
        return self._hints.play_out(state, choose, option, stream)
