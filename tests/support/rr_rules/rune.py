"""Positions of Rune by name, and its rules about placements once more, cell by cell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.requests import Choose, Option
from rr_rules.kernel.settings import settle
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table, drive
from rr_rules.lessons.lattice import card, laid, position
from rr_rules.rune.board import Board, Laid
from rr_rules.rune.cards import COLOURS, LETTERS, PROJECT_CARDS
from rr_rules.rune.forbidding import forbids
from rr_rules.rune.game import load
from rr_rules.rune.lattice import Point, bit_of, points, shape
from rr_rules.rune.placing import placements
from rr_rules.rune.settings import SETTINGS, RuneSettings
from rr_rules.rune.state import RuneState
from rr_rules.rune.view import RuneView

RULES = load()
LAYOUTS = PROJECT_CARDS.layouts
VALUE = {"B": 1, "G": 2, "R": 3}
Points = Iterable[Point]
Cells = dict[Point, str]


def choices(**options: str) -> RuneSettings:
    return RuneSettings.read(settle(SETTINGS, options))


# --- the rules once more, cell by cell ----------------------------------------------------------


def cells_of(placed: Laid, layouts: Sequence[str] = LAYOUTS) -> Cells:
    """The cells of one card, turned step by step."""
    layout = layouts[placed.card]
    cells = {(n % 2, n // 2): letter for n, letter in enumerate(layout)}
    for turn in range(placed.quarter):
        height = 3 if turn % 2 == 0 else 2
        cells = {(height - 1 - y, x): letter for (x, y), letter in cells.items()}
    return {(placed.x + x, placed.y + y): letter for (x, y), letter in cells.items()}


def picture(position: Board) -> Cells:
    """Every visible rune."""
    cells: Cells = {}
    for placed in position.laid:
        cells |= cells_of(placed, position.layouts)
    return cells | {(x, y): "BG"[colour] for _, x, y, colour in position.tokens}


def beside(point: Point) -> list[Point]:
    x, y = point
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


def area(cells: Cells, point: Point) -> set[Point]:
    """All that is connected to a rune in its colour."""
    found, todo = {point}, [point]
    while todo:
        for each in beside(todo.pop()):
            if each not in found and cells.get(each) == cells[point]:
                found.add(each)
                todo.append(each)
    return found


def controlled(cells: Cells, position: Board, seat: int) -> set[Point]:
    masters = [(x, y) for whose, x, y in position.masters if whose == seat]
    return {point for master in masters for point in area(cells, master)}


def points_of(position: Board, seat: int) -> int:
    cells = picture(position)
    return sum(VALUE[cells[point]] for point in controlled(cells, position, seat))


def is_legal(position: Board, placed: Laid, seat: int = 0, **options: str) -> bool:
    """Whether a card may lie so, by the catalogue's words."""
    cells, new = picture(position), cells_of(placed, position.layouts)
    covered = [point for point in new if point in cells]
    pieces = {(x, y) for _, x, y in position.masters} | {(x, y) for _, x, y, _ in position.tokens}
    feet = [set(cells_of(each, position.layouts)) for each in position.laid]
    if not covered or pieces & set(new) or set(new) in feet:
        return False
    outside = [(p, q) for p in new for q in beside(p) if q in cells and q not in new]
    rule_a = all(new[point] == cells[point] for point in covered)
    rule_b = all(new[p] == cells[q] for p, q in outside)
    if not (rule_a or rule_b):
        return False
    if options.get("full_cover") == "vanish" and hides_a_card(position, placed):
        return False
    after = cells | new
    if controlled(after, position, 0) & controlled(after, position, 1):
        return False
    if options.get("connect", "no_mixed_area") == "no_mixed_area":
        return True
    others = [(x, y) for whose, x, y in position.masters if whose != seat]
    return not any(q in area(after, p) and q not in area(cells, p) for p in others for q in others)


def hides_a_card(position: Board, placed: Laid) -> bool:
    """Whether a card would lose its last visible rune."""

    def owners(cards: Iterable[Laid]) -> set[int]:
        top = {}
        for number, each in enumerate(cards):
            top |= dict.fromkeys(cells_of(each, position.layouts), number)
        return set(top.values())

    before = owners(position.laid)
    return not before <= owners([*position.laid, placed])


def every_place(position: Board, number: int, seat: int = 0, **options: str) -> set[Point]:
    """All legal placements of a card, by trying each in the box widened by two."""
    cells = picture(position)
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    return {
        (x, y, quarter)
        for x in range(min(xs) - 2, max(xs) + 3)
        for y in range(min(ys) - 2, max(ys) + 3)
        for quarter in range(4)
        if is_legal(position, Laid(number, x, y, quarter), seat, **options)
    }


