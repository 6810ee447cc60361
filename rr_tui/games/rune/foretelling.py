"""What an answer would do to the points, and what is against one, for the text mode."""

from __future__ import annotations

from collections.abc import Iterator

from rr_net.link import AskOption
from rr_rules.game import Line
from rr_rules.rune import previewing
from rr_rules.rune.cards import COLOURS
from rr_rules.rune.forbidding import why_not
from rr_rules.rune.previewing import Preview
from rr_rules.rune.view import View
from rr_tui.board.places import Held
from rr_tui.wording import count


def foretold(view: View, option: AskOption) -> Iterator[str]:
    """What a card, a master or a token would do; "{0}" stands for seat 0's name."""
    found = _preview(view, option)
    if found is None:
        return
    if found.covered:
        yield f"It covers {count(found.covered, 'rune')}"
    if found.joined:
        yield f"It joins {count(found.joined, 'area')}"
    if found.parted:
        yield f"It parts {count(found.parted, 'area')}"
    for seat, (before, after) in enumerate(zip(found.before, found.after, strict=True)):
        name = "You" if seat == view.me else f"{{{seat}}}"
        words = f"{before} to {count(after, 'point')}" if before != after else "as before"
        yield f"{name}: {words}"


def _preview(view: View, option: AskOption) -> Preview | None:
    match option.act, option.order:
        case "lay", (x, y, quarter):
            face = view.seats[view.me].hand[option.at]
            return previewing.lay(view, face, (x, y), quarter)
        case "master", (x, y):
            return previewing.place_master(view, (x, y))
        case "token", (x, y):
            return previewing.place_token(view, (x, y), COLOURS[option.at])
    return None


def risk(view: View, option: AskOption) -> Line | None:
    """A second master in an own area is legal and seldom meant, and masters never move."""
    if option.act != "master":
        return None
    cell = next((cell for cell in view.cells if (cell.x, cell.y) == option.order), None)
    if cell is None or view.areas[cell.area].controller != view.me:
        return None
    return Line("You control this area already, and a master never moves", "RN-MASTER-03")


def against(view: View, held: Held, cell: tuple[int, ...]) -> Line | None:
    """What forbids laying a card of the own hand there, or None."""
    face = view.seats[view.me].hand[held.thing.at]
    found = why_not(view, face, (cell[0], cell[1]), held.quarter)
    return Line(found.text, found.clause) if found is not None else None
