"""One game of bots, played at once and without a room."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import lru_cache, partial
from hashlib import sha256
from time import perf_counter
from typing import NamedTuple

from rr_rules.bots.base import Bot
from rr_rules.bots.kinds import BotLimits
from rr_rules.bots.numbers import BotNumbers, Reading
from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.game import CardText, Game, GameState, Tally
from rr_rules.kernel.requests import Choose
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table, drive
from rr_rules.kernel.transcript import Plain
from rr_rules.registry import FOLLOWERS, fit_of, load_game, make_bot

UNBOUNDED = BotLimits().iterations
"""More iterations than any time budget allows."""
NOTHING = Tally()
EARLY = 2
"""So many rounds are early."""


@dataclass(frozen=True, slots=True)
class TournamentPlan:
    """What a tournament plays; it travels to other processes."""

    game: str
    seats: int
    bots: tuple[str, ...]
    seed: int
    iterations: int | None = None
    """After so many a search decides, or None for as many as there is time for."""
    seconds: float | None = None
    """So long a bot may think about a decision, or None for as long as its iterations take."""
    options: tuple[tuple[str, str], ...] = ()
    numbers: tuple[tuple[str, str], ...] = ()
    """Numbers for bots to play by, as JSON, by a word: a kind "search@word" plays by them."""
    deck: tuple[str, bytes] | None = None
    """An owner's deck file, its name and bytes, or None for the game's own cards."""

    def kinds(self, number: int) -> tuple[str, ...]:
        """The bot of each seat in game `number`: everybody moves on by one seat each game."""
        count = len(self.bots)
        return tuple(self.bots[(seat + number) % count] for seat in range(self.seats))

    def opened(self) -> Table[GameState]:
        """A fresh table. Raises RulesError for a game, seats, deck or options that cannot be."""
        rules = _rules(self.game, self.deck)
        return Table(rules, self.seats, self.settled(rules))

    def settled(self, rules: Game[GameState]) -> dict[str, str]:
        """Every table option with its value."""
        return rules.settle(dict(self.options))

    @property
    def words(self) -> str:
        """Who plays, with which cards and by which options."""
        deck = [self.deck[0]] if self.deck is not None else []
        return ", ".join([*self.bots, *deck, *(f"{key}={value}" for key, value in self.options)])

    def plain(self) -> Plain:
        """All of it as a JSON object, to tell it from others by."""
        return {
            "game": self.game,
            "seats": self.seats,
            "bots": list(self.bots),
            "seed": self.seed,
            "iterations": self.iterations,
            "seconds": self.seconds,
            "options": dict(self.options),
            "numbers": dict(self.numbers),
            **({"deck": sha256(self.deck[1]).hexdigest()} if self.deck is not None else {}),
        }

    def deadline(self) -> Callable[[], bool]:
        """What says that the time for the decision that is due now is up."""
        if self.seconds is None:
            return lambda: False
        end = perf_counter() + self.seconds
        return lambda: perf_counter() >= end


@lru_cache(maxsize=2)
def _rules(game: str, deck: tuple[str, bytes] | None) -> Game[GameState]:
    """A game with its cards: a deck file is read once, and not for each game."""
    return load_game(game, deck)


class ThinkingTime(NamedTuple):
    """How long the decisions of one kind of bot took."""

    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def after(self, seconds: float) -> ThinkingTime:
        """With one more decision."""
        return ThinkingTime(self.decisions + 1, self.seconds + seconds, max(self.longest, seconds))


@dataclass(slots=True)
class GamePlayed:
    """How one game went."""

    number: int
    kinds: tuple[str, ...]
    winners: tuple[int, ...] = ()
    reason: str = ""
    turns: int = 0
    decisions: int = 0
    """Real ones: more than one option."""
    thought: dict[str, ThinkingTime] = field(default_factory=dict)
    """By kind of bot."""
    tally: Tally = NOTHING
    """What the game itself counts of its end."""
    roles: tuple[str, ...] = ()
    """What each seat was, by name; nothing in a game without roles."""
    held: tuple[frozenset[str], ...] = ()
    """For each seat the names of the cards that it had drawn at any choice."""
    early: tuple[frozenset[str], ...] = ()
    """The same within the first two rounds: late draws look good to whoever wins long games."""
    standings: tuple[tuple[int, ...], ...] = ()
    """How far each seat had come at the beginning of each turn, and at the end."""
    in_time: tuple[frozenset[str], ...] = ()
    """The names of the cards each seat had drawn before the last round: others come too late."""
    used: tuple[frozenset[str], ...] = ()
    """Those of its cards that each seat used."""

    def note(self, kind: str, seconds: float) -> None:
        """Count a decision."""
        self.thought[kind] = self.thought.get(kind, ThinkingTime()).after(seconds)
        self.decisions += 1


@dataclass(frozen=True, slots=True)
class GameJob:
    """One game of a tournament, to be played anywhere."""

    plan: TournamentPlan
    number: int

    def run(self) -> GamePlayed:
        """Play it."""
        return play(self.plan, self.number)


def play(plan: TournamentPlan, number: int) -> GamePlayed:
    """Play game `number` of a tournament: the same luck and the same bots every time."""
    table, played = plan.opened(), GamePlayed(number, plan.kinds(number))
    players = [_player(plan, table, number, seat) for seat in range(plan.seats)]
    dealer = SeededDealer(_stream(plan, number, "deal"))
    hands = Hands(table, table.game.cards(plan.settled(table.game)))
    course = Standings(table)
    drive(table, dealer)
    while table.pending is not None:
        choose = table.asked[0]
        hands.note()
        course.note()
        began = perf_counter()
        option = players[choose.seat].answer(choose)
        if len(choose.options) > 1:
            played.note(played.kinds[choose.seat], perf_counter() - began)
        table.answer(choose.seat, option)
        drive(table, dealer)
        hands.note_used(table.drain())
    outcome = table.outcome
    assert outcome is not None, "nothing is pending, so the game is over"
    played.winners, played.reason = outcome.winners, outcome.reason
    played.turns = table.game.turn(table.state)
    played.tally = table.game.tally(table.state)
    played.roles, played.held, played.early = hands.roles(), hands.named(), hands.named_early()
    played.in_time, played.used = hands.named_in_time(), hands.named_used()
    played.standings = course.all()
    return played


class Standings:
    """How far each seat has come in the course of a game, as everybody can see it."""

    def __init__(self, table: Table[GameState]) -> None:
        """Watch a table."""
        self._table, self._turn, self._found = table, -1, list[tuple[int, ...]]()

    def note(self) -> None:
        """Take down how it stands, once a turn."""
        turn = self._table.game.turn(self._table.state)
        if turn != self._turn:
            self._turn = turn
            self._found.append(self._now())

    def _now(self) -> tuple[int, ...]:
        game, state = self._table.game, self._table.state
        return game.standing(game.view(state, None))

    def all(self) -> tuple[tuple[int, ...], ...]:
        """By turn, and how it ended; nothing where the game counts nothing."""
        found = (*self._found, self._now())
        return found if any(found) else ()


class Hands:
    """Which cards each seat draws in the course of a game, when, and which of them it uses."""

    def __init__(self, table: Table[GameState], cards: Sequence[CardText]) -> None:
        """Watch a table that is played with these cards."""
        self._table = table
        self._drawn = [dict[str, int]() for _ in table.game.held(table.state)]
        """For each seat the turn in which it was first seen to have a face."""
        self._used = [set[str]() for _ in self._drawn]
        self._names = {card.id: card.name for card in cards}

    def note(self) -> None:
        """Take down what is held now."""
        turn = self._table.game.turn(self._table.state)
        for drawn, faces in zip(self._drawn, self._table.game.held(self._table.state), strict=True):
            drawn.update({face: turn for face in faces if face not in drawn})

    def note_used(self, events: Iterable[object]) -> None:
        """Take down what was put to its use."""
        for event in events:
            used = self._table.game.used(event)
            if used is not None:
                face, seat = used
                self._used[seat].add(face)

    def named(self) -> tuple[frozenset[str], ...]:
        """For each seat the names of all that it has held."""
        return tuple(map(self._name, self._drawn))

    def named_early(self) -> tuple[frozenset[str], ...]:
        """The same within the first rounds."""
        return self._until(EARLY * len(self._drawn))

    def named_in_time(self) -> tuple[frozenset[str], ...]:
        """The same before the last round."""
        return self._until(self._table.game.turn(self._table.state) - len(self._drawn))

    def named_used(self) -> tuple[frozenset[str], ...]:
        """Those of them that it used."""
        return tuple([self._name(used & drawn.keys())
                      for used, drawn in zip(self._used, self._drawn, strict=True)])  # fmt: skip

    def _until(self, last: int) -> tuple[frozenset[str], ...]:
        return tuple([self._name(face for face, turn in drawn.items() if turn <= last)
                      for drawn in self._drawn])  # fmt: skip

    def _name(self, faces: Iterable[str]) -> frozenset[str]:
        return frozenset(map(self._names.__getitem__, faces))

    def roles(self) -> tuple[str, ...]:
        """For each seat the name of its role, once the game is over."""
        faces = self._table.game.unveiled(self._table.state).roles
        return tuple(self._names[face] for face in faces)


class Player:
    """A bot at a seat: all that it gets is the seat's view, and tables as they might be."""

    def __init__(
        self,
        table: Table[GameState],
        bot: Bot,
        stream: Stream,
        deadline: Callable[[], Callable[[], bool]],
        playing_by: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        """Sample the bot's tables from `stream`; `deadline` starts the time of a decision.

        `playing_by` puts the numbers of this bot in the place of those that are shipped.
        """
        self._table, self._bot, self._stream, self._deadline = table, bot, stream, deadline
        self._playing_by = playing_by

    def answer(self, choose: Choose) -> int:
        """The bot's choice."""
        if len(choose.options) == 1:
            return 0
        out_of_time = self._deadline()
        table, seat = self._table, choose.seat
        view = table.game.view(table.state, seat)
        with self._playing_by():
            return self._bot.choose(
                view, choose, lambda: table.sampled(seat, self._stream), out_of_time
            )


def _player(plan: TournamentPlan, table: Table[GameState], number: int, seat: int) -> Player:
    kind = plan.kinds(number)[seat]
    leaders = [at for at, each in enumerate(plan.kinds(number)) if each not in FOLLOWERS]
    limits = BotLimits(plan.seconds or 0.0, plan.iterations or UNBOUNDED, tuple(leaders))
    playing_by = _playing_by(plan, kind)
    # Some bots look their numbers up when they are made, others when they choose.
    with playing_by():
        bot = make_bot(
            kind.partition("@")[0], table.game, _stream(plan, number, f"bot{seat}"), limits
        )
    sampling = _stream(plan, number, f"sample{seat}")
    return Player(table, bot, sampling, plan.deadline, playing_by)


def _playing_by(plan: TournamentPlan, kind: str) -> Callable[[], AbstractContextManager[None]]:
    """What has a bot of this kind play by its numbers, if it has some of its own."""
    word = kind.partition("@")[2]
    if not word:
        return nullcontext
    text = dict(plan.numbers)[word]
    return partial(numbers_of(plan.game).replaced, read_numbers(plan.game, text))


def numbers_of(game: str) -> BotNumbers[object]:
    """What the bots of a game play by; there are such numbers."""
    fit = fit_of(game)
    assert fit is not None, "only bots that play by numbers are given others"
    return fit.numbers


@lru_cache(maxsize=16)
def read_numbers(game: str, text: str) -> Reading[object]:
    """Numbers in JSON, ready for the bots of a game."""
    return numbers_of(game).read(json.loads(text))


def _stream(plan: TournamentPlan, number: int, use: str) -> Stream:
    """Every use has luck of its own, so that a change of one bot moves nothing else."""
    return Stream(f"tournament/{plan.seed}/{number}/{use}".encode())
