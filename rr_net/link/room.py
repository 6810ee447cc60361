"""The messages from a room to one player, each built for that player alone."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rr_net.link.player import Message


class Welcome(Message):
    """The first message: where one is, as whom, and what has been committed to."""

    type: Literal["hello"] = "hello"
    version: str
    table: str
    """The table's name."""
    name: str
    fingerprint: str
    is_host: bool
    admitted: bool
    """False until the invite code or the host's nod lets this key in."""
    tries_left: int
    commitment: str
    """The commitment to the open game, hex; "" before there is one."""
    games: tuple[tuple[str, str], ...]
    """(id, name) of every game."""
    profile: str
    """What KeepProfile stored; "" for a new key."""
    never_wait: tuple[str, ...] = ()
    """What NeverWait set, in alphabetical order."""
    elsewhere: bool = False
    """This key has another interface open: the room waits for TakeOver."""


class OptionState(Message):
    """One table option with its value."""

    name: str
    value: str
    values: tuple[str, ...]
    default: str
    clause: str
    help: str


class OptionPointedAt(Message):
    """One thing to choose, with words for it."""

    id: str
    text: str


class SeatState(Message):
    """One seat as the lobby and the status line show it."""

    seat: int
    kind: Literal["empty", "player", "bot"]
    name: str
    bot: str = ""
    """The kind of bot that has the seat, or ""."""
    ready: bool
    connected: bool
    declared: int
    may_declare: tuple[int, ...] = ()
    """What this seat may declare now, by its number in `Lobby.declarable`."""
    grace: int = 0
    """Seconds until a bot takes a dropped seat; 0 where none counts down."""
    stand_in: bool = False
    """A bot plays for the person whose seat it is."""


class Person(Message):
    """Somebody who is connected."""

    name: str
    seat: int
    """-1 for a spectator."""
    is_host: bool
    admitted: bool
    fingerprint: str = ""
    """Shown to the host alone."""


class Lobby(Message):
    """The table around the game: sent whole whenever something of it changes."""

    type: Literal["lobby"] = "lobby"
    phase: Literal["lobby", "playing", "over"]
    game: str
    game_name: str
    declaration: str
    """What a seat declares ("pets", "masters"), or ""."""
    declarable: tuple[str, ...] = ()
    """The words for what a seat may declare, by number; empty where it declares any number."""
    fewest: int = 1
    most: int = 8
    """For so many seats the game is, with these options."""
    bots: tuple[OptionPointedAt, ...] = ()
    """The kinds of bot for this game, the weakest first, with a word on each."""
    best: str = ""
    """The kind that sits down where none is named."""
    seats: tuple[SeatState, ...]
    people: tuple[Person, ...]
    options: tuple[OptionState, ...]
    commitment: str
    fairness: Literal["table", "strict", "solo"] = "solo"
    """The level: how much everybody has a hand in the luck."""
    notes: tuple[str, ...]
    """What everybody should know before the deal: the fairness level, that the host plays, ..."""
    paused: bool = False
    invite: str = ""
    """The invite code, for the host alone."""
    free_chat: bool = True
    """False while a game is on whose players talk by phrases (RG-COMM-05)."""
    reminder: str = ""
    """What to show beside the chat while a game is on, or ""."""


class CardText(Message):
    """What a face says; views and options name faces by id."""

    id: str
    name: str
    kind: str
    letter: str
    text: str
    flavour: str
    copies: int
    origin: str


class Cards(Message):
    """Every face of the game, once after the deal and once to whoever joins later."""

    type: Literal["cards"] = "cards"
    game: str
    cards: tuple[CardText, ...]


class Seen(Message):
    """The table as this player sees it: the game's own frozen view."""

    type: Literal["view"] = "view"
    number: int
    game: str
    view: object


class AskOption(Message):
    """One legal action."""

    option: int
    act: str
    zone: str
    seat: int
    at: int
    order: tuple[int, ...]
    label: str


class Ask(Message):
    """The choice that is open for this player."""

    verb: str
    prompt: str
    source: str
    """The face whose text asks, or ""."""
    options: tuple[AskOption, ...]


