"""What the own seat gives to random events, against what the record says that it gave."""

from __future__ import annotations

from typing import NamedTuple

from rr_net.fairness.base.rows import Given, GivenLevel


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


class OwnShare(NamedTuple):
    """What the record was found to say of the own seat, as it was given."""

    event: int
    opening: int
    given: Given
