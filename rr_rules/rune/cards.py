"""The cards of Rune: sixteen rune cards and the starting card, each six runes on a 3x2 grid.

A card is a number below 16, and 16 for the starting card; its layout is looked up in a card set.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from rr_rules.kernel.errors import DeckError
from rr_rules.kernel.game import CardText

BLUE, GREEN, RED = range(3)
LETTERS = "BGR"
"""By colour; colour is never the only cue (RN-COMP-05)."""
COLOURS = ("blue", "green", "red")
VALUES = A_BLUE, A_GREEN, A_RED = (1, 2, 3)
"""What a controlled rune is worth, by colour."""

CARDS = 16
START = CARDS
"""The starting card's number."""
RUNES = 6

PROJECT = (
    "BBBGGR", "BBGBGR", "BBBRGG", "BBGGRB", "BBGRBG", "BBRGBG", "BGBBGR", "GBBBGR",
    "BGBGBR", "GBGBBR", "BGBRBG", "BGBRGB", "BRGBBG", "BGGBRB", "BGRBBG", "GGBBBR",
)  # fmt: skip
"""One card for each way to lay three blue, two green and one red rune (RN-CARD-02)."""
PROJECT_START = "BGRBBG"

MOST_BYTES = 4096
"""No set of cards is longer, comments and all."""


@dataclass(frozen=True, slots=True)
class CardSet:
    """The layouts of the cards in play, each in reading order."""

    name: str
    """project16 or custom: the value of the table option."""
    layouts: tuple[str, ...]
    """By card number, the starting card last."""

    def face(self, card: int) -> str:
        """The id of a card's face."""
        return "START" if card == START else f"R{card + 1:02}"

    @property
    def faces(self) -> tuple[tuple[str, str], ...]:
        """Every face with its layout: public, as in a box."""
        return tuple([(self.face(card), layout) for card, layout in enumerate(self.layouts)])

    def digest(self) -> str:
        """SHA-256, hex, of the layouts."""
        return hashlib.sha256(" ".join(self.layouts).encode()).hexdigest()

    def texts(self) -> tuple[CardText, ...]:
        """What each face shows."""
        return tuple([self._text(card) for card in range(CARDS + 1)])

    def _text(self, card: int) -> CardText:
        layout, face = self.layouts[card], self.face(card)
        name, kind = (f"Rune card {face}", "rune") if card < CARDS else ("Starting card", "start")
        worth = sum(VALUES[LETTERS.index(letter)] for letter in layout)
        words = f"{layout_words(layout)}: {worth} points of runes."
        return CardText(face, name, kind, "S" if card == START else "R", words, "", 1, self.name)


def layout_words(layout: str) -> str:
    """A layout as people write it: BG/RB/BG."""
    return "/".join(layout[at : at + 2] for at in range(0, RUNES, 2))


PROJECT_CARDS = CardSet("project16", (*PROJECT, PROJECT_START))


def read_cards(name: str, content: bytes) -> CardSet:
    """The card set of an owner's file: sixteen rows of six letters B, G, R (RN-CARD-03).

    A row may be written with slashes or spaces, "#" begins a comment, and a row that begins with
    START is the starting card; without one it is the project's own. Raises DeckError.
    """
    if len(content) > MOST_BYTES:
        raise DeckError(f"{name}: {len(content)} bytes: expected {MOST_BYTES} at most")
    try:
        text = content.decode("ascii")
    except UnicodeDecodeError:
        raise DeckError(f"{name}: is not plain text: expected rows of B, G and R") from None
    start, found = PROJECT_START, []
    for number, line in enumerate(text.splitlines(), 1):
        row = line.partition("#")[0].strip().upper()
        if row.startswith("START"):
            start = _layout(name, number, row.removeprefix("START"))
        elif row:
            found.append(_layout(name, number, row))
    if len(found) != CARDS:
        raise DeckError(f"{name}: {len(found)} rune cards: expected {CARDS}")
    return CardSet("custom", (*found, start))


def _layout(name: str, number: int, row: str) -> str:
    layout = row.translate({ord(gap): None for gap in " /\t"})
    if len(layout) != RUNES or not set(layout) <= set(LETTERS):
        raise DeckError(f"{name}: line {number}: is no card: expected six letters B, G or R")
    return layout
