"""The table options of Regicide (catalogue, section 13)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rr_rules.kernel.settings import Meaning, Setting, room_settings

NOT_HERE = {"window", "window_seconds", "wait_seconds"}
"""Options of the room that say nothing here: there are no reaction windows."""

SETTINGS = (
    Setting(
        "first_player", ("kingslayer", "random", "host_choice", "rotate"), "kingslayer",
        "RG-SETUP-08", "who takes the first turn",
        title="Who begins",
        means=(
            Meaning("kingslayer", "the King slayer",
                    "Who struck down the last King at this table begins, else luck decides."),
            Meaning("random", "by luck", "Luck decides who begins."),
            Meaning("host_choice", "one chair", "The host says which chair begins."),
            Meaning("rotate", "the next one",
                    "The chair after the one that began the last game begins."),
        ),
    ),
    Setting(
        "first_seat", ("1", "2", "3", "4"), "1", "RG-SETUP-08",
        "the seat the host picks where first_player is host_choice, counted from 1",
        title="It begins", needs=("first_player", "host_choice"),
        means=(
            Meaning("", "chair {0}", "Whoever has chair {0} takes the first turn."),
        ),
    ),
    Setting(
        "mulligan", ("none", "once_if_no_diamonds"), "none", "RG-SETUP-06",
        "whether a first hand without Diamonds is dealt once more",
        title="A hand without Diamonds",
        means=(
            Meaning("none", "is played", "A first hand is played as it was dealt."),
            Meaning("once_if_no_diamonds", "is dealt anew",
                    "A first hand without Diamonds is shuffled back and dealt anew, once."),
        ),
    ),
    Setting(
        "undo", ("before_information", "off"), "before_information", "RG-STEP1-05",
        "whether a play that showed nothing hidden can be taken back",
        title="Taking back",
        means=(
            Meaning("before_information", "while nothing shows",
                    "A play can be taken back until something hidden has moved."),
            Meaning("off", "never", "Every play stands."),
        ),
    ),
    Setting(
        "overdiscard", ("stop_when_covered", "free"), "stop_when_covered", "RG-STEP4-04",
        "whether more may be discarded once an attack is covered",
        title="Covering an attack",
        means=(
            Meaning("stop_when_covered", "just enough",
                    "You stop discarding as soon as the attack is covered."),
            Meaning("free", "as you like", "You may go on discarding when the attack is covered."),
        ),
    ),
    Setting(
        "jester_self", ("allowed", "forbidden"), "allowed", "RG-JEST-04",
        "whether who plays a Jester may go on",
        title="The Jester",
        means=(
            Meaning("allowed", "may name oneself",
                    "Who plays a Jester may take the next turn as well."),
            Meaning("forbidden", "names another", "Who plays a Jester must name another player."),
        ),
    ),
    Setting(
        "solo_yield", ("no", "yes"), "no", "RG-YIELD-04",
        "whether a single player may yield, once at a time",
        title="Yielding alone",
        means=(
            Meaning("no", "never", "A single player can never yield."),
            Meaning("yes", "not twice in a row",
                    "A single player may yield, but not twice in a row."),
        ),
    ),
    Setting(
        "comm", ("structured", "honour", "open_hands"), "structured", "RG-COMM-05",
        "how players may talk: by phrases, freely on their honour, or with open hands",
        title="Talking",
        means=(
            Meaning("structured", "by set phrases",
                    "While the game is on, players talk by set phrases."),
            Meaning("honour", "free, on your honour",
                    "Players talk freely and say nothing of their hands."),
            Meaning("open_hands", "open hands",
                    "All hands lie open, and the result is not ranked."),
        ),
    ),
    Setting(
        "discard_view", ("top_and_count", "open"), "top_and_count", "RG-INFO-05",
        "whether the discard pile can be looked through after a heal",
        title="The discard pile",
        means=(
            Meaning("top_and_count", "its top after a heal",
                    "After a heal only the top of the discard pile and its count are shown."),
            Meaning("open", "always open", "The discard pile is always listed."),
        ),
    ),
    Setting(
        "memory_aids", ("on", "off"), "on", "RG-INFO-03",
        "whether cards that everybody saw going face down are marked",
        title="Cards all have seen",
        means=(
            Meaning("on", "marked", "Cards that everybody saw going face down are marked."),
            Meaning("off", "not marked",
                    "Cards that everybody saw going face down are left to your memory."),
        ),
    ),
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
