"""The messages from a player to a room."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field


class Message(BaseModel):
    """The base of all messages; unknown fields are refused.

    The docstrings of messages and of their fields are read by those who write scripts: `make docs`
    writes them into docs/json.md.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Enter(Message):
    """Ask to be let in, or for another name."""

    type: Literal["hello"] = "hello"
    code: str = Field(default="", max_length=64)
    """The table's invite code, or one that is for you alone."""
    name: str = Field(default="", max_length=64)
    """The name to be known by: letters and digits of one script and `. _ -`, at most 16 columns;
    `""` keeps the one you have."""


class Sit(Message):
    """Take a free seat or a bot's before the deal, or change what your seat declares.

    During a game it takes your own seat back from a bot, or asks for a seat that was dealt to a
    bot, as the option `newcomers` says: you play it from the beginning of the next turn on. After a
    game it takes a seat for the next one.
    """

    type: Literal["sit"] = "sit"
    seat: int = Field(ge=0, lt=8)
    """The seat, from 0."""
    declare: int = Field(default=0, ge=0, le=999)
    """What this game asks each seat for (`lobby.declaration`), or the number of one of
    `lobby.declarable`."""


class Stand(Message):
    """Give the seat back before the deal; you watch."""

    type: Literal["stand"] = "stand"


class StepAway(Message):
    """Have a bot play your seat while you are away, and stay connected; `sit` takes it back.

    While nobody else is there who plays, the clocks stand still instead. While the host is away
    every player may do the host's acts `approve`, `seat` and `refuse`.
    """

    type: Literal["away"] = "away"


class Ready(Message):
    """Say that you are ready, or not any more; the deal begins when all are."""

    type: Literal["ready"] = "ready"
    ready: bool = True
    """Whether the deal may begin for all you care."""


class SetUp(Message):
    """For the host, before the deal: choose what is played."""

    type: Literal["setup"] = "setup"
    game: str | None = None
    """Another game, by its id."""
    seats: int | None = Field(default=None, ge=1, le=8)
    """Another number of seats."""
    options: dict[str, str] = Field(default_factory=dict)
    """Table options and their values, both as texts."""
    preset: str = Field(default="", max_length=16)
    """The `id` of one of `lobby.presets`, whose options are set before `options`."""


class Fill(Message):
    """For the host, before the deal: put a bot on a free seat, or take it away.

    After a game go back to the lobby first: a `setup` that changes nothing does it.
    """

    type: Literal["fill"] = "fill"
    seat: int = Field(ge=0, lt=8)
    """The seat."""
    bot: str = Field(default="best", max_length=16)
    """The `id` of one of `lobby.bots`, `best` for the strongest that suits the game, or `""` to
    free the seat."""


class Start(Message):
    """For the host: deal now, with bots on the free seats."""

    type: Literal["start"] = "start"


HEX = r"^[0-9a-f]{64}$"
DAY = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
GAME_SIGNATURE = r"^[0-9a-f]{128}$"
MOST = 2**53 - 1
"""The greatest number that every language reads exactly."""


class AnswerSignature(Message):
    """What a game's key has signed, for the remainder of the number by 1,000,000,000."""

    size: int = Field(ge=0, le=MOST)
    """How many rows of the record your client has checked; the head is that of the last of them."""
    signature: str = Field(pattern=GAME_SIGNATURE)
    """Ed25519, 128 hexadecimal digits."""


class OrdersSignature(Message):
    """What it has signed for orders: their text, over option 0."""

    request: int = Field(ge=0, le=MOST)
    """The number of the newest `pending` when they were signed."""
    size: int = Field(ge=0, le=MOST)
    """How many rows your client had checked."""
    text: str = Field(max_length=4096)
    """`{"ask_me": .., "orders": ..}` as filed, each order with all its fields: canonical JSON."""
    signature: str = Field(pattern=GAME_SIGNATURE)
    """Ed25519, of the kind `order`."""


