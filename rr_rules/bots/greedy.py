"""A sensible bot: tries each option on tables as they might be and takes what looks best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rr_rules.bots.base import OutOfTime, Sample, declining
from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.game import TAKE_BACK, GameState
from rr_rules.kernel.requests import Choose, Option, Seat
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import CHANCE, Table

TRIES = 3
"""How often an option is tried whose end is by lot: the best try counts."""
MOST_TRIES = 8
"""And so often at the most, while there are own later choices that have never been made."""
FAR = 40
"""How many answers one try may give before it is judged as it stands."""

UNKNOWN, WORST = float("inf"), float("-inf")
"""What was never tried comes first, and what is not to be tried last."""


class Prospect(NamedTuple):
    """What the best try of an option led to."""

    score: float
    view: object = None
    """How the table then looks to the seat; None where nothing was tried."""
    is_by_chance: bool = False
    """Whether a shuffle or a roll had a part in it."""


UNTRIED = Prospect(WORST)


class GreedyBot:
    """Looks to the end of the step and no further; others are taken to decline what they may."""

    def __init__(self, stream: Stream, tries: int = TRIES) -> None:
        """Break ties and fill gaps from `stream`."""
        self._stream = stream
        self._tries = tries

    def choose(self, view: object, pending: Choose, sample: Sample, out_of_time: OutOfTime) -> int:
        """The option whose best try looks best; equals are drawn by lot."""
        if len(pending.options) == 1:
            return 0
        return self.best_of(self.weigh(onward(pending), pending, sample, out_of_time))

    def weigh(
        self, options: Sequence[int], pending: Choose, sample: Sample, out_of_time: OutOfTime
    ) -> dict[int, Prospect]:
        """What the best try of each of these options led to, as far as there was time."""
        running, tries, later = options, 0, Later(self._stream)
        found = dict.fromkeys(running, UNTRIED)
        while running:
            tries += 1
            again = []
            for option in running:
                if out_of_time():
                    return found
                attempt = Attempt(sample(), pending.seat, later, self._stream)
                prospect = attempt.play(option)
                if prospect.score > found[option].score:
                    found[option] = prospect
                if attempt.is_by_lot and tries < (MOST_TRIES if attempt.is_new else self._tries):
                    again.append(option)
            running = again
        return found

    def best_of(self, found: Mapping[int, Prospect]) -> int:
        """The option with the best prospect; equals are drawn by lot."""
        best = max([prospect.score for prospect in found.values()])
        equals = [option for option, prospect in found.items() if prospect.score == best]
        return equals[self._stream.below(len(equals))]


class Later:
    """What the own later choices of one decision led to, whatever option they followed."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._known: dict[tuple[str, tuple[Option, ...]], list[float]] = {}

    def of(self, asked: Choose) -> list[float]:
        """The best score of each option so far, to be filled in."""
        key = asked.verb, asked.options
        if key not in self._known:
            self._known[key] = [
                WORST if option.act == TAKE_BACK else UNKNOWN for option in asked.options
            ]
        return self._known[key]

    def pick(self, known: list[float]) -> int:
        """An option that was never tried, or the best one; equals are drawn by lot."""
        best = max(known)
        equals = [at for at, score in enumerate(known) if score == best]
        return equals[self._stream.below(len(equals))]


class Attempt:
    """One try of an option in one table as it might be."""

    def __init__(self, table: Table[GameState], seat: Seat, later: Later, stream: Stream) -> None:
        self._table, self._seat, self._later, self._stream = table, seat, later, stream
        self._path: list[tuple[list[float], int]] = []
        self._dealer = SeededDealer(stream)
        self.is_by_lot = self.is_new = False
        """Whether chance or an own later choice had a part, and one that was never made."""

    def play(self, option: int) -> Prospect:
        """How the table looks to the seat at the end of this step."""
        table, seat = self._table, self._seat
        # Noted before the answer: it may end the step, and the next one is no part of it.
        began, is_by_chance = table.steps, False
        table.answer(seat, option)
        for _ in range(FAR):
            if table.pending is None or table.steps > began:
                break
            if isinstance(table.pending, CHANCE):
                table.chance(self._dealer.deal(table.pending))
                self.is_by_lot = is_by_chance = True
            else:
                asked = table.asked[0]
                table.answer(asked.seat, self._follow(asked))
        view = table.game.view(table.state, seat)
        score = table.game.judge(view, seat)
        for known, at in self._path:
            known[at] = score if known[at] == UNKNOWN else max(known[at], score)
        return Prospect(score, view, is_by_chance)

    def _follow(self, asked: Choose) -> int:
        """A later choice: others decline where they may, own ones are tried one by one."""
        if len(asked.options) == 1:
            return 0
        if asked.seat != self._seat:
            declined = declining(asked)
            return declined if declined >= 0 else self._stream.below(len(asked.options))
        known = self._later.of(asked)
        at = self._later.pick(known)
        self.is_by_lot = True
        self.is_new |= UNKNOWN in known
        self._path.append((known, at))
        return at


def onward(asked: Choose) -> list[int]:
    """The options but the one that takes the last answer back.

    It looks good where the step ends with it, and then the same answer is given again, for ever.
    """
    return [at for at, option in enumerate(asked.options) if option.act != TAKE_BACK]
