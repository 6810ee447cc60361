"""The names of people: which ones are accepted, and which two of them look alike.

The letters, their scripts and the look-alikes are those of UTS #39, in `names.json`.
"""

from __future__ import annotations

import json
import re
import unicodedata
from bisect import bisect
from functools import cache, lru_cache
from importlib.resources import files
from itertools import accumulate, takewhile

from rr_net.safetext import SafeText, clean, is_safe

NAME_COLUMNS = 16
"""The widest name, in columns of a terminal: a Han character takes two, a mark none."""

NAME_LETTERS = NAME_COLUMNS * 3
"""The most characters of a name: each of its letters may bear two marks."""

PUNCTUATION = "._-"
RESERVED = ("host", "table", "system", "you", "everybody", "somebody", "nobody", "dealer",
            "watcher", "all")  # fmt: skip
"""Words by which the table itself speaks of somebody: no person is called so."""

BOT_NAME = re.compile(r"(ro)?bot[-_.]?\d*")
"""The names of bots, after case-folding."""

BOTS = ("robot", *(f"bot{number}" for number in range(1, 11)))
"""The names of bots that nothing may look like: a table has at most eight."""

GUEST = SafeText("guest")

# UTS #39, 5.1: writing systems of several scripts count as one.
TOGETHER = {
    "Hani": {"Hanb", "Jpan", "Kore"},
    "Hira": {"Jpan"},
    "Kana": {"Jpan"},
    "Hang": {"Kore"},
    "Bopo": {"Hanb"},
}
ANY_SCRIPT = frozenset({"Zyyy", "Zinh"})

NO_PUNCTUATION = str.maketrans("", "", PUNCTUATION)

CHOOSE = "choose another one"


class BadName(ValueError):
    """A name breaks the rule for names; the text says how, and what to do."""


def clean_name(text: str) -> SafeText:
    """A player's name as it is shown; whether it is still free the lobby knows.

    At most NAME_COLUMNS columns of letters, marks and digits of one script, and `._-`. Raises
    BadName, also for the words that stand for the table and its bots.
    """
    name = unicodedata.normalize("NFC", text[: 8 * NAME_LETTERS])
    shown = clean(text, 40)
    _check_letters(name, shown)
    if _columns(name) > NAME_COLUMNS or len(name) > NAME_LETTERS:
        wide = _columns(name)
        raise BadName(f"the name {shown} is {wide} columns wide: shorten it to {NAME_COLUMNS}")
    _check_scripts(name, shown)
    if is_bots_name(name):
        raise BadName(f"the name {shown} is kept for bots, or looks like theirs: {CHOOSE}")
    for word in RESERVED:
        if look_alike(name, word):
            raise BadName(
                f'the name {shown} reads as "{word}", a word of the table\'s own: {CHOOSE}'
            )
    return SafeText(name)


@lru_cache(10_000)
def looks_of(name: str) -> frozenset[str]:
    """What a name is told apart by: two that share one of these look alike (UTS #39, 4).

    Only letters and digits count, so that a dot makes nobody somebody else.
    """
    plain = name.translate(NO_PUNCTUATION) or name
    # As typed and as folded: I looks like l, and is i at the same time.
    return frozenset({_folded(_skeleton(plain)), _folded(_skeleton(plain.casefold()))})


def look_alike(one: str, other: str) -> bool:
    """Whether two names are the same but for case, or hard to tell apart."""
    return not looks_of(one).isdisjoint(looks_of(other))


def same_name(one: str, other: str) -> bool:
    """Whether two spellings are the same name but for case."""
    return _folded(one) == _folded(other)


def is_bots_name(name: str) -> bool:
    """Whether a name is one that bots have, or looks like one."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return BOT_NAME.fullmatch(folded) is not None or any(look_alike(name, bot) for bot in BOTS)


def name_hint(username: str) -> SafeText:
    """A legal name as near as possible to an SSH username, which may be anything."""
    plain = unicodedata.normalize("NFKC", username[:1024])
    ascii_only = "".join(c for c in unicodedata.normalize("NFKD", plain) if c < "\x80" or c == " ")
    for letters in (plain, ascii_only):
        kept = "".join(c if _may_be_in_names(c) else " " for c in letters)
        hint = cut_name("-".join(clean(kept, 4 * NAME_LETTERS).split()).lstrip(PUNCTUATION))
        try:
            return clean_name(hint)
        except BadName:
            continue
    return GUEST


def cut_name(name: str, columns: int = NAME_COLUMNS) -> str:
    """As much of a name as fits, without punctuation at its end."""
    widths = takewhile(lambda width: width <= columns, accumulate(map(_columns, name)))
    return name[: len(list(widths))].rstrip(PUNCTUATION)


def _check_letters(name: str, shown: str) -> None:
    if not name:
        raise BadName("that name is empty: give at least one letter or digit")
    for char in name:
        if not _may_be_in_names(char):
            what = f"{char!r}" if char.isprintable() and char.strip() else "a space or unseen sign"
            raise BadName(f"the name {shown} has {what} in it: use plain letters, digits and . _ -")
    if name[0] in PUNCTUATION or unicodedata.category(name[0])[0] == "M":
        raise BadName(f"the name {shown} begins amiss: put a letter or a digit first")
    if clean(name, len(name)) != name:
        raise BadName(f"the name {shown} has too many marks on a letter: leave some away")


def _check_scripts(name: str, shown: str) -> None:
    common, before = frozenset[str](), ""
    for char in name:
        own = _own_scripts(char)
        here = own.union(*(TOGETHER.get(script, own) for script in own))
        if here and common and not here & common:
            mixed = f"{_spoken(before)} with {_spoken(char)}"
            raise BadName(f"the name {shown} mixes {mixed}: write it in one script")
        if here:
            common, before = here & (common or here), char
    zeros = {ord(c) - unicodedata.decimal(c) for c in name if unicodedata.category(c) == "Nd"}
    if len(zeros) > 1:
        raise BadName(f"the name {shown} mixes digits of two scripts: use one kind")


def _may_be_in_names(char: str) -> bool:
    return char in PUNCTUATION or (_written_in(char) is not None and is_safe(char))


def _own_scripts(char: str) -> frozenset[str]:
    """The scripts that use a character; none for one that all use."""
    return frozenset((_written_in(char) or "").split()) - ANY_SCRIPT


def _spoken(char: str) -> str:
    names = sorted(_table()["scripts"][script] for script in _own_scripts(char))
    return " or ".join(names[:3])


def _columns(text: str) -> int:
    wide = sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)
    return wide - sum(unicodedata.category(c) in ("Mn", "Me") for c in text)


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def _skeleton(text: str) -> str:
    alike = _table()["alike"]
    letters = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join(alike.get(c, c) for c in letters))


@cache
def _table() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads(
        files(__package__).joinpath("names.json").read_text("ascii")
    )
    return found


@cache
def _spans() -> list[tuple[int, int, str]]:
    return sorted(
        (int(first, 16), int(last, 16), shared)
        for shared, spans in _table()["letters"].items()
        for first, last in (span.split("-") for span in spans.split())
    )


@lru_cache(10_000)
def _written_in(char: str) -> str | None:
    """The scripts of a letter, mark or digit that names may have; None for another character."""
    at = bisect(_spans(), ord(char), key=lambda span: span[0]) - 1
    first, last, shared = _spans()[at]
    return shared if first <= ord(char) <= last else None
