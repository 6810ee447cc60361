"""The page of a tournament: its pictures and its tables, in HTML or in Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from rr_net.sim.games import GamePlayed
from rr_net.sim.pictures import Chart, draw_all, left_out
from rr_net.sim.report import CARD, PACE, Sheet, in_markdown, sheets

PAGE = "index.html"
STYLE = (
    ":root{color-scheme:light dark}"
    "body{font:15px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem}"
    "table{border-collapse:collapse;font-variant-numeric:tabular-nums;margin:1rem 0}"
    "td,th{padding:.1rem .6rem;text-align:right;border-bottom:1px solid #8886}"
    "td:first-child,th:first-child{text-align:left}img{max-width:100%}"
)


def write_page(
    title: Sequence[str], command: str, played: Sequence[GamePlayed], folder: Path
) -> Path:
    """Write the page and its pictures into a folder. Raises OSError.

    `title` says in lines what was played, by which command; there is at least one game.
    """
    folder.mkdir(parents=True, exist_ok=True)
    drawn = draw_all(played, folder)
    head, *more = map(escape, title)
    body = "\n".join([
        f"<h1>{head}</h1>", *(f"<p>{line}</p>" for line in more),
        f"<p>By <code>{escape(command)}</code></p>",
        *(line for picture in drawn for line in _figure(picture)),
        *(f"<p>{escape(line)}.</p>" for line in left_out(played)),
        *(line for sheet in sheets(played) if sheet.rows for line in _table(sheet)),
    ])  # fmt: skip
    path = folder / PAGE
    path.write_text(
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{head}</title>\n'
        f'<meta name="viewport" content="width=device-width">\n<style>{STYLE}</style>\n'
        f"{body}\n</html>\n",
        "utf-8",
    )
    return path


def in_page(played: Sequence[GamePlayed], folder: Path, prefix: str) -> list[str]:
    """The same as lines of Markdown, its pictures in a folder beside the page. Raises OSError.

    Of cards it has the picture alone, as their table is as long as the deck, and nothing of how
    long bots thought: that is another one each time.
    """
    folder.mkdir(parents=True, exist_ok=True)
    drawn = draw_all(played, folder, prefix)
    shown = [line for each in drawn for line in ("", _picture(each, f"{folder.name}/{prefix}"))]
    tables = [sheet for sheet in sheets(played) if sheet.heads not in {CARD, PACE}]
    return [*shown[1:], "", *in_markdown(tables)]


def _figure(picture: Chart) -> Iterator[str]:
    yield f"<h2>{escape(picture.title)}</h2>"
    yield f"<p>{escape(picture.says)}.</p>"
    yield _picture(picture, "")
    if picture.note:
        yield f"<p>{escape(picture.note)}.</p>"


def _picture(picture: Chart, place: str) -> str:
    """Light or dark, as the reader has it."""
    name = f"{place}{picture.id}"
    return (
        f'<picture><source media="(prefers-color-scheme: dark)" srcset="{name}-dark.svg">'
        f'<img src="{name}-light.svg" alt="{escape(f"{picture.title}: {picture.says}")}"></picture>'
    )


def _table(sheet: Sheet) -> Iterator[str]:
    yield "<table>"
    yield _row("th", sheet.heads)
    for row in sheet.rows:
        yield _row("td", row)
    yield "</table>"


def _row(cell: str, cells: Sequence[str]) -> str:
    return "<tr>" + "".join(f"<{cell}>{escape(each)}</{cell}>" for each in cells) + "</tr>"
