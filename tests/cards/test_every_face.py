"""Every face of the base box has a story, and random play reaches every one of them."""

from __future__ import annotations

import ast
import random
from pathlib import Path

from rr_rules.dealers import SeededDealer
from rr_rules.game import settle
from rr_rules.requests import Choose
from rr_rules.runes_regulations.game import load
from rr_rules.runes_regulations.loader import base_deck
from rr_rules.runes_regulations.view import Event
from rr_rules.table import Table, drive

USED = ("cast", "summon", "declare", "activate", "new_regulation")
GAMES = 40


def marked_faces() -> set[str]:
    """The ids that `@pytest.mark.card` names in this folder."""
    found = set()
    for path in Path(__file__).parent.glob("test_stories_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.card":
                found |= {arg.value for arg in node.args if isinstance(arg, ast.Constant)}
    return found


def test_every_face_has_a_story_of_its_own():
    faces = {face.id for face in base_deck().faces}
    assert faces - marked_faces() == set()
    assert marked_faces() - faces == set()


def test_random_play_reaches_every_face():
    reached: set[str] = set()
    for seed in range(GAMES):
        reached |= _play(seed)
    missed = {face.id for face in base_deck().faces} - reached
    assert missed == set()


def _play(seed: int) -> set[str]:
    """The faces that were cast, summoned, declared or turned up in one random game."""
    rules, luck = load(), random.Random(seed)
    table = Table(rules, 2 + seed % 3, settle(rules.options, {"window": "fast"}))
    dealer, reached = SeededDealer(seed), set()
    drive(table, dealer)
    while table.pending is not None:
        choose = table.asked[0]
        table.answer(choose.seat, _eager(choose, luck))
        drive(table, dealer)
        for event in table.drain():
            assert isinstance(event, Event)
            if event.kind in USED:
                reached.add(event.face)
    return reached


def _eager(choose: Choose, luck: random.Random) -> int:
    """Any option, but rarely one that does nothing."""
    option = luck.randrange(len(choose.options))
    if choose.options[option].act in ("pass", "skip") and luck.random() < 0.8:
        option = luck.randrange(len(choose.options))
    return option
