"""What neighbors may be up to, told from what everybody can see: their Lawns, hands and Fences.

Which role somebody has is hidden. So all that it may be count in equal parts (NN-INFO-12).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from rr_rules.kernel.game import Term
from rr_rules.runes_regulations.bot import goals
from rr_rules.runes_regulations.faces.faces import Condition, Deck, Face
from rr_rules.runes_regulations.state.matching import fits
from rr_rules.runes_regulations.state.view import NefariousView, SeatView, View
from rr_rules.runes_regulations.turn.roles import AT_TURNS_END

Numbers = Sequence[int]
"""How many things of each condition a seat has."""


class Sign(NamedTuple):
    """One condition of a role."""

    at: int
    """Where its number stands among those that are counted."""
    wanted: int
    is_most: bool
    of_others: bool
    """About everybody else: one of them is enough to spoil it."""

    def short(self, own: Numbers, others: Iterable[Numbers]) -> float:
        """How far a seat is from it, in Creatures."""
        has = max([each[self.at] for each in others]) if self.of_others else own[self.at]
        return goals.missing(has, self.wanted, is_most=self.is_most)


class Suspicion:
    """What the roles of a deck ask for, read on seats whose role is hidden."""

    def __init__(self, deck: Deck) -> None:
        """Know the roles and the Creatures of this deck."""
        self._conditions = list[Condition]()
        self._signs = {face.id: self._of(face) for face in deck.of_kind("role")}
        self._hidden = [face.id for face in deck.of_kind("role") if not face.public]
        self._faces = {face.id: face for face in deck.faces}
        self._fitting = lru_cache(maxsize=1024)(self._fits)

    def standings(self, view: View, dark: NefariousView, own: int) -> dict[int, float]:
        """What each regular neighbor of seat `own` may have, on the scale of `goals.creatures`."""
        numbers = {seat.seat: self._numbers(seat) for seat in view.seats}
        known = {*dark.roles, *dark.left_out}
        unknown = [role for role in self._hidden if role not in known]
        return {
            seat.seat: self._standing(seat, numbers, _known(dark, seat) or unknown)
            for seat in view.seats
            if seat.seat not in (own, dark.seat) and not seat.left
        }

    def _standing(self, seat: SeatView, numbers: dict[int, Numbers], roles: Sequence[str]) -> float:
        """The mean over the roles that a seat may have; five Creatures win whatever it is."""
        creatures, own = goals.creatures(seat), numbers[seat.seat]
        others = [numbers[other] for other in numbers if other != seat.seat]
        worths = [
            goals.nearing(sum([sign.short(own, others) for sign in signs])) if signs else 0.0
            for signs in map(self._signs.__getitem__, roles)
        ]
        return sum([max(creatures, worth) for worth in worths]) / len(worths)

    def _numbers(self, seat: SeatView) -> Numbers:
        counts = [0] * len(self._conditions)
        for card in seat.lawn:
            for at in self._fitting(card.face, card.hexed):
                counts[at] += 1
        for at, condition in enumerate(self._conditions):
            if condition.filter.what == "card":
                counts[at] = len(seat.hand)
            elif condition.filter.what == "rune":
                counts[at] = len(seat.fence)
        return counts

    def _fits(self, face: str, hexed: bool) -> list[int]:
        """The conditions that a card on a Lawn counts for."""
        return [
            at
            for at, condition in enumerate(self._conditions)
            if fits(self._faces[face], condition.filter, hexed=hexed)
        ]

    def _of(self, role: Face) -> tuple[Sign, ...]:
        """What wins at the end of an own turn; nothing where the role has no such win."""
        wins = [win for win in role.win if win.at == AT_TURNS_END]
        return tuple(self._sign(each) for win in wins for each in win.all)

    def _sign(self, condition: Condition) -> Sign:
        self._conditions.append(condition)
        least, most = condition.least, condition.most
        wanted = least if least is not None else most or 0
        return Sign(len(self._conditions) - 1, wanted, least is None, condition.of != "you")


def _known(dark: NefariousView, seat: SeatView) -> list[str]:
    """The role of a seat that has shown it."""
    role = dark.roles[seat.seat]
    return [role] if role else []


HEXED, CARD, RUNE, SKIP = 3.0, 1.5, 3.0, -2.0
WON = 1000.0
RIVAL = 0.5
"""How much the strongest neighbor's lead weighs besides the mean of all of them."""
IN_THE_WAY = 8.0
"""A Creature of one who should have none."""


