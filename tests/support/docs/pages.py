"""Which parts of which pages are made, and of what."""

from pathlib import Path

from tests.support.docs.tree import tree

ROOT = Path(__file__).parents[3]
PAGES = {
    "docs/architecture.md": {"tree": tree},
}
"""By page, the maker of each of its parts."""
