"""Nothing on a player's screen is a raw id, a hash, or the word of another game.

Every screen that was ever recorded is looked at: tests/golden/screens has those of all four games,
docs/screens the captures of an evening.
"""

import re
from pathlib import Path

import pytest
from rich.cells import cell_len

from tests.support.captures.studio import FOLDER
from tests.support.rr_tui import views
from tests.support.rr_tui.fakelink import (
    FakeLink,
    cards,
    lobby,
    pending,
    person,
    seen,
    welcome,
)
from tests.support.rr_tui.sitting import sitting

GOLDEN = Path(__file__).parents[2] / "golden"
SCREENS = sorted(path for path in (GOLDEN / "screens").glob("*.txt") if path.name != "bytes.txt")
HASH = re.compile(r"[0-9a-f]{16,}|#[0-9a-f]{4}\b")
RAW = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b(?!\.py)")
ON_DEMAND = {"the raw name of an option", "a number for an option", "what the host has signed",
             "proof"}  # fmt: skip
"""Scenes of pages that are there to show just this, each one key away."""
WORDS_OF = {
    "runes-regulations": ("Lawn", "Fence", "HOA", "Mythical"),
    "regicide": ("Tavern", "Jester", "the castle"),
    "rune": ("Grand Master", "areas of your"),
}


def scenes(path):
    """The rows of each scene of a file, by its name."""
    found, name = {}, ""
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("== "):
            name = line[3:]
        elif line.startswith("|"):
            found.setdefault(name, []).append(line[1:])
    return found


@pytest.mark.parametrize("path", SCREENS, ids=lambda path: path.stem)
def test_no_screen_shows_a_hash_or_a_raw_id(path):
    for name, rows in scenes(path).items():
        if name not in ON_DEMAND:
            for row in rows:
                assert not HASH.search(row), (name, row)
                assert not RAW.search(row), (name, row)


@pytest.mark.parametrize("path", SCREENS, ids=lambda path: path.stem)
def test_no_game_speaks_the_words_of_another(path):
    own = next((game for game in ("regicide", "rune-") if path.stem.startswith(game)), "")
    foreign = [word for game, words in WORDS_OF.items() for word in words
               if own and game != own.rstrip("-")]  # fmt: skip
    for name, rows in scenes(path).items():
        for row in rows:
            assert not any(word in row for word in foreign), (name, row)


# --- the captures ------------------------------------------------------------------------------

CAPTURES = sorted(FOLDER.glob("*.txt"))
AS_WIDE = re.compile(r"(.+?)(?:-(ascii))?-(\d+)(?:x(\d+))?\.txt")
RAW_ON_DEMAND = {"options-raw", "rules"}
"""The second explains how options are written."""
A_WAY_ON = re.compile(r"\[[^\]]{1,6}\]|\bEnter\b|\bEsc\b|Ctrl\+C|^> ", re.MULTILINE)


def capture(path):
    return AS_WIDE.fullmatch(path.name).groups()


def test_each_scene_was_taken_in_both_sizes_and_in_ascii():
    taken = {}
    for path in CAPTURES:
        name, *how = capture(path)
        taken.setdefault(name, set()).add(tuple(how))
    in_words = [name for name in taken if name.split("-")[0] == "text"]
    assert [taken.pop(name) for name in in_words] == [{(None, "80", None)}] * 5
    every = {(look, *size) for look in (None, "ascii") for size in (("80", "24"), ("120", "40"))}
    assert taken == dict.fromkeys(taken, every)
    assert len(taken) > 30


@pytest.mark.slow
@pytest.mark.parametrize("path", CAPTURES, ids=lambda path: path.stem)
def test_a_capture_is_whole_and_says_what_to_do_next(path):
    name, look, width, height = capture(path)
    rows = path.read_text("utf-8").splitlines()
    assert max(map(cell_len, rows)) <= int(width)
    assert height is None or len(rows) <= int(height)
    assert look is None or path.read_bytes().isascii()
    assert A_WAY_ON.search("\n".join(rows))
    foreign = _foreign_words(name)
    for row in rows:
        assert not HASH.search(row)
        assert name in RAW_ON_DEMAND or not RAW.search(row)
        assert not any(word in row for word in foreign)


def _foreign_words(name):
    own = next((game for game in WORDS_OF if name.endswith(game)), "runes-regulations")
    if name in {"front-games", "front-learn"}:
        return []
    return [word for game, words in WORDS_OF.items() if game != own for word in words]


async def test_alone_nothing_speaks_of_a_chat():
    for phase, heard in (
        ("lobby", ()),
        ("playing", (cards(), seen(), pending(views.cast_phase()))),
    ):
        there = lobby(phase, alone=True, tempo="normal", people=(person("Ann", 0, is_host=True),))
        async with sitting(FakeLink(welcome(is_host=True), there, *heard), size=(120, 40)) as sat:
            assert "Chat" not in sat.text
            assert "to say something" not in sat.text
            await sat.hear(there.model_copy(update={"alone": False}))
            assert "Chat" in sat.text or "to say something" in sat.text
