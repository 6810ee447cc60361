"""What one machine knows beside the rows: what the lobby said, and what the own seat gave."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rr_net.fairness.base.errors import Failure
from rr_net.fairness.base.manifest import Manifest
from rr_net.fairness.base.rows import AwayRow, FreezeRow, Given, GivenLevel, PlainRow, SeatRow
from rr_net.safetext import clean

SIGNED = frozenset({"signed", "signature"})
"""Levels at which nobody gives for a seat without a key of its player's."""


class Expected(NamedTuple):
    """What the lobby said about the game before its deal."""

    game: str
    fairness: str
    options: Mapping[str, str]
    names: tuple[str, ...]
    """Who sat where; "" for a bot's seat and a free one."""
    declaration: str = ""
    """What every seat declares, in a word."""
    declared: tuple[frozenset[int], ...] = ()
    """What each seat may have declared: the last word may have been on its way."""
    hosts: frozenset[int] = frozenset()
    """The seats of those who host."""
    absent: frozenset[int] = frozenset()
    """The seats of players of whom it was not said whether they host."""


def contradictions(manifest: Manifest, expected: Expected) -> Iterator[str]:
    """What the deal has fixed otherwise than the lobby said, in words."""
    said = {"game": expected.game, "fairness": expected.fairness}
    fixed = {"game": manifest.game, "fairness": str(manifest.fairness)}
    options = {name: value for name, value in expected.options.items()
               if name in manifest.options}  # fmt: skip
    said |= options
    fixed |= {name: manifest.options[name] for name in options}
    for name, value in said.items():
        if fixed[name] != value:
            words = f"the lobby said {clean(name, 30)} {clean(value, 30)}, the record says "
            yield words + clean(fixed[name], 30)
    sitting = tuple("" if seat.bot else seat.name for seat in manifest.seats)
    if sitting != expected.names:
        yield "the record names others at the table than the lobby"
    yield from _other_declarations(manifest, expected)
    if expected.hosts and manifest.host_seat not in expected.hosts | expected.absent:
        words = f"the lobby said that the host has seat {min(expected.hosts) + 1}, the record says "
        yield words + "another one, or none"


def _other_declarations(manifest: Manifest, expected: Expected) -> Iterator[str]:
    for seat, numbers in enumerate(expected.declared):
        fixed = manifest.declared[seat] if seat < len(manifest.declared) else 0
        if fixed not in numbers:
            said = f"{clean(expected.declaration, 30)} {min(numbers)} of seat {seat + 1}"
            yield f"the lobby said {said}, the record says {fixed}"


class OwnGift(NamedTuple):
    """What the own seat has given to an event."""

    level: GivenLevel = "mash"
    value: str = ""
    """All keys that were pressed, or the whole value."""
    received: str = ""
    """As much of it as the host has said that it has."""
    opening: int = 0
    """In which opening a whole value was given; 0 for keys, which are told anew in each."""

    def is_in(self, given: Given | None) -> bool:
        """Whether what the record has of the own seat can be this."""
        if given is None:
            return not self.received
        if self.level != "mash":
            return (given.level, given.value) == (self.level, self.value)
        is_begun = self.value.startswith(given.value) and given.value.startswith(self.received)
        return given.level == "mash" and is_begun


class OwnTurn(NamedTuple):
    """That the own seat is played otherwise from a row on, by whomever."""

    row: AwayRow | PlainRow | SeatRow
    key: str
    """With what the seat signs then, where it does, hex."""


class OwnShare(NamedTuple):
    """What the record was found to say of the own seat, as it was given."""

    event: int
    opening: int
    given: Given


class OwnLuck:
    """What the own seat gives to random events, held against what the rows say of it."""

    def __init__(self) -> None:
        self._gifts: dict[int, OwnGift] = {}
        self.missed: list[int] = []
        """The rows of windows that closed without what the own seat gave."""
        self.elsewhere: list[int] = []
        """The rows that have what another device of the same player has signed instead."""
        self.shares: list[OwnShare] = []
        """What the own seat has given and the record says too."""

    def gave(self, event: int, pressed: str, received: str) -> None:
        """Note the keys that the own seat has given, and what the host has said that it has."""
        if not pressed and event not in self._gifts:
            return  # pressed over a line that is gone, and maybe elsewhere too: nobody knows what
        before = self._gifts.get(event, OwnGift())
        self._gifts[event] = before._replace(
            value=pressed or before.value, received=received or before.received
        )

    def gave_whole(self, event: int, opening: int, level: GivenLevel, value: str) -> None:
        """Note a whole value that the own seat has given."""
        self._gifts[event] = OwnGift(level, value, "", opening)

    def interrupted(self) -> None:
        """The line dropped: keys may be pressed elsewhere; a whole value is this client's own."""
        self._gifts = {at: gift for at, gift in self._gifts.items() if gift.opening}

    def frozen(self, row: FreezeRow, seat: int) -> str:
        """What is wrong with what the seat gave, as a row that was found right says; or ""."""
        gift = self._gifts.pop(row.pub.event, None)
        if gift is None or gift.opening not in {0, row.pub.opening}:
            return ""
        mine = next((each for each in row.pub.given if each.seat == seat), None)
        if not gift.is_in(mine):
            if mine is None or mine.level not in SIGNED:
                pressed = "what you pressed" if gift.level == "mash" else "what your client gave"
                return f"what the record says that you gave is not {pressed}"
            self.elsewhere.append(row.seq)
        elif mine is None:
            self.missed.append(row.seq)
        else:
            self.shares.append(OwnShare(row.pub.event, row.pub.opening, mine))
        return ""


class Finding(NamedTuple):
    """Something that is wrong with a game."""

    failure: Failure
    seq: int
    """The row."""
    words: str
    """What is wrong, in a sentence without its full stop."""
    is_proof: bool
    """Whether the rows show it to anybody; else it is the word of who was there."""
