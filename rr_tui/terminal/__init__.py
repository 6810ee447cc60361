"""Textual apps over any byte channel, many in one process."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rr_tui.terminal.app import TerminalApp
    from rr_tui.terminal.driver import ByteChannel, ChannelDriver
    from rr_tui.terminal.process import CalmCollector, scrub_environment
    from rr_tui.terminal.session import start
    from rr_tui.terminal.throttle import StartQueue, UpdateThrottle
    from rr_tui.terminal.tty import TtyChannel

__all__ = [
    "ByteChannel",
    "CalmCollector",
    "ChannelDriver",
    "StartQueue",
    "TerminalApp",
    "TtyChannel",
    "UpdateThrottle",
    "scrub_environment",
    "start",
]

_PLACES = {
    "ByteChannel": "driver",
    "CalmCollector": "process",
    "ChannelDriver": "driver",
    "StartQueue": "throttle",
    "TerminalApp": "app",
    "TtyChannel": "tty",
    "UpdateThrottle": "throttle",
    "scrub_environment": "process",
    "start": "session",
}


def __getattr__(name: str) -> object:
    # Only now: the environment is scrubbed before Textual is imported, which reads it.
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
