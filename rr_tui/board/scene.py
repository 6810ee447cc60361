"""A scene: everything that one picture of the board is made from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple, Protocol

from rr_net.link import (
    ALL_WELL,
    Ask,
    AskOption,
    Beforehand,
    HintTold,
    Lesson,
    LineState,
    RandomEvent,
    SeatState,
    Window,
)
from rr_rules.kernel.game import CardText, Reason
from rr_tui.board.option_places import NO_OPTIONS, OptionPlaces
from rr_tui.looks.glyphs import Glyphs
from rr_tui.looks.idiom import Idiom
from rr_tui.looks.keys import Keys
from rr_tui.looks.spans import NOWHERE, Place, Row
from rr_tui.looks.wording import named


class ShownPile(NamedTuple):
    """A pile that may be looked through."""

    title: str
    faces: tuple[str, ...]
    """From its top."""


@dataclass(frozen=True, slots=True)
class Scene:
    """One player's table at one moment, with the cursor.

    A game's own scene narrows `view` and says what there is to see of it.
    """

    idiom: ClassVar[Idiom] = Idiom()
    """How the players of its game speak."""

    view: object
    glyphs: Glyphs
    keys: Keys = field(default_factory=Keys)
    """The keys as this player has them."""
    faces: Mapping[str, CardText] = field(default_factory=dict)
    long_names: frozenset[str] = frozenset()
    """Names of cards that have several words, which stand in one line where there is room."""
    names: tuple[str, ...] = ()
    people: tuple[SeatState, ...] = ()
    title: str = ""
    goals: tuple[str, ...] = ()
    """What wins, for this player, the longest wording first."""
    paused: bool = False
    is_deserted: bool = False
    """Whether it is that because all who play have stepped away."""
    at_the_door: int = 0
    """How many wait for this player's answer: at the door, or for a chair."""
    knock: str = ""
    """What the first of them wants."""
    knock_keys: tuple[str, ...] = ()
    """The actions whose keys answer that; none while a question is open, whose keys come first."""
    standing: str = ""
    """What is to be said about the chair of somebody who has none yet."""
    host_luck: bool = False
    """Whether the host's machine alone chooses the luck, where all could have a hand in it."""
    line: LineState = ALL_WELL
    """How it stands with the own line to the table."""
    ask: Ask | None = None
    """The open question, or None where this player is not asked or has just answered."""
    asks_where: bool = False
    """Whether this player wants to be asked what has a usual answer."""
    places: OptionPlaces = NO_OPTIONS
    window: Window | None = None
    beforehand: Beforehand | None = None
    """What this player has said beforehand about the windows to come, where that can be said."""
    tempo: str = ""
    """How long an event stays, in a word, where this player is alone and may hurry it."""
    gauge: int = 0
    """How much of the time is left of a window or a random event, in cells of the gauge."""
    late: int = 0
    """Seconds that a slow hash has been running, once it takes longer than was said; 0 before."""
    event: RandomEvent | None = None
    """The random event under way, unless this player has put it away."""
    riffle: int = -1
    """How many cards of the riffle have fallen; -1 where nothing moves."""
    opening: str = ""
    """What opens a pledge, as far as it is typed."""
    waiting: tuple[int, ...] = ()
    chance: str = ""
    clock: int = 0
    spinning: int = -1
    """The face that the Spinner's marker stands on while it is shown; -1 while it is not."""
    spin_words: tuple[str, ...] = ()
    spin_means: tuple[str, ...] = ()
    """What the result means, once the marker has stopped on one that is new to this player."""
    """What stands on its faces."""
    focus: Place = NOWHERE
    spot: Place = NOWHERE
    """The cell of a lattice that the cursor was on last, also while it is elsewhere."""
    news: tuple[Row, ...] = ()
    """The last log lines and what was said meanwhile, the newest last."""
    ends_in_notice: bool = False
    """Whether the newest of them is for this player alone."""
    lines: tuple[Row, ...] = ()
    """The last log lines alone."""
    since: tuple[Row, ...] = ()
    """The log lines since this player answered last."""
    about_me: Row = ()
    """The newest of them that tells what was done to this player."""
    talk: tuple[Row, ...] = ()
    """What was said, the newest last."""
    tip: str = ""
    """What is worth knowing of a question that is new to this player; "{app.help}" is its key."""
    hint: str = ""
    """A passing remark about the last key."""
    may_hint: bool = False
    """Whether there is a hint about the open question."""
    advice: HintTold | None = None
    """That hint, while this player reads it."""
    lesson: Lesson | None = None
    """What a teacher says to this moment."""

    def name(self, seat: int) -> str:
        """The name of whoever sits at `seat`."""
        return self.names[seat] if 0 <= seat < len(self.names) else f"Seat {seat + 1}"

    def card(self, face: str) -> CardText | None:
        """What a face says; None for a card whose face this player may not see."""
        return self.faces.get(face)

    def title_of(self, face: str) -> str:
        """A face's name."""
        card = self.faces.get(face)
        words = face.replace("-", " ").replace("_", " ")
        return card.name if card else words.title() if face else "a card"

    def letter_of(self, face: str) -> str:
        """A card's letter, or a dot."""
        card = self.faces.get(face)
        if card is None:
            return self.glyphs.bullet
        return card.letter[:1] or self.glyphs.bullet

    @property
    def is_reaction(self) -> bool:
        """Whether the open question is a reaction window, in whatever mode."""
        return self.window is not None or (self.ask is not None and self.ask.verb == "window")

    def label(self, option: AskOption) -> str:
        """An option in words."""
        return named(option.label or option.act.replace("_", " "), self.names)

    @property
    def chooses(self) -> str:
        """The key that chooses what the cursor is on."""
        return self.keys.shown("board.choose")

    def mark(self, place: Place, blank: str = "") -> str:
        """The key that picks what is at `place`, in one cell, or `blank`."""
        digit = self.places.digits.get(place)
        return blank if digit is None else self.keys.mark(digit)

    def is_pointed_at(self, place: Place) -> bool:
        """Whether the teacher points at what is there."""
        return self.lesson is not None and any(
            point.zone == place.zone
            and point.seat in (-1, place.seat)
            and point.at in (-1, place.at)
            and point.cell in ((), place.cell)
            for point in self.lesson.points
        )

    # --- what a game says of its view ------------------------------------------------------

    @property
    def rule(self) -> Place:
        """Where the rule lies that is in force for everybody; NOWHERE without one."""
        return NOWHERE

    @property
    def seat(self) -> int:
        """The looking seat, or -1 for a spectator."""
        return -1

    @property
    def player(self) -> int:
        """Whose turn it is, or -1 where it is nobody's yet."""
        return -1

    @property
    def around(self) -> tuple[int, ...]:
        """The other seats, clockwise from the looking one."""
        return ()

    @property
    def present(self) -> tuple[int, ...]:
        """The seats whose players have not left the game."""
        return ()

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return False

    @property
    def question(self) -> str:
        """The open question; a game may add how far its answer has come."""
        return self.ask.prompt if self.ask is not None else ""

    @property
    def awaited(self) -> str:
        """What those who are waited for do, as far as everybody sees it; "" for nothing to say."""
        return ""

    @property
    def asks(self) -> Mapping[str, tuple[str, str]]:
        """Acts after which this player is asked something, with its usual answer and as asked."""
        return self.idiom.asked_after(self.ask.verb if self.ask is not None else "")

    @property
    def reaction(self) -> str:
        """What a reaction window asks this player for, in a word or two."""
        return "your answer?"

    def face_at(self, place: Place) -> str:
        """The face of the thing at `place`, or "" where there is none to see."""
        return ""

    def reason(self, place: Place) -> Reason | None:
        """Why the thing at `place` can or cannot be used now."""
        return None

    def pile(self, place: Place) -> ShownPile | None:
        """The pile at `place`, which can be looked through; None where there is none."""
        return None

    def own_cards(self, zone: str) -> int:
        """How many own cards lie in a zone whose order this player may change."""
        return 0