class Window(Message):
    """The open reaction window, the same for everybody but for `mine` and `answered`."""

    about: str
    """The event that opened it, worded; "{0}" stands for seat 0's name."""
    kind: str = ""
    """The kind of that event, for NeverWait."""
    closes_in: float
    """Seconds left, or 0 where it closes when all have answered."""
    lasts: float
    """Its whole length in seconds so far: what a gauge is drawn against."""
    somebody_waits: bool
    mine: bool
    """This seat may answer."""
    answered: bool
    can_wait: bool


How = Literal["keys", "pledge", "chain", "watch"]
"""How a seat gives to a random event: by keys, by opening its pledge, by itself, or not at all."""


class RandomEvent(Message):
    """The open random event: the same for everybody but for `how` and `mine`."""

    number: int
    kind: Literal["shuffle", "roll"]
    labels: tuple[str, ...]
    """The piles that are shuffled, or what is rolled."""
    stage: Literal["contribute", "slow"]
    """People contribute; then what they gave is frozen and the slow hash runs."""
    closes_in: float
    """Seconds left of this stage; of the slow hash, about."""
    lasts: float
    """Its whole length in seconds: what a gauge is drawn against."""
    how: How
    """How this seat contributes."""
    mine: str
    """What this seat has given so far."""
    given: tuple[int, ...]
    """The seats that have given something."""
    seed_text: str
    """What a seat signs that contributes a signature, namespace rr1-seed."""
    digest: str = ""
    """The hash of all contributions, hex, once they are frozen."""


class PhraseOffered(Message):
    """Something a seat may say now: the fact it names is filled in from what everybody sees."""

    id: str
    text: str
    """ "{0}" stands for seat 0's name."""


class Pending(Message):
    """What the table waits for."""

    type: Literal["pending"] = "pending"
    number: int
    ask: Ask | None = None
    waiting: tuple[int, ...] = ()
    """The seats that are waited for where that may be shown (RR-HID-12, -15)."""
    chance: str = ""
    """The label of the random event under way, or ""."""
    event: RandomEvent | None = None
    """That event while it can be contributed to or its slow hash runs; None at the level solo."""
    window: Window | None = None
    clock: float = 0
    """Seconds left on the turn clock; 0 without one."""
    phrases: tuple[PhraseOffered, ...] = ()
    """What this seat may say by `Say.phrase` now."""


class LogLine(Message):
    """One event in words."""

    n: int
    """Its number in the log, from 0."""
    kind: str
    text: str
    """ "{0}" stands for seat 0's name."""
    clause: str
    event: dict[str, object]
    """The event as this player may see it."""


class Log(Message):
    """New log lines; after joining, all so far."""

    type: Literal["events"] = "events"
    lines: tuple[LogLine, ...]


class Chat(Message):
    """Somebody said something."""

    type: Literal["chat"] = "chat"
    name: str
    seat: int
    text: str
    phrase: str = ""
    """The id of the phrase it is; "" for free words."""


class Ended(Message):
    """How the game ended and what its verification says."""

    type: Literal["outcome"] = "outcome"
    winners: tuple[int, ...]
    reason: str
    text: str
    """Who won and how; "{0}" stands for seat 0's name."""
    together: str = ""
    """What this game and the one before come to, in the same way; mostly ""."""
    verdict: str
    """The verification in one plain sentence; "" until the audit."""
    verified: bool | None
    bundle: str
    """How to fetch the bundle."""
    commitment: str
    size: int = 0
    """How many rows the host has signed; 0 without a signature."""
    head: str = ""
    """The hash of the last of them, hex."""
    words: tuple[str, ...] = ()
    """That hash in twelve words: read them to each other."""
    roles: tuple[str, ...] = ()
    """Each seat's secret role, as a face; empty until the audit, and in games without roles."""
    unused_roles: tuple[str, ...] = ()
    """The roles that nobody had, likewise."""


class Problem(Message):
    """Something this player sent was refused; nothing changed."""

    type: Literal["error"] = "error"
    code: str
    """One snake_case word."""
    text: str


class Notice(Message):
    """A sentence for this player alone."""

    type: Literal["notice"] = "notice"
    text: str


class Bye(Message):
    """The last message: why the connection ends, and what to keep."""

    type: Literal["bye"] = "bye"
    text: str
    commitment: str
    receipt: tuple[str, ...] = ()
    """Lines for the normal screen: the last checkpoint, and what this seat contributed."""


FromRoom = Annotated[
    Welcome | Lobby | Cards | Seen | Pending | Log | Chat | Ended | Problem | Notice | Bye,
    Field(discriminator="type"),
]
