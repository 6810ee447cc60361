"""The table options of Rune (catalogue, section 13)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rr_rules.kernel.settings import Meaning, Setting, room_settings

NOT_HERE = {"window", "window_seconds", "wait_seconds"}
"""Options of the room that say nothing here: there are no reaction windows."""

SETTINGS = (
    Setting(
        "grand_master", ("off", "on"), "off", "RN-COMP-03",
        "whether each player has a token that changes the colour of a rune",
        title="Grand Master",
        means=(
            Meaning("off", "off", "The game is played without tokens."),
            Meaning("on", "on", "Each player has a token that changes the colour of a rune."),
        ),
    ),
    Setting(
        "connect", ("no_mixed_area", "also_forbid_joining_two_opponent_areas"),
        "no_mixed_area", "RN-PLACE-13", "which areas a card may not join",
        title="Joining areas",
        means=(
            Meaning("no_mixed_area", "never of both",
                    "No card may make one area out of areas of both players."),
            Meaning("also_forbid_joining_two_opponent_areas", "nor two of theirs",
                    "Nor may you join two areas of your opponent."),
        ),
    ),
    Setting(
        "full_cover", ("same_footprint", "vanish"), "same_footprint", "RN-PLACE-10",
        "whether a card may disappear under several others",
        title="Covering a card",
        means=(
            Meaning("same_footprint", "not by one alone",
                    "A card may not lie on exactly the six cells of another one."),
            Meaning("vanish", "never wholly",
                    "No card may lose the last rune that can be seen of it."),
        ),
    ),
    Setting(
        "own_area_master", ("allowed", "forbidden"), "allowed", "RN-MASTER-03",
        "whether a second master may be placed in an own area",
        title="A second master",
        means=(
            Meaning("allowed", "allowed",
                    "You may place a master in an area that you control already."),
            Meaning("forbidden", "not allowed",
                    "You may not place a master in an area that you control already."),
        ),
    ),
    Setting(
        "token_anchor", ("just_placed", "any_own"), "just_placed", "RN-GM-04",
        "which master a token must lie next to",
        title="A token lies by", needs=("grand_master", "on"),
        means=(
            Meaning("just_placed", "this turn's master",
                    "A token lies next to the master that you have placed this turn."),
            Meaning("any_own", "any own master", "A token lies next to any master of yours."),
        ),
    ),
    Setting(
        "tie_break", ("draw", "most_red_runes", "second_player"), "draw", "RN-SCORE-05",
        "who wins with equal points",
        title="Equal points",
        means=(
            Meaning("draw", "a draw", "Equal points are a draw."),
            Meaning("most_red_runes", "most red runes",
                    "With equal points whoever controls more red runes wins."),
            Meaning("second_player", "who went second",
                    "With equal points the player who did not begin wins."),
        ),
    ),
    Setting(
        "match", ("pair_swapped", "single"), "pair_swapped", "RN-SETUP-04",
        "two games in which either player begins once, or one",
        title="A match",
        means=(
            Meaning("pair_swapped", "two games",
                    "Two games are played, each player begins one, and the points are added."),
            Meaning("single", "one game", "A single game is played."),
        ),
    ),
    Setting(
        "first_seat", ("random", "1", "2"), "random", "RN-SETUP-04",
        "who begins: the second game of a pair names the seat",
        title="Who begins",
        means=(
            Meaning("random", "by luck", "Luck decides who begins."),
            Meaning("", "chair {0}", "Whoever has chair {0} begins."),
        ),
    ),
    Setting(
        "card_set", ("project16", "custom"), "project16", "RN-CARD-03",
        "our own sixteen cards, or those of a card file",
        title="The cards",
        means=(
            Meaning("project16", "our own", "Our own sixteen cards are played."),
            Meaning("custom", "a card file's", "The sixteen cards of a card file are played."),
        ),
    ),
    Setting(
        "undo", ("within_turn", "off"), "within_turn", "RN-TURN-06",
        "whether a card can be taken back until the turn's second phase is done",
        title="Taking back",
        means=(
            Meaning("within_turn", "within the turn",
                    "A card can be taken back, unseen, until the turn's second phase is done."),
            Meaning("off", "never", "A laid card is seen at once and stays."),
        ),
    ),
    Setting(
        "open_hands", ("off", "on"), "off", "RN-INFO-01",
        "whether everybody sees all hands, for teaching",
        title="Hands",
        means=(
            Meaning("off", "hidden", "Nobody sees the hand of another player."),
            Meaning("on", "open", "Everybody sees all hands, for teaching."),
        ),
    ),
    Setting(
        "memory_aids", ("on", "off"), "on", "RN-INFO-02",
        "whether the cards that have not been seen yet are listed",
        title="Unseen cards",
        means=(
            Meaning("on", "listed", "The cards that have not been seen yet are listed."),
            Meaning("off", "not listed",
                    "Which cards have not been seen yet is left to your memory."),
        ),
    ),
    *room_settings(NOT_HERE, {"leaver": "RN-COMP-04"}),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class RuneSettings:
    """The options that the rules look at, read once."""

    tokens: bool
    joins: bool
    """Two areas of the opponent may be joined."""
    vanish: bool
    """No card may lose its last visible rune."""
    own_areas: bool
    any_master: bool
    """A token may lie next to any own master, not just to the one placed now."""
    tie_break: str
    undo: bool
    open_hands: bool
    memory_aids: bool

    @classmethod
    def read(cls, options: Mapping[str, str]) -> RuneSettings:
        """From settled options."""
        return cls(
            tokens=options["grand_master"] == "on",
            joins=options["connect"] == "no_mixed_area",
            vanish=options["full_cover"] == "vanish",
            own_areas=options["own_area_master"] == "allowed",
            any_master=options["token_anchor"] == "any_own",  # noqa: S105 - a token of the game
            tie_break=options["tie_break"],
            undo=options["undo"] == "within_turn",
            open_hands=options["open_hands"] == "on",
            memory_aids=options["memory_aids"] == "on",
        )


def return_game(options: Mapping[str, str], starter: int) -> dict[str, str]:
    """The options of the second game of a swapped pair, begun by the other seat."""
    return {**options, "first_seat": str(2 - starter)}
