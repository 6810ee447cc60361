"""The second verifier, docs/verify_minimal.py, as a host of tests sees it."""

from __future__ import annotations

import contextlib
import importlib.util
from functools import cache, lru_cache, partial
from pathlib import Path
from types import ModuleType

from tests.support.rr_net.recorded import TINY

PAGE = Path(__file__).parents[3] / "docs" / "verify_minimal.py"
FLOORS = {level: {"shuffle": work.shuffle, "roll": work.roll} for level, work in TINY.items()}


class _Here:
    """Works in the thread that asks."""

    map = staticmethod(map)


@cache
def minimal() -> ModuleType:
    """The file, loaded as a module."""
    spec = importlib.util.spec_from_file_location("verify_minimal", PAGE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    # Slow hashes of tests are quick: threads for each of them would take longer.
    module.ThreadPoolExecutor = partial(contextlib.nullcontext, _Here())
    # It works a chain out for each file that it is given: of one game they are the same.
    chain = lru_cache(64)(partial(module.Record.chain, None))
    module.Record.chain = lambda _, tag, top: chain(tag, top)
    return module


def second_failure(source: bytes) -> str | None:
    """What it finds wrong first; None where it finds nothing."""
    try:
        minimal().check(source, full=True, floors=FLOORS)
    except minimal().Wrong as wrong:
        return str(wrong.failure)
    return None
