"""What the registries have found of other packages: forgotten before a test and after it."""

from contextlib import contextmanager

from rr_rules import registry
from rr_tui.games.registry import load_board

KEPT = (registry.games, registry.brought, load_board)


@contextmanager
def fresh():
    """The registries look for other packages anew, and forget them afterwards."""
    forget()
    try:
        yield
    finally:
        forget()


def forget():
    for each in KEPT:
        each.cache_clear()
