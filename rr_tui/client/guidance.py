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


OF_THE_PROOF = (
    Readable(
        "word",
        "Verify",
        "After a game anybody can check its record: v at its end, or runes verify with the file "
        "that ssh HOST bundle gave you, or the page docs/check.html in a browser.",
    ),
    Readable(
        "word",
        "Verdict",
        "What a check has found: that no deck was stacked, that the host alone chose the luck, or "
        "that only a sample was checked, which runes verify --full goes on from. None says that "
        "the host did not peek.",
    ),
    Readable(
        "word",
        "Notes",
        "What you keep of a game, so that you can show that it was yours: the commitment, the keys "
        "you pressed, and receipts. runes join keeps them by itself; with ssh alone they stand "
        "under: What is proved, what is not.",
    ),
)
"""What is found of the check after a game, whatever game it is."""


def readables_here(model: PlayerModel) -> tuple[Readable, ...]:
    """What can be searched at this table besides its log."""
    edition = edition_here(model)
    found = readables(edition, model.cards.values()) if edition is not None else ()
    return (*found, *OF_THE_PROOF)
