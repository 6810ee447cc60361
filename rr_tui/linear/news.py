"""News: what has changed about the table, each change in one sentence."""

from __future__ import annotations

from collections.abc import Iterator

from rr_net.link import Lobby, Pending, Person, SeatState, Window
from rr_rules.registry import FOLLOWERS, kind_words
from rr_tui.client.chairs import ways_in
from rr_tui.looks.wording import count, declared_words, told_of

PHASES = {
    "lobby": "The table is open: take a seat.",
    "playing": "The cards are dealt. The game begins.",
}
"""What is said of a phase as it begins; that a game is over comes with how it ended."""
OVER = "The game is over."
WITH_RUNES = "Or, with runes, which checks the game as it is played and comes back by itself:"


def friends_words(lobby: Lobby | None) -> Iterator[str]:
    """The line for friends at the host's own table; what else is to know the notes have said."""
    ways = ways_in(lobby)
    if lobby is None or not ways:
        return
    way = next((each for each in ways if not each.is_here), ways[0])
    who = "Whoever has an account on this machine comes" if way.is_here else "Friends come"
    # On a line of its own: where words are wrapped, no address is broken.
    yield from (f"{who} by this line:", way.line)
    if lobby.invite:
        yield f"The table asks for the code {lobby.invite}."
    if not way.is_here:
        yield from (WITH_RUNES, way.with_runes)


def lobby_news(before: Lobby, now: Lobby) -> Iterator[str]:
    """What is different at the table."""
    if now.game != before.game:
        yield f"The game is now {now.game_name}."
    yield from _people(before, now)
    yield from _seats(before, now)
    yield from (note for note in now.notes if note not in before.notes)
    if now.waits != before.waits and now.waits:
        yield now.waits
    if now.paused != before.paused:
        yield "The clocks stand still." if now.paused else "The clocks run again."
    if now.phase != before.phase and now.phase in PHASES:
        yield PHASES[now.phase]


def _people(before: Lobby, now: Lobby) -> Iterator[str]:
    old = {person.name: person for person in before.people}
    new = {person.name: person for person in now.people}
    yield from (f"{told_of(person)} is gone." for name, person in old.items() if name not in new)
    for name, person in new.items():
        if name not in old:
            yield arrival(person)
        elif person.admitted and not old[name].admitted:
            yield f"{name} has been let in."
        if person.asks_for >= 0 and (name not in old or old[name].asks_for < 0):
            yield f"{name} would like the seat of {now.seats[person.asks_for].name}."


def said_bot(seat: SeatState) -> str:
    """A bot by its name, and how strong it is."""
    strength = f" ({kind_words(seat.bot)})" if seat.bot else ""
    return f"{seat.name}, a bot{strength}"


def arrival(person: Person) -> str:
    """Somebody who is here, in a sentence."""
    if person.admitted:
        return f"{person.name} is here{', the host' if person.is_host else ''}."
    key = f" Key {person.fingerprint}." if person.fingerprint else ""
    return f"At the door: {told_of(person)}.{key}"


def _seats(before: Lobby, now: Lobby) -> Iterator[str]:
    if len(now.seats) != len(before.seats):
        yield f"The table has {len(now.seats)} seats."
    for old, new in zip(before.seats, now.seats, strict=False):
        yield from seat_news(old, new, now)


def seat_news(old: SeatState, new: SeatState, lobby: Lobby) -> Iterator[str]:
    """What is different about a seat."""
    number = new.seat + 1
    if (new.kind, new.name) != (old.kind, old.name):
        yield _sitter(old, new)
    elif new.declared != old.declared:
        yield f"{new.name} declares {declared_words(lobby, new)}."
    elif new.bot != old.bot and {new.bot, old.bot} & {*FOLLOWERS}:
        yield f"{new.name} is a bot that {'follows' if new.bot in FOLLOWERS else 'leads'} now."
    if new.kind != "player":
        return
    # The deal makes everybody unready for the next one, which is no news.
    # Nor is it that whoever sits down is not ready, whose chair a bot has had.
    is_same = (new.kind, new.name) == (old.kind, old.name)
    if new.ready != old.ready and (new.ready or is_same) and lobby.phase != "playing":
        yield f"{new.name} is {'ready' if new.ready else 'not ready any more'}."
    if new.checks and not old.checks and lobby.phase != "playing":
        yield f"{new.name} plays with a client that checks."
    if old.name == new.name and new.connected != old.connected:
        yield f"{new.name} is back." if new.connected else f"{new.name} has lost the line."
    if new.grace and not old.grace:
        left = count(new.grace, "second")
        yield f"A bot takes seat {number} in {left} unless {new.name} comes back."
    if new.stand_in != old.stand_in:
        yield (
            f"A bot plays for {new.name}."
            if new.stand_in
            else f"{new.name} plays again, the bot has left."
        )


def _sitter(old: SeatState, new: SeatState) -> str:
    number = new.seat + 1
    match new.kind:
        case "empty":
            return f"{old.name} has left seat {number}: it is free."
        case "bot":
            return f"{said_bot(new)}, sits at seat {number}."
        case "player":
            return f"{new.name} sits at seat {number}."


def window_words(window: Window, about: str) -> str:
    """The open window in a sentence; "{0}" stands for seat 0's name."""
    left = count(round(window.closes_in), "second")
    seconds = left if window.closes_in else "until all have answered"
    waits = " Somebody holds." if window.somebody_holds else ""
    return f"Reaction window: {about}. Open {seconds}.{waits}"


def waiting_words(pending: Pending, me: int) -> str:
    """Whom the table waits for; "{0}" stands for seat 0's name."""
    others = [f"{{{seat}}}" for seat in pending.waiting if seat != me]
    if pending.event is not None:
        return ""
    if pending.chance:
        return "The table waits for chance."
    return f"Waiting for {' and '.join(others)}." if others else ""
