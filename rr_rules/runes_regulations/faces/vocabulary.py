"""The closed vocabulary of deck files: every word a card may use, and which words go together.

docs/cards.md explains each word with an example.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeVar, get_args

from pydantic import AfterValidator, BeforeValidator, Field

CREATURES = ("creature", "sacrificial")
RUNES = ("rune", "forbidden_rune")
SPELLS = ("spell", "curse")

IMMUNE: dict[str, frozenset[str]] = {
    "sacrificial": frozenset({"hex", "destroy", "return"}),
    "beast": frozenset({"hex", "destroy", "return", "steal", "give", "sacrifice"}),
}
"""What can never happen to cards of some kinds (NN-CARD-09, -10, NN-BEAST-01 to -03)."""


Kind = Literal["creature", "spell", "rune", "regulation", "sacrificial", "beast", "curse",
               "forbidden_rune", "role"]  # fmt: skip
Back = Literal["main", "rune", "regulation", "forbidden", "forbidden_rune", "role"]
Origin = Literal["printed", "completed", "house"]
Moment = Literal["enters_lawn", "turn_begins", "turn_ends", "activate"]
EventVerb = Literal[
    "discard", "spin", "cast", "hex", "destroy", "steal", "return", "new_regulation"
]
Event = Literal[Moment, EventVerb]
EVENTS: frozenset[str] = frozenset({*get_args(Moment), *get_args(EventVerb)})
"""What a Rune can answer: every kind of event that a window is about."""
Capital = Literal["draw", "discard", "spin", "cast", "summon", "hex", "restore", "destroy",
                  "steal", "return", "sacrifice"]  # fmt: skip
Single = Literal["you", "any_player", "any_neighbor", "that_player"]
"""The scopes that name a single player."""
Scope = Literal["you", "any_player", "any_neighbor", "each_player", "each_neighbor", "that_player"]
RuleScope = Literal["you", "any_player", "any_neighbor", "each_player", "each_neighbor"]
"""The scopes of a lasting rule: it answers nobody, so that there is no `that_player`."""
ANY = ("any_player", "any_neighbor")
EACH = ("each_player", "each_neighbor")
Noun = Literal["creature", "mythical", "hexed", "sacrificial", "beast", "rune", "card", "spell"]
Thing = Literal[Noun, "this", "that"]
OnLawn = Literal["creature", "mythical", "hexed", "sacrificial"]
Place = Literal["hand", "fence", "main_deck", "main_discard", "forbidden_discard"]
Phase = Literal["draw", "cast", "summon", "spin"]
Limit = Literal["hand", "rune", "summoning"]
Act = Literal["cast", "summon", "activate", "steal", "destroy", "hex", "return"]
Until = Literal["your_next_turn"]
WinMoment = Literal["turn_ends", "any_time", "deck_out", "nefarious_wins"]
Chooser = Literal["you"]
Compared = Literal["fewest"]
Extended = Literal["base"]

MOST_COPIES = 20
LONGEST_TEXT = 240

MOMENTS: tuple[str, ...] = get_args(Moment)
BACKS: dict[str, Back] = {
    "creature": "main", "spell": "main", "rune": "rune", "regulation": "regulation",
    "sacrificial": "forbidden", "beast": "forbidden", "curse": "forbidden",
    "forbidden_rune": "forbidden_rune", "role": "role",
}  # fmt: skip
FAMILY_WORDS = {word.capitalize(): word for word in ("dragon", "griffin", "pegasus", "unicorn")}
"""The words that make a family by standing in a Creature's name."""

CAST_ONCE = frozenset(SPELLS)
ON_A_FENCE = frozenset(RUNES)
LASTING = frozenset({*CREATURES, "beast"})
"""The kinds whose triggered effect stays to be used again."""
WORKING = LASTING | ON_A_FENCE
"""The kinds whose triggered effect is always its holder's choice."""

