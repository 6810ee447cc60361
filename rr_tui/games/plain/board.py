"""The plain board: the table in sentences above, the own hand and the question below."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass

from rr_tui.board.details import card_rows, face_title, word
from rr_tui.board.header import headline
from rr_tui.board.painting import Painting, wrapped
from rr_tui.board.panels import Box, framed, listed, thing
from rr_tui.board.scene import Scene
from rr_tui.board.scroll import listed_part
from rr_tui.looks.spans import Place, Row, Span, indented
from rr_tui.looks.wording import seat_role

Title = Callable[[str], str]
"""The name of a face."""

TOLD_OTHERWISE = frozenset({"me", "seats", "reasons", "choices"})
"""Fields about single seats, cards and answers: those are told where these stand."""


def fields_of(view: object) -> Iterator[tuple[str, object]]:
    """The fields that say something about the whole table, with their names as words."""
    for each in fields(view) if is_dataclass(view) else ():
        value = getattr(view, each.name)
        if each.name not in TOLD_OTHERWISE and value is not None:
            yield each.name.replace("_", " "), value


def inner(part: object, title: Title) -> str:
    """A value with fields of its own, in one line; its seat is told otherwise."""
    if not is_dataclass(part):
        return value_words(part, title)
    named = ((each.name.replace("_", " "), getattr(part, each.name)) for each in fields(part))
    return "; ".join(f"{name} {value_words(value, title)}" for name, value in named
                     if name != "seat")  # fmt: skip


def value_words(value: object, title: Title) -> str:
    """A value: a face by its name, equal ones counted."""
    match value:
        case bool():
            return "yes" if value else "no"
        case tuple() if all(isinstance(part, str) for part in value):
            counts = Counter(title(part) if part else "hidden" for part in value)
            words = (f"{n} x {name}" if n > 1 else name for name, n in counts.items())
            return ", ".join(words) or "none"
        case tuple():
            return ", ".join(_in_a_list(part, title) for part in value) or "none"
        case str():
            return title(value) if value else "none"
    return inner(value, title) if is_dataclass(value) else str(value)


def _in_a_list(part: object, title: Title) -> str:
    words = value_words(part, title)
    return f"({words})" if is_dataclass(part) or isinstance(part, tuple) else words


@dataclass(frozen=True, slots=True)
class PlainScene(Scene):
    """One player's table at one moment, read by the names that most games' views share."""

    @property
    def seat(self) -> int:
        """The looking seat, or -1 for a spectator."""
        return number(self.view, "me")

    @property
    def player(self) -> int:
        """Whose turn it is, or -1 where it is nobody's yet."""
        is_setup = getattr(self.view, "phase", "") == "setup"
        return -1 if is_setup else number(self.view, "player")

    @property
    def around(self) -> tuple[int, ...]:
        """The other seats, clockwise from the looking one."""
        count, mine = len(parts(self.view)), self.seat
        return tuple(
            (mine + 1 + step) % count for step in range(count) if (mine + 1 + step) % count != mine
        )

    @property
    def present(self) -> tuple[int, ...]:
        """The seats whose players have not left the game."""
        seats = enumerate(parts(self.view))
        return tuple(seat for seat, part in seats if not getattr(part, "left", False))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return getattr(self.view, "phase", "") == "over" or (
            getattr(self.view, "outcome", None) is not None
        )

    @property
    def hand(self) -> tuple[str, ...]:
        """The own hand."""
        part = parts(self.view)[self.seat] if 0 <= self.seat < len(parts(self.view)) else None
        hand = getattr(part, "hand", ())
        is_faces = isinstance(hand, tuple) and all(isinstance(face, str) for face in hand)
        return hand if is_faces else ()

    def face_at(self, place: Place) -> str:
        """The face of a thing in a zone of a seat, or of the whole table, by the zone's name."""
        seats = parts(self.view)
        part = seats[place.seat] if 0 <= place.seat < len(seats) else None
        things = getattr(part, place.zone, getattr(self.view, place.zone, ()))
        if not isinstance(things, tuple) or not 0 <= place.at < len(things):
            return ""
        face = getattr(things[place.at], "face", things[place.at])
        return face if isinstance(face, str) else ""

    def own_cards(self, zone: str) -> int:
        """How many cards are in the own hand."""
        return len(self.hand) if zone == "hand" else 0


