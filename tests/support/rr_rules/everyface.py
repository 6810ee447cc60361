"""That each face has a story, and that random play comes to it."""

from __future__ import annotations

import ast
import random
from collections.abc import Callable, Iterator
from pathlib import Path

from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.requests import Choose
from rr_rules.kernel.table import Table, drive
from rr_rules.runes_regulations.state.view import LogEvent


def marked_faces(folder: Path) -> set[str]:
    """The ids that `@pytest.mark.card` names in the stories of a folder."""
    found = set()
    for path in folder.glob("test_stories_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.card":
                found |= {arg.value for arg in node.args if isinstance(arg, ast.Constant)}
    return found


def never_reached(faces: set[str], games: int, play: Callable[[int], set[str]]) -> set[str]:
    """The faces that none of so many random games uses; no more are played than it takes."""
    left = set(faces)
    for seed in range(games):
        left -= play(seed)
        if not left:
            break
    return left


def eager_events(table: Table, seed: int) -> Iterator[LogEvent]:
    """What happens in a game whose seats answer by lot, but rarely do nothing."""
    dealer, luck = SeededDealer(seed), random.Random(seed)
    drive(table, dealer)
    while table.pending is not None:
        choose = table.asked[0]
        table.answer(choose.seat, _eager(choose, luck))
        drive(table, dealer)
        for event in table.drain():
            assert isinstance(event, LogEvent)
            yield event


def _eager(choose: Choose, luck: random.Random) -> int:
    option = luck.randrange(len(choose.options))
    if choose.options[option].act in ("pass", "skip") and luck.random() < 0.8:
        option = luck.randrange(len(choose.options))
    return option
