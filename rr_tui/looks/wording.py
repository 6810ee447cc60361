"""What the interface says: its own words, and how names are put into the room's sentences.

Player first, present tense, no full stop in log lines; a name wears its seat's colour.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from rr_net.link import Award, Chat, Lobby, LogLine, OptionState, PastGames, Person, SeatState
from rr_net.safetext import clean, whole
from rr_rules.registry import kind_words
from rr_tui.looks.spans import Row, Span

_SEAT = re.compile(r"\{(\d)\}")
LONGEST = 800
"""Characters of what the room says at once that are shown: the longest is a verdict."""
LONGEST_AWARD = 60
"""Characters of what an award is called, and of what was counted for it."""

IN_THE_FILE = "All hands, names and keys of the game are in the file."
NO_SHELF = "Files are kept at your own terminal: ssh HOST bundle, then runes replay FILE."
NOT_SHARED = "A game can be shared as soon as its cards are open."
ONLY_PUBLIC = "Before the cards are open only what everybody saw is kept"
"""What is said of files that are made of a replay."""
OF_THE_RECORD = frozenset({"commitment", "event", "freeze", "checkpoint", "shuffle"})
"""Kinds of log line about the proof and not about the play: they stand under `proof` alone."""


OF_THE_LOBBY = frozenset({"match"})
"""Kinds that text mode has read out as a note of the lobby."""


def seat_role(seat: int) -> str:
    """The role of a seat's name."""
    return f"seat{seat % 8 + 1}"


def name_of(seat: int, names: Sequence[str]) -> str:
    """Whoever sits at `seat`, or the seat's number where nobody does."""
    return names[seat] if 0 <= seat < len(names) and names[seat] else f"Seat {seat + 1}"


def told_of(person: Person) -> str:
    """A person by name; who was not let in has any name, and so never without the key's words."""
    name = clean(person.name, 32)
    return name if person.admitted else f"{name}, {outside(person)}"


def outside(person: Person) -> str:
    """How somebody stands who is not let in, with the words of the key."""
    state = "sent away before" if person.sent_away else "not let in"
    return f"{state}, {clean(person.words, 32)}"


def bot_words(seat: SeatState) -> str:
    """That a bot sits there, and how strong it is; "" for everybody else."""
    if seat.kind != "bot":
        return ""
    return f"bot, {clean(kind_words(seat.bot), 32)}" if seat.bot else "bot"


def sentence(text: str, names: Sequence[str], role: str = "text") -> Row:
    """A sentence of the room: each "{0}" becomes the name of seat 0, in its colour."""
    return _sentence(text, tuple(names), role)


# The log is the same for most who read it, and all of it comes to whoever joins.
@lru_cache(maxsize=4096)
def _sentence(text: str, names: tuple[str, ...], role: str) -> Row:
    parts = _SEAT.split(whole(text, LONGEST))
    spans: list[Span] = []
    for number, part in enumerate(parts):
        if number % 2:
            spans.append(Span(name_of(int(part), names), seat_role(int(part))))
        elif part:
            spans.append(Span(part, role))
    return tuple(spans)


def named(text: str, names: Sequence[str]) -> str:
    """A sentence of the room as plain text."""
    return "".join(span.text for span in sentence(text, names))


def log_words(line: LogLine, names: Sequence[str]) -> Row:
    """A log line as it is shown."""
    return sentence(line.text, names, "muted" if line.kind in OF_THE_RECORD else "text")


def chat_words(chat: Chat) -> Row:
    """What somebody said: the name, then the words as they are."""
    role = seat_role(chat.seat) if chat.seat >= 0 else "muted"
    return (Span(clean(chat.name, 32), role), Span(": ", "muted"), Span(clean(chat.text)))


SHORT = {
    "skip": "Skip",
    "pass": "Pass",
    "done": "Done",
    "undo": "Take it back",
}
LONGEST_LABEL = 14


def short(label: str, act: str, acts: Mapping[str, str]) -> str:
    """A label for the prompt's bar, without what it explains after a colon.

    In full it stands in the details pane. `acts` are a game's own words for acts with long labels.
    """
    first = label.partition(": ")[0]
    return first if len(first) <= LONGEST_LABEL else {**SHORT, **acts}.get(act, first)


MOST_DECLARED = 999
"""The largest number that a seat can declare."""


def came_twice(name: str) -> str:
    """What who comes with the key of somebody who is here reads: it may be somebody else's."""
    return (
        f"This is the key of {clean(name, 32)}, who is here already, in another window. Somebody "
        "else comes with a key of their own."
    )


def declared_words(lobby: Lobby, seat: SeatState) -> str:
    """What a seat has declared: one of a few things by its name, or a number."""
    is_named = seat.declared < len(lobby.declarable)
    return clean(lobby.declarable[seat.declared], 40) if is_named else str(seat.declared)


def called(option: OptionState) -> str:
    """What people call a table option."""
    return clean(option.title, 40) or option.name.replace("_", " ")


def begun(words: str) -> str:
    """Words as a sentence begins; names in them keep their capitals."""
    return words[:1].upper() + words[1:]


MOST_LISTED = 3


def award_words(award: Award) -> str:
    """Who has an award, and for what: "Green thumb: {0} (4 hexes)"."""
    title, deeds = (clean(words, LONGEST_AWARD) for words in (award.title, award.deeds))
    return f"{title}: {{{award.seat}}}{f' ({deeds})' if deeds else ''}"


def listed(names: Sequence[str]) -> str:
    """Some names in a row of words; where there are many the last are counted."""
    shown, more = names[:MOST_LISTED], len(names) - MOST_LISTED
    parts = [*shown, *([f"{more} more"] if more > 0 else [])]
    *first, last = parts or [""]
    return f"{', '.join(first)} and {last}" if first else last


def count(number: int, noun: str, nouns: str = "") -> str:
    """A number with its noun: 1 card, 2 cards; `nouns` where that has no s."""
    return f"{number} {noun}" if number == 1 else f"{number} {nouns or noun + 's'}"


def none_fits(past: PastGames) -> str:
    """What is said where there is no past game to tell."""
    if past.of and past.find:
        return f'None of {count(past.of, "past game")} fits "{clean(past.find, 200)}".'
    # An older host does not say how many there are.
    return "No past game fits." if past.find else "No past games here yet."


def by_rule(clause: str, key: str = "") -> str:
    """Which rule says so, with the key that reads it; a number alone would say nothing."""
    reads = f": [{key}]" if key else ""
    return f" (rule {clause}{reads})" if clause else ""
