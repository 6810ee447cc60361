"""The table of Rune: what lies where, the areas, and who controls them.

A board is never changed: whatever is put on it makes a new one. So copies of a game share it,
and what was worked out about it, such as its areas, is worked out once.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rr_rules.kernel.requests import Option
from rr_rules.rune.cards import A_BLUE, A_GREEN, A_RED, BLUE, GREEN, RED, START, VALUES
from rr_rules.rune.lattice import CORNER, area_of, bit_of, shape

SEATS = 2
KINDS = (BLUE, GREEN, RED)


class Laid(NamedTuple):
    """A card on the table: its bounding box's top left cell, and clockwise quarter turns."""

    card: int
    x: int
    y: int
    quarter: int


class Master(NamedTuple):
    """A Rune Master on a rune."""

    seat: int
    x: int
    y: int


class Token(NamedTuple):
    """A Grand Master token on a rune, and the colour it shows."""

    seat: int
    x: int
    y: int
    colour: int


class Area(NamedTuple):
    """All connected runes of one colour (RN-AREA-01)."""

    colour: int
    cells: int

    @property
    def worth(self) -> int:
        """What its runes are worth together."""
        return VALUES[self.colour] * self.cells.bit_count()


class Meeting(NamedTuple):
    """Where cards would meet runes of other colours: what `placing` knows of the runes of a board.

    Corners are told from `lowest`; a cell, or an edge, is at colour x count + number.
    """

    lowest: int
    under: tuple[tuple[int, ...], tuple[int, ...]]
    """By frame, for each colour and cell: the corners at which it would cover another colour."""
    beside: tuple[tuple[int, ...], tuple[int, ...]]
    """By frame, for each colour and edge: the corners at which another colour lies there."""
    covered: tuple[int, int]
    """By frame, the corners at which a card covers anything."""


