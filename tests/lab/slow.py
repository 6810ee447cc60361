"""How slow the slow hash is, here and elsewhere: `python -m tests.lab.slow`.

It builds the best program that we know, with the SHA extensions of this processor where it has
some, and runs it in turns with ours, so that the ratio of both is of one run. Then it says what a
roll, a shuffle and the check of a whole game take here, and what they would take on other machines.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

from rr_net.fairness.base.levels import FASTEST, LEVELS, WORK
from rr_net.fairness.base.slow import long_hash

SOURCE = Path(__file__).with_suffix(".c")
BEGIN = bytes(range(32))
BLOCKS, TURNS = 8_000_000, 7
EVENTS = (3, 74)
"""Shuffles and rolls of a long game: 700 entries of the largest one."""
LONGEST = 4.0
"""Seconds of a roll of which a host has to speak before the deal."""
FLAGS = (("-march=native",), ("-march=native+crypto",), ())
ELSEWHERE = {
    "the fastest core known (128 cycles a block at 5.7 GHz)": FASTEST,
    "Raspberry Pi 5 (SHA extensions, about 72 cycles a block at 2.4 GHz)": 33_000_000 // 2,
    "a core of 2015 (no SHA extensions, about 470 cycles at 3.3 GHz)": 7_000_000,
    "Raspberry Pi 4 (no SHA extensions, about 620 cycles at 1.5 GHz)": 2_400_000,
}
"""Blocks a second that a library does, computed; of a Pi 5 half of what its core could do."""


class Native(NamedTuple):
    """The program, built."""

    path: Path

    def run(self, blocks: int) -> tuple[bytes, float, str]:
        """What comes of the blocks, the seconds that took, and how it is done."""
        done = subprocess.run([self.path, BEGIN.hex(), str(blocks)], check=True,
                              capture_output=True, text=True)  # fmt: skip
        found, seconds, how = done.stdout.strip().split(" ", 2)
        return bytes.fromhex(found), float(seconds), how


def build(folder: Path) -> Native | None:
    """The program, for this very processor; None where there is no compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    for flags in FLAGS:
        target = folder / "slow"
        command = [compiler, "-O3", *flags, "-o", str(target), str(SOURCE)]
        if subprocess.run(command, check=False, capture_output=True).returncode == 0:
            return Native(target)
    return None


def ratio(native: Native, blocks: int = BLOCKS, turns: int = TURNS) -> tuple[float, float, str]:
    """How many times as long ours takes as the program, the blocks a second of ours, and how.

    Both in turns, and the middle of all turns: whatever else the machine does is in both.
    """
    found, speeds, how = [], [], ""
    for _ in range(turns):
        began = perf_counter()
        ours = long_hash(BEGIN, blocks)
        took = perf_counter() - began
        theirs, seconds, how = native.run(blocks)
        assert ours == theirs, "both do the same work"
        found.append(took / seconds)
        speeds.append(blocks / took)
    return median(found), median(speeds), how


def figures(speed: float) -> Iterator[str]:
    """What the levels take at so many blocks a second."""
    for name in ("table", "strict"):
        roll, shuffle = (WORK[name].blocks(kind) / speed for kind in ("roll", "shuffle"))
        windows = LEVELS[name]
        said = "  the host says so before the deal" if roll > LONGEST else ""
        yield (f"  {name}: a roll {roll:.1f} s (window {windows.roll / 1000:g} s), a shuffle "
               f"{shuffle:.1f} s (window {windows.shuffle / 1000:g} s){said}")  # fmt: skip
    shuffles, rolls = EVENTS
    table = WORK["table"]
    whole = (shuffles * table.shuffle + rolls * table.roll) / speed
    cores = ", ".join(f"{whole / cores:.0f} s on {cores}" for cores in (1, 2, 4))
    yield f"  all segments of a game with {sum(EVENTS)} events, by cores: {cores}"


def main() -> int:
    """Print all of it; the exit status is 1 where the best program gains more than twofold."""
    with tempfile.TemporaryDirectory() as folder:
        native = build(Path(folder))
        if native is None:
            print("no compiler: the best program cannot be built here")
            return 2
        gain, speed, how = ratio(native)
    print(f"ours {speed / 1e6:.1f} million blocks a second, the best program ({how}) "
          f"{gain * speed / 1e6:.1f}: it gains a factor of {gain:.2f}, at most 2")  # fmt: skip
    print("here:", *figures(speed), sep="\n")
    for name, blocks in ELSEWHERE.items():
        print(f"{name}, {blocks / 1e6:.1f} million, computed:", *figures(blocks), sep="\n")
    return int(gain > 2)


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    sys.exit(main())
