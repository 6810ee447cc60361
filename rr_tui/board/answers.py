"""Answers: what picking a thing means, from the option list alone."""

from __future__ import annotations

from dataclasses import dataclass

from rr_net.link import Ask, AskOption, Give, HoldWindow, Pending
from rr_tui.board.laying import HOLDING, TURN, hold
from rr_tui.board.option_places import DECLINING, OptionPlaces, set_of
from rr_tui.looks.spans import HeldShape, Place

BACK = AskOption(option=-1, act="back", zone="", seat=-1, at=-1, order=(), label="Back")
"""The way out of a menu of ours; the room never sees it."""
TAKE_SEAT = AskOption(
    option=-2, act="sit", zone="", seat=-1, at=-1, order=(), label="Take your seat back"
)
"""What a player can do while a bot holds the seat: the room hears it as sitting down."""
CHAIR = -100
"""The option of the first chair that somebody who watches can have; the others count down."""


@dataclass(frozen=True, slots=True)
class OptionChosen:
    """An option is chosen."""

    option: AskOption


@dataclass(frozen=True, slots=True)
class Name:
    """One more thing is named; `so_far` is the answer that the named things make, if any."""

    picked: tuple[int, ...]
    so_far: AskOption | None


@dataclass(frozen=True, slots=True)
class Ways:
    """The thing can be used in several ways: these are to choose from."""

    options: tuple[AskOption, ...]


@dataclass(frozen=True, slots=True)
class Hold:
    """Something is held over the lattice from now on, or turned."""

    held: HeldShape


Meaning = OptionChosen | Name | Ways | Hold | None
"""None where a thing cannot be picked now."""


def meaning(places: OptionPlaces, options: tuple[AskOption, ...], place: Place) -> Meaning:
    """What picking the thing at `place` means; `options` are all that the question offers."""
    found = places.at.get(place, ())
    if places.in_any_order and place in places.keyed:
        return _lifted(places, options, place)
    if place in places.picked:
        kept = tuple(each.at for each in places.picked[: places.picked.index(place)])
        return Name(kept, _exact(options, kept))
    if not found:
        return None
    if places.held is not None and found[0] is TURN:
        return Hold(places.held.turned())
    if places.held is not None and found[0].act == HOLDING:
        return Hold(hold(places.laying, place, places.held))
    if len(found) > 1:
        return Ways((*found, BACK))
    option = found[0]
    if not places.several or place in places.buttons or place.zone == "word":
        return OptionChosen(option)
    return _named(options, (*(each.at for each in places.picked), place.at))


def _lifted(places: OptionPlaces, options: tuple[AskOption, ...], place: Place) -> Meaning:
    """Takes one thing more, or puts it back; the answer itself is always given apart."""
    if place in places.picked:
        kept = tuple(each.at for each in places.picked if each != place)
    elif place in places.at:
        kept = (*(each.at for each in places.picked), place.at)
    else:
        return None
    return Name(kept, set_of(options, kept))


def _named(options: tuple[AskOption, ...], picked: tuple[int, ...]) -> Meaning:
    """Goes on naming things, or answers where nothing more can be named."""
    exact = _exact(options, picked)
    steps = len(picked)
    goes_on = any(len(each.order) > steps and each.order[:steps] == picked for each in options)
    if exact is not None and not goes_on:
        return OptionChosen(exact)
    return Name(picked, exact)


def _exact(options: tuple[AskOption, ...], picked: tuple[int, ...]) -> AskOption | None:
    return next((option for option in options if picked and option.order == picked), None)


LATER = 1_000_000
"""What the numbers of options are raised by that answer the second question of a window."""


def asked_of(pending: Pending | None) -> Ask | None:
    """What this player is asked: both questions of a window in one, where it has two.

    Whoever reacts to the first is asked the second anew, so that one of all these is chosen.
    """
    if pending is None:
        return None
    window, ask = pending.window, pending.ask
    later = window.next.ask if window is not None and window.next is not None else None
    if later is None:
        return ask
    raised = (
        each.model_copy(update={"option": each.option + LATER})
        for each in later.options
        if ask is None or each.act not in DECLINING
    )
    both = (*(ask.options if ask is not None else ()), *raised)
    return (ask or later).model_copy(update={"options": both})


def is_later(option: AskOption) -> bool:
    """Whether an option answers the second question of a window."""
    return option.option >= LATER


def given(number: int, option: AskOption, *, done: bool = True) -> Give:
    """The message that gives an answer."""
    if is_later(option):
        return Give(number=number, next=option.option - LATER, done=done)
    return Give(number=number, option=option.option, done=done)


def hold_of(pending: Pending | None) -> HoldWindow | None:
    """The message that holds the open window, or the next one; None where neither can be."""
    if pending is None:
        return None
    if pending.window is not None and pending.window.can_hold:
        return HoldWindow(number=pending.number)
    if pending.beforehand is None or pending.window is not None:
        return None
    return HoldWindow(on=not pending.beforehand.holds_next)


def ways(options: tuple[AskOption, ...], *, as_menu: bool = True) -> OptionPlaces:
    """The options of a menu of ways, or of a few words in the bar."""
    at = {Place("word", -1, option.option): (option,) for option in options}
    return OptionPlaces(at=at, words=tuple(at), as_menu=as_menu)
