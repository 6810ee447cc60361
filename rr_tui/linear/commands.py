"""The words that can be typed at any time, and what each of them sends or tells."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import TypeVar

from rr_net.link import (
    AlwaysHold,
    AskHistory,
    Audit,
    Enter,
    Fill,
    FromPlayer,
    Host,
    OptionState,
    PhraseOffered,
    Pledge,
    Rearrange,
    Say,
    SetUp,
    StepAway,
    TakeBackOrders,
)
from rr_tui.board.model import PlayerModel
from rr_tui.client.chairs import unseated
from rr_tui.client.contributing import NO_HASH, hash_in
from rr_tui.client.hints import NOT_IN_WINDOWS
from rr_tui.client.orders import BadOrders, spoken, typed_kinds, typed_orders
from rr_tui.games.registry import idiom_of
from rr_tui.linear.lessons import LEARNING
from rr_tui.looks.wording import called

T = TypeVar("T")

ANSWERING = (
    "Enter alone: the question again",
    "a number or the letter before a choice: choose it",
)
LAYING = (
    "0,-2: a square; 1 0,-2 90: a choice, its square and its turn in one line; b: a step back",
)
READING = (
    "v: the table in words",
    "l, or l 20: the last lines of the log",
    "hint: what a bot would do in your place, and why",
    "i NAME: what a card says; i NUMBER: what a choice is about, and what it would do",
    "r RULE: a clause of the rules, by its number as the log tells it",
    "how: how this game is played, in two pages",
    "tips off, tips on: whether what is new to you is explained",
    "/ WORDS: search in rules, words, cards and the log; n: the next place",
    "g WORD: what a word of the game means",
    "c TEXT: say something to everybody; c alone: what can be said where phrases are used",
)
ANYBODY = (
    "audit: open and verify; during a game all players must ask, and it is broken off",
    "give WORDS: what the next shuffle or roll gets from you",
    "pledge: bind yourself to a secret for the next shuffle or roll",
    "replay: the game that is over, step by step",
    "proof: what is proved, and the words and numbers that prove it",
    "history, or history WORDS: your past games here, and what they come to",
    "past 2: the second of them; past 2 replay, past 2 check, past 2 copy; past forget me",
    "h: who is here, the seats and the table's options",
    "g: the games, the kinds of bot and what each option may be",
    "a NAME: be called NAME from now on",
    "away: a bot plays for you until you say that you play again",
    "q: leave",
)
HOSTS = (
    "approve KEY: let in whoever has that key, said whole or in its two words",
    "kick NAME, ban NAME: a person, by name who was let in, by KEY anybody",
    "invite NAME, or invite NAME 3d: a code for one person; revoke NAME: take it back",
    "seat NAME, refuse NAME: who asks for a seat",
    "bot SEAT, free SEAT, remove SEAT: a seat; bot also takes over for a player",
    "game NAME, seats N, option NAME VALUE, preset NAME, bot SEAT KIND: before the deal",
    "pause, resume, end: the clocks and the game",
)


def help_lines(model: PlayerModel) -> Iterator[str]:
    """Everything that can be typed."""
    idiom = idiom_of(model)
    yield "You can type:"
    yield from ANSWERING
    yield from LAYING if idiom.lays else ()
    yield from READING
    yield from _window_lines(idiom.windows)
    if idiom.arranged:
        orders = ", or ".join(f"order {zone} 3 1 2" for zone in idiom.arranged)
        yield f"{orders}: put them in that order"
    yield LEARNING
    yield from ANYBODY
    if model.is_host:
        yield "As the host also:"
        yield from HOSTS


def _window_lines(kinds: Collection[str]) -> Iterator[str]:
    if not kinds:
        return
    yield f"{NOT_IN_WINDOWS}."
    yield "w: hold a reaction window open, or beforehand the next one"
    yield "f use RUNE on KINDS by NAMES: file orders, and not be asked until your next turn"
    yield "f none: use none; f back: be asked again; f alone: what is filed"
    yield f"x KINDS: events whose windows you always hold, of {', '.join(map(spoken, kinds))}"
    yield "x all: you hold every window; x alone: none"


class NotUnderstood(ValueError):
    """A line is no command, or lacks a part."""


BY_PHRASES = "This table talks by set phrases: c lists them, c NUMBER says one."


class PhrasesHeard:
    """Knows which phrases were read out: a number means the phrase that was heard with it."""

    def __init__(self) -> None:
        self._listed: tuple[PhraseOffered, ...] = ()

    def lines(self, model: PlayerModel) -> Iterator[str]:
        """How one may talk now; "{0}" stands for seat 0's name."""
        phrases = model.phrases
        if phrases is None:
            yield "Say what? Like this: c TEXT"
            if model.reminder:
                yield f"{model.reminder}."
            return
        self._listed = phrases
        yield "You can say, with c and the number:" if phrases else "Nothing can be said now."
        for number, phrase in enumerate(phrases, 1):
            yield f"c {number}: {phrase.text}"

    def message(self, model: PlayerModel, text: str) -> Say | None:
        """What a typed line says; None where it is no phrase of a table that talks by phrases."""
        phrases = model.phrases
        if phrases is None:
            return Say(text=text)
        listed = self._listed or phrases
        if text.isascii() and text.isdecimal() and 1 <= int(text) <= len(listed):
            return Say(phrase=listed[int(text) - 1].id)
        return None


