"""What is told of a game that is over, as rows: curves, moments, awards, who was who, each turn."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len

from rr_net.link import Ended, SeatStory
from rr_net.safetext import clean
from rr_tui.board.model import PlayerModel
from rr_tui.looks.glyphs import Glyphs, own_set
from rr_tui.looks.spans import BLANK, Row, Span, fit, indented, shortened, widen, wrap_row
from rr_tui.looks.wording import name_of, seat_role, sentence

LONGEST = 600
LONGEST_NAME = 14
WON = " won"
CURVE = 10
"""The most cells of a curve."""
STEPS, STEPS_IN_ASCII = "▁▂▃▄▅▆▇█", "_.,-=+*#"
"""The cells of a curve, from the least to the most."""
NUMBER = 3
"""Cells of a number on the page of all turns."""
AT_THE_DEAL = "-"


def unveiled(
    ended: Ended | None, model: PlayerModel, names: tuple[str, ...], width: int
) -> list[Row]:
    """Each seat's role and those that nobody had; nothing in a game without roles."""
    if ended is None or not ended.roles:
        return []
    called = [fit(name_of(seat, names), LONGEST_NAME) for seat in range(len(ended.roles))]
    column = max(map(cell_len, called)) + 1
    room = width - 1 - column - len(WON)
    rows: list[Row] = [(Span(" Who was who", "title"),)]
    for seat, face in enumerate(ended.roles):
        won = (Span(WON, "success"),) if seat in ended.winners else ()
        role = Span(fit(model.title(face), room))
        rows.append((Span(f" {widen(called[seat], column)}", seat_role(seat)), role, *won))
    if ended.unused_roles:
        words = f"Nobody was {', '.join(map(model.title, ended.unused_roles))}."
        rows += indented(words, width - 1, "muted")
    return rows


def curve(values: tuple[int, ...], most: int, glyphs: Glyphs) -> str:
    """Numbers as a row of cells, at most ten, the last one exact; nothing without numbers."""
    if not values:
        return ""
    cells = min(CURVE, len(values))
    taken = [values[(at + 1) * len(values) // cells - 1] for at in range(cells)]
    steps = own_set(glyphs, STEPS, STEPS_IN_ASCII)
    top = len(steps) - 1
    return "".join(steps[max(0, value) * top // max(most, 1)] for value in taken)


def turn_by_turn(ended: Ended | None, counts: str, names: tuple[str, ...], width: int) -> list[Row]:
    """What each seat had at the end of every turn, in as many blocks as the width asks for.

    All of it is in the table's own last word: who came late, or comes back now, has it too.
    """
    stories = [each for each in ended.stories if each.curve] if ended is not None else []
    if ended is None or not stories or not counts:
        return []
    column = max(cell_len(fit(name_of(each.seat, names), LONGEST_NAME)) for each in stories) + 2
    length = max(len(each.curve) for each in stories)
    block = max(1, (width - column) // NUMBER)
    rows: list[Row] = [(Span(f" {counts} at the end of each turn", "title"),)]
    for begin in range(0, length, block):
        numbers = range(begin, min(begin + block, length))
        # The last of them is the last turn's; the first is the deal where nothing was counted.
        turns = [ended.turns - length + 1 + at for at in numbers]
        head = _numbers([str(turn) if turn > 0 else AT_THE_DEAL for turn in turns])
        rows.append((Span(" " * column), Span(head, "muted")))
        rows += [_seat_numbers(each, numbers, names, column) for each in stories]
        rows.append(BLANK)
    return rows[:-1]


def _seat_numbers(story: SeatStory, at: range, names: tuple[str, ...], column: int) -> Row:
    name = f" {fit(name_of(story.seat, names), LONGEST_NAME)}"
    values = [str(each) for each in story.curve[at.start : at.stop]]
    return (Span(widen(name, column), seat_role(story.seat)), Span(_numbers(values)))


def _numbers(words: list[str]) -> str:
    return "".join(f"{word:>{NUMBER}}" for word in words)


def what_came(
    ended: Ended | None, names: tuple[str, ...], width: int, glyphs: Glyphs
) -> Iterator[list[Row]]:
    """Key moments and awards."""
    if ended is None:
        return
    moments = []
    for each in ended.moments:
        turn = (Span(f"Turn {each.turn:<3} ", "muted"),)
        moments.append(shortened((*turn, *sentence(clean(each.text, LONGEST), names)), width))
    yield moments
    awards = f" {glyphs.bullet} ".join(f"{each.title}: {{{each.seat}}}" for each in ended.awards)
    yield wrap_row(sentence(awards, names, "muted"), width) if awards else []


def told_within(room: int, parts: list[list[Row]]) -> list[Row]:
    """The parts below each other, a blank line between where it fits; only those that fit whole."""
    rows: list[Row] = []
    for part in (each for each in parts if each and len(rows) + len(each) <= room):
        rows += [BLANK, *part] if len(rows) + len(part) < room else part
    return rows
