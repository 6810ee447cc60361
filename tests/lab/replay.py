"""How fast a replay opens and jumps: `python -m tests.lab.replay [ENTRIES]`.

A game of about 700 entries is opened from its bundle, first as the parts of that work, then on a
screen, with its check in a thread beside it; while that runs, any step is looked at.
"""

from __future__ import annotations

import argparse
import asyncio
import random
from collections.abc import Callable
from itertools import pairwise
from statistics import median
from time import perf_counter

from rr_net.fairness.base.rows import entry_of
from rr_net.fairness.proof.bundle import unpacked
from rr_net.fairness.proof.verify import verify
from rr_net.link import EVERYBODY
from rr_net.replay.looking import Check
from rr_net.replay.recording import recording_of
from rr_net.replay.stepper import Stepper
from rr_net.replay.viewer import Viewer
from rr_net.ssh.sshsig import check_signature
from rr_rules.registry import load_game
from rr_tui.app import TableApp
from rr_tui.looks.profile import Profile
from rr_tui.terminal.cast import FilmTake, film
from tests.support.rr_net.recorded import manifest_of, record

ENTRIES, JUMPS = 700, 200
GAMES = (("runes-regulations", 4, {}), ("runes-regulations", 6, {"nefarious": "on"}),
         ("regicide", 3, {}), ("rune", 2, {}))  # fmt: skip


def bundle_of(game: str, seats: int, options: dict[str, str], entries: int) -> bytes:
    """A record of a random game with about so many entries, where the game goes on so long."""
    rules = load_game(game)
    manifest = manifest_of(rules, seats, **options)
    best = b""
    for seed in range(1, 30):
        found = record(seed, manifest, rules, stop_at=3 * entries)
        best = max(best, found.bundle, key=len)
        rows = [row.seq for row in found.rows if entry_of(row) is not None]
        if len(rows) >= entries:
            return record(seed, manifest, rules, stop_at=rows[entries - 1]).bundle
    return best


def timed(work: Callable[[], object]) -> float:
    """Milliseconds that some work takes."""
    begin = perf_counter()
    work()
    return (perf_counter() - begin) * 1000


def jumps(viewer: Viewer, eyes: int) -> list[float]:
    """Milliseconds of looks at steps in no order, each with the log up to there."""
    dice = random.Random(1)
    viewer.picture(0, eyes)
    places = [dice.randrange(viewer.reel.last + 1) for _ in range(JUMPS)]
    return sorted(timed(lambda at=at: viewer.picture(at, eyes)) for at in places)


async def on_screen(source: bytes) -> tuple[float, float, float, float]:
    """Milliseconds to the first frame and of jumps on a screen, and the check beside it."""
    begin = perf_counter()
    viewer = Viewer(recording_of(unpacked(source).bundle))
    check = Check(
        viewer,
        lambda progress: verify(source, check_signature=check_signature, progress=progress),
        trusts=False,
    )
    checking = asyncio.create_task(check.run())
    ends: list[float] = []
    checking.add_done_callback(lambda _: ends.append(perf_counter()))
    shown: list[float] = []
    keys = [b"", b"\x1b[F", b"\x1b[H", b"m", b"m", b"m", b"\x1b[1;2C", b"\x1b[D"] * 3

    def takes() -> object:
        for key in keys:
            shown.append(perf_counter())
            yield FilmTake(key, 0.0)
        shown.append(perf_counter())

    def build() -> TableApp:
        return TableApp(viewer, Profile(motion=False), replay=viewer)

    await film(build, (120, 40), takes(), "lab")  # type: ignore[arg-type]
    await checking
    steps = sorted((b - a) * 1000 for a, b in pairwise(shown[1:]))
    first = (shown[1] - begin) * 1000
    return first, median(steps), steps[-1], (ends[0] - begin) * 1000


def main(entries: int = ENTRIES) -> None:
    """Print a line for each game."""
    print(f"{'game':<20}{'entries':>8}{'read':>8}{'play':>8}{'open':>8}{'jump':>8}{'most':>8}"
          f"{'first':>8}{'key':>8}{'most':>8}{'check':>8}   (ms)")  # fmt: skip
    for game, seats, options in GAMES:
        print(line_of(bundle_of(game, seats, options, entries), game))


def line_of(source: bytes, game: str) -> str:
    """The figures of one game."""
    recording = recording_of(source)
    read = timed(lambda: recording_of(unpacked(source).bundle))
    play = timed(lambda: Stepper(recording.table(), recording.entries))
    opened = timed(lambda: Viewer(recording).picture(0, EVERYBODY))
    looks = jumps(Viewer(recording), EVERYBODY)
    first, key, most, check = asyncio.run(on_screen(source))
    return (f"{game:<20}{len(recording.entries):>8}{read:>8.0f}{play:>8.0f}{opened:>8.0f}"
            f"{median(looks):>8.1f}{looks[-1]:>8.1f}{first:>8.0f}{key:>8.0f}{most:>8.0f}"
            f"{check:>8.0f}")  # fmt: skip


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("entries", type=int, nargs="?", default=ENTRIES, help="how long a game is")
    main(parser.parse_args().entries)
