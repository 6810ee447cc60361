"""What a room refuses, and the word that an interface reads for it."""

from __future__ import annotations

import re

from rr_rules.kernel.errors import RulesError


class Refused(Exception):
    """Something a player sent is not allowed now; nothing has changed."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


def code_of(error: Refused | RulesError) -> str:
    """One snake_case word for a refusal: `stale_answer` for a StaleAnswer."""
    if isinstance(error, Refused):
        return error.code
    return re.sub(r"(?<!^)(?=[A-Z])", "_", type(error).__name__).lower()
