"""A game that is over, step by step in words."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from typing import TYPE_CHECKING

from rr_net.link import EVERYBODY, WATCHER, Reel, ReplayLink, ReplayStep, TableLink
from rr_net.link.refusals import Refused
from rr_tui.board.model import PlayerModel
from rr_tui.games.registry import board_of
from rr_tui.linear.teller import Paper, TimerHandle, TimeSource
from rr_tui.looks.wording import IN_THE_FILE, NO_SHELF, NOT_SHARED, ONLY_PUBLIC, count

if TYPE_CHECKING:
    from rr_tui.widgets.player_app import Shelf

COMMANDS = (
    "Enter, or next 5: a step on, or five; back, or back 5: a step back, or five",
    "turn 7: to the beginning of a turn; turn: to the next one",
    "moment: to the next step that changed much",
    "play, or play 5: by itself, a step every two seconds, or five; Enter stops it",
    "eyes NAME, eyes all, eyes watcher: whose eyes see it; eyes: whose there are",
    "v: the table in words; hands: what all hold; l, or l 20: the last lines of the log",
    "if NAME: a game of your own from here, against bots; if NAME anew: with cards dealt anew",
    "share, or share NOTE: a file for others that begins here, with a note for who looks at it",
    "cast: what is shown from here to the end, as an asciicast",
    "picture: this moment as an SVG",
    "q: leave the replay",
)
SECONDS = 2.0
LINES = 10
STRANGE = "{!r} is nothing that can be typed here: ? lists what can."
SURE = f"{IN_THE_FILE} Type share again to keep it, and behind it a note for who looks at it."
EYES_OF_A_WATCHER = f"{ONLY_PUBLIC}: type eyes watcher."
SIZE = (80, 24)
"""Of a cast and a picture: the columns and rows of the screen."""
PLACES = {EVERYBODY: "all", WATCHER: "watcher"}


Keeping = Callable[["Shelf"], Awaitable[str]]
"""Has a file kept, and says where."""


class ReplayInText:
    """One finished game, told to one person."""

    def __init__(
        self,
        link: ReplayLink,
        paper: Paper,
        clock: TimeSource,
        aside: Callable[[TableLink], object],
        left: Callable[[], object] = lambda: None,
        keeps: Callable[[Keeping], bool] = lambda keeping: False,
    ) -> None:
        """`aside` is told of another game that is to be played before this one goes on.

        `left` is called once nobody looks at it any more. `keeps` has files kept before the next
        line is read, and says whether that can be done here.
        """
        self._link, self._paper, self._clock, self._aside = link, paper, clock, aside
        self._left, self._keeps = left, keeps
        self._is_warned = False
        """Whether it was said what is in a file that is shared."""
        self._model = PlayerModel()
        self._eyes = link.reel.eyes[0]
        self._at = link.reel.start
        self._told = ("", "")
        self._timer: TimerHandle | None = None
        self.is_over = False

    def begin(self) -> None:
        """Says what there is to see, and the first step."""
        self._link.attach(self._model.learn)
        reel = self._link.reel
        self._paper.say(f"Replay: {reel.title}. {count(reel.last, 'step')}, ? lists what to type.")
        if reel.note:
            self._paper.say(f"Whoever shared it says: {reel.note}")
        self._look()
        self._link.watch(self._look)
        self._say_eyes()
        self._go(self._at)

    def stop(self) -> None:
        """Nobody looks at it any more."""
        self._rest()
        self._link.close()
        self.is_over = True
        self._left()

    def _look(self) -> None:
        """Says how far the check is, and what comes of it."""
        reel: Reel = self._link.reel
        if reel.refusal:
            self._paper.say(reel.refusal)
            self.stop()
        elif (reel.check, reel.warning) != self._told:
            self._told = (reel.check, reel.warning)
            for words in filter(None, self._told):
                self._paper.say(_sentence(words))

    # --- one step ----------------------------------------------------------------------------

    def _go(self, at: int) -> None:
        step = self._link.picture(at, self._eyes)
        self._at, self._model.seen = step.at, step.seen
        self._paper.say_all(map(self._model.named, self._told_of(step)))

    def _told_of(self, step: ReplayStep) -> Iterator[str]:
        reel = self._link.reel
        turn = f"turn {step.turn}" if step.turn else "the deal"
        warning = "UNVERIFIED, " if reel.warning else ""
        yield f"{warning}step {step.at} of {reel.last}, {turn}."
        yield from filter(None, (step.answer, *(line.text for line in step.news)))

    def _say_eyes(self) -> None:
        names = ", ".join(self._name(each) for each in self._link.reel.eyes)
        self._paper.say(f"Eyes: {self._name(self._eyes)}. There are: {names}.")

    def _name(self, eyes: int) -> str:
        return PLACES.get(eyes) or self._model.name(eyes)

    def _eyes_of(self, name: str) -> int | None:
        found = (each for each in self._link.reel.eyes if self._name(each).casefold() == name)
        return next(found, None)

    # --- what is typed -------------------------------------------------------------------------

    def said(self, text: str) -> None:
        """A line was typed."""
        was_playing = self._timer is not None
        self._rest()
        word, _, rest = text.casefold().strip().partition(" ")
        number = int(rest) if rest.isascii() and rest.isdecimal() and len(rest) < 6 else None
        if was_playing and not word:
            return
        if word in {"share", "cast", "picture"}:
            self._keep(word, text.strip()[len(word) :].strip())
        elif not (self._moved(word, number) or self._tells(word, rest.strip(), number)):
            self._paper.say(STRANGE.format(text))

    def _moved(self, word: str, number: int | None) -> bool:
        """Whether the word leads to another step, which is told."""
        match word:
            case "" | "next" | "n":
                self._go(self._at + (number or 1))
            case "back" | "b":
                self._go(self._at - (number or 1))
            case "turn":
                self._go(self._begin_of(number))
            case "moment" | "m":
                self._go(self._next_moment())
            case "play":
                self._play(float(number or SECONDS))
            case _:
                return False
        return True

    def _begin_of(self, turn: int | None) -> int:
        turns = self._link.reel.turns
        wanted = turns[self._at] + 1 if turn is None else turn
        return next((at for at, each in enumerate(turns) if each >= wanted), len(turns) - 1)

    def _next_moment(self) -> int:
        found = [each.at for each in self._link.reel.moments]
        return next((at for at in found if at > self._at), found[0] if found else self._at)

    def _tells(self, word: str, rest: str, number: int | None) -> bool:
        """Whether the word asks for something else, which is done."""
        match word:
            case "?" | "help":
                self._paper.say_all(("You can type:", *COMMANDS))
            case "eyes":
                self._change_eyes(rest)
            case "v":
                self._paper.say_all(self._table_words())
            case "hands":
                self._paper.say_all(self._hands())
            case "l":
                lines = self._link.picture(self._at, self._eyes).lines
                told = [line.text for line in lines[-(number or LINES) :]]
                self._paper.say_all(map(self._model.named, told))
            case "if" if rest:
                self._branch(rest)
            case "q":
                self.stop()
            case _:
                return False
        return True

    def _change_eyes(self, name: str) -> None:
        eyes = self._eyes_of(name)
        if eyes is not None:
            self._eyes = eyes
            self._go(self._at)
        else:
            self._say_eyes()

    def _table_words(self) -> Iterator[str]:
        seen = self._link.picture(self._at, self._eyes).seen
        yield from map(self._model.named, board_of(seen).told(seen.view, self._model))

    def _hands(self) -> Iterator[str]:
        step = self._link.picture(self._at, self._eyes)
        own = [step.seen] if self._eyes >= 0 else []
        for seat, seen in enumerate(step.opened or own):
            who = self._model.name(seat if step.opened else self._eyes)
            for what, faces in board_of(seen).secrets(seen.view):
                yield f"{who}, {what}: {self._model.titles(faces)}."
        if not (step.opened or own):
            yield "A watcher sees no hand."

    def _branch(self, rest: str) -> None:
        name, _, how = rest.rpartition(" ")
        name, anew = (name, True) if how == "anew" and name else (rest, False)
        seat = self._eyes_of(name)
        try:
            link = self._link.branch(self._at, EVERYBODY if seat is None else seat, anew=anew)
        except Refused as error:
            self._paper.say(f"{error}.")
        else:
            self._aside(link)

    def _keep(self, word: str, note: str) -> None:
        """Has a file kept of what these eyes may see."""
        link, at, reel = self._link, self._at, self._link.reel
        if word == "share" and not reel.is_open:
            self._paper.say(NOT_SHARED)
        elif not reel.is_open and self._eyes != WATCHER:
            self._paper.say(EYES_OF_A_WATCHER)
        elif word == "share" and not self._is_warned:
            self._is_warned = True
            self._paper.say(SURE)
        else:
            begins, steps = link.beginning(at, self._eyes), reel.last - at
            keeping: dict[str, Keeping] = {
                "share": lambda shelf: shelf.share(link, at, note),
                "cast": lambda shelf: shelf.cast(begins, steps, SECONDS, SIZE),
                "picture": lambda shelf: shelf.picture(begins, SIZE),
            }
            if not self._keeps(keeping[word]):
                self._paper.say(NO_SHELF)

    # --- playing by itself ---------------------------------------------------------------------

    def _play(self, seconds: float) -> None:
        self._timer = self._clock.call_later(seconds, lambda: self._play_on(seconds))

    def _play_on(self, seconds: float) -> None:
        self._timer = None
        self._go(self._at + 1)
        if self._at < self._link.reel.last:
            self._play(seconds)

    def _rest(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None


def _sentence(words: str) -> str:
    """Words as a sentence stands."""
    return f"{words[0].upper()}{words[1:].rstrip(' .…')}."
