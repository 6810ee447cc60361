"""Every face of the base box has a story, and random play reaches every one of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rr_rules.kernel.table import Table
from rr_rules.runes_regulations.deck.loader import base_deck
from rr_rules.runes_regulations.game import load
from tests.support.rr_rules.everyface import eager_events, marked_faces, never_reached

USED = ("cast", "summon", "declare", "activate", "new_regulation")
GAMES = 60
FACES = {face.id for face in base_deck().faces}


def test_every_face_has_a_story_of_its_own():
    assert marked_faces(Path(__file__).parent) == FACES


@pytest.mark.slow
def test_random_play_reaches_every_face():
    assert never_reached(FACES, GAMES, _play) == set()


def _play(seed: int) -> set[str]:
    """The faces that were cast, summoned, declared or turned up in one random game."""
    rules = load()
    table = Table(rules, 2 + seed % 3, rules.settle({"window": "fast"}))
    return {event.face for event in eager_events(table, seed) if event.kind in USED}
