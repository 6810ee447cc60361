"""Paper: lines of plain words, wrapped, without a single control character."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rr_net.safetext import is_safe
from rr_tui.looks.spans import wrap

WIDTHS = (20, 400)
HANGING = 2


class Paper:
    """Where the text mode writes: every line is words, at most `width` cells, and nothing else."""

    def __init__(self, write_line: Callable[[str], object], width: int = 80) -> None:
        self._write_line = write_line
        # The last column stays free: some terminals wrap when it is written to.
        self._width = max(WIDTHS[0], min(WIDTHS[1], width)) - 1

    def say(self, text: str, indent: int = 0) -> None:
        """Writes one sentence or paragraph; what does not fit goes on below, further in."""
        words = "".join(char if is_safe(char) else " " for char in text)
        margin = " " * indent
        for line in wrap(words, self._width - indent - HANGING) or ("",):
            self._write_line(margin + line)
            margin = " " * (indent + HANGING)

    def say_all(self, texts: Iterable[str], indent: int = 0) -> None:
        """Writes several."""
        for text in texts:
            self.say(text, indent)
