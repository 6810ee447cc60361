"""What runs beside a test's own lines, and never longer than they do."""

import asyncio
import contextlib
import types


@types.coroutine
def turn():
    """Lets the loop do once whatever is ready; no time has to pass."""
    yield


async def turns(count=100):
    """Lets the loop go round so often that whatever is on its way here has surely come."""
    for _ in range(count):
        await turn()


@contextlib.asynccontextmanager
async def beside(coroutine):
    """Runs something beside the block, which waits for it at its end; gives its task.

    Whatever fails first, in the block or beside it, ends the other one and is raised.
    """
    try:
        async with asyncio.TaskGroup() as group:
            yield group.create_task(coroutine)
    except BaseExceptionGroup as failures:
        # A test that expects a failure, and whoever reads it, wants that one alone.
        raise failures.exceptions[0] from None
