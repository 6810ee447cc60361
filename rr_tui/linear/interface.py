"""The text mode's interface over a TableLink: what a typed line does."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

from rr_net.link import (
    Bye,
    Enter,
    FromPlayer,
    FromRoom,
    Give,
    HoldWindow,
    Keeper,
    KeepProfile,
    Leave,
    Pending,
    ReplayLink,
    Sit,
    StepAway,
    TableLink,
    TakeOver,
    Welcome,
)
from rr_net.link.refusals import Refused
from rr_net.link.wire import read_until
from rr_net.safetext import clean
from rr_tui.board.answers import asked_of, hold_of
from rr_tui.board.model import PlayerModel
from rr_tui.client import hints, proofs
from rr_tui.client.keepsakes import keepsakes
from rr_tui.client.orders import told_orders
from rr_tui.client.scene_builder import may_order
from rr_tui.games.registry import board_of, face_at
from rr_tui.linear.chance import PLEDGING
from rr_tui.linear.commands import (
    BY_PHRASES,
    NotUnderstood,
    PhrasesHeard,
    help_lines,
    message_of,
    who_loses,
)
from rr_tui.linear.guide import GuideReader
from rr_tui.linear.items import BACK, Answer, MenuEntry
from rr_tui.linear.lessons import PupilInText
from rr_tui.linear.menu import option_of
from rr_tui.linear.past import PastInText
from rr_tui.linear.replay import Keeping, ReplayInText
from rr_tui.linear.steps import words_of
from rr_tui.linear.teller import Paper, Teller, TimeSource
from rr_tui.linear.words import (
    card_words,
    declaring_words,
    door_words,
    hint_words,
    leaving_words,
    log_words,
    people_words,
    rule_words,
    settings_words,
    table_words,
)
from rr_tui.looks.spans import Place
from rr_tui.looks.wording import MOST_DECLARED

if TYPE_CHECKING:
    from rr_tui.widgets.player_app import Shelf

TOO_QUICK = 0.3
"""Seconds after a question in which a person's line was surely typed before it."""
LOG_LINES = 20
MOST_AHEAD = 8
"""Lines that are kept for somebody who types before the room has spoken; of more, the newest."""
HOLDS_NEXT = "The next reaction window that asks you is held. w: not after all."
HOLDS_NO_MORE = "The next window is not held any more."
NO_CHOICE = "There is no choice {} now. Enter says the question again."
AGAIN = "Type it again to do it all the same."
STAYS = "You stay: type q to be asked again."
TYPED_BEFORE = "That was typed before the question above was there. Once more, please."

TOLD = {"?": help_lines, "v": table_words, "h": people_words, "g": settings_words}
"""What one letter asks to be told."""


class LineChannel(Protocol):
    """Where lines are read from and written to."""

    @property
    def is_terminal(self) -> bool:
        """Whether a person types here, and may have typed before reading."""

    async def read_line(self) -> str | None:
        """The next line, None at the end."""

    def write_line(self, text: str) -> None:
        """Sends one line."""

    async def drain(self) -> None:
        """Waits while the other end is behind."""


