"""The control sequences of a terminal that we use: there are no others."""

from __future__ import annotations

import re
from enum import Enum
from textwrap import TextWrapper

SYNC_START = "\x1b[?2026h"
SYNC_END = "\x1b[?2026l"

# A dropped line leaves all of these on in the client's terminal: the next login resets them.
_MOUSE_OFF = "\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1015l"
_MOUSE_ON = "\x1b[?1000h\x1b[?1003h\x1b[?1006h"
_RESET = f"{SYNC_END}{_MOUSE_OFF}\x1b[?2004l\x1b[?1004l\x1b[?1l\x1b>\x1b(B\x0f\x1b[0m"

_SYNC_QUESTION = "\x1b[?2026$p"
LONGEST_NOTICE = 120
_TITLE = re.compile(r"[ -~]{0,60}")


class BadTitle(ValueError):
    """A window title or a notice holds something else than a few plain words."""


class NoticeStyle(Enum):
    """How a terminal shows a desktop notice."""

    KITTY = "\x1b]99;;{}\x1b\\"
    ITERM = "\x1b]9;{}\x07"
    """That of WezTerm, Ghostty and Windows Terminal too."""
    URXVT = "\x1b]777;notify;Runes table;{}\x1b\\"
    """That of foot too."""
    BELL = "\a"
    """A terminal of which nothing better is known."""


_STYLES = {
    "xterm-kitty": NoticeStyle.KITTY,
    "iTerm.app": NoticeStyle.ITERM,
    "wezterm": NoticeStyle.ITERM,
    "WezTerm": NoticeStyle.ITERM,
    "xterm-ghostty": NoticeStyle.ITERM,
    "ghostty": NoticeStyle.ITERM,
    "foot": NoticeStyle.URXVT,
    "foot-extra": NoticeStyle.URXVT,
    "rxvt-unicode": NoticeStyle.URXVT,
    "rxvt-unicode-256color": NoticeStyle.URXVT,
}
"""By what TERM or TERM_PROGRAM says; the former alone comes over ssh."""


def notice_style(*names: str) -> NoticeStyle:
    """How a terminal of one of these names shows notices."""
    return next((_STYLES[name] for name in names if name in _STYLES), NoticeStyle.BELL)


def noticed(style: NoticeStyle, words: str) -> str:
    """A desktop notice: fixed words and a cleaned name, of which nothing is a control sequence."""
    if not words.isprintable() or ";" in words or len(words) > LONGEST_NOTICE:
        raise BadTitle(f"bad notice: expected a few printable words without ';', got {words!r}")
    return style.value.format(words)


def entering(*, mouse: bool) -> str:
    """Takes over a terminal in any state: a screen of its own, no cursor, pastes marked as such."""
    # The question leaves a letter on a terminal that does not know it: so it comes before a frame.
    modes = "\x1b[22;0t\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h\x1b[?1004h"
    return _RESET + modes + (_MOUSE_ON if mouse else "") + _SYNC_QUESTION


def leaving(farewell: list[str], width: int = 80) -> str:
    """Gives the terminal back as it was, with some last lines on its normal screen.

    They are folded between words; what has none stays whole, since it may be there to be pasted.
    """
    folded = (row for line in farewell for row in _folded(_shown(line), width))
    lines = "".join(f"{row}\r\n" for row in folded)
    return f"{_RESET}\x1b[?7h\x1b[?1049l\x1b[?25h\x1b[23;0t{lines}"


def mouse_mode(*, wanted: bool) -> str:
    """Turns the mouse's reports on or off."""
    return _MOUSE_ON if wanted else _MOUSE_OFF


def titled(text: str) -> str:
    """Names the window; only a few plain words of ours may stand there."""
    if _TITLE.fullmatch(text) is None:
        raise BadTitle(f"bad title: expected at most 60 printable ASCII characters, got {text!r}")
    return f"\x1b]2;{text}\x07"


def _folded(line: str, width: int) -> list[str]:
    fold = TextWrapper(max(width - 1, 1), break_long_words=False, break_on_hyphens=False)
    return fold.wrap(line) or [""]


def _shown(line: str) -> str:
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in line)