def number(view: object, name: str) -> int:
    """A field that counts something or names a seat; -1 where there is none."""
    found = getattr(view, name, -1)
    return found if isinstance(found, int) else -1


def parts(view: object) -> tuple[object, ...]:
    """Each seat's part of the view."""
    seats = getattr(view, "seats", ())
    return seats if isinstance(seats, tuple) else ()


IN_THE_HEADER = frozenset({"player", "turn", "phase"})


def header(scene: PlainScene, width: int) -> Row:
    """The table, the turn, whose it is, and the phase."""
    phase = getattr(scene.view, "phase", "")
    right = (Span(f"{phase} " if isinstance(phase, str) else "", "accent"),)
    return headline(scene, number(scene.view, "turn"), scene.player, right, width)


# --- the table ---------------------------------------------------------------------------------


def table(scene: PlainScene, width: int, height: int) -> list[Row]:
    """Every seat's public part, then everything that belongs to nobody."""
    rows = [(Span(" "), *row) for told in _told(scene) for row in wrapped(told, width - 4)]
    room = height - 2
    shown = listed_part(len(rows), room, None)
    more: list[Row] = [(Span(f" +{shown.hidden} more", "muted"),)] if shown.hidden else []
    box = Box((Span(" The table ", "title"),))
    return framed([*rows[: shown.last], *more], box, width, height, scene.glyphs)


def _told(scene: PlainScene) -> list[Row]:
    seats = parts(scene.view)
    order = (*scene.around, scene.seat) if scene.seat >= 0 else scene.around
    rows: list[Row] = []
    for seat in order:
        name = Span(f"{scene.name(seat)}: ", seat_role(seat))
        rows.append((name, Span(inner(seats[seat], scene.title_of))))
    told = [(name, value) for name, value in fields_of(scene.view) if name not in IN_THE_HEADER]
    # The numbers share their rows, or they would push each other out of the box.
    short = [each for each in told if isinstance(each[1], int)]
    rows.append(tuple(span for name, value in short for span in _field(scene, name, value, "  ")))
    return rows + [_field(scene, *each) for each in told if each not in short]


def _field(scene: PlainScene, name: str, value: object, end: str = "") -> Row:
    words = f"{value_words(value, scene.title_of)}{end}"
    return (Span(f"{name}: ", "muted"), Span(words))


# --- the hand, and the thing under the cursor --------------------------------------------------


def held(scene: PlainScene) -> tuple[Place, ...]:
    """The cards of the own hand."""
    return tuple(Place("hand", scene.seat, at) for at in range(len(scene.hand)))


def hand(scene: PlainScene, width: int, height: int) -> list[Row]:
    """The own hand as faces."""
    places = held(scene)
    rows = listed(scene, places, height - 2, lambda place: _line(scene, place, width - 2))
    title = f" Your hand ({len(places)}) " if scene.seat >= 0 else " Spectators see no hand "
    return framed(rows, Box((Span(title, "title"),)), width, height, scene.glyphs)


def _line(scene: PlainScene, place: Place, width: int) -> Row:
    face = scene.face_at(place)
    words = (Span(f"{scene.letter_of(face)} ", "accent"), Span(scene.title_of(face)))
    return thing(scene, place, words, width)


def about(scene: PlainScene, place: Place, width: int, height: int) -> tuple[str, list[Row]]:
    """What the card under the cursor says, or the question that a word answers."""
    if place.zone in {"button", "word"}:
        return word(scene, place, width)
    face = scene.face_at(place)
    if not face:
        said = scene.hint or "Nothing is under the cursor."
        return "", indented(said, width - 2, "muted")
    return face_title(scene, face), card_rows(scene, place, (), width, height)


PAINTING = Painting(header, {"upper": table, "hand": hand}, about)
