"""Which rows stand in an area: a game's own, or those that every board has."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar, cast

from rr_tui.board.details import About, details
from rr_tui.board.foot import foot
from rr_tui.board.panels import Box, framed
from rr_tui.board.plan import Plan, ScreenArea
from rr_tui.board.scene import Scene
from rr_tui.looks.spans import Row, Span, block, held_together, let_go, wrap_row

INDENT = 2
"""Cells by which the second line of an entry stands in."""
OF_MESSAGES = frozenset({"details", "foot", "side"})
"""The areas in which something stands of the log or the chat that a player has."""
OF_PASSING = frozenset({"details", "foot"})
"""The areas in which something passes by itself, as the Spinner does and the time."""
KEPT = 64
"""Pictures that are kept: of all seats of a table, and of those who watch it."""
EMPTY = "Nobody has said anything yet: press {}."


def side(scene: Scene, width: int, height: int) -> list[Row]:
    """Both boxes, the log with two thirds of the height; alone, the log has all of it."""
    if width <= 2:
        return []
    if scene.tempo and not scene.talk:
        # Nobody is there who could say anything.
        return _box(scene, "Log", scene.lines, width, height)
    talk = max(6, height // 3)
    empty: Row = (Span(EMPTY.format(scene.keys.shown("app.chat")), "muted"),)
    return [
        *_box(scene, "Log", scene.lines, width, height - talk),
        *_box(scene, "Chat", scene.talk or (empty,), width, talk),
    ]


def _box(scene: Scene, title: str, entries: Sequence[Row], width: int, height: int) -> list[Row]:
    rows = newest(entries, width - 3, height - 2, scene.long_names)
    inner: list[Row] = [(Span(" "), *row) for row in rows]
    return framed(inner, Box((Span(f" {title} ", "title"),)), width, height, scene.glyphs)


def newest(
    entries: Sequence[Row], width: int, height: int, names: frozenset[str] = frozenset()
) -> list[Row]:
    """The last lines of some entries, wrapped; a second line of an entry stands a little in.

    These `names` are not broken, where one fits in a line.
    """
    rows: list[Row] = []
    for entry in reversed(entries):
        rows[:0] = wrapped(entry, width, names)
        if len(rows) >= height:
            break
    return rows[-height:]


@lru_cache(maxsize=4096)
def wrapped(entry: Row, width: int, names: frozenset[str] = frozenset()) -> tuple[Row, ...]:
    """One entry; most are the same for every player, and for many pictures."""
    whole = held_together(entry, [name for name in names if len(name) <= width - INDENT])
    first, *others = wrap_row(whole, width) or [()]
    indented = ((Span(" " * INDENT), *row) for row in _again(others, width))
    return tuple(let_go(row) for row in (first, *indented))


def _again(rows: list[Row], width: int) -> list[Row]:
    """Lines wrapped once more to stand two cells in."""
    joined = tuple(span for row in rows for span in (*row, Span(" ")))
    return wrap_row(joined, width - INDENT)


S = TypeVar("S", bound=Scene)


@dataclass(frozen=True, slots=True)
class Painting(Generic[S]):
    """What a game draws itself."""

    header: Callable[[S, int], Row]
    """Drawn for a width."""
    areas: Mapping[str, Callable[[S, int, int], list[Row]]]
    """By the area's name, drawn for a width and a height."""
    about: About[S]

    def rows(self, scene: S, found: Plan, area: str) -> list[Row]:
        """The rows of one area; one that nobody draws is empty."""
        where: ScreenArea = getattr(found, area)
        size = (where.width, where.height)
        if area in self.areas:
            return self.areas[area](scene, *size)
        match area:
            case "header":
                return [self.header(scene, where.width)]
            case "details":
                return details(scene, self.about, *size)
            case "foot":
                return foot(scene, *size)
            case "side":
                return side(scene, *size)
        return block([], *size)


class _Drawn(NamedTuple):
    """What was drawn of a scene."""

    scene: Scene
    areas: dict[str, tuple[Row, ...]]


class _Parts(NamedTuple, Generic[S]):
    """A scene, and what of it can stand in areas of two kinds."""

    whole: S
    still: S
    """Without what passes by itself."""
    table: S
    """Also without what this player was told: as all see it who look from the same place."""


class LatelyDrawn:
    """The pictures that were drawn last: whoever looks at the same is shown the same rows.

    A hundred who watch a table see what one of them sees (docs/adr/0032). Scenes have no hash, and
    are compared.
    """

    def __init__(self) -> None:
        self._pictures: dict[Hashable, _Drawn] = {}
        """By what tells most scenes apart and is quickly compared; the oldest first."""
        self._parts: object = None
        """The parts of the scene that was asked for last: it has more areas."""

    def rows(
        self, scene: S, plan: Plan, area: str, draw: Callable[[S], Sequence[Row]]
    ) -> tuple[Row, ...]:
        """The rows of one area, drawn from nothing but what can stand there."""
        seen = self._seen_in(area, scene)
        areas = self._areas_of(seen, plan)
        if area not in areas:
            areas[area] = tuple(draw(seen))
        return areas[area]

    def _seen_in(self, area: str, scene: S) -> S:
        if area in OF_PASSING:
            return scene
        parts = self._parts
        if not (isinstance(parts, _Parts) and parts.whole is scene):
            parts = self._parts = parts_of(scene)
        return cast(S, parts.still if area in OF_MESSAGES else parts.table)

    def _areas_of(self, scene: Scene, plan: Plan) -> dict[str, tuple[Row, ...]]:
        # Who looks from the same place has the very same view, and views are large.
        key = (id(scene.view), plan, scene.focus, scene.spot, scene.gauge, scene.clock,
               scene.spinning, scene.riffle, scene.late,
               len(scene.lines), len(scene.since))  # fmt: skip
        picture = self._pictures.get(key)
        if picture is None or picture.scene != scene:
            self._pictures.pop(key, None)
            picture = self._pictures[key] = _Drawn(scene, {})
            while len(self._pictures) > KEPT:
                del self._pictures[next(iter(self._pictures))]
        return picture.areas


def parts_of(scene: S) -> _Parts[S]:
    """What of a scene can stand in which areas."""
    still = replace(
        scene,
        gauge=0,
        clock=0,
        late=0,
        riffle=-1,
        spinning=-1,
        spin_words=(),
        spin_means=(),
        event=None,
    )
    table = replace(still, news=(), lines=(), since=(), about_me=(), talk=(),
                    ends_in_notice=False, chance="")  # fmt: skip
    return _Parts(scene, still, table)
