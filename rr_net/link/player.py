"""The messages from a player to a room."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field


class Message(BaseModel):
    """The base of all messages; unknown fields are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Enter(Message):
    """Ask to be let in: the table's invite code, and the name to be known by."""

    type: Literal["hello"] = "hello"
    code: str = Field(default="", max_length=64)
    name: str = Field(default="", max_length=64)


class Sit(Message):
    """Take a free seat, or give an own declaration (pets, a colour) anew."""

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
    """Host: put a bot of a kind that `Lobby.bots` offers on a seat, or free it with bot = ""."""

    type: Literal["fill"] = "fill"
    seat: int = Field(ge=0, lt=8)
    bot: str = Field(default="best", max_length=16)
    """"best" is the strongest that suits the game."""


class Start(Message):
    """Host: deal now, with bots on the free seats."""

    type: Literal["start"] = "start"


class Give(Message):
    """Answer the open choice: the option's number, for the table as `number` counts it."""

    type: Literal["answer"] = "answer"
    number: int = Field(ge=0)
    option: int = Field(ge=0)
    done: bool = True
    """False while picking in a sealed window: it may be changed, and counts if the window closes
    before another answer (RR-HID-17)."""


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


class Contribute(Message):
    """Give something to the open random event: keys as they are pressed, or one whole value."""

    type: Literal["contribute"] = "contribute"
    event: int = Field(ge=1)
    keys: str = Field(default="", max_length=128)
    """More keys, appended to those that came before; only U+0021 to U+007E count."""
    opening: str = Field(default="", max_length=128)
    """What opens this seat's pledge."""
    signature: str = Field(default="", max_length=4096)
    """An SSHSIG by this seat's key over the event's seed text, armoured or in base64."""


class Pledge(Message):
    """Bind this seat to what it will give to the next random event: a SHA-256 of it, hex."""

    type: Literal["pledge"] = "pledge"
    hash: str = Field(pattern=r"^[0-9a-f]{64}$")


class Say(Message):
    """Chat, or one of the phrases that `Pending.phrases` offers."""

    type: Literal["chat"] = "chat"
    text: str = Field(default="", max_length=2000)
    phrase: str = Field(default="", max_length=64)
    """The id of a phrase, said in place of a text."""


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
    Enter | Sit | Stand | Ready | SetUp | Fill | Start | Give | Rearrange | Wait | NeverWait
    | Contribute | Pledge | Say | Rematch | Audit | Leave | TakeOver | Host | KeepProfile,
    Field(discriminator="type"),
]  # fmt: skip
