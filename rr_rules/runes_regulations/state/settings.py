"""The table options of Runes & Regulations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rr_rules.kernel.settings import Setting, room_settings

NEFARIOUS_SETTINGS = (
    Setting("nefarious", ("off", "on"), "off", "NN-COMP-04",
               "play with the Nefarious Neighbor expansion: 3 to 8 seats, secret roles"),
    Setting("allow_two_players", ("off", "on"), "off", "NN-SETUP-02",
               "whether two may play the expansion; the Henchman is left out then"),
    Setting("nn_seat", ("random", "volunteer"), "random", "NN-SETUP-05",
               "who is the Nefarious Neighbor"),
    Setting("volunteer_seat", ("1", "2", "3", "4", "5", "6", "7", "8"), "1", "NN-SETUP-05",
               "the seat that is the Nefarious Neighbor where nn_seat is volunteer"),
    Setting("allow_role_reveal", ("no", "yes"), "no", "NN-ROLE-05",
               "whether a player may show the own role before the end"),
    Setting("nn_beast_win", ("immediate", "end_of_nn_turn"), "immediate",
               "NN-ROLE-NEFARIOUS-TIMING", "when five Corrupted Beasts win"),
    Setting("humane_hexed_counts", ("yes", "no"), "yes", "NN-ROLE-HUMANE-SORCERER-02",
               "whether a Hexed dog or cat counts for the Humane Sorcerer"),
    Setting("regulation_scope", ("actor_and_object", "actor_only"), "actor_and_object",
               "NN-EX-04", "whether Regulations also leave the Nefarious Neighbor's things alone"),
    Setting("nn_summoning_limit", ("on", "off"), "on", "NN-EX-07",
               "whether the Summoning Limit binds the Nefarious Neighbor"),
    Setting("runout_deadline", ("drawers_turn", "current_turn"), "drawers_turn", "NN-OUT-03",
               "whose turn's end is the last chance when the Main deck runs out"),
    Setting("mastery", ("off", "on"), "off", "NN-MAST-02",
               "whether Creatures have their effects on the Nefarious Neighbor's Lawn"),
    Setting("mastery_curse_as_spell", ("no", "yes"), "no", "NN-MAST-05",
               "whether an effect that casts a Spell lets the Nefarious Neighbor cast a Curse"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class NefariousSettings:
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
    def read(cls, options: Mapping[str, str]) -> NefariousSettings:
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


ROOM_CLAUSES = {
    "window": "RR-HID-17",
    "pace": "RR-HID-17",
    "window_seconds": "RR-HID-17",
    "wait_seconds": "RR-HID-18",
    "failed_check": "RR-TABLE-02",
    "leaver": "RR-TABLE-04",
    "grace": "RR-TABLE-04",
    "turn_clock": "RR-TABLE-07",
    "audit": "RR-HID-08",
    "host_seat": "RR-HID-10",
    "newcomers": "RR-TABLE-09",
    "luck": "RR-HID-09",
}
"""By what a room settles or reports, the rule that it is about."""

SETTINGS = (
    Setting("deck_check", ("base", "custom"), "base", "RR-COMP-01",
               "whether the card file must have the base box's counts"),
    Setting("max_seats", ("4",), "4", "RR-COMP-03",
               "more seats, with a custom card file only", 2, 8, whole=True),
    Setting("event_choices", ("open", "sealed"), "open", "RR-EVENT-01",
               "whether the choices of an Event are shown one by one or together"),
    Setting("limit_after_instruction", ("off", "on"), "off", "RR-HLIM-02",
               "whether DRAW 2 checks the hand limit once, after its last DRAW"),
    Setting("turn_cap", ("off",), "off", "RR-WIN-04",
               "the number of turns after which most Mythical Creatures win",
               1, 10_000, whole=True),
    Setting("target_choices", ("open", "sealed"), "open", "RR-CHAIN-03",
               "whether the targets of a link are shown one by one or together"),
    Setting("targets", ("link", "in_turn"), "link", "RR-CHAIN-10",
               "whether all targets of a link come first, or each player's in their turn"),
    Setting("price_then_choose", ("off", "on"), "off", "RR-EDGE-02",
               "whether a price is paid before the targets are chosen"),
    Setting("known_markers", ("off", "on"), "off", "RR-HID-03",
               "whether the view marks cards everybody saw going into a hand"),
    *NEFARIOUS_SETTINGS,
    Setting("first_player", ("pets", "random", "host"), "pets", "RR-SETUP-09",
               "who takes the first turn"),
    Setting("first_seat", ("1", "2", "3", "4", "5", "6", "7", "8"), "1", "RR-SETUP-09",
               "the seat the host picks where first_player is host, counted from 1"),
    Setting("confirm_skip", ("off", "on"), "off", "RR-TURN-07",
               "ask before a phase is skipped"),
    *room_settings((), ROOM_CLAUSES),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Settings:
    """The options that the rules themselves look at, read once."""

    sealed_events: bool
    sealed_targets: bool
    targets_in_turn: bool
    price_first: bool
    limit_after_instruction: bool
    known_markers: bool
    confirm_skip: bool
    fast: bool
    """Windows ask only seats that can act, one after the other (RR-HID-21)."""
    turn_cap: int
    """0 for none."""
    first_player: str
    first_seat: int
    """0-based, as seats are; the option counts from 1, as people do."""
    nefarious: NefariousSettings

    @classmethod
    def read(cls, options: Mapping[str, str]) -> Settings:
        """The choices that settled options stand for."""
        cap = options["turn_cap"]
        return cls(
            sealed_events=options["event_choices"] == "sealed",
            sealed_targets=options["target_choices"] == "sealed",
            targets_in_turn=options["targets"] == "in_turn",
            price_first=options["price_then_choose"] == "on",
            limit_after_instruction=options["limit_after_instruction"] == "on",
            known_markers=options["known_markers"] == "on",
            confirm_skip=options["confirm_skip"] == "on",
            fast=options["window"] == "fast",
            turn_cap=0 if cap == "off" else int(cap),
            first_player=options["first_player"],
            first_seat=int(options["first_seat"]) - 1,
            nefarious=NefariousSettings.read(options),
        )
