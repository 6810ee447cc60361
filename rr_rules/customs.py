"""What a game may add to `Rules`, each a protocol of its own: a game takes part by its methods.

A game that says nothing of these is talked at freely, has its answers taken for good, is played by
as many seats and with the same cards whatever its options are, begins anew each time, counts by its
outcomes alone, and has no secret roles.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeVar, runtime_checkable

from rr_rules.kernel.game import CardText, GameState, Rules, S

S_contra = TypeVar("S_contra", bound=GameState, contravariant=True)

# --- talk ---------------------------------------------------------------------------------------


class Phrase(NamedTuple):
    """One thing to say: its name, and the words with "{0}" for the name of seat 0."""

    id: str
    text: str


class Talk(NamedTuple):
    """How far people may talk while a game is on."""

    is_free: bool = True
    """Whether they may write what they like."""
    reminder: str = ""
    """What to show beside a free chat, or ""."""
    is_ranked: bool = True
    """Whether the result counts as one of a game in which nobody was told too much."""


@runtime_checkable
class Talkative(Protocol):
    """A game that says how its players talk."""

    def talk(self, options: Mapping[str, str]) -> Talk:
        """How far they may talk under these settled options."""

    def phrases(self, view: object) -> tuple[Phrase, ...]:
        """All that the seat of this view may say now, filled in with what everybody can see."""


def talk_of(rules: object, options: Mapping[str, str]) -> Talk:
    """How far people may talk at a game."""
    return rules.talk(options) if isinstance(rules, Talkative) else Talk()


def phrases_of(rules: object, view: object) -> tuple[Phrase, ...]:
    """What the seat of a view may say now."""
    return rules.phrases(view) if isinstance(rules, Talkative) else ()


# --- what seats declare -------------------------------------------------------------------------


@runtime_checkable
class Declaring(Protocol):
    """A game whose seats declare one of a few things in the lobby, and not just a number."""

    def declarable(self) -> tuple[str, ...]:
        """The words for each of them, by number; what nobody chooses is number 0."""

    def may_declare(self, number: int, others: Sequence[int]) -> bool:
        """Whether a seat may declare this one while the other seats declare those."""


def declarable_of(rules: object) -> tuple[str, ...]:
    """The words for what seats declare, or none where it is any number."""
    return rules.declarable() if isinstance(rules, Declaring) else ()


def may_declare(rules: object, number: int, others: Sequence[int]) -> bool:
    """Whether a seat may declare this number beside the others'."""
    return rules.may_declare(number, others) if isinstance(rules, Declaring) else True


# --- drafts -------------------------------------------------------------------------------------

TAKE_BACK = "undo"
"""The act of the option that takes the last answer back, a draft's or one that showed nothing."""


@runtime_checkable
class Drafting(Protocol[S_contra]):
    """A game in which a seat tries answers out before anybody else may know of them.

    Until they count, a room keeps them from everybody and from the record. What was taken back has
    then never been there.
    """

    def is_draft(self, state: S_contra) -> bool:
        """Whether the last answers of the seat that is asked can still be taken back unseen."""


def is_draft(rules: object, state: GameState) -> bool:
    """Whether nobody but the seat that is asked may know of its last answers yet."""
    return rules.is_draft(state) if isinstance(rules, Drafting) else False


# --- what options change: seats and cards -------------------------------------------------------


@runtime_checkable
class NeedingMore(Protocol):
    """A game that some options need more seats for than `fewest_seats`."""

    def least_seats(self, options: Mapping[str, str]) -> int:
        """The fewest seats under these settled options."""


def fewest_seats_of(rules: Rules[S], options: Mapping[str, str]) -> int:
    """The fewest seats of a table with these settled options."""
    return rules.least_seats(options) if isinstance(rules, NeedingMore) else rules.fewest_seats


@runtime_checkable
class Expandable(Protocol):
    """A game whose options decide which cards are in play."""

    def cards_under(self, options: Mapping[str, str]) -> tuple[CardText, ...]:
        """Every face in play under these settled options."""


