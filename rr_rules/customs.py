"""What a game may add to `Rules`: how its table talks, and what one game leaves to the next.

A game that says nothing of either is talked at freely and begins anew each time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, runtime_checkable

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