class TextInterface:
    """One player's table in words."""

    def __init__(
        self,
        link: TableLink,
        lines: LineChannel,
        clock: TimeSource,
        width: int = 80,
        *,
        keeper: Keeper | None = None,
    ) -> None:
        """`keeper` is what goes on with a game where the table ends with this interface."""
        self._keeper = keeper
        self._link = link
        self._lines = lines
        self._clock = clock
        self._paper = Paper(lines.write_line, width)
        self._teller = Teller(self._paper, clock, self._keep)
        self._guide = GuideReader(self._paper, self._teller)
        self._talking = PhrasesHeard()
        self._pupil = PupilInText(self._paper.say, link.send)
        self._hints = hints.HintAsker()
        self._warned: tuple[FromPlayer, str] | None = None
        self._replay: ReplayInText | None = None
        """The game that is looked at, instead of the table."""
        self._aside: TableLink | None = None
        """Another game that is to be played before this table goes on."""
        self.shelf: Shelf | None = None
        """Where files of a replay are kept; None where nobody sits at this machine."""
        self._keeping: Keeping | None = None
        """A file that is to be kept before the next line is read."""
        self._past = PastInText(link, self._paper, lambda: self.model, self._looks_at)
        self._over = asyncio.Event()
        self._typed_ahead: deque[str] = deque(maxlen=MOST_AHEAD)
        """Lines that were typed before the room's first message."""

    @property
    def model(self) -> PlayerModel:
        """What this player knows of the table."""
        return self._teller.model

    def _keep(self, settings: str) -> None:
        self._link.send(KeepProfile(profile=settings))

    async def run(self) -> int:
        """Plays until the player leaves, the line ends or the room says goodbye."""
        self._link.attach(self.hear)
        try:
            await read_until(self._over, self._read())
            self._teller.catch_up()
            await self._lines.drain()
        finally:
            self._teller.stop()
            self._past.stop()
            self._link.close()
        return 0

    def hear(self, message: FromRoom) -> None:
        """A message of the room."""
        self._teller.hear(message)
        if isinstance(message, Welcome):
            # After all that the room says with it: the first question may be another one.
            self._clock.call_later(0, self._hear_typed_ahead)
        if isinstance(message, Pending):
            self._give(message)
        if isinstance(message, Bye):
            self._over.set()

    def _hear_typed_ahead(self) -> None:
        """Takes what was typed before the room had said anything, now that it is known."""
        while self._typed_ahead:
            self.said(self._typed_ahead.popleft())

    async def _read(self) -> None:
        while not self._over.is_set():
            line = await self._lines.read_line()
            if line is None:
                return
            self.said(line)
            await self._lines.drain()
            if (keeping := self._keeping) is not None:
                self._keeping = None
                await self._run(keeping)
            if (aside := self._aside) is not None:
                self._aside = None
                await TextInterface(
                    aside, self._lines, self._clock, self._paper.width, keeper="aside"
                ).run()

    async def _run(self, keeping: Keeping) -> None:
        assert self.shelf is not None
        try:
            self._paper.say(await keeping(self.shelf))
        except Refused as error:
            self._paper.say(f"{error}.")
        await self._lines.drain()

    def _keeps(self, keeping: Keeping) -> bool:
        """Whether a file can be kept here; it is, as soon as nothing else is done."""
        self._keeping = keeping if self.shelf is not None else None
        return self._keeping is not None

    def said(self, line: str) -> None:
        """The player has typed a line."""
        self._teller.catch_up()
        text = clean(line).strip()
        if self._replay is not None and not self._replay.is_over:
            self._replay.said(text)
            return
        if self.model.welcome is None:
            # Nobody has said yet what is asked here: it may be the code, typed ahead.
            self._typed_ahead.append(text)
            return
        if self._teller.aside.takes(text):
            return
        if (answer := self._question_at_the_door()) is not None:
            answer(text)
        else:
            self._typed(text)

    def _give(self, pending: Pending | None) -> None:
        """Gives to the open random event what was typed for it beforehand."""
        if (message := self._teller.luck.given_to(pending)) is not None:
            self._link.send(message)

    # --- lines that are answers to one question --------------------------------------------

    def _question_at_the_door(self) -> Answer | None:
        welcome = self.model.welcome
        if welcome is not None and welcome.elsewhere:
            return self._take_over
        return self._code if welcome is not None and not self.model.is_admitted else None

    def _take_over(self, text: str) -> bool:
        if text.casefold() not in {"y", "n"}:
            self._paper.say("y: take over here. n: leave it where it is, and go.")
            return False
        self._link.send(TakeOver(yes=text.casefold() == "y"))
        return True

    def _code(self, text: str) -> bool:
        match text:
            case "":
                self._paper.say_all(door_words(self.model.welcome) if self.model.welcome else ())
            case "?":
                self._paper.say("Type the invite code, or q to leave. The host can let you in too.")
            case "q":
                self._hang_up()
            case _:
                self._link.send(Enter(code=text[:64]))
        return True

    def _declared(self, sit: Sit, text: str) -> bool:
        declared = text or "0"
        words = self.model.lobby.declarable if self.model.lobby else ()
        most = len(words) - 1 if words else MOST_DECLARED
        if not (declared.isascii() and declared.isdecimal() and int(declared) <= most):
            self._paper.say(f"A number from 0 to {most}, please.")
            return False
        self._link.send(sit.model_copy(update={"declare": int(declared)}))
        return True

    def _leaving(self, text: str) -> bool:
        match text.casefold():
            case "h":
                self._hang_up()
            case "l" if self._keeper is None:
                self._link.send(Leave())
            case "s":
                self._link.send(StepAway())
            case _:
                self._paper.say("You stay.")
        return True

    def _hang_up(self) -> None:
        self._paper.say_all(keepsakes(self.model, self._keeper))
        self._over.set()

    # --- everything else that can be typed ---------------------------------------------------

    def _typed(self, text: str) -> None:
        word, _, rest = ("?" if text == "help" else text).partition(" ")
        rest = rest.strip()
        words, menu = words_of(text.casefold()), self._teller.menu
        items, strange = menu.follow(words)
        why_not = tuple(menu.why_not(words)) if menu.why_not is not None and not items else ()
        if items and (not strange or items[0].into is not None):
            self._follow(items, words[len(items) :])
        elif why_not:
            self._paper.say_all(why_not)
        elif text.casefold() == BACK and self._teller.menu.is_step:
            self._teller.step_back()
        elif self._pupil.takes(text, self.model):
            return
        elif not text:
            self._teller.repeat()
        elif not (self._guide.tells(word.casefold(), rest) or self._tell(word.casefold(), rest)):
            self._send(word.casefold(), rest)

    def _follow(self, items: list[MenuEntry], strange: list[str]) -> None:
        """Goes as many steps as were named, and asks for the next one, or answers."""
        *first, last = items
        if strange:
            told = last.into.why_not if last.into is not None else None
            why_not = tuple(told(strange)) if told is not None else ()
            label = self.model.named(last.label)
            self._paper.say_all(why_not or [f"There is no {strange[0]} after {label}."])
        if last.message is None:
            for item in first:
                self._teller.step_into(item, aloud=False)
        elif strange:
            return
        self._choose(last)

    def _choose(self, item: MenuEntry) -> None:
        age = self._clock.time() - self._teller.asked_at
        if self._lines.is_terminal and age < TOO_QUICK:
            self._paper.say(TYPED_BEFORE)
            return
        if isinstance(item.message, Give):
            if self._is_risky(item.message):
                return
            self._teller.answered()
        if item.message is None:
            self._teller.step_into(item)
        elif item.declares and isinstance(item.message, Sit):
            self._ask_to_declare(item.message)
        else:
            self._link.send(item.message)

    def _is_risky(self, give: Give) -> bool:
        """Whether an answer comes with a warning that has not been said yet."""
        option, seen = option_of(give, self.model), self.model.seen
        risk = board_of(seen).risk(seen.view, option) if option and seen else None
        return risk is not None and self._warns(give, f"{self.model.named(risk.text)}.")

    def _warns(self, message: FromPlayer, words: str) -> bool:
        """Whether a message is to be typed again: what it would do was not said just before."""
        is_new = bool(words) and (message, words) != self._warned
        self._warned = (message, words) if is_new else None
        if is_new:
            self._paper.say(f"{words} {AGAIN}")
        return is_new

    def _ask_to_declare(self, sit: Sit) -> None:
        if (lobby := self.model.lobby) is not None:
            self._paper.say(declaring_words(lobby, self.model))
            gone = f"Nobody asks for {lobby.declaration} now."
            self._teller.aside.ask(lambda text: self._declared(sit, text), gone)

    def _tell(self, word: str, rest: str) -> bool:
        """Whether the word asks for something to be told, which is done."""
        match word:
            case "?" | "v" | "h" | "g":
                self._paper.say_all(TOLD[word](self.model))
            case "l":
                count = int(rest) if rest.isascii() and rest.isdecimal() else LOG_LINES
                self._paper.say_all(log_words(self.model, max(1, count)))
            case "i":
                self._paper.say_all(map(self.model.named, self._meant(rest)))
            case "r":
                self._paper.say_all(rule_words(self.model, rest))
            case "m":
                self._teller.read_on()
            case "q":
                self._paper.say_all(leaving_words(self.model, self._keeper))
                self._teller.aside.ask(self._leaving, STAYS)
            case "replay" | "past":
                self._look_back(word, rest)
            case "proof":
                self._paper.say_all(proofs.lines(self.model))
            case "pledge" if not rest:
                self._paper.say_all(PLEDGING)
            case _:
                return self._said_beforehand(word, rest)
        return True

    def _look_back(self, word: str, rest: str) -> None:
        """Looks at the game that is over, or asks for an older one."""
        try:
            if word == "past":
                self._past.said(rest)
            else:
                self._looks_at(self._link.replay())
        except Refused as error:
            self._paper.say(f"{error}.")

    def _looks_at(self, replay: ReplayLink) -> None:
        self._replay = ReplayInText(
            replay, self._paper, self._clock, self._go_aside, self._has_looked, self._keeps
        )
        self._replay.begin()

    def _has_looked(self) -> None:
        """The table goes on."""

    def _go_aside(self, link: TableLink) -> None:
        self._aside = link

    def _said_beforehand(self, word: str, rest: str) -> bool:
        """Whether the word is about what one says before one is asked."""
        if word == "give" and rest:
            self._paper.say(self._teller.luck.give(rest))
            self._give(self.model.pending)
            return True
        if word == "f" and not rest and may_order(self.model):
            self._paper.say_all(told_orders(self.model))
            return True
        if word == "hint" and not rest:
            self._hint()
            return True
        return False

    def _hint(self) -> None:
        """Says the hint about the open question, or asks for it, and before others read of that."""
        told, model = hints.current(self.model), self.model
        if told is not None:
            self._paper.say_all(map(model.named, hint_words(told)))
        elif self._hints.must_agree(model) and hints.are_on(model) and asked_of(model.pending):
            self._hints.agree(model)
            self._paper.say(f"{hints.TELLS} Type hint again to ask for it.")
        elif (message := self._hints.message(model)) is not None:
            self._link.send(message)
            self._paper.say(hints.THINKING)
        else:
            self._paper.say(f"{hints.NOT_ASKED}.")

    def _send(self, word: str, rest: str) -> None:
        hold = hold_of(self.model.pending)
        if word == "c":
            self._talk(rest)
        elif word == "w" and hold is not None:
            self._hold(hold)
        elif word.isdecimal():
            self._paper.say(NO_CHOICE.format(word))
        else:
            try:
                message = message_of(word, rest, self.model)
            except NotUnderstood as error:
                self._paper.say(str(error))
            else:
                if not self._warns(message, who_loses(message, self.model)):
                    self._link.send(message)

    def _hold(self, hold: HoldWindow) -> None:
        self._link.send(hold)
        if hold.number < 0:
            self._paper.say(HOLDS_NEXT if hold.on else HOLDS_NO_MORE)

    def _talk(self, rest: str) -> None:
        message = self._talking.message(self.model, rest) if rest else None
        if message is not None:
            self._link.send(message)
        elif rest:
            self._paper.say(BY_PHRASES)
        else:
            self._paper.say_all(map(self.model.named, self._talking.lines(self.model)))

    def _meant(self, rest: str) -> Iterable[str]:
        """About a card by its name, or about a choice by its number and what it would do."""
        items, strange = self._teller.menu.follow(words_of(rest))
        give = items[-1].message if items and not strange and not rest.isalpha() else None
        option = option_of(give, self.model) if isinstance(give, Give) else None
        seen = self.model.seen
        if option is None or seen is None:
            named = any(rest in card.name for card in self.model.cards.values())
            is_choice = rest.isdecimal() and not named
            return [NO_CHOICE.format(rest)] if is_choice else card_words(self.model, rest)
        face = face_at(seen, Place(option.zone, option.seat, option.at))
        card = card_words(self.model, self.model.title(face)) if face else [f"{option.label}."]
        told = board_of(seen).foretold(seen.view, option)
        return [*card, *(f"{words}." for words in told)]


class ReplayInterface(TextInterface):
    """A game that is over in words, where there is no table around it."""

    async def run(self) -> int:
        """Tells it until its reader has seen enough of it, or the line ends."""
        self._look_back("replay", "")
        try:
            await read_until(self._over, self._read())
            await self._lines.drain()
        finally:
            if self._replay is not None:
                self._replay.stop()
        return 0

    def _has_looked(self) -> None:
        self._over.set()
