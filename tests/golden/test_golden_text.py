"""The text mode says, line by line, what it said when its sessions were recorded."""

import difflib

import pytest

from tests.support.golden.texts import FOLDER, path, sessions

MOST_LINES = 60
"""Lines of a difference that anybody reads."""
NAMES = ("guest", "host", "second-window", "hasty", "runes-and-regulations", "nefarious",
         "regicide", "regicide-alone", "regicide-of-four", "rune", "pebbles")  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
async def test_a_session_reads_as_it_was_recorded(name):
    lines = await sessions()[name]()
    recorded = path(name).read_text("utf-8").split("\n")
    apart = difflib.unified_diff(recorded, [*lines, ""], "recorded", "now", lineterm="")
    assert [*lines, ""] == recorded, "\n".join(["", *list(apart)[:MOST_LINES]])


def test_every_recorded_session_is_played():
    assert {each.name for each in FOLDER.iterdir()} == {path(name).name for name in NAMES}
    assert sessions().keys() == set(NAMES)
