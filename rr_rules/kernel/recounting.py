"""Recounting: what a game that is over comes to, by what everybody could see of it.

A `Story` is what was shown while a game was played. What is made of it is pure and public: no hand
and no card face down has a part in it but what a game shows to all when it is over, so it can be
told before anything has been opened.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple, TypeAlias

from rr_rules.kernel.game import Feat, Game, GameState, Line
from rr_rules.kernel.requests import Seat

MOST_MOMENTS, MOST_AWARDS, MOST_DEEDS = 4, 3, 3
AnyGame: TypeAlias = Game[GameState]


class FeatWithin(Feat):
    """A feat that is one of another kind too, and told with it: "3 thefts, 2 of them at night"."""

    __slots__ = ()
    whole: ClassVar[str]
    """The id of that other one."""


class ClosingLine(Line):
    """What ends a game without being anybody's deed."""

    __slots__ = ()

    def told(self, view: object) -> str:
        """It in words beside what a spectator saw of the table then."""
        return self.text


class Step(NamedTuple):
    """What one answer or result of chance has brought about, as everybody saw it."""

    turn: int
    view: object
    """What a spectator saw after it."""
    events: tuple[object, ...]
    """As a spectator may know them."""


class TurningPoint(NamedTuple):
    """A turn that changed much, and what changed it."""

    turn: int
    line: Line
    """As it was said when it happened."""
    told: str
    """And with what came of it."""


class Account(NamedTuple):
    """What one seat did."""

    curve: tuple[int, ...]
    """Where it stood at the end of each turn; nothing in a game that counts nothing."""
    deeds: tuple[str, ...]
    """What it did most, in words."""


class GivenAward(NamedTuple):
    """What one seat did more of than any other."""

    title: str
    """What it is called."""
    seat: Seat
    """Whose it is."""
    deeds: str
    """What was counted and how much: "4 hexes"."""


class Recounted(NamedTuple):
    """A game that is over, in short."""

    turns: int
    accounts: tuple[Account, ...]
    moments: tuple[TurningPoint, ...]
    """In the order in which they came."""
    awards: tuple[GivenAward, ...]
    """In the order in which the game lists what it counts."""


