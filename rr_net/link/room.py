"""The messages from a room to one player, each built for that player alone."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rr_net.link.ending import Ended
from rr_net.link.guests import Invitation, Person
from rr_net.link.history import PastGames
from rr_net.link.lessons import Lesson, Lessons
from rr_net.link.player import Message, Order
from rr_net.link.record import AskSeatKey, OwnAnswers, RecordRows
from rr_net.link.refusals import Problem
from rr_net.link.steps import ReelTold, StepTold
from rr_rules.kernel.game import CardText

ONLY_HERE = "Only this machine can come by that line."
"""What the host's own lobby says where no way is for friends elsewhere; what to do follows it."""
NOBODY_COMES = ": nobody can come by it yet. It is tried again."
"""How the host's own lobby ends what it says of a relay that does not lead to the table now."""


class Welcome(Message):
    """The first message: where you are, as whom, and what has been committed to."""

    type: Literal["hello"] = "hello"
    version: str
    """The version of the host."""
    table: str
    """The table's name."""
    name: str
    """What you are called here."""
    fingerprint: str
    """Your key, as `ssh-keygen -l` shows it."""
    words: str = ""
    """Until you are let in: two words that stand for your key, for whoever lets you in."""
    is_host: bool
    """Whether you may do what the host may do."""
    admitted: bool
    """False until the invite code or the host lets you in."""
    tries_left: int
    """How many more codes you may try; at 0 only the host lets you in."""
    commitment: str
    """What the host has committed to for the game on the table, in hex; `""` before there is one.
    """
    games: tuple[tuple[str, str], ...]
    """The id and the name of every game the host knows."""
    profile: str
    """What your last `profile` message kept."""
    elsewhere: bool = False
    """Whether this key has another interface open, so that `take_over` is expected."""


class OptionValue(Message):
    """What one value of a table option means."""

    value: str
    """What `setup` calls it."""
    word: str
    """How a screen calls it."""
    text: str
    """What it does, in a sentence."""


class OptionState(Message):
    """One table option with its value."""

    name: str
    """Its name, for `setup` and for commands."""
    title: str = ""
    """What people call it."""
    group: Literal["pace", "table", "luck", "rules"] = "rules"
    """The heading it stands under."""
    value: str
    """How it is set."""
    values: tuple[str, ...]
    """What it can be set to; some take a number too."""
    default: str
    """How it usually is."""
    clause: str
    """The rule it belongs to."""
    help: str
    """What it is about."""
    word: str = ""
    """The value in words."""
    text: str = ""
    """What that value does, in a sentence."""
    meanings: tuple[OptionValue, ...] = ()
    """What each of `values` means."""
    bounds: str = ""
    """Which number it can be set to, in words; `""` where it takes none."""
    counts: bool = True
    """False while it says nothing, because another option is not set for it."""


class PresetOffered(Message):
    """Several options under one name: `setup` chooses it."""

    id: str
    """What `setup` carries as `preset`."""
    title: str
    """What people call it."""
    text: str
    """Whom it is for, and all that it sets."""
    holds: bool
    """Whether the table is set like that now."""


class OptionPointedAt(Message):
    """One kind of bot, with words for it."""

    id: str
    """What `fill` calls it; in a game that is played together each strength is there twice, and the
    one that ends in `-follows` leaves the plan to people."""
    text: str
    """What it does, in a word."""


