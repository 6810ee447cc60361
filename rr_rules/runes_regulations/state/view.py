"""Views and events: what a seat of Runes & Regulations may see, as frozen values.

Views are built up from nothing for one seat (RR-HID-01). Things are named by their place, a zone
of a seat and a position, in the order the view lists them: an `Option` points at the same places.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from rr_rules.kernel.game import Outcome, Reason


@dataclass(frozen=True, slots=True)
class LawnCard:
    """A Creature on a Lawn; zone "lawn"."""

    face: str
    hexed: bool
    busy: bool
    """Its effect is declared and has not resolved: nothing else can choose it (RR-CHAIN-09)."""
    mute: bool = False
    """Its text does not work on the Nefarious Neighbor's Lawn (NN-STEAL-01 to -06)."""


@dataclass(frozen=True, slots=True)
class FenceSlot:
    """A Rune on a Fence; zone "fence"."""

    face: str
    """ "" where this seat may not see it."""
    face_up: bool
    """Open to all (a Regulation says so)."""


@dataclass(frozen=True, slots=True)
class Spun:
    """One result of the Spinner."""

    result: int
    """1 to 6."""
    on: str
    """What stood on its faces: the results "standard" or "nefarious", or "event" for an Event's."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat's part of the table."""

    seat: int
    left: bool
    """Removed from the game (RR-TABLE-05)."""
    lawn: tuple[LawnCard, ...]
    fence: tuple[FenceSlot, ...]
    hand: tuple[str, ...]
    """Zone "hand": faces, or "" for each card this seat may not see."""
    mythical: int
    """How many Mythical Creatures it has: five at the end of its turn win."""
    hand_limit: int
    rune_limit: int
    skips: tuple[str, ...]
    """The phases it must miss next, each once: a phase that two cards take is missed once."""
    known: tuple[str, ...] = ()
    """Faces this seat knows to be in that hand (option known_markers)."""
    granted: tuple[str, ...] = ()
    """Faces of the cards whose lasting rules its player put in force until their next turn."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """An effect that is declared, or resolving when it is the first."""

    seat: int
    """Whose effect; -1 for a Regulation that acts on everybody."""
    face: str
    link: int
    """The number of its link, counted from the first one in the chain."""
    resolving: bool


class RoleStep(NamedTuple):
    """One thing that a role asks for, and how far its owner is from it."""

    text: str
    """The condition in words, said to the owner."""
    has: int
    """The number it counts now."""
    wanted: int
    """The number it must be at least, or at most."""
    is_most: bool
    is_met: bool
    at: str
    """The moment at which the role looks: a word of the deck files."""


@dataclass(frozen=True, slots=True)
class NefariousView:
    """What one seat, or a spectator, sees of what the expansion adds to the table."""

    seat: int
    """The Nefarious Neighbor's; -1 before the roles are dealt."""
    beasts: int
    """How many of the cards on its Lawn are Corrupted Beasts, which are no Creatures."""
    roles: tuple[str, ...]
    """For each seat its role's face: the own one and those that everybody knows, else ""."""
    progress: tuple[RoleStep, ...]
    """How far this seat is from fulfilling its own role (NN-INFO-02)."""
    left_out: tuple[str, ...]
    """Roles that this table cannot use (NN-ROLE-09)."""
    forbidden_deck: int
    forbidden_discard: tuple[str, ...]
    """Zone "forbidden_discard", the newest last."""
    forbidden_rune_deck: int
    forbidden_rune_discard: tuple[str, ...]
    is_short: bool
    """The Main deck, which ends the game, is short (NN-OUT-12)."""
    deadline: int
    """Whose turn's end is the last chance since the Main deck ran out; -1 while it has not."""
    spinning: int
    """Who has turned the Spinner last, or turns it now, be it out of turn; -1 before."""


@dataclass(frozen=True, slots=True)
class View:
    """What one seat, or a spectator, sees of the table."""

    me: int
    """The seat that looks; -1 for a spectator."""
    turn: int
    """Counted from 1; 0 before the deal."""
    round: int
    player: int
    """Whose turn it is; -1 before the first."""
    phase: str
    """setup, begin, draw, cast, summon, spin, end or over."""
    seats: tuple[SeatView, ...]
    regulation: str
    """The active Regulation's face; "" before the deal."""
    main_deck: int
    main_discard: tuple[str, ...]
    """Zone "main_discard", the newest last."""
    rune_deck: int
    rune_discard: tuple[str, ...]
    regulation_deck: int
    regulations_seen: tuple[str, ...]
    """Replaced Regulations under the deck, the newest last."""
    chain: tuple[Waiting, ...]
    seen: tuple[str, ...]
    """Zone "seen": cards this seat is looking at for a choice that is open."""
    spinner: tuple[Spun, ...]
    """The results of this turn's SPINs so far; an Event's follows the result that has come true."""
    reasons: tuple[Reason, ...]
    """For this seat's own cards: why each can or cannot be used now."""
    outcome: Outcome | None
    nefarious: NefariousView | None = None
    """What the expansion adds; None where it is not played."""


class LogEvent(NamedTuple):
    """Something that happened, or is about to, for people: the log, the Spinner, a window.

    The kinds, with what their fields mean, are listed in `text.py`, which words them.
    """

    kind: str
    by: int = -1
    """The seat that did it; -1 for the Spinner, a Regulation or the rules."""
    of: int = -1
    """The seat it happened to."""
    face: str = ""
    other: str = ""
    """A second face or word: the card whose text did it, a phase, a result."""
    n: int = 1
    seen: tuple[int, ...] = ()
    """For a hidden face: the seats that may know it; empty means everybody."""
