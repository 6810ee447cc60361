"""One game of bots, played at once and without a room."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import perf_counter

from rr_rules.bots.base import Bot, RandomBot
from rr_rules.bots.greedy import GreedyBot
from rr_rules.bots.rule import advice_of
from rr_rules.bots.search import BY_ADVICE, SearchBot, Settings
from rr_rules.dealers import SeededDealer
from rr_rules.game import Rules, State, settle
from rr_rules.registry import load_game
from rr_rules.requests import Choose
from rr_rules.stream import Stream
from rr_rules.table import Table, drive

KINDS = ("random", "greedy", "search")


@dataclass(frozen=True, slots=True)
class Plan:
    """What a tournament plays; it travels to other processes."""

    game: str
    seats: int
    bots: tuple[str, ...]
    seed: int
    iterations: int
    options: tuple[tuple[str, str], ...] = ()

    def kinds(self, number: int) -> tuple[str, ...]:
        """The bot of each seat in game `number`: everybody moves on by one seat each game."""
        count = len(self.bots)
        return tuple(self.bots[(seat + number) % count] for seat in range(self.seats))

    def opened(self) -> Table[State]:
        """A fresh table. Raises RulesError for a game, seats or options that cannot be."""
        rules = load_game(self.game)
        return Table(rules, self.seats, settle(rules.options, dict(self.options)))


@dataclass(slots=True)
class Played:
    """How one game went."""

    number: int
    kinds: tuple[str, ...]
    winners: tuple[int, ...] = ()
    reason: str = ""
    turns: int = 0
    decisions: int = 0
    """Real ones: more than one option."""
    thought: dict[str, tuple[int, float]] = field(default_factory=dict)
    """For each kind of bot its decisions, and the seconds that they took."""

    def note(self, kind: str, seconds: float) -> None:
        """Count a decision."""
        decisions, spent = self.thought.get(kind, (0, 0.0))
        self.thought[kind] = (decisions + 1, spent + seconds)
        self.decisions += 1


def play(plan: Plan, number: int) -> Played:
    """Play game `number` of a tournament: the same luck and the same bots every time."""
    table, played = plan.opened(), Played(number, plan.kinds(number))
    players = [
        Player(table, make_bot(kind, table.rules, _stream(plan, number, f"bot{seat}"), plan),
               _stream(plan, number, f"sample{seat}"))
        for seat, kind in enumerate(played.kinds)
    ]  # fmt: skip
    dealer = SeededDealer(_stream(plan, number, "deal"))
    drive(table, dealer)
    while table.pending is not None:
        choose = table.asked[0]
        began = perf_counter()
        option = players[choose.seat].answer(choose)
        if len(choose.options) > 1:
            played.note(played.kinds[choose.seat], perf_counter() - began)
        table.answer(choose.seat, option)
        table.drain()
        drive(table, dealer)
    outcome = table.outcome
    assert outcome is not None, "nothing is pending, so the game is over"
    played.winners, played.reason = outcome.winners, outcome.reason
    played.turns = table.rules.turn(table.state)
    return played


class Player:
    """A bot at a seat: all that it gets is the seat's view, and tables as they might be."""

    def __init__(self, table: Table[State], bot: Bot, stream: Stream) -> None:
        """Sample the bot's tables from `stream`."""
        self._table, self._bot, self._stream = table, bot, stream

    def answer(self, choose: Choose) -> int:
        """The bot's choice; it has all the time that its iterations take."""
        if len(choose.options) == 1:
            return 0
        table, seat = self._table, choose.seat
        view = table.rules.view(table.state, seat)
        return self._bot.choose(
            view, choose, lambda: table.sampled(seat, self._stream), lambda: False
        )


def make_bot(kind: str, rules: Rules[State], stream: Stream, plan: Plan) -> Bot:
    """A bot of one of KINDS."""
    if kind == "search":
        advice = advice_of(rules)
        return SearchBot(stream, advice, Settings(plan.iterations, BY_ADVICE if advice else 0))
    return GreedyBot(stream) if kind == "greedy" else RandomBot(stream)


def _stream(plan: Plan, number: int, use: str) -> Stream:
    """Every use has luck of its own, so that a change of one bot moves nothing else."""
    return Stream(f"tournament/{plan.seed}/{number}/{use}".encode())
