"""Pictures of a terminal as SVG: one moment, or a film that plays by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from xml.sax.saxutils import escape

from rich.color import Color

from rr_tui.terminal.cast import Cells, Film
from rr_tui.terminal.ink import PLAIN, Pen

CELL, LINE, SIZE = 8.4, 18.0, 14
"""Pixels: how wide a cell is and how high a row, and the height of the letters."""
EDGE = 10
TEXT, GROUND = "#d8dee9", "#0d1117"
"""The colours of a terminal that nobody has chosen any for."""
STYLE = (
    f"text{{font-size:{SIZE}px;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"
    "'DejaVu Sans Mono',monospace;white-space:pre}"
)
NO_BREAK = "\N{NO-BREAK SPACE}"
BOLD, DIM, ITALIC, UNDERLINED, REVERSED = "1", "2", "3", "4", "7"


@lru_cache(maxsize=1024)
def colour_of(code: str, otherwise: str) -> str:
    """The colour that a code of a terminal stands for, as #rrggbb."""
    parts = [int(part) for part in code.split(";") if part]
    match parts:
        case []:
            return otherwise
        case [38 | 48, 2, red, green, blue]:
            return f"#{red:02x}{green:02x}{blue:02x}"
        case [38 | 48, 5, number]:
            pass
        case [number] if 30 <= number < 50:
            number = number % 10
        case [number]:
            number = number % 10 + 8
        case _:
            return otherwise
    red, green, blue = Color.from_ansi(number).get_truecolor()
    return f"#{red:02x}{green:02x}{blue:02x}"


def still(cells: Cells, title: str) -> bytes:
    """One moment."""
    rows = (_at(y, row) for y, row in enumerate(map(_row, cells)))
    return _document(len(cells[0]) if cells else 0, len(cells), title, "".join(rows))


def moving(film: Film) -> bytes:
    """A film that plays by itself, over and over: a strip of pictures behind a window.

    A row that is shown again is drawn once.
    """
    width, height = film.size
    step = _height(height)
    drawn: dict[str, int] = {}
    parts: list[str] = []
    moves: list[str] = []
    for number, (at, cells) in enumerate(film.frames):
        moves.append(f"{100 * at / max(film.seconds, 0.1):.3f}%"
                     f"{{transform:translateY({-number * step:.1f}px)}}")  # fmt: skip
        rows = [(y, drawn.setdefault(_row(row), len(drawn))) for y, row in enumerate(cells)]
        parts += [f'<use href="#r{row}" y="{number * step + y * LINE:.1f}"/>' for y, row in rows]
    style = (
        f"@keyframes film{{{''.join(moves)}}}"
        f".film{{animation:film {film.seconds:.2f}s step-end infinite}}"
    )
    defined = "".join(f'<g id="r{number}">{row}</g>' for row, number in drawn.items())
    body = f'<defs>{defined}</defs><g class="film">{"".join(parts)}</g>'
    return _document(width, height, film.title, body, style)


def _at(y: int, row: str) -> str:
    return f'<g transform="translate(0 {y * LINE:.1f})">{row}</g>' if row else ""


def _height(rows: int) -> float:
    return rows * LINE + 2 * EDGE


def _document(columns: int, rows: int, title: str, body: str, style: str = "") -> bytes:
    width, height = columns * CELL + 2 * EDGE, _height(rows)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.1f} {height:.1f}" '
        f'width="{width:.1f}" height="{height:.1f}" role="img">'
        f"<title>{escape(title)}</title><style>{STYLE}{style}</style>"
        f'<rect width="100%" height="100%" rx="6" fill="{GROUND}"/>{body}</svg>\n'
    ).encode()


def _row(row: Sequence[tuple[str, Pen]]) -> str:
    x, drawn = 0, list[str]()
    for pen, chars in _runs(row):
        drawn += _run(x, chars, pen)
        x += len(chars)
    return "".join(drawn)


def _runs(row: Sequence[tuple[str, Pen]]) -> Iterator[tuple[Pen, list[str]]]:
    """Cells that one pen draws; a blank goes with the words before it, where it looks the same."""
    pen, chars = PLAIN, list[str]()
    for char, wanted in row:
        is_blank = char == " " and not (wanted.attributes or REVERSED in pen.attributes)
        if chars and wanted != pen and not (is_blank and wanted.ground == pen.ground):
            yield pen, chars
            chars = []
        if not chars:
            pen = wanted
        chars.append(char)
    if chars:
        yield pen, chars


def _run(x: int, chars: list[str], pen: Pen) -> Iterator[str]:
    """Cells that are drawn with one pen: what lies behind them, and their text."""
    colour, ground = colour_of(pen.colour, TEXT), colour_of(pen.ground, GROUND)
    if REVERSED in pen.attributes:
        colour, ground = ground, colour
    left, top = EDGE + x * CELL, EDGE
    if ground != GROUND:
        width = len(chars) * CELL
        yield (f'<rect x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{LINE:.1f}" '
               f'fill="{ground}"/>')  # fmt: skip
    text = "".join(char if char.isprintable() else " " for char in chars)
    if words := text.strip():
        left += CELL * (len(text) - len(text.lstrip()))
        width = CELL * (len(chars) - len(text) + len(words))
        # Blanks that cannot be dropped: not every viewer keeps the others.
        shown = escape(words).replace(" ", NO_BREAK)
        yield (f'<text x="{left:.1f}" y="{top + LINE * 0.75:.1f}" fill="{colour}" '
               f'textLength="{width:.1f}"{_attributes(pen)}>{shown}</text>')  # fmt: skip


def _attributes(pen: Pen) -> str:
    said = ""
    if BOLD in pen.attributes:
        said += ' font-weight="bold"'
    if ITALIC in pen.attributes:
        said += ' font-style="italic"'
    if UNDERLINED in pen.attributes:
        said += ' text-decoration="underline"'
    return f'{said} opacity="0.7"' if DIM in pen.attributes else said
