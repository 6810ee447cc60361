"""A scene: everything that one picture of the board is made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rr_net.link import Ask, AskOption, CardText, RandomEvent, SeatState, Window
from rr_rules.game import Reason
from rr_rules.runes_regulations.view import SeatView, View
from rr_tui.board.choices import NO_CHOICES, Choices
from rr_tui.board.places import NOWHERE, Place
from rr_tui.board.spans import Row
from rr_tui.glyphs import Glyphs
from rr_tui.wording import named

TO_WIN = 5
"""How many Mythical Creatures win at the end of the own turn."""

KINDS = {"spell": "S", "rune": "R", "regulation": "§"}


@dataclass(frozen=True, slots=True)
class Scene:
    """One player's table at one moment, with the cursor."""

    view: View
    glyphs: Glyphs
    faces: Mapping[str, CardText] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    people: tuple[SeatState, ...] = ()
    title: str = ""
    commitment: str = ""
    paused: bool = False
    at_the_door: int = 0
    """People whom the host may let in."""
    ask: Ask | None = None
    """The open question, or None where this player is not asked or has just answered."""
    choices: Choices = NO_CHOICES
    group: tuple[AskOption, ...] = ()
    """The options of one thing that was picked, where it can be used in several ways."""
    window: Window | None = None
    gauge: int = 0
    """How much of the time is left of a window or a random event, in cells of the gauge."""
    event: RandomEvent | None = None
    """The random event under way, unless this player has put it away."""
    riffle: int = -1
    """How many cards of the riffle have fallen; -1 where nothing moves."""
    opening: str = ""
    """What opens a pledge, as far as it is typed."""
    words: str = ""
    """The four words of the newest head that the host has signed."""
    waiting: tuple[int, ...] = ()
    chance: str = ""
    clock: int = 0
    spinning: int = -1
    """The face that the Spinner's marker stands on while it is shown; -1 while it is not."""
    spin_words: tuple[str, ...] = ()
    """What stands on its faces, where it is not the usual six."""
    focus: Place = NOWHERE
    news: tuple[Row, ...] = ()
    """The last log lines and what was said meanwhile, the newest last."""
    lines: tuple[Row, ...] = ()
    """The last log lines alone."""
    talk: tuple[Row, ...] = ()
    """What was said, the newest last."""
    hint: str = ""
    """A passing remark about the last key."""

    def name(self, seat: int) -> str:
        """The name of whoever sits at `seat`."""
        return self.names[seat] if 0 <= seat < len(self.names) else f"Seat {seat + 1}"

    def card(self, face: str) -> CardText | None:
        """What a face says; None for a card whose face this player may not see."""
        return self.faces.get(face)

    def title_of(self, face: str) -> str:
        """A face's name."""
        card = self.faces.get(face)
        return card.name if card else face.replace("-", " ").title() if face else "a card"

    def letter_of(self, face: str) -> str:
        """A Creature's family letter, another card's kind, or a dot."""
        card = self.faces.get(face)
        if card is None:
            return self.glyphs.bullet
        return KINDS.get(card.kind) or card.letter[:1] or self.glyphs.bullet

    @property
    def is_reaction(self) -> bool:
        """Whether the open question is a reaction window, in whatever mode."""
        return self.window is not None or (self.ask is not None and self.ask.verb == "window")

    @property
    def me(self) -> SeatView | None:
        """The looking seat's own part, or None for a spectator."""
        return self.view.seats[self.view.me] if 0 <= self.view.me < len(self.view.seats) else None

    @property
    def neighbours(self) -> tuple[SeatView, ...]:
        """The other seats, clockwise from the looking one."""
        seats = self.view.seats
        if self.me is None:
            return seats
        start = self.view.me + 1
        return tuple(seats[(start + step) % len(seats)] for step in range(len(seats) - 1))

    def reason(self, place: Place) -> Reason | None:
        """Why the thing at `place` can or cannot be used now."""
        found = (r for r in self.view.reasons if (r.zone, r.seat, r.at) == place)
        return next(found, None)

    def face_at(self, place: Place) -> str:
        """The face of the thing at `place`, or "" where there is none to see."""
        view = self.view
        match place.zone:
            case "regulation":
                return view.regulation
            case "main_discard":
                return _at(view.main_discard, place.at)
            case "rune_discard":
                return _at(view.rune_discard, place.at)
            case "regulations_seen":
                return _at(view.regulations_seen, place.at)
            case "seen":
                return _at(view.seen, place.at)
            case "hand" | "lawn" | "fence" if 0 <= place.seat < len(view.seats):
                return self._seat_face(view.seats[place.seat], place)
        return ""

    def _seat_face(self, seat: SeatView, place: Place) -> str:
        if place.zone == "hand":
            return _at(seat.hand, place.at)
        cards = seat.lawn if place.zone == "lawn" else seat.fence
        return cards[place.at].face if 0 <= place.at < len(cards) else ""

    def label(self, option: AskOption) -> str:
        """An option in words."""
        return named(option.label or option.act.replace("_", " "), self.names)


def _at(cards: tuple[str, ...], at: int) -> str:
    return cards[at] if 0 <= at < len(cards) else ""
