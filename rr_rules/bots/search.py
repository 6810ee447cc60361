"""A bot that plays the rest of the game out in its head: information-set Monte Carlo tree search.

One tree of what the searching seat can tell apart (single observer, after Cowling, Powley and
Whitehouse 2012). Each iteration deals what the seat cannot know anew, walks down the tree by UCB1
among the options that this deal has, and plays on from there.
"""

from __future__ import annotations

from collections.abc import Hashable
from math import exp, log, sqrt
from typing import NamedTuple

from rr_rules.bots.base import OutOfTime, Sample, declining
from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.game import GameState
from rr_rules.kernel.requests import CardId, Choose, Option, Seat
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table, drive

WON, LOST = 1.0, 0.0
NOBODY = 0.5
"""Where nobody wins, a draw or a game lost together, the best is worth so much."""
STEEPEST = 30.0
"""No judgement lies more spreads off the middle, so that `exp` never overflows."""


class Spread:
    """The middle and the spread of numbers seen so far: Welford's running sums."""

    __slots__ = ("_count", "_middle", "_squares")

    def __init__(self) -> None:
        self._count = 0
        self._middle = self._squares = 0.0

    def place(self, number: float) -> float:
        """Where a number lies among all seen, between 0 and 1; it is one of them from now on."""
        self._count += 1
        off = number - self._middle
        self._middle += off / self._count
        self._squares += off * (number - self._middle)
        spread = sqrt(self._squares / self._count)
        if spread == 0.0:
            return 0.5
        steps = (number - self._middle) / spread
        return 1.0 / (1.0 + exp(-max(-STEEPEST, min(STEEPEST, steps))))


class Scale:
    """Makes payoffs of tables: outcomes as they are, judgements by how they compare."""

    def __init__(self) -> None:
        self._spreads: dict[tuple[int, bool], Spread] = {}

    def payoff(self, table: Table[GameState], seat: Seat) -> float:
        """What `seat` has of a table that is over, or that is judged as it stands."""
        outcome = table.outcome
        if outcome is not None and outcome.winners:
            return WON if seat in outcome.winners else LOST
        judged = table.game.judge(table.game.view(table.state, seat), seat)
        # Ends are compared with ends: games mark them by numbers far off all others.
        spread = self._spreads.setdefault((seat, outcome is not None), Spread())
        placed = spread.place(judged)
        return placed if outcome is None else NOBODY * placed


DEEPEST = 500
"""The most choices on one way through the tree: a game may let a seat go in circles."""
LONGEST = 2_000
"""The most answers of a playout, forced ones as well, wherever its step may end."""


class SearchLimits(NamedTuple):
    """How a search is done."""

    iterations: int = 400
    """After so many it decides, even if there is time left."""
    depth: int = 0
    """After so many free answers a playout ends with its step and is judged as it stands: playouts
    by lot tell most at the end of their first step."""
    curiosity: float = 0.4
    """How much UCB1 favours what was tried little."""


class Tried:
    """What is known of one option of an information set."""

    __slots__ = ("available", "visits", "worth")

    def __init__(self) -> None:
        self.available = self.visits = 0
        self.worth = 0.0
        """The sum of all payoffs."""

    @property
    def standing(self) -> tuple[int, float]:
        """Visits count first: they go where it paid."""
        return self.visits, self.worth / max(self.visits, 1)

    def bound(self, curiosity: float) -> float:
        """UCB1, counting only the iterations in which the option was there."""
        unsure = sqrt(log(self.available) / self.visits)
        return self.worth / self.visits + curiosity * unsure


UNKNOWN = Tried()
"""An option that no iteration came to."""

Node = dict[Hashable, Tried]
Path = list[tuple[Seat, Tried]]
"""Who took what, from the root down."""


class SearchBot:
    """Thinks in sampled tables for as many iterations as it may, then takes what it tried most."""

    def __init__(self, stream: Stream, settings: SearchLimits | None = None) -> None:
        """Have all luck from `stream`."""
        self._stream = stream
        self._settings = settings or SearchLimits()

    def choose(self, view: object, pending: Choose, sample: Sample, out_of_time: OutOfTime) -> int:
        """The option that most iterations went for."""
        if len(pending.options) == 1:
            return 0
        search = Search(pending, self._stream, self._settings)
        while search.iterations < self._settings.iterations and not out_of_time():
            search.iterate(sample())
        return search.best if search.iterations else self._stream.below(len(pending.options))