def verdict(position: Board, words: str, seat: int = 0, **options: str) -> str:
    """The clause that forbids a placement, or ""; all three ways to tell must agree."""
    placed, read = laid(words), choices(**options)
    found = forbids(position, placed, seat, read)
    legal = placements(position, placed.card, seat, joins=read.joins, vanish=read.vanish)
    assert (placed[1:] in legal) is (found is None) is is_legal(position, placed, seat, **options)
    return found.clause if found else ""


# --- tables -------------------------------------------------------------------------------------


def dealt(seed: int, **options: str) -> Table[RuneState]:
    table = Table(RULES, 2, settle(SETTINGS, options))
    drive(table, SeededDealer(seed))
    return table


def walk(table: Table[RuneState], seed: int, *, patient: bool = False) -> Iterator[Choose]:
    """A random game: yields before each answer; a patient one draws every other time."""
    dealer, luck = SeededDealer(seed), Stream.seeded(seed)
    while table.pending is not None:
        choose = table.asked[0]
        yield choose
        if patient and choose.options[0].act == "draw" and luck.below(2):
            table.answer(choose.seat, 0)
        else:
            table.answer(choose.seat, luck.below(len(choose.options)))
        drive(table, dealer)


class Scene:
    """A position to play on from: the start of a turn of seat `player`."""

    def __init__(
        self,
        *words: str,
        hands: Sequence[str] = ("", ""),
        m1: Points = (),
        m2: Points = (),
        tokens: Sequence[tuple[int, ...]] = (),
        deck: int | None = None,
        player: int = 0,
        phase: str = "lay",
        **options: str,
    ) -> None:
        state = position(
            *words, hands=hands, m1=list(m1), m2=list(m2), tokens=tokens, deck=deck, player=player,
            phase=phase, options=options,
        )  # fmt: skip
        self.table = Table.at(RULES, state)

    @property
    def state(self) -> RuneState:
        return self.table.state

    @property
    def asked(self) -> Choose:
        return self.table.asked[0]

    @property
    def acts(self) -> set[str]:
        return {option.act for option in self.asked.options} if self.table.asked else set()

    def view(self, seat: int | None = 0) -> RuneView:
        return RULES.view(self.state, seat)

    def places(self, act: str) -> set[tuple[int, ...]]:
        """The cells, or placements, at which this may be done."""
        return {option.order for option in self.asked.options if option.act == act}

    def do(self, act: str, at: int = -1, order: tuple[int, ...] = ()) -> Scene:
        option = Option(act, *_zone(act, self.asked.seat), at, order)
        self.table.answer(self.asked.seat, self.asked.options.index(option))
        return self

    def lay(self, words: str) -> Scene:
        placed = laid(words)
        at = self.state.hand[self.asked.seat].index(placed.card)
        return self.do("lay", at, tuple(placed[1:]))

    def master(self, x: int, y: int) -> Scene:
        return self.do("master", order=(x, y))

    def token(self, x: int, y: int, colour: str) -> Scene:
        return self.do("token", COLOURS.index(colour), (x, y))

    def draw(self) -> Scene:
        return self.do("draw")

    def told(self, seat: int | None) -> list[str]:
        """What the table says to a seat, or to a spectator, since the last call."""
        events = [RULES.redact(event, seat) for event in self.table.drain()]
        return [RULES.line(event).text for event in events]


def _zone(act: str, seat: int) -> tuple[str, int]:
    if act in ("lay", "discard"):
        return "hand", seat
    return ("table", -1) if act in ("master", "token") else ("", -1)


def visible(position: Board, *points: Point) -> str:
    """The letters at these cells, "." for none."""
    return "".join([_letter(position, 1 << bit_of(*point)) for point in points])


def _letter(position: Board, cell: int) -> str:
    runes = zip(LETTERS, position.colours, strict=True)
    return next((letter for letter, cells in runes if cells & cell), ".")


def owners(position: Board) -> dict[Point, str]:
    """Whose each visible cell is, by face."""
    whose = zip(position.laid, position.visible, strict=True)
    return {p: PROJECT_CARDS.face(laid.card) for laid, cells in whose for p in points(cells)}


def area_at(position: Board, point: Point) -> set[Point]:
    """The area of a rune as the rules see it."""
    bit = 1 << bit_of(*point)
    return {p for each in position.areas if each.cells & bit for p in points(each.cells)}


def letters(face: str, degrees: int) -> str:
    return shape(LAYOUTS[card(face)], degrees // 90).letters()
