"""How a game is played, in two pages, and what wins it, in a line."""

from __future__ import annotations

from dataclasses import dataclass

from rr_rules.guide.source import entries
from rr_rules.registry import Edition

FILE = "howto.toml"
PAGE = (76, 20)
"""Cells across and down that a page has at most."""
HEADING = "# "


@dataclass(frozen=True, slots=True, kw_only=True)
class HowToPage:
    """One page of how to play."""

    title: str
    lines: tuple[str, ...]
    """A line that begins with HEADING is one; "" is a gap."""
    picture: str = ""
    """A board with labels, line by line."""
    labels: tuple[str, ...] = ()
    """What the picture shows, in sentences."""
    edition: str = ""
    """The edition that it belongs to, by name; "" for every one of its game."""

    @property
    def drawn(self) -> tuple[str, ...]:
        """The lines of the picture."""
        return tuple(self.picture.strip("\n").splitlines())


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """What wins, for the head of a board."""

    lines: tuple[str, ...]
    """The longest wording first."""
    edition: str = ""
    face: str = ""
    """The secret role whose goal it is, as a face; "" for everybody's."""


def pages(edition: Edition) -> tuple[HowToPage, ...]:
    """The pages of an edition. Raises BadGuide, and BadSetup for an unknown game."""
    found = entries(edition.game, FILE, "page", HowToPage)
    return tuple(each for each in found if each.edition in ("", edition.name))


def goal(edition: Edition, face: str = "") -> tuple[str, ...]:
    """What wins an edition for who has this role, the longest wording first; none where unsaid."""
    found = entries(edition.game, FILE, "goal", Goal)
    ours = [each for each in found if each.edition in ("", edition.name)]
    own = [each for each in ours if each.face == face]
    return next((each.lines for each in own or ours if each.face in ("", face)), ())
