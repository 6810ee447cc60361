"""The second verifier, which is no part of any package, as a module."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from tests.support.recorded import TINY

SCRIPT = Path(__file__).parents[3] / "docs" / "verify_minimal.py"


def _loaded():
    spec = importlib.util.spec_from_file_location("verify_minimal", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


minimal = _loaded()
FLOORS = {
    "real": minimal.FLOORS,
    "tiny": {
        level: {"shuffle": slow.shuffle, "roll": slow.roll}
        for level, slow in TINY.items()
        if level != "solo"
    },
}


def minimal_verdict(source, floors="tiny", **told):
    """What the second verifier finds wrong and in which row, or None and its report."""
    try:
        return None, minimal.check(source, floors=FLOORS[floors], **told)
    except minimal.Wrong as wrong:
        return wrong.failure, wrong.seq
