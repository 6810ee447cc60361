"""The protocol every game follows, and the values that it speaks in.

A game is a `Rules`: it opens a state, steps it with straight-line async code, says what each seat
may see, and finds words for people. Nothing outside a game's package knows its rules. What a game
may add to that is in `customs`; the games there are stand in `registry`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, Self, TypeVar

from rr_rules.kernel.errors import CannotArrange
from rr_rules.kernel.requests import Choose, Option
from rr_rules.kernel.settings import Setting
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.transcript import Plain


class GameState(Protocol):
    """A whole table as plain lists, numbers and strings."""

    events: list[object]
    """What has happened since the table was last asked for it."""

    def copy(self) -> Self:
        """A twin that shares nothing mutable, without events."""

    def plain(self) -> Plain:
        """The state as a JSON object."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won and why; a draw and a lost co-operative game have no winners."""

    winners: tuple[int, ...]
    reason: str
    """One word of the game: five, default, turn_cap, ..."""

    def ranks(self, seats: int) -> tuple[int, ...]:
        """For ratings: winners share the first rank, all others the last."""
        last = len(self.winners) + 1
        return tuple(1 if seat in self.winners else last for seat in range(seats))


class Zone(NamedTuple):
    """Where cards lie: what commitments, hand roots and the conservation test read."""

    label: str
    owner: int
    """The seat it belongs to, or -1."""
    ordered: bool
    """Whether positions are public: a pile, whose last card is the top, or slots in a row."""
    hidden: bool
    """Whether not everybody sees every face in it."""
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CardText:
    """What a player may read about a face; faces are public, who holds them is not."""

    id: str
    name: str
    kind: str
    letter: str
    """One letter for its family on a crowded board."""
    text: str
    flavour: str
    copies: int
    origin: str


class Line(NamedTuple):
    """One sentence for people: "{0}" stands for the name of seat 0, and so on."""

    text: str
    clause: str = ""
    """The rule that answers "why?", or ""."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a thing can or cannot be used now."""

    zone: str
    seat: int
    at: int
    usable: bool
    text: str
    clause: str


def rearrange(cards: list[int], order: Sequence[int]) -> None:
    """Put cards into another order, in place: position i then holds what was at order[i].

    Raises CannotArrange.
    """
    if sorted(order) != list(range(len(cards))):
        raise CannotArrange(f"the order is no permutation of {len(cards)} cards")
    cards[:] = [cards[at] for at in order]


S = TypeVar("S", bound=GameState)


class Rules(Protocol[S]):
    """A game."""

    id: str
    name: str
    options: tuple[Setting, ...]
    fewest_seats: int
    declaration: str
    """What each seat declares in the lobby as a number ("pets"), or "" for nothing."""

    def most_seats(self, options: Mapping[str, str]) -> int:
        """The greatest number of seats under these options."""

    def digest(self) -> tuple[str, str]:
        """SHA-256, hex, of the rules' source and of the card files in play."""

    def opening(self, seats: int, options: Mapping[str, str], declared: Sequence[int]) -> S:
        """The state before the deal; `options` are settled. Raises BadSetup."""

    def from_plain(self, plain: Plain) -> S:
        """The state that `GameState.plain` wrote, its options by `settle_saved`.

        Raises BadTranscript.
        """

    async def step(self, state: S) -> None:
        """Play one step: a phase that ends with an empty chain."""

    def outcome(self, state: S) -> Outcome | None:
        """How the game ended, or None while it goes on; asked at step boundaries."""

    def view(self, state: S, seat: int | None) -> object:
        """What `seat` may see, built from nothing; None is a spectator."""

    def redact(self, event: object, seat: int | None) -> object | None:
        """The event as `seat` may see it, or None where it may not know of it."""

    def zones(self, state: S) -> tuple[Zone, ...]:
        """Where every card lies, each exactly once."""

    def face_of(self, state: S, card: int) -> str:
        """The id of a card's face; copies of a face cannot be told apart by it."""

    def turn(self, state: S) -> int:
        """The number of the turn that is being played, from 1; 0 before the first."""

    def determinize(self, state: S, seat: int, stream: Stream) -> None:
        """Deal what `seat` cannot know anew, in place, keeping all that it knows."""

    def arrange(self, state: S, seat: int, zone: str, order: tuple[int, ...]) -> None:
        """Let a seat re-order an own hidden zone, by `rearrange`. Raises CannotArrange."""

    def remove(self, state: S, seat: int) -> None:
        """Take a seat out of a state that stands in the middle of a step.

        Afterwards the next step can begin. Raises CannotRemove.
        """

    def judge(self, view: object, seat: int) -> float:
        """How good a view looks for `seat`, for bots: more is better, a won game is best."""

    def cards(self) -> tuple[CardText, ...]:
        """Every face in play."""

    def prompt(self, choose: Choose, view: object) -> str:
        """The question, for the seat that is asked; `view` is that seat's."""

    def label(self, choose: Choose, option: Option, view: object) -> str:
        """An option in words, for the seat that is asked."""

    def line(self, event: object) -> Line:
        """An event (redacted) in words."""

    def reason(self, outcome: Outcome) -> str:
        """How the game ended: what follows "Ann wins", or "Nobody wins:"."""
