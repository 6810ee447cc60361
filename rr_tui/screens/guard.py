"""The guard: a key answers only the question that was on the screen when it was pressed."""

from __future__ import annotations


class Guard:
    """Knows since when the open question can have been read."""

    def __init__(self) -> None:
        self._shown_at: float | None = None
        self._question: object = None
        self._space_is_spent = False

    def asks(self, question: object, *, after_window: bool) -> bool:
        """Notes the open question; whether it is another one than before."""
        if question == self._question:
            return False
        self._question = question
        self._shown_at = None
        # Who hammers Space to let a window pass must not skip their next phase with it.
        self._space_is_spent = after_window and question is not None
        return True

    def shown(self, question: object, at: float) -> None:
        """The terminal has drawn a question."""
        if question == self._question and self._shown_at is None:
            self._shown_at = at

    def lets(self, pressed_at: float) -> bool:
        """Whether a key of that moment can have been meant for the open question."""
        return self._shown_at is not None and pressed_at >= self._shown_at

    def spends_space(self) -> bool:
        """Whether this is the first Space after a window: it declines nothing."""
        spent, self._space_is_spent = self._space_is_spent, False
        return spent
