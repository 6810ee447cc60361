"""What files that are made to be dear cost each verifier: `python -m tests.lab.bombs [PART..]`.

Each of more than a hundred is read by `runes verify`, `docs/verify_minimal.py` and, where there is
Node, `docs/check.html`, by a fresh process each time: seconds of its processor and the most memory
that it ever held. With a PART only bombs with that in their name are tried. The exit status is 1
where one costs more than 200 MB or 3 s.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.support.fairness.bombs import bombs
from tests.support.fairness.heavy import Bomb
from tests.support.page.node import HARNESS
from tests.support.page.parts import PAGE

MEGABYTES, SECONDS = 200, 3
DEAREST = 4
WATCH = """
import resource, subprocess, sys
with open(sys.argv[1], "rb") as said:
    done = subprocess.run(sys.argv[2:], stdin=said, capture_output=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(done.returncode, used.ru_maxrss / 1024, used.ru_utime + used.ru_stime)
"""
HEAP = ("--max-old-space-size=88", "--max-semi-space-size=4")
"""Node lets garbage lie for as long as there is memory: what a file needs shows with little."""
MINIMAL = Path(__file__).parents[2] / "docs" / "verify_minimal.py"


class Cost(NamedTuple):
    """What a verifier's process needed for a file, its start included."""

    name: str
    seconds: float
    megabytes: float

    @property
    def is_high(self) -> bool:
        """Whether that is too much."""
        return self.seconds > SECONDS or self.megabytes > MEGABYTES


def verifiers() -> dict[str, Sequence[str]]:
    """By name, what starts each verifier that there is here."""
    found: dict[str, Sequence[str]] = {
        "runes verify": (sys.executable, "-c", "from rr_net.cli import main; main()", "verify"),
        "verify_minimal.py": (sys.executable, str(MINIMAL)),
    }
    if node := shutil.which("node"):
        found["check.html"] = (node, *HEAP, str(HARNESS), str(PAGE))
    return found


def cost(verifier: str, bomb: Bomb) -> Cost:
    """What a verifier's process needs for a bomb."""
    with tempfile.TemporaryDirectory() as folder:
        bundle, receipts, said = (Path(folder) / name for name in ("b.json", "r.json", "said"))
        bundle.write_bytes(bomb.source)
        receipts.write_bytes(bomb.receipts or b"")
        names = [str(bundle), *(["--receipts", str(receipts)] if bomb.receipts else [])]
        said.write_text("")
        if verifier == "check.html":
            path = {"receipts": str(receipts)} if bomb.receipts else {}
            said.write_text(json.dumps({"path": str(bundle), **path}) + "\n")
            names = []
        words = [sys.executable, "-c", WATCH, str(said), *verifiers()[verifier], *names]
        done = subprocess.run(words, capture_output=True, text=True, check=True)
    status, size, seconds = done.stdout.split()
    assert int(status) in {0, 1, 2, 3}, f"{bomb.name}: {verifier} exits with {status}"
    return Cost(bomb.name, float(seconds), float(size))


def costs(verifier: str, made: Sequence[Bomb]) -> Iterator[Cost]:
    """What each costs."""
    for bomb in made:
        yield cost(verifier, bomb)


def main(parts: Sequence[str]) -> int:
    """Print the dearest of each verifier."""
    made = [bomb for bomb in bombs() if all(part in bomb.name for part in parts)]
    print(f"{len(made)} files", flush=True)
    too_dear = False
    for verifier in verifiers():
        found = list(costs(verifier, made))
        too_dear |= any(each.is_high for each in found)
        for what in ("megabytes", "seconds"):
            print(f"{verifier}, the most {what}:")
            for each in sorted(found, key=lambda each: -getattr(each, what))[:DEAREST]:
                print(f"  {each.seconds:.2f} s, {each.megabytes:.0f} MB: {each.name}", flush=True)
    return int(too_dear)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help="what a bomb's name has in it")
    sys.exit(main(parser.parse_args().parts))
