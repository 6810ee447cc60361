"""The log: one truth, read by each seat as it may know it."""

from dataclasses import dataclass

import pytest

from rr_net.game.log import LogBook, RoomNote
from rr_rules.kernel.game import Line
from rr_rules.registry import GAMES, load_game
from rr_rules.rulebook import clause


@dataclass(frozen=True, slots=True)
class Drawn:
    """A card that only its seat has seen."""

    by: int
    card: str
    kind: str = "drawn"


@dataclass(frozen=True, slots=True)
class Secret:
    """Something that only one seat may know of at all."""

    by: int


class Rules:
    """Redacts cards for others, and secrets whole; counts how often it is asked."""

    def __init__(self):
        self.asked = 0

    def redact(self, event, seat):
        self.asked += 1
        if isinstance(event, Secret):
            return event if event.by == seat else None
        return event if event.by == seat else Drawn(event.by, "")

    def line(self, event):
        return Line(f"{{{event.by}}} {type(event).__name__} {getattr(event, 'card', '')}", "RR-1")

    def rulebook_clause(self, topic):
        return "RR-2" if topic == "luck" else ""


@pytest.fixture
def rules():
    return Rules()


@pytest.fixture
def book(rules):
    written = LogBook(rules)
    written.add([RoomNote("room", "hello"), Drawn(0, "Toad"), Secret(1), Drawn(1, "Moose")])
    return written


def texts(lines):
    return [(line.n, line.text.strip()) for line in lines]


def test_each_seat_reads_what_it_may_know_counted_without_gaps(book):
    assert texts(book.read(0, 0, 0)) == [(0, "hello"), (1, "{0} Drawn Toad"), (2, "{1} Drawn")]
    assert texts(book.read(1, 0, 0)) == [
        (0, "hello"), (1, "{0} Drawn"), (2, "{1} Secret"), (3, "{1} Drawn Moose"),
    ]  # fmt: skip
    assert texts(book.read(None, 0, 0)) == [(0, "hello"), (1, "{0} Drawn"), (2, "{1} Drawn")]


@pytest.mark.parametrize(("topic", "clause"), [("luck", "RR-2"), ("leaver", ""), ("", "")])
def test_the_game_says_which_of_its_rules_a_note_is_about(book, topic, clause):
    book.add([RoomNote("room", "so it is", topic)])
    assert book.read(None, 4, 3)[-1].clause == clause


@pytest.mark.parametrize("topic", ["luck", "leaver", "audit"])
def test_a_clause_that_a_room_asks_for_stands_on_the_pages_of_its_game(topic):
    said = {game: load_game(game).rulebook_clause(topic) for game in GAMES}
    assert {game for game, name in said.items() if name} == {"runes-regulations"}
    assert clause("runes-regulations", said["runes-regulations"]).text


def test_who_reads_on_gets_what_is_new(book):
    assert len(book.read(None, 0, 0)) == 3
    book.add([Secret(1), Drawn(0, "Newt")])
    assert texts(book.read(None, 4, 3)) == [(3, "{0} Drawn")]
    assert book.read(None, len(book), 4) == ()


def test_a_line_is_made_once_however_many_read_it(book, rules):
    early = book.read(None, 0, 0)
    asked = rules.asked
    late = book.read(None, 0, 0)
    assert [id(line) for line in late] == [id(line) for line in early]
    assert rules.asked == asked
    assert book.read(0, 0, 0)[1] is not early[1]


def test_who_changes_seats_goes_on_counting(book):
    """A player whose seat was removed watches on: the own lines were more than a spectator's."""
    assert len(book.read(1, 0, 0)) == 4
    book.add([Drawn(0, "Newt"), Drawn(1, "Hare")])
    assert texts(book.read(None, 4, 4)) == [(4, "{0} Drawn"), (5, "{1} Drawn")]
    assert texts(book.read(None, 0, 0))[-1] == (4, "{1} Drawn")


def test_public_events_are_counted_apart_from_asides_and_notes(rules, book):
    assert book.public_lines == (2, 0)
    rules.line = lambda event: Line("", is_aside=event.by == 1)
    book.add([Drawn(0, "Newt"), Drawn(1, "Owl"), Secret(0), RoomNote("room", "bye")])
    assert book.public_lines == book.public_lines == (3, 1)
