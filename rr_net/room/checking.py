"""What `runes verify` prints, and the exit status that goes with it."""

from __future__ import annotations

from rr_net.fairness.errors import Failure, VerifyError
from rr_net.fairness.verify import verify

VERIFIED, CHEATED, UNUSABLE = 0, 1, 2

# A file that cannot be checked here says nothing about its host; everything else does.
NOT_CHECKED = frozenset(
    {
        Failure.TOO_LARGE,
        Failure.NOT_UTF8,
        Failure.NOT_JSON,
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
        Failure.BAD_COMMITMENT,
        Failure.NO_CLOSE,
        Failure.RULES_FAULT,
    }
)


def check_bundle(source: bytes, commitment: str | None) -> tuple[int, str]:
    """The exit status for a bundle, and what to print."""
    try:
        return VERIFIED, verify(source, commitment).text
    except VerifyError as error:
        if error.failure in NOT_CHECKED:
            return UNUSABLE, f"This cannot be checked ({error.failure}): {error}."
        return CHEATED, f"NOT what its host claims ({error.failure}): {error}."
