"""The table options of Runes & Regulations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rr_rules.kernel.settings import Meaning, Setting, room_settings

NEFARIOUS_SETTINGS = (
    Setting(
        "nefarious", ("off", "on"), "off", "NN-COMP-04",
        "play with the Nefarious Neighbor expansion: 3 to 8 seats, secret roles",
        title="The Nefarious Neighbor",
        means=(
            Meaning("off", "not in play", "Runes & Regulations is played without the expansion."),
            Meaning("on", "in play",
                    "Everybody has a secret Role, and one is the Nefarious Neighbor."),
        ),
    ),
    Setting(
        "allow_two_players", ("off", "on"), "off", "NN-SETUP-02",
        "whether two may play the expansion; the Henchman is left out then",
        title="Two players", needs=("nefarious", "on"),
        means=(
            Meaning("off", "not enough", "The expansion needs three players."),
            Meaning("on", "may play", "Two may play the expansion; the Henchman is left out then."),
        ),
    ),
    Setting(
        "nn_seat", ("random", "volunteer"), "random", "NN-SETUP-05",
        "who is the Nefarious Neighbor",
        title="Who is Nefarious", needs=("nefarious", "on"),
        means=(
            Meaning("random", "by luck", "Luck says who is the Nefarious Neighbor."),
            Meaning("volunteer", "a volunteer",
                    "One chair is the Nefarious Neighbor by agreement."),
        ),
    ),
    Setting(
        "volunteer_seat", ("1", "2", "3", "4", "5", "6", "7", "8"), "1", "NN-SETUP-05",
        "the seat that is the Nefarious Neighbor where nn_seat is volunteer",
        title="The volunteer", needs=("nn_seat", "volunteer"),
        means=(
            Meaning("", "chair {0}", "Whoever has chair {0} is the Nefarious Neighbor."),
        ),
    ),
    Setting(
        "allow_role_reveal", ("no", "yes"), "no", "NN-ROLE-05",
        "whether a player may show the own role before the end",
        title="Showing a Role", needs=("nefarious", "on"),
        means=(
            Meaning("no", "never", "Roles stay face down until somebody wins by one."),
            Meaning("yes", "allowed",
                    "Who likes may show the own Role during their Cast or Summon phase."),
        ),
    ),
    Setting(
        "nn_beast_win", ("immediate", "end_of_nn_turn"), "immediate",
        "NN-ROLE-NEFARIOUS-TIMING", "when five Corrupted Beasts win",
        title="Five Beasts win", needs=("nefarious", "on"),
        means=(
            Meaning("immediate", "at once",
                    "The fifth Corrupted Beast wins as soon as its chain is over."),
            Meaning("end_of_nn_turn", "at the turn's end",
                    "Five Corrupted Beasts win when the Nefarious Neighbor's turn ends."),
        ),
    ),
    Setting(
        "humane_hexed_counts", ("yes", "no"), "yes", "NN-ROLE-HUMANE-SORCERER-02",
        "whether a Hexed dog or cat counts for the Humane Sorcerer",
        title="Hexed pets", needs=("nefarious", "on"),
        means=(
            Meaning("yes", "count", "A Hexed dog or cat counts for the Humane Sorcerer."),
            Meaning("no", "do not count",
                    "The dog or cat of the Humane Sorcerer must be Mythical."),
        ),
    ),
    Setting(
        "regulation_scope", ("actor_and_object", "actor_only"), "actor_and_object",
        "NN-EX-04", "whether Regulations also leave the Nefarious Neighbor's things alone",
        title="Regulations spare", needs=("nefarious", "on"),
        means=(
            Meaning("actor_and_object", "it and its things",
                    "Regulations leave out the Nefarious Neighbor and all that is its own."),
            Meaning("actor_only", "its doings alone",
                    "Regulations leave out what the Nefarious Neighbor does, but not its things."),
        ),
    ),
    Setting(
        "nn_summoning_limit", ("on", "off"), "on", "NN-EX-07",
        "whether the Summoning Limit binds the Nefarious Neighbor",
        title="Its Summoning Limit", needs=("nefarious", "on"),
        means=(
            Meaning("on", "holds",
                    "The Summoning Limit binds the Nefarious Neighbor, Beasts not counted."),
            Meaning("off", "none", "The Nefarious Neighbor has no Summoning Limit."),
        ),
    ),
    Setting(
        "runout_deadline", ("drawers_turn", "current_turn"), "drawers_turn", "NN-OUT-03",
        "whose turn's end is the last chance when the Main deck runs out",
        title="When the deck is out", needs=("nefarious", "on"),
        means=(
            Meaning("drawers_turn", "the taker's next turn",
                    "The last chance is the end of the next turn of whoever took the last card."),
            Meaning("current_turn", "this turn",
                    "The last chance is the end of the turn that is being played."),
        ),
    ),
    Setting(
        "mastery", ("off", "on"), "off", "NN-MAST-02",
        "whether Creatures have their effects on the Nefarious Neighbor's Lawn",
        title="Mastery", needs=("nefarious", "on"),
        means=(
            Meaning("off", "off", "Creatures have no effects on the Nefarious Neighbor's Lawn."),
            Meaning("on", "on",
                    "Creatures have their effects on the Nefarious Neighbor's Lawn, too."),
        ),
    ),
    Setting(
        "mastery_curse_as_spell", ("no", "yes"), "no", "NN-MAST-05",
        "whether an effect that casts a Spell lets the Nefarious Neighbor cast a Curse",
        title="Curses as Spells", needs=("mastery", "on"),
        means=(
            Meaning("no", "no",
                    "An effect that casts a Spell casts nothing for the Nefarious Neighbor."),
            Meaning("yes", "yes",
                    "An effect that casts a Spell lets the Nefarious Neighbor cast a Curse."),
        ),
    ),
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
    "hints": "RR-TABLE-10",
    "luck": "RR-HID-09",
}
"""By what a room settles or reports, the rule that it is about."""

SETTINGS = (
    Setting(
        "deck_check", ("base", "custom"), "base", "RR-COMP-01",
        "whether the card file must have the base box's counts",
        title="The cards",
        means=(
            Meaning("base", "as in the box",
                    "A card file must have as many cards of each kind as the box."),
            Meaning("custom", "any number",
                    "A card file may have as many cards of each kind as it likes."),
        ),
    ),
    Setting(
        "max_seats", ("4",), "4", "RR-COMP-03",
        "more seats, with a custom card file only", 2, 8, whole=True,
        title="Most seats", group="table",
        means=(
            Meaning("", "{0}", "Up to {0} may play; more than 4 need a card file of their own."),
        ),
    ),
    Setting(
        "event_choices", ("open", "sealed"), "open", "RR-EVENT-01",
        "whether the choices of an Event are shown one by one or together",
        title="Choices of an Event",
        means=(
            Meaning("open", "open",
                    "What is chosen for an Event is seen one by one, the turn player first."),
            Meaning("sealed", "sealed",
                    "What is chosen for an Event stays covered until everybody has chosen."),
        ),
    ),
    Setting(
        "limit_after_instruction", ("off", "on"), "off", "RR-HLIM-02",
        "whether DRAW 2 checks the hand limit once, after its last DRAW",
        title="Hand limit",
        means=(
            Meaning("off", "after each DRAW",
                    "The hand limit is looked at after every single DRAW."),
            Meaning("on", "after the last DRAW",
                    "The hand limit is looked at once, after the last DRAW of an instruction."),
        ),
    ),
    Setting(
        "turn_cap", ("off",), "off", "RR-WIN-04",
        "the number of turns after which most Mythical Creatures win",
        1, 10_000, whole=True,
        title="Longest game",
        means=(
            Meaning("off", "no end set", "The game goes on until somebody wins it."),
            Meaning("", "{0} turns", "After {0} turns whoever has most Mythical Creatures wins."),
        ),
    ),
    Setting(
        "target_choices", ("open", "sealed"), "open", "RR-CHAIN-03",
        "whether the targets of a link are shown one by one or together",
        title="Choices of targets",
        means=(
            Meaning("open", "open", "Targets are named one by one before everybody."),
            Meaning("sealed", "sealed", "Targets stay covered until everybody has named theirs."),
        ),
    ),
    Setting(
        "targets", ("link", "in_turn"), "link", "RR-CHAIN-10",
        "whether all targets of a link come first, or each player's in their turn",
        title="Naming targets",
        means=(
            Meaning("link", "all first",
                    "All targets of a link are named before any of it happens."),
            Meaning("in_turn", "one at a time",
                    "Players name their targets only when they are up."),
        ),
    ),
    Setting(
        "price_then_choose", ("off", "on"), "off", "RR-EDGE-02",
        "whether a price is paid before the targets are chosen",
        title="Paying a price",
        means=(
            Meaning("off", "after choosing", "Targets are chosen first, then the price is paid."),
            Meaning("on", "before choosing",
                    "The price is paid first, so what was paid can be chosen."),
        ),
    ),
    Setting(
        "known_markers", ("off", "on"), "off", "RR-HID-03",
        "whether the view marks cards everybody saw going into a hand",
        title="Cards all have seen",
        means=(
            Meaning("off", "not marked",
                    "What everybody saw going into a hand is left to your memory."),
            Meaning("on", "marked", "What everybody saw going into a hand is marked there."),
        ),
    ),
    *NEFARIOUS_SETTINGS,
    Setting(
        "first_player", ("pets", "random", "host"), "pets", "RR-SETUP-09",
        "who takes the first turn",
        title="Who begins",
        means=(
            Meaning("pets", "most pets",
                    "Whoever has most pets begins; luck decides between equals."),
            Meaning("random", "by luck", "Luck decides who begins."),
            Meaning("host", "one chair", "The host says which chair begins."),
        ),
    ),
    Setting(
        "first_seat", ("1", "2", "3", "4", "5", "6", "7", "8"), "1", "RR-SETUP-09",
        "the seat the host picks where first_player is host, counted from 1",
        title="It begins", needs=("first_player", "host"),
        means=(
            Meaning("", "chair {0}", "Whoever has chair {0} takes the first turn."),
        ),
    ),
    Setting(
        "confirm_skip", ("off", "on"), "off", "RR-TURN-07",
        "ask before a phase is skipped",
        title="Skipping a phase", group="pace",
        means=(
            Meaning("off", "at once", "A phase is skipped as soon as you say so."),
            Meaning("on", "asks again", "The table asks again before a phase is skipped."),
        ),
    ),
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