class SeatState(Message):
    """One seat."""

    seat: int
    """Its number."""
    kind: Literal["empty", "player", "bot"]
    """What has the seat: nothing yet, a player or a bot."""
    name: str
    """Who sits there."""
    bot: str = ""
    """The kind of bot, or `""`."""
    ready: bool
    """Whether it is ready for the deal; after a game, for another one."""
    connected: bool
    """Whether that player is here."""
    declared: int
    """What the seat has declared."""
    may_declare: tuple[int, ...] = ()
    """Which of `lobby.declarable` it may declare beside the other seats; empty once the game has
    begun."""
    grace: int = 0
    """Seconds until a bot takes the seat of a player who dropped out; 0 where none counts down."""
    stand_in: bool = False
    """Whether a bot plays for the player whose seat it is."""
    filed: bool = False
    """Whether orders are on file, so that the seat is not asked in reaction windows."""
    ask_me: tuple[str, ...] = ()
    """Across days: the kinds of event about which it is asked all the same."""
    away: bool = False
    """Whether that player has stepped away, and will be back."""
    checks: bool = False
    """Whether it is played with a client that checks the record, and signs."""
    since: int = 0
    """From which turn on its player has it, where it was dealt to a bot; 0 otherwise. That is the
    host's word: the record does not say it."""
    next: str = ""
    """Who has it from the next turn on, or after a game for the next one."""


class Lobby(Message):
    """The table around the game: sent whole whenever something of it changes."""

    type: Literal["lobby"] = "lobby"
    phase: Literal["lobby", "playing", "over"]
    """Before the deal, during the game or after it."""
    game: str
    """The game's id."""
    game_name: str
    """The game's name."""
    declaration: str
    """What every seat declares as a number before the deal (`pets`, `masters`), or `""`."""
    declarable: tuple[str, ...] = ()
    """What the numbers stand for, from 0; empty where any number may be declared."""
    fewest: int = 1
    """The least number of seats for this game, with these options."""
    most: int = 8
    """The greatest number of seats for this game, with these options."""
    bots: tuple[OptionPointedAt, ...] = ()
    """Every kind of bot for this game, the weakest first."""
    best: str = ""
    """The kind that sits down where none is named."""
    seats: tuple[SeatState, ...]
    """One seat after the other."""
    people: tuple[Person, ...]
    """Every person who is here."""
    options: tuple[OptionState, ...]
    """Every table option."""
    presets: tuple[PresetOffered, ...] = ()
    """Every preset for this game."""
    commitment: str
    """As in `hello`: note it before the game begins."""
    fairness: Literal["table", "strict", "solo"] = "solo"
    """The level: `table` and `strict` let everybody have a hand in chance, at `solo` the host alone
    chooses it."""
    notes: tuple[str, ...]
    """What everybody should know before the deal."""
    paused: bool = False
    """Whether the host has stopped the clocks."""
    doorkeeper: bool = False
    """Whether you may let people in and give them seats of bots: the host, and every player while
    the host has stepped away."""
    host_luck: bool = False
    """Whether a game is on in which everybody could have a hand in the luck, and nobody has who
    still gives by hand: the host's machine alone chooses it."""
    invite: str = ""
    """The invite code that is for everybody, for the host alone. It changes when somebody is sent
    away."""
    invitations: tuple[Invitation, ...] = ()
    """The invites by name that still count, for the host alone."""
    free_chat: bool = True
    """False while a game is on whose players talk by phrases."""
    reminder: str = ""
    """What to remind players of who talk freely while the game is on; mostly `""`."""
    tempo: Literal["relaxed", "normal", "brisk", "days", "step"] = "normal"
    """How long an event stays now, in a word: the option `pace`, or what `tempo` has set since."""
    stay: float = 0
    """The same in seconds; 0 at `step`, which waits for `show_next`."""
    motion: Literal["full", "short", "off"] = "short"
    """How much should move on a screen at that tempo."""
    alone: bool = False
    """Whether only one person is let in: then no reaction window runs by the clock."""
    letting_in: float = 0
    """Seconds until somebody who was let in sees the table of one; 0 where nobody waits."""
    waits: str = ""
    """What the deal still waits for once somebody is ready, in a sentence; mostly `""`."""
    again: str = ""
    """After a game, what `rematch` asks for where that is more than to play again; mostly `""`."""


class Cards(Message):
    """Every face, once after the deal, and once to whoever comes later."""

    type: Literal["cards"] = "cards"
    game: str
    """The game's id."""
    cards: tuple[CardText, ...]
    """One face after the other."""


