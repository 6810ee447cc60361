"""What can be wrong with a recorded game.

FairnessError
|-- BadJson        bytes are not the one canonical form of a JSON value
|-- BadBundle      JSON that is no bundle: another format, or fields that do not belong there
|-- NotInstalled   the game was played with another version, other rules or another deck
|-- WeakSlow       the slow hash is too quick for the level
|-- ChainUsedUp    a game has had more random events than its chains have values
|-- BadRow         a row does not follow from the rows before it and the secret
`-- VerifyError    the only error that leaves `verify`
"""

from __future__ import annotations

from enum import StrEnum

from rr_net.safetext import SafeText, clean
from rr_rules.kernel.errors import RulesError


class Failure(StrEnum):
    """The name of the check that failed."""

    TOO_LARGE = "too_large"
    NOT_UTF8 = "not_utf8"
    NOT_JSON = "not_json"
    TOO_MANY = "too_many"
    TOO_DEEP = "too_deep"
    DUPLICATE_KEY = "duplicate_key"
    NON_ASCII_KEY = "non_ascii_key"
    NOT_WHOLE = "not_whole"
    NUMBER_TOO_GREAT = "number_too_great"
    NOT_CANONICAL = "not_canonical"
    OTHER_FORMAT = "other_format"
    WRONG_SHAPE = "wrong_shape"
    NO_SUCH_GAME = "no_such_game"
    OTHER_VERSION = "other_version"
    OTHER_RULES = "other_rules"
    OTHER_DECK = "other_deck"
    BAD_DECK = "bad_deck"
    BAD_SETUP = "bad_setup"
    BAD_COMMITMENT = "bad_commitment"
    BAD_NOTE = "bad_note"
    WRONG_CARDS = "wrong_cards"
    WEAK_SLOW = "weak_slow"
    NO_CLOSE = "no_close"
    OTHER_COMMITMENT = "other_commitment"
    LOWER_LEVEL = "lower_level"
    OUT_OF_ORDER = "out_of_order"
    BROKEN_CHAIN = "broken_chain"
    NO_OPENING = "no_opening"
    AFTER_CLOSE = "after_close"
    WRONG_SECRET = "wrong_secret"  # noqa: S105 - the name of a check
    WRONG_ANCHOR = "wrong_anchor"
    BROKEN_SEAL = "broken_seal"
    BAD_EVENT = "bad_event"
    BAD_CONTRIBUTION = "bad_contribution"
    BAD_PLEDGE = "bad_pledge"
    BAD_SEAT_CHAIN = "bad_seat_chain"
    BAD_SEAT = "bad_seat"
    BAD_WITNESS = "bad_witness"
    UNSIGNED_ANSWER = "unsigned_answer"
    FORGED_ANSWER = "forged_answer"
    WRONG_BY = "wrong_by"
    WRONG_SLOW = "wrong_slow"
    WRONG_SHUFFLE = "wrong_shuffle"
    WRONG_ROLL = "wrong_roll"
    WRONG_LINK = "wrong_link"
    WRONG_INPUT = "wrong_input"
    WRONG_ROOT = "wrong_root"
    WRONG_OPENING = "wrong_opening"
    BAD_SIGNATURE = "bad_signature"
    OTHER_HOST = "other_host"
    UNSIGNED = "unsigned"
    ILLEGAL_ENTRY = "illegal_entry"
    HOST_NOT_FIRST = "host_not_first"
    WRONG_COMMIT = "wrong_commit"
    WRONG_OUTCOME = "wrong_outcome"
    NOT_MINE = "not_mine"
    OTHER_RECEIPT = "other_receipt"
    FORK = "fork"
    CHAIN_USED_UP = "chain_used_up"
    RULES_FAULT = "rules_fault"


# A file that cannot be checked here says nothing about its host; every other failure does.
UNUSABLE = frozenset(
    {
        Failure.TOO_LARGE,
        Failure.NOT_UTF8,
        Failure.NOT_JSON,
        Failure.TOO_MANY,
        Failure.TOO_DEEP,
        Failure.DUPLICATE_KEY,
        Failure.NON_ASCII_KEY,
        Failure.NOT_WHOLE,
        Failure.NUMBER_TOO_GREAT,
        Failure.NOT_CANONICAL,
        Failure.OTHER_FORMAT,
        Failure.WRONG_SHAPE,
        Failure.NO_SUCH_GAME,
        Failure.OTHER_VERSION,
        Failure.OTHER_RULES,
        Failure.OTHER_DECK,
        Failure.BAD_DECK,
        Failure.BAD_SETUP,
        Failure.BAD_COMMITMENT,
        Failure.BAD_NOTE,
        Failure.NO_CLOSE,
        Failure.RULES_FAULT,
    }
)
"""The failures with exit status 2."""


class FairnessError(Exception):
    """The base of every error this package raises on purpose."""

    def __init__(self, failure: Failure, text: str, seq: int = -1) -> None:
        """Name the failed check, say what happened, and number the row it was found at."""
        super().__init__(text)
        self.failure = failure
        self.seq = seq
        """The row's number, or -1 where the failure is of no single row."""


class BadJson(FairnessError):
    """Bytes are not the one canonical form of a JSON value."""


class BadBundle(FairnessError):
    """JSON is no bundle: another format, or fields that do not belong there."""


class NotInstalled(FairnessError):
    """The game was played with another version, other rules or another deck than these."""


class WeakSlow(FairnessError):
    """The slow hash is too quick for the level, or there is one where none should be."""

    def __init__(self, text: str) -> None:
        """Say what was expected."""
        super().__init__(Failure.WEAK_SLOW, text)


class ChainUsedUp(FairnessError):
    """A game has had more random events than its chains have values."""

    def __init__(self, text: str) -> None:
        """Say which value there is not."""
        super().__init__(Failure.CHAIN_USED_UP, text)


class BadRow(FairnessError):
    """A row does not follow from the rows before it and the secret."""

    def __init__(
        self, failure: Failure, text: str, seq: int = -1, *, pile: str = "", position: int = -1
    ) -> None:
        """Name the pile and the position too, where a shuffle is what failed."""
        super().__init__(failure, text, seq)
        self.pile = pile
        self.position = position


class VerifyError(FairnessError):
    """The only error that leaves `verify`: the game is not what its host claims, or no game."""

    def __init__(self, cause: FairnessError) -> None:
        """Say what `cause` says, and at which row."""
        where = f"entry {cause.seq}: " if cause.seq >= 0 else ""
        super().__init__(cause.failure, f"{where}{cause}", cause.seq)
        self.pile = cause.pile if isinstance(cause, BadRow) else ""
        """The deck that failed, or ""."""
        self.position = cause.position if isinstance(cause, BadRow) else -1
        """The first position of that deck that is wrong, from 0, or -1."""


def worded(error: RulesError) -> SafeText:
    """What the rules complain of, on one line and fit to be shown: it may quote a hostile file."""
    return clean("; ".join(str(error).splitlines()), 1000)