class Give(Message):
    """Answer the open question.

    A seat that signs, signs: an answer without its signature, or with one that is not good, is
    refused and costs no time.
    """

    type: Literal["answer"] = "answer"
    number: int = Field(ge=0)
    """The `number` of the `pending` that is answered; for any other one the answer is stale."""
    option: int = Field(default=-1, ge=-1)
    """The `option` that is chosen; -1, and none, where only `next` is answered."""
    next: int = Field(default=-1, ge=-1)
    """In a window with `window.next`: the `option` of that second question. It is dropped unseen if
    anybody reacts to the first."""
    done: bool = True
    """False while picking in a sealed window: the pick may be changed, and counts if the window
    closes before another answer. True answers all that your seat is asked, and what is left out
    passes."""
    signed: AnswerSignature | None = None
    """The signature of `option`, of the kind `answer`, from a seat that signs."""
    next_signed: AnswerSignature | None = None
    """The signature of `next`, of the kind `ahead`; its `request` is this `number` too."""


class AskHint(Message):
    """Ask what this game's best bot would do in your place, and why; `hint` follows.

    There is none about reactions. Where `lobby.alone` is false everybody reads that you have
    asked. A game with hints changes no rating.
    """

    type: Literal["hint"] = "hint"
    number: int = Field(ge=0)
    """The `number` of the `pending` that asks you."""
    tell: bool = False
    """Whether everybody may read that you have asked: without it a table of several refuses."""


class Rearrange(Message):
    """Put a hidden zone of your own in another order, while no choice from it is open."""

    type: Literal["arrange"] = "arrange"
    zone: str = Field(max_length=32)
    """`hand` or `fence`."""
    order: tuple[int, ...] = Field(max_length=64)
    """Position i then holds what was at `order[i]`."""


class HoldWindow(Message):
    """Hold a reaction window open, once a window, whatever your seat holds (RR-HID-18)."""

    type: Literal["hold"] = "hold"
    number: int = Field(default=-1, ge=-1)
    """The `number` of the `pending` that shows the window; -1 for the next window that asks your
    seat."""
    on: bool = True
    """False takes a hold of the next window back."""


class AlwaysHold(Message):
    """Set the kinds of event whose windows your seat always holds, until you set them anew.

    Only for tables with sealed windows (RR-HID-18). It is suspended while orders are filed.
    """

    type: Literal["always_hold"] = "always_hold"
    kinds: tuple[str, ...] = Field(max_length=64)
    """As in `window.kind`; `all` is every kind, an empty list none."""


class Order(Message):
    """What one hidden card of yours shall do in reaction windows."""

    zone: str = Field(default="fence", max_length=32)
    """Where it lies: `fence`."""
    at: int = Field(ge=0, lt=64)
    """Its place there in your newest `view`; the order goes with the card wherever it is sorted."""
    face: str = Field(max_length=64)
    """Its face: what lies at that place, or the orders are refused."""
    when: tuple[str, ...] = Field(default=(), max_length=64)
    """The kinds of event at which it is used, as in `window.kind`; `all` is every kind, an empty
    list none."""
    by: tuple[int, ...] = Field(default=(), max_length=8)
    """The seats whose acts count; an empty list is everybody's."""


class FileOrders(Message):
    """File what your cards shall do until your next turn; you are not asked then (RR-HID-19).

    The table sees that orders are filed and nothing of what: an empty list looks like a full one.
    They count from the next window on. Only for tables with sealed windows.
    """

    type: Literal["file_orders"] = "file_orders"
    orders: tuple[Order, ...] = Field(default=(), max_length=64)
    """One for each card that shall be used; a card that is not named is not used."""
    ask_me: tuple[str, ...] = Field(default=(), max_length=64)
    """At a table that plays across days: kinds of event about which your seat is asked all the
    same. Everybody sees them."""
    signed: OrdersSignature | None = None
    """From a seat that signs: its signature, of the kind `order`, over option 0."""


class TakeBackOrders(Message):
    """Take your orders back: your seat is asked again from the next window on."""

    type: Literal["take_back_orders"] = "take_back_orders"


class SetTempo(Message):
    """Choose how long an event stays on the screens from now on.

    For the host, and for whoever is alone at the table. The beat of reaction windows and the time
    of a hold were fixed by the deal.
    """

    type: Literal["tempo"] = "tempo"
    tempo: Literal["relaxed", "normal", "brisk", "step"]
    """As in `lobby.tempo`; `step` waits for `show_next` each time, and is for one who is alone."""


class ShowNext(Message):
    """Have the next event shown at once, where `lobby.alone`."""

    type: Literal["show_next"] = "show_next"