@dataclass(slots=True)
class Story:
    """A game as it is shown to everybody, step by step."""

    game: AnyGame
    steps: list[Step] = field(default_factory=list)

    def add(self, state: GameState, events: Iterable[object]) -> None:
        """Write down what has just happened; nothing where nobody else could see anything."""
        seen = [self.game.redact(event, None) for event in events]
        shown = tuple([event for event in seen if event is not None])
        if shown:
            view = self.game.view(state, None)
            self.steps.append(Step(self.game.turn(state), view, shown))

    def recount(self, seats: int) -> Recounted:
        """What it comes to, for a game of so many seats."""
        played = _as_played(self.steps)
        turns = self.steps[-1].turn if self.steps else 0
        ends = _turn_ends(played, turns)
        done = self._deeds()
        accounts = [
            Account(tuple(self._curve(ends, seat)), tuple(self._words(done, seat)))
            for seat in map(Seat, range(seats))
        ]
        moments = tuple(sorted(self._moments(played, ends, seats), key=lambda moment: moment.turn))
        return Recounted(turns, tuple(accounts), moments, tuple(self._awards(done, seats)))

    def _curve(self, ends: Sequence[Step], seat: Seat) -> Iterator[int]:
        for step in ends:
            standing = self.game.standing(step.view)
            if seat < len(standing):
                yield standing[seat]

    # --- what was done -----------------------------------------------------------------------

    def _deeds(self) -> Counter[tuple[str, Seat]]:
        found = (self.game.feat(event) for step in self.steps for event in step.events)
        done = Counter([each for each in found if each is not None and each[1] >= 0])
        for part in self._within():
            for seat in {seat for name, seat in done if name == part.id}:
                done[part.whole, seat] += done[part.id, seat]
        return done

    def _within(self) -> list[FeatWithin]:
        return [feat for feat in self.game.feats if isinstance(feat, FeatWithin)]

    def _words(self, done: Counter[tuple[str, Seat]], seat: Seat) -> Iterator[str]:
        feats = {feat.id: feat for feat in self.game.feats if not isinstance(feat, FeatWithin)}
        own = [(count, name) for (name, whose), count in done.items() if whose == seat]
        told, wholes = [each for each in own if each[1] in feats], {p.whole for p in self._within()}
        # What has kinds of its own is told first, and never left out: then the numbers add up.
        told.sort(key=lambda each: (each[1] not in wholes, -each[0]))
        for count, name in told[:MOST_DEEDS]:
            noun = feats[name].noun if count == 1 else feats[name].nouns
            parts = (part for part in self._within() if part.whole == name and done[part.id, seat])
            yield ", ".join(
                (f"{count} {noun}", *(_part(done[p.id, seat], count, p) for p in parts))
            )

    def _awards(self, done: Counter[tuple[str, Seat]], seats: int) -> Iterator[GivenAward]:
        """Whoever did most of something, if that is one seat alone and another could have."""
        given = 0
        for feat in self.game.feats if seats > 1 else ():
            counts = [done[feat.id, seat] for seat in map(Seat, range(seats))]
            best = max(counts)
            if best >= feat.least and counts.count(best) == 1 and given < MOST_AWARDS:
                given += 1
                yield GivenAward(feat.award, Seat(counts.index(best)), self._counted(feat, best))

    def _counted(self, feat: Feat, count: int) -> str:
        words = feat.noun if count == 1 else feat.nouns
        if not isinstance(feat, FeatWithin):
            return f"{count} {words}"
        whole = next(each for each in self.game.feats if each.id == feat.whole)
        return f"{count} {whole.noun if count == 1 else whole.nouns} {words}"

    # --- what changed most -------------------------------------------------------------------

    def _moments(
        self, played: Sequence[Step], ends: Sequence[Step], seats: int
    ) -> Iterator[TurningPoint]:
        """The turns after which the table looked most different, each with what did most of it."""
        worth = {step.turn: self._judged(step, seats) for step in ends}
        swings = {
            now.turn: _swing(worth[before.turn], worth[now.turn])
            for before, now in itertools.pairwise(ends)
        }
        most = sorted(swings, key=lambda turn: (-swings[turn], turn))[:MOST_MOMENTS]
        for turn in (turn for turn in most if swings[turn] > 0):
            if (found := self._turning_point(played, turn, seats)) is not None:
                line, told = found
                # The answer that begins a turn may end it too, where nothing can be done in it.
                at = self.steps[-1].turn if isinstance(line, ClosingLine) else turn
                yield TurningPoint(at, line, told)

    def _turning_point(
        self, played: Sequence[Step], turn: int, seats: int
    ) -> tuple[Line, str] | None:
        """What was said of the step of a turn after which the table looked most different."""
        found: list[tuple[float, Line, str]] = []
        before: Step | None = None
        for step in played:
            if step.turn > turn:
                break
            if step.turn < turn - 1:
                continue
            line = self._said_of(step)
            if before is not None and step.turn == turn and line is not None:
                swing = _swing(self._judged(before, seats), self._judged(step, seats))
                found.append((swing, line, self._told(line, before, step)))
            before = step
        return max(found, key=lambda each: each[0])[1:] if found else None

    def _said_of(self, step: Step) -> Line | None:
        """What ended the game, else the last deed of a step."""
        lines = [(self.game.line(event), self._is_deed(event)) for event in step.events]
        ends = [line for line, _ in lines if isinstance(line, ClosingLine)]
        deeds = [line for line, is_deed in lines if is_deed]
        return next(reversed(ends or deeds), None)

    def _told(self, line: Line, before: Step, step: Step) -> str:
        """A line, and where it brought who leads at the end to where that seat ended."""
        if isinstance(line, ClosingLine):
            return line.told(step.view)
        was, now = (self.game.standing(each.view) for each in (before, step))
        end = self.game.standing(self.steps[-1].view)
        risen = [seat for seat, (old, new) in enumerate(zip(was, now, strict=False)) if new > old]
        if len(risen) != 1 or now[risen[0]] != max(end) or end.count(max(end)) > 1:
            return line.text
        seat, count = risen[0], now[risen[0]]
        return f"{line.text}, and {{{seat}}} has {count} then" if end[seat] == count else line.text

    def _is_deed(self, event: object) -> bool:
        return self.game.feat(event) is not None

    def _judged(self, step: Step, seats: int) -> tuple[float, ...]:
        return tuple([self.game.judge(step.view, seat) for seat in map(Seat, range(seats))])


def _part(count: int, whole: int, feat: Feat) -> str:
    """How many of some deeds were of a kind; of one deed alone it is said at once."""
    if whole == 1:
        return feat.noun
    return f"{count} of them {feat.noun if count == 1 else feat.nouns}"


def _as_played(steps: Sequence[Step]) -> list[Step]:
    """Each step in the turn in which it was played: the answer that ends one begins the next."""
    before = itertools.chain(steps[:1], steps)
    return [step._replace(turn=last.turn) for last, step in zip(before, steps, strict=False)]


def _turn_ends(played: Sequence[Step], turns: int) -> list[Step]:
    """The last step of each turn, from the deal on; of a turn without any the one before it."""
    last, ends = {step.turn: step for step in played}, list[Step]()
    for turn in range(played[0].turn if played else 1, turns + 1):
        ends.append(last.get(turn, ends[-1] if ends else played[0])._replace(turn=turn))
    return ends


def _swing(before: Sequence[float], now: Sequence[float]) -> float:
    return max((abs(new - old) for old, new in zip(before, now, strict=True)), default=0.0)
