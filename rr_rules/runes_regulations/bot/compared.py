"""What the tables look like that two answers lead to, side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from rr_rules.bots.reasons import mean
from rr_rules.kernel.requests import Choose, Option
from rr_rules.runes_regulations.bot.odds import whose_win
from rr_rules.runes_regulations.state.view import SeatView, View

SURELY = 0.5
"""So much more there must be of something on the mean for it to be no whim of luck."""
Counts = Sequence[Counter[str]]


class Compared:
    """Two answers' views, as this game's own."""

    def __init__(
        self,
        now: View,
        best: Sequence[View],
        other: Sequence[View],
        asked: Choose,
        options: tuple[int, int],
    ) -> None:
        self.now, self.seat = now, asked.seat
        self.named, self._named_else = (_face_of(now, asked.options[at]) for at in options)
        """The face that the best answer names, or ""; and that the other one names."""
        self._best, self._other = best, other
        self._known = _faces_seen(now)
        self.best = best[0]
        """One of them, where all look alike."""

    @property
    def always_won(self) -> bool:
        """Whether the best answer has won in each of its views."""
        outcomes = [view.outcome for view in self._best]
        return all(each is not None and self.seat in each.winners for each in outcomes)

    @property
    def whose(self) -> int:
        """Whose win counts."""
        return whose_win(self.now, self.seat)

    @property
    def serves(self) -> bool:
        """Whether that is another seat's."""
        return self.whose != self.seat

    def means(self, count: Callable[[View], int]) -> tuple[float, float]:
        """A number in both, on the mean."""
        return mean([count(v) for v in self._best]), mean([count(v) for v in self._other])

    def more(self, count: Callable[[SeatView], int], at: int) -> bool:
        """Whether a seat has more of something after the best one."""
        best, other = self.means(lambda view: count(view.seats[at]))
        return best - other >= SURELY

    def fullest(self, count: Callable[[SeatView], int], at: int) -> View:
        """One view of the best one in which a seat has the most of something that it may have."""
        return max(self._best, key=lambda view: count(view.seats[at]))

    def fewer(self, count: Callable[[View], int], *, turned: bool = False) -> bool:
        """Whether there is less of something after the best one; `turned`, whether more."""
        best, other = self.means(count)
        return (best - other if turned else other - best) >= SURELY

    def is_sure(self, count: Callable[[SeatView], int], at: int) -> bool:
        """Whether a number of a seat is the same in all views of the best one."""
        return len({count(view.seats[at]) for view in self._best}) == 1

    def unlike(self, faces: Callable[[View], Sequence[str]]) -> tuple[list[str], list[str]]:
        """The faces that are always there after one of both answers, and not after the other.

        None that may have come from where the seat does not look.
        """
        best, other = ([Counter(faces(view)) for view in views]
                       for views in (self._best, self._other))  # fmt: skip
        before = Counter(faces(self.now))

        def is_kept(face: str, two: Counts) -> bool:
            return before[face] > max(each[face] for each in two)

        def known(one: Counts, two: Counts, views: Sequence[View], named: str) -> list[str]:
            return [
                face
                for face in _always(one, two)
                if self._is_known(face, views, is_own=face == named or is_kept(face, two))
            ]

        return (known(best, other, self._best, self.named),
                known(other, best, self._other, self._named_else))  # fmt: skip

    def _is_known(self, face: str, views: Sequence[View], *, is_own: bool) -> bool:
        """Whether what the seat sees now says that a face would be there.

        An imagined deal has its own card on top of each pile, and another copy of it may lie open.
        So the face must be named by the answer or kept, or move from place to place in sight.
        """
        if not self._known[face]:
            return False
        if is_own:
            return True
        seen = all(_faces_seen(view)[face] <= self._known[face] for view in views)
        return seen and all(_piles(view) == _piles(self.now) for view in views)


def _piles(view: View) -> Sequence[int]:
    """How many cards lie face down for all: as many as before where nobody has drawn."""
    dark = view.nefarious
    others = (dark.forbidden_deck, dark.forbidden_rune_deck) if dark is not None else ()
    return view.main_deck, view.rune_deck, *others


def _always(one: Counts, two: Counts) -> Iterator[str]:
    """What is in each of some and in none of others more often."""
    for face in one[0]:
        if face and min(each[face] for each in one) > max(each[face] for each in two):
            yield face


def _faces_seen(view: View) -> Counter[str]:
    """Every face that the seat sees, wherever it lies."""
    lawns = [card.face for seat in view.seats for card in seat.lawn]
    hands = [face for seat in view.seats for face in seat.hand]
    runes = [slot.face for seat in view.seats for slot in seat.fence]
    piles = [*view.seen, *view.main_discard, *view.rune_discard]
    if view.nefarious is not None:
        piles += view.nefarious.forbidden_discard
    return Counter(face for face in (*lawns, *hands, *runes, *piles) if face)


def _face_of(view: View, option: Option) -> str:
    """The face that an option names, "" where it names none."""
    zones: Mapping[str, Callable[[SeatView], Sequence[str]]] = {
        "hand": lambda seat: seat.hand,
        "lawn": lambda seat: [card.face for card in seat.lawn],
        "fence": lambda seat: [slot.face for slot in seat.fence],
    }
    if option.zone in OPEN_PILES and option.at >= 0:
        return OPEN_PILES[option.zone](view)[option.at]
    if option.zone not in zones or option.at < 0:
        return ""
    return zones[option.zone](view.seats[option.seat])[option.at]


OPEN_PILES: Mapping[str, Callable[[View], Sequence[str]]] = {
    "seen": lambda view: view.seen,
    "main_discard": lambda view: view.main_discard,
    "rune_discard": lambda view: view.rune_discard,
}
