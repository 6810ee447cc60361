"""The rows of the end that say what a check has found: the host's own, and the own client's.

What does not fit ends where a clause of it does, and never behind half a word.
"""

from __future__ import annotations

import re

from rr_net.link import Ended
from rr_net.link.line import LineState
from rr_net.safetext import clean
from rr_tui.looks.glyphs import Glyphs
from rr_tui.looks.spans import Row, Span, indented, shortened
from rr_tui.screens.story import LONGEST

HOST_SAYS = "The host's machine says: "
HOLDS = "not stacked, nothing changed."
SAMPLE = "a sample was checked, and nothing wrong found"
SAMPLED = "a sample, nothing wrong found. That is no proof yet."
DEALT = "played as dealt, but "
ALONE = f"{DEALT}the host alone chose the luck."
CHECK_IT = " check it yourself"
PROVES = ", all of it: runes verify --full"
CLAUSE = re.compile(r"[.:;](?= )")
LEAST = 40
"""Signs that a part of a sentence must have to say anything."""


def of_the_host(ended: Ended, glyphs: Glyphs, width: int, most: int, *, is_alone: bool
                ) -> list[Row]:  # fmt: skip
    """What the host's machine has found: a game whose luck was the host's own is not called right.

    `is_alone` where the table's level says so already.
    """
    luck = f"{clean(ended.luck, LONGEST)}." if ended.luck else ""
    if not luck and (is_alone or ended.host_luck):
        luck = ALONE
    is_right = not (luck or ended.sampled)
    mark, role = (glyphs.chosen, "success") if is_right else (glyphs.bullet, "warning")
    said = luck or HOLDS
    if ended.sampled:
        said = f"{luck.removeprefix(DEALT)[:-1]}; {SAMPLE}." if luck else SAMPLED
    return told(f"{mark} {HOST_SAYS}{said}", width - 1, most, role)


def of_the_own_client(line: LineState, glyphs: Glyphs, width: int, most: int) -> list[Row]:
    """What the own check of the whole record has come to; nothing where there was none."""
    mark, role = {
        "sound": (glyphs.chosen, "success"),
        "wrong": (glyphs.refused, "danger"),
    }.get(line.came_to, (glyphs.bullet, "warning"))
    return told(f"{mark} {line.at_end}", width - 1, most, role) if line.at_end else []


def how_to_check(ended: Ended, *, is_kept: bool = True) -> list[Row]:
    """Which key leads on, of a sample with the command that does all of it; then the key alone.

    `is_kept` where this machine has the record; who came by ssh alone fetches it first.
    """
    key = (Span(" "), Span("[v]", "keyword"), Span(CHECK_IT, "muted"))
    file, long = "last" if is_kept else "bundle.json", f", {clean(ended.whole, 20)}"
    words = f"{PROVES} {file}{long if ended.whole else ''}"
    return [(*key, Span(words, "muted")), key] if ended.sampled else [key]


def told(words: str, width: int, most: int, role: str) -> list[Row]:
    """As much of it as that many rows hold."""
    ends = [at.start() for at in CLAUSE.finditer(words) if at.start() > LEAST]
    for text in (words, *(f"{words[:end]}." for end in reversed(ends))):
        rows = indented(text, width, role)
        if len(rows) <= most:
            return rows
    rows = indented(words, width, role)
    return [*rows[: most - 1], shortened((*rows[most - 1], Span(" " * width)), width)]
