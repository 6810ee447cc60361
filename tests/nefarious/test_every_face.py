"""Every face of the expansion has a story, and random play reaches every one of them."""

from __future__ import annotations

import ast
import random
from pathlib import Path

from rr_rules.dealers import SeededDealer
from rr_rules.game import settle
from rr_rules.runes_regulations.expansion import expansion
from rr_rules.runes_regulations.game import load
from rr_rules.table import Table, drive

USED = ("cast", "summon", "declare", "activate")
GAMES = 80


def marked_faces():
    """The ids that `@pytest.mark.card` names in this folder."""
    found = set()
    for path in Path(__file__).parent.glob("test_stories_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.card":
                found |= {arg.value for arg in node.args if isinstance(arg, ast.Constant)}
    return found


def test_every_face_has_a_story_of_its_own():
    faces = {face.id for face in expansion().faces}
    assert faces - marked_faces() == set()
    assert marked_faces() - faces == set()


def test_random_play_reaches_every_face():
    reached = set()
    for seed in range(GAMES):
        reached |= play(seed)
    missed = {face.id for face in expansion().faces} - reached
    assert missed == set()


def play(seed):
    """The faces that were cast, summoned, declared or dealt as a role in one random game."""
    rules, luck = load(), random.Random(seed)
    chosen = settle(rules.options, {"window": "fast", "nefarious": "on"})
    table, dealer = Table(rules, 3 + seed % 6, chosen), SeededDealer(seed)
    drive(table, dealer)
    reached = {table.state.face[card].id for card in table.state.roles}
    while table.pending is not None:
        choose = table.asked[0]
        table.answer(choose.seat, eager(choose, luck))
        drive(table, dealer)
        reached |= {event.face for event in table.drain() if event.kind in USED}
    return reached


def eager(choose, luck):
    """Any option, but rarely one that does nothing."""
    option = luck.randrange(len(choose.options))
    if choose.options[option].act in ("pass", "skip") and luck.random() < 0.8:
        option = luck.randrange(len(choose.options))
    return option
