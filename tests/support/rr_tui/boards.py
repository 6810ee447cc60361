"""Pictures of any game's board without a terminal."""

from rr_tui.board.plan import AREAS
from rr_tui.board.walk import step
from rr_tui.looks.spans import width_of

ARROWS = ("up", "down", "left", "right")


def drawn(game, made, size=(80, 24)):
    """The whole board as rows; every area has to fill its place exactly.

    What boards share is drawn from less than the scene, and has to show all that there is of it.
    """
    plan = game.plan(made, *size)
    picture = [[] for _ in range(size[1])]
    for area in AREAS:
        where = getattr(plan, area)
        if not where.width or not where.height:
            continue
        rows = game.rows(made, plan, area)
        assert list(rows) == game.painting(made, plan).rows(made, plan, area)
        assert len(rows) == where.height, f"{area} has {len(rows)} rows of {where.height}"
        assert {width_of(row) for row in rows} == {where.width}, f"{area} is not {where.width} wide"
        for offset, row in enumerate(rows):
            picture[where.y + offset].append((where.x, row))
    return [tuple(span for _, row in sorted(line) for span in row) for line in picture]


def walkable(game, made, size=(80, 24)):
    """Where the cursor may stand."""
    return game.floors(made, game.plan(made, *size))


def reachable(floors, start):
    """Every place that the arrows can take the cursor to."""
    seen, todo = {start}, [start]
    while todo:
        here = todo.pop()
        there = {step(floors, here, arrow) for arrow in ARROWS} - seen
        seen |= there
        todo += there
    return seen
