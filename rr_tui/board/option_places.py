"""Where on the board each option of a question is shown.

Everything that can be chosen comes from the option list alone. An option that points at a card on
the table is shown there; the rest are words, so that no choice can ever be unanswerable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from rr_net.link import Ask, AskOption
from rr_tui.looks.spans import HeldShape, Place
from rr_tui.looks.wording import short

DECLINING = ("pass", "skip", "no", "done", "yield")
"""Acts that the key for declining answers, the first one offered."""

DIGITS = "123456789"
MOST_IN_BAR = 4
WIDEST_IN_BAR = 44
"""Options that are words stand in the prompt's bar while they are few and short, else in a menu."""

Placed = Mapping[Place, tuple[AskOption, ...]]

Laying = Mapping[HeldShape, Mapping[Place, AskOption]]
"""For each thing, turned in each way in which it can be laid: the cells at which it may lie."""


@dataclass(frozen=True, slots=True)
class OptionPlaces:
    """The options of one question, by where they are shown."""

    at: Placed = field(default_factory=dict)
    """Everything that can be picked, with the options that picking it may mean."""
    words: tuple[Place, ...] = ()
    """Options that are no thing, without those that have keys of their own."""
    buttons: tuple[Place, ...] = ()
    """Those that have keys of their own: draw, undo, done, pass, and turning what is held."""
    decline: AskOption | None = None
    draw: AskOption | None = None
    undo: AskOption | None = None
    finish: AskOption | None = None
    """The answer that the things picked so far make."""
    picked: tuple[Place, ...] = ()
    """Things that are picked already, in order."""
    several: bool = False
    """Whether several things are named in order."""
    in_any_order: bool = False
    """Whether things are named in any order, and the answer is given by itself afterwards."""
    keyed: tuple[Place, ...] = ()
    """Where things are named in any order: all of them, so that each keeps its digit."""
    as_menu: bool = False
    """Whether the words stand in a menu however short they are."""
    laying: Laying = field(default_factory=dict)
    """Where things may be laid on a lattice, where that is the question."""
    held: HeldShape | None = None
    """What is held over the lattice meanwhile."""
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
        options = [self.at[place][0] for place in self.words]
        labels = [short(option.label, option.act, {}) for option in options]
        return len(labels) <= MOST_IN_BAR and sum(len(each) + 6 for each in labels) <= WIDEST_IN_BAR


NO_OPTIONS = OptionPlaces()


PlaceOf = Callable[[AskOption], Place | None]
"""Where a single option is shown; None where the board shows nothing of it."""
IsThing = Callable[[Place], bool]
"""Whether the board shows a thing at a place, of which several may be named in order."""


def option_places(
    ask: Ask | None, place_of: PlaceOf, is_thing: IsThing, picked: tuple[int, ...] = ()
) -> OptionPlaces:
    """Sorts the options of `ask` by where they are shown; `picked` are positions named so far."""
    if ask is None:
        return NO_OPTIONS
    chains = [option for option in ask.options if _is_chain(option, is_thing)]
    singles = [option for option in ask.options if not _is_chain(option, is_thing)]
    decline, draw = _first(singles, DECLINING), _first(singles, ("draw",))
    undo = _first(singles, ("undo",))
    finish = next((each for each in chains if picked and each.order == picked), None)
    # Whoever has picked something takes it back before declining.
    keyed = (draw, finish) if picked else (draw, undo, decline)
    buttons = {Place("button", -1, each.option): (each,) for each in keyed if each is not None}
    at: dict[Place, tuple[AskOption, ...]] = {}
    for option in singles:
        if option not in (draw, undo, decline):
            place = place_of(option) or Place("word", -1, option.option)
            at[place] = (*at.get(place, ()), option)
    for option in _next_in_order(chains, picked):
        place = Place(option.zone, option.seat, option.order[len(picked)])
        at[place] = (*at.get(place, ()), option)
    return OptionPlaces(
        at=at | buttons,
        words=tuple(place for place in at if place.zone == "word"),
        buttons=tuple(buttons),
        decline=decline,
        draw=draw,
        undo=undo,
        finish=finish,
        picked=tuple(Place(chains[0].zone, chains[0].seat, at) for at in picked) if chains else (),
        several=bool(chains),
    )


def together(
    ask: Ask | None, place_of: PlaceOf, is_thing: IsThing, picked: tuple[int, ...], *acts: str
) -> OptionPlaces:
    """The same where options of some acts name sets of things, one by one in any order."""
    if ask is None:
        return NO_OPTIONS
    sets = [option for option in ask.options if option.act in acts]
    others = tuple(option for option in ask.options if option.act not in acts)
    found = option_places(ask.model_copy(update={"options": others}), place_of, is_thing)
    if not sets:
        return found
    finish = set_of(sets, picked)
    if picked:  # whoever has picked something takes it back before doing anything else
        found = NO_OPTIONS
    at = {Place(each.zone, each.seat, p): (each,) for p, each in _next_in_set(sets, picked).items()}
    buttons = {Place("button", -1, finish.option): (finish,)} if finish is not None else {}
    home = sets[0]
    return replace(
        found,
        at={**at, **found.at, **buttons},
        buttons=(*found.buttons, *buttons),
        finish=finish,
        picked=tuple(Place(home.zone, home.seat, each) for each in picked),
        several=True,
        in_any_order=True,
        keyed=tuple(Place(home.zone, home.seat, each) for each in _next_in_set(sets, ())),
    )


def things_of(option: AskOption) -> tuple[int, ...]:
    """The positions that an option names."""
    return option.order or (option.at,)


def set_of(options: Iterable[AskOption], picked: tuple[int, ...]) -> AskOption | None:
    """The option that names exactly these things."""
    wanted = sorted(picked)
    return next((each for each in options if wanted and sorted(things_of(each)) == wanted), None)


def _next_in_set(sets: list[AskOption], picked: tuple[int, ...]) -> dict[int, AskOption]:
    """By thing that may be named next, the smallest option with it and with all that is picked."""
    smallest: dict[int, AskOption] = {}
    for option in sorted(sets, key=lambda each: len(things_of(each))):
        if set(picked) < set(things_of(option)):
            for at in sorted(set(things_of(option)) - set(picked)):
                smallest.setdefault(at, option)
    return dict(sorted(smallest.items()))


def _first(options: Iterable[AskOption], acts: tuple[str, ...]) -> AskOption | None:
    ranked = [option for act in acts for option in options if option.act == act]
    return next((option for option in ranked if not option.zone and not option.order), None)


def _is_chain(option: AskOption, is_thing: IsThing) -> bool:
    """Whether an option names several things of one zone of the board in order."""
    places = [Place(option.zone, option.seat, at) for at in option.order]
    return bool(places) and all(map(is_thing, places))


def _next_in_order(chains: list[AskOption], picked: tuple[int, ...]) -> list[AskOption]:
    """One option for each thing that may be named next: the shortest that goes on so."""
    steps = len(picked)
    going_on = [each for each in chains if len(each.order) > steps and each.order[:steps] == picked]
    shortest: dict[int, AskOption] = {}
    for option in sorted(going_on, key=lambda each: len(each.order)):
        shortest.setdefault(option.order[steps], option)
    return list(shortest.values())
