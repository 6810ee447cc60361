"""Golden sessions of the text mode: every line out, every line in and what it sent, in order.

`python -m tests.support.golden.texts` records them anew. A line that was typed begins with ">",
what it sent to the room with "=".
"""

import asyncio
import re
import sys
from pathlib import Path

from rr_net.link import Bye, Cards, Give, Log, LogLine, Notice, Pending, PhraseOffered, Seen
from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table, drive
from rr_rules.registry import load_game
from rr_tui.linear import TextInterface
from tests.support.fakeclock import FakeClock
from tests.support.loops import on_a_stepped_loop
from tests.support.rr_rules.pebbles import Pebbles
from tests.support.rr_tui import views
from tests.support.rr_tui.fakelink import (
    chat,
    checkpoint,
    ended,
    game,
    happening,
    lobby,
    pending,
    person,
    problem,
    seen,
    signed,
    welcome,
)
from tests.support.rr_tui.realgames import asked, faces_of
from tests.support.rr_tui.views import NAMES, people

FOLDER = Path(__file__).parents[2] / "golden" / "text"
CHOICE = re.compile(r"^(\d+)(?: or \w)?: ")
LETTERS = re.compile(r"^\w [^:]*, \w ")
ASIDES = ("v", "?", "l 5", "i 1", "", "h", "c", "nonsense", "g", "a", "order hand 1")
"""Lines that answer nothing."""
ASIDE_EACH = 5
"""Questions from one aside to the next."""
A_SOON = 0.001
"""Seconds after which what a room has said is told."""


class Typist:
    """The room's end of a link, a line channel and the clock of one player: all that is said."""

    def __init__(self, width=80, *, is_terminal=False):
        self.is_terminal = is_terminal
        self.lines = []
        self.said = []
        self.clock = FakeClock()
        self._typed = asyncio.Queue()
        self._is_waiting = asyncio.Event()
        self._interface = TextInterface(self, self, self.clock, width)
        self._receive = None
        self._task = None

    async def __aenter__(self):
        self._task = asyncio.ensure_future(self._interface.run())
        await self._is_waiting.wait()
        return self

    async def __aexit__(self, *_):
        self._typed.put_nowait(None)
        await self._task
        self.lines.append(f"({'closed' if self._receive is None else 'open'})")

    # --- the link

    def attach(self, receive):
        self._receive = receive

    def send(self, message):
        self.said.append(message)
        self.lines.append(f"= {message.model_dump_json()}")

    def close(self):
        self._receive = None

    # --- the lines

    async def read_line(self):
        self._is_waiting.set()
        return await self._typed.get()

    def write_line(self, text):
        self.lines.append(text)

    async def drain(self):
        pass

    # --- what is done

    def hear(self, *messages):
        """The room says these at once, and they are told."""
        for message in messages:
            self._receive(message)
        self.clock.advance(A_SOON)

    async def type(self, line):
        """The player types a line; what came of it."""
        start = len(self.lines)
        self.lines.append(f"> {line}")
        self._is_waiting.clear()
        self._typed.put_nowait(line)
        over = asyncio.ensure_future(self._is_waiting.wait())
        await asyncio.wait({over, self._task}, return_when=asyncio.FIRST_COMPLETED)
        over.cancel()
        return self.lines[start + 1 :]

    def wait(self, seconds):
        """Nobody does anything for a while."""
        self.lines.append(f"({seconds} s)")
        self.clock.advance(seconds)


