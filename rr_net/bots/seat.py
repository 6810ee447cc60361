"""Bots at a table: what they are asked, on what terms, and what counts if they fail."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from rr_net.bots.thinkers import Done, Thinker
from rr_net.clocks import Clock
from rr_rules.bots.base import Bot
from rr_rules.bots.kinds import BotLimits
from rr_rules.bots.why import Hint, hint
from rr_rules.kernel.errors import RulesError
from rr_rules.kernel.game import Game, GameState
from rr_rules.kernel.requests import Choose, Seat
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table
from rr_rules.kernel.transcript import Plain
from rr_rules.registry import FOLLOWERS, odds_of, reasons_of

DECLINING = ("pass", "no", "decline", "skip", "done", "stop")
"""The acts that do nothing, the plainest first: what counts for a player who is too slow."""


def declining(choose: Choose) -> int | None:
    """The option that declines, or None where the seat must act (RR-TABLE-07)."""
    acts = [option.act for option in choose.options]
    if choose.verb == "confirm_skip":
        return 0  # whoever is too slow skips, and is not asked again whether to
    return next((acts.index(act) for act in DECLINING if act in acts), None)


def fallback(choose: Choose) -> int:
    """A legal answer that needs no thought."""
    declined = declining(choose)
    return 0 if declined is None else declined


class Question:
    """What one bot is asked: its seat's view, the choice, and tables as they might be."""

    def __init__(
        self,
        table: Table[GameState],
        choose: Choose,
        stream: Stream,
        out_of_time: Callable[[], bool],
    ) -> None:
        # A clone, because the bot may still think when the true table has gone on.
        self.table = table.clone()
        self.choose = choose
        self._stream = stream
        self._out_of_time = out_of_time
        self._view = table.game.view(table.state, choose.seat)

    def put_to(self, bot: Bot) -> int:
        """The bot's answer. Raises ValueError for a number that is no option."""
        answer = bot.choose(self._view, self.choose, self.sample, self._out_of_time)
        if not 0 <= answer < len(self.choose.options):
            raise ValueError(f"a bot answered {answer}: there is no such option")
        return answer

    def hinted(self, stream: Stream) -> Hint:
        """What the game's best bot would do, and why."""
        rules = self.table.game
        return hint(rules, self._view, self.choose, self.sample, stream, self._out_of_time,
                    odds_of(rules), reasons_of(rules))  # fmt: skip

    def sample(self) -> Table[GameState]:
        """A table as it might be, for all that the seat knows; a new one each time."""
        return self.table.sampled(self.choose.seat, self._stream)


@dataclass(frozen=True, slots=True)
class BotJob:
    """A question with everything that another process needs to think about it."""

    kind: str
    game: str
    deck: tuple[str, bytes] | None
    saved: Plain
    """The table, as `Table.save` wrote it."""
    seat: Seat
    luck: bytes
    seconds: float
    iterations: int
    leaders: tuple[int, ...] = ()


HINT = "(hint)"
"""In place of a kind of bot, and nobody's id: what the best one would do is asked for, and why."""
HINT_SECONDS = 0.8
"""After so long a hint is what was found so far; mostly it is there in a tenth of that."""


@dataclass(frozen=True, slots=True)
class PendingHint:
    """A question about which somebody has asked for a hint."""

    question: Question
    deck: tuple[str, bytes] | None
    luck: bytes
    kind: str = HINT

    def __call__(self) -> Hint:
        """The hint, thought out here."""
        return self.question.hinted(Stream(self.luck + b"/choice"))

    def job(self) -> BotJob:
        """The same for another process."""
        table, seat = self.question.table, self.question.choose.seat
        return BotJob(self.kind, table.game.id, self.deck, table.save(), seat, self.luck,
                      HINT_SECONDS, 0)  # fmt: skip


@dataclass(frozen=True, slots=True)
class PendingThought:
    """A question and the bot that it is put to."""

    bot: Bot
    question: Question
    kind: str
    deck: tuple[str, bytes] | None
    luck: Stream
    settings: BotLimits

    def __call__(self) -> int:
        """The answer, thought out here."""
        return self.question.put_to(self.bot)

    def job(self) -> BotJob:
        """The same for another process."""
        table, seat = self.question.table, self.question.choose.seat
        return BotJob(self.kind, table.game.id, self.deck, table.save(), seat,
                      self.luck.take(LUCK), *self.settings)  # fmt: skip


def _fail(error: RulesError) -> int:
    raise error