NARROWING = ("family", "family_not", "collar", "names", "other")
"""The words that narrow a noun."""
FILTERS = frozenset({"what", *NARROWING})
WORD_ORDER = ("do", "choose", "rule", "who", "of", "what", "n", "up_to", "may", "then", "chooser",
              "at", "from", "to", "keep", "phase", "this_turn", "gives", "until")  # fmt: skip
"""The order in which people are told the words of an item; the others follow."""
EVENT_TAKES: dict[str, frozenset[str]] = {
    "enters_lawn": FILTERS | {"of"},
    "turn_begins": frozenset({"by"}),
    "turn_ends": frozenset({"by"}),
    "activate": frozenset({"what", "by"}),
    "discard": FILTERS | {"by"},
    "spin": frozenset({"by"}),
    "cast": FILTERS | {"by"},
    **dict.fromkeys(("hex", "destroy", "steal", "return"), FILTERS | {"of", "by"}),
    "new_regulation": frozenset(),
}
"""The filters of each event."""

FACE_DOWN = ("card", "rune")
"""The nouns whose things everybody can count and nobody can tell apart: a hand and a Fence."""

_LAWN = frozenset({"creature", "mythical", "hexed", "sacrificial"})
EVENT_NOUNS: dict[str, frozenset[str]] = {
    "enters_lawn": _LAWN | {"beast", "this"},
    "activate": frozenset({"rune"}),
    "discard": frozenset({"card", "spell", "creature"}),
    "cast": frozenset({"spell"}),
    "hex": frozenset({"creature", "mythical", "this"}),
    **dict.fromkeys(("destroy", "steal"), _LAWN | {"rune", "this"}),
    "return": _LAWN | {"this"},
}
"""The things that each event can be about; a Spell's own cast stands apart."""

TEXT_VERBS: tuple[str, ...] = (*get_args(Capital), "activate")
"""The verbs that card text prints in capitals."""


# --- strict scalars: what a value of a file may be -----------------------------------------------

PUNCTUATION = frozenset("‘’“”„‚«»‹›–—…•·×°§€£¡¿′″")
SCRIPTS = (
    ("\u00c0", "\u052f"),  # Latin, Greek, Cyrillic
    ("\u1e00", "\u1fff"),  # the same with more accents
    ("\u3041", "\u30ff"),  # kana
    ("\u3400", "\u9fff"),  # Han
    ("\uac00", "\ud7a3"),  # Hangul syllables
)
"""The letters beyond ASCII whose width and direction every terminal agrees on."""
WIDE = "\u3000"


def cells(text: str) -> int:
    """The number of terminal cells that a text of plain letters takes."""
    return sum(2 if letter >= WIDE else 1 for letter in text)


def is_plain(letter: str) -> bool:
    """Whether a letter takes its own cells in every terminal and does nothing else there."""
    if " " <= letter <= "~" or letter in PUNCTUATION:
        return True
    return letter.isalnum() and any(first <= letter <= last for first, last in SCRIPTS)


NOTHING = object()
"""What was found where a word is missing."""
AS_GIVEN = object()
"""What was found is what stands in the file, or nothing where the word is missing."""


class ErrorPhrase(str):
    """What was found, in our own words: quoted without quotation marks."""

    __slots__ = ()


class Unfit(ValueError):
    """A value that the vocabulary has no place for: what is wrong with it, and what is expected.

    `word` is the word of the part that it is about, "" for the part itself.
    """

    def __init__(self, what: str, expected: str, got: object = AS_GIVEN, *, word: str = "") -> None:
        super().__init__(f"{what}: expected {expected}")
        self.what = what
        self.expected = expected
        self.got = got
        self.word = word


def _plain(text: str) -> str:
    if not all(map(is_plain, text)):
        what = "holds a character that is no plain letter, digit or punctuation"
        raise Unfit(what, "printable text of single letters")
    if text != text.strip() or "  " in text:
        raise Unfit("has blanks at an end or in a row", "one blank between words")
    return text


