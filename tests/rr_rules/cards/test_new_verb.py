"""A verb is added in one new file and one line of the union, with its import: nothing else."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
VERBS = Path("rr_rules", "runes_regulations", "verbs")
REFILL = '''"""The verb refill."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rr_rules.runes_regulations.events.deed import Deed, Doable, Seats
from rr_rules.runes_regulations.events.road import draw
from rr_rules.runes_regulations.faces.vocabulary import Flag, Positive, Scope
from rr_rules.runes_regulations.state import zones


@dataclass(frozen=True, slots=True, kw_only=True)
class Refill(Doable):
    """Fill the hand up to a number of cards from the own deck."""

    do: Literal["refill"] = "refill"
    cards: Positive
    who: Scope = "you"
    may: Flag = False

    reveals = True

    def clause(self, possessive: str, that: str) -> str:
        """Refill your hand to 4 cards."""
        return f"refill {possessive} hand to {self.cards} cards"

    def able(self, deed: Deed, seat: int) -> bool:
        """Whether the hand lacks a card and the deck has one."""
        return zones.can_draw(deed.state, seat) and len(deed.state.hand[seat]) < self.cards

    async def act(self, deed: Deed, seats: Seats) -> bool:
        """Draw what is lacking."""
        lacking = [self.cards - len(deed.state.hand[seat]) for seat in seats]
        drew = [await draw(deed.state, seat, n)
                for seat, n in zip(seats, lacking, strict=True) if n > 0]
        return all(drew)
'''
IMPORT = "from rr_rules.runes_regulations.verbs.reshuffle import Reshuffle\n"
LINE = "    | Reshuffle\n"
STORY = """
import sys
from rr_rules.kernel.errors import DeckError
from rr_rules.kernel.requests import Choose, Option
from rr_rules.runes_regulations.state.view import LogEvent
from rr_rules.runes_regulations.deck.loader import load_deck
from tests.support.rr_rules.decks import SPELL, deck
from tests.support.rr_rules.story import story

def spell(effect):
    return load_deck("f.toml", deck(SPELL.replace('{ do = "draw", n = 2 }', effect))).faces

def refused(effect):
    try:
        spell(effect)
    except DeckError as error:
        return str(error)

faces = spell('{ do = "refill", who = "each_player", cards = 3 }')
t = story(hand0=["Sound Spell"], hand1=["Vacation Hold"], faces=faces,
          deck=["Newts in Bulk", "Point of Order", "Bratty Dragon", "Sneaky Griffin"])
t.cast("Sound Spell")
full = ["Newts in Bulk", "Point of Order", "Parcel Pegasus"]
other = ["Bratty Dragon", "Sneaky Griffin", "Vacation Hold"]
print(faces[0].text, len(t.hand(0)), len(t.hand(1)), t.hand(0)[:2],
      "Sound Spell" in story(hand0=["Sound Spell", *full],
                               hand1=other, faces=faces).labels(),
      refused('{ do = "refill" }'), refused('{ do = "refill", cards = 2, what = "card" }'),
      refused('{ do = "refill", cards = "many" }'),
      refused('{ do = "draw", cards = 2 }'), sep="\\n")
game, chosen = t.table.game, Choose(0, "refill", (Option("pick", "hand", 0, 0),))
print(game.prompt(chosen, game.view(t.table.state, 0)), game.line(LogEvent("refill", 0)).text)
"""
TOLD = """\
Each player must refill their hand to 3 cards.
3
3
['Newts in Bulk', 'Point of Order']
False
f.toml: sound-spell: effects.1.cards: is missing: expected a value: refill needs it, got nothing
f.toml: sound-spell: effects.1.what: means nothing with refill: expected only cards, may or who, \
got "what"
f.toml: sound-spell: effects.1.cards: is of the wrong type: expected a whole number, got "many"
f.toml: sound-spell: effects.1.cards: means nothing with draw: expected only may, n, then or who, \
got "cards"
REFILL: choose one {0}: refill
"""


@pytest.fixture
def house(tmp_path):
    """The rules as somebody has them who adds a verb: with one more file and one more line."""
    shutil.copytree(ROOT / "rr_rules", tmp_path / "rr_rules",
                    ignore=shutil.ignore_patterns("__pycache__"))  # fmt: skip
    union = tmp_path / VERBS / "all.py"
    source = union.read_text("utf-8")
    assert source.count(IMPORT) == source.count(LINE) == 1
    source = source.replace(IMPORT, IMPORT.replace("shuffle", "fill") + IMPORT)
    union.write_text(source.replace(LINE, f"    | Refill\n{LINE}"), "utf-8")
    (tmp_path / VERBS / "refill.py").write_text(REFILL, "utf-8")
    return tmp_path


@pytest.mark.e2e
def test_a_new_verb_is_one_file_and_one_line(house):
    source = (house / VERBS / "all.py").read_text("utf-8")
    assert "import Refill\n" in source
    done = subprocess.run(
        [sys.executable, "-c", STORY], cwd=house, capture_output=True, text=True, check=False,
        env=os.environ | {"PYTHONPATH": f"{house}{os.pathsep}{ROOT}"},
    )  # fmt: skip
    assert (done.stdout, done.stderr) == (TOLD, "")
