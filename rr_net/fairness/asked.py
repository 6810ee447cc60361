"""What random events are asked for, and what people contribute to them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from rr_net.fairness.base.parts import Hex, Part, Whole, Word


class AskedPile(Part):
    """One pile that is about to be shuffled."""

    label: Word
    epoch: Whole
    """How often piles of this label were shuffled before."""
    count: Whole
    input: Hex
    """A salted hash of the faces as they went in."""


class AskedShuffle(Part):
    """What a shuffle's event is for."""

    kind: Literal["shuffle"] = "shuffle"
    piles: tuple[AskedPile, ...]


class AskedRoll(Part):
    """What a roll's event is for."""

    kind: Literal["roll"] = "roll"
    label: Word
    sides: Annotated[Whole, Field(ge=1)]
    t: Annotated[Whole, Field(ge=1)]


class Event(Part):
    """A random event is open: people may contribute."""

    event: Annotated[Whole, Field(ge=1)]
    milliseconds: Whole
    asked: Annotated[AskedShuffle | AskedRoll, Field(discriminator="kind")]


class Given(Part):
    """What one seat contributed."""

    level: Literal["mash", "pledge", "signature", "chain"]
    seat: Whole
    value: Annotated[str, StringConstraints(min_length=1, max_length=4096)]


class Freeze(Part):
    """All contributions, fixed."""

    event: Annotated[Whole, Field(ge=1)]
    given: tuple[Given, ...]
    absent: tuple[Whole, ...]
    digest: Hex
    """F."""
