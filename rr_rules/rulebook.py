"""The rules pages: docs/rules as the interface reads it, section by section, clause by clause."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from rr_rules.kernel.errors import NoSuchClause
from rr_rules.registry import listed

CLAUSE_BULLET = "- **"
CLAUSE_INDENT = "  "
MARK = "<!-- "
"""Where a table that is made from the code begins and ends."""


@dataclass(frozen=True, slots=True)
class RulePage:
    """One clause of the rules, in words for players."""

    id: str
    title: str
    """The title of the section it stands in."""
    text: str


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the rules: its clauses, and the prose and tables around them."""

    title: str
    text: str
    """The clauses are not in it."""
    pages: tuple[RulePage, ...]


def rule_text(game_id: str) -> str:
    """The rules pages of a game, as markdown. Raises BadSetup for an unknown game."""
    return _page_of(game_id, listed(game_id).name)


def expansion_texts(game_id: str) -> tuple[str, ...]:
    """The rules pages of what is played within a game. Raises BadSetup for an unknown game."""
    return tuple(_page_of(game_id, name) for name in listed(game_id).more)


def _page_of(game_id: str, name: str) -> str:
    try:
        package = files(listed(game_id).package)
    except (ImportError, TypeError):  # a module of another package, or a broken one
        raise NoSuchClause(f"{game_id} brings no rules pages") from None
    return read_rules(package, file_name(name))


def file_name(game: str) -> str:
    """The name of a game as a file: Runes & Regulations is runes-and-regulations.md."""
    return f"{game.lower().replace('&', 'and').replace(' ', '-')}.md"


def read_rules(package: Traversable, name: str) -> str:
    """The markdown that belongs to the package at this place. Raises NoSuchClause."""
    # A wheel carries the pages inside the package, a checkout has them beside it.
    # One of another package has a folder of its own for them.
    carried = (("rulebook",), ("pages", "rules"), ("..", "docs", "rules"))
    homes = [package.joinpath(*parts) for parts in carried]
    for home in homes:
        page = home.joinpath(name)
        if page.is_file():
            return page.read_text(encoding="utf-8")
    raise NoSuchClause(f"the rules pages are missing: expected {name} in {package.name}/rulebook")


@cache
def sections(game_id: str) -> tuple[Section, ...]:
    """The rules of a game in the order of its pages, as they are read: without markdown's marks.

    Those of its expansions follow. Raises BadSetup for an unknown game.
    """
    texts = (rule_text(game_id), *expansion_texts(game_id))
    return tuple(_as_read(section) for text in texts for section in load_pages(text))


def _as_read(section: Section) -> Section:
    pages = tuple(replace(page, text=_unmarked(page.text)) for page in section.pages)
    return Section(section.title, _unmarked(section.text), pages)


def clause(game_id: str, clause_id: str) -> RulePage:
    """The clause of that id. Raises NoSuchClause, and BadSetup for an unknown game."""
    known = _clauses(game_id)
    if clause_id not in known:
        raise NoSuchClause(
            f"{game_id} has no clause {clause_id!r}: expected one like {next(iter(known))}"
        )
    return known[clause_id]


@cache
def _clauses(game_id: str) -> dict[str, RulePage]:
    return {page.id: page for section in sections(game_id) for page in section.pages}


def load_pages(text: str) -> tuple[Section, ...]:
    """The sections of a page of rules, in markdown; the first stands under the page's own title."""
    return tuple(_section(part) for part in text.removeprefix("# ").split("\n## "))


def _section(part: str) -> Section:
    title, _, body = part.partition("\n")
    prose: list[str] = []
    bullets: list[list[str]] = []
    inside = False
    for line in body.splitlines():
        if line.startswith(MARK):
            continue
        if _clause_id(line):
            bullets.append([])
            inside = True
        elif not line.startswith(CLAUSE_INDENT):
            inside = False
        (bullets[-1] if inside else prose).append(line)
    pages = tuple(_page(title, bullet) for bullet in bullets)
    return Section(title, "\n".join(prose).strip(), pages)


def _page(title: str, bullet: list[str]) -> RulePage:
    line = " ".join(part.strip() for part in bullet)
    return RulePage(_clause_id(line), title, line.split("** ", maxsplit=1)[1])


def _unmarked(text: str) -> str:
    return text.replace("*", "").replace("`", "")


def _clause_id(line: str) -> str:
    """The id a bullet opens with, such as RR-TURN-03 or RG-STEP2-HEARTS-01, or ""."""
    if not line.startswith(CLAUSE_BULLET):
        return ""
    found, end, _ = line.removeprefix(CLAUSE_BULLET).partition("** ")
    parts = found.split("-")
    is_id = len(parts) > 2 and all(map(_is_part_of_id, parts))
    return found if end and is_id else ""


def _is_part_of_id(part: str) -> bool:
    """A number may bear a small letter, as in NN-SPIN-02b."""
    letters = part[:-1] if part[:-1].isdigit() else part
    return part.isalnum() and letters == letters.upper()
