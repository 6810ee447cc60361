"""The control sequences of a terminal that we use: there are no others."""

from __future__ import annotations

import re

SYNC_START = "\x1b[?2026h"
SYNC_END = "\x1b[?2026l"

# A dropped line leaves all of these on in the client's terminal: the next login resets them.
_MOUSE_OFF = "\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1015l"
_MOUSE_ON = "\x1b[?1000h\x1b[?1003h\x1b[?1006h"
_RESET = f"{SYNC_END}{_MOUSE_OFF}\x1b[?2004l\x1b[?1004l\x1b[?1l\x1b>\x1b(B\x0f\x1b[0m"

_SYNC_QUESTION = "\x1b[?2026$p"
_TITLE = re.compile(r"[ -~]{0,60}")


class BadTitle(ValueError):
    """A window title holds something else than a few plain words."""


def entering(*, mouse: bool) -> str:
    """Takes over a terminal in any state: a screen of its own, no cursor, pastes marked as such."""
    # The question leaves a letter on a terminal that does not know it: so it comes before a frame.
    modes = "\x1b[22;0t\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h"
    return _RESET + modes + (_MOUSE_ON if mouse else "") + _SYNC_QUESTION


def leaving(farewell: list[str]) -> str:
    """Gives the terminal back as it was, with some last lines on its normal screen."""
    lines = "".join(f"{_shown(line)}\r\n" for line in farewell)
    return f"{_RESET}\x1b[?7h\x1b[?1049l\x1b[?25h\x1b[23;0t{lines}"


def mouse_mode(*, wanted: bool) -> str:
    """Turns the mouse's reports on or off."""
    return _MOUSE_ON if wanted else _MOUSE_OFF


def titled(text: str) -> str:
    """Names the window; only a few plain words of ours may stand there."""
    if _TITLE.fullmatch(text) is None:
        raise BadTitle(f"bad title: expected at most 60 printable ASCII characters, got {text!r}")
    return f"\x1b]2;{text}\x07"


def _shown(line: str) -> str:
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in line)
