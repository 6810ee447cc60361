"""Happenings and effects: what is about to happen or just did, and what answers it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, cast

from rr_rules.kernel.transcript import Plain
from rr_rules.runes_regulations.faces.faces import Deck, Face

RULES = -1
"""Stands where a seat would: the Spinner, a Regulation or the rules did it."""


class Event(NamedTuple):
    """One game action that triggers look at; a group of them makes one moment."""

    kind: str
    """An event word of the vocabulary."""
    by: int = RULES
    of: int = RULES
    """Whose thing or Lawn it is about."""
    card: int = -1
    hexed: bool = False
    """Whether the Creature it is about was Hexed just before (RR-EDGE-22)."""
    mute: bool = False
    """Whether its text did not work where it lay just before (NN-STEAL-01)."""


class Target(NamedTuple):
    """A thing that was chosen, and where it then was."""

    card: int
    stamp: int
    """The card's stamp when it was chosen: another one means it has moved (RR-CHAIN-12)."""


@dataclass(slots=True, eq=False)
class Picked:
    """What was chosen for one item before it is carried out."""

    player: int = RULES
    to: int = RULES
    """Who is to receive what is given."""
    targets: tuple[Target, ...] | None = None
    list: int = -1
    """The list of a `choose`."""


Path = tuple[int, ...]
"""Where an item stands: its index, behind it the list and index inside a `choose`."""


@dataclass(slots=True, eq=False)
class Effect:
    """A declared effect: whose it is, of which card, and what it answers."""

    seat: int
    """ "You"; RULES for a Regulation."""
    card: int
    """The physical card, or -1 where none carries it."""
    face: Face
    happening: Event
    that: int = RULES
    """The player singled out last."""
    acts_on: int = RULES
    """The player among whose effects it is placed: "you", or whom a Regulation acts on."""
    picks: dict[Path, Picked] | None = None
    """None until its targets are chosen."""
    moved: tuple[int, ...] = ()
    """Cards this effect has moved already."""
    lineage: tuple[int, ...] = ()
    """Sources that have replaced the event this effect stands in the place of."""
    that_stamp: int = 0
    """The stamp of `happening.card` when the effect was declared."""
    this_stamp: int = 0
    """The stamp of its own card then: a Creature that has left is no `this` (RR-EDGE-21)."""
    start: int = 0
    """The first item that is still to be carried out."""
    paid: int = 0
    """What of its payments has begun: 1 for the surcharges, and 1 more for each price item."""
    free: tuple[int, ...] = ()
    """Cards of earlier effects of its link: they count as resolved for it (RR-CHAIN-10)."""

    def plain(self) -> Plain:
        """The effect as a JSON object; only a removed seat leaves effects to be saved."""
        return {
            "seat": self.seat,
            "card": self.card,
            "face": self.face.id,
            "happening": list(self.happening),
            "that": self.that,
            "acts_on": self.acts_on,
            "moved": list(self.moved),
            "lineage": list(self.lineage),
            "that_stamp": self.that_stamp,
            "this_stamp": self.this_stamp,
            "start": self.start,
            "paid": self.paid,
        }

    @classmethod
    def from_plain(cls, plain: Plain, deck: Deck) -> Effect:
        """The effect that `plain` wrote; its targets are chosen anew."""
        faces = {face.id: face for face in deck.faces}
        happening = cast("tuple[str, int, int, int, bool, bool]", plain["happening"])
        return cls(
            seat=cast(int, plain["seat"]),
            card=cast(int, plain["card"]),
            face=faces[cast(str, plain["face"])],
            happening=Event(*happening),
            that=cast(int, plain["that"]),
            acts_on=cast(int, plain["acts_on"]),
            moved=tuple(cast("list[int]", plain["moved"])),
            lineage=tuple(cast("list[int]", plain["lineage"])),
            that_stamp=cast(int, plain["that_stamp"]),
            this_stamp=cast(int, plain["this_stamp"]),
            start=cast(int, plain["start"]),
            paid=cast(int, plain["paid"]),
        )

    def again(self) -> Effect:
        """A copy whose targets are yet to be chosen."""
        return Effect(
            self.seat, self.card, self.face, self.happening, self.that, self.acts_on, None,
            self.moved, self.lineage, self.that_stamp, self.this_stamp, self.start, self.paid,
        )  # fmt: skip


Link = list[Effect]
"""Effects that were triggered at one moment."""


class GrantedRule(NamedTuple):
    """A lasting rule that a card put in force; it refers to the face, which outlives the card."""

    seat: int
    face: str
    item: int
    """Which item of the face's effects gives it."""
    since: int
    """When it was given: of two rules the later one wins (RR-EFF-08)."""
    card: int
    """The card that gave it: `this` in its words."""