class Seen(Message):
    """The table as you may see it."""

    type: Literal["view"] = "view"
    number: int
    """The number of the `pending` it belongs to."""
    game: str
    """The game's id."""
    view: object
    """The game's own: see the views below."""


class AskOption(Message):
    """One legal answer."""

    option: int
    """What an `answer` carries."""
    act: str
    """What choosing it does."""
    zone: str
    """Where the thing lies that it points at, or `""`."""
    seat: int
    """Whose zone, or which player; -1 for none."""
    at: int
    """The position in that zone, or the number of a mode; -1 for none."""
    order: tuple[int, ...]
    """Several positions, in order."""
    label: str
    """The option in words."""


class Ask(Message):
    """The question that is open for you."""

    verb: str
    """Why you are asked, in a word of the game: `cast_phase`, `destroy`, `window`, ..."""
    prompt: str
    """The question in words."""
    source: str
    """The face whose text asks, or `""`."""
    options: tuple[AskOption, ...]
    """Every option."""


class NextWindow(Message):
    """What happens at once if nobody reacts to a window, asked in the same beat (RR-HID-25)."""

    about: str
    """The event as it happens, in words."""
    kind: str = ""
    """The kind of that event."""
    mine: bool
    """Whether your seat may react to it."""
    ask: Ask | None = None
    """The question for you, until your answer is in."""


class Window(Message):
    """The open reaction window: but for `mine`, `answered`, `can_hold` the same for everybody."""

    about: str
    """The event that opened it, in words."""
    kind: str = ""
    """The kind of that event, for orders and standing holds."""
    closes_in: float
    """Seconds left; 0 where no clock runs, since it closes when all have answered."""
    lasts: float
    """Its whole length so far, in seconds; 0 where no clock runs."""
    somebody_holds: bool
    """Whether somebody holds it open."""
    mine: bool
    """Whether your seat may react."""
    answered: bool
    """Whether your answer is in."""
    can_hold: bool
    """Whether you may hold it."""
    next: NextWindow | None = None
    """What is asked in the same beat about the same event as it happens, if anything."""


class Beforehand(Message):
    """What your seat has said beforehand about the windows to come: nobody else sees it."""

    filed: bool = False
    """Whether orders are on file; everybody sees that in `lobby.seats`."""
    orders: tuple[Order, ...] = ()
    """They, for the cards that are still yours, each with its place now."""
    must_file: bool = False
    """Across days: whether your turn ends once you have filed."""
    holds_next: bool = False
    """Whether the next window that asks your seat is held."""
    always_hold: tuple[str, ...] = ()
    """The kinds of event whose windows it always holds."""


How = Literal["keys", "pledge", "signed", "chain", "watch"]
"""How a seat gives to a random event: by hand, by what opens a pledge, by its client, or not."""


class RandomEvent(Message):
    """The open random event: the same for everybody but for `how` and `mine`."""

    number: int
    """Its number in this game, from 1."""
    opening: int = 1
    """How often it was opened: what was given before its window was cut off is not used."""
    kind: Literal["shuffle", "roll"]
    """Which request of the game it answers."""
    labels: tuple[str, ...]
    """The piles that are shuffled, or what is rolled."""
    stage: Literal["contribute", "slow"]
    """First everybody contributes; then what they gave is frozen, and the slow hash runs."""
    closes_in: float
    """Seconds left of this stage; of the slow hash, about."""
    lasts: float
    """Its whole length, in seconds."""
    how: How
    """How your seat contributes: by keys or a signature, by opening its pledge, by its game key
    (`signed`), by a chain that was fixed at the deal, or not at all."""
    mine: str
    """What your seat has given so far, as the host received it."""
    given: tuple[int, ...]
    """The seats that have given something."""
    seed_text: str
    """What a seat signs that contributes a signature; `""` once it is too late."""
    digest: str = ""
    """The hash of all contributions, in hex, once they are frozen."""