class Board:
    """Everything on the table, with cells as bits (see `lattice`)."""

    __slots__ = ("allowed", "anchors", "areas_found", "colours", "control_found", "found", "laid",
                 "layouts", "masters", "meeting", "occupied", "offered", "picture", "sequels",
                 "sketch", "standing", "thoughts", "token_cells", "tokens", "visible")  # fmt: skip

    layouts: tuple[str, ...]
    """Of all cards in play, by number."""
    laid: tuple[Laid, ...]
    """The cards, the topmost last."""
    visible: tuple[int, ...]
    """For each of them the cells in which it is the topmost."""
    anchors: tuple[int, int]
    """The corners of the upright and of the lying cards."""
    colours: tuple[int, int, int]
    """The visible runes, by colour."""
    occupied: int
    masters: tuple[Master, ...]
    standing: tuple[int, int]
    """By seat, the cells with its masters."""
    tokens: tuple[Token, ...]
    token_cells: int
    meeting: Meeting | None
    """What `placing` has found out about the runes, or None."""
    allowed: tuple[int, int] | None
    """Likewise by frame the corners at which a card might lie at all."""
    found: dict[tuple[int, ...], tuple[tuple[int, int, int], ...]]
    """The legal placements that `placing` has found on this very board."""
    offered: dict[tuple[int, ...], tuple[Option, ...]]
    """What `turn` offers on this very board, by seat and hand: every copy of a game asks again."""
    picture: object
    """What `seeing` has made of it, or None."""
    sketch: object
    """Likewise what `sketch` has made of it, or None."""
    sequels: dict[tuple[type, tuple[int, ...]], Board]
    """The boards that bots have imagined to come of it, by what is put on it."""
    thoughts: dict[tuple[int, ...], object]
    """What `turns` has worked out about it: a bot comes back to one board again and again."""
    areas_found: tuple[Area, ...] | None
    """What `areas` has found, or None; likewise `control_found`."""
    control_found: tuple[tuple[int, int, int], tuple[int, int, int]] | None

    @classmethod
    def bare(cls, layouts: tuple[str, ...]) -> Board:
        """A table with nothing on it."""
        board = cls.__new__(cls)
        board.layouts, board.laid, board.visible = layouts, (), ()
        board.anchors, board.colours, board.occupied = (0, 0), (0, 0, 0), 0
        board.masters, board.standing = (), (0, 0)
        board.tokens, board.token_cells = (), 0
        board.forget()
        return board

    @classmethod
    def built(
        cls,
        layouts: tuple[str, ...],
        laid: Iterable[Iterable[int]],
        masters: Iterable[Iterable[int]] = (),
        tokens: Iterable[Iterable[int]] = (),
    ) -> Board:
        """The table with all of these on it, in that order."""
        board = cls.bare(layouts)
        for each in laid:
            board = board.with_card(Laid(*each))
        for each in masters:
            board = board.with_master(Master(*each))
        for each in tokens:
            board = board.with_token(Token(*each))
        return board

    @classmethod
    def begun(cls, layouts: tuple[str, ...]) -> Board:
        """The table with the starting card alone (RN-SETUP-01)."""
        return cls.bare(layouts).with_card(Laid(START, 0, 0, 0))

    def forget(self) -> None:
        """Begin with nothing worked out."""
        self.areas_found = self.control_found = self.picture = self.sketch = None
        self.meeting = self.allowed = None
        self.found, self.offered, self.sequels, self.thoughts = {}, {}, {}, {}

    def _twin(self) -> Board:
        twin = Board.__new__(Board)
        twin.layouts, twin.laid, twin.visible = self.layouts, self.laid, self.visible
        twin.anchors, twin.colours, twin.occupied = self.anchors, self.colours, self.occupied
        twin.masters, twin.standing = self.masters, self.standing
        twin.tokens, twin.token_cells = self.tokens, self.token_cells
        twin.forget()
        return twin

    # --- what is put on it -----------------------------------------------------------

    def with_card(self, laid: Laid) -> Board:
        """The board with a card laid on top."""
        turned = shape(self.layouts[laid.card], laid.quarter)
        corner = bit_of(laid.x, laid.y) - CORNER
        foot = turned.foot << corner
        blue, green, red = self.colours
        runes = turned.runes
        board = self._twin()
        board.laid = (*self.laid, laid)
        board.visible = (*[cells & ~foot for cells in self.visible], foot)
        upright, lying = self.anchors
        if turned.lying:
            lying |= 1 << corner
        else:
            upright |= 1 << corner
        board.anchors = (upright, lying)
        board.colours = (
            blue & ~foot | runes[BLUE] << corner,
            green & ~foot | runes[GREEN] << corner,
            red & ~foot | runes[RED] << corner,
        )
        board.occupied = self.occupied | foot
        return board

    def with_master(self, master: Master) -> Board:
        """The board with a master on a rune."""
        board = self._twin()
        cell = 1 << bit_of(master.x, master.y)
        one, two = self.standing
        board.masters = (*self.masters, master)
        board.standing = (one, two | cell) if master.seat else (one | cell, two)
        # A master changes no rune.
        board.areas_found, board.meeting = self.areas_found, self.meeting
        return board

    def with_token(self, token: Token) -> Board:
        """The board with a token on a rune: from now on that has the token's colour."""
        board = self._twin()
        cell = 1 << bit_of(token.x, token.y)
        board.tokens = (*self.tokens, token)
        board.token_cells = self.token_cells | cell
        blue, green, red = (colour & ~cell for colour in self.colours)
        if token.colour == BLUE:
            blue |= cell
        else:
            green |= cell
        board.colours = (blue, green, red)
        return board

    def sequel(self, what: Laid | Master | Token) -> Board:
        """The board with that on it, made once: for bots, which come back to it."""
        key = (type(what), what)
        board = self.sequels.get(key)
        if board is None:
            match what:
                case Laid():
                    board = self.with_card(what)
                case Master():
                    board = self.with_master(what)
                case Token():
                    board = self.with_token(what)
            self.sequels[key] = board
        return board

    # --- questions -------------------------------------------------------------------

    @property
    def blocked(self) -> int:
        """The cells that no card may cover: masters and tokens (RN-PLACE-12, RN-GM-07)."""
        return self.standing[0] | self.standing[1] | self.token_cells

    @property
    def areas(self) -> tuple[Area, ...]:
        """Every area, colour by colour, row by row."""
        if self.areas_found is None:
            found = []
            for colour in KINDS:
                rest = self.colours[colour]
                while rest:
                    cells = area_of(rest & -rest, rest)
                    rest ^= cells
                    found.append(Area(colour, cells))
            self.areas_found = tuple(found)
        return self.areas_found

    @property
    def controlled(self) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
        """By seat and colour, the runes that its masters control (RN-CTRL-01)."""
        if self.control_found is None:
            self.control_found = (self._held_by(0), self._held_by(1))
        return self.control_found

    def _held_by(self, seat: int) -> tuple[int, int, int]:
        masters = self.standing[seat]
        if not masters:
            return (0, 0, 0)
        blue, green, red = self.colours
        return (
            area_of(masters & blue, blue),
            area_of(masters & green, green),
            area_of(masters & red, red),
        )

    def held(self, seat: int) -> int:
        """All cells that a seat controls."""
        blue, green, red = self.controlled[seat]
        return blue | green | red

    def controller(self, cells: int) -> int:
        """The seat whose masters stand on these cells, or -1."""
        if cells & self.standing[0]:
            return 0
        return 1 if cells & self.standing[1] else -1

    def score(self, seat: int) -> int:
        """The points of a seat as the table lies (RN-SCORE-01)."""
        blue, green, red = self.controlled[seat]
        points = A_BLUE * blue.bit_count() + A_GREEN * green.bit_count()
        return points + A_RED * red.bit_count()

    def footprint(self, laid: Laid) -> int:
        """The six cells that a card covers when it lies so."""
        return shape(self.layouts[laid.card], laid.quarter).foot << bit_of(laid.x, laid.y) - CORNER

    def master_spots(self, seat: int, *, own_areas: bool) -> int:
        """The cells on which a seat may place a master (RN-MASTER-01 to -04)."""
        taken = self.standing[0] | self.standing[1] | self.held(1 - seat)
        if not own_areas:
            taken |= self.held(seat)
        return self.occupied & ~taken

    def is_mixed(self) -> bool:
        """Whether an area holds masters of both seats: never so in play (RN-CTRL-04)."""
        one, two = self.controlled
        return any(mine & other for mine, other in zip(one, two, strict=True))
