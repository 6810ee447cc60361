"""Which parts of which pages are made, and of what."""

from pathlib import Path

from tests.support.docs.json_page import codes, heard, sent
from tests.support.docs.settings import makers as settings
from tests.support.docs.tree import tree
from tests.support.docs.words import events, kinds, rules, verbs
from tests.support.page.parts import policy, words
from tests.support.page.samples import every_sample

ROOT = Path(__file__).parents[3]
PAGES = {
    "docs/architecture.md": {"tree": tree},
    "docs/cards.md": {"kinds": kinds, "events": events, "verbs": verbs, "rules": rules},
    "docs/check.html": {"policy": policy, "words": words, "samples": every_sample},
    "docs/json.md": {"sent": sent, "heard": heard, "codes": codes},
    "docs/rules/nefarious-neighbor.md": settings("runes-regulations", of="NN-"),
    "docs/rules/regicide.md": settings("regicide"),
    "docs/rules/rune.md": settings("rune"),
    "docs/rules/runes-and-regulations.md": settings("runes-regulations", but="NN-"),
}
"""By page, the maker of each of its parts."""
