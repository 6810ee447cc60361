"""The whole table of Regicide as plain lists, numbers and strings."""

from __future__ import annotations

from typing import NamedTuple, cast

from rr_rules.kernel.errors import BadTranscript
from rr_rules.kernel.transcript import Plain
from rr_rules.regicide.cards import (
    ATTACKS,
    COMMON,
    FACE,
    HEALTHS,
    JESTERS,
    RANK,
    ROYALS,
    SPADES,
    SUIT,
    SUITS,
    VALUE,
    card_of,
)
from rr_rules.regicide.settings import RegicideSettings

HAND_LIMITS = (8, 7, 6, 5)
"""By the number of seats, from one (RG-SETUP-05)."""
JESTERS_DEALT = (0, 0, 1, 2)
"""In the Tavern, by the number of seats (RG-SETUP-04)."""
SOLO_JESTERS = 2
CASTLE = [card_of(rank, suit) for rank in reversed(ROYALS) for suit in range(len(SUITS))]
"""The enemies before the deal, those that come forward first at the end."""
TAVERN = [card for card in range(COMMON) if card not in CASTLE]
"""All other cards with a suit."""

_VALUES = ("seats", "enemy", "damage", "shield", "blocked", "cancelled", "player", "phase", "turn",
           "defeated", "exact", "flips", "reason", "veiled", "began", "slayer", "owed", "covering",
           "heals")  # fmt: skip
_LISTS = ("castle", "tavern", "discard", "yielded", "known", "declared", "taken_back")
_NESTED = ("hand", "table")
_HEALED = ("healed_first", "healed_last")


class RegicideEvent(NamedTuple):
    """Something that happened, for people; `text.py` lists and words the kinds."""

    kind: str
    by: int = -1
    """The seat that did it; -1 for the rules."""
    of: int = -1
    """The seat it happened to."""
    faces: tuple[str, ...] = ()
    n: int = 0
    seen: tuple[int, ...] = ()
    """For hidden faces: the seats that may know them; empty means everybody."""


