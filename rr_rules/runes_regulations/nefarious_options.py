"""The table options of the Nefarious Neighbor expansion."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rr_rules.kernel.game import OptionSpec

NEFARIOUS_OPTIONS = (
    OptionSpec("nefarious", ("off", "on"), "off", "NN-COMP-04",
               "play with the Nefarious Neighbor expansion: 3 to 8 seats, secret roles"),
    OptionSpec("allow_two_players", ("off", "on"), "off", "NN-SETUP-02",
               "whether two may play the expansion; the Henchman is left out then"),
    OptionSpec("nn_seat", ("random", "volunteer"), "random", "NN-SETUP-05",
               "who is the Nefarious Neighbor"),
    OptionSpec("volunteer_seat", ("1", "2", "3", "4", "5", "6", "7", "8"), "1", "NN-SETUP-05",
               "the seat that is the Nefarious Neighbor where nn_seat is volunteer"),
    OptionSpec("allow_role_reveal", ("no", "yes"), "no", "NN-ROLE-05",
               "whether a player may show the own role before the end"),
    OptionSpec("nn_beast_win", ("immediate", "end_of_nn_turn"), "immediate",
               "NN-ROLE-NEFARIOUS-TIMING", "when five Corrupted Beasts win"),
    OptionSpec("humane_hexed_counts", ("yes", "no"), "yes", "NN-ROLE-HUMANE-SORCERER-02",
               "whether a Hexed dog or cat counts for the Humane Sorcerer"),
    OptionSpec("regulation_scope", ("actor_and_object", "actor_only"), "actor_and_object",
               "NN-EX-04", "whether Regulations also leave the Nefarious Neighbor's things alone"),
    OptionSpec("nn_summoning_limit", ("on", "off"), "on", "NN-EX-07",
               "whether the Summoning Limit binds the Nefarious Neighbor"),
    OptionSpec("runout_deadline", ("drawers_turn", "current_turn"), "drawers_turn", "NN-OUT-03",
               "whose turn's end is the last chance when the Main deck runs out"),
    OptionSpec("mastery", ("off", "on"), "off", "NN-MAST-02",
               "whether Creatures have their effects on the Nefarious Neighbor's Lawn"),
    OptionSpec("mastery_curse_as_spell", ("no", "yes"), "no", "NN-MAST-05",
               "whether an effect that casts a Spell lets the Nefarious Neighbor cast a Curse"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class NefariousChoices:
    """The options of the expansion, read once."""

    is_on: bool
    volunteer: int
    """0-based; -1 where luck says who is the Nefarious Neighbor."""
    role_reveal: bool
    beasts_win_at_once: bool
    humane_hexed_counts: bool
    regulations_spare_things: bool
    """Regulations leave out what is the Nefarious Neighbor's, not only its owner (NN-EX-04)."""
    summoning_limit: bool
    deadline_is_drawers: bool
    mastery: bool
    mastery_curse_as_spell: bool

    @classmethod
    def read(cls, options: Mapping[str, str]) -> NefariousChoices:
        """The choices that settled options stand for."""
        volunteers = options["nn_seat"] == "volunteer"
        return cls(
            is_on=options["nefarious"] == "on",
            volunteer=int(options["volunteer_seat"]) - 1 if volunteers else -1,
            role_reveal=options["allow_role_reveal"] == "yes",
            beasts_win_at_once=options["nn_beast_win"] == "immediate",
            humane_hexed_counts=options["humane_hexed_counts"] == "yes",
            regulations_spare_things=options["regulation_scope"] == "actor_and_object",
            summoning_limit=options["nn_summoning_limit"] == "on",
            deadline_is_drawers=options["runout_deadline"] == "drawers_turn",
            mastery=options["mastery"] == "on",
            mastery_curse_as_spell=options["mastery_curse_as_spell"] == "yes",
        )
