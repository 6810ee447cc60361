"""Loads decks: from the names and bytes of deck files to faces, or to one list of what is wrong."""

from __future__ import annotations

import tomllib
from functools import cache
from hashlib import sha256
from importlib.resources import files

from rr_rules.runes_regulations.faces import Deck, Face
from rr_rules.runes_regulations.models import CardPart
from rr_rules.runes_regulations.printing import face

BASE_FILES = ("base_creatures", "base_spells", "base_runes", "base_regulations")


@cache
def base_deck() -> Deck:
    """The 130 cards of the base box."""
    sources = [(name, _packaged(name)) for name in BASE_FILES]
    faces = tuple(each for _, content in sources for each in _faces(content))
    return Deck("base", faces, _digest(sources))


def _packaged(name: str) -> bytes:
    return files(__package__).joinpath("cards", f"{name}.toml").read_bytes()


def _faces(content: bytes) -> list[Face]:
    cards = tomllib.loads(content.decode("utf-8"))["card"]
    parts = [CardPart.model_validate(card) for card in cards]
    return [face(part, part.kind or "") for part in parts]


def _digest(sources: list[tuple[str, bytes]]) -> str:
    total = sha256()
    for name, content in sources:
        for part in (name.encode(), content):
            total.update(len(part).to_bytes(8, "big") + part)
    return total.hexdigest()