class RegicideState:
    """Where every card lies and what the current enemy has suffered.

    Piles are lists with their top at the end.
    """

    __slots__ = (*_VALUES, *_LISTS, *_NESTED, *_HEALED, "settings", "events", "options")

    settings: RegicideSettings
    options: dict[str, str]
    seats: int
    castle: list[int]
    """The enemies that are still face down."""
    tavern: list[int]
    discard: list[int]
    veiled: int
    """How many cards at the bottom of the discard pile nobody may list (RG-INFO-05)."""
    hand: list[list[int]]
    table: list[list[int]]
    """Each play against this enemy: the seat, then the cards."""
    enemy: int
    """The current enemy's card; -1 before the deal."""
    damage: int
    shield: int
    blocked: int
    """What the shield would be by spades that an immune enemy has blocked (RG-JEST-06)."""
    cancelled: bool
    """A Jester has cancelled this enemy's immunity."""
    yielded: list[bool]
    """By seat, whether its last turn was a yield (RG-YIELD-03)."""
    known: list[int]
    """Cards that lie face down, or in a hand, where everybody saw them go (RG-INFO-03)."""
    heals: int
    """How many heals have mixed cards so far."""
    healed_first: bytes
    """By card, the first heal since it was last seen, from 1; 0 where it was in none since."""
    healed_last: bytes
    """By card, the latest of those heals. This tells places, which everybody can follow: the card
    that lies in a place is the secret, and so is this number's card."""
    player: int
    phase: str
    """setup, play, next (a Jester's player names who goes on), attack or over."""
    owed: int
    """In the attack phase: what is left to cover."""
    covering: bool
    """In the attack phase: something has been discarded already."""
    taken_back: list[int]
    """What undoes the play that led into this attack: damage, shield, blocked, yielded, then the
    cards of the hand as it was; empty where nothing can be undone."""
    turn: int
    defeated: int
    exact: int
    flips: int
    """How many of the two solo Jesters are used."""
    began: int
    """The seat that took the first turn; -1 before."""
    slayer: int
    """The seat whose player struck down the last King at this table, in an earlier game perhaps;
    -1 where none has fallen (RG-SETUP-08)."""
    reason: str
    """ "" while the game goes on."""
    declared: list[int]
    """By seat, 1 where the table's memory lets that seat begin."""
    events: list[object]

    @classmethod
    def opening(cls, seats: int, options: dict[str, str], declared: list[int]) -> RegicideState:
        """The table before the deal."""
        state = cls.__new__(cls)
        state.options, state.settings, state.seats = options, RegicideSettings.read(options), seats
        state.castle, state.tavern = CASTLE[:], [*TAVERN, *JESTERS[: JESTERS_DEALT[seats - 1]]]
        state.discard, state.table, state.known = [], [], []
        state.taken_back, state.events = [], []
        state.veiled = state.damage = state.shield = state.blocked = state.owed = 0
        state.turn = state.defeated = state.exact = state.flips = state.heals = 0
        state.healed_first = state.healed_last = bytes(len(FACE))
        state.hand, state.yielded = [[] for _ in range(seats)], [False] * seats
        state.enemy = state.player = state.began = -1
        state.slayer = _remembered(options, declared)
        state.cancelled, state.covering = False, False
        state.phase, state.reason, state.declared = "setup", "", declared
        return state

    def copy(self) -> RegicideState:
        """A twin that shares nothing mutable, without events."""
        # Field by field: this runs at every step boundary and for every clone. The castle, the
        # table, what is known and what undoes a play are replaced and never changed.
        twin = RegicideState.__new__(RegicideState)
        twin.settings, twin.options, twin.seats = self.settings, self.options, self.seats
        twin.castle, twin.tavern = self.castle, self.tavern[:]
        twin.discard, twin.veiled = self.discard[:], self.veiled
        twin.hand = [hand[:] for hand in self.hand]
        twin.table, twin.heals, twin.began = self.table, self.heals, self.began
        twin.healed_first, twin.healed_last = self.healed_first, self.healed_last
        twin.enemy, twin.damage, twin.shield = self.enemy, self.damage, self.shield
        twin.blocked, twin.cancelled = self.blocked, self.cancelled
        twin.yielded, twin.known = self.yielded[:], self.known
        twin.player, twin.phase, twin.turn = self.player, self.phase, self.turn
        twin.owed, twin.covering = self.owed, self.covering
        twin.taken_back, twin.declared = self.taken_back, self.declared
        twin.defeated, twin.exact, twin.flips = self.defeated, self.exact, self.flips
        twin.slayer, twin.reason, twin.events = self.slayer, self.reason, []
        return twin

    def plain(self) -> Plain:
        """The state as a JSON object."""
        plain: Plain = {name: getattr(self, name) for name in _VALUES}
        plain |= {name: getattr(self, name)[:] for name in _LISTS}
        plain |= {name: list(getattr(self, name)) for name in _HEALED}
        plain |= {name: [inner[:] for inner in getattr(self, name)] for name in _NESTED}
        plain["options"] = dict(self.options)
        return plain

    @classmethod
    def from_plain(cls, plain: Plain, options: dict[str, str]) -> RegicideState:
        """The state that `plain` wrote. Raises BadTranscript."""
        state = cls.__new__(cls)
        state.options, state.settings, state.events = options, RegicideSettings.read(options), []
        try:
            for name in (*_VALUES, *_LISTS, *_NESTED):
                setattr(state, name, plain[name])
            for name in _HEALED:
                setattr(state, name, bytes(cast("list[int]", plain[name])))
            return state.copy()
        except (KeyError, TypeError, ValueError) as error:
            raise BadTranscript(f"a saved state is not one of this game: {error!r}") from error

    # --- questions -------------------------------------------------------------------

    @property
    def hand_limit(self) -> int:
        """The most cards a hand may hold."""
        return HAND_LIMITS[self.seats - 1]

    @property
    def health(self) -> int:
        """What the current enemy can suffer."""
        return HEALTHS[RANK[self.enemy]]

    @property
    def attack(self) -> int:
        """What the current enemy does to whoever it attacks (RG-STEP2-SPADES-03)."""
        return max(0, ATTACKS[RANK[self.enemy]] - self.shield)

    @property
    def immune(self) -> int:
        """The suit whose powers do nothing now, or -1."""
        return -1 if self.cancelled else SUIT[self.enemy]

    @property
    def solo_jesters(self) -> int:
        """How many Jesters a single player can still flip."""
        return SOLO_JESTERS - self.flips if self.seats == 1 else 0

    def may_yield(self, seat: int) -> bool:
        """Whether yielding is not barred (RG-YIELD-02, -04)."""
        if self.seats == 1:
            # Not twice in a row: with an attack of 0 and no cards that game would never end.
            return self.settings.solo_yield and not self.yielded[seat]
        return not all(gone for each, gone in enumerate(self.yielded) if each != seat)

    def worth(self, seat: int) -> int:
        """What a whole hand covers."""
        return sum([VALUE[card] for card in self.hand[seat]])

    def revive_spades(self) -> None:
        """Let spades that were blocked work from now on (RG-JEST-05)."""
        if SUIT[self.enemy] == SPADES and not self.cancelled:
            self.shield += self.blocked
            self.blocked = 0


def _remembered(options: dict[str, str], declared: list[int]) -> int:
    """The seat whose player struck down the last King of an earlier game, or -1."""
    is_kept = options["first_player"] == "kingslayer" and sum(map(bool, declared)) == 1
    return next(seat for seat, mark in enumerate(declared) if mark) if is_kept else -1
