"""What is told of a game that is over: who won, what everybody did, and what the check says."""

from __future__ import annotations

from typing import Literal

from rr_net.link.command import own_command
from rr_net.link.player import Message


class SeatStory(Message):
    """What one seat did in a game that is over, by what everybody could see."""

    seat: int
    """Its number."""
    curve: tuple[int, ...]
    """Where it stood at the end of each turn; empty in a game that counts nothing."""
    deeds: tuple[str, ...]
    """What it did most, in words."""


class KeyMoment(Message):
    """A turn that changed much."""

    turn: int
    """Its number."""
    text: str
    """What changed it, in words of the log."""
    clause: str
    """The rule that answers "why?", or `""`."""


class Award(Message):
    """What one seat did more of than any other."""

    title: str
    """What it is called."""
    seat: int
    """Whose it is."""
    deeds: str = ""
    """What was counted and how much, in words; `""` from a host that does not say."""


class Ended(Message):
    """How the game ended, and once more what its verification says.

    The second may come when the next game is on: `commitment` says of which game it is.
    """

    type: Literal["outcome"] = "outcome"
    winners: tuple[int, ...]
    """The seats that win; empty where nobody does."""
    reason: str
    """`five`, `default`, `turn_cap`, `broken_off`, `void` or another word of the game."""
    text: str
    """The same in words."""
    together: str = ""
    """Where two games are one match: how the first stands, or what both come to; mostly `""`."""
    verdict: str
    """What the verification of the record says; `""` until then."""
    verified: bool | None
    """Whether it holds; null until then."""
    sampled: bool = False
    """Whether the host's machine has worked out only a part of the slow hashes: then a stacked deck
    is not ruled out."""
    bundle: str
    """How to fetch the record."""
    host_luck: bool = False
    """Whether its record shows that the host's machine alone chose the luck."""
    luck: str = ""
    """What holds where the host alone chose the luck, or could have chosen some; `""` elsewhere."""
    whole: str = ""
    """About how long it takes the host's machine to work out all of the slow hashes; `""` where it
    has, or does not know."""
    commitment: str
    """What the host had committed to, as `lobby` has said of that game."""
    size: int = 0
    """How many rows of the record the host has signed; 0 without a signature."""
    head: str = ""
    """The hash of the last of them, in hex."""
    words: tuple[str, ...] = ()
    """Its first 132 bits in twelve words: the same for all who saw the same game."""
    roles: tuple[str, ...] = ()
    """Where a game deals Roles: one for each seat, once the audit is open."""
    unused_roles: tuple[str, ...] = ()
    """The Roles that nobody was dealt, at the same moment."""
    turns: int = 0
    """How many turns were played."""
    when: str = ""
    """The day on which it ended, by the host's clock, and how long it was played; `""` where the
    host keeps no history."""
    stories: tuple[SeatStory, ...] = ()
    """One for each seat."""
    moments: tuple[KeyMoment, ...] = ()
    """The turns that changed most, in their order."""
    awards: tuple[Award, ...] = ()
    """Two or three, where no two seats did as much."""


ENDS_EMPTY = "A game that nobody is at for {:g} seconds is over."
"""What the lobby of a table for strangers says of who leaves it."""
Keeper = Literal["host", "play", "nobody", "aside"]
"""Which command goes on with a game when its table was closed, `runes host` or `runes play`."""


def kept_words(turn: int, keeper: Keeper = "host", *, is_guest: bool = False) -> str:
    """What becomes of a game whose table is closed; a guest has no command to go on with it."""
    where = f"at turn {turn}" if turn > 0 else "as it was dealt"
    if keeper == "nobody":
        return "The game is not kept: it was played with --seed."
    if keeper == "aside":
        return "A what-if is kept nowhere. The replay goes on where you left it."
    if is_guest:
        return (
            f"The host's machine keeps the game {where}. Once the host has opened the table again, "
            "you come back to the same cards by the way that you came."
        )
    if keeper == "play":
        return f"The game is kept {where}. `{own_command()} play` offers it first next time."
    return (
        f"The game is kept {where}. `make play` (or `{own_command()} host`) offers it first next "
        "time; the same ssh lines lead back to the same cards. Nobody else can go on with it: the "
        "secret of the host's machine decides the cards to come."
    )
