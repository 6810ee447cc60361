"""A link that plays scripted messages and keeps what the player says."""

from rr_net.link import (
    Cards,
    Chat,
    Ended,
    Lobby,
    Log,
    LogLine,
    OptionPointedAt,
    OptionState,
    OptionValue,
    Pending,
    Person,
    Problem,
    Seen,
    Welcome,
)
from rr_net.link.refusals import Refused
from tests.support.rr_tui.views import FACES, NAMES, people, table


class FakeLink:
    """The interface's end of a room that does only what a test tells it."""

    def __init__(self, *messages):
        self._waiting = list(messages)
        self._receive = None
        self.said = []
        self.is_closed = False
        self.desk = None

    def attach(self, receive):
        self._receive = receive
        waiting, self._waiting = self._waiting, []
        for message in waiting:
            receive(message)

    def send(self, message):
        self.said.append(message)

    def close(self):
        self.is_closed = True

    def past(self):
        return self.desk

    def replay(self):
        raise Refused("no_game", "no game is over at this table")

    def tell(self, *messages):
        """The room says something."""
        for message in messages:
            if self._receive is None:
                self._waiting.append(message)
            else:
                self._receive(message)

    def last(self, kind):
        """The last message of a kind that the player has sent, or None."""
        return next((each for each in reversed(self.said) if isinstance(each, kind)), None)


def welcome(**changes):
    message = Welcome(
        version="0.1",
        table="Maple Court",
        name="Ann",
        fingerprint="SHA256:abcdefghijklmnop",
        is_host=False,
        admitted=True,
        tries_left=6,
        commitment="4f1c" * 16,
        games=(("runes-regulations", "Runes & Regulations"),),
        profile="",
    )
    words = "" if changes.get("admitted", True) else "otter-lamp"
    return message.model_copy(update={"words": words} | changes)


def person(name, seat, **changes):
    made = Person(name=name, seat=seat, is_host=seat == 1, admitted=True)
    words = "" if changes.get("admitted", True) else "otter-lamp"
    return made.model_copy(update={"words": words} | changes)


WORDS = {"sealed": "secret", "answered": "all answer", "fast": "open"}


def option_value(value, word):
    return OptionValue(value=value, word=word, text=f"Reactions are {word}.")


OPTIONS = (
    OptionState(name="window", title="Reactions", group="pace", value="sealed", word="secret",
                values=("sealed", "answered", "fast"), default="sealed", clause="RR-HID-17",
                help="how long a reaction window stays open", text="Reactions are secret.",
                meanings=tuple(option_value(*each) for each in WORDS.items())),
    OptionState(name="window_seconds", title="Time to react", group="pace", value="2.5",
                word="2.5 s", values=("2.5",), default="2.5", clause="RR-HID-17",
                help="the beat of a sealed window", bounds="a number from 1 to 10",
                meanings=(option_value("5", "5 s"),)),
)  # fmt: skip


def lobby(phase="lobby", **changes):
    message = Lobby(
        phase=phase,
        game="runes-regulations",
        game_name="Runes & Regulations",
        declaration="pets",
        fewest=2,
        most=4,
        bots=(
            OptionPointedAt(id="random", text="plays any legal move"),
            OptionPointedAt(id="greedy", text="looks one step ahead"),
        ),
        best="greedy",
        seats=people(),
        people=tuple(person(name, seat) for seat, name in enumerate(NAMES) if name != "Cem"),
        options=OPTIONS,
        commitment="4f1c" * 16,
        notes=("The host alone chose the randomness, and committed to it before the deal.",),
    )
    return message.model_copy(update=changes)


def cards():
    return Cards(game="runes-regulations", cards=tuple(FACES.values()))


def seen(view=None, number=7):
    return Seen(number=number, game="runes-regulations", view=view or table())


def pending(question=None, number=7, **changes):
    return Pending(number=number, ask=question).model_copy(update=changes)


def log(*texts, start=0, clause=""):
    lines = (
        LogLine(n=start + n, kind="note", text=text, clause=clause, event={})
        for n, text in enumerate(texts)
    )
    return Log(lines=tuple(lines))


def chat(name, text, seat=1):
    return Chat(name=name, seat=seat, text=text)


def game(question=None, view=None, **changes):
    """Everything that a player in the middle of a game has been told."""
    return (
        welcome(),
        lobby("playing"),
        cards(),
        log("{2} stole Sparkly Dragon from {1}", "{2} casts This Spells Disaster"),
        seen(view),
        pending(question, **changes),
    )


HEAD = "c4a9" * 16
WORDS = ("ripple", "cinnamon", "vibrant", "maple", "river", "stone", "cloud", "harbor", "lantern",
         "quantum", "zebra", "acoustic")  # fmt: skip


def signed(**changes):
    """An end whose record the host has signed."""
    return ended(size=412, head=HEAD, words=WORDS, **changes)


def checkpoint(turn, words="maple river stone cloud", start=2):
    """The log line at a turn's end."""
    text = f"Turn {turn} is signed: {words}"
    facts = {"size": 40 + turn, "head": HEAD}
    line = LogLine(n=start, kind="checkpoint", text=text, clause="RR-HID-09", event=facts)
    return Log(lines=(line,))


def happening(event, number=8, **changes):
    """The table waits for a random event."""
    return pending(None, number, event=event, chance=", ".join(event.labels), **changes)


def ended(**changes):
    message = Ended(
        winners=(3,),
        reason="five",
        text="{3} has five Mythical Creatures and wins",
        verdict="Verified: the deck was not stacked; the host alone chose the randomness.",
        verified=True,
        bundle="ssh -p 2222 ann@maple.example bundle > bundle.json",
        commitment="4f1c" * 16,
    )
    return message.model_copy(update=changes)


def problem(text, code="not_an_option"):
    return Problem(code=code, text=text)
