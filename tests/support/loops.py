"""The clock of the tests of screens: an event loop's, which no test ever waits for."""

import asyncio
import contextlib

import pytest
from textual._time import get_time

from tests.support.fakeclock import SteppedLoop

LOOPS = {"stepped": SteppedLoop, "real": asyncio.SelectorEventLoop}


def loops_of(item):
    """Tests over sockets ask for the real loop: `pytest.mark.asyncio(loop_factories=["real"])`."""
    marker = item.get_closest_marker("asyncio")
    names = (marker.kwargs if marker else {}).get("loop_factories", ["stepped"])
    return {name: LOOPS[name] for name in names}


def on_a_stepped_loop(coroutine):
    """Runs what records screens as the tests that compare them run."""
    with _the_clock_of_the_loop(), asyncio.Runner(loop_factory=SteppedLoop) as runner:
        runner.run(coroutine)


@pytest.fixture(scope="session", autouse=True)
def textual_reads_the_clock_of_the_loop():
    with _the_clock_of_the_loop():
        yield


@contextlib.contextmanager
def _the_clock_of_the_loop():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("textual._time.get_time", _now)
        yield


def _now():
    try:
        return asyncio.get_running_loop().time()
    except RuntimeError:
        return get_time()