def terms(view: View, seat: int, suspicion: Suspicion) -> tuple[Term, ...]:
    """What speaks for `seat` in a view; what others have and the time come last.

    They alone are no multiples of a half: their sums depend on the order in the last bit.
    """
    if view.outcome is not None:
        return (Term("won", WON if seat in view.outcome.winners else -WON),)
    mine, dark = view.seats[seat], view.nefarious
    if dark is None or dark.seat < 0:
        return *_own(mine), _rivals(view, None, (seat,), {})
    feared, clock = suspicion.standings(view, dark, seat), goals.clock(view, dark)
    if seat == dark.seat:
        return (*_dark_own(view, dark), *_stuff_of(mine), Term("time", clock),
                _rivals(view, dark, (seat,), feared))  # fmt: skip
    if seat == view.me and goals.serves(dark):
        return (*_dark_own(view, dark), *_stuff_of(view.seats[dark.seat], "their "),
                *_stuff_of(mine), Term("lawn", -IN_THE_WAY * len(mine.lawn)), Term("time", clock),
                _rivals(view, dark, (seat, dark.seat), feared))  # fmt: skip
    role = (Term("role", goals.role(dark)),) if seat == view.me else ()
    return *_own(mine), *role, Term("time", -clock), _rivals(view, dark, (seat,), feared)


def _own(seat: SeatView) -> tuple[Term, ...]:
    """What `_standing` adds up."""
    hexed = HEXED * (len(seat.lawn) - seat.mythical)
    return Term("creatures", goals.creatures(seat)), Term("hexed", hexed), *_stuff_of(seat)


def _dark_own(view: View, dark: NefariousView) -> tuple[Term, ...]:
    return (Term("beasts", goals.beasts(dark, len(view.seats[dark.seat].lawn))),)


def _stuff_of(seat: SeatView, whose: str = "") -> tuple[Term, ...]:
    """What `_stuff` adds up; of another seat under other names."""
    kept = min(len(seat.hand), seat.hand_limit)
    return (Term(f"{whose}cards", CARD * kept), Term(f"{whose}runes", RUNE * len(seat.fence)),
            Term(f"{whose}skips", SKIP * len(seat.skips)))  # fmt: skip


def _rivals(
    view: View, dark: NefariousView | None, but: Sequence[int], feared: Mapping[int, float]
) -> Term:
    return Term("rivals", -_against(view, dark, but, feared))


def _against(
    view: View, dark: NefariousView | None, but: Sequence[int], feared: Mapping[int, float]
) -> float:
    """What everybody but these seats takes from one: all, the strongest, and who is near a win.

    `feared` is what some may have instead of Creatures alone.
    """
    worths, alarm, other = list[float](), 0.0, -1 if dark is None else dark.seat
    for seat in view.seats:
        if seat.seat in but or seat.left:
            continue
        if dark is not None and seat.seat == other:
            worths.append(_dark_standing(view, dark))
            alarm += goals.alarm(dark.beasts)
        else:
            worths.append(_standing(seat, feared.get(seat.seat)))
            alarm += goals.alarm(seat.mythical)
    return sum(worths) / len(worths) + RIVAL * max(worths) + alarm if worths else 0.0


def _standing(seat: SeatView, goal: float | None = None) -> float:
    """What a seat has for the goal that everybody knows of, or for what it may be up to."""
    worth = goals.creatures(seat) if goal is None else goal
    return worth + HEXED * (len(seat.lawn) - seat.mythical) + _stuff(seat)


def _dark_standing(view: View, dark: NefariousView) -> float:
    seat = view.seats[dark.seat]
    return goals.beasts(dark, len(seat.lawn)) + _stuff(seat)


def _stuff(seat: SeatView) -> float:
    kept = min(len(seat.hand), seat.hand_limit)
    return CARD * kept + RUNE * len(seat.fence) + SKIP * len(seat.skips)
