"""The table options of Regicide (catalogue, section 13)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rr_rules.kernel.settings import OptionSpec, room_options

NOT_HERE = {"window", "window_seconds", "wait_seconds"}
"""Options of the room that say nothing here: there are no reaction windows."""

OPTIONS = (
    OptionSpec("first_player", ("kingslayer", "random", "host_choice", "rotate"), "kingslayer",
               "RG-SETUP-08", "who takes the first turn"),
    OptionSpec("first_seat", ("1", "2", "3", "4"), "1", "RG-SETUP-08",
               "the seat the host picks where first_player is host_choice, counted from 1"),
    OptionSpec("mulligan", ("none", "once_if_no_diamonds"), "none", "RG-SETUP-06",
               "whether a first hand without Diamonds is dealt once more"),
    OptionSpec("undo", ("before_information", "off"), "before_information", "RG-STEP1-05",
               "whether a play that showed nothing hidden can be taken back"),
    OptionSpec("overdiscard", ("stop_when_covered", "free"), "stop_when_covered", "RG-STEP4-04",
               "whether more may be discarded once an attack is covered"),
    OptionSpec("jester_self", ("allowed", "forbidden"), "allowed", "RG-JEST-04",
               "whether who plays a Jester may go on"),
    OptionSpec("solo_yield", ("no", "yes"), "no", "RG-YIELD-04",
               "whether a single player may yield, once at a time"),
    OptionSpec("comm", ("structured", "honour", "open_hands"), "structured", "RG-COMM-05",
               "how players may talk: by phrases, freely on their honour, or with open hands"),
    OptionSpec("discard_view", ("top_and_count", "open"), "top_and_count", "RG-INFO-05",
               "whether the discard pile can be looked through after a heal"),
    OptionSpec("memory_aids", ("on", "off"), "on", "RG-INFO-03",
               "whether cards that everybody saw going face down are marked"),
    *room_options(NOT_HERE, {"audit": "RG-INFO-10"}),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Choices:
    """The options that the rules look at, read once."""

    redeals: bool
    undo: bool
    free_cover: bool
    jester_self: bool
    solo_yield: bool
    open_hands: bool
    open_discard: bool
    memory_aids: bool

    @classmethod
    def read(cls, options: Mapping[str, str]) -> Choices:
        """From settled options."""
        return cls(
            redeals=options["mulligan"] == "once_if_no_diamonds",
            undo=options["undo"] == "before_information",
            free_cover=options["overdiscard"] == "free",
            jester_self=options["jester_self"] == "allowed",
            solo_yield=options["solo_yield"] == "yes",
            open_hands=options["comm"] == "open_hands",
            open_discard=options["discard_view"] == "open",
            memory_aids=options["memory_aids"] == "on",
        )