class Game:
    """A game that everybody but the first player plays by lot."""

    def __init__(self, game, seats, seed, **options):
        self.rules = load_game(game) if isinstance(game, str) else game
        self.name = self.rules.id
        self.options = self.rules.settle(options)
        declared = [0] * seats if self.rules.declaration else ()
        self.table = Table(self.rules, seats, self.options, declared)
        self._seats = seats
        self.luck = Stream.seeded(seed)
        self._dealer = SeededDealer(seed)
        self._said = 0

    def begin(self):
        """What the room says before anything is asked."""
        seats = people(self._seats, grace=0)
        yield welcome(games=((self.name, self.rules.name),))
        yield lobby("playing", game=self.name, game_name=self.rules.name, declaration="",
                    seats=seats)  # fmt: skip
        yield Cards(game=self.name, cards=tuple(faces_of(self.rules, self.options).values()))
        yield from self.go_on()

    def go_on(self):
        """Plays until the first player is asked, and says what happened."""
        drive(self.table, self._dealer)
        while self.table.pending is not None and self.table.asked_of(0) is None:
            choose = self.table.asked[0]
            self.table.answer(choose.seat, self.luck.below(len(choose.options)))
            drive(self.table, self._dealer)
        yield Log(lines=tuple(self._news()))
        view = self.rules.view(self.table.state, 0)
        yield Seen(number=self.table.number, game=self.name, view=view)
        phrases = (PhraseOffered(id=each.id, text=each.text) for each in self.rules.phrases(view))
        ask = asked(self.table, 0)
        yield Pending(number=self.table.number, ask=ask, phrases=tuple(phrases))
        if self.table.outcome is not None:
            yield from self._end(self.table.outcome)

    def _news(self):
        for event in self.table.drain():
            seen = self.rules.redact(event, 0)
            line = self.rules.line(seen)
            yield LogLine(n=self._said, kind=event.kind, text=line.text, clause=line.clause,
                          event={})  # fmt: skip
            self._said += 1

    def _end(self, outcome):
        names = ", ".join(NAMES[seat] for seat in outcome.winners)
        yield ended(winners=outcome.winners, reason=outcome.reason, text=f"The end: {names}")
        yield lobby("over", game=self.name, game_name=self.rules.name, declaration="")


