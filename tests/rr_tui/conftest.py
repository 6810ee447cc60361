"""Tests of the interface run on a loop that no test ever waits for."""

from tests.support.loops import (  # noqa: F401 - fixtures of every test here
    loops_of,
    textual_reads_the_clock_of_the_loop,
)


def pytest_asyncio_loop_factories(config, item):
    return loops_of(item)
