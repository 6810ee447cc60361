"""What can go wrong at a table.

RulesError
|-- NotAnOption       the index names no option of the open choice
|-- WrongSeat         that seat is not asked, or has answered already
|-- StaleAnswer       the answer was meant for an earlier state
|-- WrongRequest      an answer where chance is due, or chance where a choice is
|-- BadChance         a result that is no possible outcome of the request
|-- CannotArrange     that zone cannot be re-ordered now, or the order is no permutation
|-- CannotRemove      that seat has left already, or the game cannot go on without it
|-- GameIsOver        nothing is pending any more
|-- BadOption         a table option with an unknown name or value
|-- BadSetup          seats or declarations outside the game's bounds, or no such game or bot
|   `-- CannotLoad    what another package brings is broken (rr_rules.registry)
|-- BadTranscript     a saved game that is not one
|-- NoSuchClause      the rules pages do not hold that clause
|-- DeckError         a deck file that the vocabulary does not allow
`-- EndlessStep       a fault: one step asked for more than the kernel's bound of requests
"""

from __future__ import annotations

from collections.abc import Sequence


class RulesError(Exception):
    """The base of every error this package raises on purpose."""


class NotAnOption(RulesError):
    """The index names no option of the open choice."""


class WrongSeat(RulesError):
    """That seat is not asked, or has answered already."""


class StaleAnswer(RulesError):
    """The answer was meant for an earlier state of the table."""


class WrongRequest(RulesError):
    """A choice was given where chance is due, or the other way round."""


class BadChance(RulesError):
    """The result is no possible outcome of the chance request."""


class CannotArrange(RulesError):
    """That zone cannot be re-ordered now, or the order is no permutation of it."""


class CannotRemove(RulesError):
    """That seat has left already, or the game cannot go on without it."""


class GameIsOver(RulesError):
    """Nothing is pending any more."""


class BadOption(RulesError):
    """A table option has an unknown name or value."""


class BadSetup(RulesError):
    """The number of seats or a declaration is outside the game's bounds, or there is no such game.

    The same for bots.
    """


class BadTranscript(RulesError):
    """A saved game is not one, or belongs to another version."""


class NoSuchClause(RulesError):
    """The rules pages do not hold that clause."""


class DeckError(RulesError):
    """A deck file says something the vocabulary does not allow."""

    MOST_LINES = 50

    @classmethod
    def of(cls, lines: Sequence[str]) -> DeckError:
        """The one error of a file with all its problems, the first fifty in words."""
        more = len(lines) - cls.MOST_LINES
        rest = [f"... and {more} more."] if more > 0 else []
        return cls("\n".join([*lines[: cls.MOST_LINES], *rest]))


class EndlessStep(RulesError):
    """A step asked for more requests than the kernel's bound: a fault in a game's rules."""
