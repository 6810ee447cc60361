"""Which bots suit a game, and a word on each of them."""

from __future__ import annotations

from rr_net.link.refusals import Refused
from rr_rules.bots.base import SearchHints
from rr_rules.bots.rule import advice_of
from rr_rules.kernel.errors import RulesError
from rr_rules.kernel.game import Game, GameState
from rr_rules.kernel.stream import Stream
from rr_rules.registry import (
    BOTS,
    FOLLOWERS,
    STRENGTHS,
    bot_kinds,
    kind_words,
    knows_odds,
    leading,
    make_bot,
    may_follow,
)

BEST = "best"
"""The strongest kind that suits the game."""
OF_OTHERS = "comes with another package"
WORDS = {
    "easy": "errs now and then, as beginners do",
    "normal": "plays sensibly and at once",
    "hard": "plays as well as bots of this game can",
    "random": "plays any legal move",
    "greedy": "looks one step ahead",
    "rule": "plays by rules of thumb, at once",
    "search": "plays many games out in its head",
}


FOLLOWS = "plays its hand, leaves the plan to people"


def word_on(kind: str) -> str:
    """What a kind of bot does."""
    return FOLLOWS if kind in FOLLOWERS else WORDS.get(kind, OF_OTHERS)


COUNTED = ("nobody else", "a bot", "two bots", "three bots", "four bots", "five bots", "six bots",
           "seven bots")  # fmt: skip


def bots_words(count: int, kind: str) -> str:
    """Who sits in the other seats: so many bots, and how strong they are."""
    return f"{COUNTED[count]}, {kind_words(kind)}" if count else COUNTED[0]


def strength_of(kind: str) -> str:
    """The strength that plays as a kind does: the best of every game is its hard one."""
    return STRENGTHS[-1] if kind == BEST else kind


THINKS_LITTLE = {"easy", "normal", "random", "rule", "greedy"}
QUICK = frozenset({*THINKS_LITTLE, *(kind for kind in FOLLOWERS if leading(kind) in THINKS_LITTLE)})
"""The kinds that are done in a moment in every game."""


def kinds_for(rules: Game[GameState]) -> tuple[str, ...]:
    """The kinds that can play a game, the weakest first."""
    missing = {*(() if may_follow(rules) else FOLLOWERS)}
    missing |= {*(() if advice_of(rules) is not None else ("rule",))}
    return tuple(kind for kind in bot_kinds() if kind not in missing)


def quick_in(rules: Game[GameState]) -> frozenset[str]:
    """The kinds that are done in a moment; others may think for as long as a table lets them.

    Where a game knows the odds, the hard bot tries so many ways and plays none of them out.
    """
    return QUICK | {"hard"} if knows_odds(rules) else QUICK


def best_for(rules: Game[GameState]) -> str:
    """The strongest that plays at the pace of people: without a game's help a search is slow."""
    if knows_odds(rules):
        return "hard"
    return "search" if isinstance(rules, SearchHints) else "greedy"


def kind_for(rules: Game[GameState], kind: str) -> str:
    """The kind of bot that somebody means. Raises Refused."""
    kinds = kinds_for(rules)
    if kind == BEST:
        return best_for(rules)
    if kind not in kinds:
        problem = f"there is no bot {kind!r} for {rules.name}: expected one of {', '.join(kinds)}"
        raise Refused("no_such_bot", problem)
    if kind not in BOTS:
        try:
            make_bot(kind, rules, Stream.seeded(0))
        except RulesError as error:
            raise Refused("no_such_bot", str(error)) from None
    return kind
