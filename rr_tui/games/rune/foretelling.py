"""What an answer would do to the points, and what is against one, for the text mode."""

from __future__ import annotations

from collections.abc import Iterator

from rr_net.link import AskOption
from rr_rules.kernel.game import Line
from rr_rules.rune.forbidding import why_not
from rr_rules.rune.preview import Preview, preview
from rr_rules.rune.view import View
from rr_tui.board.places import Held
from rr_tui.games.options import as_rule
from rr_tui.looks.wording import count


def foretold(view: View, option: AskOption) -> Iterator[str]:
    """What a card, a master or a token would do; "{0}" stands for seat 0's name."""
    found = preview(view, as_rule(option))
    if found is None:
        return
    for words in changes(found):
        yield f"It {words}"
    for seat, (before, after) in enumerate(zip(found.before, found.after, strict=True)):
        name = "You" if seat == view.me else f"{{{seat}}}"
        words = f"{before} to {count(after, 'point')}" if before != after else "as before"
        yield f"{name}: {words}"


def changes(found: Preview) -> Iterator[str]:
    """What happens to runes and areas."""
    if found.covered:
        yield f"covers {count(found.covered, 'rune')}"
    if found.joined:
        yield f"joins {count(found.joined, 'area')}"
    if found.parted:
        yield f"parts {count(found.parted, 'area')}"


def risk(view: View, option: AskOption) -> Line | None:
    """What the rules warn of before an answer."""
    found = preview(view, as_rule(option))
    return found.warning if found is not None else None


def against(view: View, held: Held, cell: tuple[int, ...]) -> Line | None:
    """What forbids laying a card of the own hand there, or None."""
    face = view.seats[view.me].hand[held.thing.at]
    found = why_not(view, face, (cell[0], cell[1]), held.quarter)
    return Line(found.text, found.clause) if found is not None else None
