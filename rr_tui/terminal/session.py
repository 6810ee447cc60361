"""One app, started on a byte channel and ended with it."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable
from dataclasses import dataclass

from rr_tui.terminal.app import TerminalApp
from rr_tui.terminal.driver import ByteChannel, ChannelDriver
from rr_tui.terminal.process import CalmCollector
from rr_tui.terminal.throttle import StartQueue

PATIENCE = 3.0
"""Seconds that an app has to leave by itself."""

_RUNNING: set[asyncio.Task[int]] = set()


@dataclass(frozen=True, slots=True)
class InterfaceSession:
    """A running interface: feed its driver, wait for its task."""

    app: TerminalApp
    driver: ChannelDriver
    task: asyncio.Task[int]

    async def stop(self, patience: float = PATIENCE) -> int:
        """Ends the app and waits; an app that does not leave is cancelled. The exit status."""
        self.app.exit()
        done, _ = await asyncio.wait({self.task}, timeout=patience)
        if done:
            return 1 if self.task.cancelled() else self.task.result()
        self.task.cancel()
        await asyncio.wait({self.task}, timeout=patience)
        return 1


def start(
    build: Callable[[], TerminalApp],
    channel: ByteChannel,
    size: tuple[int, int],
    *,
    on_stalled: Callable[[], object] | None = None,
    collector: CalmCollector | None = None,
    queue: StartQueue | None = None,
) -> InterfaceSession:
    """Builds an app and runs it on a channel, in a queue when it is its turn.

    Textual finds "the" app in a context variable: so each app is built and run in a context of its
    own, and other sessions reach it by `post_message` alone, never through its widgets.
    """
    context = contextvars.Context()
    app = context.run(build)
    on_frame = collector.note_frame if collector is not None else None
    driver = context.run(
        lambda: app.attach(channel, size, on_stalled=on_stalled, on_frame=on_frame)
    )
    running = _run(app, driver, collector, queue or StartQueue())
    task = asyncio.get_running_loop().create_task(running, context=context, name="an interface")
    # The loop knows its tasks weakly, and an app waits for nobody but its own widgets.
    _RUNNING.add(task)
    task.add_done_callback(_RUNNING.discard)
    return InterfaceSession(app, driver, task)


async def _run(
    app: TerminalApp, driver: ChannelDriver, collector: CalmCollector | None, queue: StartQueue
) -> int:
    if collector is not None:
        collector.note_begin()
    try:
        async with queue.turn() as over:
            driver.on_begun = over
            await app.run_async()
        return app.return_code or 0
    finally:
        driver.disable_input()
        app.detach()
        if collector is not None:
            collector.note_end()
