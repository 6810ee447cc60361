"""What speaks for an answer of Runes & Regulations: in what it makes a win likelier than another.

The likelihood is that of the bots (`odds`), taken apart: what a seat looks like counts by groups of
features, and what others look like by how likely they are to win. Nobody's role but the own one has
a part in it (NN-INFO-12).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from rr_rules.bots.reasons import Contrast, count_words, mean
from rr_rules.kernel.requests import Choose, Option
from rr_rules.runes_regulations.bot.features import SUMMON, uses_of
from rr_rules.runes_regulations.bot.odds import OVER, HasDeck, Odds, whose_win
from rr_rules.runes_regulations.faces.faces import Deck
from rr_rules.runes_regulations.state.view import RoleStep, SeatView, View
from rr_rules.runes_regulations.text import phrases

GROUPS = (
    ("near cards", "cards"),
    ("near runes", "runes"),
    ("near hexed", "hexed"),
    ("near fuel", "fuel"),
    ("own near", "hand"),
    ("own no", "hand"),
    ("own one", "hand"),
    ("own role", "role"),
    ("own creatures", "creatures"),
    ("own cards", "cards"),
    ("own runes", "runes"),
    ("many cards", "cards"),
    ("no card", "cards"),
    ("one card", "cards"),
    ("no rune", "runes"),
    ("no answer", "answer"),
    ("creatures", "creatures"),
    ("wait ", "creatures"),
    ("now 0", "creatures"), ("now 1", "creatures"), ("now 2", "creatures"),
    ("now 3", "creatures"), ("now 4", "creatures"), ("now 5", "creatures"),
    ("night clock", "time"),
    ("dark clock", "time"),
)  # fmt: skip
"""What features count for by how they begin; all others by their first word."""
WINS, LOSES = "wins", "loses"
OFTEN = 0.25
"""In so much more of the tries an end must come for it to be no whim of their luck."""
SURELY = 0.5
"""So much more there must be of something on the mean, for the same reason."""
Counts = Sequence[Counter[str]]


class ReckonedParts(NamedTuple):
    """What several views look like on the mean."""

    parts: Mapping[tuple[int, str], float]
    """By seat and group, in log odds."""
    shares: Mapping[int, float]
    """How likely each seat is to win."""
    won: float
    """In which part of the views the seat has won at once."""
    lost: float


class StreetReasons:
    """The reasons of Runes & Regulations and of the Nefarious Neighbor."""

    def __init__(self, deck: Deck) -> None:
        """With the cards of this deck."""
        self._odds = Odds(deck)
        self._names = {face.id: face.name for face in deck.faces}
        self._faces = {face.id: face for face in deck.faces}
        self._uses = uses_of(deck.faces)

    # --- in what it is ahead -----------------------------------------------------------

    def gains(self, case: Contrast) -> Mapping[str, float]:
        """How many log odds each part brings; of other seats as much as they win less."""
        seat = case.asked.seat
        one, two = self._profile(case.best_views, seat), self._profile(case.other_views, seat)
        ends = {WINS: one.won - two.won, LOSES: two.lost - one.lost}
        found = {part: OVER * often for part, often in ends.items() if often >= OFTEN}
        own = whose_win(_view(case.now), seat)
        rest = max(1e-6, 1.0 - _between(one, two, own))
        for at, group in {**one.parts, **two.parts}:
            ahead = one.parts.get((at, group), 0.0) - two.parts.get((at, group), 0.0)
            side = 1.0 if at == own else -_between(one, two, at) / rest
            found[f"{at} {group}"] = side * ahead
        return found

    def _profile(self, views: Sequence[object], seat: int) -> ReckonedParts:
        parts, shares = dict[tuple[int, str], float](), dict[int, float]()
        seen = [_view(each) for each in views]
        going = [view for view in seen if view.outcome is None]
        for view in going:
            for at, found in self._odds.rows(view, seat):
                for name, worth in self._odds.told(view, found):
                    key = at, _group(name)
                    parts[key] = parts.get(key, 0.0) + worth / len(going)
            for at, share in self._odds.chances(view, seat).items():
                shares[at] = shares.get(at, 0.0) + share / len(going)
        won = [float(v.outcome is not None and seat in v.outcome.winners) for v in seen]
        lost = [float(v.outcome is not None and seat not in v.outcome.winners) for v in seen]
        return ReckonedParts(parts, shares, mean(won), mean(lost))

    # --- in words ----------------------------------------------------------------------

    def words(self, part: str, case: Contrast) -> Sequence[str]:
        """What everybody can count of a part, and the seat itself of its own."""
        views = Compared(
            _view(case.now),
            [_view(each) for each in case.best_views],
            [_view(each) for each in case.other_views],
            case.asked,
            (case.best, case.other),
        )
        if part == WINS:
            return phrases.winning(is_sure=views.always_won and not case.is_by_luck)
        if part == LOSES:
            # At night it may hang on a Role that nobody knows who would win, and whether.
            return ("nobody else would win at once",) if views.now.nefarious is None else ()
        at, group = part.split(" ", 1)
        if int(at) == views.seat:
            return self._of_mine(group, views)
        return self._of_theirs(group, views, int(at))

    def _of_mine(self, group: str, views: Compared) -> Sequence[str]:
        seat = views.seat
        if views.serves:
            lawn = views.fewer(lambda view: len(view.seats[seat].lawn))
            is_of_lawn = group in ("creatures", "lawn", "hexed")
            return (LAWN_EMPTIER,) if lawn and is_of_lawn else ()
        match group:
            case "creatures" | "cards" | "runes" | "hexed" if views.more(COUNTS[group], seat):
                is_sure = views.is_sure(COUNTS[group], seat)
                then = views.fullest(COUNTS[group], seat)
                told = phrases.gained(group, views.now, then, seat, is_sure=is_sure)
                return (*self._why_more(group, views, is_sure=is_sure), *told)
            case "skip":
                return ("you would not have to miss a phase",)
            case "granted":
                return self._granted(views)
            case "lawn":
                return self._lawn(views, seat)
            case "hand" | "answer":
                return self._hand(views)
            case "fence":
                return self._fence(views)
            case "role":
                return _role(views)
            case _:
                return self._of_the_night(group, views, seat)

    def _why_more(self, group: str, views: Compared, *, is_sure: bool) -> Sequence[str]:
        """What it is good for to have so many of something."""
        if group == "creatures" and is_sure:
            return phrases.to_the_win(views.now, views.best, views.seat)
        hand = views.now.seats[views.seat].hand
        if group != "cards" or any(SUMMON in self._uses[face] for face in hand):
            return ()
        most = views.fullest(COUNTS[group], views.seat)
        held = count_words(len(most.seats[views.seat].hand), "card")
        would = "would" if is_sure else "could"
        return (f"no Creature to SUMMON is in your hand, and you {would} hold {held}",)

    def _granted(self, views: Compared) -> Sequence[str]:
        """What the seat puts in force for itself."""
        before = views.now.seats[views.seat].granted
        given = [face for face in views.best.seats[views.seat].granted if face not in before]
        names = ["it" if face == views.named else self._names[face] for face in given]
        return [f"{name} would be in force until your next turn" for name in names[:1]]

    def _of_theirs(self, group: str, views: Compared, at: int) -> Sequence[str]:
        match group:
            case "creatures" | "cards" | "runes" | "hexed":
                if views.whose == at:
                    return _of_the_dark(group, views, at)
                return _less(group, views, at)
            case "lawn" if views.whose != at:
                return self._their_lawn(views, at)
            case _:
                return self._of_the_night(group, views, at)

    def _lawn(self, views: Compared, seat: int) -> Sequence[str]:
        """Which Creature is on the own Lawn, where as many are there either way."""
        mine, theirs = views.unlike(lambda view: _standing(view.seats[seat]))
        if not mine:
            return ()
        name = "it" if mine[0] == views.named else self._names[mine[0]]
        words = f"{name} is of more use on your Lawn"
        if theirs:
            than = f" than {self._names[theirs[0]]}", " than the next best"
            beside = ("",) if theirs[0] == views.named else than
            able = self._able(mine[0], theirs[0], views, name)
            return (*able, *(f"{words}{each}" for each in beside), f"{name} is of more use")
        if mine[0] == views.named:
            return ()
        stays = mine[0] in _standing(views.now.seats[seat])
        return (f"{name} would {'stay' if stays else 'stand'} on your Lawn",)

    def _able(self, mine: str, theirs: str, views: Compared, name: str) -> Sequence[str]:
        """What the Creature can do from now on that the one in its place cannot."""
        there = _standing(views.now.seats[views.seat])
        one, other = (phrases.ability(self._faces[face], self._uses[face], is_there=face in there)
                      for face in (mine, theirs))  # fmt: skip
        return (one.format(name),) if one and one != other else ()

    def _their_lawn(self, views: Compared, at: int) -> Sequence[str]:
        """Which Creature another seat loses."""
        _, kept = views.unlike(lambda view: _standing(view.seats[at]))
        if not kept:
            return ()
        if kept[0] == views.named:
            return (f"it is of most use to {{{at}}}", "it is of most use there")
        return (f"{{{at}}} would lose {self._names[kept[0]]}",)

    def _hand(self, views: Compared) -> Sequence[str]:
        """Which card stays in the own hand, and what it is good for."""
        kept, _ = views.unlike(lambda view: view.seats[views.seat].hand)
        there = views.now.seats[views.seat].hand
        if views.named in kept and views.named not in there:
            return phrases.of_use_later(self._faces[views.named], self._uses[views.named])
        kept = [face for face in kept if face != views.named]
        if not kept:
            return self._drawn(views)
        name = self._names[kept[0]]
        if kept[0] not in there:
            return f"{name} would come into your hand", f"you would get {name}"
        return phrases.kept(self._faces[kept[0]], self._uses[kept[0]])

    def _drawn(self, views: Compared) -> Sequence[str]:
        """How many cards there would be, where nobody knows which one comes."""
        return self._of_mine("cards", views) if views.more(COUNTS["cards"], views.seat) else ()

    def _fence(self, views: Compared) -> Sequence[str]:
        """Which of the own Runes stays."""
        kept, _ = views.unlike(lambda view: [slot.face for slot in view.seats[views.seat].fence])
        return (f"you would keep {self._names[kept[0]]}",) if kept else ()

    def _of_the_night(self, group: str, views: Compared, at: int) -> Sequence[str]:
        dark = views.now.nefarious
        if dark is None:
            return ()
        is_own = views.whose == dark.seat
        match group:
            case "beasts" | "fuel" if (
                at == dark.seat and is_own and views.fewer(_fuel, turned=True)
            ):
                return phrases.beasts(views.now, views.best, views.seat)
            case "time" if views.fewer(lambda view: view.main_deck):
                return ("the Main deck, which ends the game, would run lower",) if is_own else ()
            case "time" if views.fewer(lambda view: view.main_deck, turned=True):
                return () if is_own else ("the Main deck would last longer",)
            case _:
                return ()


LAWN_EMPTIER = "your Lawn would be emptier, as your Role needs it"


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
COUNTS: Mapping[str, Callable[[SeatView], int]] = {
    "creatures": lambda seat: seat.mythical,
    "cards": lambda seat: len(seat.hand),
    "runes": lambda seat: len(seat.fence),
    "hexed": lambda seat: len(seat.lawn) - seat.mythical,
}
NOUNS = {"creatures": "Creature", "cards": "card", "runes": "Rune", "hexed": "Hexed Creature"}


def _less(group: str, views: Compared, at: int) -> Sequence[str]:
    """That another seat would have less of something than now, or than otherwise."""
    count = COUNTS[group]
    best, other = views.means(lambda view: count(view.seats[at]))
    was, left = count(views.now.seats[at]), round(best)
    if other - best < SURELY:
        return ()
    said = f"{{{at}}} would have {count_words(left, NOUNS[group])}"
    if not views.is_sure(count, at):
        return (f"{{{at}}} could have fewer {NOUNS[group]}s",)
    if left < was:
        return (
            f"{said} instead of {was}",
            said,
            f"it leaves {count_words(left, NOUNS[group])} there",
        )
    if group == "hexed":
        # Who has a shrub more has a Creature less.
        return ()
    return (f"{{{at}}} would get no {NOUNS[group]} by it",)


def _of_the_dark(group: str, views: Compared, at: int) -> Sequence[str]:
    """For one who wins with the Nefarious Neighbor: what that one would have."""
    if group not in ("cards", "runes") or not views.more(COUNTS[group], at):
        return ()
    count = COUNTS[group](views.best.seats[at])
    verb = "hold" if group == "cards" else "have"
    return (f"{{{at}}} would {verb} {count_words(count, NOUNS[group])}",)


def _role(views: Compared) -> Sequence[str]:
    """The step of the own role that would be nearer."""
    plain = "you would be nearer to what your Role asks for"
    steps = views.best.nefarious.progress if views.best.nefarious is not None else ()
    for at, step in enumerate(steps):
        if views.fewer(lambda view, at=at: _short(view, at)):  # type: ignore[misc]
            return (
                f"nearer to your Role, which asks that {step.text}",
                plain,
                "your Role asks for it",
            )
    return ()


def _short(view: View, at: int) -> int:
    """How much is missing for a step of the own role."""
    steps: Sequence[RoleStep] = view.nefarious.progress if view.nefarious is not None else ()
    step = steps[at]
    return max(0, step.has - step.wanted if step.is_most else step.wanted - step.has)


def _fuel(view: View) -> int:
    """Beasts, and what may become their price: each Beast counts for more than any price."""
    dark = view.nefarious
    return 0 if dark is None else MANY_CARDS * dark.beasts + len(view.seats[dark.seat].lawn)


MANY_CARDS = 100


def _standing(seat: SeatView) -> list[str]:
    """The faces on a Lawn that are not Hexed."""
    return [card.face for card in seat.lawn if not card.hexed]


def _group(name: str) -> str:
    found = next((group for begin, group in GROUPS if name.startswith(begin)), "")
    return found or name.partition(" ")[0]


def _between(one: ReckonedParts, two: ReckonedParts, at: int) -> float:
    """How likely a seat is to win, in the middle of both."""
    return (one.shares.get(at, 0.0) + two.shares.get(at, 0.0)) / 2


def _view(view: object) -> View:
    assert isinstance(view, View), "this game's views are its own"
    return view


def reasons_of(game: HasDeck) -> StreetReasons:
    """The reasons for a table's cards, the expansion's with them."""
    return StreetReasons(game.deck_under(game.settle({"nefarious": "on"})))
