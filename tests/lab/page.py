"""What the page that checks costs in a browser: `python -m tests.lab.page`.

A whole game without its slow hashes, and the short game of the page with them, beside
`runes verify` on the same machine in the same run. It wants Chromium.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Iterator
from time import perf_counter
from typing import NamedTuple

from rr_net.fairness.proof.verify import verify
from rr_net.ssh.sshsig import check_signature
from rr_rules.registry import load_game
from tests.support.page.chromium import Tab, browsing
from tests.support.page.parts import PAGE
from tests.support.page.samples import honest
from tests.support.page.tasks import headline, question
from tests.support.rr_net.recorded import manifest_of, record

HONEST = ("Nothing wrong in what was checked", "Played as dealt")
"""How the headline of an honest game begins; the second where the host alone chose some luck."""


class Effort(NamedTuple):
    """How much is done for the figures."""

    rows: int = 700
    """So many rows has the game that is checked, or more."""
    tries: int = 3
    """So often each check with slow hashes is done."""


def main(effort: Effort = Effort()) -> None:  # noqa: B008 - a frozen value
    """Print every figure on a line of its own."""
    program = shutil.which("chromium")
    if program is None:
        sys.exit("there is no chromium on this machine")
    for name, figure in figures(program, effort):
        print(f"{name:<60}{figure}", flush=True)


def figures(program: str, effort: Effort) -> Iterator[tuple[str, str]]:
    """Each figure with its name, as soon as it is known."""
    with tempfile.TemporaryDirectory() as profile, browsing(program, profile) as browser:
        tab = browser.open(PAGE.as_uri())
        yield from _without_slow_hashes(tab, effort.rows)
        yield from _with_slow_hashes(tab, effort.tries)


def _without_slow_hashes(tab: Tab, rows: int) -> Iterator[tuple[str, str]]:
    source, count = _game(rows)
    yield "a game of so many rows and kB", f"{count}, {len(source) >> 10}"
    took, found = _checked(tab, source, "tiny")
    assert found.startswith(HONEST), found
    yield "  checked in Chromium without slow hashes, s", f"{took:.2f}"


def _game(rows: int) -> tuple[bytes, int]:
    """The first random game that is so long."""
    rules = load_game("runes-regulations")
    seed = 0
    while True:
        played = record(seed, manifest_of(rules, 4, level="table"), rules)
        if len(played.rows) >= rows:
            return played.bundle, len(played.rows)
        seed += 1


def _with_slow_hashes(tab: Tab, tries: int) -> Iterator[tuple[str, str]]:
    source = honest()  # anew: that of the page may be of earlier rules
    ours, pages = [], []
    for _ in range(tries):
        ours.append(_verified(source))
        took, found = _checked(tab, source, "real", isFull=True)
        assert found.startswith(HONEST), found
        pages.append(took)
    yield "the page's own game with all slow hashes, runes verify, s", f"{min(ours):.2f}"
    yield "  the same in Chromium, s", f"{min(pages):.2f}"
    yield "  so many times as long", f"{min(pages) / min(ours):.2f}"


def _verified(source: bytes) -> float:
    """Seconds that the first verifier takes for the slow hashes, on all cores; its rules aside."""
    began = perf_counter()
    verify(source, check_signature=check_signature, full=True, load_game=load_game)
    return perf_counter() - began


def _checked(tab: Tab, source: bytes, floors: str, **options: object) -> tuple[float, str]:
    """Seconds from a file to its verdict, and the headline."""
    began = perf_counter()
    tab.run(f"void ThePage.start({question(source, floors, **options)})")
    found = headline(tab)
    return perf_counter() - began, found


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    main()
