"""`python -m tests.lab.host --sessions 1 10 50 100`: what a table full of terminals costs."""

from __future__ import annotations

import argparse
import asyncio
import gc
import sys
from collections.abc import Callable

from rr_rules.kernel.settings import PACES
from tests.lab.host.child import HostFailed
from tests.lab.host.load import Figures, Load, measure
from tests.lab.host.terminals import HungUp

Row = tuple[str, Callable[[Figures], str]]

ROWS: tuple[Row, ...] = (
    ("MB a session, idle", lambda f: f"{f.idle_mb:.2f}"),
    ("MB a session, under load", lambda f: f"{f.load_mb:.2f}"),
    ("first frame p50, ms", lambda f: f"{f.first.median:.0f}"),
    ("first frame p99, ms", lambda f: f"{f.first.worst:.0f}"),
    ("CPU-ms a connect", lambda f: f"{f.arrival_cpu:.0f}"),
    ("key to frame p50, ms", lambda f: f"{f.keys.keys.median:.1f}"),
    ("key to frame p99, ms", lambda f: f"{f.keys.keys.worst:.1f}"),
    ("  while as many come p50, ms", lambda f: f"{f.coming.median:.1f}"),
    ("  while as many come p99, ms", lambda f: f"{f.coming.worst:.1f}"),
    ("  while bots play p50, ms", lambda f: f"{f.both.keys.median:.1f}"),
    ("  while bots play p99, ms", lambda f: f"{f.both.keys.worst:.1f}"),
    ("keys measured / unseen", lambda f: f"{_pressed(f)} / {f.keys.lost + f.both.lost + f.unseen}"),
    ("bytes a key", lambda f: f"{f.key_bytes:.0f}"),
    ("bytes a public event", lambda f: f"{f.event_bytes:.0f}"),
    ("public events a second", lambda f: f"{f.play.events / f.play.seconds:.1f}"),
    ("frames a second and session", lambda f: f"{_frames(f):.1f}"),
    ("CPU-ms a frame", lambda f: f"{1000 * f.play.loop / max(1, f.play.frames):.1f}"),
    ("CPU % of a core: idle", lambda f: f"{f.idle.percent:.1f}"),
    ("  keys alone", lambda f: f"{f.keys.percent:.1f}"),
    ("  events alone", lambda f: f"{f.play.percent:.1f}"),
    ("  keys and events", lambda f: f"{f.both.percent:.1f}"),
    ("  ... and the bots' thinking", lambda f: f"{f.both.percent_with_bots:.1f}"),
    ("  waited for a core, %", lambda f: f"{100 * f.both.waited / f.both.seconds:.1f}"),
    ("bytes to idle sessions", lambda f: f"{f.idle.bytes}"),
    ("left over afterwards", lambda f: f"{sum(f.left.values()):.0f}"),
)


def main() -> None:
    """Measures each size in a host of its own, and prints all of them side by side."""
    given = _arguments().parse_args()
    # The terminals share a process: it must not stand still while a key of theirs is timed.
    gc.disable()
    found = []
    for sessions in given.sessions:
        load = Load(sessions, given.seconds, given.period, given.size, given.seats, given.bot,
                    given.pace, at_once=given.at_once)  # fmt: skip
        print(f"{sessions} sessions ...", file=sys.stderr, flush=True)
        try:
            found.append(asyncio.run(measure(load)))
        except (HostFailed, HungUp, TimeoutError) as error:
            sys.exit(
                f"{sessions} sessions could not be measured: {error or 'nothing came in time'}"
            )
    for line in table(found):
        print(line)
    for figures in found:
        if figures.left:
            print(f"left over of {figures.load.sessions}: {dict(figures.left)}")


def table(found: list[Figures]) -> list[str]:
    """The figures as lines, one column a size."""
    titles = [str(figures.load.sessions) for figures in found]
    rows = [("sessions", titles), *((name, [of(f) for f in found]) for name, of in ROWS)]
    return [f"{name:<30}" + "".join(f"{cell:>14}" for cell in cells) for name, cells in rows]


def _frames(figures: Figures) -> float:
    return figures.play.frames / figures.play.seconds / figures.load.sessions


def _pressed(figures: Figures) -> int:
    return figures.keys.keys.count + figures.coming.count + figures.both.keys.count


def _size(text: str) -> tuple[int, int]:
    width, cross, height = text.partition("x")
    if not (cross and width.isdecimal() and height.isdecimal()):
        raise argparse.ArgumentTypeError(f"{text!r}: expected columns x rows, as in 80x24")
    return int(width), int(height)


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.lab.host",
        description="Measures a host with many terminals at one table, all on this machine.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    option = parser.add_argument
    option("--sessions", type=int, nargs="+", default=[1, 10, 50, 100], help="sizes", metavar="N")
    option("--period", type=float, default=3.0, help="seconds between two keys of one guest")
    option("--seconds", type=float, default=12.0, help="how long each load lasts")
    option("--size", type=_size, default=(80, 24), help="of each terminal, as in 120x40")
    option("--seats", type=int, default=4, help="a bot each; five or more play the expansion")
    option("--bot", choices=("greedy", "random"), default="greedy", help="the bots' kind")
    option("--at-once", type=int, default=1, help="guests that come at the same time")
    option("--pace", type=float, default=PACES["normal"].stay, help="seconds before a bot acts")
    return parser


if __name__ == "__main__":
    main()
