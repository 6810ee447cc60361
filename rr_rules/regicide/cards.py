"""The cards of Regicide as numbers, and what can be read off them.

A card is a number: suit times 13 plus rank minus 1 for the 52, and 52 and 53 for the Jesters
(RG-SETUP-01). There is no hidden identity behind it: equal faces exist for Jesters only.
"""

from __future__ import annotations

from collections.abc import Iterable

from rr_rules.kernel.game import CardText

HEARTS, DIAMONDS, CLUBS, SPADES = range(4)
SUITS = ("hearts", "diamonds", "clubs", "spades")
SIGNS = "♥♦♣♠"
NO_SUIT = -1
ACE, JACK, QUEEN, KING = 1, 11, 12, 13
RANKS = 13
COMMON = RANKS * len(SUITS)
"""Cards with a suit; Jesters are numbered from here."""
JESTERS = (COMMON, COMMON + 1)
RANK_WORDS = {ACE: "ace", JACK: "jack", QUEEN: "queen", KING: "king"}
RANK_LETTERS = {ACE: "A", JACK: "J", QUEEN: "Q", KING: "K"}
ATTACKS = {JACK: 10, QUEEN: 15, KING: 20}
HEALTHS = {JACK: 20, QUEEN: 30, KING: 40}
HEALTHIEST = max(HEALTHS.values())
ROYALS = tuple(ATTACKS)
"""Their ranks, the weakest first: in this order they come forward (RG-SETUP-02)."""
ENEMIES = len(ROYALS) * len(SUITS)
"""All of the castle."""

RANK = [card % RANKS + 1 for card in range(COMMON)] + [0, 0]
"""By card; a Jester has rank 0."""
SUIT = [card // RANKS for card in range(COMMON)] + [NO_SUIT, NO_SUIT]
VALUE = [ATTACKS.get(rank, rank) for rank in RANK]
"""What a card is worth in a play and as cover (RG-STEP4-02, RG-DRAWN-01)."""


def card_of(rank: int, suit: int) -> int:
    """The number of a card with a suit."""
    return suit * RANKS + rank - 1


def _face(card: int) -> str:
    if card >= COMMON:
        return "jester"
    return f"{SUITS[SUIT[card]]}-{RANK_WORDS.get(RANK[card], RANK[card])}"


FACE = [_face(card) for card in range(COMMON + len(JESTERS))]
"""By card, the id of its face."""
WORTH = dict(zip(FACE, VALUE, strict=True))
"""By face."""


def worth_of(faces: Iterable[str]) -> int:
    """What cards are worth together; one that is not seen counts nothing."""
    return sum([WORTH[face] for face in faces if face])


def sign_of(face: str) -> str:
    """A face in two or three characters: 7♥, J♠, ★."""
    if face == "jester":
        return "★"
    card = FACE.index(face)
    return f"{RANK_LETTERS.get(RANK[card], RANK[card])}{SIGNS[SUIT[card]]}"


POWERS = (
    "Shuffle the discard pile and put as many cards as the play is worth under the Tavern.",
    "Draw as many cards as the play is worth, one each in turn.",
    "Deal twice the damage.",
    "Weaken the enemy's attack by what the play is worth, for as long as it lives.",
)
KINDS = {ACE: "companion", JACK: "royal", QUEEN: "royal", KING: "royal", 0: "jester"}


def card_texts(jesters: int) -> tuple[CardText, ...]:
    """What each face says; the Jesters only where there are some."""
    common = tuple(_text(card) for card in range(COMMON))
    if not jesters:
        return common
    words = "Cancels the enemy's immunity. Nobody is attacked, and you name who plays next."
    return (*common, CardText("jester", "Jester", "jester", "*", words, "", jesters, "printed"))


def _text(card: int) -> CardText:
    rank, suit = RANK[card], SUIT[card]
    words = POWERS[suit]
    if rank in ATTACKS:
        words += (
            f" As an enemy: attack {ATTACKS[rank]}, health {HEALTHS[rank]}, immune to its suit."
        )
    if rank == ACE:
        words += " May be played with one other card."
    name = f"{str(RANK_WORDS.get(rank, rank)).capitalize()} of {SUITS[suit].capitalize()}"
    kind = KINDS.get(rank, "number")
    return CardText(FACE[card], name, kind, "HDCS"[suit], words, "", 1, "printed")
