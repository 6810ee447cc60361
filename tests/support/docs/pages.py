"""Which parts of which pages are made, and of what."""

from pathlib import Path

from tests.support.docs.json_page import codes, heard, sent
from tests.support.docs.settings import makers as settings
from tests.support.docs.tree import tree
from tests.support.docs.words import events, kinds, rules, verbs

ROOT = Path(__file__).parents[3]
PAGES = {
    "docs/architecture.md": {"tree": tree},
    "docs/cards.md": {"kinds": kinds, "events": events, "verbs": verbs, "rules": rules},
    "docs/json.md": {"sent": sent, "heard": heard, "codes": codes},
    "docs/rules/nefarious-neighbor.md": settings("runes-regulations", of="NN-"),
    "docs/rules/regicide.md": settings("regicide"),
    "docs/rules/rune.md": settings("rune"),
    "docs/rules/runes-and-regulations.md": settings("runes-regulations", but="NN-"),
}
"""By page, the maker of each of its parts."""
