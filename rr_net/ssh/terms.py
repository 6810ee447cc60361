"""Terminal names and sizes as a client claims them, brought into bounds."""

from __future__ import annotations

DEFAULT = "xterm-256color"
DUMB = "dumb"

# A closed set: whatever else a client sends never gets past this file.
TERMS = frozenset(
    {
        "alacritty",
        "ansi",
        "cygwin",
        "dumb",
        "eterm-color",
        "foot",
        "gnome",
        "gnome-256color",
        "konsole",
        "konsole-256color",
        "linux",
        "putty",
        "putty-256color",
        "rxvt",
        "rxvt-256color",
        "rxvt-unicode",
        "rxvt-unicode-256color",
        "screen",
        "screen-256color",
        "st",
        "st-256color",
        "tmux",
        "tmux-256color",
        "vt100",
        "vt102",
        "vt220",
        "vte",
        "vte-256color",
        "wezterm",
        "xterm",
        "xterm-16color",
        "xterm-256color",
        "xterm-direct",
        "xterm-ghostty",
        "xterm-kitty",
    }
)

# What a client sends that knows of no terminal at all.
NAMELESS = frozenset({"", "unknown", "network"})

WIDTHS = (20, 400)
HEIGHTS = (8, 200)
USUAL = (80, 24)


def term_of(claimed: str) -> str:
    """The known terminal nearest to what the client claims."""
    if claimed in NAMELESS:
        return DUMB
    return claimed if claimed in TERMS else DEFAULT


def size_of(width: int, height: int) -> tuple[int, int]:
    """Columns and rows within bounds; a client that says nothing has the usual 80x24."""
    return _within(width or USUAL[0], WIDTHS), _within(height or USUAL[1], HEIGHTS)


def _within(claimed: int, bounds: tuple[int, int]) -> int:
    return max(bounds[0], min(bounds[1], claimed))