class Contribute(Message):
    """Give something to the open random event: keys, or one whole value.

    Exactly one of the last four fields is given; a seat that signs gives `signed`.

    Keys protect you if they are hard to guess, came after the event had opened, and were frozen on
    time. What opens a pledge, or a signature, does not depend on the time: a script does well to
    pledge.
    """

    type: Literal["contribute"] = "contribute"
    event: int = Field(ge=1)
    """The `number` of the `pending.event` it is for."""
    keys: str = Field(default="", max_length=128)
    """More keys, appended to those that came before; only the characters from `!` to `~` count, and
    128 of them."""
    opening: str = Field(default="", max_length=128)
    """What opens your pledge: 8 to 128 such characters."""
    signature: str = Field(default="", max_length=4096)
    """An SSHSIG by your own key over `seed_text`, namespace `rr2-seed`: `ssh-keygen -Y sign -n
    rr2-seed`, armoured or in base64."""
    signed: str = Field(default="", pattern=r"^([0-9a-f]{192})?$")
    """32 random bytes and the signature of them by your key of this game, for this opening."""


class Pledge(Message):
    """Bind your seat to what it will give to the next random event.

    It is used once; while it stands, nothing but its opening counts.
    """

    type: Literal["pledge"] = "pledge"
    hash: str = Field(pattern=r"^[0-9a-f]{64}$")
    """The SHA-256 of it, 64 hexadecimal digits."""


class SignWith(Message):
    """Say with which key your client signs, from any connection of its own and at any time.

    At the deal the seats get it into the manifest whose players have said so on their newest
    connection. During a game the key of your seat says that you are back with it; with another one
    `seat_row` asks for more.
    """

    type: Literal["signer"] = "signer"
    key: str = Field(pattern=HEX)
    """An Ed25519 key for this table and day, 64 hexadecimal digits."""
    day: str = Field(pattern=DAY)
    """The day, such as 2026-11-23."""
    signature: str = Field(min_length=1, max_length=4096)
    """An SSHSIG by your own key in base64, namespace `rr2-seat`: docs/fairness.md has the lines."""


class SignSeat(Message):
    """Answer `seat_row`; where the record has gone on since, that comes anew."""

    type: Literal["seat_key"] = "seat_key"
    game: str = Field(pattern=HEX)
    """The game's name."""
    seat: int = Field(ge=0, lt=8)
    """The seat."""
    row: int = Field(ge=0, le=MOST)
    """The number of the row that is to say so."""
    key: str = Field(pattern=HEX)
    """The key, as in `signer`."""
    day: str = Field(pattern=DAY)
    """The day, as in `signer`."""
    signature: str = Field(min_length=1, max_length=4096)
    """The same, with three more lines."""


class BearWitness(Message):
    """Say that your client has checked the record up to its newest checkpoint."""

    type: Literal["witness"] = "witness"
    game: str = Field(pattern=HEX)
    """The game's name."""
    size: int = Field(ge=0, le=MOST)
    """How many rows come before that checkpoint."""
    signature: str = Field(pattern=GAME_SIGNATURE)
    """Ed25519 by the key of this game, 128 hexadecimal digits."""


class Say(Message):
    """Say something, in words of your own or by a phrase.

    Three lines in three seconds, no more.
    """

    type: Literal["chat"] = "chat"
    text: str = Field(default="", max_length=2000)
    """What everybody hears; 200 characters of it are kept. Refused where `lobby.free_chat` is
    false."""
    phrase: str = Field(default="", max_length=64)
    """In place of a text: the `id` of one of `pending.phrases`. Everybody hears its words, as the
    table fills them in at that moment."""


class Rematch(Message):
    """After a game: ask for another one. It is dealt when all players who are there have asked."""

    type: Literal["rematch"] = "rematch"


class Audit(Message):
    """Ask for the secret to be opened and the record verified (RR-HID-08).

    That is for tables whose option `audit` is `on_request`. During a game it is broken off and
    opened if all players ask.
    """

    type: Literal["audit"] = "audit"


class Leave(Message):
    """Leave the table for good.

    Before the deal the seat is free; during a game it goes to a bot or out of the game, as the
    option `leaver` says. `bye` follows.
    """

    type: Literal["leave"] = "leave"


