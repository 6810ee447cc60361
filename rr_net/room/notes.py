"""What everybody should know before the deal, one line each."""

from __future__ import annotations

from collections.abc import Mapping

from rr_net.fairness.base.hash import short
from rr_net.fairness.base.levels import LEVELS
from rr_net.game.terms import Level
from rr_net.room.chairs import Chairs
from rr_net.room.lobby import Lobby
from rr_rules.customs import Talk

WINDOWS = {
    "sealed": "Reaction windows are sealed: each stays open for the same time whatever anybody "
    "holds, and shows only that somebody asked for more time.",
    "answered": "Reaction windows wait for everybody's answer: they show how long the slowest "
    "one thought, and nothing else.",
    "fast": "Reaction windows are fast: only players who can act are asked, so a pause shows "
    "that somebody can.",
}
TOGETHER = (
    "Fairness {level}: everybody has a hand in the luck. Before each shuffle ({shuffle:g} s) and "
    "each roll ({roll:g} s) press keys: if one of you does, nobody can choose the result, "
    "the host included."
)
ALONE = (
    "Fairness solo: the host alone chooses the randomness, and commits to it before the "
    "deal. Nothing shows that it was drawn blindly."
)
PEEKING = (
    "The host can look at hidden cards. The check after the game proves that the deck was not "
    "stacked; it cannot prove that the host did not peek."
)
ABANDONED = "This host dealt a game and never opened it: {game}"
PHRASES = "While the game is on, its players talk by set phrases."
UNRANKED = "Players are told more here than in a ranked game: the result is not ranked."
MOST_NAMED = 3
"""So many abandoned games are named one by one."""


def notes(lobby: Lobby, abandoned: tuple[str, ...]) -> tuple[str, ...]:
    """The notes for a table, whose host has left these games unopened."""
    window = WINDOWS.get(lobby.options.get("window", ""), "")
    host = _host_line(lobby.options, lobby.chairs)
    lines = (window, _level_line(lobby.fairness), PEEKING, host, *_abandoned_lines(abandoned))
    return tuple(line for line in lines if line)


def talk_notes(talk: Talk) -> tuple[str, ...]:
    """How far people may talk, where that is not as far as they like."""
    phrases = "" if talk.is_free else PHRASES
    unranked = "" if talk.is_ranked else UNRANKED
    return tuple(line for line in (phrases, talk.reminder, unranked) if line)


def _level_line(name: Level) -> str:
    level = LEVELS[name]
    if not level.has_events:
        return ALONE
    shuffle, roll = level.shuffle.milliseconds / 1000, level.roll.milliseconds / 1000
    return TOGETHER.format(level=name, shuffle=shuffle, roll=roll)


def _host_line(options: Mapping[str, str], chairs: Chairs) -> str:
    host = next((chair for chair in chairs.all if chair.owner and chair.owner.is_host), None)
    if host is not None:
        return f"The host plays, as {host.name}: the host's machine holds all cards."
    if options.get("host_seat") == "dealer_only":
        return "The host only deals and has no seat."
    return ""


def _abandoned_lines(abandoned: tuple[str, ...]) -> tuple[str, ...]:
    named = tuple(ABANDONED.format(game=short(gid)) for gid in abandoned[:MOST_NAMED])
    more = len(abandoned) - len(named)
    return (*named, f"And {more} more that it dealt and never opened.") if more else named
