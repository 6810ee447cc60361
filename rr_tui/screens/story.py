"""What is told of a game that is over, as rows: curves, moments, awards, who was who, each turn.

And what a check of it has found: what does not fit there ends where a clause of it does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rich.cells import cell_len

from rr_net.link import Ended, SeatStory
from rr_net.link.command import own_command, typed_here
from rr_net.link.line import LineState
from rr_net.safetext import clean
from rr_tui.board.model import PlayerModel
from rr_tui.looks.glyphs import Glyphs, own_set
from rr_tui.looks.spans import BLANK, Row, Span, fit, indented, shortened, widen, wrap_row
from rr_tui.looks.wording import award_words, name_of, seat_role, sentence

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
HOST_SAYS = "The host's machine says: "
HOLDS = "not stacked, nothing changed."
SAMPLE = "a sample, nothing wrong found"
SAMPLED = f"{SAMPLE}. That is no proof yet."
DEALT = re.compile(r"played as dealt, (?:but|with) ")
ALONE = "played as dealt, but the host alone chose the luck."
OWN_LUCK = "played as dealt, but you played alone, so the luck was this machine's."
CHECK_IT = " check it yourself"
PROVES = ", all of it: {} verify --full last"
CLAUSE = re.compile(r"[.:;](?= )")
LEAST = 40
"""Signs that a part of a sentence must have to say anything."""


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
) -> Iterator[list[list[Row]]]:
    """Key moments and awards, each in all ways to tell it, the fullest first."""
    if ended is None:
        return
    moments = []
    for each in ended.moments:
        turn = (Span(f"Turn {each.turn:<3} ", "muted"),)
        moments.append(shortened((*turn, *sentence(clean(each.text, LONGEST), names)), width))
    yield [moments]
    told = list(map(award_words, ended.awards))
    counts = range(len(told), 0, -1)
    awards = [f" {glyphs.bullet} ".join(told[:count]) for count in counts]
    yield [wrap_row(sentence(words, names, "muted"), width) for words in awards]


def told_within(room: int, parts: Iterable[list[list[Row]]]) -> list[Row]:
    """The parts below each other, a blank line between where it fits.

    Of each the fullest way to tell it that fits whole; none where none does.
    """
    rows: list[Row] = []
    for ways in parts:
        part = next((each for each in ways if len(rows) + len(each) <= room), [])
        rows += [BLANK, *part] if part and len(rows) + len(part) < room else part
    return rows


# --- what a check has found --------------------------------------------------------------------


def luck_said(ended: Ended, *, is_alone: bool, is_own: bool) -> str:
    """What is said of luck that was not shared, or not all of it; "" of other luck.

    `is_alone` where the table's level says so already, `is_own` to a host who had no company: "the
    host alone chose" would blame the reader there.
    """
    if is_own and (is_alone or ended.host_luck):
        return OWN_LUCK
    if ended.luck:
        return f"{clean(ended.luck, LONGEST)}."
    return ALONE if is_alone or ended.host_luck else ""


def of_the_host(ended: Ended, glyphs: Glyphs, width: int, most: int, luck: str) -> list[Row]:
    """What the host's machine has found: a game whose luck was the host's own is not called right.

    `luck` as `luck_said` has it.
    """
    is_right = not (luck or ended.sampled)
    mark, role = (glyphs.chosen, "success") if is_right else (glyphs.bullet, "warning")
    said = luck or HOLDS
    if ended.sampled:
        # What was found comes first: where there is no room for both, that is said.
        said = f"{SAMPLE}; {DEALT.sub('', luck)}" if luck else SAMPLED
    return told(f"{mark} {HOST_SAYS}{said}", width - 1, most, role)


def of_the_own_client(line: LineState, glyphs: Glyphs, width: int, most: int) -> list[Row]:
    """What the own check of the whole record has come to; nothing where there was none."""
    mark, role = {
        "sound": (glyphs.chosen, "success"),
        "wrong": (glyphs.refused, "danger"),
    }.get(line.came_to, (glyphs.bullet, "warning"))
    words = f"{mark} {typed_here(line.at_end)}"
    return told(words, width - 1, most, role) if line.at_end else []


def how_to_check(ended: Ended, *, is_kept: bool = True) -> list[Row]:
    """Which key leads on, of a sample with the command that does all of it; then the key alone.

    `is_kept` where this machine has the record; who came by ssh alone fetches it first, and has a
    line for that and no command.
    """
    key = (Span(" "), Span("[v]", "keyword"), Span(CHECK_IT, "muted"))
    long = f", {clean(ended.whole, 20)}" if ended.whole else ""
    words = f"{PROVES.format(own_command())}{long}"
    if not is_kept:
        words = f": {clean(ended.bundle, LONGEST)}" if ended.bundle else ""
    return [(*key, Span(words, "muted")), key] if ended.sampled and words else [key]


def told(words: str, width: int, most: int, role: str) -> list[Row]:
    """As much of it as that many rows hold."""
    ends = [at.start() for at in CLAUSE.finditer(words) if at.start() > LEAST]
    for text in (words, *(f"{words[:end]}." for end in reversed(ends))):
        rows = indented(text, width, role)
        if len(rows) <= most:
            return rows
    rows = indented(words, width, role)
    return [*rows[: most - 1], shortened((*rows[most - 1], Span(" " * width)), width)]
