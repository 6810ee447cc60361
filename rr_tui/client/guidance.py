"""What the guide of a game has for the table that a player sits at."""

from __future__ import annotations

from rr_rules.guide.glossary import GlossaryTerm, glossary
from rr_rules.guide.howto import HowToPage, goal, pages
from rr_rules.guide.search import Readable, readables
from rr_rules.kernel.errors import RulesError
from rr_rules.registry import Edition, edition_of
from rr_tui.board.model import PlayerModel

BRANCH = "What if"
"""How the name of a table begins at which a finished game goes on otherwise: its head says that."""


def edition_here(model: PlayerModel) -> Edition | None:
    """The edition on the table; None where that is no game of this machine."""
    if model.lobby is None:
        return None
    settings = {each.name: each.value for each in model.lobby.options}
    try:
        return edition_of(model.lobby.game, settings)
    except RulesError:
        return None


def words_here(model: PlayerModel) -> tuple[GlossaryTerm, ...]:
    """The glossary of the edition on the table; nothing where it brings none."""
    edition = edition_here(model)
    try:
        return glossary(edition) if edition is not None else ()
    except RulesError:
        return ()


def pages_of(edition: Edition) -> tuple[HowToPage, ...]:
    """How an edition is played; nothing where nobody has written it."""
    try:
        return pages(edition)
    except RulesError:
        return ()


def goal_here(model: PlayerModel, role: str = "") -> tuple[str, ...]:
    """What wins at this table for who has a secret role, the longest wording first."""
    table = model.welcome.table if model.welcome is not None else ""
    edition = None if table.startswith(BRANCH) else edition_here(model)
    try:
        return goal(edition, role) if edition is not None else ()
    except RulesError:
        return ()


def readables_here(model: PlayerModel) -> tuple[Readable, ...]:
    """What can be searched at this table besides its log."""
    edition = edition_here(model)
    return readables(edition, model.cards.values()) if edition is not None else ()
