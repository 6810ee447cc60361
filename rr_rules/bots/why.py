"""A hint: what a game's best bot would do at a seat, and why, in one sentence.

It is made of the seat's view and of tables dealt anew for it, as a bot's answer is. How much is
tried is counted and not timed, so that equal views and equal luck give equal hints.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from rr_rules.bots.base import OutOfTime, Sample, SearchHints, WinOdds
from rr_rules.bots.greedy import GreedyBot, Prospect, onward
from rr_rules.bots.lookahead import OddsBot, Patience
from rr_rules.bots.race import RaceBot
from rr_rules.bots.reasons import Contrast, JudgedReasons, Reasons, clauses
from rr_rules.kernel.game import Game, GameState
from rr_rules.kernel.requests import Choose
from rr_rules.kernel.stream import Stream

LONGEST = 100
"""Characters of a hint, names included."""
A_NAME = "n" * 16
"""The longest name that a person may have."""
ALIKE = 0.25
"""Options whose judgements differ by no more are nearly the same."""
TRIALS = 240
"""How many tries a hint takes at the most where a bot looks one step ahead."""
MOST_BESIDE = 6
"""Beside how many others one is held at the most."""
PLAYOUTS = 2_000
"""How many games it plays on at the most where a bot races."""

THE_ONLY = "it is all that you can do"
THE_SAME = "all that you can do comes to the same"
AS_GOOD = "it hardly matters, {} would do as well"
ANOTHER_AS_GOOD = "it hardly matters, another would do as well"
ALL_AS_GOOD = "it hardly matters, each of the {} choices would do"
OTHERS_AS_GOOD = "it hardly matters, {} others would do as well"
BEST_SEEN = "it leads to where the table looks best"
NO_TIME = "it is the first that comes to mind, and there was no time for others"
IN_NUMBERS, OTHERS_SHARE = "about {} games in 100 are won with it", "{} with {}"
NEARLY_ALL, OTHERS_OF_ALL = "nearly every game is won with it", "{} in 100 with {}"
NEARLY_NONE = "hardly a game is won with it"
NOT_QUITE, HARDLY_ONE, FEWER = (
    "not quite as many with {}",
    "hardly one with {}",
    "and still fewer with {}",
)
ALL, NONE = 95, 5
"""From and up to so many games in 100 a number would sound surer than the games are that it is of:
some hundreds, played on by bots."""
MARKED = 2
"""By so many games in 100 an answer must be better for numbers to say so."""
AS_LIKELY = 0.003
"""Options after which a win is less likely by no more are nearly the same."""
LOOKS = Patience(6, 12)
"""How much a hint tries where a game knows the odds, as its hard bot does."""
SEATS = range(8)
WOULD, COULD = " would ", " could "


class Hint(NamedTuple):
    """What to do, and why; "{0}" stands for the name of seat 0."""

    option: int
    """Its number among those of the question."""
    text: str
    """The sentence: at most `LONGEST` characters, whatever names are put in."""
    nearly: str = ""
    """What would be nearly as good, or ""."""


def hint(
    game: Game[GameState],
    view: object,
    asked: Choose,
    sample: Sample,
    stream: Stream,
    out_of_time: OutOfTime,
    odds: WinOdds | None = None,
    reasons: Reasons | None = None,
) -> Hint:
    """What the best bot of a game would answer, and why; at once when `out_of_time` says so.

    Without `reasons` it is said why by what the game's judgement adds up.
    """
    if len(asked.options) == 1:
        return Hint(0, Sentences(game, view, asked).of(0, [THE_ONLY]))
    why = reasons or JudgedReasons(game)
    maker = HintMaker(game, view, asked, sample, stream, out_of_time, why)
    if odds is not None:
        return maker.foreseen(odds)
    return maker.raced(game) if isinstance(game, SearchHints) else maker.looked()


class Sentences:
    """The words of one question."""

    def __init__(self, game: Game[GameState], view: object, asked: Choose) -> None:
        self._game, self._view, self._asked = game, view, asked

    def name(self, option: int) -> str:
        """An option as it is called where the question does not stand beside it."""
        return self._game.called(self._asked, self._asked.options[option], self._view)

    def of(self, option: int, clauses: Iterable[str]) -> str:
        """The first clause that is short enough, with the option before it."""
        name = self.name(option)
        every = [f"{name}: {said_of_it(name, clause)}." for clause in clauses]
        fitting = (each for each in (*every, f"{name}.") if width(each) <= LONGEST)
        return next(fitting, f"{cut(name)}.")

    def like(self, best: int, others: Sequence[int]) -> str:
        """That nothing is better than any of the others."""
        names = {self.name(at) for at in onward(self._asked)}
        if not others:
            return self.of(best, [THE_SAME])
        if len(others) == 1:
            return self.of(best, [AS_GOOD.format(self.name(others[0])), ANOTHER_AS_GOOD])
        if len(others) + 1 == len(names):
            return self.of(best, [ALL_AS_GOOD.format(len(names))])
        return self.of(best, [OTHERS_AS_GOOD.format(len(others))])

    def in_numbers(self, share: float, less: float, other: int) -> list[str]:
        """By how much more often one wins than with the other; nothing where that is little."""
        one, two = round(100 * share), round(100 * less)
        if one - two < MARKED:
            return []
        names = self.name(other), "the next best"
        return [f"{_won(one)}, {_won_with(name, one, two)}" for name in names]


def _won(games: int) -> str:
    """How many games in 100 are won; in words where nearly all or nearly none is."""
    if games >= ALL:
        return NEARLY_ALL
    return NEARLY_NONE if games <= NONE else IN_NUMBERS.format(games)


def _won_with(name: str, more: int, games: int) -> str:
    """How many are won with another option, behind how many more are with the first one."""
    if games <= NONE:
        return (FEWER if more <= NONE else HARDLY_ONE).format(name)
    if games >= ALL:
        return NOT_QUITE.format(name)
    return (OTHERS_OF_ALL if more >= ALL else OTHERS_SHARE).format(games, name)


def said_of_it(name: str, clause: str) -> str:
    """A clause about what the option names, which has just been called by its name."""
    thing = name.partition(" ")[2].partition(" of {")[0]
    for each in (name, thing):
        if each and clause.startswith(f"{each} "):
            return f"it{clause.removeprefix(each)}"
    return clause


def width(text: str) -> int:
    """The length of a sentence with the longest names in it."""
    return len(_named(text, A_NAME))


def _named(text: str, name: str) -> str:
    """A sentence with one name for everybody in it."""
    for seat in SEATS:
        text = text.replace(f"{{{seat}}}", name)
    return text


def cut(name: str) -> str:
    """As much of a long name as a sentence has room for."""
    if width(name) < LONGEST:
        return name
    return _named(name, "…")[: LONGEST - 2].rstrip() + "…"


def counted(most: int, out_of_time: OutOfTime) -> OutOfTime:
    """Says when so many tries are used up, or the time is."""
    left = iter(range(most))
    return lambda: next(left, None) is None or out_of_time()


LookUp = Callable[[int], Sequence[object]]
"""Where an option led, by its number: nothing where it was not tried."""
Shares = tuple[float, float]
"""How likely a win is with one option, and with another."""


class Ranking(NamedTuple):
    """The options of a question, as one is advised and the others stand to it."""

    best: int
    alike: Sequence[int]
    """Those that are nearly as good, the better ones first."""
    worse: Sequence[int]
    """All others, the better ones first."""
    untried: Sequence[int] = ()
    """Some that the bot has not thought worth a try."""
    is_by_luck: bool = False
    """Whether luck has a part in what the advised one comes to."""


class HintMaker:
    """Weighs the options of one question as bots do, and says why."""

    def __init__(
        self,
        game: Game[GameState],
        view: object,
        asked: Choose,
        sample: Sample,
        stream: Stream,
        out_of_time: OutOfTime,
        reasons: Reasons,
    ) -> None:
        self._view, self._asked, self._sample = view, asked, sample
        self._stream, self._out_of_time = stream, out_of_time
        self._greedy = GreedyBot(stream)
        self._words = Sentences(game, view, asked)
        self._reasons = reasons

    def looked(self) -> Hint:
        """What the greedy bot would do."""
        found = self._weighed(onward(self._asked))
        best = self._greedy.best_of(found)
        if found[best].view is None:
            return self._unseen(best)
        rest = self._unlike(best, sorted(found, key=lambda at: -found[at].score))
        least = found[best].score - ALIKE
        alike = [at for at in rest if found[at].score >= least]
        worse = [at for at in rest if found[at].score < least]
        told = self._told(Ranking(best, alike, worse), lambda at: _views(found[at]))
        if found[best].is_by_chance:
            return told._replace(text=told.text.replace(WOULD, COULD))
        return told

    def foreseen(self, odds: WinOdds) -> Hint:
        """What makes a win likeliest."""
        bot, stop = OddsBot(self._stream, odds.of, LOOKS), counted(TRIALS, self._out_of_time)
        tried = bot.weigh(onward(self._asked), self._asked, self._sample, stop).first
        best = bot.best_of(tried)
        if tried[best].is_new:
            return self._unseen(best)
        rest = self._unlike(best, sorted(tried, key=lambda at: -tried[at].worth))
        alike = [at for at in rest if tried[at].worth >= tried[best].worth - AS_LIKELY]
        worse = [at for at in rest if at not in alike and not tried[at].is_new]
        return self._told(
            Ranking(best, alike, worse, is_by_luck=tried[best].is_by_luck),
            lambda at: tried[at].views,
            lambda at: (tried[best].worth, tried[at].worth),
        )

    def raced(self, insight: SearchHints) -> Hint:
        """What the bot would do that plays games on."""
        bot = RaceBot(self._stream, insight, PLAYOUTS)
        stop = counted(PLAYOUTS, self._out_of_time)
        race = bot.run(self._view, self._asked, self._sample, stop)
        best, others = race.best, race.others
        if race.is_open and not race.rounds:
            return self._unseen(best)
        alike = self._unlike(best, [at for at, is_near in others if is_near])
        worse = self._unlike(best, [at for at, is_near in others if not is_near])
        ran = {best, *(at for at, _ in others)}
        outside = self._unlike(best, [at for at in onward(self._asked) if at not in ran])
        found = self._weighed([best, *worse[:MOST_BESIDE], *outside[:MOST_BESIDE]])
        return self._told(
            Ranking(best, alike, worse, outside[:MOST_BESIDE]),
            lambda at: _views(found[at]),
            lambda at: race.means(best, at),
        )

    def _unseen(self, best: int) -> Hint:
        """The advice where nothing could be tried."""
        return Hint(best, self._words.of(best, [NO_TIME, "there was no time for others"]))

    def _weighed(self, options: Sequence[int]) -> dict[int, Prospect]:
        stop = counted(TRIALS, self._out_of_time)
        return self._greedy.weigh(options, self._asked, self._sample, stop)

    def _unlike(self, best: int, options: Sequence[int]) -> list[int]:
        """Those of some options that are not called like the best one, nor like each other."""
        names = {self._words.name(at): at for at in reversed([best, *options])}
        return [at for at in options if at != best and names[self._words.name(at)] == at]

    def _told(
        self, ranking: Ranking, views: LookUp, shares: Callable[[int], Shares] | None = None
    ) -> Hint:
        """The advice, with what it has before the next one that it has something before.

        What cannot be told from it counts as nearly as good.
        """
        best, alike, told = ranking.best, list(ranking.alike), list[str]()
        for other in ranking.worse[:MOST_BESIDE]:
            told = self._because(ranking, other, views)
            if not told and shares is not None:
                told = self._words.in_numbers(*shares(other), other)
            if told:
                break
            if shares is not None:
                alike.append(other)
        besides = (self._because(ranking, other, views) for other in ranking.untried)
        told = told or next(filter(None, besides), [])
        if not told and ranking.worse and shares is None:
            told = [BEST_SEEN]
        if not told:
            return Hint(best, self._words.like(best, alike))
        nearly = cut(self._words.name(alike[0])) if alike else ""
        return Hint(best, self._words.of(best, told), nearly)

    def _because(self, ranking: Ranking, other: int, views: LookUp) -> list[str]:
        """What the best one has before another, the most telling first."""
        best, one, two = ranking.best, views(ranking.best), views(other)
        if not one or not two:
            return []
        case = Contrast(self._asked, self._view, best, other, one, two, ranking.is_by_luck)
        return list(chain.from_iterable(clauses(self._reasons, case)))


def _views(found: Prospect) -> Sequence[object]:
    return [] if found.view is None else [found.view]