async def whole_game(game, width=80):
    """A game from its deal to its end, answered by what the lines offer."""
    async with Typist(width) as typist:
        typist.hear(*game.begin())
        heard, questions = typist.lines, 0
        while game.table.pending is not None:
            questions += 1
            if questions % ASIDE_EACH == 0:
                await typist.type(ASIDES[questions // ASIDE_EACH % len(ASIDES)])
            await _answer(typist, game, heard)
            start = len(typist.lines)
            typist.hear(*game.go_on())
            heard = typist.lines[start:]
        for line in ("proof", "v", "q", "h"):
            await typist.type(line)
    return typist.lines


async def _answer(typist, game, heard):
    """Chooses step by step, and again after a warning, until an answer is given."""
    before, line = len(typist.said), ""
    while len(typist.said) == before:
        offered = _offered(heard) or _offered(await typist.type(""))
        line = str(1 + game.luck.below(offered)) if offered else line
        heard = await typist.type(line)
        if len(typist.said) == before and not _offered(heard):
            heard = await typist.type(line)
    given = typist.said[-1]
    assert isinstance(given, Give)
    game.table.answer(0, given.option, given.number)


def _offered(lines):
    """How many choices the last question has."""
    for line in reversed(lines):
        if found := CHOICE.match(line):
            return int(found[1])
        if LETTERS.match(line):
            return 2
    return 0


async def told_and_typed(*steps, is_terminal=False):
    """What becomes of messages of the room, of typed lines and of seconds, one after the other."""
    async with Typist(is_terminal=is_terminal) as typist:
        for step in steps:
            match step:
                case str():
                    await typist.type(step)
                case float():
                    typist.wait(step)
                case _:
                    typist.hear(*step)
    return typist.lines


def a_guest():
    """From the door over the lobby to a game with windows and chance, to its end."""
    window = {"window": views.open_window()}
    event = views.chance()
    return told_and_typed(
        [welcome(admitted=False)], "?", "", "plum-42",
        [problem("this is not the code: 5 tries left")], "plum-43",
        [welcome(), lobby()], "?", "h", "g", "", "2", "3", "c hello", [chat("Bob", "hello Ann")],
        [lobby(fairness="table")], "pledge what", "pledge " + "0a" * 32, "game rune", "a Anna",
        game(views.cast_phase()), "v", "i 1", "i Tricky Trap", "l", "r RR-TURN-03", "r 1",
        "order x",
        "order hand 3 1 2 4 5", "1", [problem("not an option: expected another")], "9", "2", 2.5,
        [seen(number=8), pending(views.target(), 8)], "9", 5.0,
        [seen(number=9), pending(views.reactions(), 9, **window)], "w", "i 4", "4", 1.0,
        [seen(number=10), pending(None, 10, waiting=(2,))], "1", 3.0, "x cast", "x", "x all",
        [happening(event)], "give jkhsdf kjh",
        [happening(event.model_copy(update={"mine": "jkh"}))],
        "", [happening(views.slow())], "too late", 2.0, [pending(None, 11)],
        [happening(views.chance("roll", number=4, how="pledge"), 12)], "give deadbeef",
        [checkpoint(4), Notice(text="A bot plays for you.")],
        [pending(None, 13), signed(), lobby("over")], "proof", "audit", "1",
        [Bye(text="The host has closed the table.", commitment="4f1c" * 16, receipt=("rr2/ab12",))],
    )  # fmt: skip


def a_host():
    """What a host types before and while a game is on."""
    zoe = person("Zoe", -1, admitted=False)
    there = (person("Ann", 0, is_host=True), person("Bob", 1), zoe)
    return told_and_typed(
        [welcome(is_host=True), lobby(people=there, invite="plum-tree")], "?", "approve otter-lamp",
        "kick Bob", "ban Bob", "bot 3", "bot 3 greedy", "free 3", "remove 2", "seats 3", "seats 9",
        "game regicide", "option window fast", "option window", "b", "1", "",
        [lobby("playing", people=there), *game()[2:]], "pause", "resume", "bot 2", "end",
        "approve", "q", "", "q", "l",
    )  # fmt: skip


def a_hasty_typist():
    """Lines that came before the question, or after the end of what they were for."""
    return told_and_typed(
        game(views.cast_phase()), "1", 0.5, "1", [seen(number=8), pending(views.target(), 8)], "2",
        0.5, "2", [happening(views.chance())], "give keys", [happening(views.slow())],
        "give keys", 2.0,
        "give keys", [pending(None, 11)], "v",
        is_terminal=True,
    )  # fmt: skip


def by_lot(*setting, width=80, **options):
    """A whole game, dealt when it is played."""
    return lambda: whole_game(Game(*setting, **options), width)


def sessions():
    """All sessions, by the name of their file."""
    street = {"window": "fast"}
    return {
        "guest": a_guest,
        "host": a_host,
        "second-window": lambda: told_and_typed([welcome(elsewhere=True), lobby()], "what", "y"),
        "hasty": a_hasty_typist,
        "runes-and-regulations": by_lot("runes-regulations", 3, 5, **street),
        "nefarious": by_lot("runes-regulations", 4, 2, width=120, nefarious="on", **street),
        "regicide": by_lot("regicide", 3, 4),
        "regicide-alone": by_lot("regicide", 1, 6),
        "regicide-of-four": by_lot("regicide", 4, 2, width=50),
        "rune": by_lot("rune", 2, 3, grand_master="on"),
        "pebbles": by_lot(Pebbles(), 3, 1),
    }


def path(name):
    """Where a session lies."""
    return FOLDER / f"{name}.txt"


async def record():
    """Writes every file anew."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for name, session in sessions().items():
        lines = await session()
        path(name).write_text("\n".join([*lines, ""]), "utf-8")
        print(path(name).name, len(lines), "lines", file=sys.stderr)


if __name__ == "__main__":
    on_a_stepped_loop(record())
