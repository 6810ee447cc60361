"""A hint: what a game's best bot would do at a seat, and why, in one sentence.

It is made of the seat's view and of tables dealt anew for it, as a bot's answer is. How much is
tried is counted and not timed, so that equal views and equal luck give equal hints.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from rr_rules.bots.base import OutOfTime, Sample, SearchHints, WinOdds
from rr_rules.bots.greedy import GreedyBot, Prospect, onward
from rr_rules.bots.lookahead import OddsBot, Patience
from rr_rules.bots.race import RaceBot
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
MOST_BESIDE = 2
"""How many others that are nearly the same one is held beside where a bot races."""
PLAYOUTS = 2_000
"""How many games it plays on at the most where a bot races."""

THE_ONLY = "it is all that you can do"
AS_ANY = "as good as any"
IN_THE_END = "it did best in games played on from here"
LIKELIEST = "it makes a win likeliest"
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
) -> Hint:
    """What the best bot of a game would answer, and why; at once when `out_of_time` says so."""
    if len(asked.options) == 1:
        return Hint(0, Sentences(game, view, asked).of(0, [THE_ONLY]))
    maker = HintMaker(game, view, asked, sample, stream, out_of_time)
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
        every = [f"{name}: {clause}." for clause in clauses]
        fitting = (each for each in (*every, f"{name}.") if width(each) <= LONGEST)
        return next(fitting, f"{cut(name)}.")

    def like(self, option: int, other: int, *, is_same: bool) -> str:
        """That two options come to the same, or nearly."""
        name = self.name(other)
        words = f"{name} would do just as well" if is_same else f"nearly the same as {name}"
        return self.of(option, [words, AS_ANY])

    def are_same(self, best: Prospect, other: Prospect) -> bool:
        """Whether two options lead to the same in every term."""
        if best.view is None or other.view is None:
            return False
        one, two = (dict(self._game.terms(each.view, self._asked.seat)) for each in (best, other))
        return one == two

    def because(self, best: Prospect, other: object = None) -> list[str]:
        """What the best one has before another view, or before now, the longest wording first."""
        seat, now = self._asked.seat, self._view
        terms = [dict(self._game.terms(each, seat)) for each in (best.view, other or now)]
        term, ahead = largest(*terms)
        if ahead < ALIKE:
            return []
        clauses = self._game.because(term, now, best.view, seat)
        return [each.replace(WOULD, COULD) if best.is_by_chance else each for each in clauses]


def largest(one: Mapping[str, float], two: Mapping[str, float]) -> tuple[str, float]:
    """The term in which one is farthest ahead of two, and by how much."""
    ahead = {term: one.get(term, 0.0) - two.get(term, 0.0) for term in {**one, **two}}
    return max(ahead.items(), key=lambda each: each[1], default=("", 0.0))


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
    ) -> None:
        self._view, self._asked, self._sample = view, asked, sample
        self._stream, self._out_of_time = stream, out_of_time
        self._greedy = GreedyBot(stream)
        self._words = Sentences(game, view, asked)

    def looked(self) -> Hint:
        """What the greedy bot would do."""
        found = self._weighed(onward(self._asked))
        best = self._greedy.best_of(found)
        order = sorted(found, key=lambda at: -found[at].score)
        least = found[best].score - ALIKE
        alike = [at for at in order if found[at].score >= least]
        worse = [at for at in order if found[at].score < least]
        alike = self._unlike(best, alike)
        beside = [*worse[:1], *alike, *worse[1:]]
        return self._hint(best, alike, self._because(found, best, beside), found)

    def foreseen(self, odds: WinOdds) -> Hint:
        """What makes a win likeliest; why is said by what it brings, as the game judges it."""
        bot, stop = OddsBot(self._stream, odds.of, LOOKS), counted(TRIALS, self._out_of_time)
        tried = bot.weigh(onward(self._asked), self._asked, self._sample, stop).first
        best = bot.best_of(tried)
        rest = self._unlike(best, sorted(tried, key=lambda at: -tried[at].worth))
        alike = [at for at in rest if tried[at].worth >= tried[best].worth - AS_LIKELY]
        worse = [at for at in rest if at not in alike]
        beside = [*worse[:1], *alike[:MOST_BESIDE], *worse[1:][-1:]]
        found = self._weighed([best, *beside])
        clauses = self._because(found, best, beside) or ([LIKELIEST] if not alike else [])
        return self._hint(best, alike, clauses, found)

    def raced(self, insight: SearchHints) -> Hint:
        """What the bot would do that plays games on."""
        bot = RaceBot(self._stream, insight, PLAYOUTS)
        stop = counted(PLAYOUTS, self._out_of_time)
        race = bot.run(self._view, self._asked, self._sample, stop)
        best, others = race.best, race.others
        alike = self._unlike(best, [at for at, is_near in others if is_near])
        worse = self._unlike(best, [at for at, is_near in others if not is_near])
        beside = [*worse[:1], *alike[:MOST_BESIDE], *worse[1:][-1:]]
        found = self._weighed([best, *beside])
        clauses = self._because(found, best, beside)
        if not clauses and found[best].view is not None:
            # What such games count is on the board, and says something of an answer by itself.
            clauses = self._words.because(found[best])
        clauses = clauses or ([IN_THE_END] if worse and not alike else [])
        return self._hint(best, alike, clauses, found)

    def _weighed(self, options: Sequence[int]) -> dict[int, Prospect]:
        stop = counted(TRIALS, self._out_of_time)
        return self._greedy.weigh(options, self._asked, self._sample, stop)

    def _because(
        self, found: Mapping[int, Prospect], best: int, others: Iterable[int]
    ) -> list[str]:
        """What the best one has before the first other that lacks it."""
        if found[best].view is None:
            return []
        views = (found[at].view for at in others if found[at].view is not None)
        reasons = (self._words.because(found[best], each) for each in views)
        return next(filter(None, reasons), [])

    def _unlike(self, best: int, options: Iterable[int]) -> list[int]:
        """Those of some options that are not called like the best one."""
        name = self._words.name(best)
        return [at for at in options if at != best and self._words.name(at) != name]

    def _hint(
        self,
        best: int,
        alike: Sequence[int],
        clauses: Sequence[str],
        found: Mapping[int, Prospect],
    ) -> Hint:
        if alike and not clauses and found[best].view is not None:
            # Neither is ahead of the other, and each may be ahead of what there is.
            clauses = self._words.because(found[best])
        if clauses:
            nearly = cut(self._words.name(alike[0])) if alike else ""
            return Hint(best, self._words.of(best, clauses), nearly)
        if not alike:
            return Hint(best, self._words.of(best, [AS_ANY]))
        is_same = alike[0] in found and self._words.are_same(found[best], found[alike[0]])
        return Hint(best, self._words.like(best, alike[0], is_same=is_same))
