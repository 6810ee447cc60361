"""Requests: all that a game may ask for, a seat's choice or a piece of chance.

A game awaits a request, the table stops there, and an answer sends it on. Requests and
options are made in inner loops, hence `NamedTuple`.
"""

from __future__ import annotations

from typing import NamedTuple, NewType

Seat = NewType("Seat", int)
"""A place at the table, counted from 0. Where -1 may stand for nobody, the type is `int`."""
CardId = NewType("CardId", int)
"""A card of the game, counted from 0: which one it is, never what is on it."""


class Option(NamedTuple):
    """One legal action, in words that any interface can point at.

    `zone`, `seat` and `at` name a thing as the asked seat's view shows it, so that no id of
    a hidden card ever leaves the rules.
    """

    act: str
    """What choosing it does: cast, draw, skip, pick, use, pass, player, mode, ..."""
    zone: str = ""
    """The zone of the thing pointed at: hand, lawn, fence, a pile, or "" for none."""
    seat: int = -1
    """Whose zone, or which player; -1 where no player is meant."""
    at: int = -1
    """The position in that zone, or the number of a mode; -1 where nothing is counted."""
    order: tuple[int, ...] = ()
    """Several positions in order: the Runes of one window answer, an order of effects."""


class Choose(NamedTuple):
    """Ask one seat to pick one of `options`, the complete list of its legal actions."""

    seat: Seat
    verb: str
    """Why it is asked: cast_phase, target, discard, use, window, ... (the game's own words)."""
    options: tuple[Option, ...]
    source: str = ""
    """The face whose text asks, or "": a face outlives its card, an id does not."""
    about: object = None
    """The game's public event that is answered, for people; None where there is none."""


class ChooseAll(NamedTuple):
    """Ask several seats at once; nobody sees an answer before all are in."""

    asked: tuple[Choose, ...]
    window: bool = False
    """True for a reaction window: the room then decides how long it stays open (RR-HID-16)."""


class Shuffle(NamedTuple):
    """Ask for one order for each pile, all under one random event."""

    piles: tuple[tuple[str, tuple[CardId, ...]], ...]
    """(label, cards) for each pile; the answer is one permutation of range(len(cards)) for each.

    The label names the hidden ordered zone that these cards make up, whole, once they are
    shuffled; a dealer commits to it. The cards are in an order that tells nothing: sorted.
    """


class Roll(NamedTuple):
    """Ask for a number below `sides`."""

    sides: int
    label: str


ChanceRequest = Shuffle | Roll
Request = Choose | ChooseAll | Shuffle | Roll
ChanceResult = int | tuple[tuple[int, ...], ...]
"""The answer to a Roll (an int) or to a Shuffle (one permutation for each pile)."""


def kind_of(event: object) -> str:
    """The kind of a game's event: its field `kind`, or the name of its class."""
    kind = getattr(event, "kind", None)
    return kind if isinstance(kind, str) else type(event).__name__.lower()


def window_kind(about: object) -> str:
    """The kind of event that a window is about: what a standing order names (RR-HID-19).

    Where a game tells the moment before an event from the one after it, `other` names the event.
    """
    other = getattr(about, "other", "")
    return other if isinstance(other, str) and other else kind_of(about)