def _without_braces(text: str) -> str:
    if "{" in text or "}" in text:
        raise Unfit("holds a brace", "a text without { and }")
    return text


class _Fits:
    """Refuses a text that takes more than some cells of a terminal."""

    def __init__(self, most: int) -> None:
        self.most = most

    def __call__(self, text: str) -> str:
        if cells(text) > self.most:
            raise Unfit(f"is too long: {cells(text)} cells", f"at most {self.most} cells")
        return text


def _amount(value: object) -> object:
    if value == "all":
        return ALL
    if type(value) is int and 1 <= value <= MOST_COPIES:
        return value
    raise Unfit("is no amount", f'a whole number from 1 to {MOST_COPIES}, or "all"')


def _number(value: object) -> object:
    if value == "all":
        raise Unfit("is no number", f"a whole number with {THIS_WORD}")
    return _amount(value)


ALL = 0
"""The amount that the files call "all"."""
LEFT_OUT: Final[Any] = ""
"""The value of a word that a verb may be without."""
THIS_WORD = "{do}"
"""Stands in a sentence for the verb that it is about."""


SLUG = r"^[a-z0-9]+(-[a-z0-9]+)*$"
Slug = Annotated[str, Field(pattern=SLUG, max_length=60)]
Word = Annotated[str, Field(pattern=r"^[a-z0-9]+([-_][a-z0-9]+)*$", max_length=60)]
Family = Annotated[str, Field(pattern=r"^[a-z]+(-[a-z]+)*$", max_length=20)]
_Text = Annotated[str, Field(min_length=1), AfterValidator(_plain), AfterValidator(_without_braces)]
Name = Annotated[_Text, AfterValidator(_Fits(40))]
CardText = Annotated[_Text, AfterValidator(_Fits(LONGEST_TEXT))]
Flavour = Annotated[_Text, AfterValidator(_Fits(160))]
Facts = Annotated[_Text, AfterValidator(_Fits(400))]
Families = Annotated[tuple[Family, ...], Field(strict=False, min_length=1, max_length=10)]
Names = Annotated[tuple[Name, ...], Field(strict=False, min_length=1, max_length=10)]
Flag = Annotated[bool, Field(strict=True)]
Amount = Annotated[int, BeforeValidator(_amount)]
"""How many, or ALL."""
Number = Annotated[int, BeforeValidator(_number)]
Small = Annotated[int, Field(strict=True, ge=0, le=MOST_COPIES)]
Positive = Annotated[int, Field(strict=True, ge=1, le=MOST_COPIES)]
Change = Annotated[int, Field(strict=True, ge=-MOST_COPIES, le=MOST_COPIES)]

T = TypeVar("T")
FromOne = Annotated[T, Field(alias="from")]
"""A word whose name in the files Python or the rules have another use for; so with the next."""
AtOne = Annotated[T, Field(alias="at")]
OnOne = Annotated[T, Field(alias="on")]
WouldOne = Annotated[T, Field(alias="would")]
HasOne = Annotated[T, Field(alias="has")]
MinOne = Annotated[T, Field(alias="min")]
MaxOne = Annotated[T, Field(alias="max")]
IsOne = Annotated[T, Field(alias="is")]
ChooseOne = Annotated[T, Field(alias="choose", min_length=2, max_length=6)]
Some = Annotated[tuple[T, ...], Field(min_length=1, max_length=6)]
Acts = Annotated[tuple[T, ...], Field(min_length=1, max_length=7)]
Payment = Annotated[tuple[T, ...], Field(min_length=1, max_length=4)]
UpToSix = Annotated[tuple[T, ...], Field(max_length=6)]
Spins = Annotated[int, Field(strict=True, ge=1, le=6)]
ByVerb = Annotated[T, Field(discriminator="do")]
"""A union that is told apart by the verb."""
ByRule = Annotated[T, Field(discriminator="rule")]
