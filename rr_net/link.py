"""The messages between a room and an interface: the one seam that all transports share.

A room hands a `TableLink` to every connection. The full-screen interface calls it in the same
process; the `json` verb writes the same messages as one JSON object a line; the `text` verb words
them. Everything a message carries was built for the one player who receives it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

LINE_LIMIT = 16_384
"""The longest JSON line a client may send, in bytes."""


class LinkError(Exception):
    """A line is no message: it is not JSON, too long, or has wrong fields."""


class Message(BaseModel):
    """The base of all messages; unknown fields are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


# --- from a player ---------------------------------------------------------------------


class Enter(Message):
    """Ask to be let in: the table's invite code, and the name to be known by."""

    type: Literal["hello"] = "hello"
    code: str = Field(default="", max_length=64)
    name: str = Field(default="", max_length=64)


class Sit(Message):
    """Take a free seat, or give an own declaration (pets) anew."""

    type: Literal["sit"] = "sit"
    seat: int = Field(ge=0, lt=8)
    declare: int = Field(default=0, ge=0, le=999)


class Stand(Message):
    """Give the seat back before the deal and watch."""

    type: Literal["stand"] = "stand"


class Ready(Message):
    """Say that one is ready, or not any more; the deal begins when all are."""

    type: Literal["ready"] = "ready"
    ready: bool = True


class SetUp(Message):
    """Host: choose the game, the number of seats or table options before the deal."""

    type: Literal["setup"] = "setup"
    game: str | None = None
    seats: int | None = Field(default=None, ge=1, le=8)
    options: dict[str, str] = Field(default_factory=dict)


class Fill(Message):
    """Host: put a bot on a seat, or free it again with bot = ""."""

    type: Literal["fill"] = "fill"
    seat: int = Field(ge=0, lt=8)
    bot: Literal["", "random", "greedy"] = "greedy"


class Start(Message):
    """Host: deal now, with bots on the free seats."""

    type: Literal["start"] = "start"


class Give(Message):
    """Answer the open choice: the option's number, for the table as `number` counts it."""

    type: Literal["answer"] = "answer"
    number: int = Field(ge=0)
    option: int = Field(ge=0)


class Rearrange(Message):
    """Re-order an own hidden zone; position i then holds what was at order[i]."""

    type: Literal["arrange"] = "arrange"
    zone: str = Field(max_length=32)
    order: tuple[int, ...] = Field(max_length=64)


class Wait(Message):
    """Ask for more time in the open reaction window (RR-HID-18)."""

    type: Literal["wait"] = "wait"
    number: int = Field(ge=0)


class NeverWait(Message):
    """Set the kinds of event whose windows this seat passes unasked, "all" included (RR-HID-19)."""

    type: Literal["never_wait"] = "never_wait"
    kinds: tuple[str, ...] = Field(max_length=64)


class Say(Message):
    """Chat."""

    type: Literal["chat"] = "chat"
    text: str = Field(max_length=2000)


class Rematch(Message):
    """Ask for another game with the same people."""

    type: Literal["rematch"] = "rematch"


class Audit(Message):
    """Ask for the audit where the table opens it on request (RR-HID-08)."""

    type: Literal["audit"] = "audit"


class Leave(Message):
    """Leave the table: the seat goes to a bot or is removed, as the table option says."""

    type: Literal["leave"] = "leave"


class TakeOver(Message):
    """Say yes or no to "take over here?" when the key is connected elsewhere."""

    type: Literal["take_over"] = "take_over"
    yes: bool = True


class Host(Message):
    """Host: act on a person by name, on a seat, or on the table."""

    type: Literal["host"] = "host"
    act: Literal["approve", "kick", "ban", "bot", "remove", "pause", "resume", "end"]
    name: str = Field(default="", max_length=64)
    seat: int = Field(default=-1, ge=-1, lt=8)


class KeepProfile(Message):
    """Store this player's interface settings with the key; the host does not read them."""

    type: Literal["profile"] = "profile"
    profile: str = Field(max_length=8192)


FromPlayer = Annotated[
    Enter | Sit | Stand | Ready | SetUp | Fill | Start | Give | Rearrange | Wait | NeverWait | Say
    | Rematch | Audit | Leave | TakeOver | Host | KeepProfile,
    Field(discriminator="type"),
]  # fmt: skip


# --- from the room ---------------------------------------------------------------------


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


class SeatState(Message):
    """One seat as the lobby and the status line show it."""

    seat: int
    kind: Literal["empty", "player", "bot"]
    name: str
    ready: bool
    connected: bool
    declared: int
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
    """What a seat declares ("pets"), or ""."""
    seats: tuple[SeatState, ...]
    people: tuple[Person, ...]
    options: tuple[OptionState, ...]
    commitment: str
    notes: tuple[str, ...]
    """What everybody should know before the deal: the fairness level, that the host plays, ..."""
    paused: bool = False
    invite: str = ""
    """The invite code, for the host alone."""


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
    closes_in: float
    """Seconds left, or 0 where it closes when all have answered."""
    lasts: float
    """Its whole length in seconds so far: what a gauge is drawn against."""
    somebody_waits: bool
    mine: bool
    """This seat may answer."""
    answered: bool
    can_wait: bool


class Pending(Message):
    """What the table waits for."""

    type: Literal["pending"] = "pending"
    number: int
    ask: Ask | None = None
    waiting: tuple[int, ...] = ()
    """The seats that are waited for where that may be shown (RR-HID-12, -15)."""
    chance: str = ""
    """The label of the random event under way, or ""."""
    window: Window | None = None
    clock: float = 0
    """Seconds left on the turn clock; 0 without one."""


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


class Ended(Message):
    """How the game ended and what its verification says."""

    type: Literal["outcome"] = "outcome"
    winners: tuple[int, ...]
    reason: str
    text: str
    """Who won and how; "{0}" stands for seat 0's name."""
    verdict: str
    """The verification in one plain sentence; "" until the audit."""
    verified: bool | None
    bundle: str
    """How to fetch the bundle."""
    commitment: str


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


FromRoom = Annotated[
    Welcome | Lobby | Cards | Seen | Pending | Log | Chat | Ended | Problem | Notice | Bye,
    Field(discriminator="type"),
]

_from_player: TypeAdapter[FromPlayer] = TypeAdapter(FromPlayer)
_from_room: TypeAdapter[FromRoom] = TypeAdapter(FromRoom)


def read_line(line: bytes) -> FromPlayer:
    """The message that a client's JSON line holds. Raises LinkError."""
    if len(line) > LINE_LIMIT:
        raise LinkError(f"a line of {len(line)} bytes: expected at most {LINE_LIMIT}")
    try:
        return _from_player.validate_json(line)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "the line"
        raise LinkError(f"{place}: {first['msg']}") from None


def write_line(message: FromRoom) -> bytes:
    """A message as one JSON line."""
    return _from_room.dump_json(message) + b"\n"


Receive = Callable[[FromRoom], None]


class TableLink(Protocol):
    """One player's end of the seam; both directions are calls that never block."""

    def attach(self, receive: Receive) -> None:
        """Have every message of the room handed to `receive`, the welcome first."""

    def send(self, message: FromPlayer) -> None:
        """Hand the room a message; a refusal comes back as a Problem."""

    def close(self) -> None:
        """Hang up: a dropped line, not a Leave."""