class AskedHint:
    """The hint about one question of one seat: thought out once, however often it is asked for."""

    def __init__(self, number: int, choose: Choose, view: object) -> None:
        """Of the question as it stands in the seat's view."""
        self._about = (number, choose, view)
        self._waiting: list[HintDone] = []
        self._found: Hint | None = None

    def is_about(self, number: int, choose: Choose, view: object) -> bool:
        """Whether it is the same question, and looks the same to the seat."""
        return self._about == (number, choose, view)

    def wait(self, done: HintDone) -> bool:
        """Have `done` get it, at once where it is there; whether it must be thought about."""
        if self._found is not None:
            done(self._found)
            return False
        self._waiting.append(done)
        return len(self._waiting) == 1

    def found(self, hint: Hint | None) -> None:
        """It has been thought out; None where that failed: who asks next has it tried again."""
        self._found, waiting, self._waiting = hint, self._waiting, []
        for done in waiting:
            done(hint)


HintDone = Callable[[Hint | None], None]
"""Gets a hint, or None where none came of it."""
MakeBot = Callable[[str, Game[GameState], Stream, BotLimits], Bot]
"""Makes a bot of one of the kinds in `rr_rules.registry`. Raises RulesError."""
LUCK = 16
"""How many bytes make the luck of one job."""


class Bots:
    """The bots of one game, one for each seat that needs one."""

    def __init__(
        self,
        make: MakeBot,
        thinker: Thinker,
        clock: Clock,
        seed: bytes,
        *,
        settings: BotLimits,
        deck: tuple[str, bytes] | None = None,
    ) -> None:
        self._make = make
        self._thinker = thinker
        self._clock = clock
        self._seed = seed
        self._deck = deck
        self.settings = settings
        """How long each may think."""
        self._bots: dict[tuple[int, str, BotLimits], tuple[Bot, Stream, Stream]] = {}
        self._hints: dict[Seat, AskedHint] = {}
        """The hint that each seat has asked for last."""

    def ask(
        self,
        kind: str,
        table: Table[GameState],
        choose: Choose,
        done: Done,
        most: float = math.inf,
        leaders: tuple[Seat, ...] = (),
    ) -> None:
        """Has a seat's bot think, `most` seconds or less; `done` gets its answer.

        None is the answer of a bot that has failed. One that follows leaves the plan to `leaders`.
        """
        terms = self.settings._replace(leaders=leaders if kind in FOLLOWERS else ())
        try:
            bot, sampling, luck = self._bot(kind, table.game, choose.seat, terms)
        except RulesError as error:
            # A game is taken up, and the package that brought its bot is gone: it plays plainly.
            self._thinker.think(partial(_fail, error), done)
            return
        limits = terms._replace(seconds=min(most, terms.seconds))
        deadline = self._clock.time() + limits.seconds
        question = Question(table, choose, sampling, lambda: self._clock.time() >= deadline)
        thought = PendingThought(bot, question, kind, self._deck, luck, limits)
        self._thinker.think(thought, done)

    def hint(
        self,
        table: Table[GameState],
        choose: Choose,
        number: int,
        done: HintDone,
    ) -> None:
        """Has it found out what the best bot would answer to this question, and why.

        The luck is that of the question's number, which everybody knows: whoever asks about equal
        views is told the same. `done` gets None where no hint came of it. It is thought about once,
        however often a seat asks: a key that is held down must not hold up a core.
        """
        view, kept = table.game.view(table.state, choose.seat), self._hints.get(choose.seat)
        if kept is None or not kept.is_about(number, choose, view):
            kept = self._hints[choose.seat] = AskedHint(number, choose, view)
        if not kept.wait(done):
            return
        luck = f"hint/{number}".encode()
        deadline = self._clock.time() + HINT_SECONDS
        sampling = Stream(luck + b"/sample")
        question = Question(table, choose, sampling, lambda: self._clock.time() >= deadline)
        self._thinker.think(PendingHint(question, self._deck, luck), kept.found)

    def _bot(
        self, kind: str, rules: Game[GameState], seat: Seat, terms: BotLimits
    ) -> tuple[Bot, Stream, Stream]:
        if (seat, kind, terms) not in self._bots:
            # Each seat's luck is its own: what one bot draws must not move another one's.
            own = "".join([f"/{seat}/{kind}", *(f"/{leader}" for leader in terms.leaders)]).encode()
            bot = self._make(kind, rules, Stream(self._seed + own + b"/choice"), terms)
            sampling, luck = (Stream(self._seed + own + use) for use in (b"/sample", b"/errand"))
            self._bots[seat, kind, terms] = (bot, sampling, luck)
        return self._bots[seat, kind, terms]
