"""Rune on the interface: positions of real games as the room would tell them, and as scenes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rr_net.link import Cards, Seen
from rr_rules.kernel.table import Table
from rr_rules.rune.board import Laid
from rr_rules.rune.cards import CARDS
from rr_tui.board.laying import first_held, held_up
from rr_tui.board.walk import home_of_focus, numbered
from rr_tui.games.rune.game import RuneBoard
from rr_tui.games.rune.scene import TABLE, RuneScene
from rr_tui.looks.glyphs import UNICODE, Glyphs
from rr_tui.looks.spans import HeldShape, Place, Row, plain
from tests.support.rr_rules.rune import RULES, Scene, dealt, walk
from tests.support.rr_tui.boards import drawn, walkable
from tests.support.rr_tui.fakelink import lobby, log, pending, welcome
from tests.support.rr_tui.realgames import asked, faces_of
from tests.support.rr_tui.views import people

BOARD = RuneBoard()
NAMES = ("Ann", "Bob")
FACES = faces_of(RULES)


def cell(x: int, y: int) -> Place:
    return Place(TABLE, cell=(x, y))


def position(seed: int, step: int, *, patient: bool = True, **options: str) -> Table:
    """A game after so many random answers."""
    table = dealt(seed, **({"grand_master": "on"} | options))
    for number, _ in enumerate(walk(table, seed, patient=patient)):
        if number == step:
            break
    return table


def at(verb: str, seed: int = 3, least: int = 0, **options: str) -> Table:
    """A random game at the first question of a kind, after some cards at least."""
    table = dealt(seed, **({"grand_master": "on"} | options))
    for choose in walk(table, seed, patient=True):
        if choose.verb == verb and len(table.state.board.laid) > least:
            return table
    raise AssertionError(f"seed {seed} has no question {verb!r} so late")


def far() -> Table:
    """A turn at a table much wider than any screen is: all cards but three in a long chain."""
    stood = Scene(hands=("R01 R02", "R03"))
    board = stood.state.board
    for number, card in enumerate(range(3, CARDS)):
        board = board.with_card(Laid(card, 1 + 2 * number, number % 2, 1))
    stood.state.board = stood.state.shown = board
    return Table.at(RULES, stood.state)


def scene(
    table: Table,
    seat: int | None,
    *,
    glyphs: Glyphs = UNICODE,
    held: HeldShape | None = None,
    spot: Place | None = None,
    focus: Place | None = None,
) -> RuneScene:
    """What the board of a seat is made from, with the cursor where a question takes it."""
    view = RULES.view(table.state, seat)
    ask = None if seat is None else asked(table, seat)
    places = BOARD.option_places(ask, view, ())
    if places.laying:
        holding = held or first_held(places.laying, None)
        assert holding is not None
        places = held_up(places, places.laying, holding)
    made = RuneScene(
        view=view, glyphs=glyphs, faces=FACES, names=NAMES, people=people(2),
        title="Maple Court", ask=ask, places=places, waiting=(view.player,),
    )  # fmt: skip
    if spot is not None:
        made = replace(made, spot=spot)
    found = walkable(BOARD, made)
    made = replace(made, places=numbered(made.places, found))
    place = focus or home_of_focus(made, found)
    return replace(made, focus=place, spot=place if place.cell else made.spot)


def rows(made: RuneScene, size: tuple[int, int]) -> list[Row]:
    """The whole board."""
    return drawn(BOARD, made, size)


def picture(made: RuneScene, size: tuple[int, int] = (80, 24)) -> str:
    return plain(rows(made, size))


def messages(table: Table, seat: int = 0, number: int = 7) -> Iterator[object]:
    """Everything that a player in the middle of a game has been told."""
    me = welcome(name=NAMES[seat], games=(("rune", "Rune"),))
    yield me
    yield lobby("playing", game="rune", game_name="Rune", declaration="", seats=people(2))
    yield Cards(game="rune", cards=tuple(FACES.values()))
    yield log("{0} begins")
    yield from news(table, seat, number)


def news(table: Table, seat: int = 0, number: int = 8) -> Iterator[object]:
    """How the table stands now, and what it asks."""
    view = RULES.view(table.state, seat)
    yield Seen(number=number, game="rune", view=view)
    yield pending(asked(table, seat), number, waiting=(view.player,))
