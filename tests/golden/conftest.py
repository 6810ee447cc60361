"""Recorded screens are shown on a loop that no test ever waits for; rooms have their own clock."""

import asyncio

from tests.support.loops import (  # noqa: F401 - fixtures of every test here
    loops_of,
    textual_reads_the_clock_of_the_loop,
)

OF_SCREENS = ("test_golden_screens", "test_golden_text")


def pytest_asyncio_loop_factories(config, item):
    is_screen = item.module.__name__.endswith(OF_SCREENS)
    return loops_of(item) if is_screen else {"real": asyncio.SelectorEventLoop}
