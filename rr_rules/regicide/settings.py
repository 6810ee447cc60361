"""The table options of Regicide (catalogue, section 13)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rr_rules.kernel.settings import Setting, room_settings

NOT_HERE = {"window", "window_seconds", "wait_seconds"}
"""Options of the room that say nothing here: there are no reaction windows."""

SETTINGS = (
    Setting("first_player", ("kingslayer", "random", "host_choice", "rotate"), "kingslayer",
               "RG-SETUP-08", "who takes the first turn"),
    Setting("first_seat", ("1", "2", "3", "4"), "1", "RG-SETUP-08",
               "the seat the host picks where first_player is host_choice, counted from 1"),
    Setting("mulligan", ("none", "once_if_no_diamonds"), "none", "RG-SETUP-06",
               "whether a first hand without Diamonds is dealt once more"),
    Setting("undo", ("before_information", "off"), "before_information", "RG-STEP1-05",
               "whether a play that showed nothing hidden can be taken back"),
    Setting("overdiscard", ("stop_when_covered", "free"), "stop_when_covered", "RG-STEP4-04",
               "whether more may be discarded once an attack is covered"),
    Setting("jester_self", ("allowed", "forbidden"), "allowed", "RG-JEST-04",
               "whether who plays a Jester may go on"),
    Setting("solo_yield", ("no", "yes"), "no", "RG-YIELD-04",
               "whether a single player may yield, once at a time"),
    Setting("comm", ("structured", "honour", "open_hands"), "structured", "RG-COMM-05",
               "how players may talk: by phrases, freely on their honour, or with open hands"),
    Setting("discard_view", ("top_and_count", "open"), "top_and_count", "RG-INFO-05",
               "whether the discard pile can be looked through after a heal"),
    Setting("memory_aids", ("on", "off"), "on", "RG-INFO-03",
               "whether cards that everybody saw going face down are marked"),
    *room_settings(NOT_HERE, {"audit": "RG-INFO-10"}),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class RegicideSettings:
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
    def read(cls, options: Mapping[str, str]) -> RegicideSettings:
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
