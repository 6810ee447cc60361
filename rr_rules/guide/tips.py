"""Tips: one line above a question, when a phase or a kind of card is new to a player.

A tip is told where it is true and can be used at once: its file says what must be offered then, and
what the table must look like. Numbers in it are those in force.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import eq, ge, gt, le, lt, ne
from typing import NamedTuple, Protocol

from rr_rules.guide.source import BadGuide, entries
from rr_rules.registry import Edition

FILE = "tips.toml"
LONGEST = 54
"""Characters of a tip with the usual keys: it shares a line of 80 with the key that ends them."""
HAND = "hand"


class TipOption(Protocol):
    """An option, as far as tips look at it."""

    @property
    def act(self) -> str:
        """What it does."""

    @property
    def zone(self) -> str:
        """Where what it names lies."""

    @property
    def seat(self) -> int:
        """Whose zone that is."""

    @property
    def at(self) -> int:
        """Its position there; -1 where it names none, or several."""

    @property
    def order(self) -> tuple[int, ...]:
        """The positions of several."""


class TipQuestion(Protocol):
    """A question, as far as tips look at it."""

    @property
    def verb(self) -> str:
        """What it asks for."""

    @property
    def options(self) -> Sequence[TipOption]:
        """What may be answered."""


class TipMoment(NamedTuple):
    """A question and the table around it, as one seat sees it."""

    view: object
    asked: TipQuestion
    kind_of: Callable[[str], str]
    """The kind of a card, by its face."""

    @property
    def mine(self) -> object:
        """The own part of the table; None for a spectator."""
        me: int = getattr(self.view, "me", -1)
        return getattr(self.view, "seats", ())[me] if me >= 0 else None

    def offers(self) -> Iterator[frozenset[str]]:
        """Of each option that names cards of the own hand: their kinds."""
        hand: Sequence[str] = getattr(self.mine, HAND, ())
        for option in self.asked.options:
            if option.zone == HAND:
                places = (option.at,) if option.at >= 0 else option.order
                yield frozenset(self.kind_of(hand[at]) for at in places if at < len(hand))

    def together(self) -> Iterator[frozenset[str]]:
        """The kinds of what each option names that names several cards of the own hand."""
        lone = (not option.order or option.at >= 0
                for option in self.asked.options if option.zone == HAND)  # fmt: skip
        return (kinds for kinds, is_lone in zip(self.offers(), lone, strict=True) if not is_lone)

    def number(self, path: str) -> object:
        """A number or a word of the view, or how many things lie there: "mine.hand", "me".

        None for what the view has not got, and for a word that is empty.
        """
        if path.removeprefix("-").isdecimal():
            return int(path)
        found: object = self
        for part in (path if path.startswith("mine") else f"view.{path}").split("."):
            found = getattr(found, part, None)
        return len(found) if isinstance(found, tuple) else None if found == "" else found

    def holds(self, condition: str) -> bool:
        """Whether two numbers compare as is said: "mine.hand < mine.hand_limit".

        What a game has not got is unlike everything, and neither more nor less. Raises BadGuide.
        """
        one, sign, two = [*condition.split(), "", ""][:3]
        if sign not in SIGNS:
            raise BadGuide(f"{condition!r} compares nothing: expected a sign of {', '.join(SIGNS)}")
        numbers = self.number(one), self.number(two)
        if None in numbers:
            return sign == "!=" and numbers[0] != numbers[1]
        return bool(SIGNS[sign](*numbers))

    def filled(self, text: str) -> str:
        """A text with the numbers that it names by {mine.rune_limit} and the like."""
        for part in text.replace("}", "{").split("{")[1::2]:
            if part.startswith(MINE):
                text = text.replace(f"{{{part}}}", f"{self.number(part)}")
        return text


SIGNS: dict[str, Callable[..., object]] = {
    "<": lt, "<=": le, "=": eq, "!=": ne, ">": gt, ">=": ge,
}  # fmt: skip
MINE = "mine."
"""What the name of a number begins with that is the own seat's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tip:
    """One thing worth knowing when it is met for the first time."""

    id: str
    """By which a player has met it."""
    say: str
    """What is said; "{board.where}" is the key of that action, "{mine.hand_limit}" a number."""
    typed: str = ""
    """What is said where lines are typed; "" for the same, which then names no key."""
    verbs: tuple[str, ...] = ()
    """What the question asks for; nothing for any question."""
    kinds: tuple[str, ...] = ()
    """Kinds of card of the hand of which one is offered; nothing for whatever is."""
    together: tuple[str, ...] = ()
    """Kinds of which several cards of the hand are offered at once; nothing for whatever is."""
    acts: tuple[str, ...] = ()
    """What some option does; nothing for whatever they do."""
    without: tuple[str, ...] = ()
    """What no option does."""
    zones: tuple[str, ...] = ()
    """Where something lies that is offered; nothing for anywhere."""
    when: tuple[str, ...] = ()
    """What is so on the table: "mine.hand < mine.hand_limit"."""
    is_own: bool = False
    """Whether something of one's own is offered beside something of another's."""
    edition: str = ""
    """The edition that it belongs to, by name; "" for every one of its game."""

    def fits(self, moment: TipMoment) -> bool:
        """Whether it is true and of use now. Raises BadGuide."""
        options = moment.asked.options
        acts, zones = {each.act for each in options}, {each.zone for each in options}
        return (
            _meets(self.verbs, {moment.asked.verb})
            and _meets(self.acts, acts)
            and acts.isdisjoint(self.without)
            and _meets(self.zones, zones)
            and (not self.is_own or _has_own(moment))
            and _names(self.kinds, moment.offers())
            and _names(self.together, moment.together())
            and all(map(moment.holds, self.when))
        )


def _meets(wanted: Collection[str], found: Collection[str]) -> bool:
    return not wanted or not set(wanted).isdisjoint(found)


def _names(wanted: Collection[str], offered: Iterable[Collection[str]]) -> bool:
    """Whether something is offered of these kinds alone, if any are wanted."""
    return not wanted or any(kinds and set(kinds) <= set(wanted) for kinds in offered)


def _has_own(moment: TipMoment) -> bool:
    seats = {each.seat for each in moment.asked.options if each.zone}
    return len(seats) > 1 and getattr(moment.view, "me", -1) in seats


def tips(edition: Edition) -> tuple[Tip, ...]:
    """The tips of an edition, those first that say most."""
    found = entries(edition.game, FILE, "tip", Tip)
    return tuple(each for each in found if each.edition in ("", edition.name))


def next_tip(edition: Edition, moment: TipMoment, met: Collection[str]) -> Tip | None:
    """The first tip that fits and has not been met, with its numbers filled in.

    Raises BadGuide.
    """
    fitting = (each for each in tips(edition) if each.id not in met and each.fits(moment))
    found = next(fitting, None)
    if found is None:
        return None
    return replace(found, say=moment.filled(found.say), typed=moment.filled(found.typed))
