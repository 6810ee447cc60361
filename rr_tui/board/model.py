"""What an interface knows of the table: the last message of each kind, and the log so far."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from rr_net.link import (
    ALL_WELL,
    Cards,
    Ended,
    FromRoom,
    HintTold,
    Lesson,
    Lessons,
    LineState,
    Lobby,
    Log,
    LogLine,
    PastGames,
    Pending,
    Person,
    PhraseOffered,
    Seen,
    Welcome,
)
from rr_rules.kernel.game import CardText

_SEAT = re.compile(r"\{(\d)\}")


@dataclass(slots=True)
class PlayerModel:
    """One player's knowledge, kept up by `learn`."""

    welcome: Welcome | None = None
    lobby: Lobby | None = None
    cards: dict[str, CardText] = field(default_factory=dict)
    long_names: frozenset[str] = frozenset()
    """Names of cards that have several words."""
    seen: Seen | None = None
    pending: Pending | None = None
    log: list[LogLine] = field(default_factory=list)
    ended: Ended | None = None
    ended_before: Ended | None = None
    """What was said last of the end of a game that is not on the table any more."""
    hint: HintTold | None = None
    """The last one: it is about the question of its number."""
    lesson: Lesson | None = None
    """The step of the lesson that is being taken."""
    lessons: Lessons | None = None
    """Which there are, once that was asked."""
    past: PastGames | None = None
    """The past games that were told last."""
    line: LineState = ALL_WELL
    """How it stands with the own line, for who plays from another machine."""
    gave: dict[int, str] = field(default_factory=dict)
    """What this player has given to each random event, by hand, as the room received it."""

    def learn(self, message: FromRoom) -> None:
        """Takes a message in."""
        match message:
            case Welcome():
                self.welcome = message
            case Lobby():
                self._look_around(message)
            case Cards(cards=cards):
                self.cards = {card.id: card for card in cards}
                self.long_names = frozenset(card.name for card in cards if " " in card.name)
            case Seen():
                self.seen = message
            case Pending():
                self.pending = message
                self._note_given(message)
            case Log(lines=lines):
                self.log.extend(self.unheard(lines))
            case Ended():
                self._note_end(message)
            case PastGames():
                self.past = message
            case HintTold() | Lesson() | Lessons():
                self._be_taught(message)

    def _note_end(self, ended: Ended) -> None:
        if self.is_past(ended):
            self.ended_before = ended
        else:
            self.ended = ended

    def unheard(self, lines: tuple[LogLine, ...]) -> list[LogLine]:
        """The log lines that are new; another game's log begins with number 0 again."""
        if lines and lines[0].n == 0 and self.log and lines[0] != self.log[0]:
            self.log.clear()
            self.gave.clear()
        return [line for line in lines if not self.log or line.n > self.log[-1].n]

    def is_past(self, ended: Ended) -> bool:
        """Whether an end is that of a game that is not on the table any more."""
        return self.lobby is not None and ended.commitment != self.lobby.commitment

    @property
    def me(self) -> Person | None:
        """The player as the lobby lists people."""
        if self.lobby is None or self.welcome is None:
            return None
        name = self.welcome.name
        return next((person for person in self.lobby.people if person.name == name), None)

    @property
    def seat(self) -> int:
        """The player's seat, or -1."""
        return self.me.seat if self.me else -1

    @property
    def is_unhurried(self) -> bool:
        """Whether nobody could learn anything from the speed of this player's answers.

        Alone, and where only who can react is asked; those who watch count as people.
        """
        lobby = self.lobby
        if lobby is None:
            return False
        others = [p for p in lobby.people if p.admitted and p.seat != self.seat]
        sitting = [s for s in lobby.seats if s.kind == "player" and s.seat != self.seat]
        windows = next((each.value for each in lobby.options if each.name == "window"), "")
        return windows == "fast" or not (others or sitting)

    @property
    def is_host(self) -> bool:
        """Whether this player is the host."""
        return self.welcome is not None and self.welcome.is_host

    @property
    def is_host_without_company(self) -> bool:
        """Whether this player is the host, and bots have had all other seats of the game."""
        seats = self.lobby.seats if self.lobby is not None else ()
        others = [each for each in seats if each.seat != self.seat]
        had_company = any(each.kind == "player" or each.since for each in others)
        return self.is_host and self.seat >= 0 and not had_company

    @property
    def is_admitted(self) -> bool:
        """Whether the invite code or the host has let this player in."""
        if self.me is not None and self.me.admitted:
            return True
        return self.welcome is not None and self.welcome.admitted

    @property
    def is_at_the_door(self) -> bool:
        """Whether something stands between this player and the table."""
        return self.welcome is not None and (self.welcome.elsewhere or not self.is_admitted)

    @property
    def phrases(self) -> tuple[PhraseOffered, ...] | None:
        """What this player may say by phrase; None where everybody may write what they like."""
        if self.lobby is None or self.lobby.free_chat:
            return None
        return self.pending.phrases if self.pending is not None else ()

    @property
    def reminder(self) -> str:
        """What to show beside the chat while a game is on, or ""."""
        is_on = self.lobby is not None and self.lobby.phase == "playing"
        return self.lobby.reminder if self.lobby is not None and is_on else ""

    def name(self, seat: int) -> str:
        """The name of whoever sits at a seat."""
        seats = self.lobby.seats if self.lobby else ()
        named = seats[seat].name if 0 <= seat < len(seats) else ""
        return named or f"seat {seat + 1}"

    def named(self, text: str) -> str:
        """A text of the room with names in the place of seats."""
        # Not str.format: a name may hold braces of its own.
        return _SEAT.sub(lambda found: self.name(int(found[1])), text)

    def title(self, face: str) -> str:
        """A face's name."""
        card = self.cards.get(face)
        return card.name if card else face.replace("-", " ").replace("_", " ")

    def kind_of(self, face: str) -> str:
        """The kind of a card; "" for a face that nobody has told of."""
        card = self.cards.get(face)
        return card.kind if card else ""

    def titles(self, faces: Iterable[str]) -> str:
        """The names of faces in a row."""
        names = (self.title(face) if face else "a hidden card" for face in faces)
        return ", ".join(names) or "nothing"

    def _note_given(self, pending: Pending) -> None:
        event = pending.event
        if event is None or not event.mine or event.how == "chain":
            return
        # A pledge that is used up is one no longer: what was noted of it before stays.
        if not self.gave.get(event.number, "").endswith(f" {event.mine}"):
            level = event.how if event.how in {"pledge", "signed"} else "mash"
            at = f"{event.number}.{event.opening}"
            self.gave[event.number] = f"{at} {self.seat} {level} {event.mine}"

    def _look_around(self, lobby: Lobby) -> None:
        self.lobby = lobby
        if lobby.phase != "over":
            self.ended = None
        if lobby.phase == "lobby":
            self._forget_game()

    def _be_taught(self, message: HintTold | Lesson | Lessons) -> None:
        if isinstance(message, HintTold):
            self.hint = message
        elif isinstance(message, Lessons):
            self.lessons = message
        else:
            self.lesson = None if message.over else message
            if message.over:
                self._forget_game()

    def _forget_game(self) -> None:
        self.seen = self.pending = self.hint = None
        self.log.clear()
        self.gave.clear()


def turn_words(player: int, model: PlayerModel) -> str:
    """Whose turn it is, or "" where it is nobody's."""
    if player < 0:
        return ""
    whose = "Your" if player == model.seat else f"{model.name(player)}'s"
    return f"{whose} turn."
