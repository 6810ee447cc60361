"""Which rows stand in an area: a game's own, or those that every board has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from rr_tui.board.details import About, details
from rr_tui.board.foot import foot
from rr_tui.board.plan import Area, Plan
from rr_tui.board.scene import Scene
from rr_tui.board.side import side
from rr_tui.looks.spans import Row, block

S = TypeVar("S", bound=Scene)


@dataclass(frozen=True, slots=True)
class Painting(Generic[S]):
    """What a game draws itself."""

    header: Callable[[S, int], Row]
    """In so much width."""
    areas: Mapping[str, Callable[[S, int, int], list[Row]]]
    """By the area's name, in so much width and height."""
    about: About[S]

    def rows(self, scene: S, found: Plan, area: str) -> list[Row]:
        """The rows of one area; one that nobody draws is empty."""
        where: Area = getattr(found, area)
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
