"""Talk in text mode: what one likes, or one of the phrases that a game offers."""

from __future__ import annotations

from collections.abc import Iterator

from rr_net.link import Phrase, Say
from rr_tui.board.model import Known

BY_PHRASES = "This table talks by set phrases: c lists them, c NUMBER says one."


class Talk:
    """Knows which phrases were read out: a number means the phrase that was heard with it."""

    def __init__(self) -> None:
        self._listed: tuple[Phrase, ...] = ()

    def lines(self, known: Known) -> Iterator[str]:
        """How one may talk now; "{0}" stands for seat 0's name."""
        phrases = known.phrases
        if phrases is None:
            yield "Say what? Like this: c TEXT"
            if known.reminder:
                yield f"{known.reminder}."
            return
        self._listed = phrases
        yield "You can say, with c and the number:" if phrases else "Nothing can be said now."
        for number, phrase in enumerate(phrases, 1):
            yield f"c {number}: {phrase.text}"

    def message(self, known: Known, text: str) -> Say | None:
        """What a typed line says; None where it is no phrase of a table that talks by phrases."""
        phrases = known.phrases
        if phrases is None:
            return Say(text=text)
        listed = self._listed or phrases
        if text.isascii() and text.isdecimal() and 1 <= int(text) <= len(listed):
            return Say(phrase=listed[int(text) - 1].id)
        return None
