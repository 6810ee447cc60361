"""Choices: where on the board each option of a question is shown.

Everything that can be chosen comes from the option list alone. An option that points at a card on
the table is shown there; cards in piles go to a tray; the rest are words, so that no choice can
ever be unanswerable.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rr_net.link import Ask, AskOption
from rr_rules.runes_regulations.view import View
from rr_tui.board.places import PILES, Place

DECLINING = ("pass", "skip", "no", "done")
"""Acts that Space answers, the first one offered."""

NO_THINGS = ("mode", "result", "slot")
"""Acts whose numbers count something else than the things of a zone."""

DIGITS = "123456789"
MOST_IN_BAR = 4
WIDEST_IN_BAR = 44
"""Options that are words stand in the prompt's bar while they are few and short, else in a menu."""

Placed = Mapping[Place, tuple[AskOption, ...]]


@dataclass(frozen=True, slots=True)
class Choices:
    """The options of one question, by where they are shown."""

    at: Placed = field(default_factory=dict)
    """Everything that can be picked, with the options that picking it may mean."""
    tray: tuple[Place, ...] = ()
    """Cards in piles, or cards that are being looked at."""
    words: tuple[Place, ...] = ()
    """Options that are no thing, without those that have keys of their own."""
    buttons: tuple[Place, ...] = ()
    """Those that have keys of their own: draw, done, pass."""
    decline: AskOption | None = None
    draw: AskOption | None = None
    finish: AskOption | None = None
    """The answer that the things picked so far make."""
    picked: tuple[Place, ...] = ()
    """Things that are picked already, in order."""
    several: bool = False
    """Whether several things are named in order."""
    as_menu: bool = False
    """Whether the words stand in a menu however short they are."""
    digits: Mapping[Place, str] = field(default_factory=dict)
    """The keys that pick the first nine."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing is asked."""
        return not self.at

    @property
    def words_in_bar(self) -> bool:
        """Whether the words are few and short enough to stand in the prompt's bar."""
        if self.as_menu:
            return False
        labels = [self.at[place][0].label for place in self.words]
        return len(labels) <= MOST_IN_BAR and sum(len(each) + 6 for each in labels) <= WIDEST_IN_BAR


NO_CHOICES = Choices()


def choices(ask: Ask | None, view: View, picked: tuple[int, ...] = ()) -> Choices:
    """Sorts the options of `ask` by where they are shown; `picked` are positions named so far."""
    if ask is None:
        return NO_CHOICES
    chains = [option for option in ask.options if _is_chain(option, view)]
    singles = [option for option in ask.options if not _is_chain(option, view)]
    decline, draw = _first(singles, DECLINING), _first(singles, ("draw",))
    finish = next((each for each in chains if picked and each.order == picked), None)
    # Whoever has picked something takes it back before declining.
    words = (draw, finish) if picked else (draw, decline)
    keyed = [each for each in words if each is not None]
    at: dict[Place, tuple[AskOption, ...]] = {}
    for option in singles:
        if option not in (draw, decline):
            place = _place(option, view)
            at[place] = (*at.get(place, ()), option)
    for option in _next_in_order(chains, picked):
        place = Place(option.zone, option.seat, option.order[len(picked)])
        at[place] = (*at.get(place, ()), option)
    buttons = {Place("button", -1, option.option): (option,) for option in keyed}
    return Choices(
        at=at | buttons,
        tray=tuple(place for place in at if place.zone in (*PILES, "seen")),
        words=tuple(place for place in at if place.zone == "word"),
        buttons=tuple(buttons),
        decline=decline,
        draw=draw,
        finish=finish,
        picked=tuple(Place(chains[0].zone, chains[0].seat, at) for at in picked) if chains else (),
        several=bool(chains),
    )


def _first(options: Iterable[AskOption], acts: tuple[str, ...]) -> AskOption | None:
    ranked = [option for act in acts for option in options if option.act == act]
    return next((option for option in ranked if not option.zone and not option.order), None)


def _is_chain(option: AskOption, view: View) -> bool:
    """Whether an option names several things of one zone of the board in order."""
    places = [Place(option.zone, option.seat, at) for at in option.order]
    return bool(places) and all(_exists(place, view) for place in places)


def _next_in_order(chains: list[AskOption], picked: tuple[int, ...]) -> list[AskOption]:
    """One option for each thing that may be named next: the shortest that goes on so."""
    steps = len(picked)
    going_on = [each for each in chains if len(each.order) > steps and each.order[:steps] == picked]
    shortest: dict[int, AskOption] = {}
    for option in sorted(going_on, key=lambda each: len(each.order)):
        shortest.setdefault(option.order[steps], option)
    return list(shortest.values())


def _place(option: AskOption, view: View) -> Place:
    """Where a single option is shown: at its thing, or as a word where the board shows none."""
    place = Place(option.zone, option.seat, option.at)
    if option.act in NO_THINGS:
        return Place("word", -1, option.option)
    if not option.order and (_exists(place, view) or _in_pile(place, view)):
        return place
    is_seat = 0 <= option.seat < len(view.seats) and option.at < 0
    if is_seat and not option.order and (option.act == "player" or option.zone == "lawn"):
        return Place("player", option.seat)
    return Place("word", -1, option.option)


def _in_pile(place: Place, view: View) -> bool:
    piles = {
        "main_discard": view.main_discard,
        "rune_discard": view.rune_discard,
        "regulations_seen": view.regulations_seen,
        "seen": view.seen,
    }
    return 0 <= place.at < len(piles.get(place.zone, ()))


def _exists(place: Place, view: View) -> bool:
    """Whether the board shows a thing of a seat at this place."""
    if not 0 <= place.seat < len(view.seats) or place.at < 0:
        return False
    seat = view.seats[place.seat]
    match place.zone:
        case "lawn":
            return place.at < len(seat.lawn)
        case "fence":
            return place.at < len(seat.fence)
        case "hand":
            return place.seat == view.me and place.at < len(seat.hand)
    return False
