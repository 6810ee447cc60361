"""The commands: what the palette and the table's menu offer, by what this player may do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from rr_net.safetext import clean
from rr_tui.board.model import PlayerModel
from rr_tui.client.chairs import is_deserted, knocks, ways_in
from rr_tui.client.keepsakes import signed_head
from rr_tui.games.registry import idiom_of
from rr_tui.looks import keys
from rr_tui.looks.profile import Profile
from rr_tui.looks.spans import fit


class Command(NamedTuple):
    """Something that can be done at any time."""

    action: str
    """The app's action that does it."""
    words: str
    note: str = ""

    @property
    def digit(self) -> int:
        """The digit that chooses it in the menu, 0 for none: only what is always there has one."""
        return EVERYBODY.index(self) + 1 if self in EVERYBODY else 0


EVERYBODY = (
    Command("log", "Read the log", "Every line, with the rule behind it"),
    Command("chat", "Say something"),
    Command("rules", "Read the rules", "In our own words, with clause numbers"),
    Command("history", "Past games", "Who was there, what came of it, ratings"),
    Command("proof", "What is proved, what is not", "And what you can do about it"),
    Command("help", "Keys", "What every key does"),
    Command("settings", "Settings", "Colours, glyphs, motion, mouse, bell, keys"),
    Command("redraw", "Draw the screen anew"),
    Command("leave", "Leave", "Hang up, or give the seat away"),
)
WITH_A_SEAT = (
    Command("pledge", "Bind yourself to a secret", "A pledge for the next shuffle or roll"),
)
FRIENDS = (Command("screen.friends", "Invite friends", "The line to send, and for a phone"),)
SIGNED = (Command("head", "What the host has signed", "Words to compare, a code to scan"),)
WITH_WINDOWS = (
    Command("orders", "File orders…", "What your Runes do while you are not asked"),
    Command("always_hold", "Windows that you always hold", "For kinds of event, private"),
)
AT_THE_END = (
    Command("rematch", "Play again", "With the same people"),
    Command("audit", "Open the cards", "Everything hidden is shown and checked"),
)
DOORKEEPERS = (Command("people", "People", "Let in, seat them"),)
"""For players while the host has stepped away."""
STEPPING = (Command("step_away", "Step away", "A bot plays you until you are back"),)
THE_HOSTS = (
    Command("end_game", "End the game"),
    Command("people", "People", "Let in, seat them, send away"),
    Command("invite", "Invites by name", "A code for one person alone"),
    Command("seat_bot", "Give a seat to a bot"),
)


PAUSE = Command("host('pause')", "Pause the clocks")
RESUME = Command("host('resume')", "Let the clocks run again")


FASTER = Command("tempo(1)", "Events stay shorter", "On the screens of everybody")
SLOWER = Command("tempo(-1)", "Events stay longer", "Alone at last: Space shows each")
Tempo = Literal["relaxed", "normal", "brisk", "step"]


def commands(model: PlayerModel) -> tuple[Command, ...]:
    """Everything that this player can do now, besides answering."""
    phase = model.lobby.phase if model.lobby is not None else ""
    found: tuple[Command, ...] = ()
    if may_pledge(model):
        found += WITH_A_SEAT
    if phase == "playing" and model.seat >= 0 and idiom_of(model).windows:
        found += WITH_WINDOWS
    if may_set_tempo(model):
        found += (FASTER, SLOWER)
    if signed_head(model) is not None:
        found += SIGNED
    if phase == "over":
        found += AT_THE_END
    if model.is_host and model.lobby is not None and phase == "playing":
        # While nobody plays the clocks stand in any case.
        clocks = () if is_deserted(model) else (RESUME if model.lobby.paused else PAUSE,)
        found += (*clocks, *THE_HOSTS)
    if model.lobby is not None and model.lobby.doorkeeper and not model.is_host:
        found += DOORKEEPERS
    if phase == "playing" and model.seat >= 0:
        found += STEPPING
    # Before all that is always there: a running game says that it stands here.
    friends = FRIENDS if phase == "playing" and ways_in(model.lobby) else ()
    return (*_answers(model), *friends, *EVERYBODY[:-1], *found, *EVERYBODY[-1:])


def _answers(model: PlayerModel) -> Iterator[Command]:
    """What can be said to everybody who asks to be let in, or for a chair."""
    for knock in knocks(model):
        who, note = fit(clean(knock.name, 32), NAMED), f"{knock.words}."
        yes, no = (f"screen.answer_named({each}, {knock.name!r})" for each in (True, False))
        if not knock.chair:
            yield Command(yes, f"let in {who}, {knock.key}", note)
            continue
        wish = f"{who} would like {fit(knock.chair, NAMED)}'s seat"
        yield Command(yes, f"{wish}: yes", note)
        yield Command(no, f"{wish}: no", note)


NAMED = 13
"""Cells of a name in a line that must keep its last word: yes or no."""
TEMPI: tuple[Tempo, ...] = ("step", "relaxed", "normal", "brisk")
"""How long an event stays, from the longest on."""


def may_set_tempo(model: PlayerModel) -> bool:
    """Whether it is this player's to say how long events stay: the host's, or who is alone."""
    lobby = model.lobby
    return lobby is not None and lobby.phase == "playing" and (model.is_host or lobby.alone)


def pace_words(tempo: Tempo) -> str:
    """What a tempo means, in a word or two."""
    return "Step by step: Space shows each event" if tempo == "step" else f"The pace is {tempo} now"


def tempo_after(model: PlayerModel, by: int) -> Tempo | None:
    """The next tempo (or the one before), or None where there is none to choose."""
    lobby = model.lobby
    if lobby is None or not may_set_tempo(model) or lobby.tempo == "days":
        return None
    at = TEMPI.index(lobby.tempo) + by
    # Among people nobody waits for one who steps through.
    return TEMPI[at] if (0 if lobby.alone else 1) <= at < len(TEMPI) else None


def may_pledge(model: PlayerModel) -> bool:
    """Whether this player contributes to chance at this table, and by hand."""
    lobby = model.lobby
    if lobby is None or lobby.phase == "over" or lobby.fairness == "solo":
        return False
    return model.seat >= 0 and not model.is_host


def key_of(command: Command, profile: Profile) -> str:
    """The key that does the same, as this player has it."""
    action = f"app.{command.action}"
    key = next((key for key in keys.ALL if key.action == action), None)
    return "" if key is None else keys.Keys(profile.keymap).all_shown(key.id)


def matching(found: tuple[Command, ...], typed: str) -> tuple[Command, ...]:
    """The commands that have a word beginning with each word that was typed."""
    parts = typed.lower().split()
    return tuple(each for each in found if all(_has(each, part) for part in parts))


def _has(command: Command, part: str) -> bool:
    words = f"{command.words} {command.note}".lower().split()
    return any(word.startswith(part) for word in words)