class PhraseOffered(Message):
    """Something you may say now."""

    id: str
    """What `chat` carries as `phrase`."""
    text: str
    """The words, filled in with what everybody can see."""


class SealedFirst(Message):
    """The host's signature over the record, made when the host had chosen and nobody else had."""

    note: str
    """Three lines, as `receipt` prints them: they name how many rows there are, and their head."""
    signature: str
    """An SSHSIG by the host's key in base64, namespace `rr2-transcript`."""


class Pending(Message):
    """What the table waits for."""

    type: Literal["pending"] = "pending"
    number: int
    """What an `answer` to it must carry; while your last answer can be taken back unseen, a number
    of your own. What is signed is its remainder by 1,000,000,000."""
    ask: Ask | None = None
    """The question for you, if there is one."""
    sealed: SealedFirst | None = None
    """With a question that is put to several at once, the host among them, outside a window: that
    the host has chosen already. No program answers such a one without it, if the host has a key."""
    waiting: tuple[int, ...] = ()
    """The seats that are waited for, where that may be shown."""
    chance: str = ""
    """What is being shuffled or rolled, or `""`."""
    event: RandomEvent | None = None
    """That random event, while it can be contributed to or its slow hash runs."""
    window: Window | None = None
    """The open reaction window."""
    beforehand: Beforehand | None = None
    """What your seat has said beforehand; null without a seat, and where windows are not sealed."""
    clock: float = 0
    """Seconds left on the turn clock; 0 without one."""
    phrases: tuple[PhraseOffered, ...] = ()
    """Every phrase you may say by `chat` now, in a game that has some."""


class HintTold(Message):
    """What a bot would do in your place, and why: for you alone."""

    type: Literal["hint"] = "hint"
    number: int
    """The `number` of the `pending` that it is about."""
    option: int
    """The `option` that it advises."""
    text: str
    """The advice with its reason in one sentence, of at most 100 characters with the longest names
    in it."""
    nearly: str = ""
    """What would be nearly as good, or `""`."""


class LogLine(Message):
    """One event in words."""

    n: int
    """Its number, from 0; a new game begins at 0 again."""
    kind: str
    """The kind of event, or a word of the table's own such as `commitment` or `room`."""
    text: str
    """The event in words."""
    clause: str
    """The rule that answers "why?", or `""`."""
    event: dict[str, object]
    """The event's fields, as you may know them; of a `checkpoint` the `size` and `head` that are
    signed; empty for another word of the table's own."""


class Log(Message):
    """What has happened, in words."""

    type: Literal["events"] = "events"
    lines: tuple[LogLine, ...]
    """The log lines that are new; to whoever comes later, all so far."""


class Chat(Message):
    """Somebody said something."""

    type: Literal["chat"] = "chat"
    name: str
    """Who says it."""
    seat: int
    """From which seat; -1 for somebody who watches."""
    text: str
    """What is said."""
    phrase: str = ""
    """The `id` of the phrase it is; `""` for words of one's own."""


class Notice(Message):
    """A sentence for you alone."""

    type: Literal["notice"] = "notice"
    text: str
    """The sentence."""
    about: str = ""
    """What it is about, in one word, where that is more than words: `no_hint` if none came."""


class Bye(Message):
    """The last message: why the session ends, and what to keep."""

    type: Literal["bye"] = "bye"
    text: str
    """Why the session ends."""
    commitment: str
    """What to keep, so that the record can be checked."""
    receipt: tuple[str, ...] = ()
    """More to keep, line by line: what the host signed last, and what you gave to each random
    event."""
    back: str = ""
    """Your own line to paste, where the table was closed and leads nowhere before it is opened."""


FromRoom = Annotated[
    Welcome | Lobby | Cards | Seen | Pending | HintTold | Log | Chat | Ended | Lessons | Lesson
    | PastGames | ReelTold | StepTold | RecordRows | OwnAnswers | AskSeatKey
    | Problem | Notice | Bye,
    Field(discriminator="type"),
]  # fmt: skip