class SeatedView(Protocol):
    """What a view says of its seats."""

    @property
    def me(self) -> int:
        """The seat that looks, or -1 for a spectator."""

    @property
    def player(self) -> int:
        """Whose turn it is."""

    @property
    def phase(self) -> str:
        """The phase of the turn, or setup, or over."""

    @property
    def seats(self) -> Sequence[object]:
        """Each seat's part, by its number."""

    @property
    def reasons(self) -> Sequence[Reason]:
        """Why things can or cannot be used now."""


@dataclass(frozen=True, slots=True)
class SeatedScene(Scene):
    """One player's table at one moment, with its seats as the view names them."""

    view: SeatedView

    @property
    def seat(self) -> int:
        """The looking seat, or -1 for a spectator."""
        return self.view.me

    @property
    def player(self) -> int:
        """Whose turn it is, or -1 where it is nobody's yet."""
        return -1 if self.view.phase == "setup" else self.view.player

    @property
    def awaited(self) -> str:
        """What the phase has the turn player do, if nobody else is waited for."""
        return self.idiom.does.get(self.view.phase, "") if self.waiting == (self.player,) else ""

    @property
    def clockwise(self) -> tuple[int, ...]:
        """All seats, the looking one first."""
        count = len(self.view.seats)
        return tuple((max(self.view.me, 0) + step) % count for step in range(count))

    @property
    def around(self) -> tuple[int, ...]:
        """The other seats, clockwise from the looking one."""
        return tuple(seat for seat in self.clockwise if seat != self.view.me)

    @property
    def present(self) -> tuple[int, ...]:
        """The seats whose players have not left the game: all, where nobody can."""
        return tuple(range(len(self.view.seats)))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.view.phase == "over"

    def reason(self, place: Place) -> Reason | None:
        """Why the thing at `place` can or cannot be used now."""
        found = (r for r in self.view.reasons if Place(r.zone, r.seat, r.at) == place)
        return next(found, None)


def card_at(cards: Sequence[str], at: int) -> str:
    """The face at a position, or "" where there is none."""
    return cards[at] if 0 <= at < len(cards) else ""