def message_of(word: str, rest: str, model: PlayerModel) -> FromPlayer:
    """The message that a command stands for. Raises NotUnderstood."""
    match word:
        case "a" if rest:
            return Enter(name=rest[:64])
        case "away" if not rest:
            return StepAway()
        case "history":
            return AskHistory(find=rest[:200])
        case "audit" if not rest:
            return Audit()
        case "pledge":
            return _pledge(rest)
        case "f" if rest:
            is_back = rest.casefold() == "back"
            return TakeBackOrders() if is_back else _typed(typed_orders, rest, model)
        case "order":
            return _in_order(rest.split(), idiom_of(model).arranged)
        case "x":
            return AlwaysHold(kinds=_typed(typed_kinds, rest, model))
    if model.is_host and (message := _hosts_message(word, rest, model)) is not None:
        return message
    raise NotUnderstood(f"{word!r} is nothing that can be typed here: ? lists what can")


def _pledge(rest: str) -> Pledge:
    found = hash_in(rest)
    if not found:
        raise NotUnderstood(f"pledge what? {NO_HASH}")
    return Pledge(hash=found)


def _typed(reads: Callable[[str, PlayerModel], T], rest: str, model: PlayerModel) -> T:
    try:
        return reads(rest, model)
    except BadOrders as error:
        raise NotUnderstood(str(error)) from None


def _in_order(parts: list[str], zones: Collection[str]) -> Rearrange:
    zone, *places = parts or [""]
    if zone not in zones or not places:
        raise NotUnderstood("order what, and how? Like this: order hand 3 1 2")
    order = tuple(_number(place, 64) - 1 for place in places)
    if sorted(order) != list(range(len(order))):
        raise NotUnderstood(f"each of 1 to {len(order)} once, please")
    return Rearrange(zone=zone, order=order)


def _invitation(rest: str) -> Host:
    """An invite for a name, and for how long, if that is said."""
    name, _, span = rest.partition(" ")
    if not span:
        return Host(act="invite", name=name[:64])
    number, unit = span.strip()[:-1], span.strip()[-1:].lower()
    if unit not in HOURS or not (number.isascii() and number.isdecimal()):
        raise NotUnderstood(f"{span!r} is no time: type a number and h, d or w, as in 3h or 7d")
    hours = min(max(int(number[:5]) * HOURS[unit], 1), LONGEST_HOURS)
    return Host(act="invite", name=name[:64], hours=hours)


HOURS = {"h": 1, "d": 24, "w": 168}
LONGEST_HOURS = 366 * 24


def _hosts_message(word: str, rest: str, model: PlayerModel) -> FromPlayer | None:
    people = model.lobby.people if model.lobby is not None else ()
    match word:
        case "approve" if rest:
            return Host(act="approve", key=rest[:80])
        case "kick" | "ban" if rest:
            is_name = any(p.admitted and p.name.casefold() == rest.casefold() for p in people)
            return Host(act=word, name=rest[:64]) if is_name else Host(act=word, key=rest[:80])
        case "seat" | "refuse" | "revoke" if rest:
            return Host(act=word, name=rest[:64])
        case "invite" if rest:
            return _invitation(rest)
        case "pause" | "resume" | "end":
            return Host(act=word)
        case "remove":
            return Host(act="remove", seat=_seat(rest, model))
        case "bot" if model.lobby is not None and model.lobby.phase == "lobby":
            seat, _, kind = rest.partition(" ")
            number = _seat(seat, model)
            return Fill(seat=number, bot=kind.strip()[:16]) if kind else Fill(seat=number)
        case "bot":
            return Host(act="bot", seat=_seat(rest, model))
        case "free":
            return Fill(seat=_seat(rest, model), bot="")
    return _set_up(word, rest, model)


def _set_up(word: str, rest: str, model: PlayerModel) -> SetUp | None:
    match word:
        case "game" if rest:
            return SetUp(game=rest[:64])
        case "seats":
            return SetUp(seats=_number(rest, 8))
        case "option" if rest:
            return _option(rest, model)
        case "preset" if rest:
            return SetUp(preset=_preset(rest, model))
    return None


def who_loses(message: FromPlayer, model: PlayerModel) -> str:
    """Who would have no seat any more, in words; "" where everybody keeps one."""
    if model.lobby is None or not isinstance(message, SetUp) or message.seats is None:
        return ""
    losing = unseated(model.lobby, message.seats)
    return f"{' and '.join(losing)} would only watch." if losing else ""


def _option(rest: str, model: PlayerModel) -> SetUp:
    """An option by its title and a value by its word, or both by their names for programs."""
    wish = rest.casefold()
    for option in model.lobby.options if model.lobby else ():
        for name in (called(option), option.name):
            if wish.startswith(f"{name.casefold()} "):
                return SetUp(options={option.name: _value(rest[len(name) :].strip(), option)})
    name, _, value = rest.partition(" ")
    if not value:
        raise NotUnderstood("type option, its name and the value; g lists them all")
    return SetUp(options={name: value.strip()})


def _value(words: str, option: OptionState) -> str:
    found = [each.value for each in option.meanings if each.word.casefold() == words.casefold()]
    return found[0] if found else words


def _preset(words: str, model: PlayerModel) -> str:
    every = model.lobby.presets if model.lobby else ()
    found = [each.id for each in every if words.casefold() in {each.id, each.title.casefold()}]
    if not found:
        titles = ", ".join(each.title for each in every) or "none here"
        raise NotUnderstood(f"there is no preset {words!r}: there is {titles}")
    return found[0]


def _seat(text: str, model: PlayerModel) -> int:
    return _number(text, len(model.lobby.seats) if model.lobby else 8) - 1


def _number(text: str, most: int) -> int:
    if text.isascii() and text.isdecimal() and 1 <= int(text) <= most:
        return int(text)
    raise NotUnderstood(f"{text!r} is no number from 1 to {most}")
