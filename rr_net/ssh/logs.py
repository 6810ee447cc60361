"""Logs that a stranger cannot write into: one line a record, nothing but printable characters."""

from __future__ import annotations

import logging


def printable(text: str) -> str:
    """`text` with every character escaped that a terminal might obey or hide."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


class PrintableFormatter(logging.Formatter):
    """Escapes what is not printable, and sets every further line of a record apart."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        """The record's first line."""
        return printable(super().formatMessage(record))

    def format(self, record: logging.LogRecord) -> str:
        """The whole record; a traceback has more lines, none of which can pass for a record."""
        return "\n  | ".join(printable(line) for line in super().format(record).split("\n"))


class Silence(logging.Filter):
    """Lets nothing of asyncssh below a warning through, and that escaped.

    asyncssh logs commands, names and variables raw at INFO and DEBUG. A level can be changed from
    outside by whoever configures logging; a filter stays.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record may be seen; its text is made printable."""
        if record.levelno < logging.WARNING:
            return False
        record.msg = printable(record.getMessage())
        record.args = None
        return True


_SILENCE = Silence()


def guard_asyncssh_log() -> None:
    """Puts the filter before asyncssh's log, once."""
    log = logging.getLogger("asyncssh")
    if _SILENCE not in log.filters:
        log.addFilter(_SILENCE)
