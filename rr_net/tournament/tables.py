"""Tables of figures, for a terminal or in Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

WIDE = 18
"""The first column of what people read is at least so wide."""


class Sheet(NamedTuple):
    """A table: the heads of its columns, the first of which names the rows."""

    heads: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


def in_plain(sheets: Sequence[Sheet]) -> list[str]:
    """The lines of tables for a terminal, one below the other."""
    return [line for sheet in sheets if sheet.rows for line in ("", *_lined_up(sheet))][1:]


def in_markdown(sheets: Sequence[Sheet]) -> list[str]:
    """The same in Markdown."""
    return [line for sheet in sheets if sheet.rows for line in ("", *_barred(sheet))][1:]


def _lined_up(sheet: Sheet) -> Iterator[str]:
    lines = [sheet.heads, *sheet.rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    first = max(WIDE, widths[0])
    for name, *cells in lines:
        row = [f"{cell:>{width}}" for cell, width in zip(cells, widths[1:], strict=True)]
        yield "  ".join([f"{name:{first}}", *row])


def _barred(sheet: Sheet) -> Iterator[str]:
    yield _row(sheet.heads)
    yield _row(["---", *["---:"] * (len(sheet.heads) - 1)])
    for row in sheet.rows:
        yield _row([" ".join(cell.split()).replace("|", "\\|") for cell in row])


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
