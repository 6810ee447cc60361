"""Cards in two or three cells: the rank, and the suit as a glyph and as a letter."""

from __future__ import annotations

from collections.abc import Sequence

from rr_rules.regicide.cards import COMMON, FACE, RANK, RANK_WORDS, ROYALS, SUIT, sign_of
from rr_rules.regicide.preview import JESTER, suit_of
from rr_tui.looks.glyphs import Glyphs
from rr_tui.looks.spans import Row, Span
from rr_tui.looks.wording import count

SUIT_LETTERS = {"hearts": "H", "diamonds": "D", "clubs": "C", "spades": "S"}
WIDEST = 3
"""Cells of the widest sign: 10 and a suit."""


def rank_word(rank: int) -> str:
    """A royal rank as a word."""
    return RANK_WORDS[rank].capitalize()


def castle_words(castle: Sequence[int]) -> str:
    """Who is in the castle, by the numbers that a view tells."""
    left = zip(castle, ROYALS, strict=True)
    return ", ".join(count(number, rank_word(rank)) for number, rank in left if number) or "nobody"


def suit_sign(suit: str, glyphs: Glyphs) -> str:
    """The glyph of a suit; its letter in ASCII."""
    return {
        "hearts": glyphs.hearts,
        "diamonds": glyphs.diamonds,
        "clubs": glyphs.clubs,
        "spades": glyphs.spades,
    }.get(suit, "")


def suit_words(suit: str, glyphs: Glyphs) -> str:
    """A suit as glyph, letter and word."""
    return f"{suit_sign(suit, glyphs)}{letter(suit, glyphs)} {suit.capitalize()}"


def letter(suit: str, glyphs: Glyphs) -> str:
    """The letter of a suit after its glyph; nothing where that is the letter."""
    found = SUIT_LETTERS.get(suit, "")
    return "" if found == suit_sign(suit, glyphs) else f" {found}" if found else ""


def sign(face: str, glyphs: Glyphs) -> str:
    """A card as people write it."""
    if not face:
        return glyphs.hidden
    if face == JESTER:
        return glyphs.jester
    return sign_of(face)[:-1] + suit_sign(suit_of(face), glyphs)


def role_of(face: str) -> str:
    """The role of a card's colour."""
    if not face:
        return "muted"
    return suit_of(face) or "title"


def signs(faces: Sequence[str], glyphs: Glyphs, between: str = " + ") -> str:
    """Cards as people write them, in one text."""
    return between.join(sign(face, glyphs) for face in faces)


def sorting(face: str) -> tuple[int, int]:
    """Where a card belongs in a sorted hand: equal numbers side by side, Jesters last."""
    if face not in FACE or face == JESTER:
        return (COMMON, 0)
    card = FACE.index(face)
    return (RANK[card], SUIT[card])


def coloured(faces: Sequence[str], glyphs: Glyphs, between: str = " ") -> Row:
    """Cards in the colours of their suits."""
    spans: list[Span] = []
    for number, face in enumerate(faces):
        spans += [Span(between, "muted")] if number else []
        spans.append(Span(sign(face, glyphs), role_of(face)))
    return tuple(spans)


def lettered(face: str, glyphs: Glyphs) -> Row:
    """A card in five cells: its sign, and the letter of its suit beside the glyph."""
    suit = suit_of(face)
    words = f"{sign(face, glyphs):>{WIDEST}}{letter(suit, glyphs):<2}"
    return (Span(words, role_of(face)),)