def cards_of(rules: Rules[S], options: Mapping[str, str]) -> tuple[CardText, ...]:
    """Every face in play at a table with these settled options."""
    if isinstance(rules, Expandable):
        return rules.cards_under(options)
    return rules.cards()


# --- from one game to the next ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GameBefore:
    """The game of the same rules that a table played before."""

    view: object
    """What a spectator saw of it last: the same for everybody."""
    chosen: Mapping[str, str]
    """The options as they were chosen in the lobby."""
    options: Mapping[str, str]
    """The options as they were played, which the game before that one may have changed."""
    seats: tuple[int, ...]
    """For each seat of the next game the seat its player had then, -1 for a newcomer."""

    def now_at(self, seat: int) -> int:
        """Where the player of an earlier seat sits now, or -1."""
        return self.seats.index(seat) if seat >= 0 and seat in self.seats else -1


class NextGame(NamedTuple):
    """What the deal fixes of a game that follows another one."""

    options: Mapping[str, str]
    """Settled."""
    declared: tuple[int, ...]
    note: str = ""
    """What was remembered, for people, with "{0}" for the name of seat 0; "" for nothing."""


@runtime_checkable
class Remembering(Protocol):
    """A game that takes something over from the one before.

    What it takes over becomes part of the manifest, as an option or a declaration. So whoever
    verifies the game needs no other one.
    """

    def follow(
        self, options: Mapping[str, str], declared: Sequence[int], before: GameBefore
    ) -> NextGame:
        """The next game, with these settled options and declarations."""


@runtime_checkable
class Summing(Protocol):
    """A game that may count together with the one before."""

    def sum_up(self, options: Mapping[str, str], ended: object, before: GameBefore) -> str:
        """What both come to, for people, with "{0}" for the name of seat 0; "" for nothing.

        `options` and `ended` are this game's: as it was played, and as a spectator sees its end.
        """


# --- after many games ---------------------------------------------------------------------------


class Tally(NamedTuple):
    """What one game adds to the figures of many, besides its outcome."""

    began: int = -1
    """The seat that took the first turn, or -1 where that says nothing."""
    is_shared: bool = False
    """Whether all seats win together or none does."""
    figures: tuple[tuple[str, int | bool], ...] = ()
    """Names and values of this game's own: numbers are averaged, truths are counted."""


@runtime_checkable
class Tallied(Protocol[S_contra]):
    """A game that tells more of its end than who won."""

    def tally(self, state: S_contra) -> Tally:
        """What to count of a finished game."""


def tally_of(rules: object, state: GameState) -> Tally:
    """What to count of a finished game."""
    return rules.tally(state) if isinstance(rules, Tallied) else Tally()


@runtime_checkable
class Holding(Protocol[S_contra]):
    """A game in which seats draw cards, so that it can be counted what a card is good for."""

    def held(self, state: S_contra) -> tuple[frozenset[str], ...]:
        """For each seat the faces of the cards that it has drawn and not used yet."""


def held_of(rules: object, state: GameState) -> tuple[frozenset[str], ...]:
    """For each seat the faces that it has drawn; nothing where that is not counted."""
    return rules.held(state) if isinstance(rules, Holding) else ()


# --- secret roles -------------------------------------------------------------------------------


class Unveiled(NamedTuple):
    """What players were in secret, told when everything is opened after the game."""

    roles: tuple[str, ...] = ()
    """Each seat's role, as a face; nothing where there are none."""
    unused: tuple[str, ...] = ()
    """The roles that nobody had."""


@runtime_checkable
class Unveiling(Protocol[S_contra]):
    """A game with secret roles."""

    def unveiled(self, state: S_contra) -> Unveiled:
        """Who was what; only for after the game."""


def unveiled_of(rules: object, state: GameState) -> Unveiled:
    """Who was what in a game that is over."""
    return rules.unveiled(state) if isinstance(rules, Unveiling) else Unveiled()
