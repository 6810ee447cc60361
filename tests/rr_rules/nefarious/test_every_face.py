"""Every face of the expansion has a story, and random play reaches every one of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rr_rules.kernel.table import Table
from rr_rules.runes_regulations.deck.loader import expansion
from rr_rules.runes_regulations.game import load
from tests.support.rr_rules.everyface import eager_events, marked_faces, never_reached

USED = ("cast", "summon", "declare", "activate")
GAMES = 80
FACES = {face.id for face in expansion().faces}


def test_every_face_has_a_story_of_its_own():
    assert marked_faces(Path(__file__).parent) == FACES


@pytest.mark.slow
def test_random_play_reaches_every_face():
    assert never_reached(FACES, GAMES, _play) == set()


def _play(seed: int) -> set[str]:
    """The faces that were cast, summoned, declared or dealt as a role in one random game."""
    rules = load()
    chosen = rules.settle({"window": "fast", "nefarious": "on"})
    table = Table(rules, 3 + seed % 6, chosen)
    used = {event.face for event in eager_events(table, seed) if event.kind in USED}
    return used | {table.state.face[card].id for card in table.state.roles if card >= 0}