class TakeOver(Message):
    """Answer `hello.elsewhere`: whether to play here, where the key has another interface open."""

    type: Literal["take_over"] = "take_over"
    yes: bool = True
    """True: play here, the other interface is ended. False: leave it there, and `bye` follows."""


class Host(Message):
    """For the host: act on a person, a seat or the table.

    Over ssh the host's keys are those named in the `hosts` line of the host's `config.toml`.
    """

    type: Literal["host"] = "host"
    act: Literal[
        "approve",
        "kick",
        "ban",
        "invite",
        "revoke",
        "seat",
        "refuse",
        "bot",
        "remove",
        "pause",
        "resume",
        "end",
    ]
    """`approve` a person by `key`; `kick` or `ban` one by `key`, or by `name` who was let in;
    `invite` somebody by `name`, or `revoke` what was made for that name; let a person have the
    `seat` of a bot that `person.asks_for` names, or `refuse` it; give the `seat` to a `bot`, or
    `remove` it from the game; `pause` or `resume` the clocks; `end` the game."""
    name: str = Field(default="", max_length=64)
    """Whom it is about; only of somebody who was let in the name says that."""
    key: str = Field(default="", max_length=80)
    """The key of whom it is about: its fingerprint, or its two words."""
    hours: int = Field(default=168, ge=1, le=8784)
    """When an invite ends, in hours from now."""
    seat: int = Field(default=-1, ge=-1, lt=8)
    """Which seat it is about."""


class Learn(Message):
    """Take a lesson while the table waits for its deal, or go back in it, or leave it.

    Without a lesson's id `begin` tells which there are. In a lesson `answer` is for its questions:
    what the step does not expect is spoken to, and goes nowhere.
    """

    type: Literal["learn"] = "learn"
    act: Literal["begin", "back", "leave"] = "begin"
    """`begin` a lesson, go `back` a step, or `leave` it; what was left goes on where it was."""
    lesson: str = Field(default="", max_length=24)
    """The `id` of one of `lessons.lessons`; `tour` is that of the game on the table."""


class AskHistory(Message):
    """Ask for past games; `past_games` answers."""

    type: Literal["history"] = "history"
    find: str = Field(default="", max_length=200)
    """Words that all must fit: parts of a game's or a player's name, `won`, `lost`, `finished`,
    `unfinished`, `unchecked`, `fails`, or `>30` for more than 30 minutes."""


class AskReplay(Message):
    """Look back at the game that was over last at this table.

    Without `count` `reel` tells what there is to see; else as many `step` follow.
    """

    type: Literal["replay"] = "replay"
    first: int = Field(default=0, ge=0, lt=100_000)
    """The first step to be told."""
    count: int = Field(default=0, ge=0, le=50)
    """How many steps to tell, at most 50 at once."""
    eyes: int = Field(default=-1, ge=-2, lt=8)
    """Whose eyes, as in `reel.eyes`: before the cards are open the own and a watcher's alone."""


class Watch(Message):
    """Ask for the public record of the game on the table; `rows` follow.

    What is there already comes in pieces of at most 128 rows: while the last one ends before
    `rows.size`, ask again from there. From then on every row comes as soon as it may be shown, and
    a new game's from its first row on.
    """

    type: Literal["watch"] = "watch"
    since: int = Field(default=0, ge=0, lt=1_000_000)
    """The number of the first row to be told, of the game on the table."""


class KeepProfile(Message):
    """Keep settings with your key.

    The host does not read them; `hello` brings them back. The full screen keeps its own here, so a
    script should use a key of its own.
    """

    type: Literal["profile"] = "profile"
    profile: str = Field(max_length=8192)
    """At most 8192 characters."""


FromPlayer = Annotated[
    Enter | Sit | Stand | StepAway | Ready | SetUp | Fill | Start | Give | AskHint | Rearrange
    | HoldWindow | AlwaysHold | FileOrders | TakeBackOrders | SetTempo | ShowNext | Contribute
    | Pledge | Say | Rematch | Audit | Leave | TakeOver | Host | Learn | AskHistory
    | AskReplay | Watch | KeepProfile | SignWith | SignSeat | BearWitness,
    Field(discriminator="type"),
]  # fmt: skip
