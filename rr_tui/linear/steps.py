"""Steps: a long list of places is said one part after the other: which card, which square, how.

Any game is asked so whose board shows options on a lattice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import takewhile
from typing import NamedTuple

from rr_net.link import Ask, AskOption, Give
from rr_tui.board.laying import things
from rr_tui.board.model import PlayerModel
from rr_tui.board.option_places import OptionPlaces
from rr_tui.games.registry import board_of, face_at
from rr_tui.linear.items import MenuEntry, NumberedMenu
from rr_tui.looks.spans import QUARTERS, HeldShape, Place
from rr_tui.looks.wording import count

FEW = 6
"""The most options with squares that are said at once."""
WHERE = "Where? Say the square of its upper left corner, like 0,-2, or a number."
WHICH_SQUARE = "Which square? Say it, like 0,-2, or a number."
HOW = "How shall it lie?"
WHAT = "What shall be done there?"

WhyNot = Callable[[Sequence[str]], Iterable[str]]

_SQUARE = re.compile(r"\(?\s*(-?\d+)\s*[,;]\s*(-?\d+)\s*\)?")


def words_of(text: str) -> list[str]:
    """What was typed, part by part, each square written alike."""
    return _SQUARE.sub(lambda found: f" {int(found[1])},{int(found[2])} ", text).split()


def steps_of(model: PlayerModel, ask: Ask, number: int) -> tuple[list[MenuEntry], set[int]]:
    """Items that lead on to others, and the numbers of the options that are said there."""
    if model.seen is None:
        return [], set()
    found = board_of(model.seen).option_places(ask, model.seen.view, ())
    items = [*_things(model, found, number), *_squares(found, number)]
    hidden = {o.option for cells in found.laying.values() for o in cells.values()}
    if len(items) > len(things(found.laying)):
        hidden |= {option.option for _, option in _on_cells(found)}
    return items, hidden


def _step(question: str, items: Iterable[MenuEntry], why_not: WhyNot | None = None) -> NumberedMenu:
    return NumberedMenu(question, tuple(items), is_step=True, why_not=why_not)


def _give(option: AskOption, number: int) -> Give:
    return Give(number=number, option=option.option)


# --- what is laid --------------------------------------------------------------------------------


def _things(model: PlayerModel, found: OptionPlaces, number: int) -> Iterator[MenuEntry]:
    """Each thing that can be laid, leading on to its squares."""
    for thing in things(found.laying):
        ways = {held: cells for held, cells in found.laying.items() if held.thing == thing}
        total = sum(len(cells) for cells in ways.values())
        why_not = _Refusal(model, thing)
        squares = _step(WHERE, _corners(ways, number, why_not), why_not.of_square)
        yield MenuEntry(f"{_name(model, thing)}, {count(total, 'way')}", into=squares)


def _name(model: PlayerModel, thing: Place) -> str:
    face = face_at(model.seen, thing) if model.seen is not None else ""
    card = model.cards.get(face)
    return f"{card.name}, {card.text.rstrip('.')}" if card is not None else model.title(face)


class _Refusal(NamedTuple):
    """Why a thing may not lie somewhere."""

    model: PlayerModel
    thing: Place

    def of_square(self, words: Sequence[str]) -> Iterator[str]:
        """Of a square that was typed, turned as was typed or in any way."""
        seen = self.model.seen
        if not words or _SQUARE.fullmatch(words[0]) is None or seen is None:
            return
        board = board_of(seen)
        x, y = map(int, words[0].split(","))
        turned = [quarter for quarter in range(QUARTERS) if words[1:2] == [f"{90 * quarter}"]]
        for quarter in turned or range(QUARTERS):
            line = board.against(seen.view, HeldShape(self.thing, quarter), (x, y))
            if line is not None:
                yield f"({words[0]}), {_turned(quarter)}: {line.text} {line.clause}"

    def of_turn(self, cell: tuple[int, ...], words: Sequence[str]) -> Iterator[str]:
        """Why it may not lie on a square, turned as was typed."""
        return self.of_square([square_words(cell), *words])


def _corners(
    ways: Mapping[HeldShape, Mapping[Place, AskOption]], number: int, why_not: _Refusal
) -> Iterator[MenuEntry]:
    """The squares of a thing, row by row; where there are several ways to turn it, those next."""
    by_cell: dict[tuple[int, ...], list[tuple[int, AskOption]]] = {}
    for held in sorted(ways):
        for place, option in ways[held].items():
            by_cell.setdefault(place.cell, []).append((held.quarter, option))
    for cell in sorted(by_cell, key=lambda cell: cell[::-1]):
        turns = by_cell[cell]
        label = f"({square_words(cell)}), {' or '.join(_turned(quarter) for quarter, _ in turns)}"
        how = _step(
            HOW,
            (
                MenuEntry(option.label, _give(option, number), names=(f"{90 * quarter}",))
                for quarter, option in turns
            ),
            partial(why_not.of_turn, cell),
        )
        lone = how.items[0].message if len(turns) == 1 else None
        yield MenuEntry(label, lone, names=(square_words(cell),), into=how)


def square_words(cell: Iterable[int]) -> str:
    """A square as it is typed: 0,-2."""
    return ",".join(map(str, cell))


def _turned(quarter: int) -> str:
    return f"turned {90 * quarter}°" if quarter else "as it is"


# --- what is done on a square --------------------------------------------------------------------


def _on_cells(found: OptionPlaces) -> list[tuple[Place, AskOption]]:
    pairs = [(place, option) for place, options in found.at.items() for option in options]
    return [(place, option) for place, option in pairs if place.cell]


def _squares(found: OptionPlaces, number: int) -> Iterator[MenuEntry]:
    """One item for all squares on which something can be done, where there are many."""
    pairs = _on_cells(found)
    if len(pairs) <= FEW:
        return
    cells = sorted({place for place, _ in pairs}, key=lambda place: place.cell[::-1])
    items = tuple(_square(place, found.at[place], number) for place in cells)
    begin = _beginning(option.label for _, option in pairs) or "Choose"
    yield MenuEntry(f"{begin} a square, {len(cells)} of them", into=_step(WHICH_SQUARE, items))


def _beginning(labels: Iterable[str]) -> str:
    """The words with which all of them begin."""
    columns = zip(*(label.split() for label in labels), strict=False)
    return " ".join(words[0] for words in takewhile(lambda words: len(set(words)) == 1, columns))


def _square(place: Place, options: tuple[AskOption, ...], number: int) -> MenuEntry:
    names = (square_words(place.cell),)
    if len(options) == 1:
        return MenuEntry(options[0].label, _give(options[0], number), names=names)
    items = tuple(MenuEntry(option.label, _give(option, number)) for option in options)
    return MenuEntry(f"({names[0]})", into=_step(WHAT, items), names=names)
