"""A question that a typed word has raised: the next line answers it, unless another one is said."""

from __future__ import annotations

from collections.abc import Callable

Answer = Callable[[str], bool]
"""Takes a typed line as the answer to a question; False asks it again."""


class Aside:
    """The question that is open beside the table's own, if there is one."""

    def __init__(self, say: Callable[[str], object]) -> None:
        self._say = say
        self._answer: Answer | None = None
        self._gone = ""

    def ask(self, answer: Answer, gone: str) -> None:
        """Has the next line be its answer; `gone` is said where it is not asked any more."""
        self._answer, self._gone = answer, gone

    def takes(self, text: str) -> bool:
        """Whether a typed line is the answer to it, which is taken."""
        answer = self._answer
        if answer is not None and answer(text):
            self._answer = None
        return answer is not None

    def drop(self) -> None:
        """Forgets it, and says so: another question comes."""
        if self._answer is not None:
            self._answer = None
            self._say(self._gone)