class Search:
    """The tree of one decision."""

    def __init__(self, pending: Choose, stream: Stream, settings: SearchLimits) -> None:
        """Search for the seat that is asked."""
        self.iterations = 0
        self._pending, self._seat = pending, pending.seat
        self._stream, self._settings = stream, settings
        self._dealer = SeededDealer(stream)
        self._scale = Scale()
        self._root: Node = {}
        self._tree: dict[Hashable, Node] = {}

    @property
    def best(self) -> int:
        """The option that was tried most."""
        known = [self._root.get(option, UNKNOWN) for option in self._pending.options]
        return max(range(len(known)), key=lambda at: known[at].standing)

    def iterate(self, table: Table[GameState]) -> None:
        """Play a sampled table out once and learn from its end."""
        path: Path = []
        opened, node = table.pending, self._root
        while (choose := self._next(table)) is not None and len(path) < DEEPEST:
            if table.pending is opened and choose.seat != self._seat:
                # What others could answer now was found in the true cards: look at none of it.
                table.answer(choose.seat, max(declining(choose), 0))
                continue
            if len(choose.options) > 1 and path:
                found = self._node(table, choose)
                if found is None:
                    break
                node = found
            table.answer(choose.seat, self._select(table, choose, node, path))
        self._play_out(table)
        self._learn(table, path)

    def _next(self, table: Table[GameState]) -> Choose | None:
        """The next choice, the own one first where several are asked; None at the end."""
        drive(table, self._dealer)
        return table.asked_of(self._seat) or next(iter(table.asked), None)

    # --- the tree --------------------------------------------------------------------

    def _node(self, table: Table[GameState], choose: Choose) -> Node | None:
        """The node of what the seat can tell apart here; None where it was new till now."""
        own = choose.options if choose.seat == self._seat else ()
        seen = table.game.view(table.state, self._seat)
        key = (seen, choose.seat, choose.verb, choose.source, own)
        node = self._tree.get(key)
        if node is None:
            self._tree[key] = {}
        return node

    def _select(self, table: Table[GameState], choose: Choose, node: Node, path: Path) -> int:
        """One of the options that this deal has; untried ones first."""
        if len(choose.options) == 1:
            return 0
        names = self._names(table, choose)
        known = [node.setdefault(name, Tried()) for name in names]
        for tried in dict.fromkeys(known):
            tried.available += 1
        untried = [at for at, tried in enumerate(known) if not tried.visits]
        if untried:
            at = untried[self._stream.below(len(untried))]
        else:
            curiosity = self._settings.curiosity
            bounds = [tried.bound(curiosity) for tried in known]
            at = bounds.index(max(bounds))
        path.append((choose.seat, known[at]))
        return at

    def _names(self, table: Table[GameState], choose: Choose) -> list[Hashable]:
        """What each option is called in the tree.

        A position in a hand that the seat cannot see means another card in every deal, so there
        the face counts.
        """
        if choose.seat == self._seat:
            return list(choose.options)
        veiled = {
            (zone.label, zone.owner): zone.cards
            for zone in table.game.zones(table.state)
            if zone.hidden and not zone.ordered and zone.owner != self._seat
        }
        return [
            self._faced(table, option, veiled.get((option.zone, option.seat), ()))
            for option in choose.options
        ]

    def _faced(
        self, table: Table[GameState], option: Option, cards: tuple[CardId, ...]
    ) -> Hashable:
        """An option by the faces of the cards it points at, as far as it points at any."""
        places = option.order if option.at < 0 else (option.at,)
        if not places or max(places) >= len(cards):
            return option
        faces = sorted([table.game.face_of(table.state, cards[at]) for at in places])
        return option.act, option.zone, tuple(faces), option.order if option.at >= 0 else ()

    # --- the playout -----------------------------------------------------------------

    def _play_out(self, table: Table[GameState]) -> None:
        """Play on to the end, or to the end of the step in which there were enough answers."""
        answers, ending = 0, 0
        for _ in range(LONGEST):
            choose = self._next(table)
            if choose is None or (ending and table.steps > ending):
                return
            if answers >= self._settings.depth and not ending:
                ending = table.steps
            free = len(choose.options) > 1
            answers += free
            table.answer(choose.seat, self._stream.below(len(choose.options)) if free else 0)

    def _learn(self, table: Table[GameState], path: Path) -> None:
        self.iterations += 1
        payoffs = {seat: self._scale.payoff(table, seat) for seat in {seat for seat, _ in path}}
        for seat, tried in path:
            tried.visits += 1
            tried.worth += payoffs[seat]
