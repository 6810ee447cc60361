"""On each screen a key means one thing, hidden bindings included."""

import importlib
import pkgutil
from collections import defaultdict
from itertools import combinations

import pytest
from textual.binding import Binding
from textual.screen import Screen

import rr_tui
from rr_tui.app import TableApp
from rr_tui.looks.keys import ALL, EVERYWHERE, can_share
from rr_tui.screens.game import GameScreen


def modules():
    for each in pkgutil.walk_packages(rr_tui.__path__, "rr_tui."):
        importlib.import_module(each.name)


def subclasses(cls):
    for each in cls.__subclasses__():
        yield each
        yield from subclasses(each)


def screens():
    modules()
    ours = {each for each in subclasses(Screen) if each.__module__.startswith("rr_tui.")}
    return sorted(ours, key=lambda each: each.__qualname__)


def by_key(*classes):
    """By key, the ids of all bindings that some classes of ours say together."""
    found = defaultdict(set)
    for cls in classes:
        for binding in vars(cls).get("BINDINGS", ()):
            each = binding if isinstance(binding, Binding) else Binding(*binding)
            for key in each.key.split(","):
                found[key.strip()].add(each.id or each.action)
    return found


def is_shared(ids):
    known = [key for key in ALL if key.id in ids]
    return len(known) == len(ids) and all(can_share(*pair) for pair in combinations(known, 2))


@pytest.mark.parametrize("screen", screens(), ids=lambda each: each.__name__)
def test_a_key_means_one_thing_on_a_screen(screen):
    # What a screen says itself stands above what it inherits, so only its own can contradict.
    found = by_key(screen)
    twice = {key: ids for key, ids in found.items() if len(ids) > 1 and not is_shared(ids)}
    assert twice == {}


def test_the_board_and_what_is_everywhere_share_no_key():
    found = by_key(GameScreen, TableApp)
    assert set(found) >= {key for each in EVERYWHERE for key in each.keys.split(",")}
    twice = {key: ids for key, ids in found.items() if len(ids) > 1 and not is_shared(ids)}
    assert twice == {}
    assert len({key.id for key in ALL}) == len(ALL)
